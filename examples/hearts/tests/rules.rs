//! One case for each rule.

use kontra_game::{Game, Notation, Reader, Recorded, Seat, Turn};
use kontra_hearts::{Hearts, HeartsRules, SEATS};
use serde_json::{Value, json};

/// Whole suits: every seat has one.
fn suits(pass: &str, order: [&str; 4]) -> Hearts {
    let hand = |suit: &str| -> Vec<String> {
        "23456789TJQKA".chars().map(|rank| format!("{suit}{rank}")).collect()
    };
    start(&json!({ "pass": pass, "hands": order.map(hand) }))
}

fn start(value: &Value) -> Hearts {
    Hearts::begin(&Hearts::read_start(&Reader::new(value, "start")).unwrap())
}

/// Hands as text, with cards apart by spaces.
fn dealt(hands: [&str; 4]) -> Hearts {
    let hand = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    start(&json!({ "pass": "none", "hands": hands.map(hand) }))
}

fn play(game: &mut Hearts, moves: &str) {
    for text in moves.split(' ') {
        let action = game
            .parse_action(text)
            .unwrap_or_else(|| panic!("{text} is not legal: {}", legal(game)));
        game.play(action);
    }
}

fn legal(game: &Hearts) -> String {
    game.choices().into_iter().map(|action| game.action_text(action)).collect::<Vec<_>>().join(" ")
}

fn turn(game: &Hearts) -> usize {
    let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
    seat.index()
}

/// Everybody has some of each suit.
fn mixed() -> Hearts {
    dealt([
        "C2 C6 CT D2 D6 DT DA S2 S6 ST H2 H6 HT",
        "C3 C7 CJ CA D3 D7 DJ S3 S7 SJ SA H3 H7",
        "C4 C8 CQ D4 D8 DQ S4 S8 SQ H4 H8 HQ HA",
        "C5 C9 CK D5 D9 DK S5 S9 SK H5 H9 HK HJ",
    ])
}

#[test]
fn the_two_of_clubs_leads_the_first_trick() {
    let game = suits("none", ["D", "S", "C", "H"]);
    assert_eq!((turn(&game), legal(&game).as_str()), (2, "C2"));
}

#[test]
fn suit_must_be_followed_and_the_highest_card_of_it_takes_the_trick() {
    let mut game = mixed();
    play(&mut game, "C2");
    assert_eq!(legal(&game), "C3 C7 CJ CA");
    play(&mut game, "CJ CQ C5");
    assert_eq!(turn(&game), 2);
}

#[test]
fn nobody_plays_a_penalty_in_the_first_trick_unless_there_is_nothing_else() {
    let mut game = dealt([
        "C2 C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK CA",
        "D2 D3 D4 D5 D6 D7 D8 D9 DT DJ SQ H2 H3",
        "DQ DK DA S2 S3 S4 S5 S6 S7 S8 S9 ST SJ",
        "SK SA H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA",
    ]);
    play(&mut game, "C2");
    assert_eq!(legal(&game), "D2 D3 D4 D5 D6 D7 D8 D9 DT DJ");
    play(&mut game, "D2 DQ");
    assert_eq!(legal(&game), "SK SA");
    let mut game = suits("none", ["C", "H", "D", "S"]);
    play(&mut game, "C2");
    assert_eq!(legal(&game), "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA");
}

#[test]
fn hearts_are_not_led_before_they_are_broken() {
    let mut game = mixed();
    play(&mut game, "C2 CA CQ C5");
    assert_eq!(legal(&game), "C3 C7 CJ D3 D7 DJ S3 S7 SJ SA");
    // Clubs and spades, until somebody has no clubs left and plays a heart.
    play(&mut game, "CJ C4 CK C6 C9 CT C3 C8 S2 SA S4 S5 C7 H4 H5 H2");
    assert_eq!((turn(&game), legal(&game).as_str()), (1, "D3 D7 DJ S3 S7 SJ H3 H7"));
}

#[test]
fn a_leader_with_nothing_but_hearts_leads_one_and_breaks_them() {
    let mut game = suits("none", ["C", "H", "D", "S"]);
    play(&mut game, "C2 H2 D2 S2 C3 H3 D3 S3");
    assert_eq!(turn(&game), 0);
    let mut game = dealt([
        "C2 D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK",
        "CA H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK",
        "C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK S2 S3",
        "DA S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA HA",
    ]);
    play(&mut game, "C2 CA C3 S4");
    assert_eq!((turn(&game), legal(&game).split(' ').count()), (1, 12));
    play(&mut game, "H2");
    assert_eq!(legal(&game).split(' ').count(), 12);
}

