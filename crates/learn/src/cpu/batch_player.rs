use super::parallel;
use kontra_nets::{BatchEvaluator, Graph, Network, Weights};

/// Positions that are evaluated together. Fixed, so that threads do not matter.
const TOGETHER: usize = 256;

/// A network that answers, with memory for each thread.
pub(super) struct BatchPlayer {
    words: usize,
    evaluators: Vec<BatchEvaluator>,
}

/// A stretch of a batch: for each output what is to be written.
struct Job<'a> {
    evaluator: &'a mut BatchEvaluator,
    bits: &'a [u64],
    outputs: Vec<(&'a str, &'a mut [f32])>,
}

impl BatchPlayer {
    /// A player with these weights.
    pub(super) fn new(
        graph: &Graph,
        weights: &Weights,
        words: usize,
        threads: usize,
    ) -> BatchPlayer {
        BatchPlayer::of(&Network::new(graph, weights), words, threads)
    }

    /// A player of this network.
    pub(super) fn of(network: &Network, words: usize, threads: usize) -> BatchPlayer {
        BatchPlayer { words, evaluators: (0..threads).map(|_| network.evaluator()).collect() }
    }

    /// Evaluates positions: writes each output, all positions one after the other.
    pub(super) fn evaluate(&mut self, bits: &[u64], outputs: Vec<(&str, &mut [f32])>) {
        let (words, threads) = (self.words, self.evaluators.len());
        let count = bits.len() / words;
        let share = count.div_ceil(TOGETHER).div_ceil(threads) * TOGETHER;
        let mut rest: Vec<_> =
            outputs.into_iter().map(|(name, out)| (name, out.len() / count.max(1), out)).collect();
        let mut jobs = Vec::with_capacity(threads);
        for (evaluator, bits) in self.evaluators.iter_mut().zip(bits.chunks((share * words).max(1)))
        {
            let here = bits.len() / words;
            let mut outputs = Vec::with_capacity(rest.len());
            for (name, width, out) in &mut rest {
                let (part, after) = std::mem::take(out).split_at_mut(here * *width);
                *out = after;
                outputs.push((*name, part));
            }
            jobs.push(Job { evaluator, bits, outputs });
        }
        parallel::each(threads, jobs.into_iter(), |job| job.run(words));
    }
}

impl Job<'_> {
    fn run(self, words: usize) {
        let mut outputs: Vec<_> = self.outputs;
        for bits in self.bits.chunks(TOGETHER * words) {
            let count = bits.len() / words;
            self.evaluator.evaluate_bits(bits, count);
            for (name, out) in &mut outputs {
                let found = self.evaluator.output(name).unwrap_or_default();
                let (part, after) = std::mem::take(out).split_at_mut(found.len());
                part.copy_from_slice(found);
                *out = after;
            }
        }
    }
}
