//! Agents think elsewhere, and their moves come back.

use super::{Hall, Place};
use crate::fair::{Claim, Lane};
use crate::played;
use crate::table::{Table, Thinking};
use axum::http::StatusCode;
use kontra_game::Seat;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

impl Hall {
    /// If it is an agent's turn, lets it think; tells everybody in any case.
    pub(crate) fn go_on(self: &Arc<Hall>, place: &Arc<Place>, table: &mut Table) {
        if table.thinking.is_none() {
            self.let_think(place, table);
        }
        place.tell();
    }

    fn let_think(self: &Arc<Hall>, place: &Arc<Place>, table: &mut Table) {
        let Some((seat, cast)) = table.agent_to_move() else { return };
        let (clock, most) = (cast.clock, self.config.limits.thinking);
        let most = clock.map_or(most, |own| own.min(most));
        let Some(thought) = table.played.thought(&cast.spec, table.streams(), most) else { return };
        let limits = played::limits();
        let lane = if table.has_people() { Lane::People } else { Lane::Agents };
        let version = table.played.version();
        // An agent with a clock takes its time also where it has no choice or knows the answer already: otherwise the
        // others could tell from the time what it holds. Without a clock it is a matter of milliseconds,
        // which a table's pace hides.
        let timed = clock.is_some() && table.has_people();
        let pace = if timed { table.pace.max(most) } else { table.pace };
        let hurried = Arc::<Notify>::default();
        table.thinking = Some(Thinking {
            seat,
            since: Instant::now(),
            most,
            limits: limits.clone(),
            hurried: Arc::clone(&hurried),
        });
        let moment = Moment { number: table.number, version, seat, pace, hurried };
        // The thought does not keep the table in memory: if nobody wants it there, nobody wants the thought.
        let (hall, place) = (Arc::clone(self), Arc::downgrade(place));
        let runtime = tokio::runtime::Handle::current();
        let claim = Claim { lane, address: table.payer, table: table.id.clone(), most };
        self.pool.submit(claim, move || {
            if place.strong_count() == 0 {
                return;
            }
            let begun = Instant::now();
            let thought = std::panic::AssertUnwindSafe(|| thought(&limits));
            let chosen = std::panic::catch_unwind(thought).ok();
            hall.metrics.thoughts.add(begun.elapsed());
            if hall.closing.load(Ordering::SeqCst) {
                // Cut short by the end of the server: the agent thinks again after the restart.
                return;
            }
            runtime.spawn(async move { hall.hear(&place, moment, begun, chosen).await });
        });
    }

    /// An agent has made up its mind.
    async fn hear(
        self: &Arc<Hall>,
        place: &Weak<Place>,
        moment: Moment,
        begun: Instant,
        chosen: Option<String>,
    ) {
        tokio::select! {
            () = tokio::time::sleep_until((begun + moment.pace).into()) => {}
            () = moment.hurried.notified() => {}
        }
        let Some(place) = &place.upgrade() else { return };
        let mut table = place.table.lock().await;
        let now = (table.number, table.played.version());
        if now != (moment.number, moment.version) {
            return;
        }
        table.thinking = None;
        let chosen = chosen.unwrap_or_else(|| {
            tracing::error!(table = table.id, seat = moment.seat.index(), "an agent panicked");
            // The game goes on with any legal move.
            table.played.any_move()
        });
        if let Err(refusal) = self.play(place, &mut table, moment.seat, &[chosen]).await {
            if refusal.status == StatusCode::NOT_FOUND {
                // Somebody has deleted the table.
                return;
            }
            let (id, error) = (&table.id, &refusal.message);
            tracing::error!(table = id, error, "an agent's move could not be made");
            // The disk may be full for a while.
            let (hall, place) = (Arc::clone(self), Arc::clone(place));
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs(5)).await;
                hall.go_on(&place, &mut *place.table.lock().await);
            });
        }
    }
}

/// What an agent was asked to think about.
struct Moment {
    number: u32,
    version: usize,
    seat: Seat,
    /// It does not move sooner, unless it is hurried.
    pace: Duration,
    hurried: Arc<Notify>,
}
