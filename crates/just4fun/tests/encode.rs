//! Just 4 Fun in numbers: stable ids, and tensors that tell information sets apart.

use kontra_game::testkit::{
    check_action_ids, check_layout, encoding_is_in_order, information_states_differ,
};
use kontra_game::{
    Determinize, Encode, Game, Log, Past, Recorded, Seat, Streams, information_size,
};
use kontra_just4fun::{CardChoice, FieldLayout, Just4Fun, Players, Rules, Setup};

/// Every number of players, both rules for the cards.
fn tables() -> impl Iterator<Item = Rules> {
    Players::ALL.into_iter().flat_map(|players| {
        let board =
            if players == Players::Two { FieldLayout::Original } else { FieldLayout::Random };
        CardChoice::WORDS.into_iter().map(move |(_, cards)| Rules { players, board, cards })
    })
}

#[test]
fn ids_and_tensors_are_in_order() {
    for rules in tables() {
        assert!(encoding_is_in_order::<Just4Fun>(&rules, 1, 1) > 100);
    }
}

#[test]
fn no_secret_is_in_a_tensor() {
    for rules in tables() {
        let streams = Streams::new(7);
        let mut rng = streams.test(0);
        let start = Just4Fun::deal(&rules, &mut streams.deal(0));
        let (mut game, mut log) = (Just4Fun::begin(&start), Log::new());
        while let Some(action) = game.random_action(&mut rng) {
            log.push(&game, action);
            game.play(action);
            for seat in Seat::all(game.seats()) {
                let tensor = |view| {
                    let mut tensor = vec![f32::NAN; information_size::<Just4Fun>()];
                    Just4Fun::information_tensor(view, log.seen_by(seat), &mut tensor);
                    tensor
                };
                let view = game.view(seat);
                // All decisions are open, so that they are the same in every world.
                let world = view.determinize(&mut rng);
                assert_ne!(world, game);
                assert_eq!(tensor(&world.view(seat)), tensor(&view));
            }
        }
    }
}

#[test]
fn it_does_not_matter_on_which_chair_somebody_sits() {
    for rules in tables() {
        let streams = Streams::new(11);
        let setup = Setup::deal(&rules, &mut streams.deal(0));
        let seats = setup.hands.len();
        let mut moved = setup.clone();
        moved.hands.rotate_right(1);
        moved.turn = setup.turn.after(1, seats);
        let [mut game, mut other] = [setup, moved].map(|setup| setup.game().unwrap());
        let [mut log, mut other_log] = [Log::new(), Log::new()];
        let mut rng = streams.test(0);
        while let Some(action) = game.random_action(&mut rng) {
            log.push(&game, action);
            other_log.push(&other, action);
            game.play(action);
            other.play(action);
            for seat in Seat::all(seats) {
                let tensor = |game: &Just4Fun, log: &Log<Just4Fun>, seat: Seat| {
                    let mut tensor = vec![f32::NAN; information_size::<Just4Fun>()];
                    Just4Fun::information_tensor(&game.view(seat), log.seen_by(seat), &mut tensor);
                    tensor
                };
                let moved = tensor(&other, &other_log, seat.after(1, seats));
                assert!(tensor(&game, &log, seat) == moved, "{seat} in {game:?}");
            }
        }
    }
}

#[test]
fn ids_never_change() {
    check_action_ids::<Just4Fun>("tests/data/action-ids.txt");
}

#[test]
fn the_book_has_the_layout() {
    check_layout::<Just4Fun>("../../docs/src/encoding.md");
}

#[test]
fn every_way_to_play_has_its_own_tensor() {
    for (number, rules) in tables().enumerate() {
        let streams = Streams::new(number as u64);
        for length in [0, 30] {
            let mut rng = streams.test(length);
            let start = Just4Fun::deal(&rules, &mut streams.deal(length));
            let (mut game, mut history) = (Just4Fun::begin(&start), vec![]);
            for _ in 0..length {
                let action = game.random_action(&mut rng).unwrap();
                game.play(action);
                history.push(action);
            }
            let sets = information_states_differ::<Just4Fun>(&[Past { start, history }], 2);
            assert!(sets > 10, "{sets}");
        }
    }
}

#[test]
fn fields_are_the_decisions_where_chance_chooses_the_cards() {
    let decisions = |cards| {
        let rules = Rules { cards, ..Rules::default() };
        let start = Just4Fun::deal(&rules, &mut Streams::new(1).deal(0));
        Just4Fun::decisions(&Just4Fun::begin(&start).view(Seat::wrapping(0, 2)))
    };
    assert_eq!(decisions(CardChoice::Random), 37);
    assert_eq!(decisions(CardChoice::Player), Just4Fun::ACTIONS);
}
