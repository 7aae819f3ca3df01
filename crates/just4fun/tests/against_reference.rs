//! The fast rules and the slow ones agree at every step of random games.
//!
//! `KONTRA_GAMES=100000 cargo test --profile checked -p kontra-just4fun --test tests against_reference`

use crate::common::games;
use crate::reference::{Reference, Result, ToMove, mirror};
use kontra_game::{
    Actions, Chances, Game, Notation, Reader, Record, Recorded, SearchRng, Seat, Streams, Turn,
    choose,
};
use kontra_just4fun::{
    Action, Card, CardChoice, Field, FieldLayout, Just4Fun, Outcome, Players, Rules, Setup, Start,
};

#[test]
fn two_players_agree_with_the_reference() {
    play(Players::Two);
}

#[test]
fn three_players_agree_with_the_reference() {
    play(Players::Three);
}

#[test]
fn four_players_agree_with_the_reference() {
    play(Players::Four);
}

#[test]
fn crowded_boards_agree_with_the_reference() {
    // Few open fields: hands are replaced again and again, players finish at different times.
    let streams = Streams::new(5);
    let mut redraws = 0;
    for number in 0..games(300) {
        for players in Players::ALL {
            let start = crowded(&rules(players, number), streams, number);
            redraws += compare_game(&start, streams.test(number), &format!("crowded {number}"));
        }
    }
    assert!(redraws > 0);
}

/// A deal with random stones, most of them in pairs that close a field.
fn crowded(rules: &Rules, streams: Streams, number: u64) -> Start {
    let mut rng = streams.test(1_000_000 + number);
    loop {
        let mut setup = Setup::deal(rules, &mut streams.deal(number));
        let seats = rules.players.count();
        setup.stones = vec![[0; Field::COUNT]; seats];
        let mut left = vec![20 - choose::below(&mut rng, 3) as u8; seats];
        for field in 0..Field::COUNT {
            let seat = choose::below(&mut rng, seats as u32) as usize;
            let stones = 2.min(left[seat]);
            setup.stones[seat][field] = stones;
            left[seat] -= stones;
        }
        setup.turn = Seat::wrapping(choose::below(&mut rng, seats as u32) as usize, seats);
        // Most of these have a line of four already.
        if let Ok(start) = Start::new(setup) {
            return start;
        }
    }
}

#[test]
fn perft_counts_agree_with_the_reference() {
    let text = std::fs::read_to_string("tests/data/perft.jsonl").unwrap();
    let mut positions = 0;
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let record = Record::read(&Reader::new(&value["record"], "")).unwrap();
        let start = record.replay::<Just4Fun>().unwrap().start;
        let mut slow = mirror(start.setup());
        record.moves.iter().for_each(|(_, text)| slow.play(text));
        for (depth, count) in (1..).zip(value["perft"].as_array().unwrap()) {
            assert_eq!(Some(slow.perft(depth)), count.as_u64(), "{}, {depth}", value["name"]);
        }
        positions += 1;
    }
    assert!(positions >= 10);
}

fn play(players: Players) {
    let streams = Streams::new(4);
    for number in 0..games(1000) {
        let rules = rules(players, number);
        let start = Just4Fun::deal(&rules, &mut streams.deal(number));
        compare_game(&start, streams.test(number), &format!("{rules:?}, game {number}"));
    }
}

/// Every board and both rules for the cards take turns.
fn rules(players: Players, number: u64) -> Rules {
    let (_, board) = FieldLayout::WORDS[number as usize % 3];
    let (_, cards) = CardChoice::WORDS[number as usize / 3 % 2];
    Rules { players, board, cards }
}

/// Compares every state of a random game; returns how many hands were replaced.
fn compare_game(start: &Start, mut rng: SearchRng, game: &str) -> u32 {
    let (mut fast, mut slow) = (Just4Fun::begin(start), mirror(start.setup()));
    let (mut ply, mut redraws) = (0, 0);
    loop {
        compare(&fast, &slow, &format!("{game}, ply {ply}"));
        let choices = fast.choices();
        if choices.is_empty() {
            return redraws;
        }
        let action = choices[choose::below(&mut rng, choices.len() as u32) as usize];
        redraws += u32::from(action == Action::Redraw);
        slow.play(&fast.action_text(action));
        fast.play(action);
        ply += 1;
    }
}

