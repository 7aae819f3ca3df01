//! The same numbers as part by part, written at once: nearly all of them are 0 or 1, so they are put together as bits. Batches
//! of thousands of games are observed this way. The kit compares both ways at every position of random games.

use super::{ANNOUNCEMENTS, CARDS, OBSERVATION, SOLOS};
use crate::card::Card;
use crate::cards::Cards;
use crate::game_type::{GameType, LEADS};
use crate::moves::{Level, Move, Question};
use crate::public::Public;
use crate::rules::Announcing;
use crate::seats::{SEATS, SeatSet};
use crate::team::Team;
use crate::view::DoppelkopfView;
use kontra_game::{PartPlace, Seat, TensorBits, total};

const WORDS: usize = total(OBSERVATION).div_ceil(64);

type Bits = TensorBits<WORDS>;

/// The place of a part, found when the program is built.
macro_rules! place {
    ($name:literal) => {
        const { PartPlace::of(OBSERVATION, $name) }
    };
}

/// Writes the observation.
#[inline]
pub(super) fn observe(view: &DoppelkopfView, out: &mut [f32]) {
    assert!(out.len() == const { total(OBSERVATION) }, "a tensor of another length");
    let mut bits = Bits::new();
    set_table(view, &mut bits);
    set_finding(view, &mut bits);
    set_teams(view, &mut bits);
    set_tricks(view, &mut bits);
    bits.write(out);
    write_numbers(view, out);
}

/// These seats as seen from one: bit 0 is its own.
#[inline(always)]
fn turned(own: Seat, seats: SeatSet) -> u64 {
    let bits = u64::from(seats.bits());
    (bits | bits << SEATS) >> own.index() & 0b1111
}

/// One seat, or none, as seen from another one.
#[inline(always)]
fn one(own: Seat, seat: Option<Seat>) -> u64 {
    seat.map_or(0, |seat| turned(own, SeatSet::only(seat)))
}

#[inline(always)]
fn set_table(view: &DoppelkopfView, bits: &mut Bits) {
    let (own, public) = (view.seat, &view.public);
    bits.set(place!("question"), u64::from(!public.over) << public.question as u32);
    bits.set(place!("asked"), one(own, public.asked()));
    bits.set(place!("choose"), u64::from(public.announcing == Announcing::Choose));
    bits.set(place!("first"), one(own, Some(public.first)));
    bits.set(place!("hand"), view.hand.bits());
    bits.set(place!("played"), public.played.bits());
    bits.set(place!("unseen"), view.unseen().bits());
}

#[inline(always)]
fn set_finding(view: &DoppelkopfView, bits: &mut Bits) {
    let (own, public) = (view.seat, &view.public);
    bits.set(place!("kind"), u64::from(public.found) << public.kind as u32);
    bits.set(place!("owes-solo"), turned(own, public.open_solos));
    bits.set(place!("reservation"), turned(own, public.reservations));
    bits.set(place!("asked-first"), turned(own, public.asked_immediately));
    bits.set(place!("wants-solo"), one(own, public.lust_soloist));
    bits.set(place!("soloist"), one(own, public.soloist));
    bits.set(place!("compulsory"), u64::from(public.is_compulsory()));
    bits.set(place!("bride"), one(own, public.bride));
}

#[inline(always)]
fn set_teams(view: &DoppelkopfView, bits: &mut Bits) {
    let (own, public) = (view.seat, &view.public);
    let [re, kontra] = view.known_teams().map(|team| turned(own, team));
    bits.set(place!("re"), re);
    bits.set(place!("kontra"), kontra & !re);
    let [re, kontra] = public.known.map(|team| turned(own, team));
    bits.set(place!("known-re"), re);
    bits.set(place!("known-kontra"), kontra);
    let [re, kontra] = public.levels.map(|level| (1_u64 << level as u32) - 1);
    bits.set(place!("announced-re"), re);
    bits.set(place!("announced-kontra"), kontra);
    let [re, kontra] = public.in_time.map(u64::from);
    bits.set(place!("in-time"), re | kontra << 1);
}

