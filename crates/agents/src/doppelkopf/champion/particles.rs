use super::judge::PositionJudge;
use super::likelihood::{Habits, Likelihood};
use super::past::PublicPast;
use kontra_doppelkopf::{Cards, Doppelkopf, DoppelkopfView, SEATS, Worlds};
use kontra_game::{History, SearchRng, Seat, View, choose};
use kontra_search::Clock;
use rustc_hash::FxHashMap;

/// Deals that a player holds for possible, each with a weight: together they stand for what the player believes.
#[derive(Clone, Debug)]
pub struct ParticleSet {
    /// The deals, each once.
    pub worlds: Vec<Doppelkopf>,
    /// How much each of them counts; all together 1.
    pub weights: Vec<f64>,
}

/// How deals are weighed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DealWeighing {
    /// How many deals are drawn; all deals are taken where there are no more.
    pub particles: usize,
    /// How players decide; `None`: every deal counts the same.
    pub habits: Option<Habits>,
}

/// Where fewer than this share of the deals carry the weight, they are drawn again and refreshed.
const LEAST_EFFECTIVE: f64 = 0.25;

/// Swaps that are tried on each deal when deals are refreshed.
const SWAPS: usize = 2;

/// Deals that are drawn and weighed at once. The clock is looked at in between.
const PART: usize = 32;

impl ParticleSet {
    /// The effective sample size: this many deals of equal weight would tell as much.
    pub fn effective(&self) -> f64 {
        effective(&self.weights)
    }

    /// Deals for this view. `clock` may end it early, with fewer deals.
    pub(super) fn draw(
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
        weighing: &DealWeighing,
        judge: &mut PositionJudge,
        clock: &Clock,
        rng: &mut SearchRng,
    ) -> ParticleSet {
        let sampler = Worlds::new(view);
        let first = sampler.sample(rng);
        let past = weighing
            .habits
            .and_then(|habits| PublicPast::new(view, history, &first).map(|past| (past, habits)));
        let mut cloud = Cloud::new(view, &sampler, past.as_ref(), judge);
        if sampler.count() <= weighing.particles as u64 {
            cloud.take_all(clock);
        } else {
            cloud.take(first);
            cloud.take_more(weighing.particles, clock, rng);
            cloud.temper(clock, rng);
        }
        cloud.merged()
    }
}

/// Deals on their way from evenly drawn ones to weighted ones.
struct Cloud<'a> {
    sampler: &'a Worlds,
    others: [Seat; SEATS - 1],
    likelihood: Option<Likelihood<'a>>,
    judge: &'a mut PositionJudge,
    worlds: Vec<Doppelkopf>,
    /// The logarithm of each deal's weight before the likelihood is counted.
    base: Vec<f64>,
    /// The logarithm of each deal's likelihood.
    likely: Vec<f64>,
    /// How much of the likelihood has been counted by drawing deals again: 0 to 1.
    counted: f64,
}