fn compare(fast: &Just4Fun, slow: &Reference, place: &str) {
    let turn = match slow.to_move() {
        ToMove::Player(player) => Turn::Seat(Seat::new(player).unwrap()),
        ToMove::Chance => Turn::Chance,
        ToMove::Nobody => Turn::Over,
    };
    assert_eq!(fast.turn(), turn, "turn, {place}");
    compare_choices(fast, slow, place);
    compare_cards(fast, slow, place);
    compare_stones(fast, slow, place);
    let result = fast.table().ending().map(|ending| match ending {
        Outcome::Pattern(seat) => Result::Pattern(seat.index()),
        Outcome::Points(seat) => Result::Points(seat.index()),
        Outcome::HighestField(seat) => Result::HighestField(seat.index()),
        Outcome::Draw => Result::Draw,
    });
    assert_eq!(result, slow.result, "ending, {place}");
    if result.is_some() {
        assert_eq!(fast.payoffs().as_slice(), slow.payoffs(), "payoffs, {place}");
    }
}

fn compare_choices(fast: &Just4Fun, slow: &Reference, place: &str) {
    let expected = slow.choices();
    let (mut actions, mut chances) = (Actions::new(), Chances::new());
    fast.actions(&mut actions);
    fast.chances(&mut chances);
    let texts: Vec<String> = fast.choices().iter().map(|&a| fast.action_text(a)).collect();
    assert_eq!(texts, expected, "choices, {place}");
    assert_eq!(actions.len() + chances.len(), expected.len(), "one kind of turn, {place}");
    for (_, probability) in chances {
        assert!((probability - 1.0 / expected.len() as f64).abs() < 1e-12, "chance, {place}");
    }
}

fn compare_cards(fast: &Just4Fun, slow: &Reference, place: &str) {
    let sorted = |cards: &[u8]| {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        cards
    };
    for (player, hand) in slow.hands.iter().enumerate() {
        let seat = Seat::new(player).unwrap();
        let found = fast.hand(seat).cards().map(Card::number);
        assert_eq!(found.to_vec(), sorted(hand), "hand {player}, {place}");
        assert_eq!(fast.view(seat).hand().cards().map(Card::number), found, "view, {place}");
    }
    let used: Vec<u8> = fast.table().used().iter().map(Card::number).collect();
    assert_eq!(used, sorted(&slow.used), "used cards, {place}");
    let stack: Vec<u8> = fast.stack().drawing_order().map(Card::number).collect();
    assert_eq!(stack, slow.stack, "stack, {place}");
    assert_eq!(fast.table().stack_size(), slow.stack.len(), "size of the stack, {place}");
}

fn compare_stones(fast: &Just4Fun, slow: &Reference, place: &str) {
    let (stones, board) = (fast.table().stones(), fast.table().board());
    let over = fast.turn() == Turn::Over;
    for field in Field::all() {
        let number = u32::from(field.number());
        if !over {
            let open = stones.open(fast.table().mover()).contains(field);
            assert_eq!(open, slow.is_open(number), "field {field} is open, {place}");
        }
        for player in 0..slow.players() {
            let seat = Seat::new(player).unwrap();
            let expected = slow.stones[player][field.number() as usize];
            assert_eq!(u32::from(stones.on(field, seat)), expected, "stones, {place}");
            let majority = slow.has_majority(player, number);
            assert_eq!(stones.holder(field) == Some(seat), majority, "majority, {place}");
            assert_eq!(stones.held(seat).contains(board.place(field)), majority, "held, {place}");
        }
    }
    for player in 0..slow.players() {
        let points = u32::from(stones.points()[player]);
        assert_eq!(points, slow.points(player), "points of {player}, {place}");
    }
}
