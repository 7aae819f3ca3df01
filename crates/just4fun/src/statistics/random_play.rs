use crate::policy::{self, Pick};
use crate::subsets::Subsets;
use crate::{Field, Fields, Just4Fun, Outcome, Rules};
use kontra_game::{Recorded, SearchRng, Streams, Turn};
use std::ops::AddAssign;

/// What happened in a number of random games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomPlay {
    /// Finished games.
    pub games: u64,
    /// Games won by a pattern.
    pub patterns: u64,
    /// Games won by points.
    pub points: u64,
    /// Games won by the highest field.
    pub highest_fields: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games won by the player who began.
    pub won_by_starter: u64,
    /// Turns, those in which the hand was replaced included.
    pub turns: u64,
    /// Turns in which the hand was replaced.
    pub redraws: u64,
    /// In how many turns each number of fields, from 0 to 36, was playable.
    pub playable: [u64; Field::COUNT + 1],
    /// Sums over games of products of two of a game's sums, for standard errors.
    products: Products,
}

/// With `t` turns of a game and `f` playable fields in all of them together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Products {
    turns_turns: u64,
    turns_fields: u64,
    fields_fields: u64,
}

impl Default for RandomPlay {
    fn default() -> RandomPlay {
        RandomPlay {
            games: 0,
            patterns: 0,
            points: 0,
            highest_fields: 0,
            draws: 0,
            won_by_starter: 0,
            turns: 0,
            redraws: 0,
            playable: [0; Field::COUNT + 1],
            products: Products::default(),
        }
    }
}

impl RandomPlay {
    /// Games of the thesis's RandomPlayer, uniform over combinations of cards, against itself.
    ///
    /// Game number `i` has the cards of deal `i` and its own random numbers, so any part of the games can be
    /// played anywhere, and the parts added up.
    pub fn over_combinations(rules: &Rules, seed: u64, games: std::ops::Range<u64>) -> RandomPlay {
        RandomPlay::run(rules, seed, games, policy::by_combination)
    }

    /// Games of the player that is uniform over playable fields, against itself.
    pub fn over_fields(rules: &Rules, seed: u64, games: std::ops::Range<u64>) -> RandomPlay {
        RandomPlay::run(rules, seed, games, policy::by_field)
    }

    fn run(
        rules: &Rules,
        seed: u64,
        games: std::ops::Range<u64>,
        policy: impl Fn(Subsets, Fields, &mut SearchRng) -> Option<Pick>,
    ) -> RandomPlay {
        let streams = Streams::new(seed);
        let mut sums = RandomPlay::default();
        for number in games {
            let start = Just4Fun::deal(rules, &mut streams.deal(number));
            sums.add_game(start.game(), &mut streams.test(number), &policy);
        }
        sums
    }

    fn add_game(
        &mut self,
        mut game: Just4Fun,
        rng: &mut SearchRng,
        policy: &impl Fn(Subsets, Fields, &mut SearchRng) -> Option<Pick>,
    ) {
        let starter = game.table().mover();
        let (mut turns, mut fields) = (0, 0);
        while let Turn::Seat(seat) = game.table().turn() {
            let playable = game.table().playable(game.hand(seat)).len();
            self.playable[playable] += 1;
            turns += 1;
            fields += playable as u64;
            let pick = policy(game.subsets(), game.table().stones().open(seat), rng);
            self.redraws += u64::from(pick.is_none());
            game.take_turn(pick);
        }
        self.games += 1;
        self.turns += turns;
        self.products.turns_turns += turns * turns;
        self.products.turns_fields += turns * fields;
        self.products.fields_fields += fields * fields;
        match game.table().ending() {
            Some(Outcome::Pattern(_)) => self.patterns += 1,
            Some(Outcome::Points(_)) => self.points += 1,
            Some(Outcome::HighestField(_)) => self.highest_fields += 1,
            Some(Outcome::Draw) | None => self.draws += 1,
        }
        let winner = game.table().ending().and_then(Outcome::winner);
        self.won_by_starter += u64::from(winner == Some(starter));
    }

    /// The share of all games, in percent.
    pub fn percent(&self, games: u64) -> f64 {
        100.0 * games as f64 / self.games as f64
    }

    /// The mean number of turns of a game.
    pub fn mean_turns(&self) -> f64 {
        self.turns as f64 / self.games as f64
    }

    /// The mean number of playable fields in a turn.
    pub fn mean_playable(&self) -> f64 {
        self.playable_moment(0.0, 1)
    }

    /// The standard deviation of a game's number of turns.
    pub fn deviation_of_turns(&self) -> f64 {
        let squares = self.products.turns_turns as f64 / self.games as f64;
        (squares - self.mean_turns().powi(2)).max(0.0).sqrt()
    }

    /// The standard error of [`mean_playable`](RandomPlay::mean_playable) that a sample of one game would have.
    ///
    /// The turns of a game depend on each other, so it is games that are counted as independent.
    pub fn error_of_mean_playable_per_game(&self) -> f64 {
        let Products { turns_turns, turns_fields, fields_fields } = self.products;
        let mean = self.mean_playable();
        // The sum over games of (fields - mean * turns) squared.
        let squares = fields_fields as f64 - 2.0 * mean * turns_fields as f64
            + mean.powi(2) * turns_turns as f64;
        (squares.max(0.0) / self.games as f64).sqrt() / self.mean_turns()
    }

    /// The standard deviation of the number of playable fields in a turn.
    pub fn deviation_of_playable(&self) -> f64 {
        self.playable_moment(self.mean_playable(), 2).sqrt()
    }

    /// The median number of playable fields in a turn.
    pub fn median_playable(&self) -> usize {
        let mut seen = 0;
        let median = self.playable.iter().position(|&turns| {
            seen += turns;
            2 * seen >= self.turns
        });
        median.unwrap_or(0)
    }

    fn playable_moment(&self, centre: f64, power: i32) -> f64 {
        let weighted = self.playable.iter().enumerate();
        let sum: f64 = weighted
            .map(|(count, &turns)| turns as f64 * (count as f64 - centre).powi(power))
            .sum();
        sum / self.turns as f64
    }
}

impl AddAssign for RandomPlay {
    fn add_assign(&mut self, other: RandomPlay) {
        self.games += other.games;
        self.patterns += other.patterns;
        self.points += other.points;
        self.highest_fields += other.highest_fields;
        self.draws += other.draws;
        self.won_by_starter += other.won_by_starter;
        self.turns += other.turns;
        self.redraws += other.redraws;
        for (sum, turns) in self.playable.iter_mut().zip(other.playable) {
            *sum += turns;
        }
        self.products.turns_turns += other.products.turns_turns;
        self.products.turns_fields += other.products.turns_fields;
        self.products.fields_fields += other.products.fields_fields;
    }
}