#[test]
fn cards_are_passed_by_everybody_at_the_same_time() {
    let mut game = suits("left", ["C", "D", "S", "H"]);
    play(
        &mut game,
        "pass-C2 pass-C3 pass-C4 pass-D2 pass-D3 pass-D4 pass-S2 pass-S3 pass-S4 pass-H2 pass-H3",
    );
    // Nothing has changed hands before the last card is chosen.
    assert_eq!(game.hand(Seat::wrapping(0, SEATS)).len(), 13);
    assert!(!legal(&game).contains("pass-H3"));
    play(&mut game, "pass-H4");
    assert_eq!((turn(&game), legal(&game).as_str()), (1, "C2"));
    let hand = |seat| {
        game.hand(Seat::wrapping(seat, SEATS))
            .iter()
            .map(|card| card.to_string())
            .collect::<String>()
    };
    assert_eq!(hand(0), "C5C6C7C8C9CTCJCQCKCAH2H3H4");
    assert_eq!(hand(1), "C2C3C4D5D6D7D8D9DTDJDQDKDA");
}

#[test]
fn cards_go_right_or_across() {
    for (pass, holder) in [("right", 3), ("across", 2)] {
        let mut game = suits(pass, ["C", "D", "S", "H"]);
        play(
            &mut game,
            "pass-C2 pass-C3 pass-C4 pass-D2 pass-D3 pass-D4 pass-S2 pass-S3 pass-S4 pass-H2 pass-H3 pass-H4",
        );
        assert_eq!(turn(&game), holder, "{pass}");
    }
}

#[test]
fn the_one_who_takes_everything_has_shot_the_moon() {
    let mut game = suits("none", ["C", "D", "S", "H"]);
    while game.turn() != Turn::Over {
        let first = game.choices()[0];
        game.play(first);
    }
    assert_eq!(game.payoffs().as_slice(), [19.5, -6.5, -6.5, -6.5]);
}

#[test]
fn hearts_count_one_and_the_queen_of_spades_thirteen() {
    let mut game = dealt([
        "C2 CA D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ",
        "C3 C4 C5 C6 C7 C8 C9 CT CJ CQ CK DK DA",
        "S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA",
        "H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA",
    ]);
    // Seat 1 takes the first trick with a heart in it, for its player has nothing else; and the queen with the second.
    play(&mut game, "C2 CK S2 H2 C3 SQ H3 CA");
    assert_eq!(turn(&game), 0);
    let mut rest = game;
    while rest.turn() != Turn::Over {
        let first = rest.choices()[0];
        rest.play(first);
    }
    assert_eq!(rest.payoffs().as_slice().iter().sum::<f64>(), 0.0);
    // One point to seat 1 so far, fourteen to seat 0: the others can only take hearts.
    let shown = <Hearts as kontra_game::Shown>::show(&game.view(Seat::wrapping(2, SEATS)));
    assert_eq!(shown["points"], json!([14, 1, 0, 0]));
}

#[test]
fn wrong_starts_get_a_sentence() {
    let complaint =
        |value: Value| Hearts::read_start(&Reader::new(&value, "start")).unwrap_err().to_string();
    let mut hands: Vec<Vec<String>> = vec![];
    for suit in "CDSH".chars() {
        hands.push("23456789TJQKA".chars().map(|rank| format!("{suit}{rank}")).collect());
    }
    hands[1][0] = "C2".to_owned();
    assert_eq!(
        complaint(json!({ "pass": "left", "hands": hands })),
        "start.hands[1][0]: expected a card such as 'SQ', each only once, found 'C2'"
    );
    assert_eq!(
        complaint(json!({ "pass": "up", "hands": hands })),
        "start.pass: expected 'left' or 'right' or 'across' or 'none', found 'up'"
    );
    let rules = Hearts::read_rules(&Reader::new(&json!({ "pass": "none" }), "rules")).unwrap();
    assert_eq!(Hearts::write_rules(&rules), json!({ "pass": "none" }));
    assert_eq!(Hearts::read_rules(&Reader::new(&json!({}), "rules")), Ok(HeartsRules::default()));
}
