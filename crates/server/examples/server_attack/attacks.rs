use crate::client::Client;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Tables that keep agents thinking.
pub(crate) const TABLES: usize = 42;

/// Agents that would take gigabytes, each by another parameter.
const GREEDY: [(&str, &str); 8] = [
    ("ontop", "expectimax(table=1000000)"),
    ("ontop", "expectimax(table=100000)"),
    ("ontop", "star25(table=1000000, endgame=9)"),
    ("ontop", "mcts(ms=10000, trees=256, threads=256)"),
    ("ontop", "mcts(endgame=9)"),
    ("just4fun", "so-ismcts(ms=10000, worlds=1000000)"),
    ("just4fun", "ismcts(endgame=8)"),
    ("doppelkopf", "ensemble-uct(worlds=100000)"),
];

/// How often each of them is asked for.
const TIMES: usize = 4;

/// What became of an attack on the memory.
#[derive(Default)]
pub(crate) struct Refusals {
    pub(crate) asked: usize,
    pub(crate) refused: usize,
    slowest: Duration,
}

impl Refusals {
    pub(crate) fn words(&self) -> String {
        let Refusals { asked, refused, slowest } = self;
        format!("{refused} of {asked}; {:.1} ms", slowest.as_secs_f64() * 1000.0)
    }
}

/// Asks for tables with agents that use too much memory.
pub(crate) fn memory(client: &mut Client) -> Refusals {
    let mut refusals = Refusals::default();
    for _ in 0..TIMES {
        for (game, spec) in GREEDY {
            let seats = if game == "doppelkopf" { 4 } else { 2 };
            let seats: Vec<Value> = vec![json!({ "agent": spec }); seats];
            let body = json!({ "game": game, "seats": seats });
            let begun = Instant::now();
            let reply = client.post("/api/tables", None, &body);
            refusals.slowest = refusals.slowest.max(begun.elapsed());
            refusals.asked += 1;
            refusals.refused += usize::from((400..500).contains(&reply.status));
            if reply.status == 429 {
                // That would be no answer to the spec: wait until the address may ask again.
                refusals.refused -= 1;
                std::thread::sleep(Duration::from_secs(1));
            }
        }
    }
    refusals
}

/// What became of an attack on the threads that think.
pub(crate) struct Thinking {
    pub(crate) made: usize,
}

/// Makes tables at which agents think for as long as they may, at once, with a person who is waited for.
pub(crate) fn thinking(client: &mut Client) -> Thinking {
    let agent = json!({ "agent": "mcts(ms=10000)" });
    let mut made = 0;
    for _ in 0..TABLES {
        let body = json!({ "game": "ontop", "seats": [agent, { "person": "" }] });
        while client.post("/api/tables", None, &body).status == 429 {
            std::thread::sleep(Duration::from_millis(200));
        }
        made += 1;
    }
    Thinking { made }
}
