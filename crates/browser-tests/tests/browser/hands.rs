//! What a person does at a table: sits down, looks, makes a move.

use kontra_browser_tests::Page;
use serde_json::Value;

/// The games with a face of their own, by the name in links and handles, and one that has the generic face.
pub(crate) const GAMES: &[&str] = &["doppelkopf", "just4fun", "ontop", "hearts"];

/// The selector of a handle for tests.
pub(crate) fn handle(name: &str) -> String {
    format!("[data-test=\"{name}\"]")
}

/// A table, once it is there and connected.
const AT_TABLE: &str = "[data-test=table][data-version]";
/// A move that can be clicked.
const CHOICE: &str = "[data-test=choice]:not(:disabled, [aria-disabled=true])";

/// From the first page to a table with easy opponents, in two clicks.
#[track_caller]
pub(crate) fn sit_down(page: &Page, game: &str) {
    page.goto("/");
    click_radio(page, "strength-easy");
    page.click(&handle(&format!("play-{game}")));
    page.see(AT_TABLE);
    assert_eq!(page.eval("document.querySelector('[data-test=table]').dataset.game"), game);
}

/// Radios may be drawn as their labels, as here: a person clicks what can be seen.
#[track_caller]
pub(crate) fn click_radio(page: &Page, name: &str) {
    let radio = handle(name);
    page.see(&format!("label:has({radio}), {radio}"));
    let label = format!("label:has({radio})");
    page.click(if page.count(&label) > 0 { &label } else { &radio });
    page.wait(&format!("document.querySelector('{radio}').checked"), "the radio to be set");
}

/// One of the table's attributes: `version`, `turn`, `you`, `over`.
#[track_caller]
pub(crate) fn table(page: &Page, attribute: &str) -> String {
    let value =
        page.eval(&format!("document.querySelector('[data-test=table]').dataset.{attribute}"));
    value.as_str().unwrap_or_default().to_owned()
}

/// Waits until the person is asked, and tells whether: not so if the game is over.
#[track_caller]
pub(crate) fn is_asked(page: &Page) -> bool {
    page.wait(
        "(table => table?.dataset.over === 'true'
            || table?.dataset.turn === table?.dataset.you && !!document.querySelector(
                '[data-test=choice]:not(:disabled, [aria-disabled=true]), [data-test=spot]'))
         (document.querySelector('[data-test=table]'))",
        "one's turn or the end",
    );
    table(page, "over") != "true"
}

/// Waits until the table has gone on from a version.
#[track_caller]
pub(crate) fn await_progress(page: &Page, version: &str) {
    page.wait(
        &format!("document.querySelector('[data-test=table]').dataset.version !== '{version}'"),
        &format!("the move made at version {version} to arrive"),
    );
}

/// Makes the first legal move, by `touch`: a click or a tap.
#[track_caller]
pub(crate) fn make_a_move(page: &Page, touch: impl Fn(&Page, &str)) {
    let version = table(page, "version");
    match table(page, "game").as_str() {
        "ontop" => {
            touch(page, "[data-test=spot]:not([aria-disabled=true])");
            page.see(&handle("ghost"));
            touch(page, "[data-place]:not(:disabled)");
        }
        "doppelkopf" if page.count("[data-test=question]") == 0 => {
            touch(page, &format!("[data-test=hand] {CHOICE}[data-card]"));
        }
        _ => touch(page, CHOICE),
    }
    await_progress(page, &version);
}

/// Plays until the game is over, and tells how many moves that took.
#[track_caller]
pub(crate) fn play_to_the_end(page: &Page) -> usize {
    let mut moves = 0;
    while is_asked(page) {
        make_a_move(page, Page::click);
        moves += 1;
        assert!(moves < 200, "the game does not end");
    }
    moves
}

/// Plays some moves, fewer if the game ends before.
#[track_caller]
pub(crate) fn play_some(page: &Page, moves: usize) {
    for _ in 0..moves {
        if is_asked(page) {
            make_a_move(page, Page::click);
        }
    }
}

/// Clicks the first of these that is there, again and again from within the page, and tells whether the game is over. Other ways of
/// clicking would take minutes for as many moves. It comes back after a while, because a browser must answer within a minute.
const PLAY: &str = "(async wanted => {
    const frame = () => new Promise(done => setTimeout(done, 4));
    for (let frames = 0; frames < 200; frames++) {
        if (document.querySelector('[data-test=table]')?.dataset.over === 'true') return true;
        wanted.map(each => document.querySelector(each)).find(each => each)?.click();
        await frame();
    }
    return false;
})";

/// Any answer and any card, the first that is there.
const ANYTHING: [&str; 3] = [
    "[data-test=doubt-yes]",
    "[data-test=question] [data-test=choice]:not(:disabled)",
    "[data-test=hand] [data-test=choice]:not(:disabled)",
];

/// Plays a game of Doppelkopf to its end, in seconds. Nothing is announced.
#[track_caller]
pub(crate) fn play_quickly(page: &Page) {
    play_with(page, &ANYTHING);
}

/// The same by a person who announces whatever can be announced.
#[track_caller]
pub(crate) fn play_boldly(page: &Page) {
    let announce = "[data-test=announce] [data-test=choice]:not(:disabled)";
    play_with(page, &[&[ANYTHING[0], announce], &ANYTHING[1..]].concat());
}

#[track_caller]
fn play_with(page: &Page, wanted: &[&str]) {
    let play = format!("({PLAY})({})", serde_json::json!(wanted));
    assert!((0..1_000).any(|_| page.eval(&play) == true), "the game does not end");
    page.see(&handle("over"));
}

/// The next game at the same table begins.
#[track_caller]
pub(crate) fn another(page: &Page) {
    let number = table(page, "number");
    page.click(&handle("next"));
    page.wait(
        &format!("document.querySelector('[data-test=table]').dataset.number !== '{number}'"),
        "the next game",
    );
    assert_eq!(table(page, "over"), "false");
}

/// The texts of all elements with a handle.
#[track_caller]
pub(crate) fn texts(page: &Page, name: &str) -> Vec<String> {
    let found = page.eval(&format!(
        "[...document.querySelectorAll('{}')].map(each => (each.innerText ?? each.textContent).trim())",
        handle(name)
    ));
    let texts = found.as_array().cloned().unwrap_or_default();
    texts.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}
