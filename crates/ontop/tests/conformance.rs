//! The whole test kit on OnTop.

use kontra_game::testkit::{
    Conformance, Depth, deals_are_uniform, deals_do_not_depend_on_players,
    equal_views_give_equal_decisions, play_by_streams, worlds_are_consistent, worlds_are_uniform,
};
use kontra_game::{Actions, Game, Open, Recorded, Streams, Turn, View, choose};
use kontra_ontop::{Action, Board, Colours, Lineup, OnTop, Rules};
use rand::Rng;

/// All tables, each with another board.
fn all_rules() -> impl Iterator<Item = Rules> {
    Lineup::ALL.into_iter().zip(Board::embedded()).flat_map(|(table, &board)| {
        [Colours::Fixed, Colours::Drawn].map(|colours| Rules { table, colours, board })
    })
}

#[test]
fn ontop_keeps_the_promises_of_a_game() {
    for rules in all_rules() {
        let positions = Conformance::<OnTop>::new(rules).games(24).seed(9).zero_sum().run();
        assert!(positions > 24 * 40, "{positions}");
    }
}

#[test]
fn worlds_are_the_game_itself() {
    for rules in all_rules() {
        worlds_are_consistent::<OnTop>(&rules, 4, 1, 3, Depth::EveryView);
        let start = OnTop::deal(&rules, &mut Streams::new(3).deal(0));
        worlds_are_uniform(&OnTop::begin(&start).view(kontra_game::Seat::wrapping(0, 2)), 10, 3);
    }
}

#[test]
fn every_order_of_colours_is_drawn_equally_often() {
    for rules in all_rules() {
        deals_are_uniform::<OnTop>(&rules, 5_000, 7);
    }
}

#[test]
fn a_random_player_decides_by_its_view_alone() {
    for rules in all_rules() {
        equal_views_give_equal_decisions::<OnTop>(&rules, 10, 4, random);
    }
}

#[test]
fn players_cannot_change_the_tiles() {
    for rules in all_rules() {
        deals_do_not_depend_on_players::<OnTop>(&rules, 10, 5, play_by_streams::<OnTop>);
    }
}

/// Duplicate games need this: the tiles of a deal come in the same order, however players are seated and however
/// they play, though some games end earlier than others.
#[test]
fn a_deal_is_one_order_of_tiles_whatever_the_players_do() {
    let streams = Streams::new(11);
    for deal in 0..50 {
        let drawn: Vec<Vec<String>> = (0..4)
            .map(|style| {
                let mut player = streams.test(style);
                let mut decide = |view: &Open<OnTop>, _: &mut _| random(view, &mut player);
                let record =
                    play_by_streams::<OnTop>(&Rules::default(), streams, deal, &mut decide);
                let chance = record.moves.into_iter().filter(|(seat, _)| seat.is_none());
                chance.map(|(_, text)| text).collect()
            })
            .collect();
        let own_order = own_order(streams, deal);
        for tiles in &drawn {
            let common = tiles.len().min(drawn[0].len());
            assert!(common > 10);
            assert_eq!(tiles[..common], drawn[0][..common]);
        }
        assert_eq!(own_order.len(), 2);
        assert_eq!(own_order[0], own_order[1]);
    }
}

/// The first tiles of two games on one deal, drawn by the game's own shortcut instead of by the list.
fn own_order(streams: Streams, deal: u64) -> Vec<Vec<Action>> {
    let order = |style| {
        let (mut chance, mut player) = (streams.chance(deal), streams.test(style));
        let start = OnTop::deal(&Rules::default(), &mut streams.deal(deal));
        let (mut game, mut tiles) = (OnTop::begin(&start), vec![]);
        while tiles.len() < 12 {
            let action = match game.turn() {
                Turn::Chance => game.random_action(&mut chance),
                Turn::Seat(_) => game.random_action(&mut player),
                Turn::Over => break,
            };
            let action = action.expect("the game is not over");
            tiles.extend(matches!(action, Action::Draw(_)).then_some(action));
            game.play(action);
        }
        tiles
    };
    vec![order(1), order(2)]
}

fn random<R: Rng>(view: &Open<OnTop>, rng: &mut R) -> Action {
    let mut actions = Actions::new();
    View::actions(view, &mut actions);
    actions[choose::below(rng, actions.len() as u32) as usize]
}
