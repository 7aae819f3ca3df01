use crate::programs::LocalProgram;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// How a server is to be run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Whether the next free port is taken where this one is not free.
    pub any_port: bool,
    /// The file with everything that must not be lost; `None`: nothing outlives the process.
    pub store: Option<PathBuf>,
    /// The folder with the results of experiments; `None`: there are none to show.
    pub results: Option<PathBuf>,
    /// Which agents people may name; `None`: any where only this machine can reach the server, else those with a word.
    pub agents: Option<Agents>,
    /// Programs that may sit at tables; only where nobody but this machine can reach the server.
    pub programs: Vec<LocalProgram>,
    /// Whether requests come through a proxy, whose `X-Forwarded-For` says where from.
    pub proxy: bool,
    /// How long agents take at least for what people notice, at tables that do not say.
    pub pace: Duration,
    /// The limits for those who use it.
    pub limits: ServerLimits,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            any_port: false,
            store: None,
            results: None,
            agents: None,
            programs: vec![],
            proxy: false,
            pace: Duration::ZERO,
            limits: ServerLimits::default(),
        }
    }
}

impl Config {
    /// Whether only this machine can reach the server.
    pub(crate) fn is_near(&self) -> bool {
        self.addr.ip().is_loopback() && !self.proxy
    }

    /// Which agents people may name.
    pub(crate) fn agents(&self) -> Agents {
        self.agents.unwrap_or(if self.is_near() { Agents::Any } else { Agents::Named })
    }

    /// Which agents and programs people may name.
    pub(crate) fn allowed(&self) -> Allowed<'_> {
        Allowed { agents: self.agents(), programs: &self.programs }
    }

    /// The store as the pages may name it: the person who can only come from this machine is told where it is, anybody else
    /// only what it is called.
    pub(crate) fn store_to_name(&self) -> Option<String> {
        let store = self.store.as_deref()?;
        let whole = self.is_near().then(|| std::path::absolute(store).ok()).flatten();
        let name = whole.or_else(|| store.file_name().map(PathBuf::from))?;
        Some(name.display().to_string())
    }
}

/// Whom people may name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowed<'a> {
    pub(crate) agents: Agents,
    /// The programs that the person who started the server allows.
    pub(crate) programs: &'a [LocalProgram],
}

impl<'a> Allowed<'a> {
    pub(crate) fn program(self, name: &str) -> Option<&'a LocalProgram> {
        self.programs.iter().find(|program| program.name() == name)
    }
}

/// Which agents people may name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agents {
    /// Any spec of an agent that searches honestly and uses little enough.
    Any,
    /// Only the strengths that have a word.
    Named,
}

impl Agents {
    /// By their words on the command line.
    pub const WORDS: [(&'static str, Agents); 2] = [("any", Agents::Any), ("named", Agents::Named)];
}

/// What one server, one address and one table may use.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Threads that think.
    pub thinkers: NonZeroUsize,
    /// How many of them one address may use at the same time.
    pub thinkers_of_one: NonZeroUsize,
    /// The longest an agent may think about one move.
    pub thinking: Duration,
    /// The longest an analysis may take.
    pub analysis: Duration,
    /// Questions, and reviews, that may wait to be thought about.
    pub waiting: usize,
    /// How many of them may be one address's.
    pub waiting_of_one: usize,
    /// Tables in memory.
    pub tables: usize,
    /// Tables on the disk.
    pub stored_tables: u32,
    /// Pasted records on the disk.
    pub stored_records: u32,
    /// Finished games on the disk in which people played; then the oldest go.
    pub stored_games: u32,
    /// Finished games among agents on the disk.
    pub stored_agent_games: u32,
    /// A table at which no person has moved is forgotten when nobody has used it for so long.
    pub keep_unused: Duration,
    /// The same for a table at which people have moved and finished no game.
    pub keep_unfinished: Duration,
    /// A table that nobody has used for so long is put away.
    pub idle: Duration,
    /// Connections at the same time, and live ones at the same time.
    pub connections: usize,
    /// How many of each one address may have.
    pub per_address: usize,
    /// Watchers with a live connection to one table at the same time.
    pub watchers: usize,
    /// Devices with a live connection to one seat at the same time.
    pub devices: usize,
    /// A client that takes nothing of what it is sent for so long loses its connection.
    pub patience: Duration,
    /// Requests that one address may make in a second, and at once after a pause.
    pub requests: Rate,
    /// Requests with one seat's token.
    pub moves: Rate,
    /// Messages on one live connection.
    pub messages: Rate,
    /// What one person may say at a table.
    pub talk: Rate,
    /// When a person has been away for so long, an agent may play on in their place.
    pub absence: Duration,
}

/// This many in a second, and this many at once after a pause.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// In a second, in the long run.
    pub per_second: f64,
    /// At once.
    pub burst: f64,
}

impl Rate {
    /// A rate that nobody reaches.
    pub const UNLIMITED: Rate = Rate { per_second: 1e12, burst: 1e12 };
}

impl Default for ServerLimits {
    /// For a small machine on which some hundred people play.
    fn default() -> ServerLimits {
        const TWO: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        // Two at least: one address has half of them, and there must be one for somebody else.
        let thinkers = cores.max(TWO);
        ServerLimits {
            thinkers,
            thinkers_of_one: NonZeroUsize::new(thinkers.get() / 2).unwrap_or(NonZeroUsize::MIN),
            thinking: Duration::from_secs(10),
            analysis: Duration::from_secs(2),
            waiting: 64,
            waiting_of_one: 16,
            tables: 5000,
            stored_tables: 100_000,
            stored_records: 10_000,
            stored_games: 200_000,
            stored_agent_games: 10_000,
            keep_unused: Duration::from_secs(24 * 3600),
            keep_unfinished: Duration::from_secs(30 * 24 * 3600),
            idle: Duration::from_secs(120),
            connections: 4096,
            per_address: 256,
            watchers: 64,
            devices: 16,
            patience: Duration::from_secs(10),
            requests: Rate { per_second: 50.0, burst: 200.0 },
            moves: Rate { per_second: 20.0, burst: 60.0 },
            messages: Rate { per_second: 20.0, burst: 40.0 },
            talk: Rate { per_second: 0.5, burst: 5.0 },
            absence: Duration::from_secs(60),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strangers_name_no_agents_unless_the_operator_says_so() {
        let near = Config::default();
        let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 8080));
        let far = Config { addr: everywhere, ..Config::default() };
        let behind = Config { proxy: true, ..Config::default() };
        assert_eq!([near, far.clone(), behind].map(|config| config.agents()), {
            [Agents::Any, Agents::Named, Agents::Named]
        });
        assert_eq!(Config { agents: Some(Agents::Any), ..far }.agents(), Agents::Any);
    }

    #[test]
    fn only_this_machine_is_told_where_the_store_is() {
        let store = Some(std::env::temp_dir().join("kontra.db"));
        let near = Config { store: store.clone(), ..Config::default() };
        assert_eq!(near.store_to_name(), store.map(|path| path.display().to_string()));
        let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 8080));
        for far in [Config { proxy: true, ..near.clone() }, Config { addr: everywhere, ..near }] {
            assert_eq!(far.store_to_name().as_deref(), Some("kontra.db"));
        }
        assert_eq!(Config::default().store_to_name(), None);
    }
}
