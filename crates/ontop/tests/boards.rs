//! Boards as data: the default, and what the reader says about bad ones.

use crate::support::{changed, size};
use kontra_game::{Game, Json, Recorded, Streams, choose};
use kontra_ontop::{Board, Circle, Colours, Lineup, OnTop, Rules, Start, Triangle};
use serde_json::{Value, json};

#[test]
fn the_default_board_has_the_geometry_of_the_reconstruction() {
    let Json(data) = serde_json::from_str(include_str!("data/geometry.json")).unwrap();
    let board = Board::default();
    let numbers =
        |triangles: Vec<Triangle>| json!(triangles.iter().map(|t| t.index()).collect::<Vec<_>>());
    let circles = board.circles().map(|circle| {
        let (line, x) = board.line_and_x(circle);
        json!([line, x, board.is_gold(circle), numbers(board.around(circle).collect())])
    });
    assert_eq!(Value::Array(circles.collect()), data["circles"]);
    let positions = board.positions().map(|position| {
        let corners = board.corners(position).map(Circle::index);
        json!([numbers(board.halves(position).to_vec()), corners])
    });
    assert_eq!(Value::Array(positions.collect()), data["positions"]);
    assert_eq!(numbers(board.start().to_vec()), data["start"]);
}

#[test]
fn every_colour_has_as_many_obtuse_as_acute_corners() {
    for board in Board::embedded() {
        let mut corners = [[0; 4]; 2];
        for (tile, count) in board.tiles() {
            for (i, colour) in tile.corners(false).into_iter().enumerate() {
                corners[i % 2][colour.index()] += count;
            }
        }
        assert_eq!(corners, [[17; 4]; 2], "{board:?}");
    }
}

#[test]
fn names_are_read_as_they_are_written() {
    let board = Board::default();
    for triangle in board.triangles() {
        assert_eq!(board.triangle(&board.triangle_name(triangle)), Some(triangle));
    }
    for circle in board.circles() {
        assert_eq!(board.circle(&board.circle_name(circle)), Some(circle));
    }
    for text in ["", "c", "3", "c0", "c03", "c10", "i1", "c3 ", "C3c", "c+3", "cc", "z99", "c999"] {
        assert_eq!(board.triangle(text), None, "{text}");
    }
    for text in ["", "A0", "A6", "A01", "J1", "a1", "A1 ", "Z9", "{1"] {
        assert_eq!(board.circle(text), None, "{text}");
    }
}

#[test]
fn a_board_is_read_as_it_is_written_and_exists_once() {
    for board in Board::embedded() {
        assert_eq!(Board::from_json(&board.write().to_string()), Ok(*board));
        assert_eq!(Board::named(board.name()), Some(*board));
    }
    let other = changed(&Board::default(), "reconstruction", "another-name");
    assert_ne!(other, Board::default());
    assert_eq!(changed(&Board::default(), "reconstruction", "another-name"), other);
}

#[test]
fn games_on_another_outline_work() {
    // A ring: six triangles around nothing would be the board's own circle; this one has a hole in it.
    let board = Board::from_json(
        r#"{"kontra-board": 1, "name": "ring",
            "triangles": ["..^v^v^..", ".^v^v^v^.", "^v^...^v^", "v^v...v^v", ".v^v^v^v.", "..v^v^v.."],
            "start": ["a5"], "gold": [], "stones": 12,
            "tiles": [{"tile": "bbww", "count": 9}, {"tile": "rrrr", "count": 4}, {"tile": "yryb", "count": 30}]}"#,
    );
    let board = board.unwrap();
    for table in Lineup::ALL {
        for number in 0..50 {
            let rules = Rules { table, colours: Colours::Drawn, board };
            let mut game = OnTop::begin(&OnTop::deal(&rules, &mut Streams::new(1).deal(number)));
            game.playout(&mut Streams::new(1).test(number));
            assert!(game.outcome().is_some());
        }
    }
}

#[test]
fn the_book_shows_the_default_board() {
    let book = std::fs::read_to_string("../../docs/src/ontop.md").unwrap();
    let from = book.find("{\n  \"kontra-board\"").unwrap();
    let text = &book[from..from + book[from..].find("```").unwrap()];
    assert_eq!(Board::from_json(text), Ok(Board::default()));
}

/// What the reader says about the default board with one thing changed.
fn complaint(old: &str, new: &str) -> String {
    let text = Board::default().write().to_string();
    assert!(text.contains(old), "'{old}' is not in {text}");
    Board::from_json(&text.replacen(old, new, 1)).unwrap_err().to_string()
}

