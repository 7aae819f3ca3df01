use super::deck::Deck;
use super::goal::{Goal, PointsNeeded};
use crate::Unsolvable;
use kontra_doppelkopf::{Doppelkopf, Level, SEATS, SeatSet, Team};
use kontra_game::Seat;

pub(super) const RE: usize = Team::Re as usize;
pub(super) const KONTRA: usize = Team::Kontra as usize;

/// What stays the same until the end of a game: its type, the teams, what was announced, what re wants.
#[derive(Clone, Debug)]
pub(super) struct EndgameSetting {
    pub(super) deck: &'static Deck,
    /// The side of each seat: [`RE`] or [`KONTRA`].
    pub(super) side: [usize; SEATS],
    /// Whether foxes, charlies and doppelkopfs count.
    pub(super) has_specials: bool,
    pub(super) goal: Goal,
    pub(super) needs: PointsNeeded,
    /// Type of game and teams, for keys.
    pub(super) table: u32,
    /// Announcements, for keys.
    pub(super) announced: u32,
}

/// The bits that a table takes in a key.
pub(super) const TABLE_BITS: u32 = 8;
/// The bits that announcements take in a key.
pub(super) const ANNOUNCED_BITS: u32 = 6;

impl EndgameSetting {
    /// The setting of a game in which it is settled who belongs to whom.
    pub(super) fn of(game: &Doppelkopf, goal: Goal) -> Result<EndgameSetting, Unsolvable> {
        let kind = game.public().kind().ok_or(Unsolvable::NotFound)?;
        let mut re = SeatSet::NONE;
        for seat in Seat::all(SEATS) {
            if game.team(seat).ok_or(Unsolvable::Undecided)? == Team::Re {
                re.insert(seat);
            }
        }
        let has_specials = goal != Goal::Points && re.len() > 1;
        let levels = Team::ALL.map(|team| game.public().level(team));
        let members = re.iter().fold(0, |bits, seat| bits | 1 << seat.index());
        Ok(EndgameSetting {
            deck: Deck::of(kind, has_specials),
            side: std::array::from_fn(|seat| {
                if re.contains(Seat::wrapping(seat, SEATS)) { RE } else { KONTRA }
            }),
            has_specials,
            goal,
            needs: PointsNeeded::new(re, levels),
            table: kind as u32 * 16 + members,
            announced: levels[0] as u32 * Level::ALL.len() as u32 + levels[1] as u32,
        })
    }
}
