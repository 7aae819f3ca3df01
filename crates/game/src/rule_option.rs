use crate::{BadInput, Object, Reader};
use serde_json::Value;

/// A rule that is a choice of the table, as data: from this the command line, the list of games, the catalog of the server
/// and the page on which a table is set up are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleOption {
    /// The name before the `=`, and the field in records.
    pub name: &'static str,
    /// What may stand after it.
    pub values: RuleValues,
    /// The value where none is given, as text.
    pub default: &'static str,
    /// What it means, as one sentence for people.
    pub about: &'static str,
}

impl RuleOption {
    /// The number of players, two to four, two where nothing is said.
    pub const TWO_TO_FOUR_PLAYERS: RuleOption = RuleOption {
        name: "players",
        values: RuleValues::Whole(2, 4),
        default: "2",
        about: "How many play: 2, 3 or 4.",
    };
}

/// What a rule may be set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleValues {
    /// One of a few words.
    Words(&'static [&'static str]),
    /// One of a few words, or an object in JSON that the game describes elsewhere.
    WordsOrObject(&'static [&'static str]),
    /// A whole number, from the first to the second.
    Whole(u64, u64),
    /// `true` or `false`.
    Flag,
}

/// Numbers are listed one by one only where there are no more than these.
const FEW: u64 = 16;

impl RuleOption {
    /// The values that can be listed: all of them, but for objects and for long ranges of numbers, where the list is empty.
    pub fn listed(&self) -> Vec<String> {
        match self.values {
            RuleValues::Words(words) | RuleValues::WordsOrObject(words) => {
                words.iter().map(|&word| word.to_owned()).collect()
            }
            RuleValues::Whole(least, most) if most - least < FEW => {
                (least..=most).map(|number| number.to_string()).collect()
            }
            RuleValues::Whole(..) => vec![],
            RuleValues::Flag => vec!["false".to_owned(), "true".to_owned()],
        }
    }

    /// What is expected, in words.
    pub fn expected(&self) -> String {
        match self.values {
            RuleValues::Words(words) => words.join(" or "),
            RuleValues::WordsOrObject(words) => {
                format!("{} or an object in JSON", words.join(", "))
            }
            RuleValues::Whole(least, most) => format!("a whole number from {least} to {most}"),
            RuleValues::Flag => "true or false".to_owned(),
        }
    }

    /// A value that was written as text, as it stands in JSON. Whether it is allowed is for
    /// [`Recorded::read_rules`](crate::Recorded::read_rules) to say.
    pub fn value(&self, text: &str) -> Value {
        let parsed = serde_json::from_str(text).ok().filter(|value: &Value| match self.values {
            RuleValues::Words(_) => false,
            RuleValues::WordsOrObject(_) => value.is_object(),
            RuleValues::Whole(..) => value.is_number(),
            RuleValues::Flag => value.is_boolean(),
        });
        parsed.unwrap_or_else(|| Value::from(text))
    }
}

/// Reads an object in which every field is one of `options`; those that are left out have their default.
pub fn read_options(
    reader: &Reader<'_>,
    options: &'static [RuleOption],
) -> Result<ChosenRules, BadInput> {
    let mut object = reader.object()?;
    let values = options.iter().map(|option| read_option(&mut object, option));
    let values = values.collect::<Result<Vec<Value>, BadInput>>()?;
    object.finish()?;
    Ok(ChosenRules { options, values })
}

fn read_option(object: &mut Object<'_>, option: &RuleOption) -> Result<Value, BadInput> {
    let Some(field) = object.optional(option.name) else { return Ok(option.value(option.default)) };
    match option.values {
        RuleValues::WordsOrObject(_) if field.value().is_object() => {}
        RuleValues::Words(words) | RuleValues::WordsOrObject(words) => {
            let words: Vec<(&str, ())> = words.iter().map(|&word| (word, ())).collect();
            field.one_of(&words)?;
        }
        RuleValues::Whole(least, most) => {
            field.integer(least..=most)?;
        }
        RuleValues::Flag => {
            field.flag()?;
        }
    }
    Ok(field.value().clone())
}

/// The rules of a table, read by [`read_options`]: a value for every option.
#[derive(Clone, PartialEq, Debug)]
pub struct ChosenRules {
    options: &'static [RuleOption],
    values: Vec<Value>,
}

impl ChosenRules {
    /// The value of an option as it stands in JSON.
    ///
    /// # Panics
    /// When the game has no such option: a mistake in the program, never in input.
    pub fn value(&self, name: &str) -> &Value {
        let found = self.options.iter().position(|option| option.name == name);
        &self.values[found.unwrap_or_else(|| panic!("{name} is not an option"))]
    }

    /// The value of an option that is a word; empty if it is none.
    pub fn word(&self, name: &str) -> &str {
        self.value(name).as_str().unwrap_or_default()
    }

    /// The value of an option that is a whole number; 0 if it is none.
    pub fn whole(&self, name: &str) -> u64 {
        self.value(name).as_u64().unwrap_or_default()
    }

    /// Whether an option that is a flag is `true`.
    pub fn flag(&self, name: &str) -> bool {
        self.value(name) == &Value::Bool(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const OPTIONS: &[RuleOption] = &[
        RuleOption {
            name: "deck",
            values: RuleValues::Words(&["short", "long"]),
            default: "long",
            about: "",
        },
        RuleOption {
            name: "target",
            values: RuleValues::Whole(1, 1000),
            default: "100",
            about: "",
        },
        RuleOption { name: "teams", values: RuleValues::Flag, default: "false", about: "" },
    ];

    fn read(value: &Value) -> Result<ChosenRules, String> {
        read_options(&Reader::new(value, "rules"), OPTIONS).map_err(|bad| bad.to_string())
    }

    #[test]
    fn options_that_are_left_out_have_their_default() {
        let rules = read(&json!({ "target": 7 })).unwrap();
        assert_eq!(
            (rules.word("deck"), rules.whole("target"), rules.flag("teams")),
            ("long", 7, false)
        );
    }

    #[test]
    fn a_wrong_value_gets_a_sentence_that_is_made_of_the_data() {
        let complaint = |value| read(&value).unwrap_err();
        assert_eq!(
            complaint(json!({ "deck": "huge" })),
            "rules.deck: expected 'short' or 'long', found 'huge'"
        );
        assert_eq!(
            complaint(json!({ "target": 0 })),
            "rules.target: expected a whole number from 1 to 1000, found 0"
        );
        assert_eq!(
            complaint(json!({ "teams": "yes" })),
            "rules.teams: expected true or false, found 'yes'"
        );
        assert_eq!(
            complaint(json!({ "tricks": 1 })),
            "rules.tricks: expected only the fields deck, target, teams, found another one"
        );
    }

    #[test]
    fn text_becomes_the_kind_of_value_that_the_rule_has() {
        assert_eq!(OPTIONS[0].value("12"), json!("12"));
        assert_eq!(OPTIONS[1].value("12"), json!(12));
        assert_eq!(OPTIONS[1].value("twelve"), json!("twelve"));
        assert_eq!(OPTIONS[2].value("true"), json!(true));
    }

    #[test]
    fn short_ranges_are_listed_and_long_ones_are_not() {
        let players = RuleOption {
            name: "players",
            values: RuleValues::Whole(2, 4),
            default: "2",
            about: "",
        };
        assert_eq!(players.listed(), ["2", "3", "4"]);
        assert!(OPTIONS[1].listed().is_empty());
        assert_eq!(OPTIONS[1].expected(), "a whole number from 1 to 1000");
    }
}
