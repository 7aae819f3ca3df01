//! Leaderboard, matches and experiments, with something in them.

use crate::hands::{handle, texts};
use crate::pages::check;
use crate::phone::fits;
use kontra_browser_tests::{Browser, Page, Screen, TestServer};

/// What the book tells of all experiments.
const RESULTS: &str = include_str!("../../../../docs/results/measurements.jsonl");

/// A server whose store has matches of every game.
fn server() -> TestServer {
    TestServer::start_after(&[
        "match doppelkopf -a random -a beginner --deals 20 --store kontra.db --name morning",
        "match doppelkopf -a random-cards -a beginner --deals 20 --store kontra.db --name noon",
        "match ontop -a random -a flat(iterations=20) --deals 8 --store kontra.db --name afternoon",
        "match just4fun -a flat(iterations=20) -a so-ismcts(iterations=50) --deals 8 --store kontra.db --name evening",
        "match just4fun -a random -a flat(iterations=20) --deals 8 --store kontra.db --name night",
    ])
}

/// Checks a page in both themes and on a phone.
fn look(page: &Page, name: &str) {
    check(page, name);
    page.screen(Screen::Phone);
    fits(page, name);
    page.screen(Screen::Desktop);
}

#[test]
fn the_leaderboard_has_everybody_who_played() {
    let server = server();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/leaderboard");
    page.see(&handle("rating-row"));
    // Names in place of specs; the spec is there for those who want to repeat a match.
    assert!(page.text("main").contains("Random mover"));
    page.see("[data-spec=random]");
    look(&page, "leaderboard");
}

#[test]
fn an_empty_leaderboard_is_filled_by_the_command_it_shows() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for path in ["/matches", "/leaderboard"] {
        page.goto(path);
        page.see(&handle("first-match"));
    }
    page.click(&handle("first-owner"));
    let command = page.text(&handle("first-command"));
    server.run(command.strip_prefix("kontra ").expect("a command of kontra"));
    page.reload();
    page.see(&handle("rating-row"));
    page.goto("/matches");
    page.see(&handle("match-row"));
}

#[test]
fn a_game_of_a_match_is_replayed() {
    let server = server();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/matches");
    page.see(&handle("match-row"));
    look(&page, "matches");
    page.click("[data-test=match-row] a");
    page.see(&handle("match"));
    look(&page, "match");
    page.click(&handle("replay-open"));
    page.see("[data-test=game][data-ply]");
}

#[test]
fn an_experiment_is_shown_beside_the_paper() {
    let server = TestServer::start();
    server.put("kontra-results/measurements.jsonl", RESULTS);
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/experiments");
    page.see(&handle("experiment-row"));
    let papers = texts(&page, "paper");
    let of = |name: &str| papers.iter().find(|paper| paper.starts_with(name));
    assert!(of("Gastegger 2024").is_some_and(|paper| paper.contains("measured")), "{papers:?}");
    let people = of("Briesemeister 2009")
        .is_some_and(|paper| paper.contains("not reproducible") && paper.contains("people played"));
    assert!(people, "{papers:?}");
    look(&page, "experiments");
    page.goto("/experiments/sievers2012%2Ftable-6.28");
    page.see(&handle("cell-row"));
    page.see(&handle("plot"));
    page.see(&handle("experiment-shows"));
    assert!(page.text(&handle("cell-legend")).contains("standard errors"));
    look(&page, "experiment");
}

#[test]
fn an_experiment_that_cannot_be_run_says_why() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/experiments/briesemeister2009%2Ftable-5.18");
    page.see(&handle("experiment-reason"));
    assert!(page.text(&handle("experiment-reason")).contains("people played"));
}
