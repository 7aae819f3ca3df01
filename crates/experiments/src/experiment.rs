use crate::{Cell, Claim};
use std::fmt;

/// A table or figure of a paper: what it shows, its numbers, and how they are measured again.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    /// Folder and file, for example `sievers2012/table-6.30`.
    pub name: String,
    /// The paper's folder.
    pub paper: String,
    /// Where the paper has it: `Table 6.30`.
    pub place: String,
    /// A title of our own.
    pub title: String,
    /// What it shows, in a sentence or two.
    pub shows: String,
    /// What we found.
    pub found: Option<String>,
    /// What the paper leaves open and was assumed.
    pub assumed: Option<String>,
    /// Whether it can be run.
    pub state: Readiness,
    /// How much is measured.
    pub budget: UnitBudget,
    /// Its tables: titles and labels.
    pub tables: Vec<Grid>,
    /// All numbers, by table, row and column.
    pub cells: Vec<Cell>,
    /// What the paper concludes.
    pub claims: Vec<Claim>,
}

/// The rows and columns of a table, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// What its numbers are, if there are several tables or it needs saying.
    pub title: String,
    /// The unit of its numbers.
    pub unit: String,
    /// The rows.
    pub rows: Vec<String>,
    /// Whether the row is drawn.
    pub drawn: Vec<bool>,
    /// The columns.
    pub columns: Vec<String>,
}

/// How many units of each measurement: deals, positions, batches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct UnitBudget {
    /// In full.
    pub full: u64,
    /// For a first look.
    pub quick: u64,
}

/// Whether an experiment can be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Readiness {
    /// It can.
    Ready,
    /// Not yet: what it waits for.
    Waits(String),
    /// It cannot: why.
    Impossible(String),
}

impl Readiness {
    /// One word.
    pub fn word(&self) -> &'static str {
        match self {
            Readiness::Ready => "ready",
            Readiness::Waits(_) => "waits",
            Readiness::Impossible(_) => "impossible",
        }
    }

    /// Why it cannot be run.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Readiness::Ready => None,
            Readiness::Waits(reason) | Readiness::Impossible(reason) => Some(reason),
        }
    }
}

impl fmt::Display for Readiness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Readiness::Ready => f.write_str("ready"),
            Readiness::Waits(reason) => write!(f, "waits for {reason}"),
            Readiness::Impossible(reason) => write!(f, "not reproducible: {reason}"),
        }
    }
}

impl Experiment {
    /// Whether all of its measurements [train networks](crate::What::is_trained), which `kontra-train` does.
    pub fn is_trained(&self) -> bool {
        let mut terms = self.cells.iter().flat_map(|cell| &cell.terms).peekable();
        terms.peek().is_some() && terms.all(|term| term.what.is_trained())
    }

    /// Whether any of its measurements involves a clock, so that no two runs are equal.
    pub fn is_timed(&self) -> bool {
        self.cells.iter().flat_map(|cell| &cell.terms).any(|term| term.what.is_timed())
    }

    /// The cell with this label.
    pub fn cell(&self, label: &str) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.label == label)
    }
}
