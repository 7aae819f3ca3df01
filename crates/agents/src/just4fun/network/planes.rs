use super::foresight::Foresight;
use kontra_game::View;
use kontra_just4fun::{Cards, Field, PlayerView, statistics};
use std::sync::OnceLock;

/// A plane of the board: one number for each of the 36 places (Gastegger 2024, section 5.3). The player is the one whose
/// view it is; with more than two players, the opponent on a field is the other player with the most stones there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plane {
    /// 1 where nobody has a stone (equation 5.7).
    Empty,
    /// The player's stones (5.6).
    Stones,
    /// The opponent's stones (5.6).
    OpponentStones,
    /// 1 where another player has more stones than the player (5.8).
    Minority,
    /// 1 where the player has more stones than any other (5.9).
    Majority,
    /// 1 where the player leads by two stones (5.10).
    Secured,
    /// 1 where another player leads by two stones (5.10).
    OpponentSecured,
    /// The numbers of the fields (5.2).
    Values,
    /// 1 where the player may put a stone, whatever the hand (5.13).
    Availability,
    /// How likely a random hand reaches the field (5.11), by exact counting.
    Probability,
    /// 1 where the player's hand reaches the field, whatever lies there (5.12).
    Reachability,
    /// The numbers of the fields, from 0 to 1. This plane and all that follow are not in the thesis.
    Worth,
    /// 1 where some opponent may put a stone.
    OpponentAvailability,
    /// How likely a random hand of the cards that the player does not see reaches the field.
    UnseenChance,
    /// What share of the hand is left if the field is reached with as few cards as possible.
    Kept,
    /// 1 where the player holds the majority, ½ where it takes one stone, ⅓ where it takes two, 0 where it cannot be had.
    Near,
    /// The same for the opponents, the one who is nearest.
    OpponentNear,
    /// 1 where a stone of the player completes a line.
    Wins,
    /// 1 where a stone of an opponent completes a line.
    OpponentWins,
    /// 1 where a stone of the next player completes a line.
    NextWins,
    /// How many of the player's lines lack two stones, one of them here.
    Pairs,
    /// The same for the opponents.
    OpponentPairs,
    /// How many of the player's lines lack three stones, one of them here.
    Triples,
    /// The same for the opponents.
    OpponentTriples,
    /// The sum over lines through this place of the chance that all stones the player lacks can be put.
    Hopes,
    /// The same for the opponents.
    OpponentHopes,
    /// Everywhere: the share of stones that the player has left.
    Left,
    /// Everywhere: the share of stones that the opponents have left.
    OpponentLeft,
    /// Everywhere: points of the player less those of the best opponent, in hundreds.
    Lead,
    /// Everywhere: how many players there are beyond two.
    MorePlayers,
}

impl Plane {
    /// All planes, in the order of the thesis's tables: 'input feature planes (full)'.
    pub const FULL: [Plane; 11] = [
        Plane::Empty,
        Plane::Stones,
        Plane::OpponentStones,
        Plane::Minority,
        Plane::Majority,
        Plane::Secured,
        Plane::OpponentSecured,
        Plane::Values,
        Plane::Availability,
        Plane::Probability,
        Plane::Reachability,
    ];

    /// Those of table C.5, 'input feature planes (min)'.
    pub const MINIMAL: [Plane; 7] = [
        Plane::Empty,
        Plane::Stones,
        Plane::OpponentStones,
        Plane::Values,
        Plane::Availability,
        Plane::Probability,
        Plane::Reachability,
    ];

    /// The planes that are not in the thesis, which count ahead.
    pub const AHEAD: [Plane; 19] = [
        Plane::Worth,
        Plane::OpponentAvailability,
        Plane::UnseenChance,
        Plane::Kept,
        Plane::Near,
        Plane::OpponentNear,
        Plane::Wins,
        Plane::OpponentWins,
        Plane::NextWins,
        Plane::Pairs,
        Plane::OpponentPairs,
        Plane::Triples,
        Plane::OpponentTriples,
        Plane::Hopes,
        Plane::OpponentHopes,
        Plane::Left,
        Plane::OpponentLeft,
        Plane::Lead,
        Plane::MorePlayers,
    ];

