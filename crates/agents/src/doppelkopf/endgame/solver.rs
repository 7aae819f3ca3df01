use super::goal::{Goal, HIGHEST};
use super::open_hands::OpenHands;
use super::setting::EndgameSetting;
use crate::Unsolvable;
use arrayvec::ArrayVec;
use kontra_doppelkopf::{Card, Doppelkopf, HAND, Move, Question, SEATS, SeatSet, Team};
use kontra_game::{Game, Notation, Seat};
use kontra_search::Limits;
use kontra_search::solve::Solver;
use std::time::{Duration, Instant};

/// What both sides play for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Objective {
    /// Card points, and nothing else.
    CardPoints,
    /// Score points: who wins, no 90 and the like, what was announced, special points, three times for a
    /// soloist.
    #[default]
    ScorePoints,
}

impl Objective {
    /// The names on the command line, the usual objective first.
    pub const NAMES: [(&'static str, Objective); 2] =
        [("score-points", Objective::ScorePoints), ("card-points", Objective::CardPoints)];
}

/// What the rest of a game is worth if everybody sees all cards and plays as well as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameSolution {
    /// For each seat the card points of its team, or its score points.
    pub value: [i32; SEATS],
    /// Positions looked at.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// The cards that may be played, and what each is worth to who plays it.
pub type CardValues = ArrayVec<(Card, i32), HAND>;

/// Solves endgames, and remembers what it has seen from one to the next.
#[derive(Clone, Debug)]
pub struct EndgameSolver {
    solver: Solver<u8>,
}

impl Default for EndgameSolver {
    /// A solver that remembers about a million positions.
    fn default() -> EndgameSolver {
        EndgameSolver::new(1 << 20)
    }
}

impl EndgameSolver {
    /// A solver that remembers at most this many positions. It takes memory only as it needs it.
    pub fn new(most_remembered: usize) -> EndgameSolver {
        EndgameSolver { solver: Solver::new(most_remembered) }
    }

    /// The same solver, whose questions end with these limits: see [`is_stopped`](EndgameSolver::is_stopped).
    #[must_use]
    pub fn within(self, limits: &Limits) -> EndgameSolver {
        EndgameSolver { solver: self.solver.within(limits) }
    }

    /// The most memory of a solver that remembers at most this many positions.
    pub fn bytes(most_remembered: usize) -> u64 {
        Solver::<u8>::bytes(most_remembered)
    }

    /// The card points that re has in the end.
    pub fn card_points(&mut self, game: &Doppelkopf) -> Result<i32, Unsolvable> {
        let setting = EndgameSetting::of(game, Goal::Points)?;
        Ok(self.solver.value(&OpenHands::new(game, &setting)))
    }

    /// Score points of re minus those of kontra: what each player of re gets, three times that in a solo.
    pub fn difference(&mut self, game: &Doppelkopf) -> Result<i32, Unsolvable> {
        let (mut low, mut high) = (-HIGHEST, HIGHEST);
        let mut setting = EndgameSetting::of(game, Goal::Score(0))?;
        while low < high {
            let middle = (low + high + 1).div_euclid(2);
            setting.goal = Goal::Score(middle);
            if self.solver.is_at_least(&OpenHands::new(game, &setting), 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Ok(low)
    }

    /// What the game is worth to each seat.
    pub fn value(
        &mut self,
        game: &Doppelkopf,
        objective: Objective,
    ) -> Result<[i32; SEATS], Unsolvable> {
        let re = game.tally().re;
        let [for_re, for_kontra] = match objective {
            Objective::CardPoints => {
                let points = self.card_points(game)?;
                [points, 240 - points]
            }
            Objective::ScorePoints => {
                let difference = self.difference(game)?;
                [if re.len() == 1 { 3 * difference } else { difference }, -difference]
            }
        };
        Ok(by_team(re, for_re, for_kontra))
    }

    /// What the game is worth, and what it took to find out.
    pub fn solve(
        &mut self,
        game: &Doppelkopf,
        objective: Objective,
    ) -> Result<EndgameSolution, Unsolvable> {
        let (begun, before) = (Instant::now(), self.nodes());
        let value = self.value(game, objective)?;
        Ok(EndgameSolution { value, nodes: self.nodes() - before, elapsed: begun.elapsed() })
    }

    /// What each card that may be played next is worth to who plays it, in the game's order; nothing when
    /// the game is over.
    pub fn cards(
        &mut self,
        game: &Doppelkopf,
        objective: Objective,
    ) -> Result<CardValues, Unsolvable> {
        let mut game = *game;
        // Nobody announces anything more.
        while game.public().question() == Some(Question::Announcement) {
            game.play(Move::No);
        }
        let mut values = CardValues::new();
        let Some(seat) = game.public().asked() else { return Ok(values) };
        for action in game.choices() {
            let Move::Card(card) = action else { return Err(Unsolvable::NotFound) };
            let mut next = game;
            next.play(action);
            values.push((card, self.value(&next, objective)?[seat.index()]));
        }
        Ok(values)
    }

    /// Whether the last question was cut short: its answer means nothing.
    pub fn is_stopped(&self) -> bool {
        self.solver.is_stopped()
    }

    /// Positions looked at since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.solver.nodes()
    }
}

fn by_team(re: SeatSet, for_re: i32, for_kontra: i32) -> [i32; SEATS] {
    std::array::from_fn(|seat| match Team::re_if(re.contains(Seat::wrapping(seat, SEATS))) {
        Team::Re => for_re,
        Team::Kontra => for_kontra,
    })
}
