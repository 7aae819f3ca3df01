use super::comparison::{Candidate, PairedComparison};
use super::judge::{BATCH, PositionJudge};
use super::particles::{DealWeighing, ParticleSet, spaced};
use super::playouts::{Continuation, best};
use crate::doppelkopf::features::{
    ANSWERS, POINTS_PER_UNIT, WORDS, Watch, answer_to_move, encode, legal, move_to_answer,
    only_move,
};
use crate::doppelkopf::network::{Critic, Model};
use crate::{Agent, Effort};
use kontra_doppelkopf::{Doppelkopf, DoppelkopfView, Move};
use kontra_game::{Actions, History, SearchRng, View, choose};
use kontra_nets::BatchEvaluator;
use kontra_search::{Analysis, Budget, Clock, Limits, MoveAnalysis};
use std::time::Duration;

/// How a champion thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChampionSettings {
    /// Games that are played out for each decision at most.
    pub playouts: u64,
    /// The time for each decision.
    pub time: Option<Duration>,
    /// How deals are drawn and weighed.
    pub weighing: DealWeighing,
    /// By how many standard errors another answer must be better than the network's own.
    pub margin: f64,
    /// Answers that the network holds for worse by more score points than this are not tried.
    pub width: f64,
    /// How many tricks are played out before a value takes the place of the rest.
    pub tricks: usize,
    /// Threads that play out games.
    pub threads: usize,
}

/// The network's player with a search on top.
#[derive(Debug)]
pub struct Champion {
    settings: ChampionSettings,
    limits: Limits,
    rng: SearchRng,
    effort: Effort,
    /// For the decision itself.
    exact: BatchEvaluator,
    /// For imagined games, one for each thread.
    judges: Vec<PositionJudge>,
}

/// Differences of this many score points make an answer about three times as likely to be good.
const PRIOR_POINTS: f64 = 0.5;

/// Deals are drawn from their weights at least so often.
const FEWEST_DEALS: usize = 200;

/// The share of the time in which deals are found.
const TIME_FOR_DEALS: f64 = 0.4;

/// Games that are played out first where a clock runs: they tell how long one takes.
const FIRST_PLAYOUTS: usize = 48;

impl Champion {
    /// A champion with the network that comes with the program. A critic, which sees all cards of an imagined deal, judges it where
    /// games are not played out; without one, the network does.
    pub fn new(settings: ChampionSettings, critic: Option<&Critic>, rng: SearchRng) -> Champion {
        let fast = Model::shipped_for_batches();
        let threads = settings.threads.max(1);
        Champion {
            settings,
            limits: Limits::none(),
            rng,
            effort: Effort::default(),
            exact: Model::shipped().network().evaluator(),
            judges: (0..threads).map(|_| PositionJudge::new(fast, critic)).collect(),
        }
    }

    /// What the network expects of every answer, in score points.
    pub(super) fn expected(&mut self, view: &DoppelkopfView, watch: &Watch) -> [f32; ANSWERS] {
        let mut bits = [0; WORDS];
        encode(view, watch, &mut bits);
        self.exact.evaluate_bits(&bits, 1);
        let values = self.exact.output("values").unwrap_or(&[0.0; ANSWERS + 1]);
        std::array::from_fn(|answer| POINTS_PER_UNIT * (values[answer] + values[ANSWERS]))
    }

    /// The answers worth a try, the network's own first, then by what it expects of them.
    pub(super) fn candidates(
        &self,
        view: &DoppelkopfView,
        values: &[f32; ANSWERS],
    ) -> Vec<Candidate> {
        let legal = legal(view);
        let (own, most) = best(values, legal);
        let worth = |answer: u8| f64::from(values[usize::from(answer)]);
        let close = |answer: &u8| {
            legal >> answer & 1 == 1 && worth(*answer) >= f64::from(most) - self.settings.width
        };
        let mut answers: Vec<u8> = (0..ANSWERS as u8).filter(close).collect();
        answers.sort_by(|&a, &b| (b == own).cmp(&(a == own)).then(worth(b).total_cmp(&worth(a))));
        let candidate = |answer: u8| {
            let action = answer_to_move(view, answer)?;
            Some(Candidate { action, scores: vec![], is_open: true })
        };
        answers.into_iter().filter_map(candidate).collect()
    }

