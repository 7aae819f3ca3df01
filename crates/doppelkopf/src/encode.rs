//! Doppelkopf in numbers, for networks. The book's chapter has the layout.

mod fast;

use crate::card::Card;
use crate::game_type::{GameType, LEADS};
use crate::moves::{Level, Move, Question};
use crate::public::Public;
use crate::rules::Announcing;
use crate::seats::{SEATS, SeatSet};
use crate::state::Doppelkopf;
use crate::team::Team;
use crate::view::DoppelkopfView;
use kontra_game::{Encode, History, Parts, Seat, TensorPart, write_mask};

/// Every level that can be announced.
const LEVELS: usize = Level::ALL.len() - 1;
/// Where ids of solos, announcements and cards begin; `no` and `yes` come first.
const SOLOS: usize = 2;
const ANNOUNCEMENTS: usize = SOLOS + GameType::SOLOS.len();
const CARDS: usize = ANNOUNCEMENTS + LEVELS;
const TRICKS: usize = 12;
/// Two bits for each different card.
const CARD_BITS: usize = 2 * Card::COUNT;

const OBSERVATION: &[TensorPart] = &[
    TensorPart::new(
        "question",
        6,
        "What is asked: immediate solo, reservation, solo, game, announcement, card; all 0 at the end.",
    ),
    TensorPart::new("asked", SEATS, "Who is asked."),
    TensorPart::new(
        "choose",
        1,
        "1 if any level may be announced at once, 0 if levels are asked for step by step.",
    ),
    TensorPart::new("first", SEATS, "Who sits in first position."),
    TensorPart::new(
        "hand",
        CARD_BITS,
        "The own cards: for each card, in the order of the ids, whether one is there and whether both are.",
    ),
    TensorPart::new("played", CARD_BITS, "All cards played so far, written like the hand."),
    TensorPart::new(
        "unseen",
        CARD_BITS,
        "The cards that the others hold between them, written like the hand.",
    ),
    TensorPart::new(
        "kind",
        GameType::ALL.len(),
        "The type of the game: normal, marriage, diamonds, hearts, spades, clubs, jacks, queens, aces; all 0 until it is found.",
    ),
    TensorPart::new("owes-solo", SEATS, "Who still has to play a compulsory solo."),
    TensorPart::new(
        "answered",
        1,
        "How many seats have said whether they have a reservation, in quarters.",
    ),
    TensorPart::new("reservation", SEATS, "Who has a reservation."),
    TensorPart::new("asked-first", SEATS, "Who was asked for a solo before the reservations."),
    TensorPart::new(
        "wants-solo",
        SEATS,
        "The first player who wants a solo that is not compulsory.",
    ),
    TensorPart::new("soloist", SEATS, "Who plays the solo or the marriage."),
    TensorPart::new("compulsory", 1, "Whether it is a compulsory solo."),
    TensorPart::new("bride", SEATS, "Who showed both queens of clubs by wanting a marriage."),
    TensorPart::new("re", SEATS, "Who is re, as far as this seat can tell."),
    TensorPart::new("kontra", SEATS, "Who is kontra, as far as this seat can tell."),
    TensorPart::new("known-re", SEATS, "Who is re, as everybody knows."),
    TensorPart::new("known-kontra", SEATS, "Who is kontra, as everybody knows."),
    TensorPart::new(
        "announced-re",
        LEVELS,
        "What re has announced: re, no 90, no 60, no 30, black, each with all below it.",
    ),
    TensorPart::new("announced-kontra", LEVELS, "What kontra has announced, written likewise."),
    TensorPart::new(
        "in-time",
        2,
        "Whether the first announcement of re and of kontra was in time and not only a reply.",
    ),
    TensorPart::new("delay", 1, "By how many cards a late marriage moves every limit, in thirds."),
    TensorPart::new(
        "round",
        1,
        "How many seats remain to be asked for announcements, in quarters.",
    ),
    TensorPart::new("tricks", 1, "How many tricks are complete, in twelfths."),
    TensorPart::new("leader", SEATS, "Who leads, or led, to the current trick."),
    TensorPart::new("trick", SEATS * Card::COUNT, "For each seat its card in the current trick."),
    TensorPart::new("winning", SEATS, "Who wins the current trick so far."),
    TensorPart::new(
        "voids",
        SEATS * LEADS,
        "For each seat whether it failed to follow clubs, spades, hearts, diamonds, trumps.",
    ),
    TensorPart::new("queens", SEATS, "How many queens of clubs each seat has played, in halves."),
    TensorPart::new("points", SEATS, "Card points in the tricks of each seat, of 240."),
    TensorPart::new("tricks-won", SEATS, "Tricks of each seat, in twelfths."),
    TensorPart::new(
        "doppelkopfs",
        SEATS,
        "Tricks of each seat worth at least 40 points, in twelfths.",
    ),
    TensorPart::new("foxes", 4 * SEATS, "For both foxes who played it and who won it."),
    TensorPart::new("charlie", SEATS, "Who won the last trick with a charlie."),
];

