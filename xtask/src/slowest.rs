//! The slowest tests of a run, read from the JUnit file that nextest writes.

use crate::step::target;
use std::fs;
use std::path::PathBuf;

/// Where nextest writes its report, which `.config/nextest.toml` asks for.
fn file() -> PathBuf {
    target().join("nextest/default/junit.xml")
}

/// Forgets the report of an earlier run.
pub(crate) fn forget() {
    // Without a file there is nothing to forget.
    let _ = fs::remove_file(file());
}

/// Prints the ten slowest tests, if nextest wrote a report.
pub(crate) fn print() {
    let Ok(text) = fs::read_to_string(file()) else { return };
    let mut tests = tests(&text);
    tests.sort_by(|one, other| other.0.total_cmp(&one.0));
    println!("\nThe slowest of {} tests:", tests.len());
    for (seconds, name) in tests.iter().take(10) {
        println!("{seconds:8.1} s  {name}");
    }
}

/// The seconds and the name of each test.
fn tests(text: &str) -> Vec<(f64, String)> {
    let cases = text.split("<testcase ").skip(1);
    let read = |case: &str| {
        let seconds = attribute(case, "time")?.parse().ok()?;
        Some((seconds, format!("{} {}", attribute(case, "classname")?, attribute(case, "name")?)))
    };
    cases.filter_map(read).collect()
}

/// The value of an attribute of the element that the text begins with.
fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let element = element.split('>').next()?;
    let begin = format!("{name}=\"");
    // `name` is also the end of `classname`: a space has to stand before it.
    let at = match element.starts_with(&begin) {
        true => 0,
        false => element.find(&format!(" {begin}"))? + 1,
    };
    element[at + begin.len()..].split('"').next()
}

#[test]
fn a_report_is_read() {
    let text = r#"<testsuite name="kontra-game" tests="2">
        <testcase name="seat::tests::a_seat" classname="kontra-game" timestamp="x" time="0.008">
        </testcase>
        <testcase classname="kontra-store::damage" name="bits" time="12.5"/>
    </testsuite>"#;
    let expected =
        [(0.008, "kontra-game seat::tests::a_seat"), (12.5, "kontra-store::damage bits")];
    assert_eq!(tests(text), expected.map(|(time, name)| (time, name.to_owned())));
}
