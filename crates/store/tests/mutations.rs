//! Single bits and whole pages of a store are changed: every reader gives what it gave before, or complains.

use crate::common::{Folder, match_of, match_of_two, named, play, play_some, timeless};
use kontra_agents::GameId;
use kontra_agents::games::OnTop;
use kontra_game::{SearchRng, Streams, choose};
use kontra_store::{Compared, MatchRequest, Store, StoreError, Stored};
use std::ops::ControlFlow;
use std::path::Path;

const PAGE: usize = 4096;

/// This many mutations where the environment has `KONTRA_FULL`, a fiftieth elsewhere.
fn trials() -> u64 {
    kontra_game::testkit::size(40, 2000)
}

/// Two finished matches, one that is not finished, and imported records.
fn build(path: &Path) {
    let mut store = Store::open(path).unwrap();
    play(&mut store, &match_of_two(30, 1), &named("first")).unwrap();
    play(&mut store, &match_of::<OnTop>(&["random", "random"], 8, 3), &named("stones")).unwrap();
    let records: Vec<_> = (0..4)
        .flat_map(|deal| match_of_two(4, 9).play_deal(deal, true))
        .map(|game| Ok((String::new(), game.record.unwrap())))
        .collect();
    store.import("elsewhere", records).unwrap();
    play_some(&mut store, &match_of_two(20, 2), 12);
}

/// What each reader says, apart from the others. One of them has read all matches before, and looks up single games.
fn look(path: &Path, compared: &Compared) -> [Result<String, StoreError>; 6] {
    let single = |store: &Store, stored: &Stored, compared: &Compared| {
        let game = store.record(stored, 7, compared)?;
        Ok(game.map_or_else(String::new, |game| game.record.to_line()))
    };
    let with = |read: &dyn Fn(&Store) -> Result<String, StoreError>| {
        let store = Store::read(path)?;
        assert!(store.is_protected(), "it must not pass for an old store");
        read(&store)
    };
    let each_match = |read: &dyn Fn(&Store, &Stored) -> Result<String, StoreError>| {
        with(&|store| store.matches()?.iter().map(|stored| read(store, stored)).collect())
    };
    [
        with(&|store| Ok(format!("{:?}", store.matches()?))),
        each_match(&|store, stored| Ok(serde_json::to_string(&store.table(stored)?).unwrap())),
        with(&|store| {
            Ok(format!(
                "{:?}{:?}",
                store.ratings(GameId::Doppelkopf)?,
                store.ratings(GameId::OnTop)?
            ))
        }),
        each_match(&|store, stored| {
            let mut lines = String::new();
            store.each_record(stored, |game| {
                lines += &game.record.to_line();
                Ok::<_, StoreError>(ControlFlow::Continue(()))
            })?;
            Ok(lines)
        }),
        each_match(&|store, stored| single(store, stored, &Compared::default())),
        each_match(&|store, stored| single(store, stored, compared)),
    ]
}

/// Changes a bit or a page; says what was done.
fn mutate(bytes: &mut [u8], rng: &mut SearchRng) -> String {
    let mut below = |end: usize| choose::below(rng, end as u32) as usize;
    let pages = bytes.len() / PAGE;
    let (page, other, bit) = (below(pages), below(pages), 1 << below(8));
    // The header of the first page comes after that of the file.
    let header = page * PAGE + if page == 0 { 100 } else { 0 };
    let mut flip = |what: &str, place: usize| {
        bytes[place] ^= bit;
        format!("{what}, bit {bit} of byte {place}")
    };
    match below(10) {
        0 | 1 => flip("anywhere", below(pages * PAGE)),
        2 | 3 => flip("header of a page", header + below(12)),
        4 | 5 => flip("pointers to cells", header + 8 + below(60)),
        6 => flip("header of the file", below(100)),
        7 => {
            let kept = bytes[other * PAGE..][..PAGE].to_vec();
            bytes[page * PAGE..][..PAGE].copy_from_slice(&kept);
            format!("page {page} is a copy of page {other}")
        }
        8 => {
            bytes[page * PAGE..][..PAGE].fill(if bit < 16 { 0 } else { below(256) as u8 });
            format!("page {page} is overwritten")
        }
        _ => {
            for i in 0..PAGE {
                bytes.swap(page * PAGE + i, other * PAGE + i);
            }
            format!("pages {page} and {other} are swapped")
        }
    }
}

#[test]
fn no_reader_gives_away_a_wrong_table() {
    let folder = Folder::new("mutations");
    let path = folder.path("a.db");
    build(&path);
    let whole = std::fs::read(&path).unwrap();
    assert!(whole.len() >= 20 * PAGE, "pages of every kind: {}", whole.len());
    let compared = Compared::default();
    let expected = look(&path, &compared).map(Result::unwrap);
    let finished = timeless(match_of_two(20, 2).play());
    let mut noticed = 0;
    for trial in 0..trials() {
        let mut damaged = whole.clone();
        let what = mutate(&mut damaged, &mut Streams::new(17).test(trial));
        for ending in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
        }
        std::fs::write(&path, &damaged).unwrap();
        let mut complaints = 0;
        for (seen, expected) in look(&path, &compared).into_iter().zip(&expected) {
            match seen {
                Ok(seen) => assert!(seen == *expected, "trial {trial}, {what}: {seen}"),
                Err(error) => {
                    complaints += 1;
                    let sentence = error.to_string();
                    assert!(
                        sentence.starts_with(&*path.to_string_lossy()),
                        "trial {trial}, {what}: {sentence}"
                    );
                }
            }
        }
        noticed += u64::from(complaints > 0);
        // A match that is resumed reads everything before it writes anything.
        let went_on = Store::open(&path)
            .and_then(|mut store| play(&mut store, &match_of_two(20, 2), &MatchRequest::default()));
        if let Ok(table) = went_on {
            assert_eq!(timeless(table), finished, "trial {trial}, {what}");
        }
        let _ = Store::read(&path).and_then(|store| store.check());
    }
    assert!(noticed > trials() / 3, "{noticed} of {} were noticed", trials());
}
