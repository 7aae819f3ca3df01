//! Finds puzzles in games of Doppelkopf between strong players: decisions of which the network is sure, and at which
//! weaker players fail. One line of JSON for each.
//!
//! ```text
//! cargo run -p kontra-agents --example make_puzzles -- 400 > crates/server/data/doppelkopf-puzzles.jsonl
//! ```
//!
//! The number is how many deals are played. The same number gives the same puzzles.

mod levels;
mod theme;

use kontra_agents::doppelkopf::network::{Manners, Model, NetworkPlayer, Outlook};
use kontra_agents::{Agent, doppelkopf::features};
use kontra_doppelkopf::{Deal, Doppelkopf, Move, Rules, Start};
use kontra_game::{Game, Log, Notation, Record, Streams, Turn};
use kontra_search::MoveAnalysis;
use levels::Levels;
use serde_json::json;
use std::collections::BTreeMap;
use theme::Theme;

/// By how many points the best answer must be better than all that are wrong.
const MARGIN: f64 = 0.6;
/// Answers that are worse by less than this are right too.
const EQUAL: f64 = 0.15;
/// The deals over which chances to win are averaged.
const WORLDS: usize = 30;
/// Most puzzles of one theme.
const MOST: usize = 24;
/// Decisions of a game that are looked at closely.
const TRIED: usize = 4;
/// The least and the greatest share of levels that fail.
const HARD: std::ops::Range<f64> = 0.15..0.95;

/// A decision of which the network is sure.
struct Candidate {
    ply: usize,
    theme: Theme,
    answers: Vec<Move>,
    /// The best of the wrong ones.
    wrong: Move,
}

fn main() {
    let deals = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let Some(deals) = deals else {
        eprintln!("make_puzzles: expected a number of deals");
        std::process::exit(2);
    };
    let mut found = BTreeMap::new();
    for number in 0..deals {
        let played = Played::new(number);
        let many = |theme: &Theme| found.get(theme).copied().unwrap_or(0);
        let mut candidates = played.candidates();
        candidates.retain(|candidate| many(&candidate.theme) < MOST);
        // One of each game, of the theme of which there are fewest.
        candidates.sort_by_key(|candidate| many(&candidate.theme));
        let puzzle = candidates.iter().take(TRIED).find_map(|candidate| {
            Some((candidate, played.failing(candidate).filter(|share| HARD.contains(share))?))
        });
        if let Some((candidate, failing)) = puzzle {
            println!("{}", played.line(number, candidate, failing));
            *found.entry(candidate.theme).or_insert(0) += 1;
        }
    }
    eprintln!("{found:?}");
}

/// A game of four networks.
struct Played {
    start: Start,
    actions: Vec<Move>,
    streams: Streams,
}

impl Played {
    fn new(number: u64) -> Played {
        let streams = Streams::new(20_000 + number);
        let start = Start::single(Rules::default(), Deal::random(&mut streams.deal(0)));
        let mut network = NetworkPlayer::new(Model::shipped(), Manners::NONE, streams.test(0));
        let (mut game, mut log) = (Doppelkopf::new(&start), Log::new());
        let mut actions = vec![];
        while let Turn::Seat(seat) = game.turn() {
            let action = network.choose(&game.view(seat), log.seen_by(seat));
            log.push(&game, action);
            game.play(action);
            actions.push(action);
        }
        Played { start, actions, streams }
    }

    fn candidates(&self) -> Vec<Candidate> {
        let mut network = NetworkPlayer::new(Model::shipped(), Manners::NONE, self.streams.test(1));
        (0..self.actions.len()).filter_map(|ply| self.candidate(ply, &mut network)).collect()
    }

    fn candidate(&self, ply: usize, network: &mut NetworkPlayer) -> Option<Candidate> {
        let (log, game): (Log<Doppelkopf>, Doppelkopf) =
            Log::replay(&self.start, &self.actions[..ply]);
        let Turn::Seat(seat) = game.turn() else { return None };
        let (view, history) = (game.view(seat), log.seen_by(seat));
        if features::legal(&view).count_ones() < 2 {
            return None;
        }
        let theme = Theme::of(&view, self.actions[ply])?;
        let mut moves: Vec<MoveAnalysis<Move>> = network.analyze(&view, history)?.moves;
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        let best = moves[0].value;
        let (right, wrong): (Vec<_>, Vec<_>) =
            moves.into_iter().partition(|entry| entry.value > best - EQUAL);
        let next = wrong.first().filter(|next| best - next.value >= MARGIN)?;
        let answers = right.iter().map(|entry| entry.action).collect();
        Some(Candidate { ply, theme, answers, wrong: next.action })
    }

    /// How often players fail; `None` where the deals behind the decision say the opposite of the network.
    fn failing(&self, candidate: &Candidate) -> Option<f64> {
        let (log, game): (Log<Doppelkopf>, Doppelkopf) =
            Log::replay(&self.start, &self.actions[..candidate.ply]);
        let Turn::Seat(seat) = game.turn() else { return None };
        let (view, history) = (game.view(seat), log.seen_by(seat));
        let failing = Levels::new(self.streams).failing(&view, history, &candidate.answers);
        let pair = [candidate.answers[0], candidate.wrong];
        let mut rng = self.streams.test(2);
        let wins = Outlook::new(Model::shipped()).wins(&view, history, &pair, WORLDS, &mut rng);
        (wins[0] + 0.02 >= wins[1]).then_some(failing)
    }

    /// A puzzle as it is kept: the game up to the decision, and what is known about it.
    fn line(&self, number: u64, candidate: &Candidate, failing: f64) -> String {
        let players = ["network"; 4].map(str::to_owned).to_vec();
        let mut record = Record::new::<Doppelkopf>(players, &self.start);
        let mut game = Doppelkopf::new(&self.start);
        self.actions[..candidate.ply].iter().for_each(|&action| record.play(&mut game, action));
        let answers = candidate.answers.iter().map(|&action| game.action_text(action));
        let record: serde_json::Value =
            serde_json::from_str(&record.to_line()).expect("a record is JSON");
        json!({
            "id": format!("dk{number:04}"),
            "theme": candidate.theme.name(),
            // 700 is what everybody finds, 2100 what nobody does.
            "rating": (700.0 + 1400.0 * failing).round() as u64,
            "answers": answers.collect::<Vec<String>>(),
            "record": record,
        })
        .to_string()
    }
}
