//! `kontra match --history`: how a match went, deal by deal, while it is played.

use crate::files::NewFile;
use crate::problem::Problem;
use kontra_arena::{Clusters, DealSums, PlayedGame, Sprt};
use serde_json::{Value, json};
use std::io::Write;

/// A file that gets one line for each deal.
pub(super) struct MatchHistory {
    file: NewFile,
    sprt: Option<Sprt>,
    payoffs: Clusters,
}

impl MatchHistory {
    pub(super) fn new(file: NewFile, sprt: Option<Sprt>) -> MatchHistory {
        MatchHistory { file, sprt, payoffs: Clusters::default() }
    }

    pub(super) fn file(&self) -> &NewFile {
        &self.file
    }

    /// The games of a deal, and where the match stands after them. Readers at the other end of a pipe get the line at once.
    pub(super) fn add(
        &mut self,
        deal: u64,
        arrangements: &[Vec<usize>],
        games: &[PlayedGame],
    ) -> Result<(), Problem> {
        self.payoffs.add(DealSums::of(games, arrangements, |agent| agent == 0).mean());
        let line = line(deal, arrangements, games, &self.payoffs, self.sprt);
        self.file.line(&line.to_string())?;
        Ok(self.file.flush()?)
    }

    pub(super) fn finish(self) -> Result<(), Problem> {
        self.file.finish()
    }
}

fn line(
    deal: u64,
    arrangements: &[Vec<usize>],
    games: &[PlayedGame],
    payoffs: &Clusters,
    sprt: Option<Sprt>,
) -> Value {
    let games = games.iter().map(|game| {
        json!({
            "agents": arrangements[game.arrangement],
            "payoffs": game.payoffs.as_slice(),
            "ending": game.ending,
        })
    });
    let mut line = json!({
        "deal": deal,
        "games": games.collect::<Vec<_>>(),
        "mean": payoffs.mean(),
        "ci95": payoffs.half_width(),
    });
    if let Some(sprt) = sprt {
        line["log_ratio"] = sprt.log_ratio(payoffs).into();
        line["verdict"] = json!(sprt.verdict(payoffs));
    }
    line
}
