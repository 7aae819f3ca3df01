use crate::public::Public;
use crate::{Card, Cards, HeartsMove, HeartsView, SEATS};
use kontra_game::{Actions, Game, Payoffs, Seat, Turn};

/// Hearts: the whole state, with all hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hearts {
    pub(crate) hands: [Cards; SEATS],
    /// What each seat passes or has passed on; before all have chosen, the cards are still in its hand.
    pub(crate) passed: [Cards; SEATS],
    pub(crate) table: Public,
}

impl Hearts {
    /// The hand of a seat.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }

    /// All have chosen: the cards change hands.
    fn exchange(&mut self) {
        for seat in Seat::all(SEATS) {
            let (own, passed) = (seat.index(), self.passed[seat.index()]);
            self.hands[own] = self.hands[own].without(passed);
        }
        for seat in Seat::all(SEATS) {
            let target = self.table.pass.target(seat).index();
            self.hands[target] = self.hands[target].or(self.passed[seat.index()]);
        }
        self.find_leader();
    }

    /// Who has the two of clubs leads.
    pub(crate) fn find_leader(&mut self) {
        let holder = self.hands.iter().position(|hand| hand.contains(Card::TWO_OF_CLUBS));
        self.table.leader = Seat::wrapping(holder.unwrap_or(0), SEATS);
    }
}

impl Game for Hearts {
    type Action = HeartsMove;
    type View = HeartsView;

    fn seats(&self) -> usize {
        SEATS
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    /// The cards in their order.
    fn actions(&self, out: &mut Actions<HeartsMove>) {
        if let Turn::Seat(seat) = self.turn() {
            self.view(seat).actions_to(out);
        }
    }

    fn play(&mut self, action: HeartsMove) {
        let Turn::Seat(seat) = self.turn() else { return };
        match action {
            HeartsMove::Pass(card) => {
                debug_assert!(self.hands[seat.index()].contains(card), "{card} is not there");
                self.passed[seat.index()].insert(card);
                self.table.chosen += 1;
                if !self.table.is_passing() {
                    self.exchange();
                }
            }
            HeartsMove::Play(card) => {
                let playable = self.table.playable(self.hands[seat.index()]);
                debug_assert!(playable.contains(card), "{card} may not be played");
                self.hands[seat.index()].remove(card);
                self.table.play(seat, card);
            }
        }
    }

    /// Nobody else sees which cards a player passes on.
    fn is_seen(&self, action: HeartsMove, _seat: Seat) -> bool {
        matches!(action, HeartsMove::Play(_))
    }

    /// The mean of all players' points, less one's own.
    fn payoffs(&self) -> Payoffs {
        let points = self.table.penalties().map(f64::from);
        let mean = points.iter().sum::<f64>() / SEATS as f64;
        Payoffs::new(&points.map(|own| mean - own))
    }

    fn view(&self, seat: Seat) -> HeartsView {
        let source = self.table.pass.source(seat);
        let received = if self.table.is_passing() || source == seat {
            Cards::default()
        } else {
            self.passed[source.index()]
        };
        HeartsView {
            seat,
            hand: self.hands[seat.index()],
            passed: self.passed[seat.index()],
            received,
            table: self.table,
        }
    }
}
