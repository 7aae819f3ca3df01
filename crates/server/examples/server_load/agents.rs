use crate::client::Client;
use crate::report::{Report, percentiles};
use crate::served::{Served, make, metric};
use serde_json::json;
use std::time::{Duration, Instant};

const TABLES: usize = 1000;

/// A thousand tables with four agents each, all at once, and somebody who looks at one after the other.
pub(crate) fn measure(program: &str, report: &mut Report) {
    let served = Served::start(program);
    let mut client = Client::new(served.addr);
    let begun = Instant::now();
    let four = json!(vec![json!({ "agent": "easy" }); 4]);
    let made: Vec<_> =
        (0..TABLES).filter_map(|_| make(&mut client, "doppelkopf", four.clone())).collect();
    let (mut looks, mut failed) = (vec![], TABLES - made.len());
    while metric(&mut client, "kontra_games_finished_total") < made.len() as f64 {
        let at = Instant::now();
        let reply = client.get(&format!("/api/tables/{}", made[looks.len() % made.len()].0), None);
        looks.push(at.elapsed());
        failed += usize::from(reply.status != 200);
        std::thread::sleep(Duration::from_millis(20));
    }
    let seconds = begun.elapsed().as_secs_f64();
    let decisions = metric(&mut client, "kontra_decisions_total") / seconds;
    let errors = metric(&mut client, "kontra_http_answers_total{class=\"5xx\"}") + failed as f64;
    report.load(
        &format!("{TABLES} tables with four agents (`easy`)"),
        &[
            ["games finished, errors", &format!("{} and {errors}", made.len()), "no error"],
            [
                "until the last one was over",
                &format!("{seconds:.1} s, {decisions:.0} decisions a second"),
                "",
            ],
            ["looking at a table meanwhile, 50 % and 99 %", &percentiles(&mut looks), ""],
        ],
    );
}
