//! What can be said about the pages without a browser.

use crate::common::{Client, start};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("pages")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn html() -> Vec<(String, String)> {
    of_kind("html")
}

fn modules() -> Vec<(String, String)> {
    of_kind("js")
}

/// Paths and contents of all files of a kind.
fn of_kind(kind: &str) -> Vec<(String, String)> {
    let fits = |path: &PathBuf| path.extension().is_some_and(|found| found == kind);
    let named = |path: PathBuf| (path.display().to_string(), fs::read_to_string(path).unwrap());
    files(&root()).into_iter().filter(fits).map(named).collect()
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// Reads a language module: names and texts, all of them in single quotes, names also without.
fn texts(module: &str) -> BTreeMap<String, String> {
    let source = read(module);
    let mut rest = source.split_once("export default {").expect("a language module").1;
    let mut texts = BTreeMap::new();
    loop {
        rest = rest.trim_start_matches([' ', '\n', ',']);
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.split_once('\n').expect("a line").1;
        } else if rest.starts_with('}') {
            return texts;
        } else {
            let (name, after) = rest.split_once(':').expect("a name and a text");
            let text = after.trim_start().strip_prefix('\'').expect("a text in single quotes");
            let (text, after) = text.split_once('\'').expect("the end of the text");
            let before = texts.insert(name.trim_matches('\'').to_owned(), text.to_owned());
            assert_eq!(before, None, "{module}: {name} is there twice");
            rest = after;
        }
    }
}

/// What is filled in: `{name}`.
fn blanks(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
}

#[test]
fn all_pages_together_weigh_less_than_half_a_megabyte() {
    let weight: u64 = files(&root()).iter().map(|path| path.metadata().unwrap().len()).sum();
    assert!(weight < 500_000, "{weight} bytes");
}

#[test]
fn both_languages_have_the_same_texts_with_the_same_blanks() {
    let names = |texts: &BTreeMap<String, String>| texts.keys().cloned().collect::<BTreeSet<_>>();
    for part in ["", "-more"] {
        let (english, german) =
            (texts(&format!("js/en{part}.js")), texts(&format!("js/de{part}.js")));
        assert!(english.len() > 50, "only {} texts", english.len());
        assert_eq!(names(&english), names(&german));
        for (name, text) in &english {
            assert_eq!(blanks(text), blanks(&german[name]), "{name}");
        }
    }
}

/// Texts of all pages. No name may have two of them.
fn all_texts() -> BTreeMap<String, String> {
    let (mut all, more) = (texts("js/en.js"), texts("js/en-more.js"));
    for (name, text) in more {
        assert_eq!(all.insert(name.clone(), text), None, "{name} is there twice");
    }
    all
}

#[test]
fn every_text_that_a_module_names_is_there() {
    let known = all_texts();
    for (module, source) in modules() {
        for (at, call) in source.match_indices("t('") {
            // Functions whose names end in t (get, post) are not the function t.
            let own = !source[..at].ends_with(|before: char| before.is_alphanumeric());
            let (name, _) = source[at + call.len()..].split_once('\'').expect("the end of a name");
            assert!(!own || known.contains_key(name), "{module}: no text {name}");
        }
    }
}

#[test]
fn no_page_has_script_or_style_of_its_own() {
    for (path, page) in html() {
        for forbidden in
            ["<style", " style=", " onclick=", " onload=", "javascript:", "http://", "https://"]
        {
            assert!(!page.contains(forbidden), "{path}: {forbidden}");
        }
        let scripts = page.matches("<script").count();
        assert_eq!(scripts, page.matches(" src=\"/js/").count(), "{path}: a script without a file");
    }
}

#[test]
fn every_file_that_a_page_names_is_there() {
    for (path, page) in html() {
        for part in
            page.split('"').filter(|part| part.starts_with("/js/") || part.starts_with("/css/"))
        {
            assert!(root().join(&part[1..]).is_file(), "{path}: {part}");
        }
    }
}

#[test]
fn a_page_is_served_with_one_style_that_has_the_rules_of_all() {
    let server = start();
    let mut client = Client::new(server.addr());
    for (path, source) in html() {
        let name = Path::new(&path).file_stem().unwrap().to_string_lossy().into_owned();
        let page = client.get(&format!("/{name}"), None).text();
        let links: Vec<&str> = page.split("rel=\"stylesheet\" href=\"").skip(1).collect();
        assert_eq!(links.len(), 1, "{path}");
        let style = client.get(links[0].split('"').next().unwrap(), None).text();
        let named = source.split('"').filter(|part| part.starts_with("/css/"));
        let mut from = 0;
        for part in named {
            let rules = fs::read_to_string(root().join(&part[1..])).unwrap();
            // The first line that is a rule, which comes after everything that was named before.
            let rule = rules.lines().find(|line| line.contains('{')).unwrap().trim();
            from += style[from..].find(rule).unwrap_or_else(|| panic!("{path}: {part}: {rule}"));
        }
    }
}

#[test]
fn no_text_goes_over_several_lines() {
    for (module, source) in modules() {
        for line in source.lines() {
            assert!(line.matches('`').count().is_multiple_of(2), "{module}: {line}");
        }
    }
}

#[test]
fn modules_import_only_what_is_there() {
    for (module, source) in modules() {
        for part in source.split(" from './").skip(1) {
            let (name, _) = part.split_once('\'').expect("the end of a path");
            assert!(root().join("js").join(name).is_file(), "{module}: {name}");
        }
    }
}
