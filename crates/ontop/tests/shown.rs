//! What a player is shown, which is everything.

use kontra_game::testkit::{
    forfeits_are_losses, histories_show_no_secrets, past_shows_no_secrets, shows_no_secrets,
};
use kontra_game::{Forfeit, Game, Notation, Recorded, Seat, Shown, Streams};
use kontra_ontop::{Board, Colours, Lineup, OnTop, Rules};
use serde_json::json;

/// All tables, each with another board.
fn all_rules() -> impl Iterator<Item = Rules> {
    Lineup::ALL.into_iter().zip(Board::embedded()).flat_map(|(table, &board)| {
        [Colours::Fixed, Colours::Drawn].map(|colours| Rules { table, colours, board })
    })
}

#[test]
fn what_is_shown_keeps_its_form() {
    for rules in all_rules() {
        assert!(shows_no_secrets::<OnTop>(&rules, 1, 1, 4) > 50);
        past_shows_no_secrets::<OnTop>(&rules, 1, 1, 5);
        histories_show_no_secrets::<OnTop>(&rules, 1, 1, 6);
    }
}

#[test]
fn breaking_off_is_no_way_out() {
    for rules in all_rules() {
        forfeits_are_losses::<OnTop>(&rules, 10, 6);
    }
}

#[test]
fn a_view_with_a_tile_to_place() {
    let rules = Rules::default();
    let mut game = OnTop::begin(&OnTop::deal(&rules, &mut Streams::new(1).deal(0)));
    for text in ["bwry", "c4c5+", "bwry"] {
        game.play(game.parse_action(text).unwrap());
    }
    let view = game.view(Seat::new(1).unwrap());
    let shown = OnTop::show(&view);
    assert_eq!(shown["tiles"], json!([{ "place": "c4c5+", "tile": "bwry" }]));
    assert_eq!((&shown["tile"], &shown["turn"]), (&json!("bwry"), &json!(1)));
    let of_kind = rules.board.tiles().iter().find(|(tile, _)| tile.to_string() == "bwry").unwrap();
    assert_eq!(shown["bag"]["bwry"], json!(of_kind.1 - 2));
    assert_eq!(shown["points"], json!({ "blue": 0, "white": 0, "red": 0, "yellow": 0 }));
    let circles = shown["circles"].as_array().unwrap();
    assert_eq!(circles.len(), rules.board.circles().len());
    let covered: u64 =
        circles.iter().map(|circle| circle["sixths"]["blue"].as_u64().unwrap()).sum();
    assert_eq!(covered, 2, "blue has one of the wide corners");
    assert_eq!(OnTop::show_moves(&view).len(), game.choices().len());
    assert_eq!(OnTop::show_rules(&view)["colours"], json!(["blue", "white"]));
}

#[test]
fn a_team_loses_with_the_one_who_breaks_off() {
    let game = |table| {
        let rules = Rules { table, ..Rules::default() };
        OnTop::begin(&OnTop::deal(&rules, &mut Streams::new(1).deal(0)))
    };
    let seat = Seat::new(1).unwrap();
    assert_eq!(game(Lineup::Two).forfeit(seat).as_slice(), [1.0, -1.0]);
    assert_eq!(game(Lineup::Three).forfeit(seat).as_slice(), [0.5, -1.0, 0.5]);
    assert_eq!(game(Lineup::Teams).forfeit(seat).as_slice(), [1.0, -1.0, 1.0, -1.0]);
}
