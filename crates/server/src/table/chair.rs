use crate::agents::SeatedAgent;
use crate::ids::Fingerprint;
use crate::programs::MOST_FAILURES;
use crate::rate_limit::Bucket;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Who sits on a chair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// The person who has the token with this fingerprint; `None`: nobody has sat down yet.
    Person { fingerprint: Option<Fingerprint> },
    /// A program.
    Agent(SeatedAgent),
}

/// A program that does not answer as it should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trouble {
    /// What was wrong with its last answer, as a phrase: `did not answer within 10 s`.
    pub(crate) why: String,
    /// How many of its answers in a row were wrong.
    pub(crate) times: u32,
}

/// A seat at a table, and what belongs to the person who sits there.
#[derive(Clone, Debug)]
pub(crate) struct Chair {
    pub(crate) sitter: Sitter,
    pub(crate) name: String,
    /// Whether a person wants to be asked everything, also what can wait.
    pub(crate) ask_always: bool,
    /// What was wrong with the last answers of the program that sits here.
    pub(crate) trouble: Option<Trouble>,
    /// Moves that will be made when this seat is asked again.
    pub(crate) plan: VecDeque<String>,
    /// Live connections.
    pub(crate) here: usize,
    /// Since when there is none.
    pub(crate) away_since: Instant,
    /// Whether an agent plays for the person who is away.
    pub(crate) stand_in: bool,
    /// Whether the person is ready for the next game.
    pub(crate) ready: bool,
    /// How much this person may still say.
    pub(crate) breath: Option<Bucket>,
    /// How often the token was changed since the table is in memory: connections with an older one end.
    pub(crate) renewals: u32,
    /// How much this seat may still ask for.
    pub(crate) bucket: Option<Bucket>,
}

impl Chair {
    pub(crate) fn new(sitter: Sitter, name: String) -> Chair {
        let plan = VecDeque::new();
        Chair {
            sitter,
            name,
            ask_always: false,
            trouble: None,
            plan,
            here: 0,
            away_since: Instant::now(),
            stand_in: false,
            ready: false,
            breath: None,
            renewals: 0,
            bucket: None,
        }
    }

    /// Whether somebody may still sit down here.
    pub(crate) fn is_open(&self) -> bool {
        self.sitter == Sitter::Person { fingerprint: None }
    }

    /// Whether the person who belongs here has been away for so long.
    pub(crate) fn is_away(&self, absence: Duration) -> bool {
        let person = matches!(self.sitter, Sitter::Person { .. });
        person && self.here == 0 && self.away_since.elapsed() >= absence
    }

    /// The program that is to be asked here; `None` where an agent sits, or a program that has failed too often.
    pub(crate) fn program(&self) -> Option<&str> {
        let gone = self.trouble.as_ref().is_some_and(|trouble| trouble.times >= MOST_FAILURES);
        match &self.sitter {
            Sitter::Agent(agent) if !gone => agent.program(),
            Sitter::Agent(_) | Sitter::Person { .. } => None,
        }
    }

    /// Notes that a program has answered, or what was wrong.
    pub(crate) fn note_answer(&mut self, trouble: Option<String>) {
        let before = self.trouble.as_ref().map_or(0, |trouble| trouble.times);
        self.trouble = trouble.map(|why| Trouble { why, times: before + 1 });
    }

    /// The name in a record: of a person their own; of an agent its spec, after the name that it has at the table.
    pub(crate) fn record_name(&self) -> String {
        match &self.sitter {
            Sitter::Person { .. } => self.name.clone(),
            Sitter::Agent(agent) if self.name.is_empty() || self.name == agent.own_name() => {
                agent.spec.to_string()
            }
            Sitter::Agent(agent) => format!("{} ({})", self.name, agent.spec),
        }
    }
}
