/// A square matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Adds the product of a sparse vector with itself, times `factor`.
    pub(super) fn add_square(&mut self, vector: &[(usize, f64)], factor: f64) {
        for &(row, a) in vector {
            for &(column, b) in vector {
                self.add(row, column, factor * a * b);
            }
        }
    }

    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(vector).map(|(a, b)| a * b).sum();
        self.cells.chunks_exact(self.size.max(1)).map(row).collect()
    }

    /// The inverse of a symmetric matrix with positive pivots, by Gauss and Jordan.
    pub(super) fn inverse(mut self) -> Matrix {
        let size = self.size;
        let mut inverse = Matrix::zero(size);
        (0..size).for_each(|i| inverse.add(i, i, 1.0));
        for pivot in 0..size {
            let scale = 1.0 / self.get(pivot, pivot);
            for matrix in [&mut self, &mut inverse] {
                matrix.row(pivot).iter_mut().for_each(|cell| *cell *= scale);
            }
            for row in (0..size).filter(|&row| row != pivot) {
                let factor = self.get(row, pivot);
                for matrix in [&mut self, &mut inverse] {
                    let taken = matrix.row(pivot).to_vec();
                    matrix.row(row).iter_mut().zip(taken).for_each(|(cell, t)| *cell -= factor * t);
                }
            }
        }
        inverse
    }

    fn row(&mut self, row: usize) -> &mut [f64] {
        &mut self.cells[row * self.size..(row + 1) * self.size]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes_the_matrix() {
        let mut matrix = Matrix::zero(3);
        matrix.add_square(&[(0, 1.0), (1, -1.0)], 2.0);
        matrix.add_square(&[(1, 1.0), (2, -0.5)], 3.0);
        (0..3).for_each(|i| matrix.add(i, i, 0.5));
        let vector = [1.0, -2.0, 4.0];
        let back = matrix.clone().inverse().times(&matrix.times(&vector));
        assert!(back.iter().zip(vector).all(|(a, b)| (a - b).abs() < 1e-12), "{back:?}");
    }
}
