//! Page weight, and how long until one can click.

use crate::hands::handle;
use kontra_browser_tests::{Browser, Server};
use std::fs;
use std::path::Path;

fn weigh(folder: &Path) -> u64 {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .flatten()
        .map(|entry| match entry.path() {
            path if path.is_dir() => weigh(&path),
            path => path.metadata().map_or(0, |data| data.len()),
        })
        .sum()
}

#[test]
fn all_pages_together_are_lighter_than_300_kilobytes() {
    let bytes = weigh(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/pages"));
    println!("all files of all pages: {bytes} bytes");
    assert!(bytes > 0 && bytes < 300_000, "{bytes} bytes");
}

/// Measured and told, not judged: how busy the machine is decides.
#[test]
fn the_first_click_is_possible_soon() {
    let server = Server::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.see(&handle("play-doppelkopf"));
    let after = page.eval("performance.now()");
    let loaded =
        page.eval("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd");
    println!("first page: content after {loaded} ms, clickable before {after} ms");
    let bytes = page.eval(
        "performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0)",
    );
    println!("first page: {bytes} bytes transferred");
    assert!(bytes.as_u64().is_some_and(|bytes| bytes > 0 && bytes < 300_000), "{bytes}");
}
