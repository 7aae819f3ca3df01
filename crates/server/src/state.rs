//! The message that tells one seat, or a watcher, where a game stands.

use crate::face::{Face, Fields};
use kontra_game::{Seat, Turn};
use serde_json::{Value, json};

/// Who looks at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Eyes {
    /// Whoever sits there.
    Seat(Seat),
    /// Somebody who watches a table where people play: he sees what lies open.
    Watcher,
    /// Somebody who looks at a finished game, or at a table without people: he sees everything.
    All,
}

/// A game as it was played: its start, every decision, and what that led to.
pub(crate) struct Course<G: Face> {
    pub(crate) start: G::Start,
    pub(crate) actions: Vec<G::Action>,
    pub(crate) game: G,
}

impl<G: Face> Course<G> {
    pub(crate) fn new(start: G::Start) -> Course<G> {
        let game = G::begin(&start);
        Course { start, actions: vec![], game }
    }

    pub(crate) fn play(&mut self, action: G::Action) {
        self.actions.push(action);
        self.game.play(action);
    }

    /// What is known of the position: `view` and, for whoever's turn it is, `choices`.
    pub(crate) fn seen(&self, eyes: Eyes, out: &mut Fields) {
        let game = &self.game;
        let (view, choices) = match eyes {
            Eyes::Seat(seat) => {
                let view = game.view(seat);
                let mut fields = crate::face::fields(G::show(&view));
                fields.extend(G::more(&view));
                (fields, G::offers(&view))
            }
            Eyes::Watcher | Eyes::All => (self.open(eyes), vec![]),
        };
        out.insert("view".to_owned(), Value::Object(view));
        let choices = choices.iter().map(crate::face::Choice::to_json).collect();
        out.insert("choices".to_owned(), choices);
    }

    /// What somebody sees who does not sit at the table.
    fn open(&self, eyes: Eyes) -> Fields {
        let any = Seat::wrapping(0, self.game.seats());
        let shown = G::show(&self.game.view(any));
        let open = |name: &&str| Some(((*name).to_owned(), shown.get(*name)?.clone()));
        let mut view: Fields = G::OPEN.iter().filter_map(open).collect();
        view.extend(self.game.public());
        if eyes == Eyes::All {
            view.insert("hands".to_owned(), self.game.hands());
        }
        view
    }

    /// The events after decision number `since`, each with its number.
    pub(crate) fn events(&self, since: usize) -> Vec<Value> {
        let mut game = G::begin(&self.start);
        let mut events = vec![];
        for (ply, &action) in self.actions.iter().enumerate() {
            let before = game.clone();
            game.play(action);
            if ply >= since {
                events.push(event(ply + 1, &before, action, &game));
            }
        }
        events
    }

    /// How the game ended; `null` while it goes on.
    pub(crate) fn over(&self) -> Value {
        if self.game.turn() != Turn::Over {
            return Value::Null;
        }
        json!({
            "payoffs": self.game.payoffs().as_slice(),
            "ending": self.game.ending(),
            "sheet": self.game.sheet(),
        })
    }
}

fn event<G: Face>(number: usize, before: &G, action: G::Action, after: &G) -> Value {
    let seat = match before.turn() {
        Turn::Seat(seat) => Some(seat.index()),
        Turn::Chance | Turn::Over => None,
    };
    let mut event = crate::face::fields(json!({
        "number": number,
        "seat": seat,
        "move": before.action_text(action),
    }));
    before.words(action).write(&mut event);
    event.extend(G::event(before, action, after));
    Value::Object(event)
}
#[cfg(test)]
mod sample {
    use super::*;
    use kontra_game::Streams;
    fn go<G: Face>(rules: Value, plies: usize, seed: u64) {
        let streams = Streams::new(seed);
        let rules = G::read_rules(&kontra_game::Reader::new(&rules, "rules")).unwrap();
        let mut c: Course<G> = Course::new(G::deal(&rules, &mut streams.deal(0)));
        let mut rng = streams.test(0);
        while c.actions.len() < plies {
            match c.game.random_action(&mut rng) {
                Some(a) => c.play(a),
                None => break,
            }
        }
        while c.game.turn() == Turn::Chance {
            let a = c.game.random_action(&mut rng).unwrap();
            c.play(a);
        }
        let eyes = match c.game.turn() {
            Turn::Seat(s) => Eyes::Seat(s),
            _ => Eyes::Seat(Seat::new(0).unwrap()),
        };
        let mut f = Fields::new();
        c.seen(eyes, &mut f);
        f.insert("events".into(), c.events(c.actions.len().saturating_sub(2)).into());
        f.insert("over".into(), c.over());
        println!("{}\n", Value::Object(f));
    }
    #[test]
    fn samples() {
        for n in [0, 8, 30, 1000] {
            go::<kontra_agents::games::Doppelkopf>(json!({}), n, 3);
        }
        for n in [8, 1000] {
            go::<kontra_agents::games::Just4Fun>(json!({}), n, 3);
        }
        for n in [9, 1000] {
            go::<kontra_agents::games::OnTop>(json!({}), n, 3);
        }
    }
}