const PAST: &[TensorPart] = &[
    TensorPart::new("leaders", TRICKS * SEATS, "For each trick who led to it."),
    TensorPart::new(
        "cards",
        TRICKS * SEATS * Card::COUNT,
        "For each trick and each seat the card.",
    ),
    TensorPart::new(
        "announcements",
        SEATS * LEVELS,
        "For each seat every level whether it announced it.",
    ),
    TensorPart::new("announced-at", SEATS * LEVELS, "After how many cards it did, of 48."),
    TensorPart::new(
        "announced-as",
        SEATS * LEVELS,
        "How many announcements there were before it, in tenths.",
    ),
];

impl Encode for Doppelkopf {
    const ACTIONS: usize = CARDS + Card::COUNT;
    const OBSERVATION: &'static [TensorPart] = OBSERVATION;
    const PAST: &'static [TensorPart] = PAST;
    const RECALLS: bool = true;

    #[inline]
    fn action_id(action: Move) -> usize {
        match action {
            Move::No => 0,
            Move::Yes => 1,
            Move::Solo(kind) => SOLOS + kind as usize - GameType::Diamonds as usize,
            Move::Announce(level) => ANNOUNCEMENTS + (level as usize).saturating_sub(1),
            Move::Card(card) => CARDS + card.index(),
        }
    }

    fn action_name(id: usize) -> String {
        match id {
            0 => "no".to_owned(),
            1 => "yes".to_owned(),
            SOLOS..ANNOUNCEMENTS => GameType::SOLOS[id - SOLOS].name().to_owned(),
            ANNOUNCEMENTS..CARDS => {
                ["re/kontra", "no90", "no60", "no30", "black"][id - ANNOUNCEMENTS].to_owned()
            }
            _ if id < Self::ACTIONS => Card::from_index(id - CARDS).to_string(),
            _ => String::new(),
        }
    }

    fn decisions(_: &DoppelkopfView) -> usize {
        Self::ACTIONS
    }

    #[inline]
    fn action_of(id: usize, view: &DoppelkopfView) -> Option<Move> {
        let legal = fast::legal_ids(view).checked_shr(id as u32).is_some_and(|ids| ids & 1 != 0);
        if legal { fast::move_of(id) } else { None }
    }

    #[inline]
    fn legal_mask(view: &DoppelkopfView, mask: &mut [bool]) {
        assert!(mask.len() >= Self::ACTIONS, "a mask of at least {}", Self::ACTIONS);
        write_mask(fast::legal_ids(view), mask);
    }

    #[inline]
    fn observation_tensor(view: &DoppelkopfView, out: &mut [f32]) {
        fast::observe(view, out);
    }

