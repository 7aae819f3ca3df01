use super::PositionLessons;
use super::lesson::LessonTarget;
use crate::cpu::parallel::each;
use kontra_agents::ontop::network::{AfterstateJudge, PositionNetwork, WinShares};
use kontra_game::{Actions, Chances, Game, Recorded, SearchRng, Seat, Streams, Turn, choose};
use kontra_ontop::{Board, Colours, Lineup, OnTop, Rules};
use serde::{Deserialize, Serialize};
use std::sync::Mutex;

/// Games of a network with itself.
#[derive(Clone, Debug)]
pub struct SelfGames {
    /// How many.
    pub games: u64,
    /// How often each lineup is played, in the order of [`Lineup::ALL`].
    pub lineups: [u32; 4],
    /// How much of a later position's value counts for an earlier one: the λ of TD(λ).
    pub lambda: f32,
    /// What is tried.
    pub curiosity: Curiosity,
    /// All random numbers follow from it.
    pub seed: u64,
    /// Threads that play. What is played does not depend on them.
    pub threads: usize,
}

/// Moves that are not the best ones.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curiosity {
    /// How likely a move is random.
    pub random: f64,
    /// At most this many moves of a game's beginning are random: a game draws how many.
    pub opening: u32,
    /// How likely colours are drawn, and not those of the usual start.
    pub colours: f64,
}

/// Games that one thread takes at a time.
const STRETCH: u64 = 32;

impl SelfGames {
    /// Plays them: the lessons in the order of the games.
    pub fn play(&self, network: &PositionNetwork) -> PositionLessons {
        let stretches = self.games.div_ceil(STRETCH) as usize;
        let parts: Vec<Mutex<PositionLessons>> = (0..stretches).map(|_| Mutex::default()).collect();
        each(self.threads, parts.iter().enumerate(), |(number, part)| {
            let first = number as u64 * STRETCH;
            let mut lessons = PositionLessons::default();
            for game in first..self.games.min(first + STRETCH) {
                self.game(network, game, &mut lessons);
            }
            if let Ok(mut part) = part.lock() {
                *part = lessons;
            }
        });
        let parts = parts.into_iter().map(|part| part.into_inner().unwrap_or_default());
        PositionLessons::joined(&parts.collect::<Vec<_>>())
    }

    fn game(&self, network: &PositionNetwork, number: u64, lessons: &mut PositionLessons) {
        let streams = Streams::new(self.seed);
        let mut rng = streams.test(number);
        let colours = chance(&mut rng, self.curiosity.colours);
        let rules = Rules {
            table: self.lineup(&mut rng),
            colours: if colours { Colours::Drawn } else { Colours::Fixed },
            board: Board::default(),
        };
        let mut game = OnTop::begin(&OnTop::deal(&rules, &mut streams.deal(number)));
        let Some(judge) = AfterstateJudge::new(network.clone(), game.board()) else { return };
        let opening = choose::below(&mut rng, self.curiosity.opening + 1);
        let mut plies: Vec<Ply> = vec![];
        while game.turn() == Turn::Chance {
            let random = (plies.len() as u32) < opening || chance(&mut rng, self.curiosity.random);
            let Some((expected, played)) = next(&judge, &mut game, random, &mut rng) else {
                return;
            };
            if let Some(last) = plies.last_mut() {
                last.expected = expected;
            }
            let (rows, head) =
                if game.turn() == Turn::Over { (vec![], 0) } else { judge.rows(&game) };
            plies.push(Ply { rows, head, next: game.mover(), value: played, expected: played });
        }
        self.teach(&game, &plies, lessons);
    }

    fn lineup(&self, rng: &mut SearchRng) -> Lineup {
        let all: u32 = self.lineups.iter().sum();
        let mut drawn = choose::below(rng, all.max(1));
        for (lineup, often) in Lineup::ALL.into_iter().zip(self.lineups) {
            if drawn < often {
                return lineup;
            }
            drawn -= often;
        }
        Lineup::Two
    }

