use crate::response::{Reached, played, starts, uniform};
use kontra_game::{Actions, Chances, Deals, InfoKey, Seat, Turn, View};
use std::collections::HashMap;

/// Finds an equilibrium of a game for two by counterfactual regret minimization, in the form CFR+ (Tammelin 2014): regrets
/// never fall below zero, the seats learn in turn, and later policies count more in the average.
///
/// The average policy approaches an equilibrium of a zero-sum game for two. [`nash_conv`](crate::nash_conv) tells how near it
/// is. Every iteration walks through the whole game twice, so it is for tiny games only.
///
/// ```
/// use kontra_tiny::{Cfr, Kuhn, expected_payoffs, nash_conv};
/// let mut cfr = Cfr::<Kuhn>::new(&());
/// cfr.run(200);
/// assert!(nash_conv::<Kuhn>(&(), |view| cfr.policy(view)) < 0.01);
/// assert!((expected_payoffs::<Kuhn>(&(), |view| cfr.policy(view))[0] + 1.0 / 18.0).abs() < 0.01);
/// ```
pub struct Cfr<G: Deals> {
    starts: Reached<G>,
    sets: HashMap<(Seat, InfoKey), Regrets>,
    iterations: u32,
}

/// What is known about an information set, for each legal move in order.
#[derive(Clone, Default)]
struct Regrets {
    /// How much better it would have been so far to make this move always, or zero.
    regrets: Vec<f64>,
    /// What this iteration adds to that.
    gained: Vec<f64>,
    /// The sum of all policies so far, weighted by the iteration and by how often the seat itself gets here.
    sum: Vec<f64>,
}

impl Regrets {
    /// Every move as often as it is regretted.
    fn policy(&self) -> Vec<f64> {
        shares(&self.regrets)
    }

    /// The end of an iteration.
    fn settle(&mut self) {
        for (regret, gained) in self.regrets.iter_mut().zip(&mut self.gained) {
            *regret = (*regret + std::mem::take(gained)).max(0.0);
        }
    }
}

/// Weights as probabilities; where there are none, all are equal.
fn shares(weights: &[f64]) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        weights.iter().map(|weight| weight / sum).collect()
    } else {
        vec![1.0 / weights.len() as f64; weights.len()]
    }
}

impl<G: Deals> Cfr<G> {
    /// Has learnt nothing yet: every move is equally likely.
    pub fn new(rules: &G::Rules) -> Cfr<G> {
        Cfr { starts: starts::<G>(rules), sets: HashMap::new(), iterations: 0 }
    }

    /// Learns for this many iterations more.
    pub fn run(&mut self, iterations: u32) {
        let starts = std::mem::take(&mut self.starts);
        for _ in 0..iterations {
            self.iterations += 1;
            for seat in Seat::all(2) {
                for (game, probability) in &starts {
                    self.walk(game, seat, 1.0, *probability);
                }
                let own = self.sets.iter_mut().filter(|((owner, _), _)| *owner == seat);
                own.for_each(|(_, set)| set.settle());
            }
        }
        self.starts = starts;
    }

    /// How many iterations it has learnt.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// The average policy: a probability for each legal move of the view, in order.
    pub fn policy(&self, view: &G::View) -> Vec<f64> {
        match self.sets.get(&(view.seat(), view.key())) {
            Some(set) => shares(&set.sum),
            None => uniform(view),
        }
    }

    /// What the rest of the game is worth to the seat that learns. `own` is how likely it comes here by itself, `others` how
    /// likely chance and the other seat let it.
    fn walk(&mut self, game: &G, seat: Seat, own: f64, others: f64) -> f64 {
        match game.turn() {
            Turn::Over => game.payoffs()[seat],
            Turn::Chance => {
                let mut chances = Chances::new();
                game.chances(&mut chances);
                let value = |(action, share): (G::Action, f64)| {
                    share * self.walk(&played(game, action), seat, own, others * share)
                };
                chances.into_iter().map(value).sum()
            }
            Turn::Seat(mover) if mover == seat => self.learn(game, seat, own, others),
            Turn::Seat(mover) => {
                let (actions, policy) = self.present(game, mover);
                let choices = actions.into_iter().zip(policy).filter(|(_, share)| *share > 0.0);
                let value = |(action, share): (G::Action, f64)| {
                    share * self.walk(&played(game, action), seat, own, others * share)
                };
                choices.map(value).sum()
            }
        }
    }

    /// A decision of the seat that learns: every move is tried.
    fn learn(&mut self, game: &G, seat: Seat, own: f64, others: f64) -> f64 {
        let (actions, policy) = self.present(game, seat);
        let values: Vec<f64> = (actions.into_iter().zip(&policy))
            .map(|(action, share)| self.walk(&played(game, action), seat, own * share, others))
            .collect();
        let value: f64 = values.iter().zip(&policy).map(|(value, share)| value * share).sum();
        let weight = f64::from(self.iterations) * own;
        let set = self.sets.entry((seat, game.view(seat).key())).or_default();
        for (number, share) in policy.iter().enumerate() {
            set.gained[number] += others * (values[number] - value);
            set.sum[number] += weight * share;
        }
        value
    }

    /// The legal moves of a seat, and how likely each is at present.
    fn present(&mut self, game: &G, mover: Seat) -> (Actions<G::Action>, Vec<f64>) {
        let mut actions = Actions::new();
        game.actions(&mut actions);
        let set = self.sets.entry((mover, game.view(mover).key())).or_default();
        if set.regrets.is_empty() {
            let none = vec![0.0; actions.len()];
            *set = Regrets { regrets: none.clone(), gained: none.clone(), sum: none };
        }
        (actions, set.policy())
    }
}
