//! What a match promises: the same seed gives the same table, and deals do not depend on who plays them.

use kontra_agents::games::Doppelkopf;
use kontra_agents::{Agent, Recipe, honest};
use kontra_arena::{Match, Played, Seating, Table};
use kontra_game::{Actions, Game, Record, View};
use std::ops::ControlFlow;

type Seats = Vec<Recipe<Doppelkopf>>;

fn random() -> Recipe<Doppelkopf> {
    Recipe::new(&"random".parse().unwrap()).unwrap()
}

/// Always the first legal move: says no to everything and draws no random numbers.
fn first() -> Recipe<Doppelkopf> {
    struct First;
    impl<G: Game> Agent<G> for First {
        fn choose(&mut self, view: &G::View) -> G::Action {
            let mut actions = Actions::new();
            view.actions(&mut actions);
            actions[0]
        }
    }
    Recipe::custom("first".parse().unwrap(), honest(|_| First))
}

fn contest(agents: Seats, deals: u64, seating: Seating, seed: u64) -> Match<Doppelkopf> {
    Match::new(Default::default(), agents, deals, seating, seed).unwrap()
}

/// A table without its times, which are the only thing that may differ.
fn timeless(mut table: Table) -> String {
    table.elapsed_s = 0.0;
    table.agents.iter_mut().for_each(|row| row.ms_per_decision = 0.0);
    serde_json::to_string(&table).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_table() {
    let run = |seed| timeless(contest(vec![random(), first()], 40, Seating::All, seed).play());
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn a_deal_can_be_played_on_its_own() {
    let contest = contest(vec![random(), first()], 10, Seating::All, 3);
    let identities =
        |games: &[Played]| games.iter().map(|game| game.identity).collect::<Vec<u64>>();
    let mut in_order = vec![];
    contest
        .play_each(false, |_, games| {
            in_order.push(identities(games));
            Ok::<_, ()>(ControlFlow::Continue(()))
        })
        .unwrap();
    for deal in (0..10).rev() {
        assert_eq!(identities(&contest.play_deal(deal, false)), in_order[deal as usize]);
    }
}

fn records(contest: &Match<Doppelkopf>) -> Vec<Record> {
    let games = (0..contest.deals()).flat_map(|deal| contest.play_deal(deal, true));
    games.map(|game| game.record.unwrap()).collect()
}

#[test]
fn deals_do_not_depend_on_the_agents_or_their_seats() {
    let starts = |agents: Seats, seating| {
        let contest = contest(agents, 20, seating, 5);
        let games = contest.arrangements().len();
        let starts: Vec<_> = records(&contest).into_iter().map(|record| record.start).collect();
        // Every game on a deal starts alike.
        assert!(starts.chunks(games).all(|deal| deal.iter().all(|start| *start == deal[0])));
        starts.into_iter().step_by(games).collect::<Vec<_>>()
    };
    let expected = starts(vec![random()], Seating::Fixed);
    assert_eq!(starts(vec![first(), random()], Seating::All), expected);
    assert_eq!(starts(vec![random(), first(), first(), first()], Seating::Rotate), expected);
}

#[test]
fn every_record_replays_and_names_its_players() {
    let contest = contest(vec![random(), first()], 10, Seating::All, 11);
    let records = records(&contest);
    assert_eq!(records.len(), 60);
    assert_eq!(records[0].players, ["random", "random", "first", "first"]);
    for record in records {
        record.replay::<Doppelkopf>().unwrap();
    }
}

#[test]
fn deterministic_players_show_in_the_number_of_distinct_games() {
    let table = contest(vec![first(), first()], 10, Seating::All, 1).play();
    assert_eq!((table.games, table.distinct_games), (60, 10));
    let table = contest(vec![random()], 100, Seating::Fixed, 1).play();
    assert_eq!((table.games, table.distinct_games), (100, 100));
}

#[test]
fn the_table_adds_up() {
    let table = contest(vec![random(), first()], 50, Seating::All, 2).play();
    assert_eq!((table.deals, table.games), (50, 300));
    assert_eq!(table.endings.values().sum::<u64>(), 300);
    for row in &table.agents {
        assert_eq!(row.games, 600);
        assert_eq!(row.wins + row.draws + row.losses, row.games);
        assert!(row.ci95.unwrap() > 0.0);
    }
    // What one wins the other loses.
    assert!((table.agents[0].mean + table.agents[1].mean).abs() < 1e-9);
    assert!((table.agents[0].ci95.unwrap() - table.agents[1].ci95.unwrap()).abs() < 1e-9);
}

#[test]
fn one_deal_has_no_interval() {
    let table = contest(vec![random()], 1, Seating::Fixed, 2).play();
    assert_eq!(table.agents[0].ci95, None);
}

#[test]
fn a_match_that_is_stopped_reports_the_deals_it_played() {
    let contest = contest(vec![random(), first()], 50, Seating::All, 2);
    let stop_at = |deal, _: &[Played]| {
        let end = if deal == 9 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        Ok::<_, ()>(end)
    };
    let table = contest.play_each(false, stop_at).unwrap();
    assert_eq!((table.deals, table.games, table.distinct_games), (10, 60, 60));
}
