use super::chances::{cards_kept, chances};
use super::planes::Plane;
use kontra_game::{Seat, View};
use kontra_just4fun::{Field, PlayerView, SIDE, Stones, lines};
use std::sync::OnceLock;

/// What can be counted in a position beyond what lies there: stones that lines still need, and how likely fields are reached.
/// Everything is by place, row by row. The opponent of a count is the other player for whom it is highest.
#[derive(Clone, Debug)]
pub(super) struct Foresight {
    /// How likely a hand that nobody has seen reaches the field.
    pub(super) chance: PlaceNumbers,
    /// What share of the hand is left if the field is reached with as few cards as possible; 0: all are needed, or it is not
    /// reached.
    pub(super) kept: PlaceNumbers,
    /// Of the player.
    pub(super) own: LineCounts,
    /// Of the opponents.
    pub(super) others: LineCounts,
    /// 1 where a stone of the next player completes a line.
    pub(super) next_wins: PlaceNumbers,
    /// Points of the player less those of the best opponent, in hundreds.
    pub(super) lead: f32,
    /// The share of stones that the player has left.
    pub(super) left: f32,
    /// The share of stones that the opponents have left, on average.
    pub(super) others_left: f32,
    /// How many players there are beyond two.
    pub(super) more_players: f32,
}

/// A number for each place.
pub(super) type PlaceNumbers = [f32; Field::COUNT];

/// What lines mean to a player, for each place.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineCounts {
    /// 1 where a stone may be put.
    pub(super) open: PlaceNumbers,
    /// 1 where the majority is held, ½ where it takes one stone, ⅓ where it takes two, 0 where it cannot be had.
    pub(super) near: PlaceNumbers,
    /// 1 where a stone completes a line.
    pub(super) wins: PlaceNumbers,
    /// How many lines lack two stones, one of them here.
    pub(super) pairs: PlaceNumbers,
    /// How many lines lack three stones, one of them here.
    pub(super) triples: PlaceNumbers,
    /// The sum over lines to which this place belongs of the chance that all their stones can be put at once.
    pub(super) hopes: PlaceNumbers,
}

/// A line with a field that cannot be had lacks at least this many stones.
const NEVER: u8 = 32;

/// The lines of four, each by the numbers of its places.
fn line_places() -> &'static [[usize; 4]] {
    static ONCE: OnceLock<Vec<[usize; 4]>> = OnceLock::new();
    let number = |place: kontra_just4fun::Place| SIDE * place.row() + place.column();
    ONCE.get_or_init(|| lines().map(|line| line.map(number)).collect())
}

impl LineCounts {
    const NONE: LineCounts = {
        let zeros = [0.0; Field::COUNT];
        LineCounts {
            open: zeros,
            near: zeros,
            wins: zeros,
            pairs: zeros,
            triples: zeros,
            hopes: zeros,
        }
    };

    /// Counts for one player, who lacks this many stones for the majority on each field.
    fn of(lacking: &[u8; Field::COUNT], open: &PlaceNumbers, chance: &PlaceNumbers) -> LineCounts {
        let mut counts = LineCounts { open: *open, ..LineCounts::NONE };
        let likely: PlaceNumbers = std::array::from_fn(|at| chance[at].powi(lacking[at].into()));
        for (near, &stones) in counts.near.iter_mut().zip(lacking) {
            *near = if stones >= NEVER { 0.0 } else { 1.0 / f32::from(stones + 1) };
        }
        for line in line_places() {
            let stones: u8 = line.iter().map(|&at| lacking[at]).fold(0, u8::saturating_add);
            if stones >= NEVER {
                continue;
            }
            let hope: f32 = line.iter().map(|&at| likely[at]).product();
            for &at in line {
                let missing = lacking[at] > 0;
                match stones {
                    1 if missing => counts.wins[at] = 1.0,
                    2 if missing => counts.pairs[at] += 1.0,
                    3 if missing => counts.triples[at] += 1.0,
                    _ => {}
                }
                counts.hopes[at] += hope;
            }
        }
        counts
    }

