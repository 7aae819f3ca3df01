//! Agents think elsewhere, and their moves come back.

use super::{App, OpenTable};
use crate::game::{self, AnyMove};
use crate::scheduler::{Claim, Lane};
use crate::table::{Table, Thinking};
use axum::http::StatusCode;
use kontra_game::Seat;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

impl App {
    /// If it is an agent's turn, lets it think; tells everybody in any case.
    pub(crate) fn continue_game(self: &Arc<App>, open: &Arc<OpenTable>, table: &mut Table) {
        if table.thinking.is_none() {
            self.let_think(open, table);
        }
        self.start_clock(open, table);
        open.tell();
    }

    fn let_think(self: &Arc<App>, open: &Arc<OpenTable>, table: &mut Table) {
        let Some((seat, agent)) = table.agent_to_move() else { return };
        let (clock, most) = (agent.clock, self.config.limits.thinking);
        let most = clock.map_or(most, |own| own.min(most));
        let Some(thought) = table.game.thought(&agent.spec, table.streams(), most) else { return };
        let limits = game::limits();
        let lane = if table.has_people() { Lane::People } else { Lane::Agents };
        // An agent with a clock takes its time also where it has no choice or knows the answer already: otherwise the
        // others could tell from the time what it holds. Without a clock it is a matter of milliseconds,
        // which a table's pace hides.
        let timed = clock.is_some() && table.has_people();
        let least = if timed { most } else { Duration::ZERO };
        let pace = table.pace;
        let hurried = Arc::<Notify>::default();
        table.thoughts += 1;
        table.thinking = Some(Thinking {
            id: table.thoughts,
            seat,
            since: Instant::now(),
            most,
            limits: limits.clone(),
            hurried: Arc::clone(&hurried),
        });
        let moment = Moment { id: table.thoughts, seat, least, pace, hurried };
        // The thought does not keep the table in memory: if nobody wants it there, nobody wants the thought.
        let (app, open) = (Arc::clone(self), Arc::downgrade(open));
        let runtime = tokio::runtime::Handle::current();
        let claim = Claim { lane, address: table.payer, table: table.id.clone(), most };
        self.pool.submit(claim, move || {
            if open.strong_count() == 0 {
                return;
            }
            let begun = Instant::now();
            let thought = std::panic::AssertUnwindSafe(|| thought(&limits));
            let chosen = std::panic::catch_unwind(thought).ok().flatten();
            app.metrics.thoughts.add(begun.elapsed());
            if app.closing.load(Ordering::SeqCst) {
                // Cut short by the end of the server: the agent thinks again after the restart.
                return;
            }
            runtime.spawn(async move { app.hear(&open, moment, begun, chosen).await });
        });
    }

    /// An agent has made up its mind.
    async fn hear(
        self: &Arc<App>,
        open: &Weak<OpenTable>,
        moment: Moment,
        begun: Instant,
        chosen: Option<AnyMove>,
    ) {
        // What nobody notices takes no time: the pace is that of cards and tiles.
        let beats = chosen.as_ref().map_or(1.0, |chosen| chosen.beats);
        let wait = moment.pace.mul_f64(beats).max(moment.least);
        tokio::select! {
            () = tokio::time::sleep_until((begun + wait).into()) => {}
            () = moment.hurried.notified() => {}
        }
        let Some(open) = &open.upgrade() else { return };
        let mut table = open.table.lock().await;
        // The move may have been taken back meanwhile, or the seat given back to its person.
        if table.thinking.as_ref().is_none_or(|thinking| thinking.id != moment.id) {
            return;
        }
        table.thinking = None;
        let chosen = chosen.or_else(|| {
            tracing::error!(table = table.id, seat = moment.seat.index(), "an agent panicked");
            // The game goes on with any legal move.
            table.game.any_move()
        });
        let Some(chosen) = chosen else { return };
        if let Err(refusal) = self.play_move(open, &mut table, moment.seat, &chosen).await {
            if refusal.status == StatusCode::NOT_FOUND {
                // Somebody has deleted the table.
                return;
            }
            let (id, error) = (&table.id, &refusal.message);
            tracing::error!(table = id, error, "an agent's move could not be made");
            // The disk may be full for a while.
            let (app, open) = (Arc::clone(self), Arc::clone(open));
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs(5)).await;
                app.continue_game(&open, &mut *open.table.lock().await);
            });
        }
    }
}

/// What an agent was asked to think about.
struct Moment {
    /// Of the thought.
    id: u64,
    seat: Seat,
    /// It does not move sooner, unless it is hurried.
    least: Duration,
    /// The same for each beat that the move is worth.
    pace: Duration,
    hurried: Arc<Notify>,
}
