//! Random play to the end, without listing moves.
//!
//! No card depends on an announcement. So all cards are played first, without a question in between, and then the
//! announcements are drawn for the tricks that came out. The games are those of one listed move after the other, each
//! with the same probability.

mod announcing;
mod finding;

use crate::card::Card;
use crate::cards::Cards;
use crate::deal::HAND;
use crate::game_type::{Lead, Suits};
use crate::public::Public;
use crate::seats::SEATS;
use crate::state::Doppelkopf;
use crate::tricks::{DOPPELKOPF, partner_is_found};
use announcing::Moment;
use kontra_cards::bits::{BitSearch, with_best_bits};
use kontra_game::Seat;
use kontra_game::choose::Several;
use rand::Rng;

/// Plays random moves until the game is over, each legal move being equally likely.
pub(crate) fn playout<R: Rng>(game: &mut Doppelkopf, rng: &mut R) {
    with_best_bits!([R: Rng] (bits, game: &mut Doppelkopf, rng: &mut R) -> () {
        play_on::<R, _, false>(game, rng, bits);
    });
}

impl Doppelkopf {
    /// Plays until the game is over: every legal card is equally likely, and everybody says no to everything that they are asked
    /// and may deny.
    pub fn playout_quietly<R: Rng>(&mut self, rng: &mut R) {
        quietly(self, rng);
    }
}

fn quietly<R: Rng>(game: &mut Doppelkopf, rng: &mut R) {
    with_best_bits!([R: Rng] (bits, game: &mut Doppelkopf, rng: &mut R) -> () {
        play_on::<R, _, true>(game, rng, bits);
    });
}

#[inline(always)]
fn play_on<R: Rng, B: BitSearch, const QUIET: bool>(game: &mut Doppelkopf, rng: &mut R, bits: B) {
    if game.public.over {
        return;
    }
    finding::find::<R, QUIET>(game, rng);
    let now = Moment::of(&game.public);
    let course = play_tricks(game, rng, bits);
    if !QUIET {
        announcing::announce(game, &course, now, rng);
    }
}

/// What announcements depend on: who led to each trick, and when the teams of a marriage were clear.
struct Course {
    /// The leaders of the tricks, two bits each, from the trick on in which the playout began.
    leaders: u32,
    /// How many tricks were complete when a marriage was decided that was not yet.
    decided: Option<usize>,
}

impl Course {
    #[inline(always)]
    fn leader(&self, trick: usize) -> usize {
        (self.leaders >> (2 * trick)) as usize % SEATS
    }
}

/// What the seats won, eight bits for each: nobody wins more than 240 points.
struct Won {
    points: u32,
    tricks: u32,
    doppelkopfs: u32,
}

impl Won {
    fn before(public: &Public) -> Won {
        Won {
            points: u32::from_le_bytes(public.points),
            tricks: u32::from_le_bytes(public.tricks_won),
            doppelkopfs: u32::from_le_bytes(public.doppelkopfs),
        }
    }

    #[inline(always)]
    fn take(&mut self, winner: usize, points: u8) {
        let place = 8 * winner;
        self.points += u32::from(points) << place;
        self.tricks += 1 << place;
        self.doppelkopfs += u32::from(points >= DOPPELKOPF) << place;
    }

    fn note(self, public: &mut Public) {
        public.points = self.points.to_le_bytes();
        public.tricks_won = self.tricks.to_le_bytes();
        public.doppelkopfs = self.doppelkopfs.to_le_bytes();
    }
}

/// Plays from the next card to the last one.
///
/// What is needed only to keep playing from there is left out: voids, cards and teams seen.
#[inline(always)]
fn play_tricks<R: Rng, B: BitSearch>(game: &mut Doppelkopf, rng: &mut R, bits: B) -> Course {
    let Doppelkopf { hands, re, public } = game;
    let suits = public.kind.suits();
    let (first, catches) = (usize::from(public.tricks), !public.kind.is_solo());
    let mut undecided = public.is_undecided_marriage();
    let mut course = Course { leaders: 0, decided: None };
    let mut won = Won::before(public);
    let mut trick = Trick::begun(public);
    for number in first..HAND {
        course.leaders |= (trick.leader as u32) << (2 * number);
        if number == first && public.trick_len > 0 {
            trick.play(hands, suits, rng, bits, usize::from(public.trick_len));
        } else {
            trick.play(hands, suits, rng, bits, 0);
        }
        won.take(trick.winner, trick.points);
        if catches && trick.cards.contains(&Card::FOX) {
            public.note_foxes(trick.cards, seat(trick.leader), seat(trick.winner));
        }
        if undecided && partner_is_found(number as u8 + 1, seat(trick.winner), re) {
            undecided = false;
            course.decided = Some(number + 1);
            public.tricks = number as u8 + 1;
            public.clarify_marriage(*re);
        }
        trick.leader = trick.winner;
    }
    won.note(public);
    public.charlie =
        (suits.order()[usize::from(trick.best) - 1] == Card::CHARLIE).then_some(seat(trick.winner));
    public.tricks = HAND as u8;
    public.trick_len = 0;
    public.trick_points = 0;
    public.over = true;
    course
}

fn seat(number: usize) -> Seat {
    Seat::wrapping(number, SEATS)
}

/// The trick on the table, and nothing that the rules of a playout do not ask for.
struct Trick {
    leader: usize,
    cards: [Card; SEATS],
    lead: Lead,
    /// The strength of the best card so far, and who played it.
    best: u8,
    winner: usize,
    points: u8,
}

impl Trick {
    fn begun(public: &Public) -> Trick {
        Trick {
            leader: public.leader.index(),
            cards: public.trick,
            lead: public.lead,
            best: public.best,
            winner: public.best_seat.index(),
            points: public.trick_points,
        }
    }

    /// Plays the rest of the trick, in which there are `already` this many cards.
    #[inline(always)]
    fn play<R: Rng, B: BitSearch>(
        &mut self,
        hands: &mut [Cards; SEATS],
        suits: &Suits,
        rng: &mut R,
        bits: B,
        already: usize,
    ) {
        let mut following = suits.members(self.lead);
        if already == 0 {
            following = u64::MAX;
            self.best = 0;
            self.points = 0;
        }
        let mut choices = four_choices(rng);
        for steps in already..SEATS {
            let place = (self.leader + steps) % SEATS;
            let hand = &mut hands[place];
            let cards = playable(*hand, following);
            let bit = bits.nth(cards, choices.below(cards.count_ones()));
            let card = Card::from_index(bit.trailing_zeros() as usize / 2);
            hand.remove(card);
            if steps == 0 {
                self.lead = suits.lead(card);
                following = suits.members(self.lead);
            }
            let strength = suits.strength(card, self.lead);
            if strength > self.best {
                (self.best, self.winner) = (strength, place);
            }
            self.points += card.points();
            self.cards[steps] = card;
        }
    }
}

/// The low bits of the cards that follow, or of the whole hand where none does. No branch: which it will
/// be cannot be predicted.
#[inline(always)]
pub(crate) fn playable(hand: Cards, following: u64) -> u64 {
    let follows = hand.within(following).different();
    let none = u64::from(follows == 0).wrapping_neg();
    follows | hand.different() & none
}

/// Random choices of four cards, each from at most twelve, of one random word.
#[inline(always)]
fn four_choices<R: Rng>(rng: &mut R) -> Several {
    // Every number up to twelve divides it.
    const MULTIPLE: u64 = 27_720;
    Several::new(rng, MULTIPLE.pow(SEATS as u32))
}
