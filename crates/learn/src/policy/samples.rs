use crate::Trouble;

/// Positions with what searches found there, in parallel lists.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct PolicySamples {
    /// For every input of the network its numbers, sample by sample.
    pub inputs: Vec<Vec<f32>>,
    /// Legal answers, as bits.
    pub legal: Vec<u64>,
    /// The policy to come close to: one number for each answer, 0 where an answer is not legal.
    pub policies: Vec<f32>,
    /// The value to come close to.
    pub values: Vec<f32>,
    /// How much each sample counts; 1 on average.
    pub weights: Vec<f32>,
}

impl PolicySamples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.legal.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.legal.is_empty()
    }

    /// One sentence where the lists do not belong together.
    pub fn check(&self, widths: &[usize], answers: usize) -> Result<(), Trouble> {
        let count = self.len();
        let inputs = self.inputs.iter().map(Vec::len).eq(widths.iter().map(|width| count * width));
        let fits = inputs
            && self.policies.len() == count * answers
            && self.values.len() == count
            && self.weights.len() == count
            && self.legal.iter().all(|legal| *legal != 0 && legal >> answers == 0);
        if fits {
            Ok(())
        } else {
            Err(Trouble(format!(
                "samples: expected {count} positions with inputs of {widths:?} numbers and {answers} answers"
            )))
        }
    }
}