#[test]
fn bad_boards_are_refused_with_a_sentence_that_names_the_place() {
    let rows = r#""^v^v^v^v^","v^v^v^v^v""#;
    let checks = [
        (("\"kontra-board\":1", "\"kontra-board\":2"), "kontra-board: expected 1, found 2"),
        (
            ("reconstruction", "two words"),
            "name: expected a name of 1 to 40 letters, digits and hyphens, found 'two words'",
        ),
        (
            (rows, r#""^v^v^v^v^","v^v^^v^v""#),
            "triangles[1]: expected 9 characters as in the first row, found 'v^v^^v^v'",
        ),
        (
            (rows, r#""^v^v^v^v^","v^v^^^v^v""#),
            "triangles[1]: expected 'v' or '.' at character 5, found 'v^v^^^v^v'",
        ),
        (
            (rows, r#""^v^v^v^v^",".........""#),
            "triangles: expected triangles that hang together, found c1 apart",
        ),
        (("\"c3\"", "\"c0\""), "start[0]: expected a triangle of the board, found 'c0'"),
        (
            ("\"c3\"", "\"c7\""),
            "start[1]: expected a triangle that is not in the list yet, found 'c7'",
        ),
        (("\"c3\",\"c7\"", ""), "start: expected at least one triangle, found a list of 0"),
        (
            ("\"c3\",\"c7\"", "\"b1\",\"a2\""),
            "start: expected triangles that leave a1 an empty neighbour, found none",
        ),
        (("\"A1\"", "\"A6\""), "gold[0]: expected a circle of the board, found 'A6'"),
        (
            ("\"stones\":20", "\"stones\":32"),
            "stones: expected a whole number from 1 to 31, found 32",
        ),
        (
            ("\"stones\":20", "\"stones\":0"),
            "stones: expected a whole number from 1 to 31, found 0",
        ),
        (("bwry", "bwrg"), "tiles[0].tile: expected four letters of b, w, r and y, found 'bwrg'"),
        (
            ("\"wbyr\"", "\"rybw\""),
            "tiles[1].tile: expected a tile that is not in the list yet, turned or not, found 'rybw'",
        ),
        (
            ("\"count\":11", "\"count\":0"),
            "tiles[0].count: expected a whole number from 1 to 64, found 0",
        ),
        (("\"count\":11", "\"count\":60"), "tiles: expected at most 64 tiles in all, found 83"),
        (
            ("\"stones\":20", "\"stones\":20,\"extra\":1"),
            "extra: expected only the fields gold, kontra-board, name, start, stones, tiles, triangles, found another one",
        ),
        (("\"stones\":20,", ""), "stones: expected this field, found nothing"),
    ];
    for ((old, new), expected) in checks {
        assert_eq!(complaint(old, new), expected);
    }
    let small = r#"{"kontra-board": 1, "name": "x", "triangles": ["^v"], "start": ["a1", "a2"], "gold": [], "stones": 1, "tiles": [{"tile": "bwry", "count": 1}]}"#;
    assert_eq!(
        Board::from_json(small).unwrap_err().to_string(),
        "start: expected room for a tile, found none"
    );
    let single = small.replace("^v", "^").replace(r#", "a2""#, "");
    assert_eq!(
        Board::from_json(&single).unwrap_err().to_string(),
        "triangles: expected two triangles side by side, found none"
    );
    let wide = "^v".repeat(49);
    assert!(
        Board::from_json(&small.replace("^v", &wide))
            .unwrap_err()
            .to_string()
            .starts_with("triangles[0]: expected at most 96 triangles in a row")
    );
    assert!(
        Board::from_json("{")
            .unwrap_err()
            .to_string()
            .starts_with("board: expected a board in JSON, found EOF")
    );
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let board = |rows: usize, columns: usize| {
        let row = |r: usize| {
            (0..columns)
                .map(|c| if (r + c).is_multiple_of(2) { '^' } else { 'v' })
                .collect::<String>()
        };
        let mut board = Board::default().write();
        board["triangles"] = json!((0..rows).map(row).collect::<Vec<_>>());
        board["gold"] = json!([]);
        Board::from_json(&board.to_string())
    };
    assert!(board(8, 11).is_ok(), "88 triangles are allowed");
    assert_eq!(
        board(8, 12).unwrap_err().to_string(),
        "triangles: expected at most 128 positions for tiles, found 130"
    );
    assert_eq!(
        board(8, 13).unwrap_err().to_string(),
        "triangles: expected at most 96 triangles, found more"
    );
    assert_eq!(
        board(3, 32).unwrap_err().to_string(),
        "triangles: expected at most 64 circles, found 68"
    );
}

#[test]
fn mutated_boards_are_read_or_refused_but_never_cause_a_panic() {
    let good = Board::default().write().to_string().into_bytes();
    let mut rng = Streams::new(6).test(0);
    for _ in 0..size(3_000, 100_000) {
        let mut text = good.clone();
        for _ in 0..=choose::below(&mut rng, 3) {
            let place = choose::below(&mut rng, text.len() as u32) as usize;
            match choose::below(&mut rng, 3) {
                0 => text[place] = b"^v.0129bwry\"[]{},:-"[choose::below(&mut rng, 19) as usize],
                1 => drop(text.remove(place)),
                _ => text.insert(place, text[choose::below(&mut rng, text.len() as u32) as usize]),
            }
        }
        if let Ok(board) = Board::from_json(&String::from_utf8_lossy(&text)) {
            let mut game = OnTop::new(&Start::usual(Lineup::Four, board));
            game.playout(&mut rng);
            assert!(game.outcome().is_some());
        }
    }
}
