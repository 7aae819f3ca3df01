use crate::deal::Deal;
use crate::rules::Rules;
use crate::seats::{SEATS, SeatSet, next};
use crate::start::{Duty, Start};
use crate::state::Doppelkopf;
use kontra_game::Seat;

/// The number of games in a session by the tournament rules.
pub const SESSION_GAMES: u16 = 24;

/// A sequence of games at one table: who deals, who still owes a solo, how the scores stand
/// (Sievers 2012, 2.2.3).
///
/// ```
/// use kontra_doppelkopf::{Deal, Doppelkopf, Rules, Session};
/// use kontra_game::{Game, Streams};
///
/// let streams = Streams::new(5);
/// let mut session = Session::tournament(Rules::default());
/// while let Some(start) = session.next_start(Deal::random(&mut streams.deal(session.played().into()))) {
///     let mut game = Doppelkopf::new(&start);
///     game.playout(&mut streams.test(session.played().into()));
///     session.finish(&game);
/// }
/// assert_eq!(session.played(), 24);
/// assert_eq!(session.scores().iter().sum::<i32>(), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Session {
    rules: Rules,
    games: u16,
    played: u16,
    dealer: Seat,
    /// Who still has to play a compulsory solo; `None` where nobody ever has to.
    open_solos: Option<SeatSet>,
    scores: [i32; SEATS],
}

impl Session {
    /// 24 games in which everybody must play a solo.
    pub fn tournament(rules: Rules) -> Session {
        Session { open_solos: Some(SeatSet::ALL), ..Session::casual(rules, SESSION_GAMES) }
    }

    /// Any number of games in which nobody has to play a solo: the thesis's experiments.
    pub fn casual(rules: Rules, games: u16) -> Session {
        let dealer = Seat::wrapping(SEATS - 1, SEATS);
        Session { rules, games, played: 0, dealer, open_solos: None, scores: [0; SEATS] }
    }

    /// How the next game starts with these cards; `None` when the session is over.
    pub fn next_start(&self, deal: Deal) -> Option<Start> {
        let games_left = self.games - self.played;
        let duty = self.open_solos.map(|open_solos| Duty { games_left, open_solos });
        let start = Start { rules: self.rules, dealer: self.dealer, duty, deal };
        (games_left > 0).then_some(start)
    }

    /// Takes down a finished game that was begun with [`next_start`](Session::next_start).
    pub fn finish(&mut self, game: &Doppelkopf) {
        let duty = self.next_start(Deal::sorted());
        let forced = duty.and_then(|start| start.forced_soloist()).is_some();
        let public = game.public();
        let compulsory = public.is_compulsory();
        if let (true, Some(open), Some(soloist)) =
            (compulsory, &mut self.open_solos, public.soloist())
        {
            open.remove(soloist);
        }
        // A compulsory solo took the first position from its owner: the same dealer deals again. Not so when
        // the solo was forced.
        if !compulsory || forced {
            self.dealer = next(self.dealer);
        }
        for (total, score) in self.scores.iter_mut().zip(game.tally().scores()) {
            *total += score;
        }
        self.played += 1;
    }

    /// Games played so far.
    pub fn played(&self) -> u16 {
        self.played
    }

    /// Games of the whole session.
    pub fn games(&self) -> u16 {
        self.games
    }

    /// Who deals next.
    pub fn dealer(&self) -> Seat {
        self.dealer
    }

    /// Who still has to play a compulsory solo.
    pub fn open_solos(&self) -> SeatSet {
        self.open_solos.unwrap_or(SeatSet::NONE)
    }

    /// The sum of score points of each seat.
    pub fn scores(&self) -> [i32; SEATS] {
        self.scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::{Move, Question};
    use kontra_game::{Game, Streams, Turn, choose};

    /// Plays a session whose players want a solo with this probability, and counts who led how often.
    fn leads(seed: u64, per_cent_solo: u32) -> ([u32; SEATS], Session) {
        let streams = Streams::new(seed);
        let rng = &mut streams.test(0);
        let mut session = Session::tournament(Rules::default());
        let mut leads = [0; SEATS];
        while let Some(start) = session.next_start(Deal::random(rng)) {
            let mut game = Doppelkopf::new(&start);
            while game.turn() != Turn::Over {
                let question = game.public().question();
                let is_choice =
                    matches!(question, Some(Question::ImmediateSolo | Question::Reservation));
                let action = match game.random_action(rng) {
                    Some(_) if is_choice && choose::below(rng, 100) >= per_cent_solo => Move::No,
                    Some(action) => action,
                    None => break,
                };
                if question == Some(Question::Card) && game.public().played().is_empty() {
                    leads[game.public().leader.index()] += 1;
                }
                game.play(action);
            }
            session.finish(&game);
        }
        (leads, session)
    }

    #[test]
    fn everybody_is_first_six_times_in_a_session() {
        for seed in 0..50 {
            for per_cent_solo in [0, 3, 10, 30] {
                let (leads, session) = leads(seed, per_cent_solo);
                assert_eq!((leads, session.played()), ([6; SEATS], 24), "seed {seed}");
            }
        }
    }

    #[test]
    fn everybody_has_played_a_solo_when_a_session_is_over() {
        for seed in 0..50 {
            assert_eq!(leads(seed, 2).1.open_solos(), SeatSet::NONE, "seed {seed}");
        }
    }

    #[test]
    fn a_forced_soloist_is_asked_for_nothing_but_the_game() {
        let duty = Duty {
            games_left: 2,
            open_solos: [1, 3].map(|i| Seat::wrapping(i, 4)).into_iter().collect(),
        };
        let start = Start { duty: Some(duty), ..Start::single(Rules::default(), Deal::sorted()) };
        let game = Doppelkopf::new(&start);
        assert_eq!(game.public().question(), Some(Question::Game));
        assert_eq!(game.turn(), Turn::Seat(Seat::wrapping(1, 4)));
    }
}
