use crate::{Cheat, Effort};
use kontra_game::{Determinize, Game, SearchRng, Seat, Turn, Weighted, WorldSampler};
use kontra_search::mcts::{Domain, Puct, Rollouts};
use kontra_search::{Analysis, Limits};

/// What a cheating agent searches in place of sampled worlds: the true state, apart from its future.
pub type Peek<G> = fn(&G, &mut SearchRng) -> G;

/// Worlds that are not imagined but looked up: what makes a search cheat.
struct Truth<'a, G> {
    game: &'a G,
    peek: Peek<G>,
}

impl<G: Game> WorldSampler<G> for Truth<'_, G> {
    fn draw(&self, rng: &mut SearchRng) -> Weighted<G> {
        Weighted::one((self.peek)(self.game, rng))
    }
}

/// PUCT with playouts that sees what nobody may see.
#[derive(Debug)]
pub struct CheatingPuct<G, D> {
    search: Puct<Rollouts<D>, D>,
    peek: Peek<G>,
    rng: SearchRng,
    effort: Effort,
}

impl<G, D> CheatingPuct<G, D> {
    /// A cheating agent: searches `peek(state)` in place of sampled worlds.
    pub fn new(search: Puct<Rollouts<D>, D>, peek: Peek<G>, rng: SearchRng) -> CheatingPuct<G, D> {
        CheatingPuct { search, peek, rng, effort: Effort::default() }
    }
}

impl<G, D> Cheat<G> for CheatingPuct<G, D>
where
    G: Game<View: Determinize>,
    D: Domain<G> + Clone,
{
    fn choose(&mut self, game: &G) -> G::Action {
        let analysis = self.search(game);
        self.effort.add(&analysis);
        analysis.chosen
    }

    fn analyze(&mut self, game: &G) -> Option<Analysis<G::Action>> {
        Some(self.search(game))
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

impl<G, D> CheatingPuct<G, D>
where
    G: Game<View: Determinize>,
    D: Domain<G> + Clone,
{
    fn search(&mut self, game: &G) -> Analysis<G::Action> {
        let seat = match game.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => Seat::wrapping(0, 1),
        };
        let (view, truth) = (game.view(seat), Truth { game, peek: self.peek });
        self.search.search_worlds(&view, &truth, &Limits::none(), &mut self.rng)
    }
}