#[inline(always)]
fn set_tricks(view: &DoppelkopfView, bits: &mut Bits) {
    let (own, public) = (view.seat, &view.public);
    bits.set(place!("leader"), one(own, Some(public.leader)));
    for (seat, card) in public.trick() {
        bits.set_one(place!("trick"), own.steps_to(seat, SEATS) * Card::COUNT + card.index());
    }
    let winning = one(own, Some(public.best_seat));
    bits.set(place!("winning"), if public.trick_len > 0 { winning } else { 0 });
    let [first, second, third, fourth] = public.voids.map(u64::from);
    let voids = first | second << LEADS | third << (2 * LEADS) | fourth << (3 * LEADS);
    let voids = (voids | voids << (SEATS * LEADS)) >> (LEADS * own.index());
    bits.set(place!("voids"), voids & ((1 << (SEATS * LEADS)) - 1));
    let foxes = public.foxes.map(|fox| fox_seats(own, fox));
    bits.set(place!("foxes"), foxes[0] | foxes[1] << (2 * SEATS));
    bits.set(place!("charlie"), one(own, public.charlie));
}

/// Who played a fox, and who won it.
#[inline(always)]
fn fox_seats(own: Seat, fox: u8) -> u64 {
    if fox == 0 {
        return 0;
    }
    let fox = usize::from(fox) - 1;
    let [owner, winner] = [fox, fox / SEATS].map(|seat| Seat::wrapping(seat, SEATS));
    one(own, Some(owner)) | one(own, Some(winner)) << SEATS
}

/// The few entries that are no bits.
#[inline(always)]
fn write_numbers(view: &DoppelkopfView, out: &mut [f32]) {
    let (own, public) = (view.seat.index(), &view.public);
    out[place!("answered").offset] = f32::from(public.answered) / 4.0;
    out[place!("delay").offset] = f32::from(public.delay) / 3.0;
    out[place!("round").offset] = f32::from(public.round_left) / 4.0;
    out[place!("tricks").offset] = f32::from(public.tricks) / 12.0;
    let mut each = |place: PartPlace, counts: [u8; SEATS], most: f32| {
        // The own count first: counts of a byte each, turned as one number.
        let counts = u32::from_le_bytes(counts).rotate_right(8 * own as u32).to_le_bytes();
        out[place.offset..place.offset + SEATS]
            .copy_from_slice(&counts.map(|count| f32::from(count) / most));
    };
    each(place!("queens"), public.queens_played, 2.0);
    each(place!("points"), public.points, 240.0);
    each(place!("tricks-won"), public.tricks_won, 12.0);
    each(place!("doppelkopfs"), public.doppelkopfs, 12.0);
}

/// The ids of the legal moves, as bits.
#[inline]
pub(super) fn legal_ids(view: &DoppelkopfView) -> u64 {
    let public = &view.public;
    if public.over || public.asked != view.seat {
        return 0;
    }
    match public.question {
        Question::ImmediateSolo | Question::Reservation => 0b11,
        Question::Solo if view.hand.count(Card::QUEEN_OF_CLUBS) == 2 => 0b11,
        Question::Solo => 0b10,
        Question::Game => const { ((1 << GameType::SOLOS.len()) - 1) << SOLOS },
        Question::Announcement => 1 | announcements(view, public),
        Question::Card => kinds(public.playable(view.hand)) << CARDS,
    }
}

fn announcements(view: &DoppelkopfView, public: &Public) -> u64 {
    let team = view.own_team().unwrap_or(Team::Kontra);
    let levels = public.levels_open_to(team, view.hand.len());
    let Some(&lowest) = levels.first() else { return 0 };
    match public.announcing {
        Announcing::Choose => {
            ((1 << levels.len()) - 1) << (ANNOUNCEMENTS + (lowest as usize).saturating_sub(1))
        }
        Announcing::Step => 0b10,
    }
}

/// A bit for each different card.
#[inline(always)]
fn kinds(cards: Cards) -> u64 {
    let mut bits = cards.different();
    bits = (bits | bits >> 1) & 0x3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F;
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF;
    bits = (bits | bits >> 8) & 0xFFFF_0000_FFFF;
    (bits | bits >> 16) & 0xFF_FFFF
}

/// The move with this id, legal or not.
#[inline]
pub(super) fn move_of(id: usize) -> Option<Move> {
    Some(match id {
        0 => Move::No,
        1 => Move::Yes,
        SOLOS..ANNOUNCEMENTS => Move::Solo(GameType::SOLOS[id - SOLOS]),
        ANNOUNCEMENTS..CARDS => Move::Announce(Level::ALL[id - ANNOUNCEMENTS + 1]),
        _ if id < CARDS + Card::COUNT => Move::Card(Card::from_index(id - CARDS)),
        _ => return None,
    })
}
