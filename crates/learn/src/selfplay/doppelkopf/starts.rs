use kontra_doppelkopf::{Announcing, Deal, Duty, Rules, SEATS, SESSION_GAMES, SeatSet, Start};
use kontra_game::{SearchRng, Seat, choose};
use serde::{Deserialize, Serialize};

/// How games of Doppelkopf start.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Starts {
    /// The share of games in which any level can be announced at once; in the others, levels are announced one by one.
    pub choose: f32,
    /// The share of games inside of sessions with compulsory solos.
    pub sessions: f32,
}

impl Default for Starts {
    fn default() -> Starts {
        Starts { choose: 0.3, sessions: 0.2 }
    }
}

impl Starts {
    /// A random deal with any dealer.
    pub(super) fn draw(&self, rng: &mut SearchRng) -> Start {
        let dealer = Seat::wrapping(choose::below(rng, SEATS as u32) as usize, SEATS);
        let choose = choose::unit(rng) < f64::from(self.choose);
        let announcing = if choose { Announcing::Choose } else { Announcing::Step };
        let duty = (choose::unit(rng) < f64::from(self.sessions)).then(|| duty(rng));
        Start { rules: Rules { announcing }, dealer, duty, deal: Deal::random(rng) }
    }
}

/// Any game of a session. The later it is, the more players have done their duty; some wait until they are made to.
fn duty(rng: &mut SearchRng) -> Duty {
    let games_left = 1 + choose::below(rng, SESSION_GAMES.into()) as u16;
    let (owing, all) = (u32::from(games_left) + 8, u32::from(SESSION_GAMES) + 8);
    let owes = |_: &Seat| choose::below(rng, all) < owing;
    let mut open_solos: SeatSet = Seat::all(SEATS).filter(owes).collect();
    // Nobody can owe a solo for which no game is left.
    for seat in Seat::all(SEATS) {
        if open_solos.len() > usize::from(games_left) {
            open_solos.remove(seat);
        }
    }
    Duty { games_left, open_solos }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Streams;

    #[test]
    fn starts_are_of_all_kinds_and_possible() {
        let rng = &mut Streams::new(1).test(0);
        let (mut styles, mut sessions, mut forced) = (0, 0, 0);
        for _ in 0..10_000 {
            let start = Starts::default().draw(rng);
            styles += u32::from(start.rules.announcing == Announcing::Choose);
            if let Some(duty) = start.duty {
                sessions += 1;
                forced += u32::from(start.forced_soloist().is_some());
                assert!((1..=SESSION_GAMES).contains(&duty.games_left));
                assert!(duty.open_solos.len() <= duty.games_left.into());
            }
        }
        assert!((2700..3300).contains(&styles) && (1700..2300).contains(&sessions));
        assert!(forced > 20, "{forced}");
    }
}
