use super::quiet::play_safely_and_quietly;
use super::safe_card::{play_safely, safe_card};
use kontra_doppelkopf::{
    Cards, Doppelkopf, DoppelkopfView, Move, Published, Question, SEATS, Team, Worlds,
};
use kontra_game::{Game, MAX_SEATS, SearchRng, Seat, WorldSampler};
use kontra_search::mcts::{Domain, Rewards};

/// What a finished game is worth to a searcher (Sievers 2012, 5.2): score points times a factor, and a little for
/// card points, because 149 of them are better than 121 even where the score is the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rewarding {
    /// What a score point is worth.
    pub score_factor: f64,
    /// Whose card points are added.
    pub points: Points,
    /// What card points are divided by.
    pub divisor: f64,
}

impl Default for Rewarding {
    /// The thesis's defaults.
    fn default() -> Self {
        Rewarding { score_factor: 500.0, points: Points::Team, divisor: 1.0 }
    }
}

/// Whose card points count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// The player's own.
    Own,
    /// Their team's.
    Team,
}

impl Rewarding {
    /// The reward of each seat in a finished game.
    pub fn rewards(&self, game: &Doppelkopf) -> Rewards {
        let tally = game.tally();
        let scores = tally.scores();
        let mut rewards = [0.0; MAX_SEATS];
        for seat in Seat::all(SEATS) {
            let team = Team::re_if(tally.re.contains(seat));
            let points = match self.points {
                Points::Own => f64::from(game.public().points(seat)),
                Points::Team => f64::from(tally.points[team as usize]),
            };
            let score = f64::from(scores[seat.index()]);
            rewards[seat.index()] = score * self.score_factor + points / self.divisor;
        }
        rewards
    }
}

/// When a searcher may announce (Sievers 2012, 5.3).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AnnouncingRule {
    /// Whenever the search likes it best.
    Free,
    /// Only if the mean reward of the announcement is at least this; with 0 it is the thesis's default.
    AtLeast(f64),
    /// Never.
    Never,
}

/// Where worlds come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sampler {
    /// Every consistent deal is equally likely.
    Uniform,
    /// The thesis's algorithm, with its bias.
    Sievers,
}

/// How games are played to their end (Sievers 2012, 5.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayoutPolicy {
    /// Every move is equally likely.
    Random,
    /// Safe cards where there are some, other moves at random.
    Safe,
}

/// Everything a tree search knows about Doppelkopf beyond the rules.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Knowledge {
    /// What a finished game is worth.
    pub rewarding: Rewarding,
    /// When to announce.
    pub announcing: AnnouncingRule,
    /// Where worlds come from.
    pub sampler: Sampler,
    /// How games are played to their end.
    pub playouts: PlayoutPolicy,
    /// Whether nobody announces anything or plays a solo in playouts: a search whose simulated opponents announce at random
    /// undervalues announcements.
    pub quiet: bool,
}

impl Domain<Doppelkopf> for Knowledge {
    fn rewards(&self, game: &Doppelkopf) -> Rewards {
        self.rewarding.rewards(game)
    }

    fn roll_out(&self, game: &mut Doppelkopf, rng: &mut SearchRng) -> Rewards {
        match (self.playouts, self.quiet) {
            (PlayoutPolicy::Random, true) => game.playout_quietly(rng),
            (PlayoutPolicy::Random, false) => game.playout(rng),
            (PlayoutPolicy::Safe, true) => play_safely_and_quietly(game, rng),
            (PlayoutPolicy::Safe, false) => play_safely(game, rng),
        }
        self.rewards(game)
    }

    /// A safe card, and silence.
    fn suggest_in(
        &self,
        game: &Doppelkopf,
        _seat: Seat,
        legal: &[Move],
        _rng: &mut SearchRng,
    ) -> Option<Move> {
        if game.public().question() != Some(Question::Card) {
            return (self.quiet && legal.contains(&Move::No)).then_some(Move::No);
        }
        if self.playouts == PlayoutPolicy::Random {
            return None;
        }
        let card = |action: &Move| match action {
            Move::Card(card) => Some(*card),
            _ => None,
        };
        let cards: Cards = legal.iter().filter_map(card).collect();
        safe_card(game, cards).map(Move::Card)
    }

    fn worlds<'a>(&'a self, view: &'a DoppelkopfView) -> Box<dyn WorldSampler<Doppelkopf> + 'a> {
        match self.sampler {
            Sampler::Uniform => Box::new(Worlds::new(view)),
            Sampler::Sievers => Box::new(Published::new(view)),
        }
    }

    fn admits(&self, view: &DoppelkopfView, action: Move, mean: f64) -> bool {
        let announces =
            view.public().question() == Some(Question::Announcement) && action != Move::No;
        match self.announcing {
            AnnouncingRule::Free => true,
            AnnouncingRule::AtLeast(least) => !announces || mean >= least,
            AnnouncingRule::Never => !announces,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::{Recorded, Streams};

    fn finished(seed: u64) -> Doppelkopf {
        let streams = Streams::new(seed);
        let mut game =
            Doppelkopf::begin(&Doppelkopf::deal(&Default::default(), &mut streams.deal(0)));
        game.playout(&mut streams.test(0));
        game
    }

    #[test]
    fn score_points_count_500_times_as_much_as_the_teams_card_points() {
        for seed in 0..30 {
            let game = finished(seed);
            let (tally, scores) = (game.tally(), game.tally().scores());
            let rewards = Rewarding::default().rewards(&game);
            for seat in Seat::all(4) {
                let team = usize::from(!tally.re.contains(seat));
                let expected = 500 * scores[seat.index()] + i32::from(tally.points[team]);
                assert_eq!(rewards[seat.index()], f64::from(expected));
            }
        }
    }

    #[test]
    fn own_card_points_may_count_instead_and_less() {
        let game = finished(1);
        let rewarding = Rewarding { score_factor: 1.0, points: Points::Own, divisor: 100.0 };
        let seat = Seat::wrapping(2, 4);
        let expected =
            f64::from(game.tally().scores()[2]) + f64::from(game.public().points(seat)) / 100.0;
        assert_eq!(rewarding.rewards(&game)[2], expected);
    }

    #[test]
    fn only_announcements_are_forbidden_and_only_bad_ones() {
        let streams = Streams::new(1);
        let mut game =
            Doppelkopf::begin(&Doppelkopf::deal(&Default::default(), &mut streams.deal(0)));
        let rule = |announcing| Knowledge {
            rewarding: Rewarding::default(),
            announcing,
            sampler: Sampler::Uniform,
            playouts: PlayoutPolicy::Random,
            quiet: false,
        };
        let seat = Seat::wrapping(0, 4);
        let careful = rule(AnnouncingRule::AtLeast(0.0));
        assert!(careful.admits(&game.view(seat), Move::Yes, -1.0), "a solo is not an announcement");
        while game.public().question() != Some(Question::Announcement) {
            game.play(Move::No);
        }
        assert!(!careful.admits(&game.view(seat), Move::Yes, -1.0));
        assert!(careful.admits(&game.view(seat), Move::Yes, 0.0));
        assert!(careful.admits(&game.view(seat), Move::No, -1.0));
        let sure = rule(AnnouncingRule::AtLeast(500.0));
        assert!(!sure.admits(&game.view(seat), Move::Yes, 499.0));
        assert!(rule(AnnouncingRule::Free).admits(&game.view(seat), Move::Yes, -1.0));
        assert!(!rule(AnnouncingRule::Never).admits(&game.view(seat), Move::Yes, 9.0));
    }
}
