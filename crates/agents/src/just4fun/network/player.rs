use super::leaves::{fields, priors, rewards};
use super::model::{BoardModel, Judge};
use crate::{Agent, Effort};
use kontra_game::{Actions, History, SearchRng, View, choose};
use kontra_just4fun::{Action, Just4Fun, PlayerView};
use kontra_search::{Analysis, MoveAnalysis};
use std::time::Instant;

/// Plays by the policy of a network, without any search: the thesis's `NetworkOnly`, which draws its moves.
#[derive(Debug)]
pub struct PolicyPlayer {
    judge: Judge,
    temperature: f64,
    rng: SearchRng,
    effort: Effort,
}

impl PolicyPlayer {
    /// Draws moves in proportion to policy^(1/temperature); 0: the most likely one.
    pub fn new(model: &BoardModel, temperature: f64, rng: SearchRng) -> PolicyPlayer {
        PolicyPlayer { judge: model.judge(), temperature, rng, effort: Effort::default() }
    }

    fn analysis(&mut self, view: &PlayerView) -> Analysis<Action> {
        let start = Instant::now();
        let mut legal = Actions::new();
        view.actions(&mut legal);
        self.judge.judge(&[*view]);
        let [_, shares] = self.judge.policy(0, view, fields(&legal));
        let priors = priors(&shares, &legal);
        let value = rewards(self.judge.value(0), view.seat(), view.table().seats());
        let chosen = legal[self.draw(&priors)];
        let moves = legal.iter().zip(&priors).map(|(&action, &prior)| MoveAnalysis {
            action,
            visits: 1,
            value: value[view.seat().index()],
            error: f64::NAN,
            prior: prior.into(),
        });
        Analysis::of_one_evaluation(chosen, moves.collect(), start.elapsed())
    }

    /// The number of a move.
    fn draw(&mut self, priors: &[f32]) -> usize {
        let best = priors.iter().copied().fold(0.0, f32::max);
        if self.temperature == 0.0 {
            return priors.iter().position(|prior| *prior == best).unwrap_or(0);
        }
        let weight = |prior: &f32| f64::from(prior / best).powf(1.0 / self.temperature);
        let weights: Vec<(usize, f64)> = priors.iter().map(weight).enumerate().collect();
        choose::weighted(&mut self.rng, &weights).unwrap_or(0)
    }
}

impl Agent<Just4Fun> for PolicyPlayer {
    fn choose(&mut self, view: &PlayerView, _: History<'_, Just4Fun>) -> Action {
        let analysis = self.analysis(view);
        self.effort.add(&analysis);
        analysis.chosen
    }

    fn analyze(&mut self, view: &PlayerView, _: History<'_, Just4Fun>) -> Option<Analysis<Action>> {
        Some(self.analysis(view))
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
