use std::time::Duration;

/// What was measured, as a table of the book; each line is printed as soon as it is known.
pub(crate) struct Report {
    text: String,
}

impl Report {
    pub(crate) fn new() -> Report {
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        let mut report = Report { text: String::new() };
        report.line(&format!(
            "Measured on {cores} cores that the server, its agents and the simulated people share, with the store on a disk \
             and every move on it before it was acknowledged.\n\n| load | quantity | measured | wanted |\n|---|---|---|---|"
        ));
        report
    }

    /// A load, said once, with the quantities that belong to it.
    pub(crate) fn load(&mut self, load: &str, rows: &[[&str; 3]]) {
        for (index, [quantity, measured, wanted]) in rows.iter().enumerate() {
            let load = if index == 0 { load } else { "" };
            self.line(&format!("| {load} | {quantity} | {measured} | {wanted} |"));
        }
    }

    fn line(&mut self, line: &str) {
        println!("{line}");
        self.text += line;
        self.text.push('\n');
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// The duration that this share of all does not exceed.
pub(crate) fn percentile(durations: &mut [Duration], share: f64) -> Duration {
    durations.sort_unstable();
    let index = (durations.len() as f64 * share) as usize;
    let last = durations.len().saturating_sub(1);
    durations.get(index.min(last)).copied().unwrap_or(Duration::MAX)
}

/// The middle and the 99th percentile, in words.
pub(crate) fn percentiles(durations: &mut [Duration]) -> String {
    let mut at = |share: f64| percentile(durations, share).as_secs_f64() * 1000.0;
    format!("{:.1} ms and {:.1} ms", at(0.5), at(0.99))
}
