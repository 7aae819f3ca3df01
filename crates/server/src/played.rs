//! A game at a table, whichever game it is.

use crate::cast::MOST_NODES;
use crate::course::{Course, Eyes};
use crate::face::{Face, Fields, Surprise};
use crate::{analysis, refusal::Refusal};
use kontra_agents::{AgentSpec, GameId, Player, Recipe, with_game};
use kontra_game::{BadInput, Log, Reader, Record, Recorded, Seat, Streams, Turn};
use kontra_search::Limits;
use serde_json::Value;
use std::time::{Duration, Instant};

/// Something to think about, for a thread that thinks.
pub(crate) type Thought<T> = Box<dyn FnOnce(&Limits) -> T + Send>;

/// A game in progress or at its end.
pub(crate) trait Played: Send + Sync {
    fn turn(&self) -> Turn;
    fn seats(&self) -> usize;
    /// The number of decisions so far.
    fn version(&self) -> usize;
    /// Plays a legal move of the seat to move.
    fn play(&mut self, text: &str) -> Result<Surprise, Refusal>;
    /// Any legal move of the seat to move, as text.
    fn any_move(&self) -> String;
    /// Lets chance decide, by the stream of this decision alone.
    fn draw(&mut self, streams: Streams);
    /// Answers what the seat to move need not be asked; whether there was something to answer.
    fn answer_unasked(&mut self) -> bool;
    /// Takes back all decisions but the first so many.
    fn take_back(&mut self, version: usize);
    /// The decisions after the first so many, as text.
    fn moves(&self, since: usize) -> Vec<String>;
    /// The rules that the table agreed on, as everybody may see them.
    fn rules(&self) -> Value;
    /// How the game started; a secret while it goes on.
    fn start(&self) -> Value;
    /// Writes what is seen of the position.
    fn write_seen(&self, eyes: Eyes, out: &mut Fields);
    /// What was seen of the decisions after the first so many.
    fn events(&self, eyes: Eyes, since: usize) -> Vec<Value>;
    fn over(&self) -> Option<Fields>;
    fn payoffs(&self) -> Vec<f64>;
    /// The game as text.
    fn record(&self, players: Vec<String>) -> Record;
    /// The next game at the same table.
    fn follow(&self, rules: &Value, streams: Streams) -> Result<Box<dyn Played>, BadInput>;
    /// What an agent would play on the seat to move.
    fn thought(
        &self,
        spec: &AgentSpec,
        streams: Streams,
        most: Duration,
    ) -> Option<Thought<String>>;
    /// What the analyst thinks of the decision of the seat to move.
    fn question(&self, most: Duration) -> Option<Thought<Value>>;
    /// The plies at which a seat chose among several moves.
    fn decisions(&self) -> Vec<usize>;
    /// The game before one of its decisions.
    fn at(&self, ply: usize) -> Option<Box<dyn Played>>;
    /// What the reviewer thinks of a decision.
    fn judgement(&self, ply: usize) -> Option<Thought<Option<Value>>>;
}

/// A fresh game by these rules.
// Some games always start the same: their start is `()`.
#[allow(clippy::let_unit_value, clippy::unit_arg)]
pub(crate) fn begin(
    game: GameId,
    rules: &Value,
    streams: Streams,
) -> Result<Box<dyn Played>, BadInput> {
    with_game!(game, G => {
        let start = deal::<G>(rules, streams)?;
        Ok(Box::new(Course::<G>::new(start)))
    })
}

/// A game from its start and its moves.
// Some games always start the same: their start is `()`.
#[allow(clippy::let_unit_value, clippy::unit_arg)]
pub(crate) fn restore(
    game: GameId,
    start: &Value,
    moves: &[String],
) -> Result<Box<dyn Played>, Refusal> {
    with_game!(game, G => {
        let start = G::read_start(&Reader::new(start, "start"))?;
        let mut course = Course::<G>::new(start);
        for text in moves {
            Played::play(&mut course, text)?;
        }
        Ok(Box::new(course))
    })
}

/// A game from a record, checked as `kontra replay` does.
// Some games always start the same: their start is `()`.
#[allow(clippy::let_unit_value, clippy::unit_arg)]
pub(crate) fn replay(record: &Record) -> Result<Box<dyn Played>, BadInput> {
    let game: GameId = record.game.parse()?;
    with_game!(game, G => {
        let replay = record.replay::<G>()?;
        let mut course = Course::<G>::new(replay.start);
        replay.actions.into_iter().for_each(|action| course.play(action));
        Ok(Box::new(course))
    })
}

fn deal<G: Face>(rules: &Value, streams: Streams) -> Result<G::Start, BadInput> {
    let rules = G::read_rules(&Reader::new(rules, "rules"))?;
    Ok(G::deal(&rules, &mut streams.deal(0)))
}

impl<G: Face> Course<G> {
    fn mover(&self) -> Option<Seat> {
        match self.game.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }
}

impl<G: Face> Played for Course<G> {
    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn version(&self) -> usize {
        self.actions.len()
    }

