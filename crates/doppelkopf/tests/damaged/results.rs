//! Results that are not what the game came to.

use super::damage::Damage;
use super::samples;
use serde_json::{Value, json};

fn with_result(record: &Value, result: Value) -> Damage {
    let mut record = record.clone();
    let what = format!("{} instead of {}", result, record["result"]);
    record["result"] = result;
    Damage::value(what, "result", &record)
}

fn wrong(record: &Value) -> Vec<Damage> {
    let right: Vec<i64> =
        record["result"].as_array().expect("a result").iter().filter_map(Value::as_i64).collect();
    let mut list = vec![];
    for seat in 0..4 {
        for step in [-1, 1, 1000] {
            let mut result = right.clone();
            result[seat] += step;
            list.push(with_result(record, json!(result)));
        }
    }
    let others = [
        json!(right.iter().map(|score| -score).collect::<Vec<_>>()),
        json!(right.iter().map(|score| 3 * score).collect::<Vec<_>>()),
        json!(right.iter().map(|score| *score as f64 + 0.5).collect::<Vec<_>>()),
        json!([0, 0, 0, 0]),
        json!([1e300, -1e300, 0, 0]),
        json!([u64::MAX, 0, 0, 0]),
        json!(right[1..]),
        json!([right.clone(), vec![0]].concat()),
        json!(vec![0; 10_000]),
        json!([]),
        Value::Null,
    ];
    list.extend(others.into_iter().map(|result| with_result(record, result)));
    list
}

pub(crate) fn all() -> Vec<Damage> {
    let mut all = vec![];
    for record in [samples::normal(), samples::solo(), samples::marriage()] {
        all.extend(wrong(&record));
    }
    // A game that is not over has no result yet.
    for result in [json!([0, 0, 0, 0]), json!([1, -1, 1, -1]), json!([3, -1, -1, -1]), json!([])] {
        all.push(with_result(&samples::unfinished(), result));
    }
    all
}

#[test]
fn wrong_results_are_rejected() {
    all().iter().for_each(Damage::is_rejected);
}
