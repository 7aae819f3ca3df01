//! Single bits and whole pages of the server's tables are changed: what is read is what was written, or an error.

use super::{Change, Disk, DiskError, FinishedGame};
use crate::table::{StoredTable, Worth};
use kontra_game::{SearchRng, Streams, choose};
use kontra_store::Store;
use rusqlite::Connection;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

const PAGE: usize = 4096;

/// This many mutations where the environment has `KONTRA_FULL`, a fiftieth elsewhere.
fn trials() -> u64 {
    kontra_game::testkit::size(40, 2000)
}

/// An empty folder that is the test's own.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kontra-disk-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn id(number: usize) -> String {
    format!("table{number:03}")
}

fn table(number: usize) -> StoredTable {
    StoredTable {
        id: id(number),
        game: "doppelkopf".to_owned(),
        settings: format!("{{\"note\": \"{}\"}}", "settings ".repeat(1 + number % 40)),
        listed: number.is_multiple_of(3),
        number: 1,
        seed: number as u64 * 77,
        start: format!("{{\"first\": {number}}}"),
        moves: (0..number % 50).map(|ply| format!("{ply} CQ")).collect(),
        over: false,
        worth: Worth::Unused,
    }
}

const TABLES: usize = 60;
const GAMES: usize = 30;

fn record(number: usize) -> String {
    format!(
        "{{\"game\": \"doppelkopf\", \"number\": {number}, \"moves\": \"{}\"}}",
        "x".repeat(20 * number)
    )
}

/// A store with tables in every state, and games.
fn build(path: &Path) {
    let disk = Disk::open(Some(path)).unwrap();
    wait(async {
        for number in 0..TABLES {
            assert!(disk.add_table(table(number), 1000, HashSet::new).await.unwrap());
        }
        for number in 0..GAMES {
            disk.add_record(format!("game{number:03}"), record(number), 1000).await.unwrap();
        }
        disk.add_review("game007".to_owned(), "{}".to_owned()).await.unwrap();
        let moves = vec!["more".to_owned(), "moves".to_owned()];
        let change = |number: usize, settings: Option<&str>| Change {
            id: id(number),
            worth: Worth::Unfinished,
            settings: settings.map(str::to_owned),
        };
        disk.add_moves(change(7, Some("{}")), 7, moves.clone()).await.unwrap();
        // An attempt that was reported as failed and was not.
        disk.add_moves(change(8, None), 5, moves).await.unwrap();
        let game =
            FinishedGame { id: "last".to_owned(), record: record(99), source: "table", most: 99 };
        disk.finish_game(change(9, Some("{}")), 9, vec!["end".to_owned()], game).await.unwrap();
        disk.begin_game(StoredTable { number: 2, ..table(10) }).await.unwrap();
        disk.change_settings(id(11), "{\"changed\": true}".to_owned()).await.unwrap();
    });
    disk.close();
}

/// Everything that can be asked, each with its answer.
fn ask(disk: &Disk) -> Vec<Result<String, DiskError>> {
    let mut answers = vec![];
    wait(async {
        for number in 0..TABLES {
            answers.push(disk.table(id(number)).await.map(|table| format!("{table:?}")));
        }
        for number in 0..GAMES {
            let game = disk.game(format!("game{number:03}")).await;
            answers.push(game.map(|game| format!("{game:?}")));
        }
        answers.push(disk.game("last".to_owned()).await.map(|game| format!("{game:?}")));
        answers.push(disk.listed(1000).await.map(|ids| {
            // Tables of the same second come in any order.
            let mut ids = ids;
            ids.sort();
            format!("{ids:?}")
        }));
    });
    answers
}

fn mutate(bytes: &mut [u8], rng: &mut SearchRng) -> String {
    let mut below = |end: usize| choose::below(rng, end as u32) as usize;
    let pages = bytes.len() / PAGE;
    let (page, other, bit) = (below(pages), below(pages), 1 << below(8));
    // The header of the first page comes after that of the file.
    let header = page * PAGE + if page == 0 { 100 } else { 0 };
    let place = match below(10) {
        0..=3 => below(pages * PAGE),
        4 | 5 => header + below(12),
        6 | 7 => header + 8 + below(60),
        8 => below(100),
        _ => {
            let kept = bytes[other * PAGE..][..PAGE].to_vec();
            bytes[page * PAGE..][..PAGE].copy_from_slice(&kept);
            return format!("page {page} is a copy of page {other}");
        }
    };
    bytes[place] ^= bit;
    format!("bit {bit} of byte {place}")
}

