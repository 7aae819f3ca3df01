//! People who come and go at a table: agents play for them, a clock runs, moves are taken back.

use super::{App, OpenTable};
use crate::disk::Change;
use crate::messages::{ErrorCode, UndoRequest, to_text};
use crate::refusal::Refusal;
use crate::table::{Deadline, Table};
use kontra_game::Seat;
use std::sync::Arc;
use std::time::{Duration, Instant};

impl App {
    /// A person is connected to a seat again: it is theirs.
    pub(crate) async fn arrive(
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
        seat: Seat,
    ) -> Result<(), Refusal> {
        if !table.chairs[seat.index()].stand_in {
            return Ok(());
        }
        let give_back = |table: &mut Table| {
            table.give_back(seat);
            Ok(())
        };
        self.change(open, table, give_back).await
    }

    /// Somebody has left: those who wait may begin without them, and after a while let an agent play for them.
    pub(crate) async fn leave(
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
        seat: Seat,
    ) {
        let chair = &mut table.chairs[seat.index()];
        chair.here -= 1;
        if chair.here == 0 {
            (chair.away_since, chair.ready) = (Instant::now(), false);
            self.tell_later(open);
        }
        table.touched = Instant::now();
        let waited_for = table.is_over() && table.somebody_is_here() && table.all_are_ready();
        if waited_for && let Err(refusal) = self.next_game(open, table).await {
            tracing::error!(table = table.id, error = refusal.message, "no next game");
        }
        open.tell();
    }

    /// Tells everybody when those who are away have been so for long enough.
    pub(crate) fn tell_later(&self, open: &Arc<OpenTable>) {
        let (open, absence) = (Arc::downgrade(open), self.config.limits.absence);
        tokio::spawn(async move {
            // A little later: the time must really have passed.
            tokio::time::sleep(absence + Duration::from_millis(20)).await;
            if let Some(open) = open.upgrade() {
                open.tell();
            }
        });
    }

    /// Lets an agent play for a person who has been away for a while.
    pub(crate) async fn replace(
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
        seat: usize,
    ) -> Result<(), Refusal> {
        let absence = self.config.limits.absence;
        self.change(open, table, |table| table.replace(seat, absence)).await
    }

    /// A person is ready for the next game, which begins when all are who are here.
    pub(crate) async fn ready(
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
        seat: Option<Seat>,
    ) -> Result<(), Refusal> {
        if let Some(seat) = seat {
            table.chairs[seat.index()].ready = true;
        }
        if table.all_are_ready() {
            return self.next_game(open, table).await;
        }
        open.tell();
        Ok(())
    }

    /// Takes a person's last move back, with all that followed; it is gone from the disk when this returns.
    pub(crate) async fn undo(
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
        seat: Seat,
        wanted: UndoRequest,
    ) -> Result<(), Refusal> {
        let UndoRequest { number, version, undone } = wanted;
        if number.is_some_and(|number| number != table.number) || undone != table.undone {
            let message = "number: expected the present game, found an earlier one";
            return Err(Refusal::conflict(ErrorCode::Stale, message));
        }
        table.check_version(version)?;
        let Some(to) = table.undo_to(seat) else {
            let message = "move: expected one that may be taken back, found none";
            return Err(Refusal::conflict(ErrorCode::NoUndo, message));
        };
        let (taken, plans) = (table.game.moves(to), table.chairs.clone());
        table.game.take_back(to);
        table.undone += 1;
        table.chairs.iter_mut().for_each(|chair| chair.plan.clear());
        let settings = Some(to_text(&table.settings()));
        let change = Change { id: table.id.clone(), worth: table.worth(), settings };
        if let Err(error) = self.disk.add_moves(change, to, vec![]).await {
            for text in &taken {
                table.game.play_text(text)?;
            }
            table.undone -= 1;
            table.chairs = plans;
            return Err(self.refuse(table, error));
        }
        table.thinking = None;
        self.continue_game(open, table);
        Ok(())
    }

    /// Begins to count the time of the person whose turn it is, where the table has a clock.
    pub(super) fn start_clock(self: &Arc<App>, open: &Arc<OpenTable>, table: &mut Table) {
        let (Some(seconds), Some(seat)) = (table.company.clock_s, table.person_to_move()) else {
            return;
        };
        let place = table.place();
        if table.deadline.is_some_and(|deadline| deadline.place == place) {
            return;
        }
        let at = Instant::now() + Duration::from_secs(seconds.into());
        table.deadline = Some(Deadline { place, at });
        let (app, open) = (Arc::clone(self), Arc::downgrade(open));
        tokio::spawn(async move {
            tokio::time::sleep_until(at.into()).await;
            let Some(open) = open.upgrade() else { return };
            let mut table = open.table.lock().await;
            let waits = table.person_to_move() == Some(seat) && table.place() == place;
            if waits && table.somebody_is_here() {
                table.overdue = Some(seat);
                app.continue_game(&open, &mut table);
            }
        });
    }
}
