use crate::{CriticSetup, First, LearnerSetup, Trouble, first_weights};
use kontra_nets::{Graph, Layout, Op, Shape, Value, Weights};

impl LearnerSetup {
    /// One sentence where no learner can be made of it.
    pub fn check(&self) -> Result<(), Trouble> {
        let fault = |text: String| Err(Trouble(format!("learner: {text}")));
        let inputs: Vec<_> = self.graph.inputs().collect();
        let [(input, Op::Bits)] = inputs[..] else {
            return fault("expected a network with one input, of bits".to_owned());
        };
        let width = self.graph.shape(input).width;
        if width.div_ceil(64) != self.words {
            return fault(format!(
                "expected {} words for {width} bits, found {}",
                width.div_ceil(64),
                self.words
            ));
        }
        if !(1..=64).contains(&self.answers) {
            return fault(format!("expected 1 to 64 answers, found {}", self.answers));
        }
        let outputs = [("values", self.answers + 1), ("flags", self.flags)];
        for (name, columns) in outputs.into_iter().filter(|(_, columns)| *columns > 0) {
            let shape = self.graph.output(name).map(|v| self.graph.shape(v));
            if shape != Some(Shape { cells: 1, width: columns }) {
                return fault(format!("expected an output '{name}' with {columns} columns"));
            }
        }
        let least = [
            ("batch", self.batch),
            ("ring", self.ring),
            ("ask", self.ask),
            ("groups", self.groups),
        ];
        if let Some((name, _)) = least.iter().find(|(_, n)| *n == 0) {
            return fault(format!("{name}: expected at least 1"));
        }
        let betas = self.betas.into_iter().chain([self.average]).all(|x| (0.0..1.0).contains(&x));
        let weights = [self.decay, self.flag_weight].into_iter().all(|x| x.is_finite() && x >= 0.0);
        if !(betas && weights) {
            return fault(
                "expected betas and average from 0 to below 1, decay and flag weight of 0 or more"
                    .to_owned(),
            );
        }
        self.critic.as_ref().map_or(Ok(()), |critic| self.check_critic(critic))
    }

    /// One sentence where the critic does not fit.
    fn check_critic(&self, critic: &CriticSetup) -> Result<(), Trouble> {
        let fault = |text: &str| Err(Trouble(format!("learner, critic: {text}")));
        let (nodes, all) = (self.graph.nodes(), &critic.graph);
        if all.nodes().get(..nodes.len()) != Some(nodes) {
            return fault("expected the network that plays at the beginning of its graph");
        }
        let inputs: Vec<Value> = all.inputs().map(|(input, _)| input).collect();
        let hidden = match inputs[..] {
            [_, hidden] if all.nodes()[hidden.0].op == Op::Bits => all.shape(hidden).width,
            _ => return fault("expected a second input, of bits"),
        };
        if hidden > self.flags || !hidden.is_multiple_of(8) {
            return fault(
                "expected a multiple of 8 hidden bits, at most as many as there are flags",
            );
        }
        if all.output("critic").map(|v| all.shape(v)) != Some(Shape { cells: 1, width: 1 }) {
            return fault("expected an output 'critic' with one column");
        }
        if !(critic.weight.is_finite() && critic.weight > 0.0) {
            return fault("expected a weight above 0");
        }
        if !(0.0..=1.0).contains(&critic.ahead) {
            return fault("expected a chance from 0 to 1 of looking further ahead");
        }
        let count = |graph: &Graph| Layout::new(graph).parameter_count();
        if count(&self.graph) + count(&critic.alone) != count(all) {
            return fault(
                "expected the critic alone to have the weights behind those of the player",
            );
        }
        Ok(())
    }

    /// What is trained: the network that plays, and the critic where there is one.
    pub fn training_graph(&self) -> &Graph {
        self.critic.as_ref().map_or(&self.graph, |critic| &critic.graph)
    }

    /// The weights that a learner begins with: those of [`First::He`], outputs zero.
    pub fn first_weights(&self) -> Weights {
        first_weights(self.training_graph(), First::He, true, self.seed)
    }

    /// The part of trained weights that plays.
    pub fn playing_weights(&self, trained: &Weights) -> Weights {
        let layout = Layout::new(&self.graph);
        let parameters = trained.parameters()[..layout.parameter_count()].to_vec();
        let statistics = trained.statistics()[..layout.statistic_count()].to_vec();
        Weights::from_lists(&self.graph, parameters, statistics)
            .unwrap_or_else(|| Weights::zeros(&self.graph))
    }

    /// The critic's part of trained weights, for a graph with equally many.
    pub fn critic_weights(&self, graph: &Graph, trained: &Weights) -> Option<Weights> {
        let layout = Layout::new(&self.graph);
        let parameters = trained.parameters()[layout.parameter_count()..].to_vec();
        let statistics = trained.statistics()[layout.statistic_count()..].to_vec();
        Weights::from_lists(graph, parameters, statistics)
    }

    /// Weights to begin with: these for the network that plays, first ones for the critic.
    pub fn begin_with(&self, playing: &Weights) -> Weights {
        let mut weights = self.first_weights();
        let (parameters, statistics) = weights.lists_mut();
        parameters[..playing.parameters().len()].copy_from_slice(playing.parameters());
        statistics[..playing.statistics().len()].copy_from_slice(playing.statistics());
        weights
    }
}
