use crate::defaults::{self, StoreOption};
use crate::problem::Problem;
use crate::{files, usage};
use clap::{Args as _, FromArgMatches};
use kontra_game::BadInput;
use kontra_server::{
    Agents, Config, LocalProgram, LogDetail, Rate, ServeError, Server, ServerLimits,
};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server that runs already is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// The web application: play, watch and review in a browser
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra serve\n  \
    kontra serve --addr 0.0.0.0:8080 --store games.db --no-open --log info\n  \
    kontra serve --external 'mine=python3 my_agent.py'")]
pub(crate) struct Args {
    /// Where to listen; without it, 127.0.0.1:8080 or the next port that is free
    #[arg(long, value_name = "ADDR")]
    addr: Option<SocketAddr>,
    #[command(flatten)]
    store: StoreOption,
    /// The folder of results of experiments; without it docs/results where there is one, else kontra-results
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Requests come through a proxy whose X-Forwarded-For says where from
    #[arg(long)]
    proxy: bool,
    /// How many milliseconds agents take at least for a card or a tile, at tables that do not say
    #[arg(long, value_name = "MS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(0..=5000))]
    pace: u64,
    /// Seconds after which an agent may play for a person who has left
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    absence: u32,
    /// Which agents people may name: any spec, or only the strengths that have a word (named); without it, any where
    /// only this machine can reach the server, and named otherwise
    #[arg(long, value_name = "any|named", value_parser = agents)]
    agents: Option<Agents>,
    /// A program on this machine that may sit at tables, by a name of your choice, for example 'mine=python3 my_agent.py';
    /// again for each further one. Only where nobody but this machine can reach the server
    #[arg(long, value_name = "NAME=COMMAND")]
    external: Vec<String>,
    /// Requests that one address may make in a second, in the long run; 0: as many as it likes
    #[arg(long, value_name = "N", default_value_t = 50)]
    requests_per_second: u32,
    /// Connections that one address may have at the same time; 0: as many as it likes
    #[arg(long, value_name = "N", default_value_t = 256)]
    connections_per_address: usize,
    /// What is written to standard error: errors, info or requests
    #[arg(long, value_name = "WHAT", default_value = "errors", value_parser = log)]
    log: LogDetail,
    /// Write it as JSON, one object on each line
    #[arg(long)]
    log_json: bool,
}

impl Args {
    /// What plain `kontra` means.
    pub(crate) fn default() -> Result<Args, Problem> {
        let none = Args::augment_args(clap::Command::new("serve")).try_get_matches_from(["serve"]);
        let args = none.and_then(|none| Args::from_arg_matches(&none));
        args.map_err(|error| Problem::Input(usage::sentence(&error)))
    }
}

fn agents(text: &str) -> Result<Agents, String> {
    let found = Agents::WORDS.iter().find(|(word, _)| *word == text);
    found.map(|&(_, agents)| agents).ok_or_else(|| "expected any or named".to_owned())
}

fn log(text: &str) -> Result<LogDetail, String> {
    let found = LogDetail::WORDS.iter().find(|(word, _)| *word == text);
    found.map(|&(_, log)| log).ok_or_else(|| "expected errors, info or requests".to_owned())
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    args.log.begin(args.log_json);
    let default = Config::default();
    let store = args.store.path()?;
    defaults::make_room(&store)?;
    if let Some(folder) = &args.results {
        files::folder(folder)?;
    }
    let config = Config {
        addr: args.addr.unwrap_or(default.addr),
        any_port: args.addr.is_none(),
        store: Some(store.clone()),
        results: Some(args.results.clone().unwrap_or_else(crate::experiment::default_results)),
        proxy: args.proxy,
        agents: args.agents,
        programs: programs(&args.external)?,
        pace: Duration::from_millis(args.pace),
        limits: limits(args),
    };
    let server = match Server::start(config) {
        Ok(server) => server,
        Err(error) => return join(args, &store, &error, out),
    };
    let link = server.link();
    let words =
        format!("Kontra is at {link}\nGames are kept in {}. Ctrl-C ends it.\n", store.display());
    // The program that started it may have stopped reading: no reason to shut down.
    let _ = out.write_all(words.as_bytes()).and_then(|()| out.flush());
    if !args.no_open {
        open_browser(&link);
    }
    let ended = server.run_until_interrupted();
    // One that hangs does not notice that nobody asks any more.
    kontra_agents::external::kill_all();
    Ok(ended?)
}

/// The programs that may sit at tables, each by a name of its own.
fn programs(texts: &[String]) -> Result<Vec<LocalProgram>, Problem> {
    let mut programs: Vec<LocalProgram> = vec![];
    for text in texts {
        let program = LocalProgram::parse(text)?;
        if programs.iter().any(|other| other.name() == program.name()) {
            let name = kontra_game::quote(program.name());
            let expected = "a different name for each program";
            return Err(BadInput::expected("--external", expected, name).into());
        }
        programs.push(program);
    }
    Ok(programs)
}

/// Where a server has the store already, a second start shows the way to it, unless an address is insisted on.
fn join(args: &Args, store: &Path, error: &ServeError, out: &mut dyn Write) -> Result<(), Problem> {
    let running = error.served_at().filter(|link| args.addr.is_none() && answers(link));
    let Some(link) = running else { return Err(Problem::Input(error.to_string())) };
    let store = store.display();
    writeln!(out, "Kontra is at {link}\nIt runs already, and games are kept in {store}.")?;
    if !args.no_open {
        open_browser(link);
    }
    Ok(())
}

/// Whether there is a server of Kontra at this address. One that was just started may take a moment.
fn answers(link: &str) -> bool {
    let host = link.trim_start_matches("http://").trim_end_matches('/');
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(host)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let head = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(head.as_bytes())?;
        let mut answer = String::new();
        stream.take(10_000).read_to_string(&mut answer)?;
        Ok(answer)
    };
    let begun = Instant::now();
    loop {
        if ask().is_ok_and(|answer| answer.contains("\"live\":true")) {
            return true;
        }
        if begun.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The usual limits, with as much for one address as the command line says.
fn limits(args: &Args) -> ServerLimits {
    let limits = ServerLimits::default();
    let per_second = f64::from(args.requests_per_second);
    let requests = match args.requests_per_second {
        0 => Rate::UNLIMITED,
        _ => Rate { per_second, burst: 4.0 * per_second },
    };
    let per_address = match args.connections_per_address {
        0 => usize::MAX,
        most => most,
    };
    let absence = Duration::from_secs(args.absence.into());
    ServerLimits { requests, per_address, absence, ..limits }
}

/// Opens the page in a browser, if there is a desktop. Without a desktop or a browser, the address is printed.
fn open_browser(link: &str) {
    let desktop = cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if !desktop {
        return;
    }
    let (program, args): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let (stdin, stdout, stderr) = (Stdio::null(), Stdio::null(), Stdio::null());
    let command = Command::new(Path::new(program))
        .args(args)
        .arg(link)
        .stdin(stdin)
        .stdout(stdout)
        .stderr(stderr)
        .spawn();
    // Nobody waits for it; where it fails, the address is on the screen.
    if let Ok(mut child) = command {
        std::thread::spawn(move || child.wait());
    }
}
