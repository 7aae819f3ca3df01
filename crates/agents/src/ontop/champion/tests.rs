use super::search::{FoundMoves, look_ahead};
use super::{ChampionBlueprint, LookaheadSettings};
use crate::ontop::network::{AfterstateJudge, PositionNetwork};
use crate::{AgentSpec, Recipe};
use kontra_game::{Actions, Game, Notation, Recorded, Streams, Turn};
use kontra_ontop::{Action, Board, Colours, Lineup, OnTop, Rules};
use kontra_search::{Analysis, Blueprint, Budget, Limits, Search};
use std::cell::Cell;

fn begun(board: Board, table: Lineup, number: u64) -> OnTop {
    let streams = Streams::new(3);
    let rules = Rules { table, colours: Colours::Drawn, board };
    OnTop::begin(&OnTop::deal(&rules, &mut streams.deal(number)))
}

/// The same game after this many random actions, at the next decision.
fn after(mut game: OnTop, actions: usize) -> OnTop {
    let mut rng = Streams::new(4).test(1);
    for _ in 0..actions {
        let Some(action) = game.random_action(&mut rng) else { break };
        game.play(action);
    }
    if game.turn() == Turn::Chance
        && let Some(draw) = game.random_action(&mut rng)
    {
        game.play(draw);
    }
    game
}

fn settings(depth: u64) -> LookaheadSettings {
    let (widths, margins) = (vec![4, 3, 2], vec![0.25, 0.12]);
    LookaheadSettings { budget: Budget::iterations(depth), widths, margins }
}

fn searched(game: &OnTop, settings: LookaheadSettings) -> Analysis<Action> {
    let network = PositionNetwork::shipped().clone();
    let mut search = ChampionBlueprint { network, settings }.build();
    search.search(&game.view(game.mover()), &Limits::none(), &mut Streams::new(5).test(1))
}

#[test]
fn the_weights_that_come_with_the_program_can_be_read() {
    let shape = PositionNetwork::shipped().sparse().shape();
    assert_eq!(shape, PositionNetwork::shape(shape.width));
}

#[test]
fn without_a_look_ahead_the_move_is_played_that_the_network_likes_most() {
    for table in Lineup::ALL {
        let game = after(begun(Board::default(), table, 1), 9);
        let judge = AfterstateJudge::new(PositionNetwork::shipped().clone(), game.board()).unwrap();
        let own = game.mover().index();
        let mut moves = Actions::new();
        game.actions(&mut moves);
        let value = |action: Action| {
            let mut after = game;
            after.play(action);
            judge.value(&after)[own]
        };
        let most = moves.iter().map(|&action| value(action)).fold(f32::MIN, f32::max);
        let analysis = searched(&game, settings(0));
        assert!(value(analysis.chosen) > most - 1e-4);
        assert_eq!(analysis.moves.len(), moves.len());
    }
}

/// What the best moves come to on average over all tiles, with every move looked into: the slow and obvious way.
fn plainly(judge: &AfterstateJudge, state: &OnTop, depth: usize) -> Vec<f32> {
    if depth == 0 || state.turn() == Turn::Over {
        return judge.value(state).to_vec();
    }
    let own = state.mover().index();
    let mut all = vec![0.0; kontra_game::MAX_SEATS];
    let mut chances = kontra_game::Chances::new();
    state.chances(&mut chances);
    for (draw, probability) in chances {
        let mut drawn = *state;
        drawn.play(draw);
        let moves = drawn.choices();
        let values = moves.into_iter().map(|action| {
            let mut after = drawn;
            after.play(action);
            plainly(judge, &after, depth - 1)
        });
        let best = values.max_by(|a, b| a[own].total_cmp(&b[own])).unwrap();
        all.iter_mut().zip(best).for_each(|(sum, share)| *sum += probability as f32 * share);
    }
    all
}

#[test]
fn with_every_move_looked_into_a_value_is_that_of_expectimax() {
    for table in Lineup::ALL {
        // Little is left, so that the slow way is not too slow.
        let game = after(begun(Board::default(), table, 2), 54);
        if game.turn() == Turn::Over {
            continue;
        }
        let judge = AfterstateJudge::new(PositionNetwork::shipped().clone(), game.board()).unwrap();
        let wide = LookaheadSettings { widths: vec![200; 4], margins: vec![2.0], ..settings(2) };
        let analysis = searched(&game, wide);
        for found in &analysis.moves {
            let mut after = game;
            after.play(found.action);
            let share = plainly(&judge, &after, 2)[game.mover().index()];
            let expected = crate::ontop::network::payoff(share, table);
            assert!((found.value - expected).abs() < 1e-3, "{} is not {expected}", found.value);
        }
    }
}

/// What is found out if it is late when that is asked for this time.
fn cut(game: &OnTop, settings: &LookaheadSettings, time: u32) -> FoundMoves {
    let judge = AfterstateJudge::new(PositionNetwork::shipped().clone(), game.board()).unwrap();
    let asked = Cell::new(0);
    let late = || {
        asked.set(asked.get() + 1);
        asked.get() >= time
    };
    look_ahead(&judge, settings, game, &late)
}

