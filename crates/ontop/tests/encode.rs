//! OnTop in numbers: stable ids, and tensors that tell positions and their past apart.

use kontra_game::testkit::{
    check_action_ids, check_layout, encoding_is_in_order, information_states_differ,
    tensors_show_no_secrets,
};
use kontra_game::{Encode, Game, Past, Recorded, Seat, Streams, observation_size, tensor_layout};
use kontra_ontop::{Board, Colour, Colours, Lineup, OnTop, Rules, Start};

fn all_rules() -> impl Iterator<Item = Rules> {
    Lineup::ALL.into_iter().map(|table| Rules { table, ..Rules::default() })
}

#[test]
fn ids_and_tensors_are_in_order() {
    for rules in all_rules() {
        assert!(encoding_is_in_order::<OnTop>(&rules, 1, 1) > 100);
        tensors_show_no_secrets::<OnTop>(&rules, 1, 1, 1);
    }
}

#[test]
fn ids_never_change() {
    check_action_ids::<OnTop>("tests/data/action-ids.txt");
}

#[test]
fn the_book_has_the_layout() {
    check_layout::<OnTop>("../../docs/src/encoding.md");
}

#[test]
fn every_way_to_play_has_its_own_tensor() {
    for (number, rules) in all_rules().enumerate() {
        let streams = Streams::new(number as u64);
        let mut rng = streams.test(0);
        let start = OnTop::deal(&rules, &mut streams.deal(0));
        let (mut game, mut history) = (OnTop::begin(&start), vec![]);
        for _ in 0..40 {
            let action = game.random_action(&mut rng).unwrap();
            game.play(action);
            history.push(action);
        }
        assert!(information_states_differ::<OnTop>(&[Past { start, history }], 3) > 100);
    }
}

fn part(game: &OnTop, seat: usize, name: &str) -> Vec<f32> {
    let mut tensor = vec![f32::NAN; observation_size::<OnTop>()];
    OnTop::observation_tensor(&game.view(Seat::new(seat).unwrap()), &mut tensor);
    let range = tensor_layout::<OnTop>().find(|range| range.part.name == name).unwrap();
    tensor[range.offset..range.offset + range.part.size].to_vec()
}

#[test]
fn colours_begin_with_the_own_one() {
    use Colour::{Blue, White};
    // The same game with both colours exchanged looks the same from the other seat.
    let game = |colours: &[Colour]| {
        let start = Start::new(Lineup::Two, colours, Board::default()).unwrap();
        OnTop::begin(&start)
    };
    let (one, two) = (game(&[Blue, White]), game(&[White, Blue]));
    assert_eq!(part(&one, 0, "kinds"), part(&two, 1, "kinds"));
    assert_ne!(part(&one, 0, "kinds"), part(&one, 1, "kinds"));
    assert_eq!(part(&one, 0, "mover"), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(part(&one, 1, "mover"), [0.0, 1.0, 0.0, 0.0]);
}

#[test]
fn a_board_with_another_outline_does_not_fit() {
    let view = |board| {
        let rules = Rules { board, colours: Colours::Fixed, ..Rules::default() };
        let start = OnTop::deal(&rules, &mut Streams::new(1).deal(0));
        OnTop::begin(&start).view(Seat::wrapping(0, 2))
    };
    for &board in Board::embedded() {
        assert_eq!(OnTop::fits(&view(board)), Ok(()));
    }
    let mut other = Board::default().write();
    let rows = other["triangles"].as_array_mut().unwrap();
    rows.pop();
    other["gold"].as_array_mut().unwrap().pop();
    other["name"] = "smaller".into();
    let board = Board::from_json(&other.to_string()).unwrap();
    assert_eq!(
        OnTop::fits(&view(board)).unwrap_err().to_string(),
        "board: expected the outline of the board 'reconstruction', found that of 'smaller'"
    );
    // What does not fit is left out; nothing panics.
    assert_eq!(
        part(
            &OnTop::begin(&Start::new(Lineup::Two, &[Colour::Red, Colour::Blue], board).unwrap()),
            0,
            "teams"
        ),
        [0.0]
    );
}
