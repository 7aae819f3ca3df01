/// The smallest, the largest and the average of many numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spread {
    count: u64,
    sum: u64,
    sum_of_squares: u64,
    least: u32,
    most: u32,
}

impl Spread {
    /// Adds a number.
    pub fn add(&mut self, number: u32) {
        let one = Spread {
            count: 1,
            sum: u64::from(number),
            sum_of_squares: u64::from(number) * u64::from(number),
            least: number,
            most: number,
        };
        self.merge(one);
    }

    /// Adds all numbers of another spread.
    pub fn merge(&mut self, other: Spread) {
        if self.count == 0 || other.count == 0 {
            *self = if self.count == 0 { other } else { *self };
            return;
        }
        self.count += other.count;
        self.sum += other.sum;
        self.sum_of_squares += other.sum_of_squares;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }

    /// How many numbers there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The smallest; 0 if there are none.
    pub fn least(&self) -> u32 {
        self.least
    }

    /// The largest; 0 if there are none.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// The average; 0 if there are none.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The standard deviation of the numbers; 0 if there are none.
    pub fn deviation(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        (self.sum_of_squares as f64 / self.count as f64 - self.mean().powi(2)).max(0.0).sqrt()
    }

    /// The standard error of the average, if the numbers are independent.
    pub fn error(&self) -> f64 {
        self.deviation() / (self.count.max(1) as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_the_same_in_parts_and_as_a_whole() {
        let (mut whole, mut parts) = (Spread::default(), [Spread::default(); 3]);
        for (i, number) in [5, 1, 4, 1, 5, 9, 2, 6].into_iter().enumerate() {
            whole.add(number);
            parts[i % 2].add(number);
        }
        let [mut one, two, empty] = parts;
        one.merge(empty);
        one.merge(two);
        assert_eq!(one, whole);
        assert_eq!((whole.least(), whole.most(), whole.count()), (1, 9, 8));
        assert_eq!(whole.mean(), 4.125);
        assert!((whole.deviation() - 2.570_870).abs() < 1e-6);
    }
}
