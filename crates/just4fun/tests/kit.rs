//! The test kit, run on every kind of table.

use kontra_game::testkit::{
    Conformance, check_perft_file, check_playthrough, deals_do_not_depend_on_players,
    equal_views_give_equal_decisions, play_by_streams,
};
use kontra_just4fun::{CardChoice, FieldLayout, Just4Fun, Players, Rules, policy};

/// Every number of players, every layout of the board, both rules for the cards.
fn tables() -> impl Iterator<Item = Rules> {
    Players::ALL.into_iter().flat_map(|players| {
        FieldLayout::WORDS.into_iter().flat_map(move |(_, board)| {
            CardChoice::WORDS.into_iter().map(move |(_, cards)| Rules { players, board, cards })
        })
    })
}

#[test]
fn every_table_conforms() {
    for rules in tables() {
        Conformance::<Just4Fun>::new(rules).games(4).draws(60).zero_sum().run();
    }
}

#[test]
fn the_usual_table_conforms_in_many_games() {
    Conformance::<Just4Fun>::new(Rules::default()).games(40).seed(2).draws(300).zero_sum().run();
}

#[test]
fn random_players_decide_by_their_view() {
    for rules in tables() {
        let games = equal_views_give_equal_decisions::<Just4Fun>(&rules, 2, 3, |view, rng| {
            policy::uniform_over_fields(view, rng).expect("it is this seat's turn")
        });
        assert!(games > 0);
        let games = equal_views_give_equal_decisions::<Just4Fun>(&rules, 2, 4, |view, rng| {
            policy::uniform_over_combinations(view, rng).expect("it is this seat's turn")
        });
        assert!(games > 0);
    }
}

#[test]
fn players_cannot_change_the_cards() {
    for rules in tables() {
        deals_do_not_depend_on_players::<Just4Fun>(&rules, 5, 5, play_by_streams::<Just4Fun>);
    }
}

#[test]
fn move_generation_counts_what_it_always_counted() {
    check_perft_file::<Just4Fun>("tests/data/perft.jsonl");
}

#[test]
fn whole_games_look_as_they_always_looked() {
    let rules = Rules::default();
    check_playthrough::<Just4Fun>("tests/data/two-players.txt", &rules, 1);
    let rules = Rules { cards: CardChoice::Player, ..Rules::default() };
    check_playthrough::<Just4Fun>("tests/data/two-players-choose.txt", &rules, 2);
    let rules = Rules { players: Players::Three, board: FieldLayout::Ordered, ..Rules::default() };
    check_playthrough::<Just4Fun>("tests/data/three-players-ordered.txt", &rules, 3);
    let rules = Rules { players: Players::Four, board: FieldLayout::Random, ..Rules::default() };
    check_playthrough::<Just4Fun>("tests/data/four-players-random.txt", &rules, 4);
}
