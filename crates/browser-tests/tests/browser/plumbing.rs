//! The plumbing itself, on a page of a few lines: what must fail a test does.

use kontra_browser_tests::{Browser, Key, Page};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

const PAGE: &str = r#"<!doctype html><html lang="en"><title>Plumbing</title><link rel="icon" href="data:,">
<button id="count" onclick="this.textContent = Number(this.textContent) + 1">0</button>
<button id="off" disabled>off</button>
<button id="speak" onclick="console.error('a', 7)">speak</button>
<button id="throw" onclick="setTimeout(() => { throw new Error('thrown') })">throw</button>
<button id="fetch" onclick="fetch('/missing')">fetch</button>
<button id="away" onclick="fetch('http://127.0.0.1:1/').catch(() => {})">away</button>
<input id="name" aria-label="name" oninput="document.title = this.value">
</html>"#;

/// Serves one page, and 404 for the path `/missing`.
fn serve() -> String {
    let socket = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let origin = format!("http://{}", socket.local_addr().expect("it has an address"));
    thread::spawn(move || {
        for mut stream in socket.incoming().flatten() {
            let mut request = [0; 4096];
            let size = stream.read(&mut request).unwrap_or_default();
            let missing = request[..size].starts_with(b"GET /missing");
            let status = if missing { "404 Not Found" } else { "200 OK" };
            let head = format!("HTTP/1.1 {status}\r\nContent-Type: text/html\r\nConnection: close");
            let _ = write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{PAGE}", PAGE.len());
        }
    });
    origin
}

fn with_page(test: impl FnOnce(&Page)) {
    let browser = Browser::start();
    let page = browser.page(&serve());
    page.goto("/");
    test(&page);
}

#[test]
fn clicks_and_keys_arrive() {
    with_page(|page| {
        page.click("#count");
        page.press(Key::Enter);
        page.press(Key::Space);
        assert_eq!(page.text("#count"), "3");
        page.click("#name");
        page.press(Key::Letter('x'));
        page.paste("yz");
        assert_eq!(page.eval("document.title"), "xyz");
        page.reload();
        assert_eq!(page.text("#count"), "0");
    });
}

#[test]
fn what_goes_wrong_on_a_page_is_noted() {
    with_page(|page| {
        let expected = [
            ("#speak", r#"console.error: "a" 7"#),
            ("#throw", "exception: Error: thrown"),
            ("#fetch", "status 404"),
            ("#away", "request to another origin: http://127.0.0.1:1/"),
        ];
        for (button, words) in expected {
            page.click(button);
            page.eval("new Promise(done => setTimeout(done, 100))");
            let notes = page.take_notes();
            assert!(notes.iter().any(|note| note.contains(words)), "{button}: found {notes:?}");
        }
    });
}

#[test]
#[should_panic(expected = "the page noted")]
fn a_note_fails_the_test() {
    with_page(|page| page.click("#speak"));
}
