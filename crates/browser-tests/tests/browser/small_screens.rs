//! Small phones, and phones that lie on their side: the whole hand is in sight, without scrolling.

use crate::hands::{is_asked, make_a_move, sit_down};
use kontra_browser_tests::{Browser, Page, Screen, Shots, TestServer};

/// Elements of which a part lies outside of the screen.
fn outside(page: &Page, selector: &str) -> String {
    let found = page.eval(&format!(
        "(scrollTo(0, 0), [...document.querySelectorAll('{selector}')].filter(each => {{
            const box = each.getBoundingClientRect();
            return box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
        }}).map(each => `${{each.dataset.card ?? each.innerText}} ${{JSON.stringify(each.getBoundingClientRect())}}`).join('; '))"
    ));
    found.as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_whole_hand_is_in_sight_on_small_screens() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for screen in [Screen::SmallPhone, Screen::Landscape] {
        page.screen(screen);
        sit_down(&page, "doppelkopf");
        let mut looked = 0;
        while looked < 3 && is_asked(&page) {
            let in_sight = "[data-test=hand] [data-card], [data-test=question] button, [data-test=announce] button, [data-test=status], [data-test=trick]";
            assert_eq!(outside(&page, in_sight), "", "{screen:?}");
            assert!(page.count("[data-test=hand] [data-card]") > 8, "{screen:?}");
            Shots::new().take(&page, &format!("doppelkopf-{screen:?}").to_lowercase());
            looked += usize::from(page.count("[data-test=question]") == 0);
            make_a_move(&page, Page::tap);
        }
    }
}

/// Puts each sentence that the line above a table of Doppelkopf can say there, with the longest name, level and card, and on the
/// table what there is to say about a marriage with all announcements. Tells after which sentences a part of the hand or a
/// button is out of sight.
const SAY_ALL: &str = r"(async () => {
    const file = performance.getEntriesByType('resource').find(each => each.name.endsWith(`/${document.documentElement.lang}.js`));
    const { default: texts } = await import(file.name);
    const said = ['one-moment', 'game-over', 'your-turn', 'thinks', 'waits-for', 'planned', 'planned-card', 'chosen-still', 'lead-or-say', 'play-card', 'lead-card', ...Object.keys(texts).filter(key => /^question-(immediate|reservation|solo|game|announcement|card)/.test(key))];
    const level = Object.keys(texts).filter(key => key.startsWith('level-')).map(key => texts[key]).sort((a, b) => b.length - a.length)[0];
    const part = kind => Object.keys(texts).filter(key => key.startsWith(kind)).map(key => texts[key]).sort((a, b) => b.length - a.length)[0];
    const card = texts['card-name'].replace('{suit}', part('suit-')).replace('{rank}', part('rank-name-'));
    const line = document.querySelector('[data-test=status] > span'), info = document.querySelector('.info');
    const before = [line, info].map(each => [each, each.innerHTML]), out = [];
    const name = `<bdi>${'W'.repeat(40)}</bdi>`;
    const chip = team => `<span class='chip team ${team}'>${texts[`team-${team}`]}: ${level}</span>`;
    info.innerHTML = `<strong>${texts['kind-marriage']}: ${name}</strong>${chip('re')}${chip('kontra')}<span class='small'>${texts['marriage-found'].replace('{names}', name + texts.and + name)}</span>`;
    for (const key of said) {
        line.innerHTML = texts[key].replace('{name}', name).replace('{level}', level).replace('{card}', card);
        scrollTo(0, 0);
        const seen = [...document.querySelectorAll('[data-test=hand] [data-card], [data-test=question] button, [data-test=announce] button, [data-test=status] > *')];
        const hidden = seen.filter(each => (box => box.top < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)(each.getBoundingClientRect()));
        if (hidden.length) out.push(`${key}: ${hidden.map(each => `${each.dataset.card ?? each.innerText} ${Math.round(each.getBoundingClientRect().bottom)}`)} (${line.innerText})`);
    }
    before.forEach(([each, html]) => { each.innerHTML = html; });
    return out;
})()";

#[track_caller]
fn all_in_sight(page: &Page, what: &str) {
    let hidden = page.eval(SAY_ALL);
    if hidden != serde_json::json!([]) {
        let picture = Shots::new().take(page, &format!("failed-{what}"));
        panic!("{what}: {hidden:#}\npicture: {}", picture.display());
    }
}

#[test]
fn whatever_the_line_above_the_table_says_the_whole_hand_is_in_sight() {
    let server = TestServer::start();
    let browser = Browser::start();
    for language in ["en", "de"] {
        let page = browser.page(&server.origin());
        page.language(language);
        for screen in [Screen::SmallPhone, Screen::Landscape] {
            page.screen(screen);
            page.goto("/");
            // With a clock and something to take back there is least room.
            let path = page.eval(
                "fetch('/api/tables', {
                    method: 'POST', headers: { 'content-type': 'application/json' },
                    body: JSON.stringify({ game: 'doppelkopf', clock_s: 300, seats: [{ person: 'Anna' }, ...Array(3).fill({ agent: 'random' })] }),
                }).then(answer => answer.json()).then(made => made.links[0].path)",
            );
            page.goto(path.as_str().unwrap_or_default());
            page.see("[data-test=table][data-version]");
            for _ in 0..3 {
                assert!(is_asked(&page));
                all_in_sight(&page, &format!("{language}-{screen:?}"));
                make_a_move(&page, Page::tap);
            }
            assert!(is_asked(&page));
            page.see("[data-test=undo]");
            page.see("[data-test=clock]");
            all_in_sight(&page, &format!("{language}-{screen:?}"));
        }
    }
}

#[test]
fn on_a_phone_on_its_side_a_tile_is_laid_without_scrolling() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.screen(Screen::Landscape);
    sit_down(&page, "ontop");
    assert!(is_asked(&page));
    Shots::new().take(&page, "ontop-landscape");
    assert_eq!(outside(&page, "[data-test=turn-tile], [data-place], [data-test=board]"), "");
    make_a_move(&page, Page::tap);
}