    /// Goes back through a game. What a position is worth is what is expected of the next move, over all tiles; what came out
    /// better or worse later, beyond the luck of the tiles, is added by λ.
    fn teach(&self, end: &OnTop, plies: &[Ply], lessons: &mut PositionLessons) {
        let seats = end.seats();
        let mut surprise = WinShares::default();
        for ply in plies.iter().rev() {
            let mut worth = ply.expected;
            for (worth, surprise) in worth.iter_mut().zip(surprise) {
                *worth += self.lambda * surprise;
            }
            for (seat, surprise) in surprise.iter_mut().enumerate() {
                *surprise = worth[seat] - ply.value[seat];
            }
            if !ply.rows.is_empty() {
                lessons.push(&ply.rows, answer(end, ply, &worth, seats));
            }
        }
    }
}

/// A move, with the position after it.
struct Ply {
    rows: Vec<u16>,
    head: usize,
    next: Seat,
    /// What the network said, or what the game came to.
    value: WinShares,
    /// What the next seat makes of it, over all tiles.
    expected: WinShares,
}

fn chance(rng: &mut SearchRng, share: f64) -> bool {
    f64::from(choose::below(rng, 1 << 24)) < share * f64::from(1 << 24)
}

/// Draws a tile and lays it. Gives what the best moves are worth on average over all tiles, and what the move was worth; `None`
/// where nothing can be drawn.
fn next(
    judge: &AfterstateJudge,
    game: &mut OnTop,
    random: bool,
    rng: &mut SearchRng,
) -> Option<(WinShares, WinShares)> {
    let (before, own) = (judge.before(game), game.mover().index());
    let mut chances = Chances::new();
    game.chances(&mut chances);
    let drawn = game.random_action(rng);
    let mut expected = WinShares::default();
    let mut chosen: Option<(OnTop, WinShares)> = None;
    for (draw, probability) in chances {
        let mut state = *game;
        state.play(draw);
        let mut moves = Actions::new();
        state.actions(&mut moves);
        let before = judge.drawn(&before, &state);
        let any = choose::below(rng, moves.len().max(1) as u32) as usize;
        let any = (random && drawn == Some(draw)).then_some(any);
        let mut best: Option<(OnTop, WinShares)> = None;
        for (number, &action) in moves.iter().enumerate() {
            let mut after = state;
            after.play(action);
            let shares = judge.after(&before, &after);
            if best.is_none_or(|(_, best)| shares[own] > best[own]) {
                best = Some((after, shares));
            }
            if any == Some(number) {
                chosen = Some((after, shares));
            }
        }
        let Some((after, shares)) = best else { continue };
        for (sum, share) in expected.iter_mut().zip(shares) {
            *sum += probability as f32 * share;
        }
        if drawn == Some(draw) {
            chosen = chosen.or(Some((after, shares)));
        }
    }
    // The game goes on only now: the other tiles were drawn from the same bag.
    let (after, played) = chosen?;
    *game = after;
    Some((expected, played))
}

fn answer(end: &OnTop, ply: &Ply, worth: &WinShares, seats: usize) -> LessonTarget {
    let lineup = end.table();
    let mut answer = LessonTarget {
        head: ply.head as u16,
        sides: lineup.sides() as u8,
        ..LessonTarget::default()
    };
    for (steps, wins) in answer.wins.iter_mut().enumerate().take(lineup.sides()) {
        *wins = worth[(ply.next.index() + steps) % seats];
    }
    let passive = kontra_ontop::Colour::ALL.into_iter().filter(|&c| end.seat(c).is_none());
    let played = (0..seats).map(|n| end.colour(Seat::wrapping(ply.next.index() + n, seats)));
    for (slot, colour) in played.chain(passive).enumerate().take(4) {
        answer.scores[slot] = f32::from(end.score(colour)) / 10.0;
        answer.last_stones |= u8::from(end.stones(colour) == 0) << slot;
    }
    answer
}
