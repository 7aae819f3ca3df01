use crate::{Package, cargo, files, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The most bytes of a compressed package that crates.io takes.
const MOST: u64 = 10 << 20;

#[test]
fn every_package_tells_what_a_registry_shows() {
    for package in Package::published() {
        let (name, folder) = (package.name(), package.folder());
        for field in ["description", "license", "documentation", "rust_version"] {
            assert!(package.0[field].is_string(), "{name} has no {field}");
        }
        let keywords = package.texts("keywords");
        assert!((1..=5).contains(&keywords.len()), "{name}: {keywords:?}");
        assert!(keywords.iter().all(|word| word.len() <= 20), "{name}: {keywords:?}");
        assert!((1..=5).contains(&package.texts("categories").len()), "{name} has no categories");
        let readme = fs::read_to_string(folder.join("README.md")).unwrap_or_default();
        assert!(readme.starts_with(&format!("# {name}\n")), "{name}: README.md");
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let (own, whole) = (fs::read(folder.join(licence)), fs::read(root().join(licence)));
            assert_eq!(own.ok(), whole.ok(), "{name}: {licence}");
        }
    }
}

#[test]
fn a_published_package_depends_on_published_ones() {
    let published: Vec<&str> = Package::published().map(|package| package.name()).collect();
    assert!(published.contains(&"kontra"), "{published:?}");
    for package in Package::published() {
        for dependency in package.0["dependencies"].as_array().unwrap() {
            let (own, other) = (package.name(), dependency["name"].as_str().unwrap());
            if dependency["path"].is_null() {
                continue;
            }
            assert!(published.contains(&other), "{own} depends on {other}, which is not published");
            assert_ne!(dependency["req"], "*", "{own} depends on {other} without a version");
        }
    }
}

/// A path without its `..`, whether or not it exists.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The paths that a source file includes when it is compiled.
fn included(source: &Path, package: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(source).unwrap();
    let mut found = vec![];
    for word in ["include_str!(", "include_bytes!(", "include_dir!(", "include!("] {
        for after in text.split(word).skip(1) {
            // What is made while building, and what only looks like a call, has no literal.
            let Some(path) = after.trim_start().strip_prefix('"') else { continue };
            let path = path.split('"').next().unwrap_or_default();
            let inside = path.strip_prefix("$CARGO_MANIFEST_DIR/");
            let whole = inside.map_or_else(
                || source.parent().unwrap_or(package).join(path),
                |path| package.join(path),
            );
            found.push(plain(&whole));
        }
    }
    found
}

#[test]
fn whatever_is_compiled_in_lies_in_its_package() {
    let mut count = 0;
    for package in Package::published() {
        let folder = package.folder();
        let is_source = |path: &PathBuf| path.extension().is_some_and(|end| end == "rs");
        for source in files(folder).into_iter().filter(is_source) {
            for path in included(&source, folder) {
                let (source, shown) = (source.display(), path.display());
                assert!(path.starts_with(folder), "{source} includes {shown}");
                assert!(path.exists(), "{source} includes {shown}, which does not exist");
                count += 1;
            }
        }
    }
    assert!(count > 10, "the search found {count} includes");
}

#[test]
fn every_crate_can_be_packaged() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages");
    let mut command = cargo("package --no-verify --allow-dirty --quiet --target-dir");
    command.arg(&target);
    for package in Package::published() {
        command.args(["--package", package.name()]);
    }
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("manifest has no"), "{said}");
    for package in Package::published() {
        let version = package.0["version"].as_str().unwrap();
        let file = target.join(format!("package/{}-{version}.crate", package.name()));
        let size = fs::metadata(&file).map(|data| data.len());
        assert!(size.as_ref().is_ok_and(|size| *size < MOST), "{}: {size:?}", file.display());
    }
}

/// Every package with its features, as cargo would build it.
fn built(words: &str) -> BTreeSet<String> {
    let tree = format!("tree --locked {words} --prefix none --format {{p}}[{{f}}]");
    let output = cargo(&tree).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

#[test]
fn a_wheel_for_tests_builds_nothing_of_the_workspace_again() {
    let tests = built("--workspace --all-features --edges normal,build,dev");
    let wheel = built("--package kontra-python --features as-in-tests --edges normal,build");
    let again: Vec<&String> = wheel.difference(&tests).collect();
    assert!(again.is_empty(), "add their features to as-in-tests in python/Cargo.toml: {again:?}");
}
