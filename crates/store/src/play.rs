//! A match that is played into a store, from where it was.

use crate::configuration::Configuration;
use crate::row::{COLUMNS, GameRow};
use crate::seal::SetDigest;
use crate::writer::Writer;
use crate::{MatchId, MatchRequest, Store, StoreError, Stored};
use kontra_agents::{GameId, Playable, with_game};
use kontra_arena::{Keep, Match, MatchTable, Memory, PlayedGame, Verdict};
use kontra_game::{Moves, Streams};
use rustc_hash::FxHashMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Instant;

/// How many finished games may wait for the disk before those who play wait too.
const WAITING: usize = 4096;

/// The match so far: complete deals in the table, games beyond them by themselves.
struct Past {
    table: MatchTable,
    beyond: FxHashMap<(u64, usize), PlayedGame>,
    /// `each` has ended the match within the past.
    over: bool,
}

impl Store {
    /// Plays a match from where it was, or from its beginning; every game is committed as it ends.
    ///
    /// `each` is given all deals in order, those that were played before too, and may end the match after any of
    /// them: nothing beyond is kept then. But for times, the table is that of a match that was never interrupted.
    pub fn play<G: Playable, E: From<StoreError>>(
        &mut self,
        the_match: &Match<G>,
        plan: &MatchRequest,
        each: impl FnMut(u64, &[PlayedGame]) -> Result<ControlFlow<()>, E>,
    ) -> Result<MatchTable, E> {
        self.play_until(the_match, plan, &AtomicBool::new(false), each)
    }

    /// The same, but no game is begun any more once `stop` is set. What has ended is kept.
    pub fn play_until<G: Playable, E: From<StoreError>>(
        &mut self,
        the_match: &Match<G>,
        plan: &MatchRequest,
        stop: &AtomicBool,
        mut each: impl FnMut(u64, &[PlayedGame]) -> Result<ControlFlow<()>, E>,
    ) -> Result<MatchTable, E> {
        let configuration = Configuration::of(the_match).at(plan.commit.as_deref());
        let id = self.enter(&configuration, &players(the_match), plan)?;
        let mut ended = false;
        let mut each = |deal: u64, games: &[PlayedGame]| {
            let flow = each(deal, games)?;
            ended |= flow.is_break();
            Ok::<_, E>(flow)
        };
        let past = self.past(id, the_match, plan.records, stop, &mut each)?;
        let left = the_match.deals().saturating_sub(the_match.first_deal());
        let table = if past.over || past.table.deals == left {
            past.table
        } else {
            self.future(id, the_match, plan.records, past, stop, each)?
        };
        let decided = table.sprt.is_some_and(|test| test.verdict != Verdict::Undecided);
        if ended || decided {
            self.conclude(id, table.deals)?;
        }
        Ok(table)
    }

    /// Plays what is left.
    fn future<G: Playable, E: From<StoreError>>(
        &mut self,
        id: MatchId,
        the_match: &Match<G>,
        records: bool,
        Past { table, beyond, .. }: Past,
        stop: &AtomicBool,
        each: impl FnMut(u64, &[PlayedGame]) -> Result<ControlFlow<()>, E>,
    ) -> Result<MatchTable, E> {
        let failed = AtomicBool::new(false);
        let writer = Writer {
            path: &self.path,
            connection: &mut self.connection,
            the_match: id,
            elapsed_s: table.elapsed_s,
            begin: Instant::now(),
            endings: FxHashMap::default(),
        };
        std::thread::scope(|scope| {
            let (sender, games) = sync_channel(WAITING);
            let failed = &failed;
            let writer = scope.spawn(move || writer.run(&games, failed));
            let memory = Session { beyond, sender, stop, failed };
            let keep = Keep { moves: true, record: records };
            let table = the_match.play_on(table, keep, &memory, each);
            // Without a sender the writer commits what it has, and ends.
            drop(memory);
            let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            written.map_err(E::from)?;
            table
        })
    }

    /// Notes that a match was over after this many deals, and forgets games that were played beyond them.
    fn conclude(&mut self, id: MatchId, deals: u64) -> Result<(), StoreError> {
        // A change of the same thing: nothing is read before it is certain that nobody else writes.
        self.change(|| {
            self.ledger().amend(id, |mut games| {
                self.each_row(id, deals..=u64::MAX, |_, hash| {
                    games.remove(hash);
                    Ok::<_, StoreError>(())
                })?;
                let delete = "DELETE FROM games WHERE match = ?1 AND deal >= ?2";
                let update = "UPDATE matches SET concluded = ?2 WHERE id = ?1";
                for statement in [delete, update] {
                    let done = self.connection.execute(statement, (id.0, deals.cast_signed()));
                    done.map_err(|error| self.failed(&error))?;
                }
                Ok(games)
            })
        })
    }

