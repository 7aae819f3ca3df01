//! Pages are small on the way, and a browser fetches scripts and styles once.

use crate::common::{Client, Reply, start};

/// A file as a browser asks for it, with this tag in its memory.
fn fetch(client: &mut Client, path: &str, tag: Option<&str>) -> Reply {
    let tag = tag.map_or(String::new(), |tag| format!("If-None-Match: {tag}\r\n"));
    let head =
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br, gzip\r\n{tag}\r\n");
    client.raw(&head)
}

/// An answer with its head.
fn whole(reply: &Reply) -> usize {
    let head = reply.headers.iter().map(|(name, value)| name.len() + value.len() + 4);
    reply.body.len() + head.sum::<usize>() + 19
}

/// The scripts and styles that a page names.
fn named(page: &str) -> Vec<String> {
    let parts = page.split('"').filter(|part| part.ends_with(".js") || part.ends_with(".css"));
    parts.map(str::to_owned).collect()
}

#[test]
fn a_table_takes_less_than_90_kilobytes() {
    let server = start();
    let mut client = Client::new(server.addr());
    let page = client.get("/table/aaaaaaaaaaaa", None).text();
    let files = named(&page);
    assert!(files.len() > 20, "{files:?}");
    let mut weight = whole(&fetch(&mut client, "/table/aaaaaaaaaaaa", None));
    // The texts of one language come too, whichever is longer.
    let folder = files[0].rsplit_once('/').unwrap().0;
    let texts =
        ["en", "de"].map(|name| whole(&fetch(&mut client, &format!("{folder}/{name}.js"), None)));
    weight += texts.into_iter().max().unwrap();
    for path in &files {
        let reply = fetch(&mut client, path, None);
        assert_eq!(reply.header("content-encoding"), Some("gzip"), "{path}");
        weight += whole(&reply);
    }
    assert!(weight < 90_000, "{weight} bytes");
    println!("{weight} bytes in {} files", files.len());
}

#[test]
fn every_module_of_a_table_is_named_by_its_page() {
    let server = start();
    let mut client = Client::new(server.addr());
    let files = named(&client.get("/table/aaaaaaaaaaaa", None).text());
    for path in files.iter().filter(|path| path.ends_with(".js")) {
        let module = client.get(path, None).text();
        let folder = path.rsplit_once('/').unwrap().0;
        for import in module.split(" from './").skip(1) {
            let name = import.split_once('\'').unwrap().0;
            let whole = format!("{folder}/{name}");
            assert!(files.contains(&whole), "{path} imports {name}, which would be fetched late");
        }
    }
}

#[test]
fn scripts_and_styles_are_kept_for_ever_and_pages_are_asked_for() {
    let server = start();
    let mut client = Client::new(server.addr());
    let page = fetch(&mut client, "/", None);
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let tag = page.header("etag").unwrap().to_owned();
    assert_eq!(fetch(&mut client, "/", Some(&tag)).status, 304);
    let plain = client.get("/", None);
    assert_ne!(plain.header("etag"), Some(tag.as_str()), "what is packed has a tag of its own");
    let paths = named(&plain.text());
    let stamp = paths[0].split('/').nth(2).unwrap();
    for document in ["index.html", "table/x", "", "js/nothing.js"] {
        // A document without its headers could be put into a frame.
        let reply = client.get(&format!("/a/{stamp}/{document}"), None);
        assert!(reply.header("content-security-policy").is_some(), "{document}");
    }
    for path in paths {
        assert!(path.starts_with("/a/"), "{path}");
        let kept = fetch(&mut client, &path, None);
        let forever = Some("public, max-age=31536000, immutable");
        assert_eq!((kept.status, kept.header("cache-control")), (200, forever), "{path}");
        // A page of an older version still finds its scripts, but does not keep them.
        let older = path.replacen(path.split('/').nth(2).unwrap(), "0123456789abcdef", 1);
        let reply = fetch(&mut client, &older, None);
        assert_eq!((reply.status, reply.header("cache-control")), (200, Some("no-cache")));
        assert_eq!(reply.body, kept.body);
    }
}

#[test]
fn a_client_that_cannot_unpack_gets_plain_text() {
    let server = start();
    let mut client = Client::new(server.addr());
    let plain = client.get("/css/base.css", None);
    assert_eq!(plain.header("content-encoding"), None);
    assert!(plain.text().contains(":root"));
    let head = "GET /css/base.css HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip;q=0\r\n\r\n";
    assert_eq!(client.raw(head).body, plain.body);
}
