use crate::client::Client;
use crate::served::make;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// What the honest player plays: the game, and the strengths of the opponents.
pub(crate) const GAMES: [(&str, &[&str]); 3] = [
    ("just4fun", &["strong"]),
    ("ontop", &["strong"]),
    ("doppelkopf", &["medium", "medium", "easy"]),
];

/// How often the table is looked at: within what one seat may ask for, 20 requests in a second.
const LOOK: Duration = Duration::from_millis(100);

/// Plays a game again and again for a while; how long the opponents took for each decision.
pub(crate) fn play(
    client: &mut Client,
    game: &str,
    opponents: &[&str],
    time: Duration,
) -> Vec<Duration> {
    let mut seats = vec![json!({ "person": "" })];
    seats.extend(opponents.iter().map(|word| json!({ "agent": word })));
    let Some((table, Some(token))) = make(client, game, json!(seats)) else { return vec![] };
    let path = format!("/api/tables/{table}");
    let begun = Instant::now();
    let (mut waits, mut last, mut since) = (vec![], (0, 0), Instant::now());
    while begun.elapsed() < time {
        let seen = client.get(&path, Some(&token)).json();
        let now = (number(&seen["number"]), number(&seen["version"]));
        let opponent = seen["over"].is_null() && number(&seen["turn"]) != 0;
        if now != last {
            if last.0 == now.0 && last.1 < now.1 {
                waits.push(since.elapsed());
            }
            (last, since) = (now, Instant::now());
        }
        if opponent {
            std::thread::sleep(LOOK);
            continue;
        }
        let (what, body) = if seen["over"].is_null() {
            let moves = &seen["choices"][0]["send"];
            ("moves", json!({ "version": seen["version"], "moves": moves }))
        } else {
            ("next", json!({ "number": seen["number"] }))
        };
        let answer = client.post(&format!("{path}/{what}"), Some(&token), &body);
        if answer.status == 200 {
            let seen = answer.json();
            // From now on the opponent is waited for.
            (last, since) = ((number(&seen["number"]), number(&seen["version"])), Instant::now());
        }
        std::thread::sleep(LOOK);
    }
    // A person who is still waited for has taken that long at least.
    waits.push(since.elapsed());
    waits
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}
