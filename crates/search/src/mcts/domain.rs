use kontra_game::{Determinize, Game, MAX_SEATS, SearchRng, Seat, View, WorldSampler};

/// One number for each seat.
pub type Rewards = [f64; MAX_SEATS];

/// What a search may know of its game beyond the rules.
///
/// A search is generic; what it needs to play a certain game well comes in through this. Everything has a default that
/// needs no knowledge. Only playouts and rewards are given a full state: they happen inside of an imagined world.
/// Whatever chooses for a seat is given that seat's view.
pub trait Domain<G: Game>: Send + Sync {
    /// What a finished game is worth to each seat.
    fn rewards(&self, game: &G) -> Rewards {
        payoffs(game)
    }

    /// Plays a game to its end, or to where its result is certain enough (a dynamic simulation cut), and returns what it
    /// is worth.
    fn roll_out(&self, game: &mut G, rng: &mut SearchRng) -> Rewards {
        game.playout(rng);
        self.rewards(game)
    }

    /// One of these moves of the seat to move, whose view this is, that looks good without search; `None` where there is
    /// no opinion. The moves are legal, but not always all that are.
    fn suggest(
        &self,
        _view: &G::View,
        _legal: &[G::Action],
        _rng: &mut SearchRng,
    ) -> Option<G::Action> {
        None
    }

    /// The suggestion for a seat of an imagined world. By default it is made from that seat's view. A playout policy that
    /// is meant to see all cards of the world, as in Sievers 2012, 5.3, says so here.
    fn suggest_in(
        &self,
        world: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut SearchRng,
    ) -> Option<G::Action> {
        self.suggest(&world.view(seat), legal, rng)
    }

    /// The worlds that a seat with this view thinks possible, prepared once for many draws.
    fn worlds<'a>(&'a self, view: &'a G::View) -> Box<dyn WorldSampler<G> + 'a>
    where
        G::View: Determinize,
    {
        Box::new(view.prepare())
    }

    /// The information set of the seat to move, whose view this is, where nodes are told apart by it. It may be
    /// coarser than the view, so that more positions meet.
    fn key(&self, view: &G::View) -> u64 {
        view.key().0
    }

    /// Whether the searching seat may choose this move at the root when its mean reward is this.
    fn admits(&self, _view: &G::View, _action: G::Action, _mean: f64) -> bool {
        true
    }
}

/// The payoffs of a finished game as rewards.
pub fn payoffs<G: Game>(game: &G) -> Rewards {
    let mut rewards = [0.0; MAX_SEATS];
    let payoffs = game.payoffs();
    rewards[..payoffs.as_slice().len()].copy_from_slice(payoffs.as_slice());
    rewards
}

/// No knowledge beyond the rules: payoffs are rewards, playouts are random.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RulesOnly;

impl<G: Game> Domain<G> for RulesOnly {}