    /// Reads what was played before.
    fn past<G: Playable, E: From<StoreError>>(
        &self,
        id: MatchId,
        the_match: &Match<G>,
        records: bool,
        stop: &AtomicBool,
        each: &mut impl FnMut(u64, &[PlayedGame]) -> Result<ControlFlow<()>, E>,
    ) -> Result<Past, E> {
        let elapsed_s = self.numbered(id)?.elapsed_s;
        let (table, games) = (MatchTable::new(the_match), the_match.arrangements().len());
        let first = the_match.first_deal();
        let mut past = self.remembered(id, games, first, table, |table, games| {
            let deal = first + table.deals;
            if records {
                for game in games.iter_mut() {
                    game.record = Some(self.record_again(the_match, deal, game)?);
                }
            }
            let decided = the_match.count(table, games);
            let flow = each(deal, games)?;
            let over = decided || stop.load(Ordering::Relaxed);
            Ok::<_, E>(if over { ControlFlow::Break(()) } else { flow })
        })?;
        the_match.finish(&mut past.table, elapsed_s);
        Ok(past)
    }

    /// A match as far as its deals are complete, without gaps, and the games beyond. Each complete deal is handed
    /// to `count`, which adds it to the table.
    fn remembered<E: From<StoreError>>(
        &self,
        id: MatchId,
        games: usize,
        first: u64,
        table: MatchTable,
        mut count: impl FnMut(&mut MatchTable, &mut [PlayedGame]) -> Result<ControlFlow<()>, E>,
    ) -> Result<Past, E> {
        let mut past = Past { table, beyond: FxHashMap::default(), over: false };
        let mut deal: Vec<PlayedGame> = vec![];
        self.each_game(id, |row| {
            let (number, arrangement) = (row.deal, row.arrangement);
            let game = row.played().filter(|_| arrangement < games).ok_or_else(|| {
                let title = self.title(id);
                let what = format!("{title}: deal {number} has a game that does not belong there");
                StoreError::damaged(&self.path, what)
            })?;
            if number != first + past.table.deals || arrangement != deal.len() {
                past.beyond.insert((number, arrangement), game);
                return Ok(ControlFlow::Continue(()));
            }
            deal.push(game);
            if deal.len() == games {
                past.over = count(&mut past.table, &mut deal)?.is_break();
                deal.clear();
            }
            Ok::<_, E>(if past.over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        let unfinished = first + past.table.deals;
        past.beyond.extend(deal.into_iter().map(|game| ((unfinished, game.arrangement), game)));
        Ok(past)
    }

    /// The table of a match, as far as it was played; `None` for imported records, which have none.
    pub fn table(&self, stored: &Stored) -> Result<Option<MatchTable>, StoreError> {
        let game: GameId = stored.game.parse()?;
        with_game!(game, G => self.table_of::<G>(stored))
    }

    fn table_of<G: Playable>(&self, stored: &Stored) -> Result<Option<MatchTable>, StoreError> {
        let Some(configuration) = &stored.configuration else { return Ok(None) };
        let Configuration { agents, seating, seed, sprt, .. } = configuration;
        let seats = stored.arrangements.first().map_or(0, Vec::len);
        let arrangements = seating.arrangements(agents.len(), seats)?;
        let table = MatchTable::empty::<G>(*seating, *seed, agents.iter().cloned());
        let past = self.remembered(stored.id, arrangements.len(), 0, table, |table, games| {
            table.add(&arrangements, games);
            Ok::<_, StoreError>(ControlFlow::Continue(()))
        })?;
        let mut table = past.table;
        table.finish(stored.elapsed_s);
        table.sprt = sprt.map(|sprt| sprt.report(table.agents[0].payoffs()));
        Ok(Some(table))
    }

    /// Hands out the games of a match by deal and arrangement, until `each` breaks off.
    ///
    /// All games are read even then: it succeeds only if those that were noted are there, each as it was, and no other.
    pub(crate) fn each_game<E: From<StoreError>>(
        &self,
        id: MatchId,
        mut each: impl FnMut(GameRow) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let _snapshot = self.snapshot()?;
        let noted = self.noted(id)?;
        let (mut there, mut over) = (SetDigest::default(), false);
        self.each_row(id, 0..=u64::MAX, |game, hash| {
            there.add(hash);
            if !over {
                over = each(game)?.is_break();
            }
            Ok::<_, E>(())
        })?;
        if !self.protected {
            // An old store has counted its games, and that is all.
            there.digest = noted.digest;
        }
        if there == noted {
            return Ok(());
        }
        let title = self.title(id);
        if there.count != noted.count {
            return Err(self.miscounted(&title, noted.count, there.count).into());
        }
        let what = format!("{title}: other games are there than are noted");
        Err(StoreError::damaged(&self.path, what).into())
    }

    /// There are more or fewer games than there must be.
    pub(crate) fn miscounted(&self, title: &str, noted: u64, there: u64) -> StoreError {
        let what = format!("{title}: {noted} games are noted, {there} are there");
        StoreError::damaged(&self.path, what)
    }

    /// Hands out the games of a match on these deals, by deal and arrangement, each with its hash.
    pub(crate) fn each_row<E: From<StoreError>>(
        &self,
        id: MatchId,
        deals: RangeInclusive<u64>,
        mut each: impl FnMut(GameRow, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let select = format!(
            "SELECT {COLUMNS} FROM games WHERE match = ?1 AND deal BETWEEN ?2 AND ?3 ORDER BY deal, arrangement"
        );
        let failed = |error: rusqlite::Error| self.failed_in(&self.title(id), &error);
        let damaged = |what: String| {
            StoreError::damaged(&self.path, format_args!("{}: {what}", self.title(id)))
        };
        let mut query = self.connection.prepare_cached(&select).map_err(failed)?;
        let [first, last] =
            [deals.start(), deals.end()].map(|&deal| i64::try_from(deal).unwrap_or(i64::MAX));
        let mut rows = query.query((id.0, first, last)).map_err(failed)?;
        let mut last = None;
        while let Some(row) = rows.next().map_err(failed)? {
            let (game, hash) = GameRow::read(row, id.0).map_err(failed)?.map_err(damaged)?;
            let place = Some((game.deal, game.arrangement));
            if place <= last {
                let what = format!("deal {} is not in its place", game.deal);
                return Err(damaged(what).into());
            }
            last = place;
            each(game, hash)?;
        }
        Ok(())
    }

    /// The games of a match that must be there.
    fn noted(&self, id: MatchId) -> Result<SetDigest, StoreError> {
        if self.protected {
            return Ok(self.ledger().entry(id)?.games);
        }
        Ok(SetDigest { count: self.numbered(id)?.games, digest: 0 })
    }

    /// How a sentence about damage names a match; its name is left out if it cannot be read.
    fn title(&self, id: MatchId) -> String {
        self.numbered(id).map_or_else(|_| format!("match {id}"), |stored| stored.title())
    }

    fn record_again<G: Playable>(
        &self,
        the_match: &Match<G>,
        deal: u64,
        game: &PlayedGame,
    ) -> Result<kontra_game::Record, StoreError> {
        let start = G::deal(the_match.rules(), &mut Streams::new(the_match.seed()).deal(deal));
        let players = players(the_match).swap_remove(game.arrangement);
        let empty = Moves::default();
        let record = game.moves.as_ref().unwrap_or(&empty).record::<G>(players, &start);
        record.map_err(|bad| StoreError::damaged(&self.path, format!("deal {deal}, {bad}")))
    }
}

/// Who sits where in each arrangement, by spec.
fn players<G: Playable>(the_match: &Match<G>) -> Vec<Vec<String>> {
    let spec = |&agent: &usize| the_match.agents()[agent].spec().to_string();
    the_match.arrangements().iter().map(|seats| seats.iter().map(spec).collect()).collect()
}

/// What those who play a match know of its store.
struct Session<'a> {
    beyond: FxHashMap<(u64, usize), PlayedGame>,
    sender: SyncSender<GameRow>,
    stop: &'a AtomicBool,
    failed: &'a AtomicBool,
}

impl Memory for Session<'_> {
    fn recall(&self, deal: u64, arrangement: usize) -> Option<PlayedGame> {
        self.beyond.get(&(deal, arrangement)).cloned()
    }

    fn keep(&self, deal: u64, game: &PlayedGame) {
        // A writer that has failed takes no more games; what it has to say is heard in the end.
        let _ = self.sender.send(GameRow::of(deal, game));
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed)
    }
}
