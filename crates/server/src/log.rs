use tracing::Level;

/// What is written to standard error while the server runs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Log {
    /// Nothing but errors.
    #[default]
    Errors,
    /// Also tables made and put away.
    Info,
    /// Also every request.
    Requests,
}

impl Log {
    /// The words for them.
    pub const WORDS: [(&'static str, Log); 3] =
        [("errors", Log::Errors), ("info", Log::Info), ("requests", Log::Requests)];

    /// Begins to write, as lines for people or as JSON. Only the first call of a process does anything.
    pub fn begin(self, json: bool) {
        let level = match self {
            Log::Errors => Level::ERROR,
            Log::Info => Level::INFO,
            Log::Requests => Level::DEBUG,
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
