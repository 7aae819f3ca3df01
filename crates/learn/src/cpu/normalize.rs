//! Batch and layer normalization.

use super::number::Number;
use kontra_nets::EPSILON;

/// How many rows there were, and the mean and the sum of squared differences of every column.
#[derive(Clone, Debug)]
pub(super) struct Moments<T> {
    pub(super) count: usize,
    pub(super) mean: Vec<T>,
    pub(super) squares: Vec<T>,
}

impl<T: Number> Moments<T> {
    /// Of one part of a batch.
    pub(super) fn of(x: &[T], width: usize) -> Moments<T> {
        let count = x.len() / width;
        let (mut mean, mut squares) = (vec![T::default(); width], vec![T::default(); width]);
        for row in x.chunks_exact(width) {
            for (m, x) in mean.iter_mut().zip(row) {
                *m += *x;
            }
        }
        let share = T::round(1.0 / count.max(1) as f64);
        for m in &mut mean {
            *m = *m * share;
        }
        for row in x.chunks_exact(width) {
            for ((s, m), x) in squares.iter_mut().zip(&mean).zip(row) {
                *s += (*x - *m) * (*x - *m);
            }
        }
        Moments { count, mean, squares }
    }

    /// Of this part and the next one (Chan et al. 1983).
    pub(super) fn join(&mut self, next: &Moments<T>) {
        let all = self.count + next.count;
        if next.count == 0 {
            return;
        }
        let share = T::round(next.count as f64 / all as f64);
        let weight = T::round(self.count as f64 * next.count as f64 / all as f64);
        let columns = self.mean.iter_mut().zip(&mut self.squares);
        for ((mean, squares), (m, s)) in columns.zip(next.mean.iter().zip(&next.squares)) {
            let distance = *m - *mean;
            *mean += distance * share;
            *squares += *s + distance * distance * weight;
        }
        self.count = all;
    }

    /// One over the standard deviation of every column.
    pub(super) fn inverse(&self) -> Vec<T> {
        let share = T::round(1.0 / self.count.max(1) as f64);
        self.squares.iter().map(|s| inverse_root(*s * share)).collect()
    }
}

/// One over the standard deviation, from a variance.
pub(super) fn inverse_root<T: Number>(variance: T) -> T {
    T::of(1.0) / (variance + T::of(EPSILON)).sqrt()
}

/// The mean and one over the standard deviation of a row.
pub(super) fn of_row<T: Number>(row: &[T]) -> (T, T) {
    let share = T::round(1.0 / row.len() as f64);
    let mut mean = T::default();
    for x in row {
        mean += *x;
    }
    mean = mean * share;
    let mut squares = T::default();
    for x in row {
        squares += (*x - mean) * (*x - mean);
    }
    (mean, inverse_root(squares * share))
}

/// The gradient of scale and shift of a batch normalization over one part: for every column the sum of the gradient times
/// the normalized number, then the sum of the gradient.
pub(super) fn column_sums<T: Number>(x: &[T], g: &[T], mean: &[T], inverse: &[T]) -> Vec<T> {
    let width = mean.len();
    let mut sums = vec![T::default(); 2 * width];
    let (scale, shift) = sums.split_at_mut(width);
    for (x, g) in x.chunks_exact(width).zip(g.chunks_exact(width)) {
        for c in 0..width {
            scale[c] += g[c] * (x[c] - mean[c]) * inverse[c];
            shift[c] += g[c];
        }
    }
    sums
}
