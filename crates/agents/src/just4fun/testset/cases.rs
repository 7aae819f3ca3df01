use super::{late, multi, patterns};
use kontra_game::StableHasher;
use kontra_just4fun::{Field, Fields};
use std::fmt;
use std::hash::Hasher;
use std::sync::OnceLock;

/// A set of situations (Gastegger 2024, section 6.3 and table 6.1).
///
/// A *three* is three of the four fields of a line, and it is completed by the fourth. Three in the middle of a longer line can be
/// completed on both sides. There are 184 threes on the board: 152 can be completed in one way, 32 in two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TestSet {
    /// A three that is completed in one way: all 152, after 6 turns.
    WinPattern,
    /// The other has a three: all those of 5 turns along rows and columns whose missing field is not at an end (72), and of 6 turns
    /// along diagonals (56).
    PreventLossPattern,
    /// Both have a three, and completing comes before preventing: all 184, after 6 turns.
    PreferWinPattern,
    /// Two stones that become a three with two open ends: the 28 such threes on lines of six, each without one of its stones.
    DoublePattern,
    /// Two neighbouring stones in the middle 4 × 4 fields that become three of a square: 40 of the 42 pairs, all but those two
    /// across the centre.
    TrianglePattern,
    /// A three is completed on a board where fields are fought for.
    WinPatternMs,
    /// The other's three is stopped on such a board.
    PreventLossPatternMs,
    /// The last stone wins by points.
    WinPointsMs,
    /// The last stone wins by the highest field, in one way only.
    WinMaxFieldMs,
}

/// One situation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The stones by field: those of the player to move, then those of the other.
    pub stones: [[u8; Field::COUNT]; 2],
    /// What the player to move is expected to choose from.
    pub expected: Fields,
}

impl Case {
    /// How many stones lie on the board.
    pub fn turns(&self) -> usize {
        self.stones.as_flattened().iter().map(|&stones| usize::from(stones)).sum()
    }
}

impl TestSet {
    /// All sets, in the order of the thesis.
    pub const ALL: [TestSet; 9] = [
        TestSet::WinPattern,
        TestSet::PreventLossPattern,
        TestSet::PreferWinPattern,
        TestSet::DoublePattern,
        TestSet::TrianglePattern,
        TestSet::WinPatternMs,
        TestSet::PreventLossPatternMs,
        TestSet::WinPointsMs,
        TestSet::WinMaxFieldMs,
    ];

    /// The thesis's name.
    pub const fn name(self) -> &'static str {
        match self {
            TestSet::WinPattern => "win-pattern",
            TestSet::PreventLossPattern => "prevent-loss-pattern",
            TestSet::PreferWinPattern => "prefer-win-pattern",
            TestSet::DoublePattern => "double-pattern",
            TestSet::TrianglePattern => "triangle-pattern",
            TestSet::WinPatternMs => "win-pattern-ms",
            TestSet::PreventLossPatternMs => "prevent-loss-pattern-ms",
            TestSet::WinPointsMs => "win-points-ms",
            TestSet::WinMaxFieldMs => "win-max-field-ms",
        }
    }

    /// The set with this name.
    pub fn by_name(name: &str) -> Option<TestSet> {
        TestSet::ALL.into_iter().find(|set| set.name() == name)
    }

    /// What is expected, as one sentence for people.
    pub const fn about(self) -> &'static str {
        match self {
            TestSet::WinPattern => "Complete a line of four.",
            TestSet::PreventLossPattern => "Stop a line of four of the other player.",
            TestSet::PreferWinPattern => "Complete a line of four rather than stop the other's.",
            TestSet::DoublePattern => "Make a three that can be completed on two sides.",
            TestSet::TrianglePattern => "Make a triangle, from which two such threes can be made.",
            TestSet::WinPatternMs => "Complete a line of four where fields are fought for.",
            TestSet::PreventLossPatternMs => "Stop the other's line where fields are fought for.",
            TestSet::WinPointsMs => "Win by points with the last stone.",
            TestSet::WinMaxFieldMs => "Win by the highest field with the last stone.",
        }
    }

    /// The number of cases in the thesis, which is ours too.
    pub const fn count(self) -> usize {
        match self {
            TestSet::WinPattern => 152,
            TestSet::PreventLossPattern => 128,
            TestSet::PreferWinPattern => 184,
            TestSet::DoublePattern => 84,
            TestSet::TrianglePattern => 40,
            TestSet::WinPatternMs => 136,
            TestSet::PreventLossPatternMs => 90,
            TestSet::WinPointsMs => 19,
            TestSet::WinMaxFieldMs => 10,
        }
    }

    /// All cases, the same every time.
    pub fn cases(self) -> Vec<Case> {
        // Some are found in thousands of random games, and many measurements ask for them.
        static FOUND: [OnceLock<Vec<Case>>; TestSet::ALL.len()] =
            [const { OnceLock::new() }; TestSet::ALL.len()];
        FOUND[self as usize].get_or_init(|| self.find()).clone()
    }

    fn find(self) -> Vec<Case> {
        match self {
            TestSet::WinPattern => patterns::win(),
            TestSet::PreventLossPattern => patterns::prevent(),
            TestSet::PreferWinPattern => patterns::prefer(),
            TestSet::DoublePattern => patterns::double(),
            TestSet::TrianglePattern => patterns::triangle(),
            TestSet::WinPatternMs => multi::win(self.count()),
            TestSet::PreventLossPatternMs => multi::prevent(self.count()),
            TestSet::WinPointsMs => late::points(self.count()),
            TestSet::WinMaxFieldMs => late::highest_field(self.count()),
        }
    }

    /// A number that changes whenever one of these cases does.
    pub fn digest(cases: &[Case]) -> u64 {
        let mut hasher = StableHasher::default();
        for case in cases {
            hasher.write(case.stones.as_flattened());
            case.expected.into_iter().for_each(|field| hasher.write_u8(field.number()));
            hasher.write_u8(0);
        }
        hasher.finish()
    }
}

impl fmt::Display for TestSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
