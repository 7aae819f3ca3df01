//! What a report says, before it becomes HTML or Markdown.

use super::{number, plot, z_plot};
use crate::experiment::Grid;
use crate::{
    Claim, ClaimVerdict, Experiment, Finding, Paper, Readiness, Results, Shelf, Times, Work,
    ZSpread,
};

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
    /// How much of what is planned was played.
    pub(super) work: Work,
    /// How its standardised differences are spread.
    pub(super) plot: Option<String>,
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
    pub(super) doubtful: usize,
    pub(super) differ: usize,
    pub(super) hold: usize,
    pub(super) contradicted: usize,
    pub(super) undecided: usize,
}

impl ReportPage {
    /// Everything that the results say about these experiments.
    pub fn new(shelf: &Shelf, results: &Results) -> ReportPage {
        let papers = shelf.papers.iter().map(|paper| PaperPart::new(paper, shelf, results));
        ReportPage { papers: papers.filter(|part| !part.entries.is_empty()).collect() }
    }
}

impl ReportEntry {
    fn new(experiment: &Experiment, results: &Results) -> ReportEntry {
        let findings: Vec<Finding> =
            experiment.cells.iter().map(|cell| Finding::of(cell, results)).collect();
        let verdict = |claim: &Claim| (claim.clone(), claim.judge(experiment, &findings));
        let verdicts = experiment.claims.iter().map(verdict);
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
        let cells = |mark| self.findings.iter().filter(|f| Mark::of(f) == mark).count();
        let claims = |verdict: ClaimVerdict| {
            self.verdicts.iter().filter(|(_, v)| v.word() == verdict.word()).count()
        };
        CellCounts {
            measured: self.findings.iter().filter(|finding| finding.ours.is_some()).count(),
            agree: cells(Mark::Agrees),
            doubtful: cells(Mark::Doubtful),
            differ: cells(Mark::Differs),
            hold: claims(ClaimVerdict::Holds),
            contradicted: claims(ClaimVerdict::Contradicted),
            undecided: claims(ClaimVerdict::Undecided { more_units: None }),
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
        let Experiment { budget, state, .. } = &self.experiment;
        if let Readiness::Waits(_) | Readiness::Impossible(_) = state {
            return format!("Not run: {state}.");
        }
        let units = || self.findings.iter().map(|f| f.units).filter(|units| *units > 0);
        let full = budget.full;
        let done = match (units().min(), units().max()) {
            (None, _) | (_, None) => {
                return format!("Not run yet: `{}`.", self.command());
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
        let command = self.command();
        format!("`{command}`: {done} of {full} {unit}, {}.{clock}", self.seed())
    }

    /// How it is run.
    fn command(&self) -> String {
        let program = if self.experiment.is_trained() {
            "kontra-train experiment"
        } else {
            "kontra experiment run"
        };
        format!("{program} {}", self.experiment.name)
    }

    fn what(&self) -> Option<&crate::What> {
        self.experiment.cells.iter().flat_map(|cell| &cell.terms).map(|term| &term.what).next()
    }

    /// A verdict in words, with what would decide an open question.
    pub(super) fn verdict(&self, verdict: ClaimVerdict) -> String {
        match verdict {
            ClaimVerdict::Undecided { more_units: Some(more) } => {
                let more = number::plain(rounded_up(more), 0);
                format!("undecided; about {more} more {} would decide it", self.unit())
            }
            ClaimVerdict::Undecided { more_units: None } => {
                "undecided; there may be no difference to find".to_owned()
            }
            verdict => verdict.word().to_owned(),
        }
    }

    fn unit(&self) -> &'static str {
        use crate::What;
        match self.what() {
            Some(What::Positions { .. } | What::Simulations { .. }) => "positions",
            Some(What::RandomPlay { .. }) => "batches of 100 games",
            Some(What::Reachability) => "exact computations",
            Some(What::Testset { .. }) => "repetitions",
            Some(What::Prediction { .. }) => "trainings",
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
                | What::Testset { seed, .. }
                | What::Prediction { seed, .. },
            ) => format!("seed {seed}"),
            _ => "no random numbers".to_owned(),
        }
    }
}

/// A number of units to two digits, which is as much as an estimate is good for.
fn rounded_up(units: u64) -> f64 {
    let step = 10_u64.pow(units.max(1).ilog10().saturating_sub(1));
    (units.div_ceil(step) * step) as f64
}

impl PaperPart {
    fn new(paper: &Paper, shelf: &Shelf, results: &Results) -> PaperPart {
        let experiments = shelf.experiments.iter().filter(|e| e.paper == paper.id);
        let mut part = PaperPart {
            paper: paper.clone(),
            entries: experiments.clone().map(|e| ReportEntry::new(e, results)).collect(),
            work: Work::of(experiments, results, &Times::default()),
            plot: None,
        };
        part.plot = z_plot::draw(&part.spreads().0);
        part
    }

    /// How the differences are spread where the paper gives an error, and where it does not.
    pub(super) fn spreads(&self) -> (ZSpread, ZSpread) {
        ZSpread::of(self.entries.iter().flat_map(|entry| &entry.findings))
    }

    /// Where the plot of its differences is.
    pub(super) fn plot_path(&self) -> String {
        format!("plots/{}-differences.svg", self.paper.id)
    }

    pub(super) fn counts(&self) -> CellCounts {
        self.entries.iter().map(ReportEntry::counts).fold(CellCounts::default(), |sum, one| {
            CellCounts {
                measured: sum.measured + one.measured,
                agree: sum.agree + one.agree,
                doubtful: sum.doubtful + one.doubtful,
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

/// How well a cell agrees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// Within ±1.96.
    Agrees,
    /// Beyond that, and within ±3.
    Doubtful,
    /// Beyond ±3.
    Differs,
    /// Shown, but not to be compared.
    Open,
    /// Not measured.
    Missing,
}

impl Mark {
    pub(super) fn of(finding: &Finding) -> Mark {
        match (finding.agrees, finding.z, finding.ours) {
            (Some(true), ..) => Mark::Agrees,
            (_, Some(z), _) if z.abs() <= 3.0 => Mark::Doubtful,
            (_, Some(_), _) => Mark::Differs,
            (_, None, Some(_)) => Mark::Open,
            (_, None, None) => Mark::Missing,
        }
    }

    /// A sign, and what it means.
    pub(super) fn sign(self) -> (&'static str, &'static str) {
        match self {
            Mark::Agrees => ("✓", "agrees"),
            Mark::Doubtful => ("?", "doubtful"),
            Mark::Differs => ("✗", "differs"),
            Mark::Open => ("·", "not compared"),
            Mark::Missing => ("", "not measured"),
        }
    }
}
