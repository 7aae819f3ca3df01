//! The tiny games in numbers: small enough to compare all information sets.

use kontra_game::testkit::{
    check_action_ids, check_layout, encoding_is_in_order, information_states_differ,
    tensors_show_no_secrets,
};
use kontra_game::{Deals, Determinize, Encode, Game, Past, Rewind};
use kontra_tiny::{Kuhn, Leduc, Pig, PigRules, TicTacToe};

/// Everything the kit knows about ids and tensors; returns the number of information sets in all games of this many
/// decisions.
fn check<G>(rules: &G::Rules, name: &str, plies: usize) -> usize
where
    G: Encode + Deals + Rewind + Game<View: Determinize>,
{
    encoding_is_in_order::<G>(rules, 30, 1);
    tensors_show_no_secrets::<G>(rules, 30, 2, 2);
    check_action_ids::<G>(format!("tests/data/{name}.ids.txt"));
    check_layout::<G>("../../docs/src/encoding.md");
    let deals = G::deals(rules).into_iter();
    let pasts: Vec<Past<G>> = deals.map(|(start, _)| Past::new(start, &[])).collect();
    information_states_differ::<G>(&pasts, plies)
}

#[test]
fn kuhn_poker_in_numbers() {
    // Of each seat: three cards at each of the four stages that are not over and two that are folded; two stages that
    // show the cards come about in three ways, with one of two other cards.
    assert_eq!(check::<Kuhn>(&(), "kuhn", 9), 2 * (3 * 4 + 3 * 2 + 3 * 3 * 2));
}

#[test]
fn leduc_poker_in_numbers() {
    assert!(check::<Leduc>(&(), "leduc", 20) > 288);
}

#[test]
fn pig_in_numbers() {
    let sets = check::<Pig>(&PigRules { target: 12 }, "pig", 7);
    assert!(sets > 100, "{sets}");
}

#[test]
fn tic_tac_toe_in_numbers() {
    let plies = kontra_game::testkit::size(5, 9);
    let expected: usize = [1, 9, 72, 504, 3024, 15120].iter().sum();
    let found = check::<TicTacToe>(&(), "tic-tac-toe", plies);
    assert!(if plies == 5 { found == 2 * expected } else { found > 1_000_000 }, "{found}");
}
