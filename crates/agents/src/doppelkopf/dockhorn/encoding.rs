//! The 406 inputs of Dockhorn et al. 2017, section IV-B.
//!
//! Where the paper leaves something open, this is ours:
//!
//! - *Player one* is the player to move, and the others follow clockwise. With fixed seats nothing in the input would say
//!   who leads to a trick.
//! - Of two equal cards the first is the one that was played earlier; where both are still held, the one whose holder
//!   comes first.
//! - Before a marriage is decided, the three others are kontra.
//! - The paper lists nine modes for ten inputs; the tenth is the spade solo.

use crate::doppelkopf::features::each_card;
use kontra_doppelkopf::{Card, Doppelkopf, GameType, Question, SEATS, Team};
use kontra_game::Seat;

/// Inputs of a network.
pub const CARD_BITS: usize = 406;
/// The same in words of 64 bits.
pub const CARD_WORDS: usize = CARD_BITS.div_ceil(64);
/// Outputs of a network: the 24 different cards, by number.
pub const CARD_ANSWERS: usize = Card::COUNT;
/// What weights must have been trained for: it changes whenever a bit changes its meaning.
pub const VERSION: &str = "dockhorn2017-1";

/// One position in a network's words.
pub type CardBits = [u64; CARD_WORDS];

/// Where each part of the input begins, with its name.
pub const CARD_FIELDS: [(&str, usize); 4] =
    [("mode", MODE), ("position", POSITION), ("cards", CARDS), ("parties", PARTIES)];

const MODE: usize = 0;
const POSITION: usize = 10;
const CARDS: usize = 14;
const PARTIES: usize = CARDS + 48 * PLACES;

/// Places of a card: four hands, three cards of the current trick, an earlier trick.
const PLACES: usize = 8;
const FIRST_ON_TABLE: usize = 4;
const EARLIER: usize = 7;

/// The input for the next card of a world; `None` where no card is asked for.
///
/// A world has all four hands: that of a search is imagined, that of a recorded game is the real one.
#[inline]
pub fn encode_world(world: &Doppelkopf) -> Option<CardBits> {
    let public = world.public();
    let seat = public.asked().filter(|_| public.question() == Some(Question::Card))?;
    let mut pen = Pen { bits: [0; CARD_WORDS], seen: [0; Card::COUNT] };
    pen.set(MODE + mode(world)?);
    let (mut earlier, mut on_table) = (public.played(), 0);
    for (_, card) in public.trick() {
        earlier.remove(card);
        on_table += 1;
    }
    pen.set(POSITION + on_table);
    earlier.iter().for_each(|card| pen.put(card, EARLIER));
    for (number, (_, card)) in public.trick().enumerate() {
        pen.put(card, FIRST_ON_TABLE + number);
    }
    for player in 0..SEATS {
        let holder = seat.after(player, SEATS);
        world.hand(holder).iter().for_each(|card| pen.put(card, player));
        let is_kontra = usize::from(world.team(holder) != Some(Team::Re));
        pen.set(PARTIES + 2 * player + is_kontra);
    }
    Some(pen.bits)
}

struct Pen {
    bits: CardBits,
    /// How many of each card have their place.
    seen: [u8; Card::COUNT],
}

impl Pen {
    #[inline]
    fn set(&mut self, bit: usize) {
        self.bits[bit / 64] |= 1 << (bit % 64);
    }

    #[inline]
    fn put(&mut self, card: Card, place: usize) {
        let copy = &mut self.seen[card.index()];
        let number = 2 * card.index() + usize::from(*copy);
        *copy += 1;
        self.set(CARDS + PLACES * number + place);
    }
}

/// The number of the mode: normal game, announced and unannounced marriage, then solos of queens, jacks, aces, diamonds, hearts,
/// spades and clubs.
#[inline]
fn mode(world: &Doppelkopf) -> Option<usize> {
    Some(match world.public().kind()? {
        GameType::Normal => {
            let is_re = |seat: &Seat| world.team(*seat) == Some(Team::Re);
            if Seat::all(SEATS).filter(is_re).count() == 1 { 2 } else { 0 }
        }
        GameType::Marriage => 1,
        GameType::Queens => 3,
        GameType::Jacks => 4,
        GameType::Aces => 5,
        GameType::Diamonds => 6,
        GameType::Hearts => 7,
        GameType::Spades => 8,
        GameType::Clubs => 9,
    })
}

/// The cards that may be played now, a bit for each of the 24; none where no card is asked for.
#[inline]
pub fn legal_cards(world: &Doppelkopf) -> u32 {
    let public = world.public();
    match (public.asked(), public.question()) {
        (Some(seat), Some(Question::Card)) => each_card(public.playable(world.hand(seat))),
        _ => 0,
    }
}

/// The position in the trick, 0 to 3, of which an input tells.
pub fn trick_position(bits: &CardBits) -> usize {
    (bits[POSITION / 64] >> (POSITION % 64) & 0b1111).trailing_zeros() as usize
}
