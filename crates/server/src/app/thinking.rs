//! Agents think elsewhere, and their moves come back.

use super::{App, OpenTable};
use crate::game::{self, AnyMove, Thought};
use crate::scheduler::{Claim, Lane};
use crate::table::{Table, Thinking};
use axum::http::StatusCode;
use kontra_agents::Failure;
use kontra_game::Seat;
use kontra_search::Limits;
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
        // Where a program sits, a person's stand-in is ready to move in its place.
        let asked = table.chairs[seat.index()]
            .program()
            .and_then(|name| table.game.question_to(&self.programs, name, table.streams()));
        let spec = match agent.program() {
            None => agent.spec,
            Some(_) => match table.stand_in() {
                Some(stand_in) => stand_in.spec,
                None => return,
            },
        };
        let Some(thought) = table.game.thought(&spec, table.streams(), most) else { return };
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
        let open = Arc::downgrade(open);
        let claim = Claim { lane, address: table.payer, table: table.id.clone(), most };
        let task = Task { open, claim, moment, limits, thought };
        match asked {
            None => self.submit(task, None),
            Some(asked) => drop(tokio::spawn(Arc::clone(self).ask(task, asked))),
        }
    }

    /// Asks a program. It thinks in a process of its own, and not on one of the threads that others wait for.
    async fn ask(self: Arc<App>, task: Task, asked: Thought<Result<AnyMove, Failure>>) {
        let Ok(turn) = self.programs.turns.acquire().await else { return };
        if task.open.strong_count() == 0 {
            return;
        }
        let (begun, limits) = (Instant::now(), task.limits.clone());
        let answer = tokio::task::spawn_blocking(move || asked(&limits)).await;
        // The next program is asked now, and not when this table's pace lets the move be made.
        drop(turn);
        if self.closing.load(Ordering::SeqCst) {
            return;
        }
        let panicked = |_| Err(Failure("could not be asked".to_owned()));
        match answer.unwrap_or_else(panicked) {
            Ok(chosen) => {
                let outcome = Outcome { chosen: Some(chosen), answer: Some(Ok(())) };
                self.hear(&task.open, task.moment, begun, outcome).await;
            }
            Err(Failure(why)) => self.submit(task, Some(why)),
        }
    }

    /// Lets an agent think when it is its turn, perhaps in place of a program that failed.
    fn submit(self: &Arc<App>, task: Task, failure: Option<String>) {
        let Task { open, claim, moment, limits, thought } = task;
        let app = Arc::clone(self);
        let runtime = tokio::runtime::Handle::current();
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
            let outcome = Outcome { chosen, answer: failure.map(Err) };
            runtime.spawn(async move { app.hear(&open, moment, begun, outcome).await });
        });
    }

    /// An agent has made up its mind.
    async fn hear(
        self: &Arc<App>,
        open: &Weak<OpenTable>,
        moment: Moment,
        begun: Instant,
        outcome: Outcome,
    ) {
        let Outcome { chosen, answer } = outcome;
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
        if let Some(answer) = answer {
            if let Err(why) = &answer {
                let (id, seat) = (&table.id, moment.seat.index());
                tracing::error!(table = id, seat, why, "a program failed, and another agent moves");
            }
            table.chairs[moment.seat.index()].note_answer(answer.err());
        }
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

/// A thought of an agent, for the thread that has time for it.
struct Task {
    open: Weak<OpenTable>,
    claim: Claim,
    moment: Moment,
    limits: Limits,
    thought: Thought<Option<AnyMove>>,
}

/// What came of a thought.
struct Outcome {
    /// `None`: the agent panicked.
    chosen: Option<AnyMove>,
    /// Of a program that was asked: whether it answered as it should.
    answer: Option<Result<(), String>>,
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
