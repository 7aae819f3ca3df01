use super::{Manners, Model};
use crate::doppelkopf::features::{
    ANSWERS, POINTS_PER_UNIT, WORDS, Watch, answer_to_move, encode, legal, move_to_answer,
    only_move,
};
use crate::{Agent, Effort};
use kontra_doppelkopf::{Card, Doppelkopf, DoppelkopfView, Move};
use kontra_game::{Actions, History, SearchRng, View};
use kontra_nets::BatchEvaluator;
use kontra_search::{Analysis, MoveAnalysis};
use std::time::Instant;

/// Plays what its network holds for best, without any search.
#[derive(Debug)]
pub struct NetworkPlayer {
    evaluator: BatchEvaluator,
    manners: Manners,
    rng: SearchRng,
    effort: Effort,
}

/// Differences of this many score points make an answer about three times as likely to be good.
const PRIOR_POINTS: f64 = 0.5;

impl NetworkPlayer {
    /// A player with this network and these manners.
    pub fn new(model: &Model, manners: Manners, rng: SearchRng) -> NetworkPlayer {
        NetworkPlayer {
            evaluator: model.network().evaluator(),
            manners,
            rng,
            effort: Effort::default(),
        }
    }

    /// The expected score of every answer, in score points; only legal ones mean something.
    fn values(
        &mut self,
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
    ) -> [f32; ANSWERS] {
        let mut bits = [0; WORDS];
        encode(view, &Watch::of_history(history), &mut bits);
        self.evaluator.evaluate_bits(&bits, 1);
        let values = self.evaluator.output("values").unwrap_or(&[0.0; ANSWERS + 1]);
        std::array::from_fn(|answer| POINTS_PER_UNIT * (values[answer] + values[ANSWERS]))
    }

    fn analysis(
        &mut self,
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
    ) -> Analysis<Move> {
        let start = Instant::now();
        let values = self.values(view, history);
        let may_marry = view.hand().count(Card::QUEEN_OF_CLUBS) == 2;
        let answer = self.manners.choose(&values, legal(view), may_marry, &mut self.rng);
        let mut actions = Actions::new();
        view.actions(&mut actions);
        let value = |action: Move| {
            move_to_answer(view, action).map_or(f64::NAN, |a| values[usize::from(a)].into())
        };
        let best = actions.iter().map(|action| value(*action)).fold(f64::NEG_INFINITY, f64::max);
        let weight = |action: Move| ((value(action) - best) / PRIOR_POINTS).exp();
        let sum: f64 = actions.iter().map(|action| weight(*action)).sum();
        let moves = actions.iter().map(|&action| MoveAnalysis {
            action,
            visits: 1,
            value: value(action),
            error: f64::NAN,
            prior: weight(action) / sum,
        });
        let chosen = answer_to_move(view, answer).unwrap_or(actions[0]);
        let analysis = Analysis::of_one_evaluation(chosen, moves.collect(), start.elapsed());
        self.effort.add(&analysis);
        analysis
    }
}

impl Agent<Doppelkopf> for NetworkPlayer {
    fn choose(&mut self, view: &DoppelkopfView, history: History<'_, Doppelkopf>) -> Move {
        // One evaluation is cheap, but most questions leave no choice.
        only_move(view).unwrap_or_else(|| self.analysis(view, history).chosen)
    }

    fn analyze(
        &mut self,
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
    ) -> Option<Analysis<Move>> {
        Some(self.analysis(view, history))
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