#[test]
fn no_table_and_no_game_comes_back_as_another() {
    let folder = Folder::new("mutations");
    let path = folder.0.join("a.db");
    build(&path);
    let whole = std::fs::read(&path).unwrap();
    let disk = Disk::open(Some(&path)).unwrap();
    let expected: Vec<String> = ask(&disk).into_iter().map(Result::unwrap).collect();
    disk.close();
    assert!(!expected.iter().any(|answer| answer == "None"));
    let mut noticed = 0;
    for trial in 0..trials() {
        let mut damaged = whole.clone();
        let what = mutate(&mut damaged, &mut Streams::new(19).test(trial));
        for ending in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
        }
        std::fs::write(&path, &damaged).unwrap();
        let complained = match Disk::open(Some(&path)) {
            Err(_) => true,
            Ok(disk) => {
                let answers = ask(&disk);
                for (number, answer) in answers.iter().enumerate() {
                    let right = answer.as_ref().is_ok_and(|answer| *answer == expected[number]);
                    assert!(
                        right || answer.is_err(),
                        "trial {trial}, {what}: answer {number} is {answer:?}"
                    );
                }
                disk.close();
                answers.iter().any(Result::is_err)
            }
        };
        noticed += u64::from(complained);
    }
    assert!(noticed > trials() / 3, "{noticed} of {} were noticed", trials());
}

/// Opens the store after it was changed behind the server's back.
fn after(path: &Path, change: &str) -> Result<Disk, DiskError> {
    Connection::open(path).unwrap().execute_batch(change).unwrap();
    Disk::open(Some(path))
}

#[test]
fn what_was_changed_is_damaged() {
    let folder = Folder::new("changed");
    let path = folder.0.join("a.db");
    build(&path);
    let change = "UPDATE web_tables SET seed = 1 WHERE id = 'table001';
        UPDATE web_moves SET move = '0 DT' WHERE web_table = 'table002' AND ply = 1;
        DELETE FROM web_moves WHERE web_table = 'table003' AND ply = 2;
        UPDATE web_games SET record = '{}' WHERE id = 'game004'";
    let disk = after(&path, change).unwrap();
    let found = |what: &str| Some(DiskError(format!("that {what}")));
    wait(async {
        assert_eq!(disk.table(id(1)).await.err(), found("table table001 is damaged"));
        let expected = "the decisions of table table002 are damaged";
        assert_eq!(disk.table(id(2)).await.err(), found(expected));
        // The last decision is missing, which nothing else would show.
        let expected = "the decisions of table table003 are damaged";
        assert_eq!(disk.table(id(3)).await.err(), found(expected));
        let game = disk.game("game004".to_owned()).await;
        assert_eq!(game.err(), found("game game004 is damaged"));
        let change = Change { id: id(1), worth: Worth::Unused, settings: None };
        let more = disk.add_moves(change, 1, vec!["1 CQ".to_owned()]).await;
        assert_eq!(more.err(), found("table table001 is damaged"), "nothing is added to it");
        assert!(disk.table(id(4)).await.unwrap().is_some(), "others can go on");
    });
    disk.close();
    let sentence = super::check(&Store::read(&path).unwrap()).unwrap_err().to_string();
    assert!(sentence.contains("found a damaged one (that table table00"), "{sentence}");
}

#[test]
fn a_table_that_is_missing_is_noticed_at_the_start() {
    let folder = Folder::new("missing");
    let path = folder.0.join("a.db");
    build(&path);
    let Err(DiskError(found)) = after(&path, "DELETE FROM web_tables WHERE id = 'table001'") else {
        panic!("a table is missing");
    };
    assert_eq!(found, "that 60 rows of web_tables are noted, 59 are there");
}

#[test]
fn tables_of_an_old_store_are_protected_when_a_server_uses_it() {
    let folder = Folder::new("old");
    let path = folder.0.join("a.db");
    build(&path);
    let disk = Disk::open(Some(&path)).unwrap();
    let expected = ask(&disk);
    disk.close();
    let downgrade = "ALTER TABLE web_tables DROP COLUMN seal; ALTER TABLE web_tables DROP COLUMN chain;
        ALTER TABLE web_tables DROP COLUMN plies; ALTER TABLE web_games DROP COLUMN seal; DROP TABLE web_ledger;
        UPDATE components SET version = 2 WHERE name = 'web'";
    let disk = after(&path, downgrade).unwrap();
    assert_eq!(ask(&disk), expected);
    disk.close();
    let disk = after(&path, "UPDATE web_tables SET seed = 1 WHERE id = 'table001'").unwrap();
    assert!(wait(disk.table(id(1))).is_err());
}
