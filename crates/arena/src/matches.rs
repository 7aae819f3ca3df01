use crate::played::{GameIdentity, Keep, PlayedGame, TableSetting};
use crate::workers::in_order;
use crate::{MatchTable, Memory, Seating, Sprt, Verdict};
use kontra_agents::{Playable, Recipe};
use kontra_game::{BadInput, Streams};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Instant;

/// A match: agents play the same deals in one or more arrangements over the seats.
///
/// Everything but the times is a function of these fields. The deal depends on the seed and its number alone;
/// each agent draws from a stream of its own.
///
/// ```
/// use kontra_agents::{Recipe, games::Doppelkopf};
/// use kontra_arena::{Match, Seating};
///
/// let random = || Recipe::<Doppelkopf>::new(&"random".parse()?);
/// let the_match = Match::new(Default::default(), vec![random()?, random()?], 10, Seating::All, 1)?;
/// let table = the_match.play();
/// assert_eq!((table.deals, table.games), (10, 60));
/// assert_eq!(table.agents[0].games, 120);
/// # Ok::<(), kontra_game::BadInput>(())
/// ```
#[derive(Debug)]
pub struct Match<G: Playable> {
    rules: G::Rules,
    agents: Vec<Recipe<G>>,
    first: u64,
    deals: u64,
    seating: Seating,
    arrangements: Vec<Vec<usize>>,
    streams: Streams,
    threads: NonZeroUsize,
    sprt: Option<Sprt>,
}

impl<G: Playable> Match<G> {
    /// A match, if the agents can be seated.
    pub fn new(
        rules: G::Rules,
        agents: Vec<Recipe<G>>,
        deals: u64,
        seating: Seating,
        seed: u64,
    ) -> Result<Match<G>, BadInput> {
        let streams = Streams::new(seed);
        let seats = G::begin(&G::deal(&rules, &mut streams.deal(0))).seats();
        let arrangements = seating.arrangements(agents.len(), seats)?;
        let threads = NonZeroUsize::MIN;
        let (first, sprt) = (0, None);
        Ok(Match { rules, agents, first, deals, seating, arrangements, streams, threads, sprt })
    }

    /// The same match on this many threads. The table stays the same, but for the times.
    pub fn on_threads(self, threads: NonZeroUsize) -> Match<G> {
        Match { threads, ..self }
    }

    /// The part of the same match that begins with this deal, counted from 0: for several machines, each with a range of
    /// deals. Every game is the one that the whole match has there.
    pub fn from_deal(self, first: u64) -> Match<G> {
        Match { first, ..self }
    }

    /// The deal that is played first, counted from 0.
    pub fn first_deal(&self) -> u64 {
        self.first
    }

    /// The same match, ended as soon as this test of the first agent's mean is decided: after the same deal on any
    /// number of threads.
    pub fn until_decided(self, sprt: Sprt) -> Match<G> {
        Match { sprt: Some(sprt), ..self }
    }

    /// The sequential test that may end the match.
    pub fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }

    /// The rules of the table.
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// The number of deals; where the match begins later than with deal 0, the deal before which it ends.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The seed all random numbers come from.
    pub fn seed(&self) -> u64 {
        self.streams.seed()
    }

    /// The seating rule.
    pub fn seating(&self) -> Seating {
        self.seating
    }

    /// The agents, in the order they were named.
    pub fn agents(&self) -> &[Recipe<G>] {
        &self.agents
    }

    /// For each game on a deal, which agent sits on which seat.
    pub fn arrangements(&self) -> &[Vec<usize>] {
        &self.arrangements
    }

    /// Plays every arrangement on deal number `deal`, counted from 0, in any order and on any thread.
    pub fn play_deal(&self, deal: u64, keep_records: bool) -> Vec<PlayedGame> {
        let keep = Keep { record: keep_records, ..Keep::default() };
        self.remembered_deal(deal, keep, &()).unwrap_or_default()
    }

    /// Plays what is not remembered of a deal; `None` when the match was stopped before the deal was complete.
    fn remembered_deal(
        &self,
        deal: u64,
        keep: Keep,
        memory: &impl Memory,
    ) -> Option<Vec<PlayedGame>> {
        let start = G::deal(&self.rules, &mut self.streams.deal(deal));
        let identity = GameIdentity::new::<G>(&start);
        let setting =
            TableSetting { streams: self.streams, deal, start: &start, identity: &identity, keep };
        let recall_or_play = |(number, arrangement): (usize, &Vec<usize>)| {
            if let Some(played) = memory.recall(deal, number) {
                return Some(played);
            }
            if memory.stopped() {
                return None;
            }
            let seats: Vec<&Recipe<G>> = arrangement.iter().map(|&i| &self.agents[i]).collect();
            let played = setting.play_game(number, &seats);
            memory.keep(deal, &played);
            Some(played)
        };
        self.arrangements.iter().enumerate().map(recall_or_play).collect()
    }

    /// Plays all deals.
    pub fn play(&self) -> MatchTable {
        let go_on =
            |_, _: &[PlayedGame]| Ok::<_, std::convert::Infallible>(ControlFlow::Continue(()));
        self.play_each(false, go_on).unwrap_or_else(|never| match never {})
    }

    /// Plays all deals and hands the games of each to `each`, which may end the match after any deal.
    pub fn play_each<E>(
        &self,
        keep_records: bool,
        each: impl FnMut(u64, &[PlayedGame]) -> Result<ControlFlow<()>, E>,
    ) -> Result<MatchTable, E> {
        let keep = Keep { record: keep_records, ..Keep::default() };
        self.play_on(MatchTable::new(self), keep, &(), each)
    }

    /// Resumes after the deals that `table` has already, with a memory of games beyond them.
    pub fn play_on<E>(
        &self,
        mut table: MatchTable,
        keep: Keep,
        memory: &impl Memory,
        mut each: impl FnMut(u64, &[PlayedGame]) -> Result<ControlFlow<()>, E>,
    ) -> Result<MatchTable, E> {
        let (begin, before) = (Instant::now(), table.elapsed_s);
        let first = self.first.saturating_add(table.deals);
        let next_deal = |number| self.remembered_deal(first + number, keep, memory);
        in_order(self.threads, self.deals.saturating_sub(first), next_deal, |number, games| {
            let Some(games) = games else { return Ok(ControlFlow::Break(())) };
            let decided = self.count(&mut table, &games);
            let flow = each(first + number, &games)?;
            Ok(if decided { ControlFlow::Break(()) } else { flow })
        })?;
        self.finish(&mut table, before + begin.elapsed().as_secs_f64());
        Ok(table)
    }

    /// Adds the games of the next deal to the match's table; whether the sequential test is decided with them.
    pub fn count(&self, table: &mut MatchTable, games: &[PlayedGame]) -> bool {
        table.add(&self.arrangements, games);
        self.sprt.is_some_and(|sprt| sprt.verdict(table.agents[0].payoffs()) != Verdict::Undecided)
    }

    /// Completes the match's table, which was played for so long.
    pub fn finish(&self, table: &mut MatchTable, elapsed_s: f64) {
        table.finish(elapsed_s);
        table.sprt = self.sprt.map(|sprt| sprt.report(table.agents[0].payoffs()));
    }
}
