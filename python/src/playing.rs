//! A game on its way, with everything in it.

use crate::error::expected;
use crate::seat::{AnyView, Known};
use crate::supported::Supported;
use crate::table::{AnyTable, Table, description};
use kontra_game::{Chances, Determinize, Log, Record, Seat, Streams, Turn, WorldSampler, quote};
use pyo3::PyResult;
use serde_json::{Value, json};
use std::any::Any;
use std::sync::Arc;

/// A game on its way, with its start and all decisions so far.
pub(crate) struct Playing<G: Supported> {
    pub(crate) table: Arc<Table<G>>,
    pub(crate) game: G,
    pub(crate) log: Log<G>,
    /// `None`: a world whose past cannot be told.
    origin: Option<Origin<G>>,
}

/// Where a game came from.
#[derive(Clone)]
struct Origin<G: Supported> {
    start: G::Start,
    actions: Vec<G::Action>,
}

/// [`Playing`] of any game.
pub(crate) trait AnyState: Send + Sync {
    fn table(&self) -> Arc<dyn AnyTable>;
    fn turn(&self) -> Turn;
    /// The ids of the decisions that can be made now, or of what chance can decide.
    fn choices(&self) -> Vec<usize>;
    fn chances(&self) -> Vec<(usize, f64)>;
    fn apply(&mut self, id: usize) -> PyResult<()>;
    /// The payoffs, once the game is over.
    fn payoffs(&self) -> Option<Vec<f64>>;
    fn action_text(&self, id: usize) -> Option<String>;
    fn parse_action(&self, text: &str) -> PyResult<usize>;
    /// Every decision so far as an id; `None` where the past is not known.
    fn history(&self) -> Option<Vec<usize>>;
    fn view(&self, seat: Seat) -> Box<dyn AnyView>;
    /// Worlds that the seat cannot tell from this one, each equally likely.
    fn worlds(&self, seat: Seat, count: usize, seed: u64) -> Vec<Box<dyn AnyState>>;
    /// The mean payoffs of this many games that are played at random from here.
    fn playouts(&self, games: u64, seed: u64) -> Vec<f64>;
    fn cloned(&self) -> Box<dyn AnyState>;
    /// Everything, as text that can be read again.
    fn serialize(&self) -> PyResult<Value>;
    fn as_any(&self) -> &dyn Any;
}

impl<G: Supported> Playing<G> {
    /// A game before its first decision.
    pub(crate) fn begin(table: Arc<Table<G>>, start: G::Start) -> Playing<G> {
        let game = G::begin(&start);
        let origin = Some(Origin { start, actions: vec![] });
        Playing { table, game, log: Log::new(), origin }
    }

    /// Plays a legal action.
    pub(crate) fn play(&mut self, action: G::Action) {
        self.log.push(&self.game, action);
        self.game.play(action);
        if let Some(origin) = &mut self.origin {
            origin.actions.push(action);
        }
    }

    /// A world without a past.
    pub(crate) fn world(table: &Arc<Table<G>>, game: G) -> Playing<G> {
        Playing { table: Arc::clone(table), game, log: Log::new(), origin: None }
    }

    fn world_with_past(&self, world: G, seat: Seat) -> Playing<G> {
        let past = self
            .origin
            .as_ref()
            .and_then(|origin| G::past(&origin.start, &origin.actions, &world, seat));
        match past {
            None => Playing::world(&self.table, world),
            Some(past) => {
                let (log, game) = Log::replay(&past.start, &past.history);
                let origin = Some(Origin { start: past.start, actions: past.history });
                Playing { table: Arc::clone(&self.table), game, log, origin }
            }
        }
    }

    /// What is known of the seat's past.
    pub(crate) fn seen(&self, seat: Seat) -> kontra_game::History<'_, G> {
        match self.origin {
            Some(_) => self.log.seen_by(seat),
            None => kontra_game::History::unknown(seat),
        }
    }
}

