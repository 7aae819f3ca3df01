use crate::client::Client;
use crate::live::Live;
use crate::report::Report;
use crate::served::{Served, make, metric};
use serde_json::json;
use std::time::Duration;

const TABLES: usize = 2000;
const CONNECTED: usize = 500;

/// Many tables with a person who does nothing, and agents that have moved and wait.
pub(crate) fn measure(program: &str, report: &mut Report) {
    let served = Served::start(program);
    let mut client = Client::new(served.addr);
    let agent = json!({ "agent": "easy" });
    let mut sit = |number: usize| {
        let game = ["doppelkopf", "just4fun", "ontop"][number % 3];
        let seats = json!([json!({ "person": "" }), agent, agent, agent]);
        make(&mut client, game, seats).expect("a table")
    };
    // What grows once and for all is not a table's.
    (0..100).for_each(|number| drop(sit(number)));
    let before = served.memory();
    let made: Vec<_> = (0..TABLES).map(&mut sit).collect();
    quiet(&mut client);
    let after = served.memory();
    let each = after.saturating_sub(before) as f64 / TABLES as f64;
    let listening: Vec<Live> = made
        .iter()
        .take(CONNECTED)
        .map(|(table, token)| {
            let mut live = Live::hello(served.addr, table, token.as_deref());
            live.hear().expect("the table");
            live
        })
        .collect();
    let connection = served.memory().saturating_sub(after) as f64 / listening.len() as f64;
    report.load(
        &format!("{TABLES} idle tables with a person and three agents, all in memory"),
        &[
            ["memory of each", &format!("{each:.1} KB"), "below 50 KB"],
            ["and of a live connection to one", &format!("{connection:.1} KB"), ""],
        ],
    );
}

/// Waits until no agent has anything left to decide.
fn quiet(client: &mut Client) {
    let mut last = f64::NAN;
    loop {
        let decisions = metric(client, "kontra_decisions_total");
        if decisions == last {
            return;
        }
        last = decisions;
        std::thread::sleep(Duration::from_millis(500));
    }
}
