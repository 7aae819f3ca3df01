//! What a report says, before it becomes HTML or Markdown.

use super::{number, plot};
use crate::experiment::Grid;
use crate::{Claim, ClaimVerdict, Experiment, Finding, Paper, Readiness, Results, Shelf};

/// A report.
#[derive(Clone, Debug)]
pub struct ReportPage {
    /// Paper by paper.
    pub(super) papers: Vec<PaperPart>,
}

/// The part of a paper.
#[derive(Clone, Debug)]
pub(super) struct PaperPart {
    pub(super) paper: Paper,
    pub(super) entries: Vec<ReportEntry>,
}

/// The part of an experiment.
#[derive(Clone, Debug)]
pub struct ReportEntry {
    pub(super) experiment: Experiment,
    pub(super) findings: Vec<Finding>,
    pub(super) verdicts: Vec<(Claim, ClaimVerdict)>,
    pub(super) plot: Option<String>,
}

/// How many cells, or conclusions, of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct CellCounts {
    pub(super) measured: usize,
    pub(super) agree: usize,
    pub(super) differ: usize,
    pub(super) hold: usize,
    pub(super) contradicted: usize,
    pub(super) undecided: usize,
}

impl ReportPage {
    /// Everything that the results say about these experiments.
    pub fn new(shelf: &Shelf, results: &Results) -> ReportPage {
        let part = |paper: &Paper| PaperPart {
            paper: paper.clone(),
            entries: (shelf.experiments.iter())
                .filter(|experiment| experiment.paper == paper.id)
                .map(|experiment| ReportEntry::new(experiment, results))
                .collect(),
        };
        let papers = shelf.papers.iter().map(part);
        ReportPage { papers: papers.filter(|part| !part.entries.is_empty()).collect() }
    }
}

impl ReportEntry {
    fn new(experiment: &Experiment, results: &Results) -> ReportEntry {
        let findings: Vec<Finding> =
            experiment.cells.iter().map(|cell| Finding::of(cell, results)).collect();
        let of = |label: &str| findings.iter().find(|finding| finding.label == label);
        let verdict = |claim: &Claim| match (of(&claim.more), of(&claim.less)) {
            (Some(more), Some(less)) => ClaimVerdict::of(more, less),
            _ => ClaimVerdict::Unknown,
        };
        let verdicts = experiment.claims.iter().map(|claim| (claim.clone(), verdict(claim)));
        ReportEntry {
            verdicts: verdicts.collect(),
            plot: plot::draw(experiment, &findings),
            experiment: experiment.clone(),
            findings,
        }
    }

    /// A word for links.
    pub(super) fn anchor(&self) -> String {
        self.experiment.name.replace(['/', '.'], "-")
    }

    /// Where its plot is.
    pub(super) fn plot_path(&self) -> String {
        format!("plots/{}.svg", self.anchor())
    }

    pub(super) fn counts(&self) -> CellCounts {
        let cells = |agrees| self.findings.iter().filter(|f| f.agrees == Some(agrees)).count();
        let claims = |verdict| self.verdicts.iter().filter(|(_, v)| *v == verdict).count();
        CellCounts {
            measured: self.findings.iter().filter(|finding| finding.ours.is_some()).count(),
            agree: cells(true),
            differ: cells(false),
            hold: claims(ClaimVerdict::Holds),
            contradicted: claims(ClaimVerdict::Contradicted),
            undecided: claims(ClaimVerdict::Undecided),
        }
    }

    /// The finding in this place of a table.
    pub(super) fn at(&self, table: usize, row: usize, column: usize) -> Option<&Finding> {
        let cells = self.experiment.cells.iter().zip(&self.findings);
        let mut there = cells.filter(|(c, _)| (c.table, c.row, c.column) == (table, row, column));
        there.next().map(|(_, finding)| finding)
    }

    /// The tables with their rows and columns.
    pub(super) fn grids(&self) -> impl Iterator<Item = (usize, &Grid)> {
        self.experiment.tables.iter().enumerate()
    }

    /// How much was measured, and how to do it again.
    pub(super) fn effort(&self) -> String {
        let Experiment { name, budget, state, .. } = &self.experiment;
        if let Readiness::Waits(_) | Readiness::Impossible(_) = state {
            return format!("Not run: {state}.");
        }
        let units = || self.findings.iter().map(|f| f.units).filter(|units| *units > 0);
        let full = budget.full;
        let done = match (units().min(), units().max()) {
            (None, _) | (_, None) => {
                return format!("Not run yet: `kontra experiment run {name}`.");
            }
            (Some(least), Some(most)) if least == most => number::plain(least as f64, 0),
            (Some(least), Some(most)) => {
                format!("{} to {}", number::plain(least as f64, 0), number::plain(most as f64, 0))
            }
        };
        let full = number::plain(full as f64, 0);
        let unit = self.unit();
        let clock = match self.experiment.is_timed() {
            true => " A clock is involved: another run gives other numbers.",
            false => "",
        };
        format!("`kontra experiment run {name}`: {done} of {full} {unit}, {}.{clock}", self.seed())
    }

    fn what(&self) -> Option<&crate::What> {
        self.experiment.cells.iter().flat_map(|cell| &cell.terms).map(|term| &term.what).next()
    }

    fn unit(&self) -> &'static str {
        use crate::What;
        match self.what() {
            Some(What::Positions { .. } | What::Simulations { .. }) => "positions",
            Some(What::RandomPlay { .. }) => "batches of 100 games",
            Some(What::Reachability) => "exact computations",
            Some(What::Testset { .. }) => "repetitions",
            Some(What::Match { .. } | What::Progress { .. }) | None => "deals",
        }
    }

    fn seed(&self) -> String {
        use crate::What;
        match self.what() {
            Some(
                What::Match { seed, .. }
                | What::Progress { seed, .. }
                | What::RandomPlay { seed, .. }
                | What::Testset { seed, .. },
            ) => format!("seed {seed}"),
            _ => "no random numbers".to_owned(),
        }
    }
}

impl PaperPart {
    pub(super) fn counts(&self) -> CellCounts {
        self.entries.iter().map(ReportEntry::counts).fold(CellCounts::default(), |sum, one| {
            CellCounts {
                measured: sum.measured + one.measured,
                agree: sum.agree + one.agree,
                differ: sum.differ + one.differ,
                hold: sum.hold + one.hold,
                contradicted: sum.contradicted + one.contradicted,
                undecided: sum.undecided + one.undecided,
            }
        })
    }

    /// How many of its experiments are ready, wait, or cannot be run.
    pub(super) fn states(&self) -> [usize; 3] {
        ["ready", "waits", "impossible"]
            .map(|word| self.entries.iter().filter(|e| e.experiment.state.word() == word).count())
    }
}

/// A sign for whether a cell agrees, and what it means.
pub(super) fn mark(finding: &Finding) -> (&'static str, &'static str) {
    match (finding.agrees, finding.ours) {
        (Some(true), _) => ("✓", "agrees"),
        (Some(false), _) => ("✗", "differs"),
        (None, Some(_)) => ("·", "not compared"),
        (None, None) => ("", "not measured"),
    }
}
