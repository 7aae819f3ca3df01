//! Who plays what, drawn at once where nobody has answered anything.

use crate::card::Card;
use crate::game_type::GameType;
use crate::moves::Question;
use crate::public::Public;
use crate::seats::SEATS;
use crate::state::Doppelkopf;
use kontra_game::{Seat, choose};
use rand::Rng;

/// Answers questions at random until the game is found; if `QUIET`, everybody says no to what they may deny.
#[inline(always)]
pub(super) fn find<R: Rng, const QUIET: bool>(game: &mut Doppelkopf, rng: &mut R) {
    if nothing_is_said(&game.public) {
        return find_from_the_first_question::<R, QUIET>(game, rng);
    }
    answer_each::<R, QUIET>(game, rng);
}

fn answer_each<R: Rng, const QUIET: bool>(game: &mut Doppelkopf, rng: &mut R) {
    loop {
        match game.public.question {
            Question::Announcement | Question::Card => return,
            Question::ImmediateSolo | Question::Reservation => {
                game.say(!QUIET && coin(rng));
            }
            Question::Solo => {
                let may_deny = holds_both_queens(game, game.public.asked);
                game.say(!may_deny || (!QUIET && coin(rng)));
            }
            Question::Game => game.choose_solo(any_solo(rng)),
        }
    }
}

/// Whether this is the first question of a game in which nobody has to play a solo.
fn nothing_is_said(public: &Public) -> bool {
    public.question == Question::ImmediateSolo
        && public.answered == 0
        && public.open_solos.is_empty()
}

/// One seat after the other is asked for an immediate solo and for a reservation, until somebody says yes. After a first
/// reservation the answers of the others are of no account, unless it becomes a marriage.
///
/// Of what was said on the way only what decides the game is noted.
#[inline(always)]
fn find_from_the_first_question<R: Rng, const QUIET: bool>(game: &mut Doppelkopf, rng: &mut R) {
    if QUIET {
        return game.begin_tricks(GameType::Normal, None);
    }
    // Two bits for each seat: whether it wants a solo at once, and whether it has a reservation.
    let answers = rng.next_u64();
    let yes = (answers & 0xff).trailing_zeros() as usize;
    if yes >= 2 * SEATS {
        return game.begin_tricks(GameType::Normal, None);
    }
    let (position, reserved) = (yes / 2, yes % 2 == 1);
    let mut soloist = game.public.first.after(position, SEATS);
    if reserved && holds_both_queens(game, soloist) && answers >> 8 & 1 == 0 {
        game.public.bride = Some(soloist);
        // Who comes later is healthy or must play a solo: nobody else can marry.
        let later = (answers >> 9).trailing_zeros() as usize;
        if position + 1 + later >= SEATS {
            return game.begin_tricks(GameType::Marriage, Some(soloist));
        }
        soloist = soloist.after(1 + later, SEATS);
    }
    let kind = any_solo(rng);
    game.begin_tricks(kind, Some(soloist));
}

fn holds_both_queens(game: &Doppelkopf, seat: Seat) -> bool {
    game.hand(seat).count(Card::QUEEN_OF_CLUBS) == 2
}

fn coin<R: Rng>(rng: &mut R) -> bool {
    choose::below(rng, 2) == 1
}

fn any_solo<R: Rng>(rng: &mut R) -> GameType {
    GameType::SOLOS[choose::below(rng, GameType::SOLOS.len() as u32) as usize]
}
