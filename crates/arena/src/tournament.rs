use crate::ratings::{RatedGame, Rating, Ratings};
use crate::{DealSums, Match, MatchTable, PlayedGame, Row, Seating};
use kontra_agents::{AgentSpec, Playable, Recipe};
use kontra_game::{BadInput, Payoffs, Streams, quote};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentSchedule {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
}

/// Any number of agents, two at a time, every pairing on the same deals.
///
/// Every pairing is a [`Match`] like any other, with its own table, and can be kept in a store and resumed.
///
/// ```
/// use kontra_agents::games::TicTacToe;
/// use kontra_arena::{TournamentSchedule, Seating, Tournament};
///
/// let agents = ["random", "flat(iterations=20)", "so-ismcts(iterations=20)"].map(|name| name.parse().unwrap());
/// let tournament =
///     Tournament::<TicTacToe>::new(&Default::default(), &agents, TournamentSchedule::RoundRobin, 4, Seating::All, 1)?;
/// let table = tournament.play();
/// assert_eq!((table.pairs.len(), table.games), (3, 24));
/// # Ok::<(), kontra_game::BadInput>(())
/// ```
#[derive(Debug)]
pub struct Tournament<G: Playable> {
    schedule: TournamentSchedule,
    specs: Vec<String>,
    pairings: Vec<Pairing<G>>,
}

/// Two agents of a tournament and their match.
#[derive(Debug)]
pub struct Pairing<G: Playable> {
    /// Their numbers.
    pub agents: [usize; 2],
    /// What they play.
    pub the_match: Match<G>,
}

impl<G: Playable> Tournament<G> {
    /// A tournament, if each agent is named once, there are at least two, and two of them can be seated.
    pub fn new(
        rules: &G::Rules,
        agents: &[AgentSpec],
        schedule: TournamentSchedule,
        deals: u64,
        seating: Seating,
        seed: u64,
    ) -> Result<Tournament<G>, BadInput> {
        let recipe = |agent: usize| Recipe::<G>::new(&agents[agent]);
        let specs = (0..agents.len()).map(|agent| Ok(recipe(agent)?.spec().to_string()));
        let specs = specs.collect::<Result<Vec<String>, BadInput>>()?;
        if specs.len() < 2 {
            return Err(BadInput::expected("agents", "at least two", specs.len()));
        }
        let twice = (1..specs.len()).find(|&i| specs[..i].contains(&specs[i]));
        if let Some(twice) = twice {
            let found = format!("{} twice", quote(&specs[twice]));
            return Err(BadInput::expected("agents", "each of them once", found));
        }
        let firsts = match schedule {
            TournamentSchedule::RoundRobin => 0..specs.len(),
            TournamentSchedule::Gauntlet => 0..1,
        };
        let pairs = firsts.flat_map(|a| (a + 1..specs.len()).map(move |b| [a, b]));
        let pairings = pairs.map(|agents| {
            let two = vec![recipe(agents[0])?, recipe(agents[1])?];
            let the_match = Match::new(rules.clone(), two, deals, seating, seed)?;
            Ok(Pairing { agents, the_match })
        });
        let pairings = pairings.collect::<Result<_, BadInput>>()?;
        Ok(Tournament { schedule, specs, pairings })
    }

    /// The same tournament, each match on this many threads. The table stays the same, but for the times.
    pub fn on_threads(mut self, threads: std::num::NonZeroUsize) -> Tournament<G> {
        let on_threads = |Pairing { agents, the_match }| Pairing {
            agents,
            the_match: the_match.on_threads(threads),
        };
        self.pairings = self.pairings.into_iter().map(on_threads).collect();
        self
    }

    /// The matches, in the order they are played.
    pub fn pairings(&self) -> &[Pairing<G>] {
        &self.pairings
    }

    /// Plays all matches.
    pub fn play(&self) -> TournamentTable {
        let mut standings = Standings::new(self);
        for (number, pairing) in self.pairings.iter().enumerate() {
            let table = pairing.the_match.play_each(false, |deal, games| {
                standings.add_deal(number, deal, games);
                Ok::<_, std::convert::Infallible>(std::ops::ControlFlow::Continue(()))
            });
            let table = table.unwrap_or_else(|never| match never {});
            standings.add_match(number, &table);
        }
        standings.table()
    }
}

/// Everything that was played so far, in whatever order the matches are.
#[derive(Debug)]
pub struct Standings<'a, G: Playable> {
    tournament: &'a Tournament<G>,
    in_parties: bool,
    deals: BTreeMap<u64, Vec<Played>>,
    pairs: Vec<Option<Pair>>,
    endings: BTreeMap<Cow<'static, str>, u64>,
    games: u64,
    elapsed_s: f64,
}

/// The games of a pairing on a deal.
#[derive(Debug)]
struct Played {
    pairing: usize,
    /// What both agents did.
    sums: [DealSums; 2],
    /// The arrangement and the outcome of each game.
    outcomes: Vec<(usize, Payoffs)>,
}

