use crate::Agent;
use kontra_doppelkopf::{Doppelkopf, DoppelkopfView, Move, Question};
use kontra_game::{Actions, History, SearchRng, View, choose};

/// Plays every legal card with the same probability and wants nothing else: no solo, no marriage, and announcements
/// only if told to.
///
/// Somebody who answers every question at random plays a solo in 99 games of 100. The random player of Sievers 2012
/// can not have done that: in the games the thesis describes (6.6) random players play no solo and miss their
/// marriages.
#[derive(Debug)]
pub struct RandomCards {
    /// Whether announcements are made at random or not at all.
    pub announces: bool,
    /// Where cards come from.
    pub rng: SearchRng,
}

impl Agent<Doppelkopf> for RandomCards {
    fn choose(&mut self, view: &DoppelkopfView, _: History<'_, Doppelkopf>) -> Move {
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
        // A compulsory solo, for instance, cannot be declined.
        legal[choose::below(&mut self.rng, legal.len() as u32) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;
    use kontra_game::{Game, Log, Recorded, Seat, Streams, Turn};

    /// How many moves that are no cards four such players make in 50 games: solos and marriages, and announcements.
    fn said(spec: &str) -> (usize, usize) {
        let recipe = Recipe::<Doppelkopf>::new(&spec.parse().unwrap()).unwrap();
        let streams = Streams::new(3);
        let (mut wanted, mut announced) = (0, 0);
        for deal in 0..50 {
            let mut game =
                Doppelkopf::begin(&Doppelkopf::deal(&Default::default(), &mut streams.deal(deal)));
            let mut players: Vec<_> =
                Seat::all(4).map(|seat| recipe.player(streams.agent(deal, 0, seat))).collect();
            while let Turn::Seat(seat) = game.turn() {
                let question = game.view(seat).public().question();
                let action = players[seat.index()].decide(&game, seat, &Log::new()).unwrap();
                match question {
                    Some(Question::Card) => (),
                    Some(Question::Announcement) => announced += usize::from(action != Move::No),
                    _ => wanted += usize::from(action != Move::No),
                }
                game.play(action);
            }
        }
        (wanted, announced)
    }

    #[test]
    fn nothing_is_wanted_and_announced_only_if_told_to() {
        assert_eq!(said("random-cards"), (0, 0));
        let (wanted, announced) = said("random-cards(announces=yes)");
        assert_eq!(wanted, 0);
        assert!(announced > 100, "{announced} announcements in 50 games");
    }
}
