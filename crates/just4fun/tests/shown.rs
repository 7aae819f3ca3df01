//! What a player is shown: all that they may know, and nothing else.

use kontra_game::testkit::{
    forfeits_are_losses, imagined_pasts_look_true, positions, shows_no_secrets,
};
use kontra_game::{Forfeit, Game, Notation, Recorded, Seat, Shown, Streams, Turn};
use kontra_just4fun::{Action, Card, CardChoice, FieldLayout, Just4Fun, Players, Rules};
use serde_json::json;

/// Every number of players, every layout of the board, both rules for the cards.
fn tables() -> impl Iterator<Item = Rules> {
    Players::ALL.into_iter().flat_map(|players| {
        FieldLayout::WORDS.into_iter().flat_map(move |(_, board)| {
            CardChoice::WORDS.into_iter().map(move |(_, cards)| Rules { players, board, cards })
        })
    })
}

/// Decisions are written as they are, whatever the state: what they show is what is in them.
#[test]
fn no_secret_is_shown() {
    let worlds: u64 = tables().map(|rules| shows_no_secrets::<Just4Fun>(&rules, 2, 3, 4)).sum();
    assert!(worlds > 5_000, "{worlds}");
}

/// Known cards and replaced hands are part of the position, too.
#[test]
fn an_imagined_game_begins_at_the_position() {
    for rules in tables() {
        let (asked, imagined) = imagined_pasts_look_true::<Just4Fun>(&rules, 5, 2);
        assert!(asked > 100 && imagined == asked, "{imagined} of {asked}");
    }
}

#[test]
fn actions_are_read_as_they_are_written() {
    for rules in tables() {
        let chooses = rules.cards == CardChoice::Player;
        for game in positions::<Just4Fun>(&rules, 2, 3) {
            let cards = chooses || game.turn() == Turn::Chance;
            for action in game.choices() {
                assert_eq!(Action::parse(&action.to_string(), cards), Some(action));
            }
        }
    }
    for text in ["", "0", "37", "x", "5+", "1+x", "redraw "] {
        assert_eq!((Action::parse(text, true), Action::parse(text, false)), (None, None), "{text}");
    }
}

#[test]
fn breaking_off_is_no_way_out() {
    for rules in tables() {
        forfeits_are_losses::<Just4Fun>(&rules, 10, 6);
    }
}

#[test]
fn a_view_after_the_first_stone() {
    let rules = Rules::default();
    let mut game = Just4Fun::begin(&Just4Fun::deal(&rules, &mut Streams::new(1).deal(0)));
    let seat = Seat::new(1).unwrap();
    let before = Just4Fun::show(&game.view(Seat::new(0).unwrap()));
    let first = game.choices()[0];
    game.play(first);
    let cards = game.choices()[0];
    game.play(cards);
    let view = game.view(seat);
    let shown = Just4Fun::show(&view);
    let laid: Vec<u64> =
        cards.to_string().split('+').map(|number| number.parse().unwrap()).collect();
    assert_eq!(shown["used"], json!(laid));
    assert_eq!(shown["stack"].as_u64(), before["stack"].as_u64().map(|n| n - laid.len() as u64));
    assert_eq!(shown["hand"], json!(game.hand(seat).cards().map(Card::number)));
    assert_eq!((&shown["left"], &shown["turn"]), (&json!([19, 20]), &json!(1)));
    let field: usize = first.to_string().parse().unwrap();
    assert_eq!(shown["stones"][0][field - 1], 1);
    assert_eq!(
        Just4Fun::show_rules(&view),
        json!({ "players": 2, "board": "original", "cards": "random" })
    );
    assert_eq!(game.forfeit(seat).as_slice(), [1.0, -1.0]);
}
