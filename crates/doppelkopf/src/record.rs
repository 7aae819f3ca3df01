use crate::deal::Deal;
use crate::rules::Rules;
use crate::start::Start;
use crate::state::Doppelkopf;
use kontra_game::{BadInput, DealRng, Reader, Recorded, RuleOption, RuleValues};
use serde_json::Value;

impl Recorded for Doppelkopf {
    const NAME: &'static str = "doppelkopf";
    const ABOUT: &'static str =
        "German trick-taking game for four with hidden partners and a double deck.";
    const OPTIONS: &'static [RuleOption] = &[RuleOption {
        name: "announcing",
        values: RuleValues::Words(&["step", "choose"]),
        default: "step",
        about: "How announcements are asked for: 'step' asks yes or no to the next level, \
                'choose' offers every level at once.",
    }];
    type Rules = Rules;
    type Start = Start;

    fn read_rules(reader: &Reader<'_>) -> Result<Rules, BadInput> {
        Rules::read(reader)
    }

    fn write_rules(rules: &Rules) -> Value {
        rules.write()
    }

    fn deal(rules: &Rules, rng: &mut DealRng) -> Start {
        Start::single(*rules, Deal::random(rng))
    }

    fn read_start(reader: &Reader<'_>) -> Result<Start, BadInput> {
        Start::read(reader)
    }

    fn write_start(start: &Start) -> Value {
        start.write()
    }

    fn begin(start: &Start) -> Doppelkopf {
        Doppelkopf::new(start)
    }
}
