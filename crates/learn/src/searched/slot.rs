use super::{Lesson, QuickSearch, SearchPlay, Taught};
use kontra_game::{
    Actions, DealRng, SearchRng, Seat, Streams, Turn, View, Weighted, WorldSampler, choose,
};
use kontra_search::mcts::{Domain, KeptTree, Leaf, Lockstep, PuctOptions};
use kontra_search::{Analysis, Budget};
use std::num::NonZeroUsize;

/// One game on its way.
pub(super) struct SearchSlot<G: Taught> {
    game: G,
    chance: DealRng,
    rng: SearchRng,
    kept: Option<KeptTree<G::Action>>,
    search: Option<Lockstep<G>>,
    told: Vec<Told<G::KeptPosition>>,
    /// Whether the search under way is one of those that teach nothing.
    is_quick: bool,
    pub(super) decisions: u64,
    /// Leaves of this game in the batch under way.
    waiting: usize,
}

/// A decision of a game that is not over yet.
struct Told<P> {
    seat: Seat,
    /// What the search expected for the seat; `None`: there was nothing to search.
    found: Option<f64>,
    /// What it teaches, if anything; the value is not known yet.
    lesson: Option<Lesson<P>>,
}

/// The true world, for searches that are shown everything.
struct Shown<'a, G>(&'a G);

impl<G: Taught> WorldSampler<G> for Shown<'_, G> {
    fn draw(&self, rng: &mut SearchRng) -> Weighted<G> {
        Weighted::one(self.0.shown(rng))
    }
}

impl<G: Taught> SearchSlot<G> {
    pub(super) fn new(play: &SearchPlay, rules: &G::Rules, number: u64) -> SearchSlot<G> {
        let streams = Streams::new(play.seed);
        let start = G::deal(rules, &mut streams.deal(number));
        SearchSlot {
            game: G::begin(&start),
            chance: streams.chance(number),
            rng: streams.agent(number, 0, Seat::wrapping(0, 1)),
            kept: play.reuse.then(KeptTree::default),
            search: None,
            told: vec![],
            is_quick: false,
            decisions: 0,
            waiting: 0,
        }
    }

    /// Plays up to where leaves must be evaluated, and hands them over; `false`: the game is over.
    pub(super) fn advance<D: Domain<G>>(
        &mut self,
        play: &SearchPlay,
        domain: &D,
        leaves: &mut Vec<Leaf<G>>,
    ) -> bool {
        loop {
            let seat = match self.game.turn() {
                Turn::Over => return false,
                Turn::Chance => {
                    let Some(outcome) = self.game.random_action(&mut self.chance) else {
                        return false;
                    };
                    self.game.play(outcome);
                    continue;
                }
                Turn::Seat(seat) => seat,
            };
            let view = self.game.view(seat);
            let shown = Shown(&self.game);
            let imagined = domain.worlds(&view);
            let sampler: &dyn WorldSampler<G> = if play.perfect { &shown } else { &*imagined };
            let mut search = match self.search.take() {
                Some(search) => search,
                None => {
                    let mut legal = Actions::new();
                    view.actions(&mut legal);
                    if let [only] = legal[..] {
                        let policy = G::answer(&view, only).map(|answer| vec![(answer, 1.0)]);
                        drop(imagined);
                        self.is_quick = false;
                        self.decide(seat, &view, (policy, None), only);
                        continue;
                    }
                    let quick = play.quick.filter(|q| choose::unit(&mut self.rng) < q.share);
                    self.is_quick = quick.is_some();
                    let how = how(play, quick);
                    Lockstep::new(how, &view, (domain, sampler), self.kept.take(), &mut self.rng)
                }
            };
            if search.grow(domain, sampler, &mut self.rng) {
                self.waiting = search.hand_over(leaves);
                self.search = Some(search);
                return true;
            }
            let (analysis, kept) = search.finish(&view, domain, &mut self.rng);
            drop(imagined);
            self.kept = play.reuse.then_some(kept);
            let policy = shares::<G>(&view, &analysis);
            self.decide(seat, &view, (policy, found(&analysis)), analysis.chosen);
        }
    }

    /// Takes its leaves back.
    pub(super) fn settle(&mut self, leaves: &mut impl Iterator<Item = Leaf<G>>) {
        if let Some(search) = &mut self.search {
            search.settle(leaves.take(self.waiting), &mut self.rng);
        }
    }

