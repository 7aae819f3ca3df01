//! Games in a byte for each decision. That every game comes back from its moves is part of the test kit.

use kontra_game::{Game, Moves, Recorded, Streams};
use kontra_tiny::Pig;

fn random_game(rules: &<Pig as Recorded>::Rules) -> Moves {
    let (mut game, mut rng, mut moves) =
        (Pig::begin(rules), Streams::new(1).test(0), Moves::default());
    while let Some(action) = game.random_action(&mut rng) {
        moves.push(&game, action);
        game.play(action);
    }
    moves
}

#[test]
fn a_game_with_chance_comes_back_from_its_moves() {
    let rules = Default::default();
    let moves = random_game(&rules);
    let record = moves.record::<Pig>(vec!["a".to_owned(), "b".to_owned()], &rules).unwrap();
    assert_eq!(record.moves.len(), moves.as_bytes().len());
    let replay = record.replay::<Pig>().unwrap();
    assert_eq!(Moves::of::<Pig>(&replay.start, &replay.actions), moves);
}

#[test]
fn numbers_that_no_move_has_are_refused() {
    let complaint = |bytes: Vec<u8>| {
        let moves = Moves::from_bytes(bytes);
        moves.record::<Pig>(vec![], &Default::default()).unwrap_err().to_string()
    };
    assert_eq!(
        complaint(vec![0, 77]),
        "moves[1]: expected one of 6 moves, found move number 77, counted from 0"
    );
    let mut bytes = random_game(&Default::default()).as_bytes().to_vec();
    bytes.push(0);
    let sentence = complaint(bytes);
    assert!(sentence.contains("expected no further move"), "{sentence}");
}
