//! What several test files need.
#![allow(unreachable_pub)]

use kontra_doppelkopf::{
    Announcing, Deal, Doppelkopf, Duty, Move, Question, Rules, SeatSet, Start,
};
use kontra_game::{Game, Notation, Record, Recorded, Seat, choose};
use rand::Rng;

/// The size of a long test: `full` where the environment has `KONTRA_FULL`, a small part of it elsewhere.
pub fn size(full: u64) -> u64 {
    kontra_game::testkit::size(full.div_ceil(50), full)
}

/// A random start: both styles of announcing, any dealer, with and without compulsory solos.
pub fn random_start<R: Rng>(rng: &mut R) -> Start {
    let announcing = if choose::below(rng, 2) == 0 { Announcing::Choose } else { Announcing::Step };
    let dealer = Seat::wrapping(choose::below(rng, 4) as usize, 4);
    let duty = (choose::below(rng, 2) == 0).then(|| {
        let mask = choose::below(rng, 16);
        let open_solos: SeatSet = Seat::all(4).filter(|s| mask >> s.index() & 1 != 0).collect();
        // Every number of games left from the fewest possible, where the solos are forced.
        let spare = choose::below(rng, 4) as u16;
        Duty { games_left: (open_solos.len() as u16 + spare).max(1), open_solos }
    });
    Start { rules: Rules { announcing }, dealer, duty, deal: Deal::random(rng) }
}

#[derive(Clone)]
/// A random game that is played step by step, with everything that led to where it stands.
pub struct Walk {
    pub start: Start,
    pub game: Doppelkopf,
    pub history: Vec<Move>,
    temper: Temper,
}

impl Walk {
    pub fn new<R: Rng>(rng: &mut R) -> Walk {
        let start = random_start(rng);
        Walk { start, game: Doppelkopf::new(&start), history: vec![], temper: Temper::random(rng) }
    }

    /// The next random decision; `None` when the game is over.
    pub fn choose<R: Rng>(&self, rng: &mut R) -> Option<Move> {
        let legal = self.game.choices();
        let is_card = self.game.public().question() == Some(Question::Card);
        (!legal.is_empty()).then(|| legal[self.temper.choose(rng, legal.len(), is_card)])
    }

    /// Plays a random decision; `false` when the game is over.
    pub fn step<R: Rng>(&mut self, rng: &mut R) -> bool {
        let action = self.choose(rng);
        action.into_iter().for_each(|action| self.play(action));
        action.is_some()
    }

    pub fn play(&mut self, action: Move) {
        self.game.play(action);
        self.history.push(action);
    }

    /// How to see this game again.
    pub fn record(&self) -> String {
        let mut record = Record::new::<Doppelkopf>(vec!["random".to_owned(); 4], &self.start);
        let mut game = Doppelkopf::begin(&self.start);
        self.history.iter().for_each(|&action| record.play(&mut game, action));
        record.to_line()
    }
}

/// How a random player leans: their chance of choosing freely, and not the first answer, to a question.
///
/// Uniform answers end in a lust solo with every announcement made; normal games, marriages and late
/// replies need players who mostly say no.
#[derive(Clone, Copy, Debug)]
pub struct Temper {
    per_cent_free: u32,
}

impl Temper {
    pub fn random<R: Rng>(rng: &mut R) -> Temper {
        Temper { per_cent_free: [100, 40, 15, 5][choose::below(rng, 4) as usize] }
    }

    /// Which of `count` answers to give, where the first one says no.
    pub fn choose<R: Rng>(self, rng: &mut R, count: usize, is_card: bool) -> usize {
        if is_card || choose::below(rng, 100) < self.per_cent_free {
            choose::below(rng, count as u32) as usize
        } else {
            0
        }
    }
}
