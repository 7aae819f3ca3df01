//! What a player is shown: all that they may know, and nothing else.

use crate::common::size;
use kontra_doppelkopf::{Announcing, Doppelkopf, Question, Rules};
use kontra_game::testkit::{
    forfeits_are_losses, histories_show_no_secrets, past_shows_no_secrets, shows_no_secrets,
};
use kontra_game::{Forfeit, Game, Notation, Reader, Recorded, Seat, Shown, Streams};
use serde_json::json;

const STYLES: [Rules; 2] =
    [Rules { announcing: Announcing::Choose }, Rules { announcing: Announcing::Step }];

#[test]
fn no_secret_is_shown() {
    for rules in STYLES {
        let worlds = shows_no_secrets::<Doppelkopf>(&rules, size(200), 2, 4);
        assert!(worlds > size(200) * 4 * 2 * 48, "{worlds}");
        past_shows_no_secrets::<Doppelkopf>(&rules, size(200), 2, 5);
        histories_show_no_secrets::<Doppelkopf>(&rules, size(50), 1, 6);
    }
}

#[test]
fn breaking_off_is_no_way_out() {
    for rules in STYLES {
        forfeits_are_losses::<Doppelkopf>(&rules, size(2000), 6);
    }
}

/// A game in which seat 0 announces re, then these cards are played and everything else is denied.
fn after(cards: &str) -> Doppelkopf {
    let start = json!({
        "rules": {}, "dealer": 3, "duty": null,
        "hands": [
            "HT HT CQ CJ CJ DA DT DK D9 CA CT SA",
            "CQ SQ SQ HQ HQ DQ DQ CA HA HA HK H9",
            "SJ SJ HJ HJ DJ DJ CT CK CK C9 C9 HK",
            "DA DT DK D9 SA ST ST SK SK S9 S9 H9",
        ],
    });
    let start = Doppelkopf::read_start(&Reader::new(&start, "start")).unwrap();
    let mut game = Doppelkopf::begin(&start);
    let mut play = |text: &str, until: Question| {
        while game.public().question() != Some(until) {
            game.play(game.parse_action("no").unwrap());
        }
        game.play(game.parse_action(text).unwrap());
    };
    play("yes", Question::Announcement);
    cards.split(' ').for_each(|card| play(card, Question::Card));
    game
}

fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

#[test]
fn a_view_in_the_middle_of_a_trick() {
    // Seat 3 has no clubs and plays its fox.
    let game = after("CA CA C9 DA SA");
    let view = game.view(seat(1));
    assert_eq!(
        Doppelkopf::show(&view).to_string(),
        json!({
            "seat": 1, "turn": 0, "question": "announcement",
            "hand": "H9 HK HA HA DQ DQ HQ HQ SQ SQ CQ",
            "first": 0, "open_solos": [], "reservations": [],
            "game": "normal", "soloist": null, "compulsory": false, "bride": null,
            "teams": ["re", "re", "kontra", "kontra"],
            "announced": { "re": "re", "kontra": null },
            "leader": 3, "trick": ["SA"], "winning": 3,
            "played": "C9 CA CA SA DA",
            "voids": [[], [], [], ["clubs"]],
            "tricks": [0, 0, 0, 1], "points": [0, 0, 0, 33], "doppelkopfs": [0, 0, 0, 0],
            "foxes": [{ "owner": 3, "winner": 3 }], "charlie": null,
        })
        .to_string()
    );
    assert_eq!(Doppelkopf::show_rules(&view), json!({ "announcing": "step" }));
    assert!(Doppelkopf::show_moves(&view).is_empty(), "it is not its turn");
}

#[test]
fn a_player_who_breaks_off_has_lost_a_solo_without_a_trick() {
    // Won, below 90, 60 and 30, black: five points for each of the others, and two more because of re.
    let game = after("CA");
    assert_eq!(game.forfeit(seat(2)).as_slice(), [7.0, 7.0, -21.0, 7.0]);
    let before = Doppelkopf::begin(&Doppelkopf::deal(&STYLES[0], &mut Streams::new(1).deal(0)));
    assert_eq!(before.forfeit(seat(0)).as_slice(), [-15.0, 5.0, 5.0, 5.0]);
}
