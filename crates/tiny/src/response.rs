use kontra_game::{Actions, Chances, Deals, Game, InfoKey, Seat, Turn, View};
use std::collections::{BTreeMap, BTreeSet};

/// States with the probability that chance and the policies lead there.
pub(crate) type Reached<G> = Vec<(G, f64)>;

/// The policy that knows nothing: every legal move equally likely.
pub fn uniform<V: View>(view: &V) -> Vec<f64> {
    let mut actions = Actions::new();
    view.actions(&mut actions);
    vec![1.0 / actions.len() as f64; actions.len()]
}

/// What each seat may expect when all follow `policy`, which gives a probability for each legal move of a
/// view, in order.
pub fn expected_payoffs<G: Deals>(
    rules: &G::Rules,
    policy: impl Fn(&G::View) -> Vec<f64>,
) -> Vec<f64> {
    let mut open = starts::<G>(rules);
    let mut total = vec![0.0; open.first().map_or(0, |(game, _)| game.seats())];
    while let Some((game, reach)) = open.pop() {
        if game.turn() == Turn::Over {
            let payoffs = game.payoffs();
            total.iter_mut().zip(payoffs.as_slice()).for_each(|(sum, p)| *sum += reach * p);
        } else {
            open.extend(continued(&game, reach, &policy));
        }
    }
    total
}

/// What `seat` may expect at best when all others follow `policy`.
///
/// Exact for games in which no seat forgets what it has seen and different information sets have different keys.
pub fn best_response<G: Deals>(
    rules: &G::Rules,
    seat: Seat,
    policy: impl Fn(&G::View) -> Vec<f64>,
) -> f64 {
    respond(starts::<G>(rules), seat, &policy)
}

/// How much all seats together could win by leaving `policy`, each on its own: 0 at an equilibrium and
/// nowhere else.
///
/// Half of it is the exploitability in a zero-sum game for two.
pub fn nash_conv<G: Deals>(rules: &G::Rules, policy: impl Fn(&G::View) -> Vec<f64>) -> f64 {
    let expected = expected_payoffs::<G>(rules, &policy);
    let gain = |(seat, value): (Seat, &f64)| best_response::<G>(rules, seat, &policy) - value;
    Seat::all(expected.len()).zip(&expected).map(gain).sum()
}

/// The keys of all information sets in which a seat decides, for each seat.
pub fn information_sets<G: Deals>(rules: &G::Rules) -> BTreeMap<Seat, BTreeSet<InfoKey>> {
    let mut sets: BTreeMap<Seat, BTreeSet<InfoKey>> = BTreeMap::new();
    let mut open = starts::<G>(rules);
    while let Some((game, reach)) = open.pop() {
        if let Turn::Seat(seat) = game.turn() {
            sets.entry(seat).or_default().insert(game.view(seat).key());
        }
        open.extend(continued(&game, reach, &uniform));
    }
    sets
}

pub(crate) fn starts<G: Deals>(rules: &G::Rules) -> Reached<G> {
    G::deals(rules).iter().map(|(start, probability)| (G::begin(start), *probability)).collect()
}

/// The value to `seat`, who has not decided anything yet that would tell these states apart.
fn respond<G: Game>(
    mut open: Reached<G>,
    seat: Seat,
    policy: &impl Fn(&G::View) -> Vec<f64>,
) -> f64 {
    let mut value = 0.0;
    let mut decisions: BTreeMap<InfoKey, Reached<G>> = BTreeMap::new();
    while let Some((game, reach)) = open.pop() {
        match game.turn() {
            Turn::Over => value += reach * game.payoffs()[seat],
            Turn::Seat(mover) if mover == seat => {
                decisions.entry(game.view(seat).key()).or_default().push((game, reach));
            }
            Turn::Seat(_) | Turn::Chance => open.extend(continued(&game, reach, policy)),
        }
    }
    value + decisions.into_values().map(|reached| best_choice(&reached, seat, policy)).sum::<f64>()
}

/// The value of the move that is best for `seat` in all these states, which look the same to it, together.
fn best_choice<G: Game>(
    reached: &[(G, f64)],
    seat: Seat,
    policy: &impl Fn(&G::View) -> Vec<f64>,
) -> f64 {
    let mut actions = Actions::new();
    reached.iter().take(1).for_each(|(game, _)| game.actions(&mut actions));
    let value = |action| {
        let next = reached.iter().map(|(game, reach)| (played(game, action), *reach));
        respond(next.collect(), seat, policy)
    };
    actions.into_iter().map(value).fold(f64::NEG_INFINITY, f64::max)
}

/// Where chance, or the policy of the seat to move, leads from here.
fn continued<G: Game>(game: &G, reach: f64, policy: &impl Fn(&G::View) -> Vec<f64>) -> Reached<G> {
    let (mut actions, mut chances) = (Actions::new(), Chances::new());
    game.actions(&mut actions);
    game.chances(&mut chances);
    let decided = match game.turn() {
        Turn::Seat(seat) => policy(&game.view(seat)),
        Turn::Chance | Turn::Over => vec![],
    };
    let choices = actions.into_iter().zip(decided).chain(chances);
    let possible = choices.filter(|(_, probability)| *probability > 0.0);
    possible.map(|(action, probability)| (played(game, action), reach * probability)).collect()
}

pub(crate) fn played<G: Game>(game: &G, action: G::Action) -> G {
    let mut next = game.clone();
    next.play(action);
    next
}
