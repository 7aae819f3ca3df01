use super::PositionBits;
use super::layout::{UNSEEN, WORDS};
use kontra_doppelkopf::{Cards, Doppelkopf, GameTally, SEATS, Team};
use kontra_game::Seat;

/// The card points of the own team that a network is asked about.
pub const POINT_MARKS: [u16; 9] = [30, 60, 90, 120, 121, 151, 181, 211, 240];

/// Where each group of flags begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
pub enum Flag {
    /// Three times 48: the cards that each of the others holds, two bits for each card, at least one and both.
    Holds = 0,
    /// Three: whether each of the others is in the own team.
    Partner = 3 * 48,
    /// Nine: whether the own team reaches each of [`POINT_MARKS`].
    Points = 3 * 48 + 3,
    /// One: whether the own team wins.
    Won = 3 * 48 + 3 + POINT_MARKS.len(),
}

/// How many facts about the end and the hidden cards a network can learn beside values.
pub const FLAGS: usize = Flag::Won as usize + 1;

/// Words of 64 bits for them.
pub const FLAG_WORDS: usize = FLAGS.div_ceil(64);

type Words = [u64; FLAG_WORDS];

fn put(words: &mut Words, at: usize, value: u64) {
    words[at / 64] |= value << (at % 64);
    if !at.is_multiple_of(64) && at / 64 + 1 < FLAG_WORDS {
        words[at / 64 + 1] |= value >> (64 - at % 64);
    }
}

fn held(hands: [u64; SEATS - 1]) -> Words {
    let mut words = [0; FLAG_WORDS];
    for (other, hand) in hands.into_iter().enumerate() {
        put(&mut words, Flag::Holds as usize + 48 * other, hand);
    }
    words
}

/// Which flags can be learnt from a position: all but those about cards that the player sees.
pub fn known_flags(bits: &PositionBits) -> Words {
    let unseen =
        (bits[UNSEEN / 64] >> (UNSEEN % 64)) | (bits[UNSEEN / 64 + 1] << (64 - UNSEEN % 64));
    let mut words = held([unseen & Cards::DECK.bits(); SEATS - 1]);
    put(&mut words, Flag::Partner as usize, (1 << (FLAGS - Flag::Partner as usize)) - 1);
    words
}

/// The flags that a decision has at once: which cards the three others of `seat` hold.
pub fn held_flags(game: &Doppelkopf, seat: Seat) -> Words {
    held(std::array::from_fn(|k| game.hand(seat.after(k + 1, SEATS)).bits()))
}

/// Bits of what is hidden from a seat at a decision, for a critic that sees all hands: the first flags.
pub const HIDDEN: usize = Flag::Partner as usize;

/// Words of a position with what is hidden behind it: [`held_flags`], of which the first [`HIDDEN`] count.
pub const OPEN_WORDS: usize = WORDS + FLAG_WORDS;

/// The flags that all decisions of `seat` get at the end of the game: teams, points, victory.
pub fn end_flags(seat: Seat, end: &GameTally) -> Words {
    let mut words = [0; FLAG_WORDS];
    let team = Team::re_if(end.re.contains(seat));
    for k in 0..SEATS - 1 {
        let partner = Team::re_if(end.re.contains(seat.after(k + 1, SEATS))) == team;
        put(&mut words, Flag::Partner as usize + k, u64::from(partner));
    }
    let points = end.points[team as usize];
    for (k, mark) in POINT_MARKS.into_iter().enumerate() {
        put(&mut words, Flag::Points as usize + k, u64::from(points >= mark));
    }
    put(&mut words, Flag::Won as usize, u64::from(end.winner() == Some(team)));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_doppelkopf::{Deal, Rules, Start};
    use kontra_game::{Game, Streams, Turn};

    fn bit(words: &Words, at: usize) -> bool {
        words[at / 64] >> (at % 64) & 1 == 1
    }

    #[test]
    fn flags_tell_who_holds_what_and_how_it_ended() {
        let streams = Streams::new(4);
        for number in 0..200 {
            let rng = &mut streams.test(number);
            let mut game = Doppelkopf::new(&Start::single(Rules::default(), Deal::random(rng)));
            let mut positions = vec![];
            while let (Turn::Seat(seat), Some(action)) = (game.turn(), game.random_action(rng)) {
                positions.push((game, seat));
                game.play(action);
            }
            let end = game.tally();
            for (game, seat) in positions {
                check(&game, seat, &end);
            }
        }
    }

    fn check(game: &Doppelkopf, seat: Seat, end: &GameTally) {
        let (held, late) = (held_flags(game, seat), end_flags(seat, end));
        let words: Words = std::array::from_fn(|i| held[i] | late[i]);
        let mut bits = [0; super::super::WORDS];
        super::super::encode(&game.view(seat), &super::super::Watch::new(), &mut bits);
        let known = known_flags(&bits);
        let unseen = game.view(seat).unseen();
        for k in 0..3 {
            let other = seat.after(k + 1, SEATS);
            for card in kontra_doppelkopf::Card::all() {
                let at = Flag::Holds as usize + 48 * k + 2 * card.index();
                let count = game.hand(other).count(card);
                assert_eq!([bit(&words, at), bit(&words, at + 1)], [count > 0, count > 1]);
                let open = unseen.count(card);
                assert_eq!([bit(&known, at), bit(&known, at + 1)], [open > 0, open > 1]);
            }
            let same = end.re.contains(seat) == end.re.contains(other);
            assert_eq!(bit(&words, Flag::Partner as usize + k), same);
        }
        let points = end.points[usize::from(!end.re.contains(seat))];
        for (k, mark) in POINT_MARKS.into_iter().enumerate() {
            assert_eq!(bit(&words, Flag::Points as usize + k), points >= mark);
        }
        let won = end.winner() == Some(Team::re_if(end.re.contains(seat)));
        assert_eq!(bit(&words, Flag::Won as usize), won);
        assert!((Flag::Partner as usize..FLAGS).all(|at| bit(&known, at)));
        assert!((FLAGS..64 * FLAG_WORDS).all(|at| !bit(&words, at) && !bit(&known, at)));
    }
}
