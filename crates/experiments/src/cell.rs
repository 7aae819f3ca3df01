use crate::{Printed, Statistic, What};

/// One number of a table or figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Its row and column in words, unique in its experiment.
    pub label: String,
    /// In which table of the experiment it stands, counted from 0.
    pub table: usize,
    /// In which row, counted from 0.
    pub row: usize,
    /// In which column, counted from 0.
    pub column: usize,
    /// What the paper prints; `None` where it has a picture only.
    pub paper: Option<Printed>,
    /// How many games the paper's share rests on, where it says so.
    pub paper_games: Option<u64>,
    /// Whether the paper's number and ours are about the same thing; otherwise they are shown and not compared.
    pub comparable: bool,
    /// What it is the sum of; empty where it cannot be run.
    pub terms: Vec<Term>,
}

/// A measurement and the number that is taken from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// What is measured.
    pub what: What,
    /// The number.
    pub statistic: Statistic,
}