impl<G: Supported> AnyState for Playing<G> {
    fn table(&self) -> Arc<dyn AnyTable> {
        Arc::clone(&self.table) as Arc<dyn AnyTable>
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn choices(&self) -> Vec<usize> {
        self.game.choices().into_iter().map(G::action_id).collect()
    }

    fn chances(&self) -> Vec<(usize, f64)> {
        let mut chances = Chances::new();
        if self.game.turn() == Turn::Chance {
            self.game.chances(&mut chances);
        }
        chances.into_iter().map(|(action, share)| (G::action_id(action), share)).collect()
    }

    fn apply(&mut self, id: usize) -> PyResult<()> {
        let choices = self.game.choices();
        let Some(&action) = choices.iter().find(|&&action| G::action_id(action) == id) else {
            let ids: Vec<String> =
                choices.into_iter().map(|action| G::action_id(action).to_string()).collect();
            let legal = match self.game.turn() {
                Turn::Over => "no further action, because the game is over".to_owned(),
                Turn::Seat(_) | Turn::Chance => format!("a legal action ({})", ids.join(" ")),
            };
            return Err(expected("action", legal, id));
        };
        self.play(action);
        Ok(())
    }

    fn payoffs(&self) -> Option<Vec<f64>> {
        (self.game.turn() == Turn::Over).then(|| self.game.payoffs().as_slice().to_vec())
    }

    fn action_text(&self, id: usize) -> Option<String> {
        let choices = self.game.choices();
        let action = choices.into_iter().find(|&action| G::action_id(action) == id);
        match action {
            Some(action) => Some(self.game.action_text(action)),
            None => Some(G::action_name(id)).filter(|name| !name.is_empty()),
        }
    }

    fn parse_action(&self, text: &str) -> PyResult<usize> {
        self.game.parse_action(text).map(G::action_id).ok_or_else(|| {
            let choices = self.game.choices();
            let legal: Vec<String> =
                choices.into_iter().map(|action| self.game.action_text(action)).collect();
            expected("action", format!("a legal move ({})", legal.join(" ")), quote(text))
        })
    }

    fn history(&self) -> Option<Vec<usize>> {
        let actions = &self.origin.as_ref()?.actions;
        Some(actions.iter().map(|&action| G::action_id(action)).collect())
    }

    fn view(&self, seat: Seat) -> Box<dyn AnyView> {
        Box::new(Known::new(&self.table, self.game.view(seat), self.seen(seat).to_seen()))
    }

    fn worlds(&self, seat: Seat, count: usize, seed: u64) -> Vec<Box<dyn AnyState>> {
        let view = self.game.view(seat);
        let (sampler, mut rng) = (view.prepare(), Streams::new(seed).test(0));
        let draw = |_| -> Box<dyn AnyState> {
            Box::new(self.world_with_past(sampler.draw(&mut rng).world, seat))
        };
        (0..count).map(draw).collect()
    }

    fn playouts(&self, games: u64, seed: u64) -> Vec<f64> {
        let (mut rng, mut sums) = (Streams::new(seed).test(0), vec![0.0; self.game.seats()]);
        for _ in 0..games {
            let mut game = self.game.clone();
            game.playout(&mut rng);
            let payoffs = game.payoffs();
            sums.iter_mut().zip(payoffs.as_slice()).for_each(|(sum, payoff)| *sum += payoff);
        }
        sums.iter_mut().for_each(|sum| *sum /= games.max(1) as f64);
        sums
    }

    fn cloned(&self) -> Box<dyn AnyState> {
        Box::new(Playing {
            table: Arc::clone(&self.table),
            game: self.game.clone(),
            log: self.log.clone(),
            origin: self.origin.clone(),
        })
    }

    fn serialize(&self) -> PyResult<Value> {
        let Some(origin) = &self.origin else {
            let found = format!("a world of {} without one", G::NAME);
            return Err(expected("state", "a state whose past is known", found));
        };
        let players = vec![String::new(); self.game.seats()];
        let mut record = Record::new::<G>(players, &origin.start);
        let mut game = G::begin(&origin.start);
        origin.actions.iter().for_each(|&action| record.play(&mut game, action));
        let line = serde_json::from_str(&record.to_line()).unwrap_or(Value::Null);
        let mut whole = description(&*self.table);
        whole["record"] = line;
        Ok(json!(whole))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