    /// What the champion is shown: those of the thesis that are not numbers of another size, and all that count ahead.
    pub fn champion() -> Vec<Plane> {
        let plain = [
            Plane::Stones,
            Plane::OpponentStones,
            Plane::Minority,
            Plane::Majority,
            Plane::Secured,
            Plane::OpponentSecured,
            Plane::Availability,
            Plane::Reachability,
        ];
        plain.into_iter().chain(Plane::AHEAD).collect()
    }

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Plane::Empty => "empty",
            Plane::Stones => "stones",
            Plane::OpponentStones => "opponent-stones",
            Plane::Minority => "minority",
            Plane::Majority => "majority",
            Plane::Secured => "secured",
            Plane::OpponentSecured => "opponent-secured",
            Plane::Values => "values",
            Plane::Availability => "availability",
            Plane::Probability => "probability",
            Plane::Reachability => "reachability",
            Plane::Worth => "worth",
            Plane::OpponentAvailability => "opponent-availability",
            Plane::UnseenChance => "unseen-chance",
            Plane::Kept => "kept",
            Plane::Near => "near",
            Plane::OpponentNear => "opponent-near",
            Plane::Wins => "wins",
            Plane::OpponentWins => "opponent-wins",
            Plane::NextWins => "next-wins",
            Plane::Pairs => "pairs",
            Plane::OpponentPairs => "opponent-pairs",
            Plane::Triples => "triples",
            Plane::OpponentTriples => "opponent-triples",
            Plane::Hopes => "hopes",
            Plane::OpponentHopes => "opponent-hopes",
            Plane::Left => "left",
            Plane::OpponentLeft => "opponent-left",
            Plane::Lead => "lead",
            Plane::MorePlayers => "more-players",
        }
    }

    /// The plane with this name.
    pub fn by_name(name: &str) -> Option<Plane> {
        Plane::FULL.into_iter().chain(Plane::AHEAD).find(|plane| plane.name() == name)
    }

    fn counts_ahead(self) -> bool {
        Plane::AHEAD.contains(&self)
    }
}

/// The numbers of one card vector: one for each card of the deck.
pub const DECK: usize = Cards::DECK_SIZE;

/// The numbers of both card vectors, the player's hand and the used cards.
pub const CARDS: usize = 2 * DECK;

/// How likely a random hand reaches each field, by number.
fn probabilities() -> &'static [f32; Field::COUNT] {
    static ONCE: OnceLock<[f32; Field::COUNT]> = OnceLock::new();
    ONCE.get_or_init(|| statistics::reachability().map(|share| share as f32))
}

/// Writes planes place by place, row by row: all numbers of the first place, then all of the second, and so on.
///
/// # Panics
///
/// Where `out` does not have 36 numbers for each plane.
pub fn write_planes(view: &PlayerView, planes: &[Plane], out: &mut [f32]) {
    assert_eq!(out.len(), Field::COUNT * planes.len(), "36 numbers for each plane");
    let (table, own) = (view.table(), view.seat());
    let (stones, board, reach) = (table.stones(), table.board(), view.hand().reach());
    let (open, likely) = (stones.open(own), probabilities());
    let ahead = planes.iter().any(|plane| plane.counts_ahead()).then(|| Foresight::of(view));
    for field in Field::all() {
        let place = board.place(field);
        let at = kontra_just4fun::SIDE * place.row() + place.column();
        let mine = stones.on(field, own);
        let others = kontra_game::Seat::all(table.seats()).filter(|seat| *seat != own);
        let theirs = others.map(|seat| stones.on(field, seat)).max().unwrap_or(0);
        let secured = stones.securer(field);
        let yes = |condition: bool| f32::from(u8::from(condition));
        for (plane, out) in planes.iter().zip(&mut out[at * planes.len()..]) {
            *out = match plane {
                Plane::Empty => yes(mine == 0 && theirs == 0),
                Plane::Stones => f32::from(mine),
                Plane::OpponentStones => f32::from(theirs),
                Plane::Minority => yes(theirs > mine),
                Plane::Majority => yes(mine > theirs),
                Plane::Secured => yes(secured == Some(own)),
                Plane::OpponentSecured => yes(secured.is_some_and(|seat| seat != own)),
                Plane::Values => f32::from(field.number()),
                Plane::Availability => yes(open.contains(field)),
                Plane::Probability => likely[field.index()],
                Plane::Reachability => yes(reach.contains(field)),
                Plane::Worth => f32::from(field.number()) / Field::COUNT as f32,
                other => ahead.as_ref().map_or(0.0, |ahead| ahead.at(*other, at)),
            };
        }
    }
}

/// Writes the two card vectors: for each card of the deck in order whether it is in the hand, then whether it was used. Of
/// equal cards the first ones count as held.
///
/// # Panics
///
/// Where `out` does not have [`CARDS`] numbers.
pub fn write_cards(view: &PlayerView, out: &mut [f32]) {
    assert_eq!(out.len(), CARDS, "both card vectors");
    let (hand, used) = out.split_at_mut(DECK);
    for (cards, out) in [(Cards::from(view.hand()), hand), (view.table().used(), used)] {
        let mut at = 0;
        for card in kontra_just4fun::Card::all() {
            for copy in 0..card.copies() {
                out[at] = f32::from(u8::from(copy < cards.count(card)));
                at += 1;
            }
        }
    }
}