    fn analysis(
        &mut self,
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
    ) -> Analysis<Move> {
        let budget = Budget { time: self.settings.time, ..Budget::iterations(u64::MAX) };
        let clock = budget.start(&self.limits);
        let watch = Watch::of_history(history);
        let values = self.expected(view, &watch);
        let candidates = self.candidates(view, &values);
        let mut comparison = PairedComparison { candidates, deals: vec![], used: 0 };
        let mut effective = 0.0;
        if comparison.candidates.len() > 1 && self.settings.playouts > 0 {
            let particles = self.particles(view, history);
            effective = particles.effective();
            comparison.deals = self.deals(&particles);
            let continuation =
                Continuation { seat: view.seat(), watch, tricks: self.settings.tricks };
            self.compare(&mut comparison, &continuation, &clock);
        }
        let analysis = self.told(view, &values, &comparison, effective, &clock);
        self.effort.add(&analysis);
        analysis
    }

    /// Deals for this decision. With a clock, they take a part of the time.
    fn particles(
        &mut self,
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
    ) -> ParticleSet {
        let time = self.settings.time.map(|time| time.mul_f64(TIME_FOR_DEALS));
        let clock = Budget { time, ..Budget::iterations(u64::MAX) }.start(&self.limits);
        let weighing = self.settings.weighing;
        ParticleSet::draw(view, history, &weighing, &mut self.judges[0], &clock, &mut self.rng)
    }

    /// The deals to play in, in random order; those of little weight are left out by chance.
    fn deals(&mut self, particles: &ParticleSet) -> Vec<(Doppelkopf, f64)> {
        let count = particles.worlds.len().max(FEWEST_DEALS);
        let mut times = vec![0.0; particles.worlds.len()];
        for place in spaced(&particles.weights, count, &mut self.rng) {
            times[place] += 1.0;
        }
        let pairs = particles.worlds.iter().copied().zip(times);
        let mut deals: Vec<(Doppelkopf, f64)> = pairs.filter(|(_, weight)| *weight > 0.0).collect();
        choose::shuffle(&mut self.rng, &mut deals);
        deals
    }

    /// Sequential halving: in each round all open candidates are tried in the same deals, then the better half goes on.
    fn compare(&mut self, comparison: &mut PairedComparison, rest: &Continuation, clock: &Clock) {
        let rounds = comparison.candidates.len().next_power_of_two().trailing_zeros().max(1);
        let (mut playouts, mut round, begun) = (0, 0, clock.elapsed());
        while comparison.used < comparison.deals.len() && !clock.is_late() {
            let open = comparison.open().count();
            let most = self.next_playouts(playouts, begun, clock);
            let deals = (most / open).min(comparison.deals.len() - comparison.used);
            if deals == 0 {
                break;
            }
            let next = comparison.next(deals);
            let Some(scores) = self.play_out(rest, &next, clock) else { break };
            playouts += next.len() as u64;
            comparison.add(deals, &scores);
            comparison.drop_hopeless();
            let share = self.share_used(playouts, comparison, clock);
            while round + 1 < rounds && share >= f64::from(round + 1) / f64::from(rounds) {
                round += 1;
                comparison.keep_best(comparison.candidates.len() >> round);
            }
            if comparison.is_decided() {
                break;
            }
        }
    }

    /// How many games are played out side by side next, after this many since `begun`: a batch, and no more than there is time
    /// for, because a game that is not over tells nothing.
    fn next_playouts(&self, played: u64, begun: Duration, clock: &Clock) -> usize {
        let left = self.settings.playouts.saturating_sub(played);
        let batch = left.min(BATCH as u64) as usize;
        let Some(time) = self.settings.time else { return batch };
        if played == 0 {
            return batch.min(FIRST_PLAYOUTS);
        }
        let each = clock.elapsed().saturating_sub(begun).as_secs_f64() / played as f64;
        let rest = time.saturating_sub(clock.elapsed()).as_secs_f64();
        batch.min((rest / each.max(1e-9)) as usize)
    }

