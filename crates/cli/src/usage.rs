//! What is wrong with a command line, in one sentence.

use crate::defaults;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use std::error::Error;

/// The command line of `T`, on which a number below 0 is a value and not an unknown option.
pub(crate) fn command<T: CommandFactory>() -> Command {
    fn negative(command: Command) -> Command {
        command.allow_negative_numbers(true).mut_subcommands(negative)
    }
    negative(T::command())
}

/// The sentence.
pub(crate) fn sentence(error: &clap::Error) -> String {
    let sentence = match error.kind() {
        ErrorKind::ValueValidation => bad_value(error),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => no_command(error),
        _ => None,
    };
    let sentence = sentence.unwrap_or_else(|| first_lines(&error.render()));
    match meant(error) {
        Some(name) => format!("{sentence}; did you mean '{name}'?"),
        None => format!("{sentence}; see --help"),
    }
}

/// The command, option or value that was probably meant.
fn meant(error: &clap::Error) -> Option<String> {
    let kinds =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(name) => Some(name.clone()),
        ContextValue::Strings(names) => names.first().cloned(),
        _ => None,
    })
}

/// A value that is not of its kind: the option, what was expected, what was found.
fn bad_value(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (argument, found) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
    let option = argument.split(' ').next().unwrap_or(argument);
    let place = variable(option, found).unwrap_or(option);
    let reason = error.source()?.to_string();
    Some(format!("{place}: expected {}, found '{found}'", expected(&reason)?))
}

/// The variable that the value comes from, if nobody gave the option.
fn variable(option: &str, found: &str) -> Option<&'static str> {
    let variables = [("--store", defaults::STORE), ("--threads", defaults::THREADS)];
    let (_, variable) = variables.into_iter().find(|(name, _)| *name == option)?;
    let given = |word: std::ffi::OsString| word.to_string_lossy().starts_with(option);
    let from = std::env::var(variable).is_ok_and(|value| value == found);
    (from && !std::env::args_os().any(given)).then_some(variable)
}

/// What a parser wanted that gave this reason; `None` if it did not say.
fn expected(reason: &str) -> Option<String> {
    if let Some((_, range)) = reason.split_once(" is not in ") {
        let (low, high) = range.split_once("..")?;
        let high = high.trim_start_matches('=');
        return Some(match high == u64::MAX.to_string() {
            true => format!("a whole number from {low} on"),
            false => format!("a whole number from {low} to {high}"),
        });
    }
    let words = match reason {
        "invalid digit found in string" => "a whole number, 0 or more",
        "number too large to fit in target type" => "a whole number that is not as large",
        "cannot parse integer from empty string" => "a whole number",
        "invalid float literal" => "a number",
        "invalid socket address syntax" => "an address such as 127.0.0.1:8080",
        _ => return reason.strip_prefix("expected ").map(str::to_owned),
    };
    Some(words.to_owned())
}

/// A command that needs another one behind it.
fn no_command(error: &clap::Error) -> Option<String> {
    let help = error.render().to_string();
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names: Vec<&str> = commands
        .map_while(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help")
        .collect();
    (!names.is_empty()).then(|| format!("expected a command ({}), found none", names.join(", ")))
}

/// What clap says before it says more than one sentence.
fn first_lines(text: &StyledStr) -> String {
    let text = text.to_string();
    let lines: Vec<&str> =
        text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let sentence = lines.join(" ");
    sentence.strip_prefix("error: ").unwrap_or(&sentence).to_owned()
}
