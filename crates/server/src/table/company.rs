//! People who come and go: agents that play for them, the clock, what they say, when all are ready.

use super::{Chair, Sitter, Table};
use crate::agents::{self, SeatedAgent};
use crate::config::Rate;
use crate::messages::{ErrorCode, Said, TalkRequest};
use crate::rate_limit::Bucket;
use crate::refusal::Refusal;
use kontra_game::{Seat, Turn};
use std::time::{Duration, Instant};

/// Who plays for a person who is away.
const STAND_IN: &str = "medium";

/// This many lines of talk are remembered; they go to everybody with every message.
const MOST_SAID: usize = 12;

/// The end of a person's time for one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Deadline {
    pub(crate) place: Place,
    pub(crate) at: Instant,
}

/// A position at a table: the game, the decisions in it, and how often one was taken back.
pub(crate) type Place = (u32, usize, u32);

impl Table {
    /// Where the table stands.
    pub(crate) fn place(&self) -> Place {
        (self.number, self.game.version(), self.undone)
    }

    /// The agent that plays for people who are away.
    pub(crate) fn stand_in(&self) -> Option<SeatedAgent> {
        agents::read_kept(self.kind, STAND_IN).ok()
    }

    /// Whether an agent decides for the person on this seat.
    pub(super) fn is_played_for(&self, seat: Seat) -> bool {
        self.chairs[seat.index()].stand_in || self.overdue == Some(seat)
    }

    /// Lets an agent play for a person who has been away for so long.
    pub(crate) fn replace(&mut self, seat: usize, absence: Duration) -> Result<(), Refusal> {
        let Some(chair) = self.chairs.get_mut(seat) else {
            return Err(Refusal::not_found("seat"));
        };
        if chair.stand_in {
            return Ok(());
        }
        if !chair.is_away(absence) {
            let message =
                "seat: expected a person who has been away for a while, found somebody else";
            return Err(Refusal::conflict(ErrorCode::NotAway, message));
        }
        chair.stand_in = true;
        chair.plan.clear();
        Ok(())
    }

    /// Gives a seat back to its person.
    pub(crate) fn give_back(&mut self, seat: Seat) {
        self.chairs[seat.index()].stand_in = false;
        self.drop_thought_of(seat);
    }

    /// Nobody wants to know any more what an agent thinks on this seat.
    pub(super) fn drop_thought_of(&mut self, seat: Seat) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.seat == seat) {
            self.thinking = None;
        }
    }

    /// The person whose time runs.
    pub(crate) fn person_to_move(&self) -> Option<Seat> {
        let Turn::Seat(seat) = self.game.turn() else { return None };
        let person = matches!(self.chairs[seat.index()].sitter, Sitter::Person { .. });
        (person && !self.is_played_for(seat)).then_some(seat)
    }

    /// Whether a person is connected.
    pub(crate) fn somebody_is_here(&self) -> bool {
        self.chairs.iter().any(|chair| chair.here > 0)
    }

    /// Whether nobody who is here is still looking at the result.
    pub(crate) fn all_are_ready(&self) -> bool {
        self.chairs.iter().all(|chair| chair.ready || chair.here == 0)
    }

    /// The version to which a person may take the own last move back: at a table of agents only, where nobody else has to
    /// bear it, and not in a tournament.
    pub(crate) fn undo_to(&self, seat: Seat) -> Option<usize> {
        let person = |chair: &&Chair| matches!(chair.sitter, Sitter::Person { .. });
        let alone = self.chairs.iter().filter(person).count() == 1;
        let may = alone && !self.is_over() && self.company.tournament.is_none();
        self.game.last_decision(seat).filter(|_| may)
    }

    /// Takes down what a person says.
    pub(crate) fn talk(
        &mut self,
        seat: Seat,
        rate: Rate,
        talk: TalkRequest,
    ) -> Result<(), Refusal> {
        let TalkRequest { id, emote, text } = talk;
        let known = |said: &Said| said.seat == seat.index() && said.id == id;
        if self.talk.iter().any(known) {
            return Ok(());
        }
        let breath = &mut self.chairs[seat.index()].breath;
        let breath = breath.get_or_insert_with(|| Bucket::full(rate));
        breath.take(rate, 1.0, Instant::now()).map_err(|seconds| {
            let message = "talk: expected less of it, found too much";
            Refusal::limited(message, seconds.ceil() as u64)
        })?;
        self.said += 1;
        self.talk.push(Said { number: self.said, seat: seat.index(), emote, text, id });
        let forgotten = self.talk.len().saturating_sub(MOST_SAID);
        self.talk.drain(..forgotten);
        Ok(())
    }
}
