use crate::AgentSpec;
use kontra_game::{BadInput, quote};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// One parameter of a kind of agent, or one rule of a game that is a choice: its name and what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// The name before the `=`.
    pub name: &'static str,
    /// The value where none is given; `None` where one must be given.
    pub default: Option<&'static str>,
    /// What it means, as one sentence for people.
    pub about: &'static str,
}

/// A parameter with its default.
pub const fn param(name: &'static str, default: &'static str, about: &'static str) -> Param {
    Param { name, default: Some(default), about }
}

/// Several lists of parameters as one, for agents that share some.
///
/// # Panics
/// When they are not `N` parameters: while the program is compiled, as it is meant for constants.
pub const fn joined<const N: usize>(lists: &[&[Param]]) -> [Param; N] {
    let mut all = [Param { name: "", default: None, about: "" }; N];
    let (mut count, mut list) = (0, 0);
    while list < lists.len() {
        let mut place = 0;
        while place < lists[list].len() {
            all[count] = lists[list][place];
            (count, place) = (count + 1, place + 1);
        }
        list += 1;
    }
    assert!(count == N, "not as many parameters as the lists have");
    all
}

/// The parameters of a spec, read by type, each with its default where the spec is silent.
#[derive(Clone, Copy, Debug)]
pub struct Params<'a> {
    spec: &'a AgentSpec,
    known: &'static [Param],
}

impl<'a> Params<'a> {
    /// The parameters of `spec`, all of which must be known, and of which none may be missing.
    pub fn new(spec: &'a AgentSpec, known: &'static [Param]) -> Result<Params<'a>, BadInput> {
        let params = Params { spec, known };
        for (name, _) in spec.params() {
            if !known.iter().any(|param| param.name == name) {
                let names: Vec<&str> = known.iter().map(|param| param.name).collect();
                let expected = match names.as_slice() {
                    [] => "no parameters".to_owned(),
                    [name] => format!("the parameter {name}"),
                    names => format!("one of the parameters {}", names.join(", ")),
                };
                return Err(params.expected(expected, quote(name)).did_you_mean(name, names));
            }
        }
        let missing = |p: &&Param| p.default.is_none() && spec.param(p.name).is_none();
        match known.iter().find(missing) {
            Some(param) => {
                Err(params.expected(format!("a value for the parameter {}", param.name), "none"))
            }
            None => Ok(params),
        }
    }

    /// The value of a parameter as text.
    ///
    /// # Panics
    /// When the kind of agent has no such parameter: a mistake in the program, never in input.
    pub fn text(&self, name: &str) -> &'a str {
        let param = self.known.iter().find(|param| param.name == name);
        let default = param.and_then(|param| param.default);
        self.spec.param(name).or(default).unwrap_or_else(|| panic!("{name} is not a parameter"))
    }

    /// The value of a parameter as a whole number in a range.
    pub fn integer(&self, name: &str, range: RangeInclusive<u64>) -> Result<u64, BadInput> {
        self.parsed(name, "a whole number", range)
    }

    /// The value of a parameter as a number in a range.
    pub fn number(&self, name: &str, range: RangeInclusive<f64>) -> Result<f64, BadInput> {
        self.parsed(name, "a number", range)
    }

    /// The value of a parameter as one of a few words.
    pub fn one_of<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, BadInput> {
        let found = self.text(name);
        words.iter().find(|(word, _)| *word == found).map(|&(_, value)| value).ok_or_else(|| {
            let words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            self.expected(format!("{} for {name}", words.join(" or ")), quote(found))
                .did_you_mean(found, words)
        })
    }

    /// The complaint that something else was expected in this spec.
    pub fn expected(&self, expected: impl Display, found: impl Display) -> BadInput {
        BadInput::expected(self.spec.place(), expected, found)
    }

    fn parsed<T: FromStr + PartialOrd + Display>(
        &self,
        name: &str,
        what: &str,
        range: RangeInclusive<T>,
    ) -> Result<T, BadInput> {
        let text = self.text(name);
        text.parse().ok().filter(|value| range.contains(value)).ok_or_else(|| {
            let expected = format!("{what} from {} to {} for {name}", range.start(), range.end());
            self.expected(expected, quote(text))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Param] = &[
        Param { name: "worlds", default: Some("10"), about: "" },
        Param { name: "reward", default: Some("score"), about: "" },
    ];

    fn check(spec: &str, read: impl Fn(&Params<'_>) -> Result<String, BadInput>) -> String {
        let spec: AgentSpec = spec.parse().unwrap();
        Params::new(&spec, KNOWN)
            .and_then(|params| read(&params))
            .unwrap_or_else(|bad| bad.to_string())
    }

    #[test]
    fn a_parameter_has_its_value_or_its_default() {
        let worlds = |p: &Params<'_>| Ok(p.integer("worlds", 1..=100)?.to_string());
        assert_eq!(check("uct(worlds=25)", worlds), "25");
        assert_eq!(check("uct", worlds), "10");
    }

    #[test]
    fn a_complaint_says_what_was_expected_and_what_was_found() {
        let worlds = |p: &Params<'_>| Ok(p.integer("worlds", 1..=100)?.to_string());
        let reward =
            |p: &Params<'_>| Ok(p.one_of("reward", &[("score", 1), ("points", 2)])?.to_string());
        assert_eq!(
            check("uct(worlds=0)", worlds),
            "agent 'uct(worlds=0)': expected a whole number from 1 to 100 for worlds, found '0'"
        );
        assert_eq!(
            check("uct(reward=fame)", reward),
            "agent 'uct(reward=fame)': expected score or points for reward, found 'fame'"
        );
        assert_eq!(
            check("uct(world=3)", worlds),
            "agent 'uct(world=3)': expected one of the parameters worlds, reward, found 'world'; did you mean 'worlds'?"
        );
    }

    #[test]
    fn not_a_number_is_not_in_any_range() {
        let read = |p: &Params<'_>| Ok(p.number("worlds", 0.0..=1.0)?.to_string());
        assert!(check("uct(worlds=NaN)", read).contains("expected a number from 0 to 1"));
    }
}
