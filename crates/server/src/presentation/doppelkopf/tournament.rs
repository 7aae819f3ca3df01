//! Games of a tournament follow each other: who deals, who still owes a solo (Sievers 2012, 2.2.3).

use crate::presentation::Duty;
use kontra_doppelkopf::{self as rules, Doppelkopf, Public, SEATS, SeatSet, Start};
use kontra_game::Seat;

/// The first game: everybody owes a solo.
pub(super) fn begin(start: Start, games: u16) -> Start {
    Start { duty: Some(rules::Duty { games_left: games, open_solos: SeatSet::ALL }), ..start }
}

/// Where a game stands in its tournament.
pub(super) fn duty(public: &Public) -> Option<Duty> {
    let games_left = public.games_left()?;
    Some(Duty { games_left, open_solos: public.open_solos().iter().map(Seat::index).collect() })
}

/// The next game. As in `kontra_doppelkopf::Session`, which plays whole sessions in one go: after a compulsory solo that was
/// not forced the same player deals again.
pub(super) fn follow(start: Start, last: &Start, ended: &Doppelkopf) -> Start {
    let next = last.dealer.after(1, SEATS);
    let Some(mut duty) = last.duty else { return Start { dealer: next, ..start } };
    let public = ended.public();
    let compulsory = public.is_compulsory();
    if let (true, Some(soloist)) = (compulsory, public.soloist()) {
        duty.open_solos.remove(soloist);
    }
    duty.games_left = duty.games_left.saturating_sub(1);
    let again = compulsory && last.forced_soloist().is_none();
    Start { dealer: if again { last.dealer } else { next }, duty: Some(duty), ..start }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_doppelkopf::{Deal, Rules, Session};
    use kontra_game::{Game, Streams};

    #[test]
    fn games_of_a_table_follow_each_other_as_those_of_a_session_do() {
        for seed in 0..20 {
            let streams = Streams::new(seed);
            let mut session = Session::tournament(Rules::default());
            let mut last: Option<(Start, Doppelkopf)> = None;
            let rng = &mut streams.test(0);
            for number in 0..24 {
                let deal = Deal::random(&mut streams.deal(number));
                let fresh = Start::single(Rules::default(), deal);
                let start = match &last {
                    Some((start, ended)) => follow(fresh, start, ended),
                    None => begin(fresh, 24),
                };
                assert_eq!(Some(start), session.next_start(deal), "seed {seed}, game {number}");
                let mut game = Doppelkopf::new(&start);
                game.playout(rng);
                session.finish(&game);
                last = Some((start, game));
            }
        }
    }
}
