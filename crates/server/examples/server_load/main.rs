//! Load on a real server in a process of its own: many tables of agents, many people, many idle tables.
//!
//! `cargo xtask bench server` builds everything and runs it. By hand:
//! `cargo run --release -p kontra-server --example server_load -- target/release/kontra report.md`

mod agents;
mod idle;
mod people;
mod report;
mod served;

#[path = "../../tests/common/client.rs"]
#[allow(dead_code, unreachable_pub)]
mod client;
#[path = "../../tests/common/live.rs"]
#[allow(dead_code, unreachable_pub)]
mod live;

use report::Report;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [program, file] = args.as_slice() else {
        eprintln!("server_load: expected the program and the file of the report");
        std::process::exit(2);
    };
    let mut report = Report::new();
    agents::measure(program, &mut report);
    people::measure(program, &mut report);
    idle::measure(program, &mut report);
    if let Err(error) = std::fs::write(file, report.text()) {
        eprintln!("{file}: expected a file that can be written, found {error}");
        std::process::exit(2);
    }
}
