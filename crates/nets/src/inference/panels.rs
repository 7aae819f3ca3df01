//! Weights in the order in which they are multiplied.

/// Outputs of a panel: two registers of eight numbers.
pub(super) const PANEL: usize = 16;

/// A matrix in panels of [`PANEL`] outputs: for each input, the weights of these outputs lie side by side. The last panel is
/// filled up with zeros.
#[derive(Debug)]
pub(super) struct Panels {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) weights: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

impl Panels {
    /// From a matrix with one row for each output.
    pub(super) fn new(rows: &[f32], bias: &[f32], inputs: usize) -> Panels {
        let outputs = bias.len();
        let panels = outputs.div_ceil(PANEL);
        let mut weights = vec![0.0; panels * inputs * PANEL];
        for (output, row) in rows.chunks_exact(inputs).enumerate() {
            let panel = &mut weights[output / PANEL * inputs * PANEL..];
            for (input, weight) in row.iter().enumerate() {
                panel[input * PANEL + output % PANEL] = *weight;
            }
        }
        let mut padded = vec![0.0; panels * PANEL];
        padded[..outputs].copy_from_slice(bias);
        Panels { inputs, outputs, weights, bias: padded }
    }

    /// The weights and biases of one panel after the other.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[f32], &[f32; PANEL])> {
        self.weights.chunks_exact(self.inputs * PANEL).zip(self.bias.as_chunks::<PANEL>().0)
    }
}

/// A matrix with one row for each *input*: the rows of all bits that are set are summed up.
#[derive(Debug)]
pub(super) struct BitRows {
    pub(super) outputs: usize,
    pub(super) rows: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

impl BitRows {
    /// From a matrix with one row for each output.
    pub(super) fn new(matrix: &[f32], bias: &[f32], inputs: usize) -> BitRows {
        let outputs = bias.len();
        let mut rows = vec![0.0; inputs * outputs];
        for (output, row) in matrix.chunks_exact(inputs).enumerate() {
            for (input, weight) in row.iter().enumerate() {
                rows[input * outputs + output] = *weight;
            }
        }
        BitRows { outputs, rows, bias: bias.to_vec() }
    }
}
