//! Both ways to play at random are as random as they say.

use crate::common::{HIGH, field, game, seat, setup};
use kontra_game::testkit::{ChiSquare, SIGNIFICANCE, positions};
use kontra_game::{Actions, Game, SearchRng, Streams, Turn, View};
use kontra_just4fun::{Action, CardChoice, Just4Fun, PlayerView, Rules, policy};
use std::collections::HashMap;

type Policy = fn(&PlayerView, &mut SearchRng) -> Option<Action>;

const DRAWS: u32 = 3000;

/// Every action is drawn as often as its weight says.
fn check(view: &PlayerView, policy: Policy, weights: &HashMap<Action, f64>, seed: u64) {
    let mut rng = Streams::new(seed).test(0);
    let mut counts: HashMap<Action, f64> = HashMap::new();
    for _ in 0..DRAWS {
        *counts.entry(policy(view, &mut rng).unwrap()).or_default() += 1.0;
    }
    assert!(counts.keys().all(|action| weights.contains_key(action)), "{counts:?} {weights:?}");
    let total: f64 = weights.values().sum();
    let expected = |weight: f64| weight / total * f64::from(DRAWS);
    let bins: Vec<(f64, f64)> = weights
        .iter()
        .map(|(action, &weight)| (counts.get(action).copied().unwrap_or(0.0), expected(weight)))
        .collect();
    let p = ChiSquare::of_fit(&bins).p();
    assert!(p > SIGNIFICANCE / 100.0, "p = {p:e}: {bins:?}\n{view}");
}

/// The legal combinations of a view, whatever the rule for the cards.
fn combinations(view: &PlayerView, game: &Just4Fun) -> Vec<kontra_just4fun::Combination> {
    let open = game.table().stones().open(view.seat());
    let mut found = vec![];
    for slots in 1..16_u8 {
        let cards = view.hand().cards();
        let chosen: Vec<_> = (0..4).filter(|i| slots >> i & 1 != 0).map(|i| cards[i]).collect();
        if let Some(combination) = kontra_just4fun::Combination::new(&chosen)
            && open.contains(combination.field())
            && !found.contains(&combination)
        {
            found.push(combination);
        }
    }
    found
}

/// Random positions in which somebody has to choose, of both rules for the cards.
fn choices() -> impl Iterator<Item = (Just4Fun, PlayerView)> {
    CardChoice::WORDS.into_iter().flat_map(|(_, cards)| {
        let rules = Rules { cards, ..Rules::default() };
        let games: Vec<Just4Fun> = positions::<Just4Fun>(&rules, 2, 3).collect();
        games.into_iter().filter_map(|game| match game.turn() {
            Turn::Seat(seat) => Some((game, game.view(seat))),
            _ => None,
        })
    })
}

#[test]
fn uniform_over_fields_gives_every_playable_field_the_same_chance() {
    for (seed, (game, view)) in choices().enumerate() {
        let mut weights: HashMap<Action, f64> = HashMap::new();
        let all = combinations(&view, &game);
        for &cards in &all {
            let same = all.iter().filter(|other| other.field() == cards.field()).count();
            match game.table().card_choice() {
                CardChoice::Random => weights.insert(Action::Field(cards.field()), 1.0),
                CardChoice::Player => weights.insert(Action::Cards(cards), 1.0 / same as f64),
            };
        }
        check(&view, policy::uniform_over_fields, &weights, seed as u64);
    }
}

#[test]
fn uniform_over_combinations_gives_every_legal_combination_the_same_chance() {
    for (seed, (game, view)) in choices().enumerate() {
        let mut weights: HashMap<Action, f64> = HashMap::new();
        for cards in combinations(&view, &game) {
            let action = match game.table().card_choice() {
                CardChoice::Random => Action::Field(cards.field()),
                CardChoice::Player => Action::Cards(cards),
            };
            *weights.entry(action).or_default() += 1.0;
        }
        check(&view, policy::uniform_over_combinations, &weights, seed as u64);
    }
}

#[test]
fn a_single_playable_field_is_found_by_both() {
    // 1 1 1 1 reaches 1 to 4, of which only 4 is open.
    let game = game(&[[1, 1, 1, 1], HIGH], &[(0, 1, 2), (1, 2, 2), (0, 3, 2)], &[]);
    let mut rng = Streams::new(1).test(0);
    for _ in 0..1000 {
        let view = game.view(seat(0));
        let only = Some(Action::Field(field(4)));
        assert_eq!(policy::uniform_over_fields(&view, &mut rng), only);
        assert_eq!(policy::uniform_over_combinations(&view, &mut rng), only);
    }
}

#[test]
fn without_a_playable_field_both_replace_the_hand() {
    let stones = [(0, 1, 2), (1, 2, 2), (0, 3, 2), (1, 4, 2)];
    let view = setup(&[[1, 1, 1, 1], HIGH], &stones, &[]).game().unwrap().view(seat(0));
    let mut rng = Streams::new(1).test(0);
    assert_eq!(policy::uniform_over_fields(&view, &mut rng), Some(Action::Redraw));
    assert_eq!(policy::uniform_over_combinations(&view, &mut rng), Some(Action::Redraw));
}

#[test]
fn nobody_moves_out_of_turn() {
    let view = setup(&[[1, 1, 1, 1], HIGH], &[], &[]).game().unwrap().view(seat(1));
    let mut rng = Streams::new(1).test(0);
    assert_eq!(policy::uniform_over_fields(&view, &mut rng), None);
    assert_eq!(policy::uniform_over_combinations(&view, &mut rng), None);
    let mut actions = Actions::new();
    view.actions(&mut actions);
    assert!(actions.is_empty());
}
