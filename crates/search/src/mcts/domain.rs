use kontra_game::{Determinize, Game, MAX_SEATS, SearchRng, Seat, View};

/// One number for each seat.
pub type Rewards = [f64; MAX_SEATS];

/// Something that imagines worlds.
pub type Imagination<'a, G> = Box<dyn Fn(&mut SearchRng) -> G + Send + Sync + 'a>;

/// What a search may know of its game beyond the rules.
///
/// A search is generic; what it needs to play a certain game well comes in through this. Everything has a default that
/// needs no knowledge.
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

    /// One of these moves that looks good without search; `None` where there is no opinion. The moves are legal, but not
    /// always all that are.
    fn suggest(&self, _game: &G, _legal: &[G::Action], _rng: &mut SearchRng) -> Option<G::Action> {
        None
    }

    /// A way to imagine worlds for this view. What can be prepared once for many worlds is prepared here.
    fn imagination<'a>(&'a self, view: &'a G::View) -> Imagination<'a, G>
    where
        G::View: Determinize,
    {
        Box::new(|rng| view.determinize(rng))
    }

    /// The information set of the seat to move, where nodes are told apart by it. It may be coarser than the
    /// view, so that more positions meet, but must not know more.
    fn key(&self, game: &G, seat: Seat) -> u64 {
        game.view(seat).key().0
    }

    /// Whether a seat may choose this move at the root when its mean reward is this. The state is one of those the
    /// seat thinks possible.
    fn admits(&self, _game: &G, _seat: Seat, _action: G::Action, _mean: f64) -> bool {
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
pub struct Plain;

impl<G: Game> Domain<G> for Plain {}
