//! What lies on a table can be read: every card of a trick, every text on the felt, the names beside a board.

use crate::hands::{GAMES, is_asked, make_a_move, play_some, sit_down};
use kontra_browser_tests::{Browser, Page, Screen, TestServer, Theme};

/// Looks at the trick in every frame, from within the page: a complete trick lies there for a second only, and a busy
/// machine may ask later than that. `window.covered` has the cards of the first complete trick whose corners something
/// lies on, as they were when the trick was swept away; `window.swept` says that it was.
const WATCH_A_TRICK: &str = "(() => {
    window.covered = null;
    window.swept = false;
    const isCovered = slot => {
        const box = slot.querySelector('.rank').getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return top?.closest('.slot') !== slot;
    };
    const look = () => {
        const trick = document.querySelector('[data-test=trick]');
        const slots = [...trick?.querySelectorAll('.slot') ?? []];
        const lies = slots.length === 4 && !trick.classList.contains('sweep');
        if (lies) window.covered = slots.filter(isCovered).map(slot => slot.innerText);
        window.swept = !!window.covered && !lies;
        if (!window.swept) requestAnimationFrame(look);
    };
    look();
    return true;
})()";

/// Plays a trick, and looks at it while it lies there.
fn a_trick_can_be_read(page: &Page, touch: impl Fn(&Page, &str)) {
    sit_down(page, "doppelkopf");
    while is_asked(page) && page.count("[data-test=question]") > 0 {
        make_a_move(page, &touch);
    }
    page.eval(WATCH_A_TRICK);
    let asked = "!!document.querySelector('[data-test=hand] [data-test=choice][data-card]')";
    // Where somebody announces something, the chosen card waits and has to be played again.
    let is_swept = (0..5).any(|_| {
        make_a_move(page, &touch);
        page.wait(&format!("window.swept || {asked}"), "a complete trick or another question");
        page.eval("window.swept") == true
    });
    assert!(is_swept, "no trick was complete");
    assert_eq!(page.eval("window.covered.length"), 0, "hidden: {}", page.eval("window.covered"));
}

#[test]
fn every_card_of_a_trick_can_be_read() {
    let server = TestServer::start_with(&["--pace", "200"], &[]);
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    a_trick_can_be_read(&page, Page::click);
    page.screen(Screen::Phone);
    a_trick_can_be_read(&page, Page::tap);
}

#[test]
fn the_names_beside_the_board_are_those_of_the_triangles() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "ontop");
    page.see(".lane-names text");
    // Where the row's letter and the column's number say, the triangle of that name lies.
    let astray = page.eval(
        "(() => {
            const middle = each => (box => [box.x + box.width / 2, box.y + box.height / 2])(each.getBoundingClientRect());
            const names = [...document.querySelectorAll('.lane-names text')].map(each => [each.textContent, middle(each)]);
            return [...document.querySelectorAll('.tri')].map(each => [each.textContent, middle(each)]).filter(([name, [x, y]]) =>
                !names.some(([lane, at]) => lane === name[0] && Math.abs(at[1] - y) < 9)
                || !names.some(([lane, at]) => lane === name.slice(1) && Math.abs(at[0] - x) < 4)).map(([name]) => name);
        })()",
    );
    assert_eq!(page.count(".tri"), 72);
    assert_eq!(astray.as_array().map(Vec::len), Some(0), "{astray}");
    // The moves use these names.
    let spot = page.eval("document.querySelector('[data-test=spot]').getAttribute('aria-label')");
    let name = spot.as_str().and_then(|label| label.split(' ').next()).unwrap_or_default();
    let known = format!(
        "[...document.querySelectorAll('.tri title')].some(each => each.textContent === '{name}')"
    );
    assert_eq!(page.eval(&known), true, "{spot}");
}

/// Texts on the felt whose contrast is below 4.5 to 1. The felt is a gradient, which checkers give up on: both of its
/// ends are looked at here.
const PALE: &str = "(() => {
    const parts = text => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
    const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3]));
    const light = colour => colour.slice(0, 3).map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
    const contrast = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05);
    const grounds = element => {
        const veils = [];
        for (let at = element; at; at = at.parentElement) {
            const style = getComputedStyle(at);
            if (style.backgroundImage.includes('gradient')) {
                return style.backgroundImage.match(/rgba?\\([^)]+\\)/g).map(parts).map(felt => veils.reduceRight((under, veil) => over(veil, under), felt));
            }
            const ground = parts(style.backgroundColor);
            if (ground[3] === 1) return [veils.reduceRight((under, veil) => over(veil, under), ground)];
            if (ground[3] > 0) veils.push(ground);
        }
        return [[255, 255, 255]];
    };
    const texts = [];
    const walk = document.createTreeWalker(document.querySelector('.felt'), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const element = walk.currentNode.parentElement;
        if (walk.currentNode.data.trim() && !element.closest('svg, .unseen, :disabled') && element.checkVisibility()) texts.push(element);
    }
    const pale = texts.filter(element => grounds(element).some(ground => contrast(over(parts(getComputedStyle(element).color), ground), ground) < 4.5));
    return { looked: texts.length, pale: pale.map(element => element.outerHTML.slice(0, 160)) };
})()";

#[test]
fn every_text_on_the_felt_can_be_read() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for game in GAMES {
        sit_down(&page, game);
        play_some(&page, 3);
        for theme in [Theme::Light, Theme::Dark] {
            page.theme(theme);
            let found = page.eval(PALE);
            assert!(found["looked"].as_u64() > Some(5), "{game}: {found}");
            assert_eq!(found["pale"].as_array().map(Vec::len), Some(0), "{game}: {found:#}");
        }
    }
}
