use crate::binomial::binomial;
use crate::bits::BitSearch;
use crate::split::random_split;
use kontra_game::choose;
use rand::Rng;

/// The places.
const HANDS: usize = 3;

/// All ways to distribute cards among three hands, counted, as one list of divisions: the fastest sampler.
///
/// A game may distinguish cases with different needs, for example by who got the queens of clubs if these have rules of
/// their own. [`Assignments`](crate::Assignments) has only one case and is what most games want.
#[derive(Clone, Debug)]
pub struct ThreeHands {
    /// The cards by the set of hands that may hold them.
    groups: [u64; 1 << HANDS],
    /// Every way to divide the groups, each with the number of assignments of it and of all before it.
    divisions: Vec<(Division, u64)>,
}

/// How many cards of each group go to which hand. Groups of one hand need no number.
#[derive(Clone, Copy, Debug)]
struct Division {
    case: u8,
    /// From the cards of hands 0 and 1: to hand 0.
    first_of_01: u8,
    /// From the cards of hands 0 and 2: to hand 0.
    first_of_02: u8,
    /// From the cards of hands 1 and 2: to hand 1.
    first_of_12: u8,
    /// From the cards of all three: to hands 0 and 1.
    of_all: [u8; 2],
}

impl ThreeHands {
    /// These cards, of which each hand may hold some, and no case yet: nothing can be drawn.
    pub fn new(cards: u64, may_hold: [u64; HANDS]) -> ThreeHands {
        let groups = std::array::from_fn(|members| {
            (0..HANDS).fold(cards, |cards, hand| {
                let may = may_hold[hand];
                cards & if members >> hand & 1 != 0 { may } else { !may }
            })
        });
        ThreeHands { groups, divisions: vec![] }
    }

    /// The exact number of assignments in all cases.
    #[inline]
    pub fn count(&self) -> u64 {
        self.divisions.last().map_or(0, |&(_, total)| total)
    }

    /// Adds a case in which the hands need this many cards each. Every assignment counts `ways` times.
    ///
    /// `None` when there are 2^64 assignments or more; then nothing more can be done with this.
    pub fn add_case(&mut self, case: u8, needs: [u8; HANDS], ways: u64) -> Option<()> {
        let size = |members: usize| self.groups[members].count_ones() as i32;
        let (g01, g02, g12, all) = (size(0b011), size(0b101), size(0b110), size(0b111));
        // What each hand needs beyond the cards that only it may hold.
        let needs: [i32; HANDS] =
            std::array::from_fn(|hand| i32::from(needs[hand]) - size(1 << hand));
        if size(0) > 0 || needs.iter().any(|&need| need < 0) {
            return Some(());
        }
        for x in 0..=g01.min(needs[0]) {
            for y in 0..=g02.min(needs[0] - x) {
                let a = needs[0] - x - y;
                for z in 0..=g12 {
                    let b = needs[1] - (g01 - x) - z;
                    let c = needs[2] - (g02 - y) - (g12 - z);
                    if b < 0 || c < 0 || a + b + c != all {
                        continue;
                    }
                    let factors = [(g01, x), (g02, y), (g12, z), (all, a), (all - a, b)];
                    let assignments = factors.iter().try_fold(ways, |product, &(n, k)| {
                        product.checked_mul(binomial(n as u32, k as u32))
                    })?;
                    let division = Division {
                        case,
                        first_of_01: x as u8,
                        first_of_02: y as u8,
                        first_of_12: z as u8,
                        of_all: [a as u8, b as u8],
                    };
                    let total = self.count().checked_add(assignments)?;
                    self.divisions.push((division, total));
                }
            }
        }
        Some(())
    }

    /// A case and three hands, every assignment being equally likely.
    ///
    /// # Panics
    /// When there is no assignment.
    #[inline(always)]
    pub fn draw<R: Rng, B: BitSearch>(&self, rng: &mut R, bits: B) -> (u8, [u64; HANDS]) {
        let number = choose::below_u64(rng, self.count());
        let index = self.divisions.partition_point(|&(_, total)| total <= number);
        let division = &self.divisions[index].0;
        let mut hands: [u64; HANDS] = std::array::from_fn(|hand| self.groups[1 << hand]);
        let mut split = |group: usize, first: usize, second: usize, count: u8| {
            let (chosen, rest) = random_split(self.groups[group], count.into(), rng, bits);
            hands[first] |= chosen;
            hands[second] |= rest;
        };
        split(0b011, 0, 1, division.first_of_01);
        split(0b101, 0, 2, division.first_of_02);
        split(0b110, 1, 2, division.first_of_12);
        let [first, second] = division.of_all.map(u32::from);
        let (chosen, rest) = random_split(self.groups[0b111], first, rng, bits);
        hands[0] |= chosen;
        let (chosen, rest) = random_split(rest, second, rng, bits);
        hands[1] |= chosen;
        hands[2] |= rest;
        (division.case, hands)
    }
}
