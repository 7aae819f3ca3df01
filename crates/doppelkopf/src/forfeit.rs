use crate::score::GameTally;
use crate::seats::SeatSet;
use crate::state::Doppelkopf;
use kontra_game::{Forfeit, Payoffs, Seat};

/// All tricks and all card points.
const TRICKS: u8 = 12;
const POINTS: u16 = 240;

impl Forfeit for Doppelkopf {
    /// The player who breaks off has lost a solo without a single trick. What both teams announced so far
    /// counts. Without announcements that is 15 points lost, and 5 for each of the others.
    fn forfeit(&self, seat: Seat) -> Payoffs {
        let own = self.true_team(seat);
        let tally = GameTally {
            re: SeatSet::only(seat),
            points: [0, POINTS],
            tricks: [0, TRICKS],
            levels: [own, own.opponent()].map(|team| self.public.level(team)),
            foxes: [0; 2],
            charlie: None,
            doppelkopfs: [0; 2],
        };
        Payoffs::new(&tally.scores().map(f64::from))
    }
}
