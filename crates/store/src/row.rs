use kontra_agents::Failure;
use kontra_arena::{Forfeited, PlayedGame, SeatEffort};
use kontra_game::{MAX_SEATS, Moves, Payoffs, Seat, StableHasher};
use rusqlite::{Row, Statement, params};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::time::Duration;

/// One game as it is stored.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GameRow {
    pub(crate) deal: u64,
    pub(crate) arrangement: usize,
    /// What it was worth; as many as there are seats, none if it is not finished.
    pub(crate) payoffs: Vec<f64>,
    pub(crate) thinking: [SeatEffort; MAX_SEATS],
    /// Who broke it off, if somebody did.
    pub(crate) forfeit: Option<Forfeited>,
    pub(crate) ending: Option<Cow<'static, str>>,
    pub(crate) identity: u64,
    pub(crate) moves: Moves,
    /// The start in JSON; `None`: dealt from the match's seed.
    pub(crate) start: Option<String>,
}

/// The columns of a game with the name of its ending, in the order of [`GameRow::read`].
pub(crate) const COLUMNS: &str = "deal, arrangement, payoff0, payoff1, payoff2, payoff3, \
    decisions0, decisions1, decisions2, decisions3, time0, time1, time2, time3, \
    iterations0, iterations1, iterations2, iterations3, nodes0, nodes1, nodes2, nodes3, \
    forfeit_seat, forfeit_why, (SELECT name FROM endings WHERE id = ending), identity, moves, start, checksum";

/// Adds a game; its parameters are those of [`GameRow::insert`].
pub(crate) const INSERT: &str = "INSERT INTO games VALUES \
    (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, \
     ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30)";

impl GameRow {
    /// The row of a game that was played with its moves.
    pub(crate) fn of(deal: u64, played: &PlayedGame) -> GameRow {
        GameRow {
            deal,
            arrangement: played.arrangement,
            payoffs: played.payoffs.as_slice().to_vec(),
            thinking: played.thinking,
            forfeit: played.forfeit.clone(),
            ending: Some(played.ending.clone()),
            identity: played.identity,
            moves: played.moves.clone().unwrap_or_default(),
            start: None,
        }
    }

    /// The game that was played; `None` if the row is that of an unfinished one.
    pub(crate) fn played(self) -> Option<PlayedGame> {
        Some(PlayedGame {
            arrangement: self.arrangement,
            payoffs: Payoffs::new(&self.payoffs),
            ending: self.ending?,
            identity: self.identity,
            thinking: self.thinking,
            forfeit: self.forfeit,
            moves: Some(self.moves),
            record: None,
        })
    }

    /// Adds the game to a match, and says its hash there. The ending is given by its number.
    pub(crate) fn insert(
        &self,
        insert: &mut Statement<'_>,
        the_match: i64,
        ending: Option<i64>,
    ) -> rusqlite::Result<u64> {
        let [payoff0, payoff1, payoff2, payoff3] =
            std::array::from_fn::<_, MAX_SEATS, _>(|seat| self.payoffs.get(seat));
        let by_seat = |number: fn(&SeatEffort) -> u64| {
            self.thinking.each_ref().map(|seat| number(seat).cast_signed())
        };
        let [decisions0, decisions1, decisions2, decisions3] = by_seat(|seat| seat.decisions);
        let [time0, time1, time2, time3] = by_seat(|seat| nanoseconds(seat.time));
        let [iterations0, iterations1, iterations2, iterations3] =
            by_seat(|seat| seat.effort.iterations);
        let [nodes0, nodes1, nodes2, nodes3] = by_seat(|seat| seat.effort.nodes);
        let forfeit_seat = self.forfeit.as_ref().map(|forfeit| forfeit.seat.index() as i64);
        let forfeit_why = self.forfeit.as_ref().map(|forfeit| forfeit.why.0.as_str());
        let arrangement = self.arrangement as i64;
        let (deal, identity) = (self.deal.cast_signed(), self.identity.cast_signed());
        let hasher = self.hasher();
        let (moves, checksum) = (self.moves.as_bytes(), checksum(&hasher));
        let values = params![
            the_match,
            deal,
            arrangement,
            payoff0,
            payoff1,
            payoff2,
            payoff3,
            decisions0,
            decisions1,
            decisions2,
            decisions3,
            time0,
            time1,
            time2,
            time3,
            iterations0,
            iterations1,
            iterations2,
            iterations3,
            nodes0,
            nodes1,
            nodes2,
            nodes3,
            forfeit_seat,
            forfeit_why,
            ending,
            identity,
            moves,
            self.start,
            checksum
        ];
        insert.execute(values)?;
        Ok(hash(hasher, the_match))
    }

