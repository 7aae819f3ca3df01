use crate::Trouble;
use toml::{Table, Value};

/// Which field of a run's configuration changed since its checkpoint was made: one sentence, or `None`. Fields in `free` (such
/// as `run.minutes`) may change; so may comments and the order of fields.
pub fn changed_field(before: &str, now: &str, free: &[&str]) -> Result<Option<String>, Trouble> {
    let table = |text: &str, which: &str| {
        let table = text.parse::<Table>();
        table.map_err(|e| Trouble(format!("{which}: {}", e.message().replace('\n', " "))))
    };
    let (before, now) =
        (table(before, "configuration of the checkpoint")?, table(now, "configuration")?);
    Ok(difference("", &before, &now, free))
}

fn difference(path: &str, before: &Table, now: &Table, free: &[&str]) -> Option<String> {
    let names = before.keys().chain(now.keys().filter(|name| !before.contains_key(*name)));
    for name in names {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        if free.contains(&&path[..]) {
            continue;
        }
        let sentence = match (before.get(name), now.get(name)) {
            (Some(Value::Table(a)), Some(Value::Table(b))) => difference(&path, a, b, free),
            (a, b) if a == b => None,
            (a, b) => Some(format!(
                "'{path}' changed: the checkpoint was made with {}, found {}",
                text(a),
                text(b)
            )),
        };
        if sentence.is_some() {
            return sentence;
        }
    }
    None
}

fn text(value: Option<&Value>) -> String {
    let list = |parts: Vec<String>| parts.join(", ");
    match value {
        None => "nothing".to_owned(),
        Some(Value::String(text)) => format!("{text:?}"),
        Some(Value::Integer(x)) => x.to_string(),
        Some(Value::Float(x)) => x.to_string(),
        Some(Value::Boolean(x)) => x.to_string(),
        Some(Value::Datetime(x)) => x.to_string(),
        Some(Value::Array(all)) => {
            format!("[{}]", list(all.iter().map(|x| text(Some(x))).collect()))
        }
        Some(Value::Table(all)) => {
            let fields = all.iter().map(|(name, x)| format!("{name} = {}", text(Some(x))));
            format!("{{ {} }}", list(fields.collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: &str =
        "seed = 1\n[train]\nbatch = 16384\nrate = { start = 3e-4 }\n[run]\nminutes = 5\n";

    fn check(now: &str, expected: Option<&str>) {
        let found = changed_field(RUN, now, &["run.minutes"]).unwrap();
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn what_changed_is_named() {
        check(RUN, None);
        let made_with = |path: &str, old: &str, new: &str| {
            format!("'{path}' changed: the checkpoint was made with {old}, found {new}")
        };
        check(&RUN.replace("16384", "8192"), Some(&made_with("train.batch", "16384", "8192")));
        check(
            &RUN.replace("3e-4", "6e-4"),
            Some(&made_with("train.rate.start", "0.0003", "0.0006")),
        );
        check(&RUN.replace("seed = 1\n", ""), Some(&made_with("seed", "1", "nothing")));
        let more = RUN.replace("[train]", "[train]\nring = \"big\"");
        check(&more, Some(&made_with("train.ring", "nothing", "\"big\"")));
        check(
            &RUN.replace("[run]", "[[run]]"),
            Some(&made_with("run", "{ minutes = 5 }", "[{ minutes = 5 }]")),
        );
    }

    #[test]
    fn what_may_change_may_change() {
        check(&RUN.replace("minutes = 5", "minutes = 50"), None);
        check(&RUN.replace("[run]\nminutes = 5\n", "# later\n[run]\n"), None);
        check(
            "[run]\n[train]\nrate.start = 0.0003\nbatch = 16_384\n",
            Some("'seed' changed: the checkpoint was made with 1, found nothing"),
        );
    }

    #[test]
    fn what_is_no_toml_is_said() {
        let why = changed_field(RUN, "seed = = 1", &[]).unwrap_err().0;
        assert!(why.starts_with("configuration: ") && !why.contains('\n'), "{why}");
    }
}
