//! Finds stand-ins for the thesis's ten test positions of OnTop (Briesemeister 2009, table 5.1), and prints the file in
//! which they are kept.
//!
//!     cargo run --release -p kontra-agents --example ontop_positions > crates/agents/data/ontop/briesemeister2009-positions.txt
//!
//! Two players who take what they can get (the move with the best evaluation, by chance among equals) play one game
//! after the other. Of the first 200 positions with the right number of moves at the right turn the one is
//! taken whose tree at depth 2 is most similar in size. How large the thesis's trees were follows from the
//! visits of Star2 and their share of all (tables 5.9 and 5.3).

use kontra_agents::ontop::OnTopGuide;
use kontra_game::{Actions, Game, Notation, Streams, Turn, choose};
use kontra_ontop::statistics::expectimax_nodes;
use kontra_ontop::{Action, Board, Colour, Lineup, OnTop, Start};
use kontra_search::expectimax::Evaluate;

/// What is known of a position: moves, turn, nodes at depth 1 (known for the last only) and at depth 2.
struct Known {
    moves: u32,
    turn: u32,
    nodes: [Option<f64>; 2],
}

/// Tables 5.1, 5.9 (visits of Star2) and 5.3 (the share of nodes that it saved, in percent).
const TABLES: [(u32, u32, f64, f64); 10] = [
    (24, 1, 87_051.0, 84.24),
    (38, 8, 40_234.0, 97.23),
    (42, 9, 46_334.0, 97.5),
    (32, 16, 48_490.0, 93.73),
    (18, 25, 3_637.0, 93.36),
    (46, 7, 106_943.0, 95.84),
    (52, 8, 254_663.0, 92.26),
    (24, 24, 10_399.0, 94.33),
    (34, 18, 36_506.0, 93.98),
    (10, 29, 892.0, 50.66),
];

const CANDIDATES: usize = 200;

fn main() {
    let guide = OnTopGuide::default();
    println!("# Stand-ins for the ten test positions of Briesemeister 2009, made by");
    println!("#     cargo run --release -p kontra-agents --example ontop_positions");
    println!(
        "# number, turn, moves, nodes of Expectimax at depth 1, 2 and 3, tiles and moves from the start"
    );
    for (number, (moves, turn, star2, saved)) in (1..).zip(TABLES) {
        let nodes = [None, Some(star2 / (1.0 - saved / 100.0))];
        // Here every number is known exactly.
        let nodes = if number == 10 { [Some(208.0), Some(1_808.0)] } else { nodes };
        let (game, text) = find(&guide, &Known { moves, turn, nodes });
        let [one, two, three] = [1, 2, 3].map(|depth| expectimax_nodes(&game, depth));
        println!("{number} {turn} {moves} {one} {two} {three} {}", text.join(" "));
    }
}

/// The most similar of the first positions with the right turn and number of moves. The last position must match.
fn find(guide: &OnTopGuide, known: &Known) -> (OnTop, Vec<String>) {
    let mut best: Option<(f64, (OnTop, Vec<String>))> = None;
    let fitting = (0..)
        .filter_map(|seed| play(guide, known.turn, seed))
        .filter(|(game, _)| game.branching() == known.moves);
    for (found, candidate) in (1..).zip(fitting) {
        let distance = distance(known, &candidate.0);
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, candidate));
        }
        if let Some((least, best)) = &best
            && (*least == 0.0 || known.turn == 1 || (found >= CANDIDATES && known.moves != 10))
        {
            return best.clone();
        }
    }
    unreachable!("there is no end of seeds")
}

/// How different the numbers of nodes are.
fn distance(known: &Known, game: &OnTop) -> f64 {
    let depths = (1..).zip(known.nodes);
    let ratios =
        depths.filter_map(|(depth, nodes)| Some(expectimax_nodes(game, depth) as f64 / nodes?));
    ratios.map(|ratio| ratio.ln().abs()).sum()
}

/// A game up to the decision at this turn, and the moves that led there; `None` if it ends before.
fn play(guide: &OnTopGuide, turn: u32, seed: u64) -> Option<(OnTop, Vec<String>)> {
    let colours = [Colour::Blue, Colour::White];
    let colours = if turn % 2 == 1 { colours } else { [colours[1], colours[0]] };
    let mut game = OnTop::new(&Start::new(Lineup::Two, &colours, Board::default())?);
    let (mut rng, mut text) = (Streams::new(2009).test(seed), vec![]);
    loop {
        let action = match game.turn() {
            Turn::Over => return None,
            Turn::Seat(_) if game.tiles_laid() + 1 == turn => return Some((game, text)),
            Turn::Seat(_) => {
                let mut moves = Actions::new();
                game.actions(&mut moves);
                choose::shuffle(&mut rng, &mut moves);
                greediest(guide, &game, &moves)?
            }
            Turn::Chance => game.random_action(&mut rng)?,
        };
        text.push(game.action_text(action));
        game.play(action);
    }
}

/// The last of the moves after which the evaluation is best for the mover.
fn greediest(guide: &OnTopGuide, game: &OnTop, moves: &[Action]) -> Option<Action> {
    let side = guide.side(game, game.mover());
    let value = |action: &Action| {
        let mut next = *game;
        next.play(*action);
        side.sees(guide.evaluate(&next))
    };
    moves.iter().copied().max_by(|a, b| value(a).total_cmp(&value(b)))
}
