//! Doppelkopf in numbers: stable ids, tensors without secrets that tell information sets apart.

use crate::common::{random_start, size};
use kontra_doppelkopf::{Announcing, Deal, Doppelkopf, Duty, Move, Rules, Start};
use kontra_game::testkit::{
    check_action_ids, check_layout, encoding_is_in_order, information_states_differ,
    tensors_show_no_secrets,
};
use kontra_game::{
    Encode, Game, Log, Notation, Past, Recorded, Seat, Streams, Turn, information_size,
    observation_size, tensor_layout,
};

const STYLES: [Rules; 2] =
    [Rules { announcing: Announcing::Choose }, Rules { announcing: Announcing::Step }];

#[test]
fn ids_and_tensors_are_in_order() {
    for rules in STYLES {
        assert!(encoding_is_in_order::<Doppelkopf>(&rules, size(100), 1) > 100);
    }
}

#[test]
fn ids_never_change() {
    check_action_ids::<Doppelkopf>("tests/data/action-ids.txt");
}

#[test]
fn the_book_has_the_layout() {
    check_layout::<Doppelkopf>("../../docs/src/encoding.md");
}

#[test]
fn no_secret_is_in_a_tensor() {
    for rules in STYLES {
        tensors_show_no_secrets::<Doppelkopf>(&rules, size(50), 1, 2);
    }
}

/// Random games up to here, with and without compulsory solos, in both styles of announcing.
fn pasts(number: u64, plies: usize) -> Vec<Past<Doppelkopf>> {
    let past = |seed| {
        let mut rng = Streams::new(9).test(seed);
        let start = random_start(&mut rng);
        let (mut game, mut history) = (Doppelkopf::begin(&start), vec![]);
        while history.len() < plies
            && let Some(action) = game.random_action(&mut rng)
        {
            game.play(action);
            history.push(action);
        }
        Past { start, history }
    };
    (0..number).map(past).collect()
}

#[test]
fn everything_that_can_be_said_has_its_own_tensor() {
    for past in pasts(size(150), 0) {
        information_states_differ::<Doppelkopf>(&[past], 6);
    }
}

#[test]
fn everything_that_can_be_played_has_its_own_tensor() {
    let plies = if size(50) > 1 { 4 } else { 3 };
    for length in [8, 20, 40, 60, 80] {
        information_states_differ::<Doppelkopf>(&pasts(size(150), length), plies);
    }
}

/// The range of the information state with this name.
fn range(tensor: &[f32], name: &str) -> Vec<f32> {
    let range = tensor_layout::<Doppelkopf>().find(|range| range.part.name == name).unwrap();
    tensor[range.offset..range.offset + range.part.size].to_vec()
}

#[test]
fn the_past_is_told_from_where_the_seat_sits() {
    let streams = Streams::new(3);
    let start = Doppelkopf::deal(&STYLES[1], &mut streams.deal(0));
    let (mut game, mut log) = (Doppelkopf::begin(&start), Log::new());
    let play = |game: &mut Doppelkopf, log: &mut Log<Doppelkopf>, action: Move| {
        log.push(game, action);
        game.play(action);
    };
    // A normal game, in which the first player announces, then five cards.
    while game.public().kind().is_none() {
        play(&mut game, &mut log, Move::No);
    }
    play(&mut game, &mut log, Move::Yes);
    let (mut cards, mut players) = (vec![], vec![]);
    while cards.len() < 5 {
        let Turn::Seat(seat) = game.turn() else { panic!("the game is over") };
        let action = match game.choices()[0] {
            Move::Card(card) => {
                cards.push(card);
                players.push(seat);
                Move::Card(card)
            }
            _ => Move::No,
        };
        play(&mut game, &mut log, action);
    }
    let first = players[0];
    for seat in Seat::all(4) {
        let mut tensor = vec![f32::NAN; information_size::<Doppelkopf>()];
        Doppelkopf::information_tensor(&game.view(seat), log.seen_by(seat), &mut tensor);
        let at = |player: Seat| seat.steps_to(player, 4);
        let mut leaders = [0.0; 48];
        leaders[at(first)] = 1.0;
        leaders[4 + at(players[4])] = 1.0;
        assert_eq!(range(&tensor, "leaders"), leaders);
        let played = range(&tensor, "cards");
        assert_eq!(played.iter().sum::<f32>(), 5.0);
        for (number, (card, &player)) in cards.iter().zip(&players).enumerate() {
            assert_eq!(played[(number / 4 * 4 + at(player)) * 24 + card.index()], 1.0);
        }
        // It announced re or kontra before the first card, before anybody else.
        let announcements = range(&tensor, "announcements");
        assert_eq!(announcements.iter().sum::<f32>(), 1.0);
        assert_eq!(announcements[at(first) * 5], 1.0);
        assert!(range(&tensor, "announced-at").iter().all(|&cards| cards == 0.0));
    }
}

/// The same table, at which everybody has moved on by one seat.
fn moved_on(start: &Start) -> Start {
    let next = |seat: Seat| seat.after(1, 4);
    let mut hands = *start.deal.hands();
    hands.rotate_right(1);
    let duty = start.duty.map(|duty| {
        let open_solos = duty.open_solos.iter().map(next).collect();
        Duty { open_solos, ..duty }
    });
    Start { deal: Deal::new(hands).unwrap(), dealer: next(start.dealer), duty, ..*start }
}

#[test]
fn it_does_not_matter_on_which_chair_somebody_sits() {
    for past in pasts(size(500), 200) {
        let starts = [past.start, moved_on(&past.start)];
        let [mut game, mut other] = starts.map(|start| Doppelkopf::begin(&start));
        let [mut log, mut other_log] = [Log::new(), Log::new()];
        for &action in &past.history {
            for seat in Seat::all(4) {
                let tensor = |game: &Doppelkopf, log: &Log<Doppelkopf>, seat: Seat| {
                    let mut tensor = vec![f32::NAN; information_size::<Doppelkopf>()];
                    Doppelkopf::information_tensor(
                        &game.view(seat),
                        log.seen_by(seat),
                        &mut tensor,
                    );
                    tensor
                };
                let moved = tensor(&other, &other_log, seat.after(1, 4));
                assert!(tensor(&game, &log, seat) == moved, "{seat} in {game:?}");
            }
            log.push(&game, action);
            other_log.push(&other, action);
            game.play(action);
            other.play(action);
        }
    }
}

#[test]
fn sizes_are_what_the_book_says() {
    assert_eq!(Doppelkopf::ACTIONS, 38);
    assert_eq!(observation_size::<Doppelkopf>(), 385);
    assert_eq!(information_size::<Doppelkopf>(), 385 + 48 + 1152 + 60);
}
