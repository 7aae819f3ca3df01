//! The rest of a game as the solver wants it.

use super::card_layout::LAYOUT_BITS;
use super::goal::Goal;
use super::open_hands::OpenHands;
use super::setting::{ANNOUNCED_BITS, RE, TABLE_BITS};
use kontra_game::Actions;
use kontra_search::solve::{Side, TwoSided};

/// Bits of a key, from the lowest: the layout, the table, who leads, who has a trick, and what is still missing.
const TABLE_AT: u32 = LAYOUT_BITS;
const LEADER_AT: u32 = TABLE_AT + TABLE_BITS;
const TRICKS_AT: u32 = LEADER_AT + 2;
const ANNOUNCED_AT: u32 = TRICKS_AT + 2;
const MISSING_AT: u32 = ANNOUNCED_AT + ANNOUNCED_BITS;
const MISSING_BITS: u32 = 7;
const _: () = assert!(MISSING_AT + MISSING_BITS < u128::BITS, "a key has room for everything");

impl OpenHands<'_> {
    /// The score that special points have not reached yet, where more of them are possible.
    #[inline]
    fn missing(&self) -> Option<i32> {
        match self.setting.goal {
            Goal::Score(score) if self.open != [0; 2] => Some(score - i32::from(self.specials)),
            _ => None,
        }
    }
}

impl TwoSided for OpenHands<'_> {
    type Move = u8;

    #[inline]
    fn side(&self) -> Option<Side> {
        let side = if self.setting.side[self.seat()] == RE { Side::First } else { Side::Second };
        (!self.is_over()).then_some(side)
    }

    fn moves(&self, out: &mut Actions<u8>) {
        out.extend(self.candidates().into_iter().map(|(_, place)| place));
    }

    #[inline]
    fn play(&mut self, place: u8) {
        self.put(u32::from(place));
    }

    fn value(&self) -> i32 {
        self.final_value()
    }

    fn bounds(&self) -> (i32, i32) {
        self.value_bounds()
    }

    /// Card points count whatever comes. Once no more special points are possible, so does what re needs:
    /// then the rest is a matter of card points, whatever they are needed for.
    fn banked(&self) -> i32 {
        let points = i32::from(self.points);
        match self.setting.goal {
            Goal::Score(score) if self.missing().is_none() => {
                points - self.setting.needs.for_score(score - i32::from(self.specials))
            }
            _ => points,
        }
    }

    fn key(&self) -> Option<u128> {
        if self.trick.len > 0 {
            return None;
        }
        let setting = self.setting;
        let [re, kontra] = self.has_trick.map(u128::from);
        let tricks = match setting.goal {
            Goal::Points => 3,
            Goal::Score(_) => re | kontra << 1,
        };
        let key = self.layout.canonical(&setting.deck.runs)
            | u128::from(setting.table) << TABLE_AT
            | u128::from(self.trick.leader) << LEADER_AT
            | tricks << TRICKS_AT;
        Some(self.missing().map_or(key, |missing| {
            key | u128::from(setting.announced) << ANNOUNCED_AT
                | ((missing + 64).clamp(1, 127) as u128) << MISSING_AT
        }))
    }
}
