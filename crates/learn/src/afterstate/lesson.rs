/// What one position taught.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PositionLesson<'a> {
    /// The bits that are set.
    pub rows: &'a [u16],
    /// What is to be learned about it.
    pub answer: &'a LessonTarget,
}

/// What is to be learned about a position. Sides and colours are told from the seat that lays the next tile.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct LessonTarget {
    /// The head of the network.
    pub head: u16,
    /// How many sides play.
    pub sides: u8,
    /// The colours that placed their last stone, as bits.
    pub last_stones: u8,
    /// Each side's share of a win.
    pub wins: [f32; 4],
    /// Each colour's points less stones at the end, in tens.
    pub scores: [f32; 4],
}

/// Many of them.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct PositionLessons {
    rows: Vec<u16>,
    /// Where the rows of each lesson end.
    ends: Vec<u32>,
    answers: Vec<LessonTarget>,
}

impl PositionLessons {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Adds one.
    pub fn push(&mut self, rows: &[u16], answer: LessonTarget) {
        self.rows.extend_from_slice(rows);
        self.ends.push(self.rows.len() as u32);
        self.answers.push(answer);
    }

    /// Several lists as one.
    pub fn joined(parts: &[PositionLessons]) -> PositionLessons {
        let sum = |of: fn(&PositionLessons) -> usize| parts.iter().map(of).sum();
        let mut all = PositionLessons {
            rows: Vec::with_capacity(sum(|part| part.rows.len())),
            ends: Vec::with_capacity(sum(PositionLessons::len)),
            answers: Vec::with_capacity(sum(PositionLessons::len)),
        };
        for part in parts {
            let before = all.rows.len() as u32;
            all.rows.extend_from_slice(&part.rows);
            all.ends.extend(part.ends.iter().map(|end| before + end));
            all.answers.extend_from_slice(&part.answers);
        }
        all
    }

    /// A lesson by its number.
    pub fn get(&self, number: usize) -> PositionLesson<'_> {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let rows = &self.rows[start..self.ends[number] as usize];
        PositionLesson { rows, answer: &self.answers[number] }
    }
}
