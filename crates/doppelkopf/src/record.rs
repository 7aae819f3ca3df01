use crate::deal::Deal;
use crate::moves::{Level, Move};
use crate::rules::Rules;
use crate::start::Start;
use crate::state::Doppelkopf;
use crate::team::Team;
use kontra_game::{BadInput, DealRng, Notation, Reader, Recorded, RuleOption, RuleValues};
use serde_json::Value;

/// An announcement in words. Re and kontra are the same level, said by different teams.
pub(crate) fn level_text(level: Level, team: Team) -> &'static str {
    match level {
        Level::Silent => "no",
        Level::Game => team.name(),
        Level::No90 => "no90",
        Level::No60 => "no60",
        Level::No30 => "no30",
        Level::Black => "black",
    }
}

impl Notation for Doppelkopf {
    fn action_text(&self, action: Move) -> String {
        match action {
            Move::No => "no".to_owned(),
            Move::Yes => "yes".to_owned(),
            Move::Solo(kind) => kind.name().to_owned(),
            Move::Announce(level) => {
                level_text(level, self.true_team(self.public.asked)).to_owned()
            }
            Move::Card(card) => card.to_string(),
        }
    }
}

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