    fn observe(view: &DoppelkopfView, parts: &mut Parts<'_>) {
        let public = &view.public;
        observe_table(view, public, parts);
        observe_finding(view, public, parts);
        observe_teams(view, public, parts);
        observe_tricks(view, public, parts);
    }

    fn remember(view: &DoppelkopfView, history: History<'_, Doppelkopf>, parts: &mut Parts<'_>) {
        remember_cards(view, history, parts);
        remember_announcements(view, history, parts);
    }
}

/// Something for every seat, the own one first.
fn by_seat(own: Seat, of: impl Fn(Seat) -> f32) -> impl Iterator<Item = f32> {
    (0..SEATS).map(move |steps| of(own.after(steps, SEATS)))
}

fn members(own: Seat, seats: SeatSet) -> impl Iterator<Item = f32> {
    by_seat(own, move |seat| f32::from(seats.contains(seat)))
}

fn relative(own: Seat, seat: Option<Seat>) -> Option<usize> {
    seat.map(|seat| own.steps_to(seat, SEATS))
}

fn observe_table(view: &DoppelkopfView, public: &Public, parts: &mut Parts<'_>) {
    let own = view.seat;
    parts.one_hot("question", public.question().map(|question| question as usize));
    parts.one_hot("asked", relative(own, public.asked()));
    parts.flag("choose", public.announcing == Announcing::Choose);
    parts.one_hot("first", relative(own, Some(public.first)));
    parts.bits("hand", view.hand.bits());
    parts.bits("played", public.played.bits());
    parts.bits("unseen", view.unseen().bits());
}

fn observe_finding(view: &DoppelkopfView, public: &Public, parts: &mut Parts<'_>) {
    let own = view.seat;
    parts.one_hot("kind", public.kind().map(|kind| kind as usize));
    parts.fill("owes-solo", members(own, public.open_solos));
    parts.number("answered", f32::from(public.answered) / 4.0);
    parts.fill("reservation", members(own, public.reservations));
    parts.fill("asked-first", members(own, public.asked_immediately));
    parts.one_hot("wants-solo", relative(own, public.lust_soloist));
    parts.one_hot("soloist", relative(own, public.soloist));
    parts.flag("compulsory", public.is_compulsory());
    parts.one_hot("bride", relative(own, public.bride));
}

fn observe_teams(view: &DoppelkopfView, public: &Public, parts: &mut Parts<'_>) {
    let own = view.seat;
    let teams: [Option<Team>; SEATS] =
        std::array::from_fn(|steps| view.team(own.after(steps, SEATS)));
    let told = |team| teams.into_iter().map(move |told| f32::from(told == Some(team)));
    parts.fill("re", told(Team::Re));
    parts.fill("kontra", told(Team::Kontra));
    let [re, kontra] = public.known;
    parts.fill("known-re", members(own, re));
    parts.fill("known-kontra", members(own, kontra));
    for (name, team) in [("announced-re", Team::Re), ("announced-kontra", Team::Kontra)] {
        let announced = public.level(team);
        parts.fill(name, Level::ALL[1..].iter().map(|&level| f32::from(level <= announced)));
    }
    parts.fill("in-time", public.in_time.map(f32::from));
    parts.number("delay", f32::from(public.delay) / 3.0);
    parts.number("round", f32::from(public.round_left) / 4.0);
}

