use super::party::{Party, RunningGame};
use super::{Ended, Format};
use crate::selfplay::{Decider, Learned, Queue, Workers};
use crate::{AnswerNoise, Learner, Trouble};
use kontra_agents::Recipe;
use kontra_arena::Clusters;
use kontra_game::{Game, MAX_SEATS, Seat, Streams};
use std::ops::ControlFlow;

/// Against whom a network plays.
#[derive(Clone, Copy, Debug)]
pub enum Opponent<'a, G: Game> {
    /// Rules of thumb.
    Rules,
    /// The other network that the learner was given, number 1.
    Network,
    /// Any agent.
    Agent(&'a Recipe<G>),
}

/// A match on duplicate deals.
pub struct DuplicateMatch<'a, G: Game, S, R> {
    /// How the seats are shared.
    pub format: Format,
    /// The other players.
    pub opponent: Opponent<'a, G>,
    /// How many deals.
    pub deals: u64,
    /// The number of the first deal.
    pub first: u64,
    /// The seed of deals and agents.
    pub seed: u64,
    /// Threads that play.
    pub threads: usize,
    /// The most positions in a question.
    pub ask: usize,
    /// Every this many questions of the network, a position is kept for a closer look; 0 for none.
    pub keep_every: usize,
    /// The game that a deal starts with.
    pub start: S,
    /// The move of a player by rules.
    pub by_rules: R,
}

type Job<G> = Box<Party<G>>;

impl<G, S, R> DuplicateMatch<'_, G, S, R>
where
    G: Learned,
    S: Fn(Streams, u64) -> G,
    R: Fn(&G, Seat) -> G::Action + Sync,
{
    /// Plays all deals. `each` is handed every game in order, and may end the match after a deal.
    ///
    /// The result is the mean payoff of the network's seats, with an interval over deals.
    pub fn play(
        &self,
        learner: &mut dyn Learner,
        mut each: impl FnMut(Ended<G>) -> ControlFlow<()>,
    ) -> Result<Clusters, Trouble> {
        let games = self.format.seatings().len();
        let slow = matches!(self.opponent, Opponent::Agent(_));
        // Agents that think are given to threads deal by deal; all else is fastest in large batches.
        let deals = if slow { 1 } else { (self.ask / games / 4).clamp(1, 256) };
        let parties = self.deals.div_ceil(deals as u64) as usize;
        let queue = Queue::<Job<G>>::new();
        let mut result = Clusters::default();
        std::thread::scope(|scope| {
            let by_rules = &self.by_rules;
            let work = move |party: &mut Job<G>| party.go_on(by_rules);
            let mut workers = Workers::new(scope, &queue, self.threads, work);
            let mut begun = 0;
            let mut begin = |workers: &Workers<Job<G>>| {
                if begun < parties {
                    workers.give(begun, Box::new(self.party(begun, deals)));
                    begun += 1;
                }
            };
            (0..2 * self.threads.max(1)).for_each(|_| begin(&workers));
            let (mut finished, mut next) = (std::collections::BTreeMap::new(), 0);
            while next < parties {
                let Some((number, mut party)) = workers.take_any() else { break };
                if !party.is_over() {
                    self.answer(learner, &mut party)?;
                    workers.give(number, party);
                    continue;
                }
                begin(&workers);
                finished.insert(number, party);
                while let Some(party) = finished.remove(&next) {
                    next += 1;
                    if self.hand_over(*party, &mut result, &mut each)?.is_break() {
                        return Ok(result);
                    }
                }
            }
            Ok(result)
        })
    }

    fn answer(&self, learner: &mut dyn Learner, party: &mut Party<G>) -> Result<(), Trouble> {
        for (network, asked) in party.questions.iter_mut().enumerate() {
            asked.answers.resize(asked.len(), 0);
            let bits = asked.bits.chunks(self.ask * G::WORDS);
            let parts = bits.zip(asked.legal.chunks(self.ask));
            for ((bits, legal), answers) in parts.zip(asked.answers.chunks_mut(self.ask)) {
                learner.ask(network, 0, bits, legal, &AnswerNoise::NONE, 0)?;
                learner.answers(0, answers)?;
            }
        }
        Ok(())
    }

    fn hand_over(
        &self,
        party: Party<G>,
        result: &mut Clusters,
        each: &mut impl FnMut(Ended<G>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Trouble> {
        let mut tables = party.tables.into_iter().peekable();
        while let Some(deal) = tables.peek().map(|table| table.ended.deal) {
            let (mut sum, mut count, mut flow) = (0.0, 0.0, ControlFlow::Continue(()));
            while let Some(table) = tables.next_if(|table| table.ended.deal == deal) {
                if let Some(failure) = table.failure {
                    return Err(Trouble(format!("an opponent {failure}")));
                }
                let payoffs = table.ended.game.payoffs();
                let players = table.ended.players.iter().zip(payoffs.as_slice());
                for (_, payoff) in players.filter(|(player, _)| **player == Decider::Learner) {
                    (sum, count) = (sum + payoff, count + 1.0);
                }
                if each(table.ended).is_break() {
                    flow = ControlFlow::Break(());
                }
            }
            result.add(sum / count);
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The games of some deals.
    fn party(&self, number: usize, deals: usize) -> Party<G> {
        let streams = Streams::new(self.seed);
        let from = (number * deals) as u64;
        let mut tables = vec![];
        for deal in (from..self.deals.min(from + deals as u64)).map(|deal| self.first + deal) {
            for (game, seating) in self.format.seatings().iter().enumerate() {
                tables.push(self.table(streams, deal, game as u64, *seating));
            }
        }
        Party::new(tables, self.keep_every)
    }

    fn table(&self, streams: Streams, deal: u64, game: u64, seating: u8) -> RunningGame<G> {
        let other = match self.opponent {
            Opponent::Rules => Decider::Rules,
            Opponent::Network => Decider::Other(1),
            Opponent::Agent(_) => Decider::Agent,
        };
        let mut players = [Decider::Learner; MAX_SEATS];
        let mut agents = vec![];
        for seat in Seat::all(MAX_SEATS) {
            if seating >> seat.index() & 1 == 0 {
                players[seat.index()] = other;
            }
            agents.push(match (players[seat.index()], &self.opponent) {
                (Decider::Agent, Opponent::Agent(recipe)) => {
                    Some(recipe.player(streams.agent(deal, game, seat)))
                }
                _ => None,
            });
        }
        RunningGame::new(deal, (self.start)(streams, deal), players, agents, streams.test(deal))
    }
}
