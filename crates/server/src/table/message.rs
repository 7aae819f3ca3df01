//! The message that tells one asker where the table stands.

use super::{Asker, Chair, Deadline, Sitter, Table};
use crate::game::Viewer;
use crate::messages::{
    Choice, ClockInfo, Over, SeatInfo, SitterInfo, State, StateType, TableSummary, ThinkingInfo,
    TournamentInfo, WhenAsked,
};
use crate::presentation::Duty;
use kontra_game::{Seat, Turn};
use std::time::Instant;

impl Table {
    /// What an asker may see of the cards.
    fn viewer(&self, asker: Asker) -> Viewer {
        match asker {
            Asker::Seat(seat) => Viewer::Seat(seat),
            Asker::Watcher if self.has_people() && !self.is_over() => Viewer::Watcher,
            Asker::Watcher => Viewer::Everything,
        }
    }

    /// How the tournament stands.
    fn tournament(&self) -> Option<TournamentInfo> {
        let games = self.company.tournament?;
        let Duty { games_left, open_solos } = self.game.duty()?;
        Some(TournamentInfo { games, left: games_left, open_solos })
    }

    /// How the clock stands.
    fn clock(&self) -> Option<ClockInfo> {
        let running = self.deadline.filter(|deadline| deadline.place == self.place());
        let left = |deadline: Deadline| deadline.at.saturating_duration_since(Instant::now());
        let left_ms = running.map(|deadline| left(deadline).as_millis() as u64);
        self.company.clock_s.map(|seconds| ClockInfo { seconds, left_ms })
    }

    /// The state message, with the events after number `since`.
    pub(crate) fn message(&self, asker: Asker, since: usize) -> State<'_> {
        let version = self.game.version();
        let seat = match asker {
            Asker::Seat(seat) => Some(seat),
            Asker::Watcher => None,
        };
        let turn = match self.game.turn() {
            Turn::Seat(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        };
        let own = seat.map(|seat| &self.chairs[seat.index()]);
        let viewer = self.viewer(asker);
        // A person who has events of an earlier game gets all of this one.
        let since = if since > version { 0 } else { since };
        let ask = |chair: &Chair| match chair.ask_always {
            true => WhenAsked::Always,
            false => WhenAsked::OwnTurn,
        };
        State {
            kind: StateType::State,
            table: &self.id,
            game: self.kind.name(),
            rules: self.game.rules(),
            number: self.number,
            version,
            you: seat.map(Seat::index),
            turn,
            seats: self.seats(),
            thinking: self.thinking.as_ref().map(|thinking| ThinkingInfo {
                seat: thinking.seat.index(),
                elapsed_ms: thinking.since.elapsed().as_millis() as u64,
                most_ms: thinking.most.as_millis() as u64,
            }),
            seen: self.game.seen(viewer),
            planned: own.map_or(vec![], |chair| chair.plan.iter().map(String::as_str).collect()),
            events: self.game.events(viewer, since),
            over: self.game.over().map(|over| Over {
                game_id: self.games.last().cloned(),
                // The deal of the first game was played before; later ones are fresh.
                rival: self.rival.clone().filter(|_| self.number == 1),
                ..over
            }),
            totals: &self.totals,
            games: &self.games,
            // A person who sits here may invite others; a watcher may not.
            invite: own.and_then(|_| self.invite_path()),
            ask: own.map(ask),
            pace_ms: self.pace.as_millis() as u64,
            undone: self.undone,
            may_undo: seat.is_some_and(|seat| self.undo_to(seat).is_some()),
            tournament: self.tournament(),
            clock: self.clock(),
            results: &self.results,
            talk: own.map_or(&[], |_| &self.talk),
        }
    }

    /// What an asker may do now.
    pub(crate) fn choices(&self, asker: Asker) -> Vec<Choice> {
        self.game.seen(self.viewer(asker)).choices
    }

    /// What is said of the table in a list.
    pub(crate) fn summary(&self) -> TableSummary {
        TableSummary {
            table: self.id.clone(),
            game: self.kind.name(),
            seats: self.seats(),
            number: self.number,
            version: self.game.version(),
            over: self.is_over(),
        }
    }

    /// Who sits where.
    fn seats(&self) -> Vec<SeatInfo> {
        let seat = |(seat, chair): (usize, &Chair)| {
            let name = chair.name.clone();
            let sitter = match &chair.sitter {
                Sitter::Person { .. } => SitterInfo::Person {
                    name,
                    here: chair.here > 0,
                    open: chair.is_open(),
                    ready: chair.ready,
                    stand_in: chair.stand_in,
                    replaceable: !chair.stand_in && chair.is_away(self.absence),
                },
                Sitter::Agent(agent) => SitterInfo::Agent {
                    name,
                    spec: agent.spec.to_string(),
                    strength: agent.strength,
                    trouble: chair.trouble.as_ref().map(|trouble| trouble.why.clone()),
                },
            };
            SeatInfo { seat, sitter }
        };
        self.chairs.iter().enumerate().map(seat).collect()
    }
}
