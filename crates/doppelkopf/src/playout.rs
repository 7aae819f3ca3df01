//! Random play to the end, without listing moves.

use crate::card::Card;
use crate::cards::Cards;
use crate::game_type::GameType;
use crate::moves::Question;
use crate::rules::Announcing;
use crate::seats::{SEATS, next};
use crate::state::Doppelkopf;
use crate::team::Team;
use kontra_cards::bits::{BitSearch, with_best_bits};
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
    while let Some(question) = game.public.question() {
        match question {
            Question::Announcement => announce_all::<R, QUIET>(game, rng),
            Question::Card => return play_tricks::<R, B, QUIET>(game, rng, bits),
            Question::ImmediateSolo | Question::Reservation => {
                game.say(!QUIET && pick(rng, 2) == 1);
            }
            Question::Solo => {
                let hand = game.hands[game.public.asked.index()];
                let may_deny = hand.count(Card::QUEEN_OF_CLUBS) == 2;
                game.say(!may_deny || (!QUIET && pick(rng, 2) == 1));
            }
            Question::Game => {
                let kind = GameType::SOLOS[pick(rng, GameType::SOLOS.len() as u32) as usize];
                game.choose_solo(kind);
            }
        }
    }
}

/// Plays from the next card to the end of the game.
///
/// What is needed only to keep playing from there is left out: voids, cards and teams seen.
#[inline(always)]
fn play_tricks<R: Rng, B: BitSearch, const QUIET: bool>(
    game: &mut Doppelkopf,
    rng: &mut R,
    bits: B,
) {
    let already = usize::from(game.public.trick_len);
    if already > 0 {
        play_trick::<R, B, QUIET>(game, rng, bits, already);
    }
    while !game.public.over {
        play_trick::<R, B, QUIET>(game, rng, bits, 0);
    }
}

/// Plays the rest of a trick in which there are `already` this many cards.
#[inline(always)]
fn play_trick<R: Rng, B: BitSearch, const QUIET: bool>(
    game: &mut Doppelkopf,
    rng: &mut R,
    bits: B,
    already: usize,
) {
    let suits = game.public.kind.suits();
    let leader = game.public.leader;
    // Nobody can begin to announce in the middle of a trick: it takes an announcement to allow another.
    let announcing = !QUIET && game.public.may_announce();
    let (mut lead, mut following) = (game.public.lead, suits.members(game.public.lead));
    let (mut best, mut winner) = (game.public.best, game.public.best_seat);
    let mut points = game.public.trick_points;
    if already == 0 {
        (following, best) = (u64::MAX, 0);
    }
    for steps in already..SEATS {
        let seat = leader.after(steps, SEATS);
        let hand = &mut game.hands[seat.index()];
        let cards = playable(*hand, following);
        let bit = bits.nth(cards, pick(rng, cards.count_ones()));
        let card = Card::from_index(bit.trailing_zeros() as usize / 2);
        hand.remove(card);
        if steps == 0 {
            lead = suits.lead(card);
            following = suits.members(lead);
        }
        let strength = suits.strength(card, lead);
        if strength > best {
            (best, winner) = (strength, seat);
        }
        points += card.points();
        game.public.trick[steps] = card;
        if announcing {
            if card == Card::QUEEN_OF_CLUBS {
                game.public.see_queen_of_clubs(seat);
            }
            if steps + 1 < SEATS {
                game.public.trick_len = steps as u8 + 1;
                game.public.ask_round(next(seat), SEATS as u8 - 1);
                announce_all::<R, QUIET>(game, rng);
            }
        }
    }
    game.public.best_seat = winner;
    game.public.trick_points = points;
    game.public.finish_trick(&mut game.re);
    if !game.public.over {
        announce_all::<R, QUIET>(game, rng);
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

/// Everybody who is asked announces at random, or nothing, until the next card is due.
#[inline(always)]
fn announce_all<R: Rng, const QUIET: bool>(game: &mut Doppelkopf, rng: &mut R) {
    while game.public.question == Question::Announcement {
        match QUIET {
            true => game.public.pass(),
            false => announce_at_random(game, rng),
        }
    }
}

/// The asked player announces at random, and then the others are asked.
///
/// Step by step, they say yes with probability one half each time until they say no or have nothing left to
/// announce: the number of times is the number of ones at the end of a random number.
#[inline(always)]
fn announce_at_random<R: Rng>(game: &mut Doppelkopf, rng: &mut R) {
    let public = &mut game.public;
    let seat = public.asked;
    let team = Team::re_if(game.re.contains(seat));
    let levels = public.levels_open_to(team, public.cards_left(seat));
    let announced = match public.announcing {
        Announcing::Choose => pick(rng, levels.len() as u32 + 1) as usize,
        Announcing::Step => (rng.next_u32().trailing_ones() as usize).min(levels.len()),
    };
    if announced == 0 {
        public.pass();
    } else {
        public.commit(team, levels[announced - 1]);
        public.ask_round(next(seat), SEATS as u8 - 1);
    }
}

/// A number below `bound`; uniform but for a bias below 2^-28, which no number of playouts can show.
#[inline(always)]
pub(crate) fn pick<R: Rng>(rng: &mut R, bound: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32
}