impl<'a, G: Playable> Standings<'a, G> {
    /// Before the first game.
    pub fn new(tournament: &'a Tournament<G>) -> Standings<'a, G> {
        let the_match = &tournament.pairings[0].the_match;
        let start = G::deal(the_match.rules(), &mut Streams::new(the_match.seed()).deal(0));
        Standings {
            tournament,
            in_parties: G::in_parties(&start),
            deals: BTreeMap::new(),
            pairs: vec![None; tournament.pairings.len()],
            endings: BTreeMap::new(),
            games: 0,
            elapsed_s: 0.0,
        }
    }

    /// Adds the games of a pairing on one deal.
    pub fn add_deal(&mut self, pairing: usize, deal: u64, games: &[PlayedGame]) {
        let arrangements = self.tournament.pairings[pairing].the_match.arrangements();
        self.games += games.len() as u64;
        for game in games {
            *self.endings.entry(game.ending.clone()).or_default() += 1;
        }
        let sums = [0, 1].map(|agent| DealSums::of(games, arrangements, |who| who == agent));
        let outcomes = games.iter().map(|game| (game.arrangement, game.payoffs)).collect();
        self.deals.entry(deal).or_default().push(Played { pairing, sums, outcomes });
    }

    /// Adds the table of a match, of which all deals were added.
    pub fn add_match(&mut self, pairing: usize, table: &MatchTable) {
        self.elapsed_s += table.elapsed_s;
        let [a, b] = &table.agents[..] else { return };
        self.pairs[pairing] = Some(Pair {
            a: a.spec.clone(),
            b: b.spec.clone(),
            deals: table.deals,
            games: table.games,
            mean: a.mean,
            ci95: a.ci95,
            b_mean: b.mean,
            b_ci95: b.ci95,
            wins: a.wins,
            draws: a.draws,
            losses: a.losses,
        });
    }

    /// What is reported.
    pub fn table(&self) -> TournamentTable {
        let Tournament { schedule, specs, pairings } = self.tournament;
        let the_match = &pairings[0].the_match;
        TournamentTable {
            game: G::NAME,
            schedule: *schedule,
            deals: the_match.deals(),
            seating: the_match.seating().name(),
            seed: the_match.seed(),
            games: self.games,
            elapsed_s: self.elapsed_s,
            agents: (0..specs.len()).map(|agent| self.row(agent)).collect(),
            pairs: self.pairs.iter().flatten().filter(|pair| pair.deals > 0).cloned().collect(),
            ratings: self.ratings(),
            endings: self.endings.clone(),
        }
    }

    /// All games of an agent. Those on one deal are not independent, no matter who the opponent was: they are averaged first.
    fn row(&self, agent: usize) -> Row {
        let mut row = Row::new(self.tournament.specs[agent].clone());
        for deal in self.deals.values() {
            let mut all = DealSums::default();
            for played in deal {
                let agents = self.tournament.pairings[played.pairing].agents;
                let own = agents.iter().position(|&a| a == agent);
                own.into_iter().for_each(|place| all.merge(&played.sums[place]));
            }
            if all.games > 0 {
                row.add(&all);
            }
        }
        row.finish(G::ROUND);
        row
    }

    fn ratings(&self) -> Vec<Rating> {
        let Tournament { specs, pairings, .. } = self.tournament;
        let mut ratings = Ratings::default();
        for deal in self.deals.values() {
            let mut games: Vec<(Vec<String>, Payoffs)> = vec![];
            for Played { pairing, outcomes, .. } in deal {
                let Pairing { agents, the_match } = &pairings[*pairing];
                for (arrangement, payoffs) in outcomes {
                    let seats = the_match.arrangements()[*arrangement].iter();
                    let players = seats.map(|&place| specs[agents[place]].clone()).collect();
                    games.push((players, *payoffs));
                }
            }
            let in_parties = self.in_parties;
            ratings.add_deal(games.iter().map(|(players, payoffs)| RatedGame {
                players,
                payoffs: payoffs.as_slice(),
                in_parties,
            }));
        }
        ratings.finish()
    }
}

/// What is reported about a tournament; in JSON as the command line promises it.
#[derive(Clone, Debug, Serialize)]
pub struct TournamentTable {
    /// The name of the game.
    pub game: &'static str,
    /// Who met whom.
    pub schedule: TournamentSchedule,
    /// How many deals each match has.
    pub deals: u64,
    /// The seating rule.
    pub seating: &'static str,
    /// The seed all random numbers came from.
    pub seed: u64,
    /// How many games were played.
    pub games: u64,
    /// How long all matches took.
    pub elapsed_s: f64,
    /// One row for each agent, in the order they were named.
    pub agents: Vec<Row>,
    /// One entry for each match that was begun.
    pub pairs: Vec<Pair>,
    /// How strong everybody is by these games, the strongest first.
    pub ratings: Vec<Rating>,
    /// How often games ended how.
    pub endings: BTreeMap<Cow<'static, str>, u64>,
}

/// How two agents did against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pair {
    /// The agent whose numbers these are.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// How many deals were played.
    pub deals: u64,
    /// How many games were played on them.
    pub games: u64,
    /// The mean payoff of `a`.
    pub mean: f64,
    /// Half the width of its 95 % confidence interval, over deals; `None` with fewer than two deals.
    pub ci95: Option<f64>,
    /// The mean payoff of `b`: what `a` loses, in a game where one wins what the other loses.
    pub b_mean: f64,
    /// Half the width of its 95 % confidence interval.
    pub b_ci95: Option<f64>,
    /// Games with a payoff above 0 for `a`, by seat.
    pub wins: u64,
    /// Games with a payoff of 0.
    pub draws: u64,
    /// Games with a payoff below 0 for `a`, by seat.
    pub losses: u64,
}

impl TournamentTable {
    /// The mean payoff of one agent against another, and half the width of its interval.
    pub fn against(&self, a: &str, b: &str) -> Option<(f64, Option<f64>)> {
        self.pairs.iter().find_map(|pair| match (pair.a.as_str(), pair.b.as_str()) {
            (one, two) if (one, two) == (a, b) => Some((pair.mean, pair.ci95)),
            (one, two) if (one, two) == (b, a) => Some((pair.b_mean, pair.b_ci95)),
            _ => None,
        })
    }
}
