//! Random play to the end, without listing moves.

use crate::bits::{Bits, with_best_bits};
use crate::card::Card;
use crate::kind::Kind;
use crate::moves::Question;
use crate::public::Public;
use crate::rules::Announcing;
use crate::seats::{SEATS, next};
use crate::state::Doppelkopf;
use crate::team::Team;
use rand::Rng;

/// Plays random moves until the game is over, each legal move being equally likely.
pub(crate) fn playout<R: Rng>(game: &mut Doppelkopf, rng: &mut R) {
    with_best_bits!([R: Rng] (bits, game: &mut Doppelkopf, rng: &mut R) -> () {
        play_on(game, rng, bits);
    });
}

#[inline(always)]
fn play_on<R: Rng, B: Bits>(game: &mut Doppelkopf, rng: &mut R, bits: B) {
    while let Some(question) = game.public.question() {
        match question {
            Question::Announcement => announce_all(game, rng),
            Question::Card => return play_tricks(game, rng, bits),
            Question::ImmediateSolo | Question::Reservation => game.say(pick(rng, 2) == 1),
            Question::Solo => {
                let hand = game.hands[game.public.asked.index()];
                let may_deny = hand.count(Card::QUEEN_OF_CLUBS) == 2;
                game.say(!may_deny || pick(rng, 2) == 1);
            }
            Question::Game => {
                let kind = Kind::SOLOS[pick(rng, Kind::SOLOS.len() as u32) as usize];
                game.choose_solo(kind);
            }
        }
    }
}

/// Plays from the next card to the end of the game.
///
/// What only helps to go on playing from the end is left out: voids and cards seen.
#[inline(always)]
fn play_tricks<R: Rng, B: Bits>(game: &mut Doppelkopf, rng: &mut R, bits: B) {
    let suits = game.public.kind.suits();
    loop {
        let Public { leader, mut lead, best_seat: mut winner, .. } = game.public;
        let mut points = game.public.trick_points;
        let already = usize::from(game.public.trick_len);
        let mut best = if already == 0 { 0 } else { game.public.best };
        for steps in already..SEATS {
            let seat = leader.after(steps, SEATS);
            let hand = &mut game.hands[seat.index()];
            let following = hand.within(suits.members(lead));
            let free = steps == 0 || following.is_empty();
            let cards = if free { *hand } else { following }.different();
            let bit = bits.nth(cards, pick(rng, cards.count_ones()));
            let card = Card::from_index(bit.trailing_zeros() as usize / 2);
            hand.remove(card);
            if steps == 0 {
                lead = suits.lead(card);
            }
            let strength = suits.strength(card, lead);
            if strength > best {
                (best, winner) = (strength, seat);
            }
            points += card.points();
            game.public.trick[steps] = card;
            if card == Card::QUEEN_OF_CLUBS {
                game.public.see_queen_of_clubs(seat);
            }
            if game.public.may_announce() && steps + 1 < SEATS {
                game.public.trick_len = steps as u8 + 1;
                game.public.ask_round(next(seat), SEATS as u8 - 1);
                announce_all(game, rng);
            }
        }
        game.public.best_seat = winner;
        game.public.trick_points = points;
        game.public.finish_trick(&mut game.re);
        if game.public.over {
            return;
        }
        announce_all(game, rng);
    }
}

/// Everybody who is asked announces at random until the next card is due.
#[inline(always)]
fn announce_all<R: Rng>(game: &mut Doppelkopf, rng: &mut R) {
    while game.public.question == Question::Announcement {
        announce_at_random(game, rng);
    }
}

/// The asked player announces at random, and then the others are asked.
///
/// Step by step, he says yes with probability one half each time until he says no or has nothing left to
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