    /// Reads a row of a match with the columns of [`COLUMNS`], and its hash; `Err` with what is wrong if it is damaged.
    pub(crate) fn read(
        row: &Row<'_>,
        the_match: i64,
    ) -> rusqlite::Result<Result<(GameRow, u64), String>> {
        let number = |column: usize| row.get(column).map(i64::cast_unsigned);
        let mut payoffs = vec![];
        for seat in 0..MAX_SEATS {
            payoffs.extend(row.get::<_, Option<f64>>(2 + seat)?);
        }
        let mut thinking = [SeatEffort::default(); MAX_SEATS];
        for (seat, thinking) in thinking.iter_mut().enumerate() {
            thinking.decisions = number(6 + seat)?;
            thinking.time = Duration::from_nanos(number(10 + seat)?);
            thinking.effort.iterations = number(14 + seat)?;
            thinking.effort.nodes = number(18 + seat)?;
        }
        let (deal, arrangement) = (number(0)?, number(1)?);
        let game = GameRow {
            deal,
            arrangement: usize::try_from(arrangement).unwrap_or(usize::MAX),
            payoffs,
            thinking,
            forfeit: read_forfeit(row)?,
            ending: row.get::<_, Option<String>>(24)?.map(Cow::Owned),
            identity: number(25)?,
            moves: Moves::from_bytes(row.get(26)?),
            start: row.get(27)?,
        };
        let (hasher, noted) = (game.hasher(), row.get::<_, i64>(28)?);
        Ok(if noted == i64::from(checksum(&hasher)) {
            Ok((game, hash(hasher, the_match)))
        } else {
            Err(format!("game {arrangement} on deal {deal} has a wrong checksum"))
        })
    }

    /// Takes in everything, because SQLite does not notice when somebody overwrites a byte.
    fn hasher(&self) -> StableHasher {
        let mut hasher = StableHasher::default();
        hasher.write_u64(self.deal);
        hasher.write_usize(self.arrangement);
        hasher.write_usize(self.payoffs.len());
        for payoff in &self.payoffs {
            // SQLite does not tell -0 from 0.
            hasher.write_u64((payoff + 0.0).to_bits());
        }
        for seat in self.thinking {
            hasher.write_u64(seat.decisions);
            hasher.write_u64(nanoseconds(seat.time));
            hasher.write_u64(seat.effort.iterations);
            hasher.write_u64(seat.effort.nodes);
        }
        let forfeit = self.forfeit.as_ref();
        forfeit.map(|forfeit| (forfeit.seat.index(), &forfeit.why.0)).hash(&mut hasher);
        self.ending.as_deref().hash(&mut hasher);
        hasher.write_u64(self.identity);
        hasher.write(self.moves.as_bytes());
        self.start.hash(&mut hasher);
        hasher
    }
}

/// What the row itself says.
fn checksum(hasher: &StableHasher) -> u32 {
    hasher.finish() as u32
}

/// What the match sums up over its games: a game of another match has another hash.
fn hash(mut hasher: StableHasher, the_match: i64) -> u64 {
    hasher.write_u64(the_match.cast_unsigned());
    hasher.finish()
}

fn read_forfeit(row: &Row<'_>) -> rusqlite::Result<Option<Forfeited>> {
    let seat: Option<i64> = row.get(22)?;
    let why: Option<String> = row.get(23)?;
    let seat = seat.and_then(|seat| usize::try_from(seat).ok()).and_then(Seat::new);
    Ok(seat.zip(why).map(|(seat, why)| Forfeited { seat, why: Failure(why) }))
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
