//! Ratings on the command line.

use crate::common::{Folder, kontra};

#[test]
fn ratings_have_the_promised_fields() {
    let folder = Folder::new("cli-ratings");
    let store = folder.path("results.db");
    for game in ["doppelkopf", "ontop"] {
        let agents = if game == "ontop" {
            ["mcts(iterations=20)", "random"]
        } else {
            ["beginner", "random"]
        };
        let args = ["match", game, "-a", agents[0], "-a", agents[1], "--deals", "40"];
        let more = ["--seating", "all", "--store", &store];
        assert_eq!(kontra(&[&args[..], &more].concat()).code, 0);
    }
    let all = kontra(&["ratings", "--store", &store, "--json"]).json();
    let rows = all.as_array().unwrap();
    assert_eq!(rows.len(), 4, "each game by itself");
    for row in rows {
        assert!(row["spec"].is_string() && row["games"].is_u64(), "{row}");
        for number in ["trueskill_mu", "trueskill_sigma", "elo", "elo_ci95"] {
            assert!(row[number].is_f64(), "{number} in {row}");
        }
    }
    let one = kontra(&["ratings", "--store", &store, "--game", "ontop", "--json"]).json();
    assert_eq!(one.as_array().unwrap(), &rows[2..]);
    assert_eq!((&one[0]["spec"], &one[0]["games"]), (&"mcts(iterations=20)".into(), &80.into()));
    let text = kontra(&["ratings", "--store", &store]).stdout;
    assert!(text.starts_with("doppelkopf\n  agent") && text.contains("\nontop\n"), "{text}");
}

#[test]
fn ratings_of_nothing() {
    let folder = Folder::new("no-ratings");
    let store = folder.path("results.db");
    assert!(kontra(&["ratings", "--store", &store]).sentence().ends_with("found no such file"));
    let args = ["match", "ontop", "-a", "random", "--deals", "1", "--store", &store];
    assert_eq!(kontra(&args).code, 0);
    assert_eq!(
        kontra(&["ratings", "--store", &store, "--game", "just4fun", "--json"]).stdout,
        "[]\n"
    );
    let run = kontra(&["ratings", "--store", &store, "--game", "chess"]);
    assert!(run.sentence().starts_with("game: expected doppelkopf or "));
}
