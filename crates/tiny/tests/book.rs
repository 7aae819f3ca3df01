//! The chapter on adding a game quotes this crate; a quotation without its source would silently be empty.

use std::fs;
use std::path::Path;

#[test]
fn every_quotation_in_the_chapter_has_its_source() {
    let chapter = Path::new("../../docs/src/add-a-game.md");
    let text = fs::read_to_string(chapter).unwrap();
    let mut quotations = 0;
    for quotation in text.split("{{#include ").skip(1) {
        let (target, _) = quotation.split_once("}}").unwrap();
        let (file, anchor) = target.split_once(':').unwrap();
        let source = fs::read_to_string(chapter.parent().unwrap().join(file)).unwrap();
        for mark in [format!("// ANCHOR: {anchor}\n"), format!("// ANCHOR_END: {anchor}\n")] {
            assert_eq!(source.matches(&mark).count(), 1, "{mark} in {file}");
        }
        quotations += 1;
    }
    assert_eq!(quotations, 8);
}
