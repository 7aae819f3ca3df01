use super::Spread;
use crate::{Action, Cause, OnTop, Rules};
use kontra_game::{Game, Open, Recorded, SearchRng, Seat, Streams, Turn};
use std::ops::Range;

/// What was counted in many games.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sample {
    /// Tiles laid until the end.
    pub length: Spread,
    /// How many games had each length.
    pub lengths: Vec<u64>,
    /// The number of moves at each ply, counted from 0.
    pub branching: Vec<Spread>,
    /// The number of different tiles that could be drawn at each ply, counted from 0.
    pub chances: Vec<Spread>,
    /// Tiles laid until the end in the games that did not end prematurely.
    pub full_length: Spread,
    /// Games that ended because no position was left.
    pub blocked: u64,
    /// Games that ended because no tile was left.
    pub last_tile: u64,
    /// Games that ended because a colour that somebody plays had no stone left.
    pub active_stones: u64,
    /// Games that ended because only a passive colour had no stone left.
    pub passive_stones: u64,
    /// Games in which several sides shared the first place.
    pub draws: u64,
    /// Games that each seat's side won, alone or not.
    pub wins: Vec<u64>,
}

impl Sample {
    /// Random games with these numbers. A game is the same whatever the other numbers are, so parts of a large
    /// sample can be played on several threads and [merged](Sample::merge).
    ///
    /// ```
    /// use kontra_game::Streams;
    /// use kontra_ontop::{Rules, statistics::Sample};
    /// let sample = Sample::random(&Rules::default(), Streams::new(2009), 0..200);
    /// assert_eq!(sample.branching[0].mean(), 24.0);
    /// assert!((sample.length.mean() - 31.3).abs() < 0.5);
    /// ```
    pub fn random(rules: &Rules, streams: Streams, games: Range<u64>) -> Sample {
        Sample::of(rules, streams, games, |view, rng| {
            view.random_action(rng).expect("a player is asked only when there is a move")
        })
    }

    /// Games of one player against itself: a view and random numbers in, a move out.
    pub fn of(
        rules: &Rules,
        streams: Streams,
        games: Range<u64>,
        mut player: impl FnMut(&Open<OnTop>, &mut SearchRng) -> Action,
    ) -> Sample {
        let mut sample = Sample::default();
        for number in games {
            sample.add(rules, streams, number, &mut player);
        }
        sample
    }

    fn add(
        &mut self,
        rules: &Rules,
        streams: Streams,
        number: u64,
        player: &mut impl FnMut(&Open<OnTop>, &mut SearchRng) -> Action,
    ) {
        let mut game = OnTop::begin(&OnTop::deal(rules, &mut streams.deal(number)));
        let mut chance = streams.chance(number);
        let mut agents: Vec<SearchRng> =
            Seat::all(game.seats()).map(|seat| streams.agent(number, 0, seat)).collect();
        let mut ply = 0;
        loop {
            let action = match game.turn() {
                Turn::Chance => {
                    let kinds = game.bag.kinds().count() as u32;
                    at(&mut self.chances, ply).add(kinds);
                    game.random_action(&mut chance)
                }
                Turn::Seat(seat) => {
                    at(&mut self.branching, ply).add(game.branching());
                    ply += 1;
                    Some(player(&game.view(seat), &mut agents[seat.index()]))
                }
                Turn::Over => None,
            };
            let Some(action) = action else { break };
            game.play(action);
        }
        self.add_end(&game);
    }

    fn add_end(&mut self, game: &OnTop) {
        let Some(outcome) = game.outcome() else { return };
        let length = game.tiles_laid();
        self.length.add(length);
        *at(&mut self.lengths, length as usize) += 1;
        match outcome.cause {
            Cause::Blocked => self.blocked += 1,
            Cause::LastTile => self.last_tile += 1,
            Cause::Stones(colours) if colours.iter().any(|c| game.seat(c).is_some()) => {
                self.active_stones += 1;
            }
            Cause::Stones(_) => self.passive_stones += 1,
        }
        if !outcome.cause.is_premature() {
            self.full_length.add(length);
        }
        self.draws += u64::from(outcome.is_draw());
        for seat in Seat::all(game.seats()) {
            *at(&mut self.wins, seat.index()) += u64::from(outcome.wins(seat));
        }
    }

    /// Adds the games of another sample.
    pub fn merge(&mut self, other: &Sample) {
        self.length.merge(other.length);
        self.full_length.merge(other.full_length);
        for (mine, theirs) in
            [(&mut self.branching, &other.branching), (&mut self.chances, &other.chances)]
        {
            for (ply, spread) in theirs.iter().enumerate() {
                at(mine, ply).merge(*spread);
            }
        }
        for (mine, theirs) in [(&mut self.lengths, &other.lengths), (&mut self.wins, &other.wins)] {
            for (i, count) in theirs.iter().enumerate() {
                *at(mine, i) += count;
            }
        }
        self.blocked += other.blocked;
        self.last_tile += other.last_tile;
        self.active_stones += other.active_stones;
        self.passive_stones += other.passive_stones;
        self.draws += other.draws;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.length.count()
    }

    /// The share of games that ended because somebody placed a last stone.
    pub fn premature(&self) -> f64 {
        (self.active_stones + self.passive_stones) as f64 / self.games().max(1) as f64
    }
}

/// The average over all plies of the average at each ply: how the thesis reads its graphs (section 3.1).
pub fn mean_of_means(by_ply: &[Spread]) -> f64 {
    by_ply.iter().map(Spread::mean).sum::<f64>() / by_ply.len().max(1) as f64
}

/// An entry of a list that grows as needed.
fn at<T: Default + Clone>(list: &mut Vec<T>, index: usize) -> &mut T {
    if list.len() <= index {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}
