//! The developer's commands.

mod bench;
mod browser;
mod docs;
mod screenshots;
mod step;
mod system;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
The developer's commands:
  cargo xtask test           everything a change must pass: format, lints, all tests at full size, documentation, and the
                             pages in a browser (Chromium is installed where it is missing)
  cargo xtask test --quick   the same with short tests and no browser, for every few minutes
  cargo xtask test --no-browser
                             everything but the pages in a browser
  cargo xtask browser [NAME] the pages in a browser alone: all tests, or those whose names contain NAME
  cargo xtask screenshots    puts pictures that the browser tests took into the book
  cargo xtask bench          speed with a checksum, and instructions per unit of work where valgrind is installed
  cargo xtask bench server   load on the web server; the report goes into the book
  cargo xtask bench attack   attacks on the web server, and an honest player meanwhile; the report goes into the book
  cargo xtask docs           the documentation of the crates, and the book where mdbook is installed";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["test"] => test::run(test::Size::Full, true),
        ["test", "--no-browser"] => test::run(test::Size::Full, false),
        ["test", "--quick"] => test::run(test::Size::Quick, false),
        ["browser", words @ ..] => browser::run(words),
        ["screenshots"] => screenshots::run(),
        ["bench"] => bench::run(),
        ["bench", "server"] => bench::server(),
        ["bench", "attack"] => bench::attack(),
        ["docs"] => docs::run(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        other => {
            eprintln!(
                "xtask: expected test, browser, screenshots, bench or docs, found '{}'",
                other.join(" ")
            );
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}
