//! What a match promises: the same seed gives the same table, and deals do not depend on who plays them.

use kontra_agents::games::Doppelkopf;
use kontra_agents::{Agent, Failure, Guest, Recipe, guests, honest};
use kontra_arena::{FORFEIT, Match, MatchTable, PlayedGame, Seating, Sprt, Verdict};
use kontra_game::{Actions, Event, Game, History, Payoffs, Record, Seat, View};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;

type Seats = Vec<Recipe<Doppelkopf>>;

fn random() -> Recipe<Doppelkopf> {
    Recipe::new(&"random".parse().unwrap()).unwrap()
}

/// Always the first legal move: says no to everything and draws no random numbers.
fn first() -> Recipe<Doppelkopf> {
    struct First;
    impl<G: Game> Agent<G> for First {
        fn choose(&mut self, view: &G::View, _: History<'_, G>) -> G::Action {
            let mut actions = Actions::new();
            view.actions(&mut actions);
            actions[0]
        }
    }
    Recipe::custom("first".parse().unwrap(), honest(|_| First))
}

fn match_of_two(agents: Seats, deals: u64, seating: Seating, seed: u64) -> Match<Doppelkopf> {
    Match::new(Default::default(), agents, deals, seating, seed).unwrap()
}

type Move = <Doppelkopf as Game>::Action;
type DoppelkopfView = <Doppelkopf as Game>::View;
type Seen = Mutex<Vec<Vec<Event<Move>>>>;