fn observe_tricks(view: &DoppelkopfView, public: &Public, parts: &mut Parts<'_>) {
    let own = view.seat;
    parts.number("tricks", f32::from(public.tricks) / 12.0);
    parts.one_hot("leader", relative(own, Some(public.leader)));
    let trick = parts.next("trick");
    for (seat, card) in public.trick() {
        trick[own.steps_to(seat, SEATS) * Card::COUNT + card.index()] = 1.0;
    }
    parts.one_hot("winning", relative(own, public.best().map(|(seat, _)| seat)));
    let voids = parts.next("voids");
    for (steps, voids) in voids.chunks_exact_mut(LEADS).enumerate() {
        let mut bits = public.voids[own.after(steps, SEATS).index()];
        // Most players have failed to follow nothing.
        while bits != 0 {
            voids[bits.trailing_zeros() as usize] = 1.0;
            bits &= bits - 1;
        }
    }
    let each = |counts: [u8; SEATS], most: f32| {
        by_seat(own, move |seat| f32::from(counts[seat.index()]) / most)
    };
    parts.fill("queens", each(public.queens_played, 2.0));
    parts.fill("points", each(public.points, 240.0));
    parts.fill("tricks-won", each(public.tricks_won, 12.0));
    parts.fill("doppelkopfs", each(public.doppelkopfs, 12.0));
    let foxes = parts.next("foxes");
    for (fox, played) in foxes.chunks_exact_mut(2 * SEATS).zip(public.foxes) {
        if let Some(fox_of) = usize::from(played).checked_sub(1) {
            let [owner, winner] =
                [fox_of % SEATS, fox_of / SEATS].map(|seat| Seat::wrapping(seat, SEATS));
            fox[own.steps_to(owner, SEATS)] = 1.0;
            fox[SEATS + own.steps_to(winner, SEATS)] = 1.0;
        }
    }
    parts.one_hot("charlie", relative(own, public.charlie));
}

fn remember_cards(view: &DoppelkopfView, history: History<'_, Doppelkopf>, parts: &mut Parts<'_>) {
    let (leaders, cards) = (parts.next("leaders"), parts.next("cards"));
    let mut played = 0;
    for event in history.iter() {
        if let (Some(seat), Some(Move::Card(card))) = (event.by, event.action) {
            let (trick, seat) = (played / SEATS, view.seat.steps_to(seat, SEATS));
            if played % SEATS == 0 {
                leaders[trick * SEATS + seat] = 1.0;
            }
            cards[(trick * SEATS + seat) * Card::COUNT + card.index()] = 1.0;
            played += 1;
        }
    }
}

fn remember_announcements(
    view: &DoppelkopfView,
    history: History<'_, Doppelkopf>,
    parts: &mut Parts<'_>,
) {
    let names = ["announcements", "announced-at", "announced-as"];
    let [made, at, rank] = names.map(|name| parts.next(name));
    let (mut cards, mut announcements) = (0_u8, 0_u8);
    let mut levels = [Level::Silent; 2];
    for event in history.iter().skip(questions_before_the_game(&view.public, history)) {
        let (Some(seat), Some(action)) = (event.by, event.action) else { continue };
        // An announcement shows the team of the player who makes it.
        let team = view.public.known_team(seat).unwrap_or(Team::Kontra) as usize;
        let level = match action {
            Move::Card(_) => {
                cards += 1;
                continue;
            }
            Move::Announce(level) => level,
            Move::Yes => levels[team].next().unwrap_or(Level::Black),
            Move::No | Move::Solo(_) => continue,
        };
        levels[team] = level;
        let entry = view.seat.steps_to(seat, SEATS) * LEVELS + level as usize - 1;
        made[entry] = 1.0;
        at[entry] = f32::from(cards) / 48.0;
        rank[entry] = f32::from(announcements) / 10.0;
        announcements += 1;
    }
}

/// How many decisions it took to find the game; all of them until it is found.
fn questions_before_the_game(public: &Public, history: History<'_, Doppelkopf>) -> usize {
    if !public.found {
        return history.len();
    }
    let is_solo = |event: &kontra_game::Event<Move>| matches!(event.action, Some(Move::Solo(_)));
    match history.iter().position(|event| is_solo(&event)) {
        Some(solo) => solo + 1,
        // Everybody said whether they have a reservation, some were asked for a solo before, and a player with a reservation
        // was asked which one.
        None => SEATS + public.asked_immediately.len() + public.reservations.len(),
    }
}

const _: () = assert!(Question::Card as usize == 5, "the layout has six questions");
