use crate::Agent;
use kontra_doppelkopf::{Doppelkopf, DoppelkopfView, Move, Question};
use kontra_game::{Actions, SearchRng, View, choose};

/// Plays any card, each with the same probability, and says no to everything else.
///
/// The random players of Sievers 2012 must have been like this: in the games of section 6.6 none of them plays a solo, and one
/// with both ♣Q does not call a marriage. Who answers every question at random plays a solo in nearly every game.
#[derive(Debug)]
pub struct RandomCards {
    rng: SearchRng,
    /// Whether announcements are random too.
    announces: bool,
}

impl RandomCards {
    /// A player who draws from these random numbers.
    pub fn new(rng: SearchRng, announces: bool) -> RandomCards {
        RandomCards { rng, announces }
    }
}

impl Agent<Doppelkopf> for RandomCards {
    fn choose(&mut self, view: &DoppelkopfView) -> Move {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        let at_random = match view.public().question() {
            Some(Question::Card) => true,
            Some(Question::Announcement) => self.announces,
            _ => false,
        };
        if !at_random && legal.contains(&Move::No) {
            return Move::No;
        }
        legal[choose::below(&mut self.rng, legal.len() as u32) as usize]
    }
}
