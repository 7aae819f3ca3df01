use crate::public::Public;
use crate::{Card, Cards, HAND, Hearts, HeartsMove, PassDirection, SEATS};
use kontra_game::{
    BadInput, DealRng, Notation, Past, Reader, Recorded, Rewind, RuleOption, RuleValues, Seat,
    choose, read_options,
};
use serde_json::{Value, json};

/// The rules that are a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct HeartsRules {
    /// Which way cards are passed.
    pub pass: PassDirection,
}

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HeartsStart {
    /// Which way cards are passed.
    pub pass: PassDirection,
    /// The hands as they were dealt.
    pub hands: [Cards; SEATS],
}

impl Notation for Hearts {
    fn action_text(&self, action: HeartsMove) -> String {
        match action {
            HeartsMove::Pass(card) => format!("pass-{card}"),
            HeartsMove::Play(card) => card.to_string(),
        }
    }
}

impl Recorded for Hearts {
    const NAME: &'static str = "hearts";
    const ABOUT: &'static str =
        "Trick-taking game for four: avoid the hearts and the queen of spades.";
    const OPTIONS: &'static [RuleOption] = &[RuleOption {
        name: "pass",
        values: RuleValues::Words(&["left", "right", "across", "none"]),
        default: "left",
        about: "Which way three cards are passed before the first trick; 'none': nobody passes.",
    }];
    type Rules = HeartsRules;
    type Start = HeartsStart;

    fn read_rules(reader: &Reader<'_>) -> Result<HeartsRules, BadInput> {
        let rules = read_options(reader, Hearts::OPTIONS)?;
        let named = PassDirection::NAMES.into_iter().find(|(name, _)| *name == rules.word("pass"));
        Ok(HeartsRules { pass: named.map_or_else(PassDirection::default, |(_, pass)| pass) })
    }

    fn write_rules(rules: &HeartsRules) -> Value {
        json!({ "pass": rules.pass.name() })
    }

    fn deal(rules: &HeartsRules, rng: &mut DealRng) -> HeartsStart {
        let mut deck: Vec<Card> = Cards::DECK.iter().collect();
        choose::shuffle(rng, &mut deck);
        let hand = |seat: usize| deck[HAND * seat..][..HAND].iter().copied().collect();
        HeartsStart { pass: rules.pass, hands: std::array::from_fn(hand) }
    }

    fn read_start(reader: &Reader<'_>) -> Result<HeartsStart, BadInput> {
        let mut object = reader.object()?;
        let pass = object.field("pass")?.one_of(&PassDirection::NAMES)?;
        let hands: [Reader<'_>; SEATS] = object.field("hands")?.list_of()?;
        object.finish()?;
        let mut start = HeartsStart { pass, hands: [Cards::default(); SEATS] };
        let mut dealt = Cards::default();
        for (hand, reader) in start.hands.iter_mut().zip(&hands) {
            for card in reader.list_of::<HAND>()? {
                let found = Card::parse(card.text()?).filter(|&card| !dealt.contains(card));
                let found =
                    found.ok_or_else(|| card.expected("a card such as 'SQ', each only once"))?;
                dealt.insert(found);
                hand.insert(found);
            }
        }
        Ok(start)
    }

    fn write_start(start: &HeartsStart) -> Value {
        let hand = |hand: Cards| hand.iter().map(|card| card.to_string()).collect::<Vec<_>>();
        json!({ "pass": start.pass.name(), "hands": start.hands.map(hand) })
    }

    fn begin(start: &HeartsStart) -> Hearts {
        let (hands, passed) = (start.hands, [Cards::default(); SEATS]);
        let mut game = Hearts { hands, passed, table: Public::new(start.pass) };
        if start.pass == PassDirection::Hold {
            game.find_leader();
        }
        game
    }
}

impl Rewind for Hearts {
    /// The cards go back the way they came; what others passed on is what they passed on in the imagined world.
    fn rewind(
        start: &HeartsStart,
        history: &[HeartsMove],
        world: &Hearts,
        seat: Seat,
    ) -> Past<Hearts> {
        let table = &world.table;
        let mut hands: [Cards; SEATS] =
            std::array::from_fn(|seat| world.hands[seat].or(table.played[seat]));
        if !table.is_passing() && start.pass != PassDirection::Hold {
            for giver in Seat::all(SEATS) {
                let target = start.pass.target(giver).index();
                hands[target] = hands[target].without(world.passed[giver.index()]);
            }
            for giver in Seat::all(SEATS) {
                hands[giver.index()] = hands[giver.index()].or(world.passed[giver.index()]);
            }
        }
        let mut history = history.to_vec();
        for giver in Seat::all(SEATS).filter(|&giver| giver != seat) {
            let choices = world.passed[giver.index()].iter().map(HeartsMove::Pass);
            let place = 3 * giver.index();
            if let Some(old) = history.get_mut(place..) {
                old.iter_mut().zip(choices).for_each(|(old, choice)| *old = choice);
            }
        }
        Past::new(HeartsStart { pass: start.pass, hands }, &history)
    }
}
