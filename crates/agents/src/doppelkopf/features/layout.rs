/// Some of the bits of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitField {
    /// Its name.
    pub name: &'static str,
    /// Its first bit.
    pub start: usize,
    /// How many bits it has.
    pub bits: usize,
    /// What they say.
    pub about: &'static str,
}

/// Lists the fields one after the other, and gives each a constant with its first bit.
macro_rules! fields {
    ($($name:ident $bits:literal $about:literal)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place { $($name),* }
        const WIDTHS: &[usize] = &[$($bits),*];
        $(pub(super) const $name: usize = start(Place::$name as usize);)*
        /// All bits of a position, in order.
        pub static FIELDS: &[BitField] =
            &[$(BitField { name: stringify!($name), start: $name, bits: $bits, about: $about }),*];
    };
}

const fn start(place: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < place {
        sum += WIDTHS[i];
        i += 1;
    }
    sum
}

// 'Seats': own, left, opposite, right. 'Cards': two bits for each of the 24 cards, at least one and both.
// 'Slots': two bits for each card, the first and the second of the two that fell.
fields! {
    HAND 48 "own cards"
    UNSEEN 48 "cards that the others hold between them"
    FELL 192 "by seats: slots of the cards it played"
    FELL_IN 192 "the number of the trick in which each slot fell, from 1 on, in binary: four times the slots"
    LAST 48 "slots that fell in the last complete trick"
    TABLE 96 "by seats: its card in this trick, one of 24"
    LEADERS 48 "by tricks: who led"
    LEADS 60 "by tricks: what was led, ♣ ♠ ♥ ♦ or trump"
    LEADER 4 "who leads, or led, to this trick"
    BEST 4 "who wins this trick so far"
    TABLE_POINTS 6 "card points on the table, in binary"
    TABLE_WORTH 8 "card points on the table: at least 1, 5, 10, 14, 20, 25, 30, 40"
    TABLE_CARDS 4 "how many cards lie on the table: one of 0 to 3"
    TRICK 12 "how many tricks are complete: one of 0 to 11"
    VOIDS 15 "by the three others: what it failed to follow, ♣ ♠ ♥ ♦ or trump"
    MAY_HOLD 72 "by the three others: which of the 24 cards it may hold"
    TRUMPS 12 "own trumps: at least 1 to 12"
    UNSEEN_TRUMPS 16 "unseen trumps: at least 1 to 16"
    UNSEEN_SUITS 24 "by suits: unseen cards without trumps, at least 1 to 6"
    KIND 10 "the type of game, or none yet"
    SOLOIST 4 "who plays a solo or a marriage"
    BRIDE 4 "who showed both ♣Q"
    FIRST 4 "who is in first position"
    RESERVED 4 "by seats: has a reservation"
    ANSWERED 4 "by seats: has said whether it has one"
    IMMEDIATE 4 "by seats: was asked for an immediate solo"
    LUST 4 "who wants a solo that a compulsory one may take from them"
    TEAMS 8 "by seats: re, kontra, as far as this player can tell"
    TOLD 8 "by seats: re, kontra, as far as everybody knows"
    LEVELS 10 "re, kontra: at least re/kontra, no 90, no 60, no 30, black"
    OUR_LEVELS 10 "own team, opponents: the same, where the own team is known"
    SAID 20 "by seats: the highest level that it announced, at least as above"
    SAID_WHEN 40 "re, kontra, by levels: announced after at least 1, 4, 8, 12 cards had been played"
    TIME_LEFT 10 "own team, opponents: for how many more tricks they may announce something, at least 1 to 5"
    IN_TIME 2 "own team, opponents: the first announcement was no mere reply"
    DELAY 3 "a marriage was decided in trick 1, 2 or 3: at least"
    OPEN_LEVELS 5 "which levels this player may announce now"
    POINTS 40 "by seats: card points, at least 15, 30 .. 150"
    OUR_POINTS 48 "own team, opponents, as far as known: card points, at least 10, 20 .. 240"
    OUR_POINTS_EXACT 16 "the same in binary"
    TRICKS 20 "by seats: tricks, at least 1, 2, 3, 4, 6"
    DOPPELKOPFS 8 "by seats: tricks of 40 points, at least 1, 2"
    FOXES 16 "of both foxes: who won it, who had played it"
    QUESTION 6 "what is asked: immediate solo, reservation, solo, game, announcement, card"
    STYLE 1 "levels are announced one by one"
    PLAYABLE 24 "which of the 24 cards may be played"
    WINNING 24 "which of them would win the trick so far"
    OWES 4 "by seats: has to play a compulsory solo"
    SESSION 10 "in a session; games left: at most 1, 2, 3, 4, 6, 8, 12, 16, 20"
}

/// Bits in a position that say something.
pub const BITS: usize = start(WIDTHS.len());

/// Words of 64 bits in a position.
pub const WORDS: usize = BITS.div_ceil(64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_follow_each_other() {
        let end = FIELDS.iter().fold(0, |end, field| {
            assert_eq!(field.start, end, "{}", field.name);
            end + field.bits
        });
        assert_eq!((end, WORDS), (BITS, 20));
    }
}
