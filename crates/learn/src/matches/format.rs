use std::fmt;

/// How the seats are shared between a network and its opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Two and two, in all six ways.
    Two,
    /// One among three opponents, on each seat.
    One,
    /// Three with one opponent, on each seat.
    Three,
    /// Four of a kind.
    Four,
}

const SIX: [u8; 6] = [0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100];
const SINGLES: [u8; 4] = [0b0001, 0b0010, 0b0100, 0b1000];
const TRIPLES: [u8; 4] = [0b1110, 0b1101, 0b1011, 0b0111];
const ALL: [u8; 1] = [0b1111];

impl Format {
    /// Every format with its name.
    pub const NAMES: [(&'static str, Format); 4] = [
        ("two", Format::Two),
        ("one", Format::One),
        ("three", Format::Three),
        ("four", Format::Four),
    ];

    /// The seats of the network as bits, in each game on a deal.
    pub(super) fn seatings(self) -> &'static [u8] {
        match self {
            Format::Two => &SIX,
            Format::One => &SINGLES,
            Format::Three => &TRIPLES,
            Format::Four => &ALL,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Format::NAMES.iter().find(|(_, format)| format == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}
