use crate::face::{Choice, Face, Fields, Words, fields};
use kontra_game::{Log, Seat, Turn, sees};
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
    /// The same decisions, and who saw them.
    pub(crate) log: Log<G>,
    pub(crate) game: G,
}

impl<G: Face> Course<G> {
    pub(crate) fn new(start: G::Start) -> Course<G> {
        let game = G::begin(&start);
        Course { start, actions: vec![], log: Log::new(), game }
    }

    /// The course of a game up to one of its decisions.
    pub(crate) fn until(&self, ply: usize) -> Course<G> {
        let mut course = Course::new(self.start.clone());
        self.actions.iter().take(ply).for_each(|&action| course.play(action));
        course
    }

    pub(crate) fn play(&mut self, action: G::Action) {
        self.actions.push(action);
        self.log.push(&self.game, action);
        self.game.play(action);
    }

    /// Writes `view`, `choices` and `story`.
    pub(crate) fn write_seen(&self, eyes: Eyes, out: &mut Fields) {
        let (view, choices) = match eyes {
            Eyes::Seat(seat) => {
                let view = self.game.view(seat);
                let mut seen = fields(G::show(&view));
                seen.extend(G::more(&view));
                (seen, G::offers(&view))
            }
            Eyes::Watcher | Eyes::All => (self.open(eyes), vec![]),
        };
        let choices: Vec<Value> = choices.iter().map(Choice::to_json).collect();
        out.insert("view".to_owned(), Value::Object(view));
        out.insert("choices".to_owned(), Value::Array(choices));
        out.insert("story".to_owned(), G::story(&self.events(eyes, 0)));
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

    /// The events after the first `since` decisions, each with its number, as they were seen.
    pub(crate) fn events(&self, eyes: Eyes, since: usize) -> Vec<Value> {
        let mut game = G::begin(&self.start);
        let mut events = vec![];
        for (ply, &action) in self.actions.iter().enumerate() {
            if ply < since {
                game.play(action);
                continue;
            }
            let before = game.clone();
            game.play(action);
            events.push(event(eyes, ply + 1, &before, action, &game));
        }
        events
    }

    /// How the game ended; `None` while it goes on.
    pub(crate) fn over(&self) -> Option<Fields> {
        (self.game.turn() == Turn::Over).then(|| {
            fields(json!({
                "payoffs": self.game.payoffs().as_slice(),
                "ending": self.game.ending(),
                "sheet": self.game.sheet(),
            }))
        })
    }
}

/// Whether a decision is seen at the moment it is made.
fn is_seen<G: Face>(eyes: Eyes, before: &G, action: G::Action) -> bool {
    match eyes {
        Eyes::Seat(seat) => sees(before, seat, action),
        Eyes::All => true,
        // Only what everybody sees lies open.
        Eyes::Watcher => Seat::all(before.seats()).all(|seat| sees(before, seat, action)),
    }
}

/// A decision, as it was seen: where it was not, only that there was one.
fn event<G: Face>(eyes: Eyes, number: usize, before: &G, action: G::Action, after: &G) -> Value {
    let seat = match before.turn() {
        Turn::Seat(seat) => Some(seat.index()),
        Turn::Chance | Turn::Over => None,
    };
    let open = is_seen(eyes, before, action);
    let text = open.then(|| before.action_text(action));
    let mut event = fields(json!({ "number": number, "seat": seat, "move": text }));
    if !open {
        Words::new("something hidden", "etwas Verdecktes").write(&mut event);
        return Value::Object(event);
    }
    before.words(action).write(&mut event);
    event.extend(G::event(before, action, after));
    Value::Object(event)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::Played;
    use kontra_agents::games::Doppelkopf;
    use kontra_game::{Game, Recorded, Streams};

    #[test]
    fn agents_are_told_what_happened_also_after_a_move_was_taken_back() {
        let streams = Streams::new(1);
        let start = Doppelkopf::deal(&Default::default(), &mut streams.deal(0));
        let mut course = Course::<Doppelkopf>::new(start);
        let mut rng = streams.test(0);
        for _ in 0..40 {
            course.play(course.game.random_action(&mut rng).unwrap());
        }
        let check = |course: &Course<Doppelkopf>, length| {
            let (log, _) = Log::replay(&course.start, &course.actions);
            assert_eq!(course.log.len(), length);
            for seat in Seat::all(4) {
                assert_eq!(course.log.seen_by(seat), log.seen_by(seat));
            }
        };
        check(&course, 40);
        course.take_back(25);
        check(&course, 25);
    }
}
