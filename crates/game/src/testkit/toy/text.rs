//! Notation, starts and pasts of the toy.

use super::{Act, CALLS, Fault, Start, Toy};
use crate::*;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

impl Notation for Toy {
    fn action_text(&self, action: Act) -> String {
        match action {
            Act::Say(1) if self.has(Fault::SameText) => "0".to_owned(),
            Act::Say(number) => number.to_string(),
            Act::Fall(side) => ["heads", "tails", "edge"][usize::from(side)].to_owned(),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Act> {
        let mut choices = self.choices().into_iter();
        match self.start.fault {
            Fault::ReadsNothing => None,
            Fault::ReadsAnything => choices.find(|&a| text.starts_with(&self.action_text(a))),
            Fault::ReadsEarlierMoves => match text {
                "0" | "1" | "2" | "3" | "4" => text.parse().ok().map(Act::Say),
                _ => choices.find(|&action| self.action_text(action) == text),
            },
            _ => choices.find(|&action| self.action_text(action) == text),
        }
    }
}

impl Recorded for Toy {
    const NAME: &'static str = "toy";
    type Rules = Fault;
    type Start = Start;

    fn read_rules(reader: &Reader<'_>) -> Result<Fault, BadInput> {
        reader.object()?.finish()?;
        Ok(Fault::None)
    }

    fn write_rules(_: &Fault) -> Value {
        json!({})
    }

    fn deal(rules: &Fault, rng: &mut DealRng) -> Start {
        let mut cards = [0, 1, 2, 3, 4];
        choose::shuffle(rng, &mut cards);
        match rules {
            Fault::UnsteadyDeal => cards.rotate_left((CALLS.fetch_add(1, Relaxed) % 5) as usize),
            Fault::BiasedDeal if cards[0] < cards[1] && choose::below(rng, 4) == 0 => {
                cards.reverse();
            }
            _ => {}
        }
        Start { fault: *rules, cards: [cards[0], cards[1]] }
    }

    fn read_start(reader: &Reader<'_>) -> Result<Start, BadInput> {
        let mut object = reader.object()?;
        let fault = object.field("fault")?.integer(0..=Fault::ALL.len() as u64 - 1)?;
        let fault = Fault::ALL[fault as usize];
        if fault == Fault::StartPanics {
            let card = object.field("cards")?.value()[0].as_u64().unwrap() as u8;
            assert!(card < 5);
        }
        let [one, two] = object.field("cards")?.list_of()?;
        let card = |reader: &Reader<'_>| reader.integer(0..=4).map(|card| card as u8);
        let mut cards = [card(&one)?, card(&two)?];
        if fault != Fault::StartReadLeniently {
            object.finish()?;
        }
        if fault == Fault::StartNotReadBack {
            cards.sort_unstable();
        }
        Ok(Start { fault, cards })
    }

    fn write_start(start: &Start) -> Value {
        let fault = Fault::ALL.iter().position(|fault| *fault == start.fault);
        json!({ "fault": fault, "cards": start.cards })
    }

    fn begin(start: &Start) -> Toy {
        Toy {
            start: start.clone(),
            said: [None; 2],
            coin: None,
            shared: Arc::default(),
            original: true,
        }
    }
}

impl Rewind for Toy {
    fn rewind(_: &Start, history: &[Act], world: &Toy, seat: Seat) -> Past<Toy> {
        let mut start = world.start.clone();
        let mut history = history.to_vec();
        if start.fault == Fault::PastTooShort {
            history.pop();
        }
        if start.fault == Fault::PastWithOtherCard {
            start.cards[seat.index()] = 4;
        }
        Past { start, history }
    }
}

impl Deals for Toy {
    fn deals(rules: &Fault) -> Vec<(Start, f64)> {
        let pairs = (0..5).flat_map(|one| (0..5).map(move |two| [one, two]));
        let pairs = pairs.filter(|[one, two]| one != two);
        pairs.map(|cards| (Start { fault: *rules, cards }, 1.0 / 20.0)).collect()
    }
}
