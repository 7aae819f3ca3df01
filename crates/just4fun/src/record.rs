use crate::{Just4Fun, Rules, Setup, Start};
use kontra_game::{BadInput, DealRng, Reader, Recorded, RuleOption, RuleValues};
use serde_json::Value;

impl Recorded for Just4Fun {
    const NAME: &'static str = "just4fun";
    const ABOUT: &'static str =
        "Card and board game for two to four: reach fields with your cards, get four in a row.";
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption::TWO_TO_FOUR_PLAYERS,
        RuleOption {
            name: "board",
            values: RuleValues::Words(&["original", "ordered", "random"]),
            default: "original",
            about: "The order of the fields: 'original', 'ordered' or 'random'.",
        },
        RuleOption {
            name: "cards",
            values: RuleValues::Words(&["random", "choose"]),
            default: "random",
            about: "Who chooses the cards for a field: 'random', or you ('choose').",
        },
    ];

    type Rules = Rules;
    type Start = Start;

    fn read_rules(reader: &Reader<'_>) -> Result<Rules, BadInput> {
        Rules::read(reader)
    }

    fn write_rules(rules: &Rules) -> Value {
        rules.to_json()
    }

    fn deal(rules: &Rules, rng: &mut DealRng) -> Start {
        Start::new(Setup::deal(rules, rng)).expect("a fresh deal is allowed")
    }

    fn read_start(reader: &Reader<'_>) -> Result<Start, BadInput> {
        Start::read(reader)
    }

    fn write_start(start: &Start) -> Value {
        start.write()
    }

    fn begin(start: &Start) -> Just4Fun {
        start.game()
    }
}
