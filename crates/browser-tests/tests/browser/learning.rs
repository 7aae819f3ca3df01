//! Puzzles: from the first page in one click, solved and failed by clicking, with a rating that stays.

use crate::hands::{handle, is_asked, make_a_move, play_to_the_end};
use crate::pages::check;
use crate::phone::fits;
use kontra_browser_tests::{Browser, Page, Screen, TestServer};
use serde_json::{Value, json};

/// All puzzles of the data file.
fn puzzles() -> Vec<Value> {
    let lines = include_str!("../../../server/data/doppelkopf-puzzles.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).expect("a puzzle")).collect()
}

/// Opens the first puzzle of a theme.
#[track_caller]
fn open(page: &Page, theme: &str) {
    let found = puzzles().into_iter().find(|puzzle| puzzle["theme"] == theme);
    let id = found.expect("a puzzle of every theme")["id"].clone();
    page.goto(&format!("/puzzles/{}", id.as_str().unwrap_or_default()));
    page.see("[data-test=puzzle][data-answered=false]");
}

/// The answers to the puzzle on the page: what the data file says.
fn answers(page: &Page) -> Vec<String> {
    let id = page.eval("document.querySelector('[data-test=puzzle]').dataset.puzzle");
    let puzzle = puzzles().into_iter().find(|puzzle| puzzle["id"] == id).expect("a known puzzle");
    let texts = puzzle["answers"].as_array().expect("answers").iter();
    texts.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Clicks the first choice that is right, or one that is wrong.
#[track_caller]
fn answer(page: &Page, right: bool) {
    let known = json!(answers(page));
    let marked = page.eval(&format!(
        "(() => {{
            const choices = [...document.querySelectorAll('[data-test=choice]')];
            const found = choices.find(each => {known}.includes(each.dataset.choice.split(' ')[0]) === {right});
            found?.setAttribute('data-picked', '');
            return Boolean(found);
        }})()"
    ));
    assert_eq!(marked, true, "there is such a choice");
    page.click("[data-picked]");
    page.see(&format!("[data-test=puzzle-verdict][data-solved={right}]"));
}

fn rating(page: &Page) -> i64 {
    let rating =
        page.eval("Number(document.querySelector('[data-test=puzzle-rating]').dataset.rating)");
    rating.as_i64().unwrap_or_default()
}

#[test]
fn a_puzzle_is_one_click_away_and_can_be_solved_and_failed() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.click(&handle("to-puzzle"));
    page.see("[data-test=puzzle][data-answered=false]");
    open(&page, "follow");
    let before = rating(&page);
    answer(&page, true);
    assert!(rating(&page) > before, "a solved puzzle is worth points");
    page.see(&handle("bar-win"));
    check(&page, "puzzle");
    page.screen(Screen::Phone);
    fits(&page, "puzzle");
    page.screen(Screen::Desktop);
    let after = rating(&page);
    page.click(&handle("puzzle-next"));
    page.see("[data-test=puzzle][data-answered=false]");
    open(&page, "lead");
    answer(&page, false);
    assert!(rating(&page) < after, "a failed puzzle costs points");
    page.reload();
    page.see("[data-test=puzzle][data-answered=false]");
    let kept = rating(&page);
    answer(&page, true);
    assert_eq!(rating(&page), kept, "the second answer to a puzzle does not count");
}

#[test]
fn a_theme_leads_to_its_puzzles() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/learn");
    page.click("a[href=\"/puzzles?theme=announcing\"]");
    page.see(&handle("announce"));
    assert!(page.path().contains("theme=announcing"), "{}", page.path());
}

/// Begins the guided first game of a kind.
fn first_game(page: &Page, game: &str) {
    page.goto("/learn");
    page.click(&handle(&format!("first-game-{game}")));
    page.see("[data-test=table][data-version]");
}

/// Plays some moves, or to the end of the game, and notes what the guide says at each of them.
fn steps(page: &Page, moves: usize) -> Vec<String> {
    let mut steps = vec![];
    while steps.len() < moves && is_asked(page) {
        page.see("[data-test=guide]:not([data-step=''])");
        let step = page.eval("document.querySelector('[data-test=guide]').dataset.step");
        steps.push(step.as_str().unwrap_or_default().to_owned());
        make_a_move(page, Page::click);
    }
    steps
}

/// At the end the guide says what the result means, and goes when it is told to.
fn ends(page: &Page) {
    page.see("[data-test=guide][data-step=over]");
    page.see(&handle("over"));
    page.click(&handle("guide-end"));
    page.see_no_more(&handle("guide"));
    page.see(&handle("rule-now"));
}

/// Plays a guided first game to its end: three sentences in their order, then reminders.
fn is_guided_to_the_end(game: &str, sentences: [&str; 3]) {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    first_game(&page, game);
    let mut said = steps(&page, 200);
    said.retain(|step| step != "redraw");
    assert!(said.len() > 3, "a whole game: {said:?}");
    // Who had to draw new cards did not need the sentence of that moment.
    let first: Vec<_> = said.iter().take_while(|step| *step != "go-on").cloned().collect();
    let mut left = sentences.iter();
    assert!(first.iter().all(|step| left.any(|each| each == step)), "{said:?}");
    assert_eq!(said[0], sentences[0], "{said:?}");
    assert!(said[first.len()..].iter().all(|step| step == "go-on"), "{said:?}");
    ends(&page);
}

#[test]
fn a_first_game_of_just_4_fun_is_guided_to_its_end() {
    is_guided_to_the_end("just4fun", ["sum", "majority", "line"]);
}

#[test]
fn a_first_game_of_ontop_is_guided_to_its_end() {
    is_guided_to_the_end("ontop", ["lay", "circle", "stones"]);
}

#[test]
fn a_first_game_of_doppelkopf_is_guided_to_its_end() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    first_game(&page, "doppelkopf");
    let steps = steps(&page, 6);
    assert_eq!(steps[0], "find", "{steps:?}");
    assert!(
        steps[1..].iter().any(|step| step.starts_with("follow") || step.starts_with("lead")),
        "{steps:?}"
    );
    check(&page, "guided");
    play_to_the_end(&page);
    ends(&page);
}

#[test]
fn the_rules_have_positions_that_are_drawn_as_at_a_table() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/rules");
    for (game, drawn) in [
        ("doppelkopf", "[data-test=trick] li"),
        ("just4fun", "[data-test=board]"),
        ("ontop", "[data-test=board]"),
    ] {
        page.see(&format!("[data-test=position-{game}] {drawn}"));
    }
    // It is a picture: nothing on it can be clicked as a move.
    assert_eq!(page.count("[data-test=choice]:not(:disabled)"), 0);
    check(&page, "rules-positions");
    page.screen(Screen::Phone);
    fits(&page, "rules");
}
