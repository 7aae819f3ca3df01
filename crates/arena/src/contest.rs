use crate::played::{Played, Setting};
use crate::workers::in_order;
use crate::{Seating, Sprt, Table, Verdict};
use kontra_agents::{Playable, Recipe};
use kontra_game::{BadInput, StableHasher, Streams};
use std::hash::Hash;
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
/// let contest = Match::new(Default::default(), vec![random()?, random()?], 10, Seating::All, 1)?;
/// let table = contest.play();
/// assert_eq!((table.deals, table.games), (10, 60));
/// assert_eq!(table.agents[0].games, 120);
/// # Ok::<(), kontra_game::BadInput>(())
/// ```
#[derive(Debug)]
pub struct Match<G: Playable> {
    rules: G::Rules,
    agents: Vec<Recipe<G>>,
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
        Ok(Match { rules, agents, deals, seating, arrangements, streams, threads, sprt: None })
    }

    /// The same match on so many threads. The table stays the same, but for the times.
    pub fn on_threads(self, threads: NonZeroUsize) -> Match<G> {
        Match { threads, ..self }
    }

    /// The same match, ended as soon as this test of the first agent's mean is decided: after the same deal on any
    /// number of threads.
    pub fn until_decided(self, sprt: Sprt) -> Match<G> {
        Match { sprt: Some(sprt), ..self }
    }

    /// The number of deals.
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
    pub fn play_deal(&self, deal: u64, keep_records: bool) -> Vec<Played> {
        let start = G::deal(&self.rules, &mut self.streams.deal(deal));
        let mut identity = StableHasher::default();
        G::write_start(&start).to_string().hash(&mut identity);
        let setting = Setting {
            streams: self.streams,
            deal,
            start: &start,
            identity: &identity,
            keep_record: keep_records,
        };
        let play = |(number, arrangement): (usize, &Vec<usize>)| {
            let seats: Vec<&Recipe<G>> = arrangement.iter().map(|&i| &self.agents[i]).collect();
            setting.play(number, &seats)
        };
        self.arrangements.iter().enumerate().map(play).collect()
    }

    /// Plays all deals.
    pub fn play(&self) -> Table {
        let go_on = |_, _: &[Played]| Ok::<_, std::convert::Infallible>(ControlFlow::Continue(()));
        self.play_each(false, go_on).unwrap_or_else(|never| match never {})
    }

    /// Plays all deals and hands the games of each to `each`, which may end the match after any deal.
    pub fn play_each<E>(
        &self,
        keep_records: bool,
        mut each: impl FnMut(u64, &[Played]) -> Result<ControlFlow<()>, E>,
    ) -> Result<Table, E> {
        let begin = Instant::now();
        let mut table = Table::new(self);
        let play = |deal| self.play_deal(deal, keep_records);
        in_order(self.threads, self.deals, play, |deal, games| {
            table.add(&self.arrangements, &games);
            let decided = self
                .sprt
                .is_some_and(|sprt| sprt.verdict(table.agents[0].payoffs()) != Verdict::Undecided);
            let flow = each(deal, &games)?;
            Ok(if decided { ControlFlow::Break(()) } else { flow })
        })?;
        table.finish(begin.elapsed().as_secs_f64());
        table.sprt = self.sprt.map(|sprt| sprt.report(table.agents[0].payoffs()));
        Ok(table)
    }
}