/// Values by move, and how far they look ahead.
fn values(found: &FoundMoves) -> Vec<(Action, u32, Vec<u32>)> {
    let bits = |shares: &[f32]| shares.iter().map(|share| share.to_bits()).collect();
    let mut values: Vec<_> =
        found.moves.iter().map(|m| (m.action, m.depth, bits(&m.shares))).collect();
    values.sort_by_key(|(action, ..)| format!("{action:?}"));
    values
}

#[test]
fn where_no_move_is_left_out_all_values_look_equally_far_whenever_time_is_up() {
    let game = after(begun(Board::default(), Lineup::Two, 1), 40);
    let whole = |depth| {
        let settings = LookaheadSettings { margins: vec![2.0], ..settings(depth) };
        cut(&game, &settings, u32::MAX)
    };
    let depths = [0, 1, 2].map(|depth| values(&whole(depth)));
    let moves = depths[0].len() as u32;
    assert!(moves > 3, "{moves} moves");
    let settings = LookaheadSettings { margins: vec![2.0], ..settings(2) };
    // That is asked once for every move at depth 1, once more before depth 2, and there once for each tile and answer.
    let late = (1..=moves + 2).chain([9, 60, 150].map(|more| moves + more));
    for time in late {
        let found = cut(&game, &settings, time);
        assert_eq!(values(&found), depths[usize::from(time > moves)], "late at question {time}");
        assert!(found.moves.iter().any(|m| m.action == found.chosen));
    }
    assert!(depths[2].iter().all(|(_, depth, _)| *depth == 2));
}

#[test]
fn the_same_question_has_the_same_answer() {
    let game = after(begun(Board::default(), Lineup::Three, 3), 20);
    let (a, b) = (searched(&game, settings(2)), searched(&game, settings(2)));
    assert_eq!((a.chosen, a.nodes), (b.chosen, b.nodes));
    let values = |analysis: &Analysis<Action>| -> Vec<u64> {
        analysis.moves.iter().map(|found| found.value.to_bits()).collect()
    };
    assert_eq!(values(&a), values(&b));
}

#[test]
fn on_a_board_of_another_outline_a_search_without_the_network_plays() {
    let board = Board::from_json(
        r#"{"kontra-board": 1, "name": "ring",
            "triangles": ["..^v^v^..", ".^v^v^v^.", "^v^...^v^", "v^v...v^v", ".v^v^v^v.", "..v^v^v.."],
            "start": ["a5"], "gold": [], "stones": 12,
            "tiles": [{"tile": "bbww", "count": 9}, {"tile": "rrrr", "count": 4}, {"tile": "yryb", "count": 30}]}"#,
    );
    let game = after(begun(board.unwrap(), Lineup::Two, 1), 4);
    assert!(AfterstateJudge::new(PositionNetwork::shipped().clone(), game.board()).is_none());
    let analysis = searched(&game, settings(2));
    assert!(game.choices().contains(&analysis.chosen));
    // Every move was tried, and it says what it found.
    assert!(analysis.moves.iter().all(|found| found.visits > 0 && found.value.is_finite()));
    assert_eq!(analysis.iterations, 5000);
}

#[test]
fn bad_parameters_are_one_sentence() {
    let refused = |text: &str| {
        let spec: AgentSpec = text.parse().unwrap();
        let why = Recipe::<OnTop>::new(&spec).err().unwrap().to_string();
        assert!(!why.contains('\n'), "{why}");
        why
    };
    assert!(refused("champion(depth=13)").contains("0 to 12"));
    assert!(refused("champion(widths=4-x)").contains("found '4-x'"));
    assert!(refused("champion(margins=201)").contains("found '201'"));
    assert!(refused("champion(weights=other)").contains("found 'other'"));
    assert!(refused("champion(weights=./nothing.safetensors)").contains("nothing.safetensors"));
    // A network of another game.
    let foreign =
        std::env::temp_dir().join(format!("kontra-foreign-{}.safetensors", std::process::id()));
    std::fs::write(&foreign, kontra_models::JUST4FUN_FIELDNET).unwrap();
    let why = refused(&format!("champion(weights={})", foreign.display()));
    assert!(why.contains("expected a sparse network"), "{why}");
    let shipped = kontra_models::ONTOP;
    std::fs::write(&foreign, &shipped[..shipped.len() - 1]).unwrap();
    refused(&format!("champion(weights={})", foreign.display()));
    std::fs::remove_file(&foreign).unwrap();
}

#[test]
fn a_network_of_another_layout_is_refused() {
    let (graph, weights, _) = kontra_nets::Weights::from_file(kontra_models::ONTOP).unwrap();
    let file =
        weights.to_file(&graph, kontra_nets::Precision::F16, &[("layout", "ontop-0")]).unwrap();
    let why = PositionNetwork::from_file(&file).unwrap_err().to_string();
    assert_eq!(why, "weights, layout: expected ontop-1, found ontop-0");
}
