use crate::Package;
use std::process::Command;

/// `1.89` and `1.89.0` as numbers.
fn version(text: &str) -> [u32; 3] {
    let mut parts = text.split('.').map(|part| part.parse().unwrap());
    std::array::from_fn(|_| parts.next().unwrap_or(0))
}

#[test]
fn no_dependency_needs_a_newer_compiler_than_kontra_promises() {
    let promised = Package::own().find_map(|package| package.0["rust_version"].as_str()).unwrap();
    for package in Package::all() {
        // Where a package does not say it, only a build with that compiler tells: the workflow has one.
        let Some(needed) = package.0["rust_version"].as_str() else { continue };
        let (name, fits) = (package.name(), version(needed) <= version(promised));
        assert!(fits, "{name} needs Rust {needed}, and Kontra promises {promised}");
    }
}

/// Bans, licences and sources of all dependencies, by `deny.toml`. Advisories need a network: the workflow looks for them.
#[test]
fn cargo_deny_has_no_complaint() {
    let installed = Command::new("cargo-deny").arg("--version").output();
    if !installed.is_ok_and(|output| output.status.success()) {
        println!("cargo-deny is not installed: licences are checked in the workflow alone");
        return;
    }
    // The option for work without a network comes before the checks.
    let mut command = Command::new("cargo-deny");
    command.current_dir(crate::root()).args(["--offline", "--all-features", "check"]);
    let output = command.args(["bans", "licenses", "sources"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