impl<'a> Cloud<'a> {
    fn new(
        view: &DoppelkopfView,
        sampler: &'a Worlds,
        past: Option<&'a (PublicPast, Habits)>,
        judge: &'a mut PositionJudge,
    ) -> Cloud<'a> {
        Cloud {
            sampler,
            others: std::array::from_fn(|k| view.seat().after(k + 1, SEATS)),
            likelihood: past.map(|(past, habits)| Likelihood::new(past, *habits)),
            judge,
            worlds: vec![],
            base: vec![],
            likely: vec![],
            counted: 0.0,
        }
    }

    fn take(&mut self, world: Doppelkopf) {
        self.worlds.push(world);
        self.base.push(0.0);
    }

    /// Every deal there is, each as often as it can be dealt.
    fn take_all(&mut self, clock: &Clock) {
        let (mut worlds, mut base) = (vec![], vec![]);
        self.sampler.each(|world, ways| {
            worlds.push(*world);
            base.push((ways as f64).ln());
        });
        (self.worlds, self.base) = (worlds, base);
        while self.likely.len() < self.worlds.len() {
            self.weigh_next_part(clock);
        }
    }

    /// Evenly drawn deals until there are this many.
    fn take_more(&mut self, count: usize, clock: &Clock, rng: &mut SearchRng) {
        while self.worlds.len() < count && !(self.likely.len() >= PART && clock.is_late()) {
            while self.worlds.len() < count && self.worlds.len() < self.likely.len() + PART {
                let world = self.sampler.sample(rng);
                self.take(world);
            }
            self.weigh_next_part(clock);
        }
    }

    /// Finds out the likelihood of the next deals; none is asked for any more when it is late.
    fn weigh_next_part(&mut self, clock: &Clock) {
        let (from, all) = (self.likely.len(), self.worlds.len());
        let is_late = from >= PART && clock.is_late();
        let end = if is_late { all } else { all.min(from + PART) };
        if is_late {
            self.worlds.truncate(from);
            self.base.truncate(from);
            return;
        }
        let part = self.worlds[from..end].to_vec();
        let likely = self.likelihoods(&part);
        self.likely.extend(likely);
    }

    fn likelihoods(&mut self, worlds: &[Doppelkopf]) -> Vec<f64> {
        let others = self.others;
        let hands = |world: &Doppelkopf| others.map(|seat| (seat, world.hand(seat)));
        let Some(likelihood) = &mut self.likelihood else { return vec![0.0; worlds.len()] };
        likelihood.learn(self.judge, worlds.iter().flat_map(hands));
        let of = |(seat, hand): (Seat, Cards)| likelihood.of(seat, hand);
        worlds.iter().map(|world| hands(world).map(of).iter().sum()).collect()
    }

    /// The weights with so much of the likelihood in them; all together 1.
    fn weights(&self, counted: f64) -> Vec<f64> {
        let more = counted - self.counted;
        let logs = self.base.iter().zip(&self.likely).map(|(base, likely)| base + more * likely);
        normalized(logs.collect())
    }

    /// Counts the likelihood in steps. Where it leaves too few deals with weight, deals are drawn again by the part of it that leaves
    /// enough, and swaps of cards make them different again.
    fn temper(&mut self, clock: &Clock, rng: &mut SearchRng) {
        let enough = LEAST_EFFECTIVE * self.worlds.len() as f64;
        while effective(&self.weights(1.0)) < enough && !clock.is_late() {
            let next = self.largest_step(enough);
            self.draw_again(next, rng);
            for _ in 0..SWAPS {
                if clock.is_late() {
                    return;
                }
                self.refresh(rng);
            }
        }
    }

    /// How much of the likelihood can be counted now and leaves enough deals with weight.
    fn largest_step(&self, enough: f64) -> f64 {
        let (mut low, mut high) = (self.counted, 1.0);
        for _ in 0..12 {
            let middle = 0.5 * (low + high);
            if effective(&self.weights(middle)) < enough { high = middle } else { low = middle }
        }
        // A step that is not worth its while would never end.
        low.max(self.counted + 0.02).min(1.0)
    }

    /// Draws as many deals again by their weights, evenly spaced.
    fn draw_again(&mut self, counted: f64, rng: &mut SearchRng) {
        let chosen = spaced(&self.weights(counted), self.worlds.len(), rng);
        self.worlds = chosen.iter().map(|&place| self.worlds[place]).collect();
        self.likely = chosen.iter().map(|&place| self.likely[place]).collect();
        self.base.fill(0.0);
        self.counted = counted;
    }

    /// One swap in each deal, accepted as Metropolis does.
    fn refresh(&mut self, rng: &mut SearchRng) {
        let mut places = vec![];
        let mut proposed = vec![];
        for (place, world) in self.worlds.iter().enumerate() {
            if let Some(other) = self.sampler.swapped(world, rng) {
                places.push(place);
                proposed.push(other);
            }
        }
        let likely = self.likelihoods(&proposed);
        for ((place, world), likely) in places.into_iter().zip(proposed).zip(likely) {
            let gain = self.counted * (likely - self.likely[place]);
            if choose::unit(rng).ln() < gain {
                self.worlds[place] = world;
                self.likely[place] = likely;
            }
        }
    }

    /// Equal deals as one, in the order in which they were first seen.
    fn merged(self) -> ParticleSet {
        let weights = self.weights(1.0);
        let mut places: FxHashMap<[u64; SEATS - 1], usize> = FxHashMap::default();
        let mut set = ParticleSet { worlds: vec![], weights: vec![] };
        for (world, weight) in self.worlds.iter().zip(weights) {
            let place = *places
                .entry(self.others.map(|seat| world.hand(seat).bits()))
                .or_insert(set.worlds.len());
            if place == set.worlds.len() {
                set.worlds.push(*world);
                set.weights.push(0.0);
            }
            set.weights[place] += weight;
        }
        set
    }
}

/// Weights from logarithms, all together 1.
fn normalized(mut logs: Vec<f64>) -> Vec<f64> {
    let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    logs.iter_mut().for_each(|log| *log = (*log - top).exp());
    let sum: f64 = logs.iter().sum();
    logs.iter_mut().for_each(|weight| *weight /= sum);
    logs
}

/// Kish's effective sample size of weights whose sum is 1.
fn effective(weights: &[f64]) -> f64 {
    1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>()
}

/// Places drawn by their weights, whose sum is 1: each as often as it is expected to be, rounded up or down.
pub(super) fn spaced(weights: &[f64], count: usize, rng: &mut SearchRng) -> Vec<usize> {
    let (step, mut sum, mut place) = (1.0 / count as f64, weights[0], 0);
    let offset = choose::unit(rng);
    (0..count)
        .map(|number| {
            let mark = (number as f64 + offset) * step;
            while sum < mark && place + 1 < weights.len() {
                place += 1;
                sum += weights[place];
            }
            place
        })
        .collect()
}
