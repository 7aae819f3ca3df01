use tracing::Level;

/// What is written to standard error while the server runs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum LogDetail {
    /// Nothing but errors.
    #[default]
    Errors,
    /// Also tables made and put away.
    Info,
    /// Also every request.
    Requests,
}

impl LogDetail {
    /// The words for them.
    pub const WORDS: [(&'static str, LogDetail); 3] = [
        ("errors", LogDetail::Errors),
        ("info", LogDetail::Info),
        ("requests", LogDetail::Requests),
    ];

    /// Begins to write, as lines for people or as JSON. Only the first call of a process does anything.
    pub fn begin(self, json: bool) {
        let level = match self {
            LogDetail::Errors => Level::ERROR,
            LogDetail::Info => Level::INFO,
            LogDetail::Requests => Level::DEBUG,
        };
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(level)
            .with_writer(std::io::stderr)
            .with_target(false);
        // A second subscriber is refused; the first one goes on.
        let _ = if json {
            subscriber.json().flatten_event(true).try_init()
        } else {
            subscriber.compact().try_init()
        };
    }
}
