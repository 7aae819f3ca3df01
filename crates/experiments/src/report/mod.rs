//! Paper and Kontra side by side: one page of HTML, and Markdown with plots, both from the same [`ReportPage`].
//!
//! The same results give the same files, byte by byte.

mod html;
mod markdown;
mod number;
mod overview;
mod page;
mod plot;
mod z_plot;

pub use page::{ReportEntry, ReportPage};

use crate::{Results, Shelf};
use std::io;
use std::path::{Path, PathBuf};

/// A file of a report: its place in the folder and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportFile {
    /// With slashes, below the folder of results.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// The files of a report about these experiments: `index.html`, `README.md`, a page of Markdown for each paper, and plots.
pub fn files(shelf: &Shelf, results: &Results) -> Vec<ReportFile> {
    let page = ReportPage::new(shelf, results);
    let mut files = vec![
        ReportFile { path: "index.html".to_owned(), text: html::page(&page) },
        ReportFile { path: "README.md".to_owned(), text: markdown::summary(&page) },
    ];
    for paper in &page.papers {
        let path = format!("{}.md", paper.paper.id);
        files.push(ReportFile { path, text: markdown::paper(paper) });
        if let Some(plot) = &paper.plot {
            files.push(ReportFile { path: paper.plot_path(), text: plot.clone() });
        }
        for entry in &paper.entries {
            if let Some(plot) = &entry.plot {
                files.push(ReportFile { path: entry.plot_path(), text: plot.clone() });
            }
        }
    }
    files
}

/// Writes the files of a report into a folder, and gives their places.
pub fn write(shelf: &Shelf, results: &Results, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut written = vec![];
    for ReportFile { path, text } in files(shelf, results) {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(&path, text)?;
        written.push(path);
    }
    Ok(written)
}