    /// The higher of both, number by number.
    fn take_higher(&mut self, other: &LineCounts) {
        let LineCounts { open, near, wins, pairs, triples, hopes } = self;
        let lists = [
            (open, &other.open),
            (near, &other.near),
            (wins, &other.wins),
            (pairs, &other.pairs),
            (triples, &other.triples),
            (hopes, &other.hopes),
        ];
        for (all, more) in lists {
            all.iter_mut().zip(more).for_each(|(a, b)| *a = a.max(*b));
        }
    }
}

impl Foresight {
    /// What the player whose view it is can count.
    pub(super) fn of(view: &PlayerView) -> Foresight {
        let (table, seat) = (view.table(), view.seat());
        let (stones, board, seats) = (table.stones(), table.board(), table.seats());
        // Fields by place, row by row.
        let mut fields = [0; Field::COUNT];
        for field in Field::all() {
            let place = board.place(field);
            fields[SIDE * place.row() + place.column()] = field.index();
        }
        let by_number = chances(view.unseen());
        let kept_by_number = cards_kept(view.hand());
        let chance = fields.map(|field| by_number[field]);
        let kept = fields.map(|field| f32::from(kept_by_number[field].unwrap_or(0)) / 4.0);
        let counts_of = |seat: Seat| {
            let (lacking, open) = lacking(stones, seat, seats);
            LineCounts::of(&fields.map(|f| lacking[f]), &fields.map(|f| open[f]), &chance)
        };
        let own = counts_of(seat);
        let mut others = LineCounts::NONE;
        let mut next_wins = [0.0; Field::COUNT];
        for step in 1..seats {
            let counts = counts_of(Seat::wrapping(seat.index() + step, seats));
            if step == 1 {
                next_wins = counts.wins;
            }
            others.take_higher(&counts);
        }
        let points = stones.points();
        let rivals = || Seat::all(seats).filter(|other| *other != seat);
        let best = rivals().map(|other| points[other.index()]).max().unwrap_or(0);
        let share = |seat: Seat| f32::from(stones.left(seat)) / 20.0;
        Foresight {
            chance,
            kept,
            own,
            others,
            next_wins,
            lead: (f32::from(points[seat.index()]) - f32::from(best)) / 100.0,
            left: share(seat),
            others_left: rivals().map(share).sum::<f32>() / (seats - 1) as f32,
            more_players: (seats - 2) as f32,
        }
    }
}

impl Foresight {
    /// What a plane has at a place; 0 for planes that do not count ahead.
    pub(super) fn at(&self, plane: Plane, place: usize) -> f32 {
        match plane {
            Plane::OpponentAvailability => self.others.open[place],
            Plane::UnseenChance => self.chance[place],
            Plane::Kept => self.kept[place],
            Plane::Near => self.own.near[place],
            Plane::OpponentNear => self.others.near[place],
            Plane::Wins => self.own.wins[place],
            Plane::OpponentWins => self.others.wins[place],
            Plane::NextWins => self.next_wins[place],
            Plane::Pairs => self.own.pairs[place],
            Plane::OpponentPairs => self.others.pairs[place],
            Plane::Triples => self.own.triples[place],
            Plane::OpponentTriples => self.others.triples[place],
            Plane::Hopes => self.own.hopes[place],
            Plane::OpponentHopes => self.others.hopes[place],
            Plane::Left => self.left,
            Plane::OpponentLeft => self.others_left,
            Plane::Lead => self.lead,
            Plane::MorePlayers => self.more_players,
            _ => 0.0,
        }
    }
}

/// For each field by number: how many stones a player lacks for the majority, and 1 where they may put one.
fn lacking(stones: &Stones, seat: Seat, seats: usize) -> ([u8; Field::COUNT], PlaceNumbers) {
    let open = stones.open(seat);
    let (mut lacking, mut may) = ([0; Field::COUNT], [0.0; Field::COUNT]);
    for field in Field::all() {
        let own = stones.on(field, seat);
        let rivals = Seat::all(seats).filter(|other| *other != seat);
        let most = rivals.map(|other| stones.on(field, other)).max().unwrap_or(0);
        let is_open = open.contains(field);
        may[field.index()] = f32::from(u8::from(is_open));
        lacking[field.index()] = match own > most {
            true => 0,
            false if is_open => most - own + 1,
            false => NEVER,
        };
    }
    (lacking, may)
}
