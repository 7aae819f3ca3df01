use super::Knowledge;
use super::endgame::{EndgameSolver, Objective};
use crate::exact_end::{Averages, DecideEnd};
use kontra_doppelkopf::{Doppelkopf, DoppelkopfView, HAND, Move, Question, Worlds};
use kontra_game::{Actions, SearchRng, View, Weighted};
use kontra_search::mcts::Domain;
use kontra_search::{Analysis, Cost, Limits};
use std::num::NonZeroU64;

/// The last tricks of Doppelkopf, decided by what each card is worth if all hands are open, on average over the deals
/// that the player thinks possible: all of them where they are few, otherwise a sample.
///
/// In each deal everybody is taken to see all cards: a player who decides like this does not hide anything, and believes that
/// they will know later which deal it is (strategy fusion), as an ensemble of trees does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LastTricks {
    /// How many tricks are decided like this: at most 8, when every marriage has found its partner.
    pub tricks: usize,
    /// How many deals are solved at most.
    pub worlds: NonZeroU64,
    /// What a result is worth, and where deals come from.
    pub knowledge: Knowledge,
}

/// How many positions the solver of one decision remembers: 8 MB at most.
const REMEMBERED: usize = 1 << 18;

impl LastTricks {
    /// Adds what each card is worth in this world; says whether it could be solved, and in time.
    fn add(
        &self,
        averages: &mut Averages<Move>,
        solver: &mut EndgameSolver,
        world: &Doppelkopf,
        weight: f64,
    ) -> bool {
        if averages.is_late() {
            return false;
        }
        let scores = solver.cards(world, Objective::ScorePoints);
        let points = solver.cards(world, Objective::CardPoints);
        let (Ok(scores), Ok(points)) = (scores, points) else { return false };
        if averages.is_late() {
            // It was not solved to its end.
            return false;
        }
        let rewarding = self.knowledge.rewarding;
        // Score and card points are solved apart: the points only tell cards apart that bring the same score.
        let values = scores.iter().zip(&points).map(|((_, score), (_, points))| {
            f64::from(*score) * rewarding.score_factor + f64::from(*points) / rewarding.divisor
        });
        averages.add(values, weight);
        true
    }
}

impl DecideEnd<Doppelkopf> for LastTricks {
    fn decide(
        &self,
        view: &DoppelkopfView,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Option<Analysis<Move>> {
        let public = view.public();
        if public.question() != Some(Question::Card) || HAND - public.tricks() > self.tricks {
            return None;
        }
        let mut legal = Actions::new();
        view.actions(&mut legal);
        if legal.len() < 2 {
            return None;
        }
        let (mut averages, mut solver) =
            (Averages::new(&legal, limits), EndgameSolver::new(REMEMBERED).within(limits));
        let (all, most) = (Worlds::new(view), self.worlds.get());
        let few = all.count() <= most;
        let mut solved = true;
        if few {
            all.each(|world, weight| {
                solved = solved && self.add(&mut averages, &mut solver, world, weight as f64);
            });
        } else {
            let worlds = self.knowledge.worlds(view);
            for _ in 0..most {
                solved = solved && {
                    let Weighted { world, weight } = worlds.draw(rng);
                    self.add(&mut averages, &mut solver, &world, weight)
                };
            }
        }
        if solved { averages.analysis(solver.nodes(), few) } else { None }
    }

    fn cost(&self) -> Cost {
        // Deals are solved one after the other, by one solver.
        let LastTricks { tricks, worlds: _, knowledge: _ } = *self;
        if tricks == 0 { Cost::NOTHING } else { Cost::of_bytes(EndgameSolver::bytes(REMEMBERED)) }
    }
}
