use crate::{First, LearnerSetup, Trouble, first_weights};
use kontra_nets::{Op, Shape, Weights};

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
        if betas && weights {
            Ok(())
        } else {
            fault(
                "expected betas and average from 0 to below 1, decay and flag weight of 0 or more"
                    .to_owned(),
            )
        }
    }

    /// The weights that a learner begins with: those of [`First::He`], outputs zero.
    pub fn first_weights(&self) -> Weights {
        first_weights(&self.graph, First::He, true, self.seed)
    }
}