    /// How much of the budget is used up.
    fn share_used(&self, playouts: u64, comparison: &PairedComparison, clock: &Clock) -> f64 {
        let by_number = playouts as f64 / self.settings.playouts as f64;
        let by_deals = comparison.used as f64 / comparison.deals.len() as f64;
        let by_time = self.settings.time.map_or(0.0, |time| {
            let share = clock.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-9);
            (share - TIME_FOR_DEALS) / (1.0 - TIME_FOR_DEALS)
        });
        by_number.max(by_deals).max(by_time)
    }

    /// Plays out games on all threads. Each has a result of its own, so it does not matter which thread plays it.
    fn play_out(
        &mut self,
        rest: &Continuation,
        games: &[(Doppelkopf, Move)],
        clock: &Clock,
    ) -> Option<Vec<f64>> {
        if let [judge] = &mut self.judges[..] {
            return rest.values(judge, games, clock);
        }
        let part = games.len().div_ceil(self.judges.len()).max(1);
        std::thread::scope(|scope| {
            let parts = games.chunks(part).zip(&mut self.judges);
            let running: Vec<_> = parts
                .map(|(games, judge)| scope.spawn(move || rest.values(judge, games, clock)))
                .collect();
            let mut all = Vec::with_capacity(games.len());
            for thread in running {
                match thread.join() {
                    Ok(values) => all.extend(values?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Some(all)
        })
    }

    fn told(
        &mut self,
        view: &DoppelkopfView,
        values: &[f32; ANSWERS],
        comparison: &PairedComparison,
        effective: f64,
        clock: &Clock,
    ) -> Analysis<Move> {
        let mut actions = Actions::new();
        view.actions(&mut actions);
        let expected = |action: Move| {
            move_to_answer(view, action).map_or(f64::NAN, |a| values[usize::from(a)].into())
        };
        let most = actions.iter().map(|action| expected(*action)).fold(f64::NEG_INFINITY, f64::max);
        let weight = |action: Move| ((expected(action) - most) / PRIOR_POINTS).exp();
        let sum: f64 = actions.iter().map(|action| weight(*action)).sum();
        let found = |action: Move| {
            let place = comparison.candidates.iter().position(|one| one.action == action)?;
            let tried = comparison.candidates[place].scores.len();
            (tried > 0).then(|| (tried as u64, comparison.score(place)))
        };
        let moves: Vec<_> = actions
            .iter()
            .map(|&action| {
                let (visits, (value, error)) =
                    found(action).unwrap_or((1, (expected(action), f64::NAN)));
                MoveAnalysis { action, visits, value, error, prior: weight(action) / sum }
            })
            .collect();
        let place = if comparison.used > 0 { comparison.decision(self.settings.margin) } else { 0 };
        let chosen = comparison.candidates.get(place).map_or(actions[0], |one| one.action);
        let playouts: usize = comparison.candidates.iter().map(|one| one.scores.len()).sum();
        let evaluations: u64 =
            self.judges.iter_mut().map(|judge| std::mem::take(&mut judge.evaluations)).sum();
        Analysis {
            iterations: playouts as u64,
            nodes: evaluations + 1,
            worlds: comparison.used as u64,
            effective_worlds: effective,
            ..Analysis::of_one_evaluation(chosen, moves, clock.elapsed())
        }
    }
}

impl Agent<Doppelkopf> for Champion {
    fn choose(&mut self, view: &DoppelkopfView, history: History<'_, Doppelkopf>) -> Move {
        only_move(view).unwrap_or_else(|| self.analysis(view, history).chosen)
    }

    fn analyze(
        &mut self,
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
    ) -> Option<Analysis<Move>> {
        Some(self.analysis(view, history))
    }

    fn set_limits(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
