//! `kontra match --config FILE`: options from a file, as if they stood on the command line.

use super::Args;
use crate::files;
use crate::problem::Problem;
use clap::{Arg, ArgAction, Args as _, Command};
use kontra_game::{BadInput, quote};
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::Path;
use toml::{Table, Value};

/// The option itself.
const CONFIG: &str = "config";

/// The words of a command line with those of its file in place of `--config FILE`. What the command line says itself comes first.
pub(crate) fn expand(mut words: Vec<OsString>) -> Result<Vec<OsString>, Problem> {
    let is_match = words.get(1).is_some_and(|word| word == "match");
    let Some((place, file)) = is_match.then(|| find(&words)).flatten() else { return Ok(words) };
    words.drain(place);
    if words.iter().any(|word| is_option(word, CONFIG)) {
        return Err(BadInput::expected("--config", "one file", "a second one").into());
    }
    let table = read(Path::new(&file))?;
    let name = files::name(Path::new(&file));
    let added = arguments(&table, &words[2..]).map_err(|bad| bad.within(&name))?;
    words.splice(2..2, added);
    Ok(words)
}

/// Where `--config FILE` or `--config=FILE` is, and the file. Without a file clap complains.
fn find(words: &[OsString]) -> Option<(std::ops::Range<usize>, OsString)> {
    let place = words.iter().position(|word| is_option(word, CONFIG))?;
    match words[place].to_string_lossy().split_once('=') {
        Some((_, file)) => Some((place..place + 1, file.into())),
        None => Some((place..place + 2, words.get(place + 1)?.clone())),
    }
}

/// Whether a word is this option, alone or with its value.
fn is_option(word: &OsStr, name: &str) -> bool {
    let word = word.to_string_lossy();
    let option = word.split('=').next().unwrap_or_default();
    option.strip_prefix("--") == Some(name) || (name == "agent" && word.starts_with("-a"))
}

fn read(path: &Path) -> Result<Table, Problem> {
    let name = files::name(path);
    let mut text = String::new();
    files::open(path)?.read_to_string(&mut text).map_err(|error| {
        Problem::Input(format!("{name}: expected a text in TOML, found {error}"))
    })?;
    text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        let problem = error.message().replace('\n', " ");
        Problem::Input(format!(
            "{name}, line {line}: expected the options of a match in TOML, found {problem}"
        ))
    })
}

/// The words that say the same as the table, without what the command line says itself.
fn arguments(table: &Table, given: &[OsString]) -> Result<Vec<OsString>, BadInput> {
    let command = Args::augment_args(Command::new("match"));
    let names = |arg: &Arg| arg.get_long().filter(|name| *name != CONFIG).map(str::to_owned);
    let mut known: Vec<String> = command.get_arguments().filter_map(names).collect();
    known.extend(["game", "agents"].map(str::to_owned));
    let mut words = vec![];
    for (key, value) in table {
        let name = if key == "agents" { "agent" } else { key.as_str() };
        let arg = command.get_arguments().find(|arg| arg.get_id() == name && name != CONFIG);
        let Some(arg) = arg else {
            let expected = format!("only the options {}", known.join(", "));
            let bad = BadInput::expected(key.as_str(), expected, "another one");
            return Err(bad.did_you_mean(key, known.iter().map(String::as_str)));
        };
        let is_given = match arg.get_long() {
            // The game has no option: it is the first word.
            None => given.first().is_some_and(|word| !word.to_string_lossy().starts_with('-')),
            Some(long) => given.iter().any(|word| is_option(word, long)),
        };
        if !is_given {
            words.extend(option(arg, value).map_err(|bad| bad.within(key))?);
        }
    }
    Ok(words)
}

/// An option with its values, named again for each of several.
fn option(arg: &Arg, value: &Value) -> Result<Vec<OsString>, BadInput> {
    let several = matches!(arg.get_action(), ArgAction::Append);
    let values = match (arg.get_action(), value) {
        (ArgAction::SetTrue, Value::Boolean(false)) => return Ok(vec![]),
        (ArgAction::SetTrue, Value::Boolean(true)) => {
            return Ok(arg.get_long().map(|long| format!("--{long}").into()).into_iter().collect());
        }
        (ArgAction::SetTrue, other) => {
            return Err(BadInput::expected("", "true or false", other.type_str()));
        }
        (_, Value::Array(list)) if several => list.iter().map(text).collect::<Result<_, _>>()?,
        // Rules with their values.
        (_, Value::Table(table)) if several => {
            let pair = |(key, value)| Ok(format!("{key}={}", text(value)?));
            table.iter().map(pair).collect::<Result<_, _>>()?
        }
        (_, value) => vec![text(value)?],
    };
    // One word for option and value: a value may begin with a dash.
    let word = |value: String| match arg.get_long() {
        Some(long) => format!("--{long}={value}").into(),
        None => value.into(),
    };
    Ok(values.into_iter().map(word).collect())
}

/// A single value as on the command line.
fn text(value: &Value) -> Result<String, BadInput> {
    match value {
        Value::String(text) if text.contains('\0') => {
            Err(BadInput::expected("", "a text without the character 0", quote(text)))
        }
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(flag) => Ok(flag.to_string()),
        other => Err(BadInput::expected("", "a text or a number", other.type_str())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[track_caller]
    fn check(file: &str, given: &str, expected: &str) {
        let table = file.parse().unwrap();
        let found = match arguments(&table, &words(given)) {
            Ok(words) => words.join(OsStr::new(" ")).into_string().unwrap(),
            Err(bad) => bad.to_string(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn a_file_says_what_the_command_line_would() {
        let file = "game = 'ontop'\nagents = ['random', 'mcts(iterations=9)']\ndeals = 5\njson = true\nextend = false";
        let whole = "--agent=random --agent=mcts(iterations=9) --deals=5 ontop --json";
        check(file, "", whole);
        check("rules = { a = 1, b = 'x' }", "", "--rules=a=1 --rules=b=x");
        check("rules = ['a=1']\nalpha = 0.1", "", "--alpha=0.1 --rules=a=1");
    }

    #[test]
    fn the_command_line_comes_first() {
        let file = "agents = ['random']\ndeals = 5\ngame = 'ontop'\nseed = 1";
        check(file, "pig -a x --deals 7 --seed=3", "");
        check(file, "--deals 7", "--agent=random ontop --seed=1");
    }

    #[test]
    fn what_is_no_option_is_refused() {
        let known = "agent, deals, seating, seed, threads, sprt, alpha, beta, rules, records, history, overwrite, store, \
                     name, extend, format, json, game, agents";
        let expected = format!("only the options {known}, found another one");
        check("deal = 5", "", &format!("deal: expected {expected}; did you mean 'deals'?"));
        check("config = 'x'", "", &format!("config: expected {expected}"));
        check("json = 1", "", "json: expected true or false, found integer");
        check("deals = [1]", "", "deals: expected a text or a number, found array");
    }
}