    fn play(&mut self, text: &str) -> Result<Surprise, Refusal> {
        let action = self.game.parse_action(text).ok_or_else(|| {
            let legal = self.game.choices();
            let legal: Vec<String> = legal.into_iter().map(|a| self.game.action_text(a)).collect();
            let found = kontra_game::quote(text);
            Refusal::illegal(format!("move: expected one of {}, found {found}", legal.join(" ")))
        })?;
        let before = self.game.clone();
        Course::play(self, action);
        Ok(G::surprise(&before, action, &self.game))
    }

    fn any_move(&self) -> String {
        let first = self.game.choices().first().copied();
        first.map_or_else(String::new, |action| self.game.action_text(action))
    }

    fn draw(&mut self, streams: Streams) {
        // Every draw has a stream of its own: it is the same after a restart.
        let mut rng = streams.chance(self.actions.len() as u64);
        if self.game.turn() == Turn::Chance
            && let Some(action) = self.game.random_action(&mut rng)
        {
            Course::play(self, action);
        }
    }

    fn answer_unasked(&mut self) -> bool {
        let answer = self.mover().and_then(|seat| G::unasked(&self.game.view(seat)));
        if let Some(action) = answer {
            Course::play(self, action);
        }
        answer.is_some()
    }

    fn take_back(&mut self, version: usize) {
        *self = self.until(version);
    }

    fn moves(&self, since: usize) -> Vec<String> {
        let mut game = G::begin(&self.start);
        let mut texts = vec![];
        for (ply, &action) in self.actions.iter().enumerate() {
            if ply >= since {
                texts.push(game.action_text(action));
            }
            game.play(action);
        }
        texts
    }

    fn rules(&self) -> Value {
        G::show_rules(&self.game.view(Seat::wrapping(0, self.game.seats())))
    }

    fn start(&self) -> Value {
        G::write_start(&self.start)
    }

    fn write_seen(&self, eyes: Eyes, out: &mut Fields) {
        Course::write_seen(self, eyes, out);
    }

    fn events(&self, eyes: Eyes, since: usize) -> Vec<Value> {
        Course::events(self, eyes, since)
    }

    fn over(&self) -> Option<Fields> {
        Course::over(self)
    }

    fn payoffs(&self) -> Vec<f64> {
        self.game.payoffs().as_slice().to_vec()
    }

    fn record(&self, players: Vec<String>) -> Record {
        let mut record = Record::new::<G>(players, &self.start);
        let mut game = G::begin(&self.start);
        self.actions.iter().for_each(|&action| record.play(&mut game, action));
        record
    }

    fn follow(&self, rules: &Value, streams: Streams) -> Result<Box<dyn Played>, BadInput> {
        let start = G::follow(deal::<G>(rules, streams)?, &self.start);
        Ok(Box::new(Course::<G>::new(start)))
    }

    fn thought(
        &self,
        spec: &AgentSpec,
        streams: Streams,
        most: Duration,
    ) -> Option<Thought<String>> {
        let seat = self.mover()?;
        let (view, log) = (self.game.view(seat), self.log.clone());
        let recipe = Recipe::<G>::new(spec).ok()?;
        // Fresh for every decision: nothing is lost in a restart, and nothing stays in memory.
        let rng = streams.agent(0, self.actions.len() as u64, seat);
        Some(Box::new(move |limits| {
            let Player::Honest(mut agent) = recipe.player(rng) else { return String::new() };
            let deadline = Instant::now() + most.mul_f64(G::share(&view));
            agent.set_limits(&limits.until(deadline));
            let action = agent.choose(&view, log.seen_by(seat));
            G::show_move(&view, action)
        }))
    }

    fn question(&self, most: Duration) -> Option<Thought<Value>> {
        let seat = self.mover()?;
        let (mut game, mut log) = (self.game.clone(), self.log.clone());
        let streams = Streams::new(self.actions.len() as u64);
        Some(Box::new(move |limits| {
            let limits = limits.until(Instant::now() + most);
            let analyze = |game: &G, log: &Log<G>| {
                let (view, history) = (game.view(seat), log.seen_by(seat));
                analysis::analyze::<G>(&view, history, G::ANALYST, streams, &limits)
            };
            let mut answer = analyze(&game, &log);
            let before = game.before_what_matters(seat);
            for &action in &before {
                log.push(&game, action);
                game.play(action);
            }
            if !before.is_empty() {
                answer["next"] = analyze(&game, &log);
            }
            answer
        }))
    }

    fn decisions(&self) -> Vec<usize> {
        let mut game = G::begin(&self.start);
        let mut plies = vec![];
        for (ply, &action) in self.actions.iter().enumerate() {
            if matches!(game.turn(), Turn::Seat(_)) && game.choices().len() > 1 {
                plies.push(ply);
            }
            game.play(action);
        }
        plies
    }

    fn at(&self, ply: usize) -> Option<Box<dyn Played>> {
        (ply <= self.actions.len()).then(|| Box::new(self.until(ply)) as Box<dyn Played>)
    }

    fn judgement(&self, ply: usize) -> Option<Thought<Option<Value>>> {
        let played = *self.actions.get(ply)?;
        let before = self.until(ply);
        let seat = before.mover()?;
        let view = before.game.view(seat);
        Some(Box::new(move |limits| {
            analysis::judge::<G>(&view, before.log.seen_by(seat), ply, played, limits)
        }))
    }
}

/// Limits for one thought.
pub(crate) fn limits() -> Limits {
    Limits::new(MOST_NODES)
}
