//! Leaderboard, matches and experiments, with something in them.

use crate::hands::{handle, texts};
use crate::pages::check;
use crate::phone::fits;
use kontra_browser_tests::{Browser, Page, Screen, Server};

/// A server whose store has two matches, and that finds the results of an experiment.
fn server() -> Server {
    Server::start_after(&[
        "match just4fun -a random -a flat(iterations=20) --deals 4 --seed 1 --store kontra.db --name evening",
        "match ontop -a random -a flat(iterations=20) --deals 4 --seed 1 --store kontra.db --name morning",
        "experiment run gastegger2024/table-7.1 --quick",
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
    assert!(page.text("main").contains("random"));
    look(&page, "leaderboard");
}

#[test]
fn an_empty_leaderboard_is_filled_by_the_command_it_shows() {
    let server = Server::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for path in ["/matches", "/leaderboard"] {
        page.goto(path);
        page.see(&handle("first-match"));
    }
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
    let server = server();
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
    page.goto("/experiments/gastegger2024%2Ftable-7.1");
    page.see(&handle("cell-row"));
    page.see(&handle("plot"));
    page.see(&handle("experiment-shows"));
    assert!(page.text(&handle("cell-legend")).contains("intervals"));
    look(&page, "experiment");
}

#[test]
fn an_experiment_that_cannot_be_run_says_why() {
    let server = Server::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/experiments/briesemeister2009%2Ftable-5.18");
    page.see(&handle("experiment-reason"));
    assert!(page.text(&handle("experiment-reason")).contains("people played"));
}
