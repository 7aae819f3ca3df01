//! The review of a finished game: every decision valued, the biggest mistakes first, each replayable.

use crate::hands::{handle, play_to_the_end, sit_down};
use crate::pages::check;
use crate::pictures::decoded;
use kontra_browser_tests::{Browser, Key, Page, Shots, TestServer};
use serde_json::Value;

/// Plays a game badly, by taking the first legal move, and opens its review.
pub(crate) fn finished_game(page: &Page, game: &str) -> String {
    sit_down(page, game);
    play_to_the_end(page);
    page.click(&handle("review"));
    page.see("[data-test=game][data-ply]");
    let path = page.path();
    let id = path.trim_start_matches("/game/").split(['?', '#']).next().unwrap_or_default();
    id.to_owned()
}

fn ply(page: &Page) -> u64 {
    let ply = page.eval("Number(document.querySelector('[data-test=game]').dataset.ply)");
    ply.as_u64().unwrap_or_default()
}

#[track_caller]
fn await_ply(page: &Page, ply: u64) {
    let there = format!("document.querySelector('[data-test=game]').dataset.ply === '{ply}'");
    page.wait(&there, &format!("position {ply}"));
}

#[test]
fn a_review_has_the_biggest_mistakes_first() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    // A player who takes what comes first makes mistakes, but a short game may have none that is beyond chance.
    let has_mistakes = (0..5).any(|_| {
        finished_game(&page, "just4fun");
        page.click(&handle("start-review"));
        page.see("[data-test=review-state][data-state=done]");
        page.count(&handle("mistake")) > 0
    });
    assert!(has_mistakes, "five games without a mistake");
    let eyes = page.eval("document.querySelector('[data-test=eyes]').selectedOptions[0].text");
    assert_eq!(eyes, "everybody: all cards open");
    let plies = page.eval(
        "[...document.querySelectorAll('[data-test=mistake]')].map(each => Number(each.dataset.ply))",
    );
    let first = plies[0].as_u64().expect("a position");
    page.click(&handle("mistake"));
    await_ply(&page, first);
    page.see(&handle("decision"));
    check(&page, "review");
    page.click(&handle("analyse"));
    page.see(&handle("bar"));
    // My statistics know it from now on.
    page.goto("/mine");
    page.see(&handle("stat-mistakes"));
    let kinds = page.text("[data-test=stat-mistakes] tbody");
    assert!(kinds.starts_with("Move"), "{kinds}");
}

#[test]
fn a_result_can_be_saved_as_a_picture() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    finished_game(&page, "ontop");
    page.see(&handle("picture"));
    let size = page.eval(
        "(async () => {
            const picture = new Image();
            picture.src = document.querySelector('[data-test=picture]').href;
            await picture.decode();
            return [picture.naturalWidth, picture.naturalHeight];
        })()",
    );
    assert_eq!(size, serde_json::json!([1200, 630]));
}

/// The id of a game that agents have played, and how many plies it has.
fn played_by_agents(page: &Page, game: &str) -> [Value; 2] {
    page.goto("/");
    let played = page.eval(&format!(
        "(async () => {{
            const seats = Array({game:?} === 'doppelkopf' ? 4 : 2).fill({{ agent: 'random' }});
            const made = await (await fetch('/api/tables', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify({{ game: {game:?}, seats }}) }})).json();
            for (;;) {{
                const {{ over, version }} = await (await fetch(`/api/tables/${{made.table}}`)).json();
                if (over) return [over.game_id, version];
                await new Promise(done => setTimeout(done, 50));
            }}
        }})()"
    ));
    [played[0].clone(), played[1].clone()]
}

/// How far the pixels of the table in a saved picture are from those on the screen, on average, from 0 to 255.
fn distance(page: &Page, picture: &[u8]) -> f64 {
    let place = page.eval(
        "(scrollTo(0, 0), (box => [box.x, box.y, box.width, box.height].map(Math.round))(document.querySelector('.felt').getBoundingClientRect()))",
    );
    let [x, y, width, height] =
        [0, 1, 2, 3].map(|i| place[i].as_u64().unwrap_or_default() as usize);
    let shot = Shots::new().take(page, "position");
    let (across, screen) = decoded(&std::fs::read(shot).expect("the picture that was taken"));
    let (wide, saved) = decoded(picture);
    assert_eq!(wide, 2 * width, "two pixels for each of the page");
    let lines = height.min(screen.len() / across - y);
    let mut sum = 0_u64;
    for (row, column) in (0..lines).flat_map(|row| (0..width).map(move |column| (row, column))) {
        let seen = screen[(y + row) * across + x + column];
        let corner = 2 * row * wide + 2 * column;
        let four = [corner, corner + 1, corner + wide, corner + wide + 1].map(|at| saved[at]);
        for colour in 0..3 {
            let kept = four.iter().map(|pixel| u32::from(pixel[colour])).sum::<u32>() / 4;
            sum += u64::from(kept.abs_diff(u32::from(seen[colour])));
        }
    }
    sum as f64 / (3 * lines * width) as f64
}

#[test]
fn a_position_can_be_saved_as_a_picture() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for game in ["doppelkopf", "just4fun", "ontop"] {
        let [id, plies] = played_by_agents(&page, game);
        // In the middle of the game there is something to see.
        let (id, middle) =
            (id.as_str().unwrap_or_default(), plies.as_u64().unwrap_or_default() / 2);
        page.goto(&format!("/game/{id}?ply={middle}&seat=0"));
        await_ply(&page, middle);
        page.see(".felt");
        let picture = page.download_bytes(&handle("position-picture"));
        Shots::new().keep(&picture, &format!("{game}-position"));
        let same = distance(&page, &picture);
        page.click(&handle("first"));
        await_ply(&page, 0);
        let other = distance(&page, &picture);
        println!("{game}: {same:.2} from its own position, {other:.2} from another");
        assert!(same < 6.0 && other > 2.0 * same, "{game}: {same} and {other}");
    }
}

#[test]
fn a_game_is_stepped_through_by_buttons_and_keys() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    let id = finished_game(&page, "doppelkopf");
    page.click(&handle("last"));
    page.wait("Number(document.querySelector('[data-test=game]').dataset.ply) > 48", "the end");
    page.click(&handle("first"));
    await_ply(&page, 0);
    page.click(&handle("forward"));
    // A step leads to the next ply at which something is to be seen.
    page.wait("document.querySelector('[data-test=game]').dataset.ply !== '0'", "a step");
    let second = ply(&page);
    page.click(&handle("back"));
    await_ply(&page, 0);
    page.press(Key::Right);
    await_ply(&page, second);
    page.press(Key::Left);
    await_ply(&page, 0);
    page.click(&handle("last"));
    page.wait("Number(document.querySelector('[data-test=game]').dataset.ply) > 48", "the end");
    let last = ply(&page);
    page.press(Key::Left);
    let earlier =
        format!("Number(document.querySelector('[data-test=game]').dataset.ply) < {last}");
    page.wait(&earlier, "a step back");
    page.goto(&format!("/game/{id}?ply=12&seat=0"));
    page.see("[data-test=game][data-ply]");
    await_ply(&page, 12);
}
