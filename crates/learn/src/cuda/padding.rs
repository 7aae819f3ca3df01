use crate::Trouble;
use kontra_nets::{Builder, Graph, Layout, Op, Value, Weights};

/// Columns that matrix products like best come in eights: inputs of bits and outputs of other widths are computed a little wider on the
/// device, and nobody outside sees it.
pub(super) struct Padding {
    /// The graph as it is computed.
    pub(super) wide: Graph,
    narrow: Graph,
    /// Where each tensor of the parameters begins: outside, on the device, and its length outside. New rows come last.
    parts: Vec<(usize, usize, usize)>,
    count: usize,
}

const EIGHT: usize = 8;

impl Padding {
    pub(super) fn new(graph: &Graph) -> Padding {
        let wide = widened(graph);
        let (narrow, padded) = (Layout::new(graph), Layout::new(&wide));
        let slots = narrow.parameters.iter().zip(&padded.parameters);
        let parts = slots.flat_map(|(n, w)| {
            // A layer behind bits has wider rows, all others have more of them.
            let [narrow, wide] = [n, w].map(|slot| slot.shape.get(1).copied().unwrap_or(1));
            let rows = if narrow == wide { 1 } else { n.shape[0] };
            let length = n.range.len() / rows;
            let stride = if rows == 1 { 0 } else { wide };
            let (from, to) = (n.range.start, w.range.start);
            (0..rows).map(move |row| (from + row * length, to + row * stride, length))
        });
        let parts = parts.collect();
        Padding { wide, narrow: graph.clone(), parts, count: padded.parameter_count() }
    }

    /// One sentence where these weights are those of another network.
    pub(super) fn check(&self, weights: &Weights) -> Result<(), Trouble> {
        let own = Weights::zeros(&self.narrow);
        let sizes = |w: &Weights| (w.parameters().len(), w.statistics().len());
        if sizes(&own) == sizes(weights) {
            return Ok(());
        }
        let (wanted, found) = (own.parameters().len(), weights.parameters().len());
        Err(Trouble(format!("weights: expected {wanted} for this network, found {found}")))
    }

    /// A list like the parameters, as it lies on the device; zeros where there is nothing outside.
    pub(super) fn widen(&self, list: &[f32]) -> Vec<f32> {
        let mut wide = vec![0.0; self.count];
        for (from, to, len) in &self.parts {
            wide[*to..to + len].copy_from_slice(&list[*from..from + len]);
        }
        wide
    }

    /// A list from the device as it is outside.
    pub(super) fn narrow(&self, wide: &[f32]) -> Vec<f32> {
        let mut list = Vec::with_capacity(self.count);
        for (_, from, len) in &self.parts {
            list.extend_from_slice(&wide[*from..from + len]);
        }
        list
    }

    /// Weights as they lie on the device.
    pub(super) fn widen_weights(&self, weights: &Weights) -> Weights {
        let parameters = self.widen(weights.parameters());
        let wide = Weights::from_lists(&self.wide, parameters, weights.statistics().to_vec());
        wide.unwrap_or_else(|| Weights::zeros(&self.wide))
    }

    /// Weights from the device as they are outside.
    pub(super) fn narrow_weights(&self, weights: &Weights) -> Weights {
        let parameters = self.narrow(weights.parameters());
        let narrow = Weights::from_lists(&self.narrow, parameters, weights.statistics().to_vec());
        narrow.unwrap_or_else(|| Weights::zeros(&self.narrow))
    }

    /// Rows of an output without the columns that nobody outside sees.
    pub(super) fn narrow_rows(&self, value: Value, rows: &[f32], out: &mut Vec<f32>) {
        let (width, wide) = (self.narrow.shape(value).width, self.wide.shape(value).width);
        rows.chunks_exact(wide).for_each(|row| out.extend_from_slice(&row[..width]));
    }
}

/// The same graph with inputs of bits and outputs whose width is a multiple of eight.
fn widened(graph: &Graph) -> Graph {
    let mut b = Builder::new();
    for (place, node) in graph.nodes().iter().enumerate() {
        let is_output = graph.outputs().any(|(_, value)| value.0 == place);
        let (cells, width) = (node.shape.cells, node.shape.width);
        match node.op {
            Op::Bits => b.bits(width.next_multiple_of(EIGHT)),
            Op::Dense => b.dense(cells, width),
            Op::Linear { from, bias } => {
                let out = if is_output { width.next_multiple_of(EIGHT) } else { width };
                if bias { b.linear(from, out) } else { b.linear_without_bias(from, out) }
            }
            Op::BatchNorm { from, momentum } => b.batch_norm_with(from, momentum),
            Op::LayerNorm { from } => b.layer_norm(from),
            Op::Act { from, function } => b.activation(from, function),
            Op::Add { a, b: other } => b.add(a, other),
            Op::Concat { a, b: other } => b.concat(a, other),
            Op::Patches { from, .. } => b.patches(from),
            Op::Flatten { from } => b.flatten(from),
            Op::Dropout { from, rate } => b.dropout(from, rate),
        };
    }
    let outputs: Vec<(&str, Value)> = graph.outputs().collect();
    b.finish(&outputs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_nets::Activation;

    #[test]
    fn outputs_become_multiples_of_eight_and_lists_come_back() {
        let mut b = Builder::new();
        let bits = b.bits(64);
        let h = b.linear(bits, 5);
        let h = b.activation(h, Activation::Relu);
        let (values, flags) = (b.linear(h, 44), b.linear(h, 16));
        let graph = b.finish(&[("values", values), ("flags", flags)]);
        let padding = Padding::new(&graph);
        assert_eq!(padding.wide.shape(values).width, 48);
        assert_eq!(padding.wide.shape(flags).width, 16);
        let list: Vec<f32> = (0..Layout::new(&graph).parameter_count()).map(|i| i as f32).collect();
        let wide = padding.widen(&list);
        assert_eq!(wide.len(), list.len() + 4 * 5 + 4);
        assert_eq!(padding.narrow(&wide), list);
        let mut out = vec![];
        padding.narrow_rows(values, &[1.0; 96], &mut out);
        assert_eq!(out.len(), 88);
    }

    #[test]
    fn bits_become_whole_bytes_whose_last_ones_have_no_weight() {
        let mut b = Builder::new();
        let bits = b.bits(70);
        let values = b.linear(bits, 3);
        let graph = b.finish(&[("values", values)]);
        let padding = Padding::new(&graph);
        assert_eq!(padding.wide.shape(bits).width, 72);
        let list: Vec<f32> = (1..=3 * 70 + 3).map(|i| i as f32).collect();
        let wide = padding.widen(&list);
        assert_eq!(wide.len(), 8 * 72 + 8);
        assert_eq!(wide[72..72 + 70], list[70..140]);
        assert!(wide[72 + 70..144].iter().all(|w| *w == 0.0));
        assert_eq!(padding.narrow(&wide), list);
    }
}
