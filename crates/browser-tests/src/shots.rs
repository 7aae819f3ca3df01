use crate::page::{Page, Screen, Theme};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::{env, fs, thread};

/// Pictures of pages, in a folder.
pub struct Shots(PathBuf);

impl Shots {
    /// Pictures in `$KONTRA_SCREENSHOTS`, or in `target/screenshots`.
    pub fn new() -> Shots {
        let given = env::var_os("KONTRA_SCREENSHOTS").map(PathBuf::from);
        let target = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        let folder = given.unwrap_or_else(target);
        fs::create_dir_all(&folder)
            .unwrap_or_else(|error| panic!("{}: cannot be made: {error}", folder.display()));
        Shots(folder)
    }

    /// A picture of what can be seen of a page now.
    pub fn take(&self, page: &Page, name: &str) -> PathBuf {
        let answer = page.call("Page.captureScreenshot", &json!({"format": "png"}));
        let picture = BASE64_STANDARD.decode(answer["data"].as_str().unwrap_or_default());
        self.keep(&picture.expect("a picture"), name)
    }

    /// Keeps a picture that a page has made itself.
    pub fn keep(&self, picture: &[u8], name: &str) -> PathBuf {
        let path = self.0.join(format!("{name}.png"));
        fs::write(&path, picture)
            .unwrap_or_else(|error| panic!("{}: cannot be written: {error}", path.display()));
        path
    }

    /// Pictures of a page: light, dark, and on a phone. The page is as before afterwards.
    pub fn take_all(&self, page: &Page, name: &str) {
        self.take(page, &format!("{name}-light"));
        page.theme(Theme::Dark);
        self.take(page, &format!("{name}-dark"));
        page.theme(Theme::Light);
        page.screen(Screen::Phone);
        self.take(page, &format!("{name}-phone"));
        page.screen(Screen::Desktop);
    }
}

impl Default for Shots {
    fn default() -> Shots {
        Shots::new()
    }
}

/// A picture of the page on which a test failed, and where it is.
pub(crate) fn failed(page: &Page) -> String {
    let test = thread::current().name().unwrap_or("test").replace("::", "-");
    Shots::new().take(page, &format!("failed-{test}")).display().to_string()
}
