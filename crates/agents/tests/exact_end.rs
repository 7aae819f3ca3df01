//! Agents that leave the end of the game to exact solutions: what the option changes, and that it changes nothing else.

use crate::common::{random_position, size};
use kontra_agents::doppelkopf::endgame::{EndgameSolver, Objective};
use kontra_agents::{AgentSpec, Playable, Player, Recipe, Solvable};
use kontra_doppelkopf::{Doppelkopf, GameType, Move, Question, Worlds};
use kontra_game::testkit::equal_views_give_equal_decisions;
use kontra_game::{Game, History, Log, Notation, Recorded, Seat, Streams, Turn, View};
use kontra_just4fun::Just4Fun;
use kontra_ontop::OnTop;
use kontra_search::{Analysis, Limits};
use std::collections::HashMap;

fn recipe<G: Playable>(spec: &str) -> Recipe<G> {
    Recipe::new(&spec.parse::<AgentSpec>().unwrap()).unwrap()
}

fn analysis<G: Playable>(spec: &str, game: &G) -> Analysis<G::Action> {
    analysis_within(&Limits::none(), spec, game)
}

fn analysis_within<G: Playable>(limits: &Limits, spec: &str, game: &G) -> Analysis<G::Action> {
    let Turn::Seat(seat) = game.turn() else { panic!("nobody's turn") };
    let Player::Honest(mut agent) = recipe::<G>(spec).player(Streams::new(1).agent(0, 0, seat))
    else {
        panic!("{spec} cheats")
    };
    agent.set_limits(limits);
    agent.analyze(&game.view(seat), History::unknown(seat)).unwrap()
}

/// Every state of a game that this agent plays on all seats.
fn states<G: Playable>(spec: &str, seed: u64) -> Vec<G> {
    let (streams, recipe) = (Streams::new(seed), recipe::<G>(spec));
    let mut game = G::begin(&G::deal(&Default::default(), &mut streams.deal(0)));
    let (mut chance, mut log) = (streams.chance(0), Log::new());
    let player = |seat| recipe.player(streams.agent(0, 0, seat));
    let mut players: Vec<Player<G>> = Seat::all(game.seats()).map(player).collect();
    let mut states = vec![];
    loop {
        states.push(game.clone());
        let action = match game.turn() {
            Turn::Over => return states,
            Turn::Chance => game.random_action(&mut chance).unwrap(),
            Turn::Seat(seat) => {
                players[seat.index()].decide(&game, seat, &log).expect("an agent, no guest")
            }
        };
        log.push(&game, action);
        game.play(action);
    }
}

/// With the option a game goes as without it until so little is left, and then in some game otherwise.
#[track_caller]
fn check_off_until<G: Playable + PartialEq + std::fmt::Debug>(
    spec: &str,
    option: &str,
    games: u64,
    is_late: impl Fn(&G) -> bool,
) {
    let with = |option: &str| format!("{}, {option})", spec.trim_end_matches(')'));
    let mut differs = false;
    for seed in 0..games {
        let (plain, solving) = (states::<G>(spec, seed), states::<G>(&with(option), seed));
        let late = solving.iter().position(&is_late).unwrap_or(solving.len());
        assert_eq!(plain[..=late.min(plain.len() - 1)], solving[..=late.min(plain.len() - 1)]);
        assert_eq!(plain, states::<G>(&with("endgame=0"), seed), "0 means never");
        differs |= plain != solving;
    }
    assert!(differs, "{spec} never does anything else with {option}");
}

#[test]
fn nothing_changes_before_the_end() {
    let doppelkopf = |game: &Doppelkopf| game.public().tricks() >= 9;
    for spec in [
        "ensemble-uct(worlds=3, iterations=20)",
        "single-uct(iterations=60)",
        "so-ismcts(iterations=60)",
    ] {
        check_off_until::<Doppelkopf>(spec, "endgame=3", 4, doppelkopf);
    }
    let stones = |game: &Just4Fun| game.left().is_ok_and(|left| left <= 6);
    for spec in ["ismcts(iterations=40)", "so-ismcts(iterations=40)"] {
        check_off_until::<Just4Fun>(spec, "endgame=6, solved=2", 12, stones);
    }
    let tiles = |game: &OnTop| game.left().is_ok_and(|left| left <= 4);
    for spec in ["mcts(iterations=30)", "mcts(iterations=30, reuse=yes)", "star1(depth=1)"] {
        check_off_until::<OnTop>(spec, "endgame=4", 6, tiles);
    }
}

/// What each card is worth on average over all deals, the slow way.
fn average(game: &Doppelkopf, seat: Seat) -> HashMap<Move, f64> {
    let mut sums: HashMap<Move, f64> = HashMap::new();
    let mut total = 0.0;
    Worlds::new(&game.view(seat)).each(|world, weight| {
        total += weight as f64;
        for action in world.choices() {
            let mut next = *world;
            next.play(action);
            let value =
                |objective| EndgameSolver::default().value(&next, objective).unwrap()[seat.index()];
            let score = f64::from(value(Objective::ScorePoints));
            let points = f64::from(value(Objective::CardPoints));
            *sums.entry(action).or_default() += weight as f64 * (500.0 * score + points);
        }
    });
    sums.into_iter().map(|(action, sum)| (action, sum / total)).collect()
}

