use crate::{Actions, Chances, Game, Turn};

/// What [`perft`] counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Perft {
    /// Sequences of exactly `depth` decisions of the seats.
    pub nodes: u64,
    /// Outcomes of chance turns that were followed on the way.
    pub chance: u64,
}

/// Counts the sequences of `depth` decisions that are possible from this state.
///
/// Chance turns use up no depth: every outcome is followed and counted separately. Games that end
/// before `depth` decisions are not counted, as usual in chess.
pub fn perft<G: Game>(game: &G, depth: u32) -> Perft {
    let mut total = Perft::default();
    count(game, depth, &mut total);
    total
}

fn count<G: Game>(game: &G, depth: u32, total: &mut Perft) {
    let follow = |action, depth, total: &mut Perft| {
        let mut next = game.clone();
        next.play(action);
        count(&next, depth, total);
    };
    if depth == 0 {
        total.nodes += 1;
        return;
    }
    match game.turn() {
        Turn::Over => {}
        Turn::Seat(_) => {
            let mut actions = Actions::new();
            game.actions(&mut actions);
            for action in actions {
                follow(action, depth - 1, total);
            }
        }
        Turn::Chance => {
            let mut chances = Chances::new();
            game.chances(&mut chances);
            for (action, _) in chances {
                total.chance += 1;
                follow(action, depth, total);
            }
        }
    }
}
