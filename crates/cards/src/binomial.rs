/// Sets of cards are words of this many bits.
const MOST: usize = 64;

/// The number of ways to choose `k` of `n` cards.
#[inline]
pub(crate) fn binomial(n: u32, k: u32) -> u64 {
    BINOMIALS[n as usize][k as usize]
}

static BINOMIALS: [[u64; MOST + 1]; MOST + 1] = {
    let mut table = [[0; MOST + 1]; MOST + 1];
    let mut n = 0;
    while n <= MOST {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_known_values() {
        assert_eq!((binomial(0, 0), binomial(5, 2), binomial(5, 6)), (1, 10, 0));
        assert_eq!(binomial(36, 12), 1_251_677_700);
        assert_eq!(binomial(64, 32), 1_832_624_140_942_590_534);
    }
}
