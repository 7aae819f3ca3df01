use kontra_agents::Playable;
use kontra_game::DealRng;

/// A sequence of games at one table.
pub(crate) trait GameSeries<G: Playable> {
    /// How many games there are in all.
    fn games(&self) -> u16;

    /// How the next game starts; `None` when all are played.
    fn next_start(&mut self, rng: &mut DealRng) -> Option<G::Start>;

    /// Takes down a finished game.
    fn finish(&mut self, game: &G);
}

/// Games that have nothing to do with each other.
pub(crate) struct Independent<G: Playable> {
    rules: G::Rules,
    games: u16,
    played: u16,
}

impl<G: Playable> Independent<G> {
    pub(crate) fn new(rules: G::Rules, games: u16) -> Self {
        Independent { rules, games, played: 0 }
    }
}

impl<G: Playable> GameSeries<G> for Independent<G> {
    fn games(&self) -> u16 {
        self.games
    }

    fn next_start(&mut self, rng: &mut DealRng) -> Option<G::Start> {
        (self.played < self.games).then(|| G::deal(&self.rules, rng))
    }

    fn finish(&mut self, _game: &G) {
        self.played += 1;
    }
}
