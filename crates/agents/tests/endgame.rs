//! The endgame solver against plain minimax over the rules themselves.

use crate::common::{random_position, size};
use kontra_agents::doppelkopf::endgame::EndgameSolver;
use kontra_doppelkopf::{Doppelkopf, GameType, Move, Question, Team};
use kontra_game::{Actions, Game, Streams, choose};
use kontra_search::solve::{Side, TwoSided, minimax};

/// The game as its rules say, every question but that for a card denied.
#[derive(Clone)]
struct Plain {
    game: Doppelkopf,
    value: fn(&Doppelkopf) -> i32,
}

impl Plain {
    fn new(game: Doppelkopf, value: fn(&Doppelkopf) -> i32) -> Plain {
        let mut plain = Plain { game, value };
        plain.deny();
        plain
    }

    fn deny(&mut self) {
        while self.game.public().question() == Some(Question::Announcement) {
            self.game.play(Move::No);
        }
    }
}

impl TwoSided for Plain {
    type Move = Move;

    fn side(&self) -> Option<Side> {
        let seat = self.game.public().asked()?;
        Some(if self.game.team(seat) == Some(Team::Re) { Side::First } else { Side::Second })
    }

    fn moves(&self, out: &mut Actions<Move>) {
        self.game.actions(out);
    }

    fn play(&mut self, action: Move) {
        self.game.play(action);
        self.deny();
    }

    fn value(&self) -> i32 {
        (self.value)(&self.game)
    }
}

fn points(game: &Doppelkopf) -> i32 {
    i32::from(game.tally().points[Team::Re as usize])
}

fn difference(game: &Doppelkopf) -> i32 {
    game.tally().difference()
}

fn check(positions: u64, left: usize) {
    let mut solver = EndgameSolver::new(1 << 16);
    for kind in GameType::ALL {
        for number in 0..positions {
            let rng = &mut Streams::new(left as u64).test(number * 16 + kind as u64);
            let on_table = choose::below(rng, 4) as usize;
            let announcing = [0, 10, 50][choose::below(rng, 3) as usize];
            let game = random_position(kind, left, on_table, announcing, rng);
            let at = format!("{kind}, position {number}, {left} tricks left");
            let expected = minimax(&Plain::new(game, points));
            assert_eq!(solver.card_points(&game), Ok(expected), "points, {at}");
            let expected = minimax(&Plain::new(game, difference));
            assert_eq!(solver.difference(&game), Ok(expected), "score, {at}");
        }
    }
}

#[test]
fn the_last_three_tricks_are_worth_what_minimax_says() {
    check(size(20_000), 3);
}

#[test]
fn the_last_four_tricks_are_worth_what_minimax_says() {
    check(size(200), 4);
}
