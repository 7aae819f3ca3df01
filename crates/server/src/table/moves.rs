//! Playing: what a request may do, and what follows from it without anybody being asked.

use super::{Sitter, Table};
use crate::game::AnyMove;
use crate::ids::Random;
use crate::messages::{ErrorCode, ResultLine};
use crate::presentation::Surprise;
use crate::refusal::Refusal;
use kontra_game::{Seat, Turn};

/// The most moves that a person may plan.
const LONGEST_PLAN: usize = 8;

/// This many finished games are remembered; the list goes to everybody with every message.
const MOST_GAMES: usize = 100;

impl Table {
    /// Makes the first of these moves for a seat, and plans the others.
    pub(crate) fn play(&mut self, seat: Seat, moves: &[String]) -> Result<(), Refusal> {
        self.check_turn(seat)?;
        let Some((first, plan)) = moves.split_first() else {
            return Err(Refusal::bad("moves: expected at least one move, found none"));
        };
        if plan.len() > LONGEST_PLAN {
            let found = moves.len();
            let message =
                format!("moves: expected at most {} moves, found {found}", LONGEST_PLAN + 1);
            return Err(Refusal::bad(message));
        }
        let surprise = self.game.play_text(first)?;
        self.chairs[seat.index()].plan = plan.iter().cloned().collect();
        self.drop_plans(seat, surprise);
        self.settle();
        Ok(())
    }

    /// Makes the move of an agent.
    pub(crate) fn play_move(&mut self, seat: Seat, chosen: &AnyMove) -> Result<(), Refusal> {
        self.check_turn(seat)?;
        let surprise = self.game.play_move(chosen)?;
        if chosen.beats > 0.0 {
            // A person whose time was over is asked again next time.
            self.overdue = None;
        }
        self.drop_plans(seat, surprise);
        self.settle();
        Ok(())
    }

    /// Refuses a seat whose turn it is not.
    fn check_turn(&self, seat: Seat) -> Result<(), Refusal> {
        match self.game.turn() {
            Turn::Seat(mover) if mover == seat => Ok(()),
            Turn::Seat(mover) => {
                let message = format!("turn: expected seat {mover}, found seat {seat}");
                Err(Refusal::conflict(ErrorCode::NotYourTurn, message))
            }
            Turn::Chance | Turn::Over => {
                let message = "turn: expected nobody, the game is over";
                Err(Refusal::conflict(ErrorCode::Over, message))
            }
        }
    }

    /// What a seat did may change minds.
    fn drop_plans(&mut self, seat: Seat, surprise: Surprise) {
        for (number, chair) in self.chairs.iter_mut().enumerate() {
            let surprised = match surprise {
                Surprise::Nobody => false,
                Surprise::Others => number != seat.index(),
                Surprise::Everybody => true,
            };
            if surprised {
                chair.plan.clear();
            }
        }
    }

    /// Plays whatever nobody has to be asked for: chance, planned moves, answers that can wait.
    pub(crate) fn settle(&mut self) {
        loop {
            match self.game.turn() {
                Turn::Over => return,
                Turn::Chance => self.game.draw(self.streams()),
                Turn::Seat(seat) => {
                    if !self.settle_seat(seat) {
                        return;
                    }
                }
            }
        }
    }

    /// Plays what a person planned or need not be asked; whether there was something.
    fn settle_seat(&mut self, seat: Seat) -> bool {
        if self.is_played_for(seat) {
            return false;
        }
        let chair = &mut self.chairs[seat.index()];
        if let Sitter::Agent(_) = chair.sitter {
            return false;
        }
        let ask_always = chair.ask_always;
        if let Some(planned) = chair.plan.pop_front() {
            if let Ok(surprise) = self.game.play_text(&planned) {
                self.drop_plans(seat, surprise);
                return true;
            }
            // The plan does not fit any more: the person is asked.
            self.chairs[seat.index()].plan.clear();
        }
        !ask_always && self.game.answer_unasked()
    }

    /// Refuses what was meant for another position.
    pub(crate) fn check_version(&self, version: usize) -> Result<(), Refusal> {
        let now = self.game.version();
        if version == now {
            return Ok(());
        }
        let message = format!("version: expected {now}, found {version} (somebody has moved)");
        Err(Refusal::conflict(ErrorCode::Stale, message))
    }

    /// Writes a finished game into the table's own book, and gives it an id.
    pub(crate) fn close_game(&mut self, random: &Random) -> String {
        let id = random.id();
        self.games.push(id.clone());
        let payoffs = self.game.payoffs();
        for (total, payoff) in self.totals.iter_mut().zip(&payoffs) {
            *total += payoff;
        }
        let ending = self.game.over().map_or_else(String::new, |over| over.ending.to_owned());
        self.results.push(ResultLine { number: self.number, ending, payoffs });
        id
    }

    /// Undoes [`close_game`](Table::close_game), where the disk refused it.
    pub(crate) fn reopen_game(&mut self) {
        self.games.pop();
        self.results.pop();
        for (total, payoff) in self.totals.iter_mut().zip(self.game.payoffs()) {
            *total -= payoff;
        }
    }

    /// The next game takes the place of the last one.
    pub(crate) fn next_game(&mut self, random: &Random) -> Result<(), Refusal> {
        let (seed, games) = (random.seed(), self.company.tournament);
        let was_last = self.game.duty().is_some_and(|duty| duty.is_last());
        self.game = self.game.follow(&self.rules, games, kontra_game::Streams::new(seed))?;
        (self.seed, self.undone) = (seed, 0);
        self.number += 1;
        if was_last {
            // The next tournament has a list of its own.
            self.results.clear();
            self.totals.fill(0.0);
        }
        let forgotten = self.games.len().saturating_sub(MOST_GAMES);
        self.games.drain(..forgotten);
        let forgotten = self.results.len().saturating_sub(MOST_GAMES);
        self.results.drain(..forgotten);
        for chair in &mut self.chairs {
            chair.plan.clear();
            chair.trouble = None;
        }
        self.settle();
        Ok(())
    }

    /// Takes over the game of another table, which is this one a game later.
    pub(crate) fn take_game_of(&mut self, later: Table) {
        self.game = later.game;
        self.seed = later.seed;
        self.number = later.number;
        self.games = later.games;
        (self.totals, self.results, self.undone) = (later.totals, later.results, later.undone);
        (self.thinking, self.overdue) = (None, None);
        for chair in &mut self.chairs {
            chair.plan.clear();
            (chair.ready, chair.trouble) = (false, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_remembers_its_last_games_and_not_all() {
        let agent = serde_json::json!({ "agent": "random" });
        let order = serde_json::json!({ "game": "ontop", "seats": [agent, agent] });
        let (mut table, _) =
            Table::new(super::super::tests::order(&order), &Random::System).unwrap();
        table.games = (0..MOST_GAMES + 50).map(|number| number.to_string()).collect();
        let mut later = Table::restore(table.to_stored()).unwrap();
        later.next_game(&Random::System).unwrap();
        table.take_game_of(later);
        assert_eq!((table.number, table.games.len()), (2, MOST_GAMES));
        assert_eq!(table.games[0], "50");
    }
}
