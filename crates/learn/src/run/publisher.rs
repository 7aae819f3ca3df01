use super::elsewhere::{Elsewhere, PlayOrder, Played, published};
use crate::selfplay::{TurnCounts, Turnover};
use crate::{Learner, LearnerSetup, Samples, Trouble};
use kontra_nets::Weights;
use std::cell::Cell;

/// Takes the place of self-play: publishes networks, and hands over the games that come back.
pub(super) struct Publisher<'a> {
    pub(super) elsewhere: &'a mut dyn Elsewhere,
    pub(super) setup: &'a LearnerSetup,
    /// Other networks that play, in their order.
    pub(super) others: Vec<Weights>,
    /// Steps after which the new weights are published.
    pub(super) refresh: u64,
    /// The number of the last order.
    pub(super) number: &'a mut u64,
}

impl Publisher<'_> {
    /// Games from elsewhere until `each` has enough, which counts steps in `step`. An order is given at the beginning, and
    /// whenever the learner has made `refresh` steps more.
    pub(super) fn play(
        &mut self,
        learner: &mut dyn Learner,
        mut order: PlayOrder,
        step: &Cell<u64>,
        mut each: impl FnMut(&mut dyn Learner, &Samples, TurnCounts) -> Result<Turnover, Trouble>,
    ) -> Result<(), Trouble> {
        self.publish(learner, &mut order)?;
        let mut published_at = step.get();
        loop {
            let Played { samples, counts } = self.elsewhere.next()?;
            match each(learner, &samples, counts)? {
                Turnover::Stop => return Ok(()),
                Turnover::Next(next) => order.fade = next,
            }
            // Games by rules need no network.
            if !order.rough && step.get() >= published_at + self.refresh {
                self.publish(learner, &mut order)?;
                published_at = step.get();
            }
        }
    }

    /// Publishes the weights as they are.
    fn publish(&mut self, learner: &mut dyn Learner, order: &mut PlayOrder) -> Result<(), Trouble> {
        let state = learner.state()?;
        *self.number += 1;
        order.number = *self.number;
        let own = self.setup.playing_weights(&state.weights);
        let networks = std::iter::once(&own).chain(&self.others);
        let networks = networks.map(|weights| published(&self.setup.graph, weights));
        order.networks = networks.collect::<Result<_, _>>()?;
        self.elsewhere.publish(order)
    }
}
