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
            // The longest message of all takes a third line, and passes.
            if page.text("[data-test=status]").contains("still chosen") {
                make_a_move(&page, Page::tap);
                continue;
            }
            let in_sight = "[data-test=hand] [data-card], [data-test=question] button, [data-test=announce] button, [data-test=status], [data-test=trick]";
            assert_eq!(outside(&page, in_sight), "", "{screen:?}");
            assert!(page.count("[data-test=hand] [data-card]") > 8, "{screen:?}");
            Shots::new().take(&page, &format!("doppelkopf-{screen:?}").to_lowercase());
            looked += usize::from(page.count("[data-test=question]") == 0);
            make_a_move(&page, Page::tap);
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
