use crate::devtools::Devtools;
use crate::folder::Folder;
use crate::page::Page;
use serde_json::json;
use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::{env, thread};

/// What keeps Chromium to itself: no first-run pages, no traffic of its own, pages that run at full speed unseen.
const QUIET: [&str; 16] = [
    "--remote-debugging-port=0",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--hide-scrollbars",
    "--metrics-recording-only",
    "--mute-audio",
    "--password-store=basic",
];

/// A running Chromium. Everything it wrote goes away with it.
pub struct Browser {
    process: Child,
    devtools: Rc<RefCell<Devtools>>,
    _profile: Folder,
}

impl Browser {
    /// Starts Chromium, without a window unless `KONTRA_HEADFUL` is set.
    ///
    /// # Panics
    ///
    /// Where there is no Chromium, or it does not start.
    pub fn start() -> Browser {
        let profile = Folder::new("browser");
        let (program, mut process) = spawn(&profile);
        let stderr = process.stderr.take().expect("stderr is piped");
        let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
        let mut said = vec![];
        let address = loop {
            let Some(line) = lines.next() else {
                panic!("{program}: expected the address of its DevTools, found {said:?}");
            };
            if let Some(address) = line.strip_prefix("DevTools listening on ") {
                break address.to_owned();
            }
            said.push(line);
        };
        // A pipe that nobody reads would stop the browser once it is full.
        thread::spawn(move || lines.for_each(drop));
        let devtools = Rc::new(RefCell::new(Devtools::connect(&address)));
        Browser { process, devtools, _profile: profile }
    }

    /// A page of a person of its own: it shares no memory, no cookie and no storage with other pages.
    pub fn page(&self, origin: &str) -> Page {
        let context = {
            let mut devtools = self.devtools.borrow_mut();
            let made = devtools.call("", "Target.createBrowserContext", &json!({}));
            made.expect("a browser has room for another person")["browserContextId"].clone()
        };
        Page::open(Rc::clone(&self.devtools), &context, origin)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked politely, Chromium also ends its helpers.
        let _ = self.devtools.borrow_mut().call("", "Browser.close", &json!({}));
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(profile: &Folder) -> (String, Child) {
    let program = env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let mut command = Command::new(&program);
    command.args(QUIET).arg(format!("--user-data-dir={}", profile.path().display()));
    if env::var_os("KONTRA_HEADFUL").is_none() {
        command.arg("--headless=new");
    }
    if cannot_be_caged() {
        command.args(["--no-sandbox", "--disable-dev-shm-usage"]);
    }
    command.arg("about:blank").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let process = command.spawn().unwrap_or_else(|error| {
        panic!("{program}: expected Chromium (`cargo xtask browser` finds or installs it), found: {error}")
    });
    (program, process)
}

/// Chromium's sandbox does not work for root, nor in most containers; the only pages here are our own.
fn cannot_be_caged() -> bool {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    root || env::var_os("CI").is_some() || env::var_os("container").is_some()
}
