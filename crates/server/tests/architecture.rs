//! Two promises of ARCHITECTURE.md about the server's own code: its modules use each other in one direction, and messages
//! are types, not JSON that is searched by name.

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the server without its tests.
struct Source {
    /// The module at the top to which it belongs.
    module: String,
    name: String,
    code: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

fn sources() -> Vec<Source> {
    let (folder, mut files) = (root().join("src"), vec![]);
    collect(&folder, &mut files);
    let own = |path: &PathBuf| !path.ends_with("tests.rs") && !path.ends_with("lib.rs");
    let read = |path: PathBuf| {
        let inside = path.strip_prefix(&folder).unwrap();
        let module = inside.components().next().unwrap().as_os_str().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let without_comments = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        Source {
            module: module.trim_end_matches(".rs").to_owned(),
            name: inside.display().to_string(),
            code: without_comments.collect::<Vec<_>>().join("\n"),
        }
    };
    files.into_iter().filter(own).map(read).collect()
}

/// The modules in the order that ARCHITECTURE.md gives: each may use those before it.
fn order() -> Vec<String> {
    let text = fs::read_to_string(root().join("../../ARCHITECTURE.md")).unwrap();
    let list = text.split("Its modules, each of which may use those before it:").nth(1).unwrap();
    let list = list.trim_start().split("\n\n").next().unwrap();
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Every module that a code names with `crate::`.
fn uses(code: &str) -> Vec<String> {
    let name = |text: &str| -> String {
        text.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
    };
    let mut found = vec![];
    for part in code.split("crate::").skip(1) {
        match part.strip_prefix('{') {
            // The first name of each element of the list; what is nested belongs to it.
            Some(list) => {
                let mut depth = 0;
                let mut start = true;
                for (at, letter) in list.char_indices() {
                    match letter {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        letter if start && !letter.is_whitespace() => {
                            found.push(name(&list[at..]));
                            start = false;
                        }
                        _ => {}
                    }
                }
            }
            None => found.push(name(part)),
        }
    }
    found
}

#[test]
fn modules_use_each_other_in_one_direction() {
    assert_eq!(uses("use crate::{ids, a::{b, c}, d};\ncrate::e::f()"), ["ids", "a", "d", "e"]);
    let order = order();
    let rank = |module: &str| order.iter().position(|other| other == module);
    let mut seen = vec![];
    for source in sources() {
        let own = rank(&source.module);
        let own = own.unwrap_or_else(|| panic!("{} is not in ARCHITECTURE.md", source.module));
        for used in uses(&source.code) {
            // What the crate exports belongs to those at the top.
            let below = rank(&used).unwrap_or(order.len());
            assert!(below <= own, "{} uses {used}, which comes later", source.name);
        }
        seen.push(source.module);
    }
    for module in &order {
        assert!(seen.contains(module), "{module} of ARCHITECTURE.md is not there");
    }
}

#[test]
fn no_json_is_searched_by_name() {
    let indexes = |code: &str| {
        code.match_indices("[\"").any(|(at, _)| {
            let before = code[..at].chars().next_back();
            before.is_some_and(|c| c.is_alphanumeric() || "_)]?".contains(c))
        })
    };
    assert!(
        indexes("answer[\"next\"] = x") && indexes("f()[\"a\"]") && !indexes("&[\"a\", \"b\"]")
    );
    for Source { name, code, .. } in sources() {
        assert!(!indexes(&code), "{name} indexes by a string");
        assert!(!code.contains("json!("), "{name} writes JSON that has no type");
        // Headers are not JSON, and schemas describe messages without being any.
        let other = |line: &&str| line.contains("headers") || line.contains("= schema.get_mut(");
        for line in code.lines().filter(|line| !other(line)) {
            let searches = [".get(\"", ".get_mut(\"", ".pointer(", ".as_array()", ".as_u64()"];
            assert!(!searches.iter().any(|search| line.contains(search)), "{name}: {line}");
        }
    }
}
