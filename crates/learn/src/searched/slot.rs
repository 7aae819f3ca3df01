use super::{Lesson, SearchPlay, Taught};
use kontra_game::{Actions, DealRng, SearchRng, Seat, Streams, Turn, View, Weighted, WorldSampler};
use kontra_search::Analysis;
use kontra_search::mcts::{Domain, KeptTree, Leaf, Lockstep};

/// One game on its way.
pub(super) struct SearchSlot<G: Taught> {
    game: G,
    chance: DealRng,
    rng: SearchRng,
    kept: Option<KeptTree<G::Action>>,
    search: Option<Lockstep<G>>,
    told: Vec<(Seat, Lesson<G::KeptPosition>)>,
    pub(super) decisions: u64,
    /// Leaves of this game in the batch under way.
    waiting: usize,
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
                        self.decide(seat, &view, policy, only);
                        continue;
                    }
                    let how = (play.options, play.budget, play.worlds);
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
            self.decide(seat, &view, policy, analysis.chosen);
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
        policy: Option<Vec<(u8, f32)>>,
        action: G::Action,
    ) {
        if let Some(policy) = policy {
            let lesson = Lesson { position: G::position(view), policy, value: 0.0 };
            self.told.push((seat, lesson));
        }
        self.decisions += 1;
        self.game.play(action);
    }

    /// The lessons of a game that is over.
    pub(super) fn finish(self, play: &SearchPlay) -> Vec<Lesson<G::KeptPosition>> {
        let payoffs = self.game.payoffs();
        let results = payoffs.as_slice();
        let (mut weight, mut told) = (1.0, self.told);
        for (seat, lesson) in told.iter_mut().rev() {
            // Won, drawn or lost: not by how much.
            let result = results[seat.index()];
            let sign = if result == 0.0 { 0.0 } else { result.signum() };
            lesson.value = (sign * weight) as f32;
            weight *= play.options.discount;
        }
        told.into_iter().map(|(_, lesson)| lesson).collect()
    }
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
