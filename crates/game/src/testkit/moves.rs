use super::sight::Sight;
use crate::{Actions, Chances, Game, HIDDEN, Notation, SearchRng, Seat, Turn, View, choose};
use std::collections::{BTreeSet, HashSet};

/// What no game may take for a move.
const GARBAGE: [&str; 6] = ["", " ", "\0", "?!", "no such move", "\u{1F0A1}"];

/// This many texts of moves that are not legal are tried at each position.
const MOST_ILLEGAL: usize = 32;

/// What may be chosen is in order: of the seats, of chance, or nothing once the game is over.
pub(super) fn check_choices<G: Game>(game: &G) {
    let (mut actions, mut chances) = (Actions::new(), Chances::new());
    game.actions(&mut actions);
    game.chances(&mut chances);
    let mut seen = HashSet::new();
    for action in &actions {
        assert!(seen.insert(action), "the move {action:?} is listed twice");
    }
    match game.turn() {
        Turn::Seat(seat) => {
            assert!(seat.index() < game.seats(), "it is the turn of seat {seat}, who is not there");
            assert!(!actions.is_empty(), "seat {seat} is to move and has no legal move");
            assert!(chances.is_empty(), "chance has outcomes at the turn of seat {seat}");
        }
        Turn::Chance => {
            assert!(actions.is_empty(), "a seat has moves at a chance turn");
            check_probabilities::<G>(&chances);
        }
        Turn::Over => {
            assert!(actions.is_empty(), "there are moves although the game is over");
            assert!(chances.is_empty(), "there are outcomes although the game is over");
            check_payoffs(game);
        }
    }
}

fn check_probabilities<G: Game>(chances: &Chances<G::Action>) {
    for (i, (outcome, probability)) in chances.iter().enumerate() {
        assert!(*probability > 0.0, "outcome {outcome:?} has the probability {probability}");
        let twice = chances[..i].iter().any(|(earlier, _)| earlier == outcome);
        assert!(!twice, "the outcome {outcome:?} is listed twice");
    }
    let sum: f64 = chances.iter().map(|(_, probability)| probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "the probabilities add up to {sum}");
}

fn check_payoffs<G: Game>(game: &G) {
    let payoffs = game.payoffs();
    let (found, seats) = (payoffs.as_slice(), game.seats());
    assert!(found.len() == seats, "{seats} seats have {} payoffs", found.len());
    assert!(found.iter().all(|payoff| payoff.is_finite()), "a payoff is not finite: {found:?}");
}

/// Every view shows the right seat, the right turn and the right moves, and shows the same when taken again.
pub(super) fn check_views<G: Game>(game: &G) {
    let mut legal = Actions::new();
    game.actions(&mut legal);
    for seat in Seat::all(game.seats()) {
        let view = game.view(seat);
        assert!(view.seat() == seat, "the view of seat {seat} says it is of seat {}", view.seat());
        let (expected, found) = (game.turn(), view.turn());
        assert!(found == expected, "seat {seat} sees the turn {found:?}, it is {expected:?}");
        let mut actions = Actions::new();
        view.actions(&mut actions);
        if game.turn() == Turn::Seat(seat) {
            assert!(
                actions == legal,
                "seat {seat} sees the moves {actions:?}, legal are {legal:?}"
            );
        } else {
            assert!(actions.is_empty(), "seat {seat} sees moves although it is not to move");
        }
        let again = game.view(seat);
        assert!(again == view && again.key() == view.key(), "a view changes when taken again");
    }
}

/// Moves are written each in its own way and read back; nothing else is read as a move.
///
/// `earlier` collects the texts of the whole game: moves that are written well but perhaps not legal here.
pub(super) fn check_notation<G: Notation>(
    game: &G,
    earlier: &mut BTreeSet<String>,
    rng: &mut SearchRng,
) {
    let mut texts = BTreeSet::new();
    for action in game.choices() {
        let text = game.action_text(action);
        assert!(text != HIDDEN, "the move {action:?} is written like a hidden one");
        assert!(texts.insert(text.clone()), "two moves are written '{text}'");
        let found = game.parse_action(&text);
        assert!(found == Some(action), "'{text}' is {action:?}, it is read as {found:?}");
    }
    let mut wrong: Vec<String> = GARBAGE.map(str::to_owned).to_vec();
    if let Some(text) = texts.first() {
        wrong.extend([format!("{text}?"), format!(" {text}"), format!("{text} ")]);
    }
    let illegal: Vec<&String> = earlier.difference(&texts).collect();
    for _ in 0..illegal.len().min(MOST_ILLEGAL) {
        wrong.push(illegal[choose::below(rng, illegal.len() as u32) as usize].clone());
    }
    for text in wrong.iter().filter(|text| !texts.contains(*text)) {
        let found = game.parse_action(text);
        assert!(found.is_none(), "'{text}' is no legal move here, it is read as {found:?}");
    }
    earlier.append(&mut texts);
}

/// Every choice can be played: twice with the same result, and without a change to the state it is played in.
pub(super) fn check_play<G: Notation>(game: &G) {
    let before = Sight::of(game);
    for action in game.choices() {
        let (mut one, mut two) = (game.clone(), game.clone());
        one.play(action);
        two.play(action);
        Sight::of(&one).assert_same(&Sight::of(&two), "equal states, played the same, are equal");
    }
    before.assert_same(&Sight::of(game), "playing on a copy leaves the state alone");
}