    fn decide(
        &mut self,
        seat: Seat,
        view: &G::View,
        (policy, found): (Option<Vec<(u8, f32)>>, Option<f64>),
        action: G::Action,
    ) {
        if let Some(policy) = policy {
            let lesson = || Lesson { position: G::position(view), policy, value: 0.0 };
            let lesson = (!self.is_quick).then(lesson);
            self.told.push(Told { seat, found, lesson });
        }
        self.decisions += 1;
        self.game.play(action);
    }

    /// The lessons of a game that is over.
    pub(super) fn finish(self, play: &SearchPlay) -> Vec<Lesson<G::KeptPosition>> {
        let payoffs = self.game.payoffs();
        let results = payoffs.as_slice();
        let seats = results.len();
        let mut values: Vec<f64> = results.iter().map(|&payoff| taught(payoff, seats)).collect();
        let mut lessons = vec![];
        for Told { seat, found, lesson } in self.told.into_iter().rev() {
            let value = &mut values[seat.index()];
            if let Some(found) = found {
                *value = play.trace * *value + (1.0 - play.trace) * taught(found, seats);
            }
            lessons.extend(lesson.map(|lesson| Lesson { value: *value as f32, ..lesson }));
            values.iter_mut().for_each(|value| *value *= play.options.discount);
        }
        lessons.reverse();
        lessons
    }
}

/// What is taught where a game came to this payoff, or a search expects it: the chance to win, from −1 to 1. The winner has
/// one stake of every other player, and with a draw everybody has won their share.
fn taught(payoff: f64, seats: usize) -> f64 {
    (2.0 * (payoff + 1.0) / seats as f64 - 1.0).clamp(-1.0, 1.0)
}

/// How a decision is searched.
fn how(
    play: &SearchPlay,
    quick: Option<QuickSearch>,
) -> (PuctOptions, Budget, Option<NonZeroUsize>) {
    let Some(quick) = quick else { return (play.options, play.budget, play.worlds) };
    let most = usize::try_from(quick.budget.iterations).unwrap_or(usize::MAX);
    let most = NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN);
    let worlds = play.worlds.map(|worlds| worlds.min(most));
    (PuctOptions { noise: None, ..play.options }, quick.budget, worlds)
}

/// What a search expects for the seat that searched.
fn found<A>(analysis: &Analysis<A>) -> Option<f64> {
    let tried = || analysis.moves.iter().filter(|entry| entry.visits > 0);
    let visits: u64 = tried().map(|entry| entry.visits).sum();
    let total: f64 = tried().map(|entry| entry.visits as f64 * entry.value).sum();
    (visits > 0).then(|| total / visits as f64)
}

/// The share of visits of every legal answer.
fn shares<G: Taught>(view: &G::View, analysis: &Analysis<G::Action>) -> Option<Vec<(u8, f32)>> {
    let all: u64 = analysis.moves.iter().map(|entry| entry.visits).sum();
    let mut shares: Vec<(u8, f32)> = vec![];
    for entry in &analysis.moves {
        let share = entry.visits as f32 / all.max(1) as f32;
        let answer = G::answer(view, entry.action)?;
        // Several moves may be one answer.
        match shares.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, sum)) => *sum += share,
            None => shares.push((answer, share)),
        }
    }
    Some(shares)
}

#[cfg(test)]
mod tests {
    use super::taught;
    use kontra_game::Seat;
    use kontra_just4fun::Outcome;

    #[test]
    fn results_are_taught_as_searches_see_them() {
        let taught = |outcome: Outcome, seats: usize| -> Vec<f64> {
            outcome.payoffs(seats).as_slice().iter().map(|&payoff| taught(payoff, seats)).collect()
        };
        let won = |seats: usize| taught(Outcome::Pattern(Seat::wrapping(1, seats)), seats);
        assert_eq!(won(2), [-1.0, 1.0]);
        assert_eq!(won(3), [-1.0, 1.0, -1.0]);
        assert_eq!(won(4), [-1.0, 1.0, -1.0, -1.0]);
        assert_eq!(taught(Outcome::Draw, 2), [0.0, 0.0]);
        // One win of three games: a search that expects a draw says the same.
        assert_eq!(taught(Outcome::Draw, 3), [2.0 / 3.0 - 1.0; 3]);
        assert_eq!(taught(Outcome::Draw, 4), [-0.5; 4]);
    }

    /// Averages of searches are rounded.
    #[test]
    fn nothing_is_taught_beyond_a_win_or_a_loss() {
        assert_eq!(taught(2.0 + 1e-9, 3), 1.0);
        assert_eq!(taught(-1.0 - 1e-9, 3), -1.0);
    }
}
