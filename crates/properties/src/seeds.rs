//! Inputs in order, from which a search for others begins.

use kontra_agents::games::{Doppelkopf, Just4Fun, OnTop};
use kontra_agents::{Playable, Recipe};
use kontra_arena::{Match, Seating};
use kontra_ontop::Board;

fn bytes(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Records of games of every kind.
pub fn records() -> Vec<Vec<u8>> {
    [games::<Doppelkopf>(), games::<Just4Fun>(), games::<OnTop>()].concat()
}

fn games<G: Playable>() -> Vec<Vec<u8>> {
    let random = || Recipe::new(&"random".parse().expect("a spec")).expect("a kind of every game");
    let contest = Match::<G>::new(G::Rules::default(), vec![random()], 3, Seating::Fixed, 1);
    let contest = contest.expect("a match");
    let games = (0..3).flat_map(|deal| contest.play_deal(deal, true));
    games.filter_map(|game| Some(game.record?.to_line().into_bytes())).collect()
}

/// Specs of agents, also some that are refused.
pub fn specs() -> Vec<Vec<u8>> {
    bytes(&[
        "random",
        "beginner",
        "ensemble-uct( worlds=10,iterations = 1000 )",
        "mcts(playouts=guided(net=nn2), iterations=900)",
        "external(cmd=\"python3 'my player.py' \\\"x\\\" \\\\\")",
        "a(b=c(d=e(f=g(h=i(j=k(l=m(n=o)))))))",
        "a(b=1, b=2)",
        "a(b=, c",
    ])
}

/// Boards of OnTop.
pub fn boards() -> Vec<Vec<u8>> {
    Board::embedded().iter().map(|board| board.write().to_string().into_bytes()).collect()
}

/// Messages on a live connection.
pub fn messages() -> Vec<Vec<u8>> {
    bytes(&[
        r#"{"type": "hello"}"#,
        r#"{"type": "hello", "token": "abcdefgh", "since": 12, "number": 2}"#,
        r#"{"type": "hello", "token": null}"#,
        r#"{"type": "ping"}"#,
        r#"{"type": "hurry"}"#,
        r#"{"type": "move", "version": 7, "moves": ["CQ"]}"#,
        r#"{"type": "move", "version": 0, "moves": ["healthy", "no"]}"#,
    ])
}