/// Plays the first legal move and keeps what it is told of the past, in every decision.
struct Remembers(&'static Seen);

impl Agent<Doppelkopf> for Remembers {
    fn choose(&mut self, view: &DoppelkopfView, history: History<'_, Doppelkopf>) -> Move {
        assert_eq!(history.seat(), view.seat());
        self.0.lock().unwrap().push(history.iter().collect());
        let mut actions = Actions::new();
        view.actions(&mut actions);
        actions[0]
    }
}

#[test]
fn an_agent_is_told_what_the_record_says() {
    static SEEN: Seen = Mutex::new(vec![]);
    let remembers = honest(|_| Remembers(&SEEN));
    let remembers = Recipe::custom("remembers".parse().unwrap(), remembers);
    let the_match = match_of_two(vec![remembers, random()], 1, Seating::Fixed, 5);
    let [game] = &the_match.play_deal(0, true)[..] else { panic!("one game") };
    let record = game.record.as_ref().unwrap();
    let replay = record.replay::<Doppelkopf>().unwrap();
    let events: Vec<Event<Move>> = (record.moves.iter().zip(&replay.actions))
        .map(|((by, _), &action)| Event { by: *by, action: Some(action) })
        .collect();
    let seen = SEEN.lock().unwrap();
    let decisions = game.thinking[0].decisions + game.thinking[2].decisions;
    assert_eq!(seen.len() as u64, decisions);
    for history in seen.iter() {
        assert_eq!(*history, events[..history.len()]);
        assert!([0, 2].contains(&events[history.len()].by.unwrap().index()));
    }
}

/// A table without its times, which are the only thing that may differ.
fn timeless(mut table: MatchTable) -> String {
    (table.elapsed_s, table.thinking_s) = (0.0, 0.0);
    for row in &mut table.agents {
        (row.ms_per_decision, row.rollouts_per_s) = (0.0, None);
    }
    serde_json::to_string(&table).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_table() {
    let run = |seed| timeless(match_of_two(vec![random(), first()], 40, Seating::All, seed).play());
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn a_deal_can_be_played_on_its_own() {
    let the_match = match_of_two(vec![random(), first()], 10, Seating::All, 3);
    let identities =
        |games: &[PlayedGame]| games.iter().map(|game| game.identity).collect::<Vec<u64>>();
    let mut in_order = vec![];
    the_match
        .play_each(false, |_, games| {
            in_order.push(identities(games));
            Ok::<_, ()>(ControlFlow::Continue(()))
        })
        .unwrap();
    for deal in (0..10).rev() {
        assert_eq!(identities(&the_match.play_deal(deal, false)), in_order[deal as usize]);
    }
}

fn records(the_match: &Match<Doppelkopf>) -> Vec<Record> {
    let games = (0..the_match.deals()).flat_map(|deal| the_match.play_deal(deal, true));
    games.map(|game| game.record.unwrap()).collect()
}

#[test]
fn deals_do_not_depend_on_the_agents_or_their_seats() {
    let starts = |agents: Seats, seating| {
        let the_match = match_of_two(agents, 20, seating, 5);
        let games = the_match.arrangements().len();
        let starts: Vec<_> = records(&the_match).into_iter().map(|record| record.start).collect();
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
    let the_match = match_of_two(vec![random(), first()], 10, Seating::All, 11);
    let records = records(&the_match);
    assert_eq!(records.len(), 60);
    assert_eq!(records[0].players, ["random", "random", "first", "first"]);
    for record in records {
        record.replay::<Doppelkopf>().unwrap();
    }
}

#[test]
fn deterministic_players_show_in_the_number_of_distinct_games() {
    let table = match_of_two(vec![first(), first()], 10, Seating::All, 1).play();
    assert_eq!((table.games, table.distinct_games), (60, 10));
    let table = match_of_two(vec![random()], 100, Seating::Fixed, 1).play();
    assert_eq!((table.games, table.distinct_games), (100, 100));
}

#[test]
fn the_table_adds_up() {
    let table = match_of_two(vec![random(), first()], 50, Seating::All, 2).play();
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
    let table = match_of_two(vec![random()], 1, Seating::Fixed, 2).play();
    assert_eq!(table.agents[0].ci95, None);
}

#[test]
fn a_match_that_is_stopped_reports_the_deals_it_played() {
    let the_match = match_of_two(vec![random(), first()], 50, Seating::All, 2);
    let stop_at = |deal, _: &[PlayedGame]| {
        let end = if deal == 9 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        Ok::<_, ()>(end)
    };
    let table = the_match.play_each(false, stop_at).unwrap();
    assert_eq!((table.deals, table.games, table.distinct_games), (10, 60, 60));
}

#[test]
fn a_round_is_four_games_and_the_win_rate_has_an_interval() {
    let table = match_of_two(vec![random(), first()], 50, Seating::All, 2).play();
    for row in &table.agents {
        assert_eq!(row.round_mean, Some(4.0 * row.mean));
        assert_eq!(row.round_ci95, row.ci95.map(|half| 4.0 * half));
        let [low, high] = row.win_rate_ci95.unwrap();
        assert!(low < row.win_rate && row.win_rate < high, "{row:?}");
        assert_eq!((row.rollouts_per_s, row.nodes_per_decision), (None, None));
    }
}

#[test]
fn searches_report_what_they_did() {
    let search: Recipe<Doppelkopf> =
        Recipe::new(&"single-uct(iterations=20)".parse().unwrap()).unwrap();
    let table = match_of_two(vec![search, first()], 2, Seating::Fixed, 2).play();
    let [search, first] = table.agents.as_slice() else { panic!("two rows") };
    assert!(search.rollouts_per_s.unwrap() > 0.0);
    assert!(first.rollouts_per_s.is_none());
}

#[test]
fn a_sequential_test_ends_the_match_after_the_same_deal_on_any_number_of_threads() {
    let sprt = Sprt { claim: "0,1".parse().unwrap(), alpha: 0.05, beta: 0.05 };
    let run = |threads| {
        let the_match = match_of_two(vec![first(), random()], 5000, Seating::Fixed, 7);
        let the_match = the_match.on_threads(NonZeroUsize::new(threads).unwrap());
        the_match.until_decided(sprt).play()
    };
    let table = run(1);
    assert!((100..5000).contains(&table.deals), "{}", table.deals);
    let report = table.sprt.unwrap();
    assert_eq!(report.verdict, Verdict::H1, "who announces nothing loses less than random players");
    assert!(report.log_ratio >= report.bounds[1]);
    let expected = timeless(table);
    for threads in [2, 8] {
        assert_eq!(timeless(run(threads)), expected);
    }
}

#[test]
fn a_test_that_is_not_decided_says_so() {
    let sprt = Sprt { claim: "0,1".parse().unwrap(), alpha: 0.05, beta: 0.05 };
    let table =
        match_of_two(vec![first(), random()], 50, Seating::Fixed, 7).until_decided(sprt).play();
    assert_eq!((table.deals, table.sprt.unwrap().verdict), (50, Verdict::Undecided));
}

/// A guest that plays the first legal move and fails at its seventh decision.
struct Fails {
    decisions: u32,
}

impl Guest<Doppelkopf> for Fails {
    fn begin(&mut self, _: &<Doppelkopf as Game>::View) -> Result<(), Failure> {
        Ok(())
    }

    fn see(&mut self, _: Option<Seat>, _: &str) {}

    fn choose(
        &mut self,
        view: &<Doppelkopf as Game>::View,
        _: History<'_, Doppelkopf>,
    ) -> Result<<Doppelkopf as Game>::Action, Failure> {
        self.decisions += 1;
        if self.decisions == 7 {
            return Err(Failure("fell asleep".to_owned()));
        }
        let mut actions = Actions::new();
        view.actions(&mut actions);
        Ok(actions[0])
    }

    fn end(&mut self, payoffs: &Payoffs, forfeit: Option<Seat>) {
        assert!(forfeit.is_some_and(|seat| payoffs[seat] == -15.0));
    }
}

#[test]
fn a_player_who_breaks_a_game_off_loses_it_and_the_match_continues() {
    let guest = Recipe::custom("guest".parse().unwrap(), guests(|_| Fails { decisions: 0 }));
    let the_match = match_of_two(vec![guest, first()], 5, Seating::Rotate, 1);
    let games = the_match.play_deal(0, true);
    for game in games {
        let forfeit = game.forfeit.unwrap();
        assert_eq!(
            (game.ending.as_ref(), forfeit.why.to_string().as_str()),
            (FORFEIT, "fell asleep")
        );
        assert_eq!(game.payoffs[forfeit.seat], -15.0);
        let record = game.record.unwrap();
        assert_eq!(record.result, None);
        record.replay::<Doppelkopf>().unwrap();
    }
    let table = the_match.play();
    assert_eq!(table.endings[FORFEIT], 10);
    let [guest, first] = table.agents.as_slice() else { panic!("two rows") };
    assert_eq!((guest.forfeits, guest.first_forfeit.as_deref()), (10, Some("fell asleep")));
    assert_eq!((first.forfeits, first.first_forfeit.as_deref()), (0, None));
    // One of its two seats breaks off and loses 15, the other wins 5.
    assert_eq!((guest.mean, first.mean), (-5.0, 5.0));
}
