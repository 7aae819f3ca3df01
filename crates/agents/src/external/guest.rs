use super::HISTORY;
use super::pool::ProgramPool;
use super::process::Process;
use crate::{Failure, Guest, Playable};
use kontra_game::{Actions, History, Payoffs, Record, SearchRng, Seat, View};
use rand::Rng;
use serde_json::{Value, json};
use std::sync::Arc;

/// A program on one seat of one game.
pub(super) struct External {
    pool: Arc<ProgramPool>,
    /// `None` before the game and after a failure.
    process: Option<Process>,
    rng: SearchRng,
    /// What was decided so far, as the seat saw it.
    history: Vec<String>,
    /// How much of it was in the last message.
    told: usize,
}

impl External {
    pub(super) fn new(pool: Arc<ProgramPool>, rng: SearchRng) -> External {
        External { pool, process: None, rng, history: vec![], told: 0 }
    }

    /// Adds what was decided since the last message, and for programs that want it everything that was decided.
    fn tell_past(&mut self, message: &mut Value) {
        message["seen"] = self.history[self.told..].into();
        self.told = self.history.len();
        if self.process.as_ref().is_some_and(|process| process.version() >= HISTORY) {
            message["history"] = self.history.as_slice().into();
        }
    }

    /// Adds the record of a game that looks like this one to the seat, for programs that want it: they rebuild the view from it.
    fn tell_world<G: Playable>(
        &self,
        message: &mut Value,
        view: &G::View,
        history: History<'_, G>,
    ) {
        if self.process.as_ref().is_some_and(Process::wants_worlds)
            && let Some(past) = G::imagined_past(view, history)
        {
            let mut game = G::begin(&past.start);
            let mut record = Record::new::<G>(vec![String::new(); game.seats()], &past.start);
            past.history.iter().for_each(|&action| record.play(&mut game, action));
            message["world"] = record.to_line().into();
        }
    }

    /// Sends a message and waits for its answer; a program that fails is ended.
    fn ask(&mut self, message: Value) -> Result<Value, Failure> {
        let missing = || Failure("does not run".to_owned());
        let mut process = self.process.take().ok_or_else(missing)?;
        let answer = process.ask(message, self.pool.seconds())?;
        self.process = Some(process);
        Ok(answer)
    }

    /// The number of a legal move in an answer; a program that names another one is ended.
    fn index(&mut self, answer: &Value, moves: usize) -> Result<usize, Failure> {
        let index = answer.get("index");
        let number = index.and_then(Value::as_u64).and_then(|number| usize::try_from(number).ok());
        number.filter(|&number| number < moves).ok_or_else(|| {
            self.process = None;
            let found = index.map_or("no \"index\"".to_owned(), |index| format!("index {index}"));
            Failure(format!("answered {found}, expected one from 0 to {}", moves - 1))
        })
    }
}

impl<G: Playable> Guest<G> for External {
    fn begin(&mut self, view: &G::View) -> Result<(), Failure> {
        let mut process = self.pool.take()?;
        // 53 bits: a number that every language can hold.
        let seed = self.rng.next_u64() >> 11;
        let rules = G::show_rules(view);
        let seat = view.seat().index();
        process.tell(&json!({ "type": "game", "seat": seat, "rules": rules, "seed": seed }));
        self.process = Some(process);
        Ok(())
    }

    fn see(&mut self, by: Option<Seat>, what: &str) {
        if self.process.is_some() {
            self.history.push(match by {
                Some(seat) => format!("{seat} {what}"),
                None => format!("* {what}"),
            });
        }
    }

    fn choose(&mut self, view: &G::View, history: History<'_, G>) -> Result<G::Action, Failure> {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        let moves = G::show_moves(view);
        let mut message = json!({ "type": "decide", "view": G::show(view), "moves": moves });
        self.tell_past(&mut message);
        self.tell_world(&mut message, view, history);
        let answer = self.ask(message)?;
        Ok(legal[self.index(&answer, legal.len())?])
    }

    fn end(&mut self, payoffs: &Payoffs, forfeit: Option<Seat>) {
        let forfeit = forfeit.map(Seat::index);
        let mut message =
            json!({ "type": "over", "payoffs": payoffs.as_slice(), "forfeit": forfeit });
        self.tell_past(&mut message);
        // A program that fails now has finished its game all the same; the next game gets a fresh program.
        if self.ask(message).is_ok()
            && let Some(process) = self.process.take()
        {
            self.pool.give_back(process);
        }
    }

    fn leave(&mut self) {
        if let Some(process) = self.process.take() {
            self.pool.give_back(process);
        }
    }
}
