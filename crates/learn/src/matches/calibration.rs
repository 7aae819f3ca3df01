use std::fmt;

/// Positions for which a network said about the same.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Bin {
    /// How many.
    pub count: u64,
    /// The sum of what it said, as chances.
    pub said: f64,
    /// How often it was so.
    pub so: u64,
}

/// Chances that a network gave, beside how often it was so: in ten bins.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Calibration {
    /// Chances from 0 to 0.1, from 0.1 to 0.2, and so on.
    pub bins: [Bin; 10],
}

impl Calibration {
    /// A chance that was given, as the number before the logistic function, and whether it was so.
    pub fn add(&mut self, output: f32, so: bool) {
        let chance = 1.0 / (1.0 + (-f64::from(output)).exp());
        let bin = &mut self.bins[((chance * 10.0) as usize).min(9)];
        bin.count += 1;
        bin.said += chance;
        bin.so += u64::from(so);
    }

    /// The largest distance between what was said and what was so, among bins with at least this many positions.
    pub fn worst(&self, least: u64) -> f64 {
        let filled = self.bins.iter().filter(|bin| bin.count >= least.max(1));
        filled.map(|bin| (bin.said - bin.so as f64).abs() / bin.count as f64).fold(0.0, f64::max)
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, bin) in self.bins.iter().enumerate().filter(|(_, bin)| bin.count > 0) {
            let share = |x: f64| 100.0 * x / bin.count as f64;
            let (said, so) = (share(bin.said), share(bin.so as f64));
            let gap = if i == 0 { "" } else { "; " };
            write!(f, "{gap}{said:.1} → {so:.1} ({})", bin.count)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_fall_into_their_bins() {
        let mut calibration = Calibration::default();
        for i in 0..100 {
            calibration.add(0.0, i % 2 == 0);
            calibration.add(9.0, true);
            calibration.add(-9.0, i == 0);
        }
        let counts = calibration.bins.map(|bin| bin.count);
        assert_eq!(counts, [100, 0, 0, 0, 0, 100, 0, 0, 0, 100]);
        assert_eq!(calibration.bins.map(|bin| bin.so), [1, 0, 0, 0, 0, 50, 0, 0, 0, 100]);
        assert!((calibration.worst(1) - 0.0099).abs() < 1e-3, "{}", calibration.worst(1));
        assert_eq!(calibration.worst(101), 0.0);
    }
}
