//! What a player is shown, as JSON. The book's chapter on external agents has the list of fields.

use crate::game_type::{GameType, LEADS};
use crate::moves::{Level, Move, Question};
use crate::notation::level_text;
use crate::public::Public;
use crate::rules::Rules;
use crate::seats::{SEATS, SeatSet};
use crate::state::Doppelkopf;
use crate::team::Team;
use crate::view::DoppelkopfView;
use crate::worlds::imagined_past;
use kontra_game::{History, Past, Seat, Shown, View, show_seats, show_turn};
use serde_json::{Value, json};

/// What a seat failed to follow, in the order of the bits of `Public::voids`.
const LEAD_NAMES: [&str; LEADS] = ["clubs", "spades", "hearts", "diamonds", "trump"];

impl Shown for Doppelkopf {
    fn imagined_past(
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
    ) -> Option<Past<Doppelkopf>> {
        imagined_past(view, history)
    }

    fn show_rules(view: &DoppelkopfView) -> Value {
        Rules { announcing: view.public.announcing }.write()
    }

    fn show(view: &DoppelkopfView) -> Value {
        let public = &view.public;
        let best = public.best().map(|(seat, _)| seat.index());
        json!({
            "seat": view.seat.index(),
            "turn": show_turn(view.turn()),
            "question": public.question().map(Question::name),
            "hand": view.hand.to_string(),
            "first": public.first.index(),
            "open_solos": numbers(public.open_solos),
            "reservations": numbers(public.reservations),
            "game": public.kind().map(GameType::name),
            "soloist": public.soloist.map(Seat::index),
            "compulsory": public.is_compulsory(),
            "bride": public.bride.map(Seat::index),
            "teams": show_seats(SEATS, |seat| view.team(seat).map(Team::name)),
            "announced": { "re": announced(public, Team::Re), "kontra": announced(public, Team::Kontra) },
            "leader": public.leader.index(),
            "trick": public.trick().map(|(_, card)| card.to_string()).collect::<Vec<_>>(),
            "winning": best,
            "played": public.played.to_string(),
            "voids": show_seats(SEATS, |seat| voids(public, seat)),
            "tricks": public.tricks_won,
            "points": public.points,
            "doppelkopfs": public.doppelkopfs,
            "foxes": foxes(public),
            "charlie": public.charlie.map(Seat::index),
        })
    }

    fn show_move(view: &DoppelkopfView, action: Move) -> String {
        match action {
            Move::No => "no".to_owned(),
            Move::Yes => "yes".to_owned(),
            Move::Solo(kind) => kind.name().to_owned(),
            Move::Announce(level) => {
                level_text(level, view.own_team().unwrap_or(Team::Kontra)).to_owned()
            }
            Move::Card(card) => card.to_string(),
        }
    }
}

fn numbers(seats: SeatSet) -> Vec<usize> {
    seats.iter().map(Seat::index).collect()
}

/// The highest level that a team has announced.
fn announced(public: &Public, team: Team) -> Option<&'static str> {
    let level = public.level(team);
    (level != Level::Silent).then(|| level_text(level, team))
}

fn voids(public: &Public, seat: Seat) -> Vec<&'static str> {
    let voids = public.voids[seat.index()];
    let names = LEAD_NAMES.into_iter().enumerate();
    names.filter(|(lead, _)| voids >> lead & 1 != 0).map(|(_, name)| name).collect()
}

/// Each fox that was played, with who won the trick.
fn foxes(public: &Public) -> Vec<Value> {
    let played = public.foxes.into_iter().filter(|&fox| fox != 0).map(|fox| usize::from(fox) - 1);
    played.map(|fox| json!({ "owner": fox % SEATS, "winner": fox / SEATS })).collect()
}
