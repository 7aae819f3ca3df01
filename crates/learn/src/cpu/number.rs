// `matrixmultiply` takes pointers: nothing safe is as fast, and all lengths are checked in one place below.
#![allow(unsafe_code)]

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// `f32` to train with, `f64` to check gradients with.
pub trait Number:
    Copy
    + Send
    + Sync
    + Debug
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + 'static
{
    /// From single precision.
    fn of(x: f32) -> Self;
    /// From double precision, rounded.
    fn round(x: f64) -> Self;
    /// In double precision.
    fn wide(self) -> f64;
    /// The exponential function.
    fn exp(self) -> Self;
    /// The natural logarithm.
    fn ln(self) -> Self;
    /// Hyperbolic tangent.
    fn tanh(self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// `c = a b + beta c`, with `[m, k, n]`, and the strides of rows and columns of `a` and `b`. `c` lies row by row.
    ///
    /// # Safety
    /// Every element that the sizes and strides name must lie within its slice.
    unsafe fn product(
        size: [usize; 3],
        a: MatrixPart<'_, Self>,
        b: MatrixPart<'_, Self>,
        beta: Self,
        c: &mut [Self],
    );
}

/// A matrix within a slice: the numbers, and the strides of its rows and columns.
#[derive(Clone, Copy, Debug)]
pub struct MatrixPart<'a, T> {
    numbers: &'a [T],
    strides: [usize; 2],
}

/// A matrix that lies row by row.
pub(super) fn rows<T>(numbers: &[T], width: usize) -> MatrixPart<'_, T> {
    MatrixPart { numbers, strides: [width, 1] }
}

/// The transpose of a matrix that lies row by row.
pub(super) fn transposed<T>(numbers: &[T], width: usize) -> MatrixPart<'_, T> {
    MatrixPart { numbers, strides: [1, width] }
}

impl<T> MatrixPart<'_, T> {
    fn holds(&self, rows: usize, columns: usize) -> bool {
        let last = (rows.max(1) - 1) * self.strides[0] + (columns.max(1) - 1) * self.strides[1];
        rows == 0 || columns == 0 || last < self.numbers.len()
    }
}

/// `c = a b`, or `c += a b` where `accumulate`; `a` is `m × k`, `b` is `k × n`, `c` lies row by row.
pub(super) fn multiply<T: Number>(
    size @ [m, k, n]: [usize; 3],
    a: MatrixPart<'_, T>,
    b: MatrixPart<'_, T>,
    accumulate: bool,
    c: &mut [T],
) {
    assert!(a.holds(m, k) && b.holds(k, n) && c.len() >= m * n, "matrices have the sizes they say");
    let beta = if accumulate { T::of(1.0) } else { T::of(0.0) };
    // SAFETY: the line above saw that the last element of each matrix, and so every one, lies within its slice.
    unsafe { T::product(size, a, b, beta, c) }
}

macro_rules! number {
    ($t:ty, $product:path) => {
        impl Number for $t {
            fn of(x: f32) -> $t {
                <$t>::from(x)
            }
            #[allow(clippy::unnecessary_cast)]
            fn round(x: f64) -> $t {
                x as $t
            }
            #[allow(clippy::useless_conversion)]
            fn wide(self) -> f64 {
                f64::from(self)
            }
            fn exp(self) -> $t {
                self.exp()
            }
            fn ln(self) -> $t {
                self.ln()
            }
            fn tanh(self) -> $t {
                self.tanh()
            }
            fn sqrt(self) -> $t {
                self.sqrt()
            }
            unsafe fn product(
                [m, k, n]: [usize; 3],
                a: MatrixPart<'_, $t>,
                b: MatrixPart<'_, $t>,
                beta: $t,
                c: &mut [$t],
            ) {
                let [ra, ca] = a.strides.map(|s| s as isize);
                let [rb, cb] = b.strides.map(|s| s as isize);
                let (x, y) = (a.numbers.as_ptr(), b.numbers.as_ptr());
                // SAFETY: the caller says that all elements lie within the slices; `c` is borrowed alone.
                unsafe {
                    $product(
                        m,
                        k,
                        n,
                        1.0,
                        x,
                        ra,
                        ca,
                        y,
                        rb,
                        cb,
                        beta,
                        c.as_mut_ptr(),
                        n as isize,
                        1,
                    );
                }
            }
        }
    };
}

number!(f32, matrixmultiply::sgemm);
number!(f64, matrixmultiply::dgemm);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_school() {
        // [1 2; 3 4] [5 6; 7 8] = [19 22; 43 50]
        let (a, b) = ([1.0, 2.0, 3.0, 4.0_f32], [5.0, 6.0, 7.0, 8.0]);
        let mut c = [0.0; 4];
        multiply([2, 2, 2], rows(&a, 2), rows(&b, 2), false, &mut c);
        assert_eq!(c, [19.0, 22.0, 43.0, 50.0]);
        multiply([2, 2, 2], transposed(&a, 2), rows(&b, 2), true, &mut c);
        assert_eq!(c, [19.0 + 26.0, 22.0 + 30.0, 43.0 + 38.0, 50.0 + 44.0]);
    }

    #[test]
    #[should_panic(expected = "matrices have the sizes they say")]
    fn a_matrix_that_is_too_short_is_never_read() {
        multiply([2, 2, 2], rows(&[1.0_f32; 3], 2), rows(&[1.0; 4], 2), false, &mut [0.0; 4]);
    }
}
