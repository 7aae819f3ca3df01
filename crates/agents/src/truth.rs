use crate::{Cheat, Effort};
use kontra_game::{Determinize, Game, SearchRng, Seat, Turn};
use kontra_search::Search;
use kontra_search::mcts::{Domain, Imagination, Puct, Rewards, Rollouts};

/// What a cheat takes for the world: the true one, but for the future.
pub type Peek<G> = fn(&G, &mut SearchRng) -> G;

/// A domain in which worlds are not imagined but looked up: what makes a search cheat.
#[derive(Clone, Debug)]
struct Truth<G, D> {
    game: G,
    peek: Peek<G>,
    domain: D,
}

impl<G: Game, D: Domain<G>> Domain<G> for Truth<G, D> {
    fn rewards(&self, game: &G) -> Rewards {
        self.domain.rewards(game)
    }

    fn roll_out(&self, game: &mut G, rng: &mut SearchRng) -> Rewards {
        self.domain.roll_out(game, rng)
    }

    fn imagination<'a>(&'a self, _view: &'a G::View) -> Imagination<'a, G>
    where
        G::View: Determinize,
    {
        Box::new(|rng| (self.peek)(&self.game, rng))
    }

    fn key(&self, game: &G, seat: Seat) -> u64 {
        self.domain.key(game, seat)
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
    /// A cheat with this search, who takes what `peek` makes of the true state for the world.
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
        let seat = match game.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => Seat::wrapping(0, 1),
        };
        let Puct { options, budget, worlds, evaluator, domain } = self.search.clone();
        let domain = Truth { game: game.clone(), peek: self.peek, domain };
        let mut search = Puct { options, budget, worlds, evaluator, domain };
        let analysis = search.search(&game.view(seat), &mut self.rng);
        self.effort.add(&analysis);
        analysis.chosen
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
