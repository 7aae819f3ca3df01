//! The developer's commands.

mod bench;
mod beside;
mod browser;
mod docs;
mod instructions;
mod notebook;
mod python;
mod screenshots;
mod slowest;
mod step;
mod system;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
The developer's commands:
  cargo xtask test           everything a change must pass: format, lints, tests, documentation, the Python package, and the
                             pages in a browser (Chromium and npm are installed where they are missing)
           --full            long tests at full size, as in CI
           --no-browser      without the pages in a browser
           --no-python       without the Python package
  cargo xtask browser [NAME] the pages in a browser alone: all tests, or those whose names contain NAME
  cargo xtask python         the wheel of the Python package and its tests, in an environment below the target folder
  cargo xtask wheel          the wheel of the Python package, for everybody
  cargo xtask screenshots    puts pictures that the browser tests took into the book
  cargo xtask bench          speed with a checksum, and instructions per unit of work where valgrind is installed
  cargo xtask bench instructions
                             instructions per unit of work beside those on record; a row that takes clearly more is a failure (needs valgrind)
           --record          puts them on record
  cargo xtask bench server   load on the web server; the report goes into the book
  cargo xtask bench attack   attacks on the web server, and an honest player meanwhile; the report goes into the book
  cargo xtask bench openspiel
                             Kontra beside OpenSpiel, RLCard and pgx on one core; the tables go into the book
  cargo xtask docs           the documentation of the crates, and the book where mdbook is installed";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args.as_slice() {
        ["test", options @ ..] if options.iter().all(|option| test::OPTIONS.contains(option)) => {
            test::run(options)
        }
        ["browser", words @ ..] => browser::run(words),
        ["python"] => python::test(),
        ["wheel"] => python::wheel(),
        ["screenshots"] => screenshots::run(),
        ["bench"] => bench::run(),
        ["bench", "instructions"] => instructions::run(false),
        ["bench", "instructions", "--record"] => instructions::run(true),
        ["bench", "server"] => bench::server(),
        ["bench", "attack"] => bench::attack(),
        ["bench", "openspiel"] => beside::run(),
        ["docs"] => docs::run(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        other => {
            eprintln!(
                "xtask: expected test, browser, python, wheel, screenshots, bench or docs, found '{}'",
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