#[test]
fn the_last_tricks_of_doppelkopf_are_averages_of_solutions() {
    let mut rng = Streams::new(5).test(0);
    let mut decisions = 0;
    for number in 0..size(2_000).max(60) {
        let kind = [GameType::Normal, GameType::Marriage, GameType::Queens][number as usize % 3];
        let game = random_position(kind, 2, number as usize % 4, 20, &mut rng);
        let Some(seat) = game.public().asked() else { continue };
        if game.choices().len() < 2 {
            continue;
        }
        let expected = average(&game, seat);
        let found = analysis("so-ismcts(endgame=2, solved=1000)", &game);
        for entry in &found.moves {
            assert!((entry.value - expected[&entry.action]).abs() < 1e-6, "{game:?}");
            assert_eq!(entry.error, 0.0, "all deals were solved");
        }
        let best = expected.values().copied().fold(f64::NEG_INFINITY, f64::max);
        assert!((expected[&found.chosen] - best).abs() < 1e-6);
        let sample = analysis("so-ismcts(endgame=2, solved=7)", &game);
        let is_sample = Worlds::new(&game.view(seat)).count() > 7;
        assert_eq!(sample.worlds, if is_sample { 7 } else { found.worlds });
        decisions += 1;
    }
    assert!(decisions > 20, "{decisions}");
}

#[test]
fn announcements_are_still_searched_for() {
    let mut rng = Streams::new(6).test(0);
    // Somebody is asked for an announcement before the first card.
    let mut game = crate::common::found_game(GameType::Normal, &mut rng);
    while game.public().question() != Some(Question::Announcement) {
        let moves = game.choices();
        game.play(moves[0]);
    }
    let found = analysis("ensemble-uct(worlds=2, iterations=10, endgame=8)", &game);
    assert_eq!(found.iterations, 20, "a search, not a solution");
}

#[test]
fn the_last_tiles_of_ontop_are_played_perfectly() {
    let mut decisions = 0;
    for seed in 0..size(1_000).max(60) {
        let mut rng = Streams::new(seed).test(0);
        let mut game =
            OnTop::begin(&OnTop::deal(&Default::default(), &mut Streams::new(seed).deal(0)));
        while !(matches!(game.turn(), Turn::Seat(_)) && game.tiles_left() <= 4) {
            let Some(action) = game.random_action(&mut rng) else { break };
            game.play(action);
        }
        let Turn::Seat(seat) = game.turn() else { continue };
        let chosen = analysis("mcts(iterations=10, endgame=4)", &game).chosen;
        let mut next = game;
        next.play(chosen);
        let value = |game: &OnTop| game.solve(()).unwrap().value[seat.index()];
        assert!((value(&game) - value(&next)).abs() < 1e-9, "{seed}");
        decisions += 1;
    }
    assert!(decisions > 10, "{decisions}");
}

#[test]
fn solutions_do_not_see_hidden_cards() {
    let decide = |spec: &'static str| {
        move |view: &<Doppelkopf as Game>::View, rng: &mut kontra_game::SearchRng| {
            let Player::Honest(mut agent) = recipe::<Doppelkopf>(spec).player(rng.clone()) else {
                panic!("it cheats")
            };
            agent.choose(view, History::unknown(view.seat()))
        }
    };
    let spec = "so-ismcts(iterations=5, endgame=3, solved=5)";
    equal_views_give_equal_decisions::<Doppelkopf>(&Default::default(), 3, 1, decide(spec));
    equal_views_give_equal_decisions::<Just4Fun>(&Default::default(), 2, 1, |view, rng| {
        let spec = "so-ismcts(iterations=5, endgame=4, solved=3)";
        let Player::Honest(mut agent) = recipe::<Just4Fun>(spec).player(rng.clone()) else {
            panic!("it cheats")
        };
        assert!(view.seat().index() < 2);
        agent.choose(view, History::unknown(view.seat()))
    });
}

#[test]
fn a_player_who_is_stopped_does_not_solve_on() {
    let mut rng = Streams::new(7).test(0);
    let mut found = (0..200).map(|_| random_position(GameType::Normal, 4, 0, 20, &mut rng));
    let many = |game: &Doppelkopf| {
        let seat = game.public().asked().filter(|_| game.choices().len() > 1);
        seat.is_some_and(|seat| Worlds::new(&game.view(seat)).count() > 5000)
    };
    let game = found.find(many).expect("a position with many worlds");
    let spec = "so-ismcts(iterations=100000, endgame=4, solved=5000)";
    assert_eq!(analysis(spec, &game).worlds, 5000);
    let limits = Limits::none();
    limits.stop();
    let stopped = analysis_within(&limits, spec, &game);
    assert!(stopped.iterations < 100, "{}", stopped.iterations);
    assert!(game.choices().contains(&stopped.chosen));
}

#[test]
fn bad_options_are_named() {
    let complaint =
        |spec: &str| Recipe::<Doppelkopf>::new(&spec.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(
        complaint("so-ismcts(endgame=9)"),
        "agent 'so-ismcts(endgame=9)': expected a whole number from 0 to 8 for endgame, found '9'"
    );
    assert!(complaint("single-uct(solved=0)").contains("expected a whole number from 1 to 100000"));
}
