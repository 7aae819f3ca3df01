use crate::page::Page;
use serde_json::Value;
use std::path::Path;
use std::{env, fs};

/// Something on a page that keeps somebody from using it.
#[derive(Debug)]
pub struct Violation {
    /// `minor`, `moderate`, `serious` or `critical`.
    pub impact: String,
    /// The rule and what it asks for.
    pub rule: String,
    /// Where, and why.
    pub places: Vec<String>,
}

impl Page {
    /// What the accessibility checker axe-core has to say about the page as it is now.
    ///
    /// # Panics
    ///
    /// Where the checker is missing: `cargo xtask browser` fetches it.
    #[track_caller]
    pub fn axe(&self) -> Vec<Violation> {
        if self.eval("typeof axe") == "undefined" {
            self.eval(&source());
        }
        let found = self.eval("axe.run(document, {resultTypes: ['violations']})");
        let violations = found["violations"].as_array().cloned().unwrap_or_default();
        violations.iter().map(finding).collect()
    }

    /// Fails the test if anything on the page makes it harder to use for somebody.
    #[track_caller]
    pub fn is_accessible(&self, what: &str) {
        let found = self.axe();
        if !found.is_empty() {
            self.fail(&format!("{what} keeps people out: {found:#?}"));
        }
    }
}

fn source() -> String {
    let given = env::var("KONTRA_AXE").ok();
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/axe/axe.min.js");
    let path = given.map_or(usual, Into::into);
    let script = fs::read_to_string(&path);
    script.unwrap_or_else(|error| {
        panic!(
            "{}: expected axe-core (`cargo xtask browser` fetches it), found: {error}",
            path.display()
        )
    })
}

fn finding(violation: &Value) -> Violation {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let nodes = violation["nodes"].as_array().cloned().unwrap_or_default();
    let place = |node: &Value| format!("{}: {}", node["target"], text(&node["failureSummary"]));
    Violation {
        impact: text(&violation["impact"]),
        rule: format!("{}: {}", text(&violation["id"]), text(&violation["help"])),
        places: nodes.iter().take(5).map(place).collect(),
    }
}
