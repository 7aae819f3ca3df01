//! What the engine thinks of a position, for people.

use crate::messages::{AnalysedMove, Analysis, Judgement, Unit};
use crate::presentation::Presentation;
use kontra_agents::{Player, Recipe};
use kontra_game::{History, Streams, View};
use kontra_search::{Limits, MoveAnalysis};

/// What the agent `spec` thinks of every legal move of this view, in which it is the seat's turn.
pub(crate) fn analyze<G: Presentation>(
    view: &G::View,
    history: History<'_, G>,
    spec: &'static str,
    streams: Streams,
    limits: &Limits,
) -> Option<Analysis> {
    let analysis = search::<G>(view, history, spec, streams, limits)?;
    let visits: u64 = analysis.moves.iter().map(|entry| entry.visits).sum();
    let scale = scale::<G>(view);
    let actions: Vec<G::Action> = analysis.moves.iter().map(|entry| entry.action).collect();
    let wins = wins::<G>(view, history, &actions, streams, limits);
    let win = |at: usize, value: Option<f64>| match G::UNIT {
        Unit::Win => value,
        Unit::Score => wins.get(at).copied(),
    };
    let moves = analysis.moves.iter().enumerate().map(|(at, entry)| AnalysedMove {
        text: G::show_move(view, entry.action),
        visits: entry.visits,
        share: entry.visits as f64 / visits.max(1) as f64,
        value: value::<G>(view, entry.value),
        error: entry.error.is_finite().then_some(entry.error * scale),
        prior: entry.prior.is_finite().then_some(entry.prior),
        win: win(at, value::<G>(view, entry.value)),
        words: G::own_words(view, entry.action),
    });
    Some(Analysis {
        chosen: G::show_move(view, analysis.chosen),
        unit: G::UNIT,
        spec,
        moves: moves.collect(),
        iterations: analysis.iterations,
        nodes: analysis.nodes,
        worlds: analysis.worlds,
        elapsed_s: analysis.elapsed.as_secs_f64(),
    })
}

/// The probability to win after each of these moves. A thought that was stopped must answer at once.
fn wins<G: Presentation>(
    view: &G::View,
    history: History<'_, G>,
    actions: &[G::Action],
    streams: Streams,
    limits: &Limits,
) -> Vec<f64> {
    if limits.is_stopped() { vec![] } else { G::win_chances(view, history, actions, streams) }
}

fn search<G: Presentation>(
    view: &G::View,
    history: History<'_, G>,
    spec: &str,
    streams: Streams,
    limits: &Limits,
) -> Option<kontra_search::Analysis<G::Action>> {
    let recipe = Recipe::<G>::new(&spec.parse().ok()?).ok()?;
    let Player::Honest(mut agent) = recipe.player(streams.agent(0, 0, view.seat())) else {
        return None;
    };
    agent.set_limits(limits);
    agent.analyze(view, history)
}

/// A value in the unit of the page; `None` where the move was never tried.
fn value<G: Presentation>(view: &G::View, value: f64) -> Option<f64> {
    value.is_finite().then(|| G::value(view, value))
}

/// How many of the page's units one of the search's is.
fn scale<G: Presentation>(view: &G::View) -> f64 {
    G::value(view, 1.0) - G::value(view, 0.0)
}

/// Whether a loss is called a mistake: one of a size that matters, which is not chance.
pub(crate) fn is_mistake(loss: Option<f64>, error: Option<f64>, least: f64) -> bool {
    let least = least.max(2.0 * error.unwrap_or(0.0));
    loss.is_some_and(|loss| loss > 0.0 && loss >= least)
}

/// The move that was played and the best one, after a stronger agent has looked closer. Where it does not insist on another move,
/// or the first agent holds that one for no better, nothing was lost.
fn checked<A: Copy + PartialEq>(
    first: &kontra_search::Analysis<A>,
    closer: &kontra_search::Analysis<A>,
    played: A,
) -> Option<(MoveAnalysis<A>, MoveAnalysis<A>)> {
    let both =
        |from: &kontra_search::Analysis<A>| Some((*from.of(played)?, *from.of(closer.chosen)?));
    let (own, best) = both(first)?;
    if own.value >= best.value {
        return Some((own, own));
    }
    // Values of two kinds cannot be compared, and only of moves that were tried the closer look has its own.
    let (closer_own, closer_best) = both(closer)?;
    let tried = closer_own.error.is_finite() && closer_best.error.is_finite();
    Some(if tried { (closer_own, closer_best) } else { (own, best) })
}

/// How good a move was that was played: what it was worth, and what the best one was.
pub(crate) fn judge<G: Presentation>(
    view: &G::View,
    history: History<'_, G>,
    ply: usize,
    played: G::Action,
    limits: &Limits,
) -> Option<Judgement> {
    let streams = Streams::new(ply as u64);
    let analysis = search::<G>(view, history, G::REVIEWER, streams, limits)?;
    let own = *analysis.of(played)?;
    // A promise is the best move only where the agent would make it: it looks good in many games in which it is none.
    let stands = |action| action == analysis.chosen || !G::is_promise(view, action);
    let tried = analysis.moves.iter().filter(|entry| entry.value.is_finite());
    let tried = tried.filter(|entry| stands(entry.action));
    let best = *tried.max_by(|a, b| a.value.total_cmp(&b.value))?;
    let (own, best) = match G::CHECKER {
        _ if own.value >= best.value && stands(played) => (own, own),
        None => (own, best),
        Some(spec) => {
            let closer = search::<G>(view, history, spec, streams, limits)?;
            checked(&analysis, &closer, played)?
        }
    };
    let (own_value, best_value) = (value::<G>(view, own.value), value::<G>(view, best.value));
    let error = (own.error.powi(2) + best.error.powi(2)).sqrt() * scale::<G>(view);
    let words = G::own_words(view, best.action);
    let loss = own_value.zip(best_value).map(|(own, best)| (best - own).max(0.0));
    let error = error.is_finite().then_some(error);
    let mistake = is_mistake(loss, error, G::LEAST_MISTAKE);
    let wins = match (G::UNIT, mistake) {
        (Unit::Win, _) => [own_value, best_value].into_iter().flatten().collect(),
        (Unit::Score, true) => wins::<G>(view, history, &[played, best.action], streams, limits),
        (Unit::Score, false) => vec![],
    };
    let reasons = match mistake {
        true => G::reasons(view, history, played, best.action),
        false => vec![],
    };
    Some(Judgement {
        ply,
        seat: view.seat().index(),
        text: G::show_move(view, played),
        words: G::own_words(view, played),
        value: own_value,
        best: G::show_move(view, best.action),
        best_label: words.en,
        best_label_de: words.de,
        best_value,
        loss,
        error,
        win: wins.first().copied(),
        best_win: wins.get(1).copied(),
        reasons,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_agents::games::Doppelkopf;
    use kontra_doppelkopf::{Move, Question};
    use kontra_game::{Game, Recorded, Turn};

    /// The first question for an announcement of a normal game, in the deal that is worst for the person who is asked.
    fn worst_hand() -> Doppelkopf {
        let deals = (0..40).map(|number| {
            let deal = Doppelkopf::deal(&Default::default(), &mut Streams::new(6).deal(number));
            let mut game = Doppelkopf::begin(&deal);
            while game.public().question() != Some(Question::Announcement) {
                game.play(Move::No);
            }
            game
        });
        let trumps = |game: &Doppelkopf| {
            let Turn::Seat(seat) = game.turn() else { return usize::MAX };
            let suits = kontra_doppelkopf::GameType::Normal.suits();
            game.hand(seat).kinds().filter(|&card| suits.is_trump(card)).count()
        };
        deals.min_by_key(trumps).unwrap()
    }

    /// An analysis of the moves `a`, `b` and `c`: values and errors.
    fn of_three(chosen: char, found: [(f64, f64); 3]) -> kontra_search::Analysis<char> {
        let one = |(action, (value, error))| {
            let (visits, prior) = (1, 0.0);
            MoveAnalysis { action, visits, value, error, prior }
        };
        let moves = ['a', 'b', 'c'].into_iter().zip(found).map(one).collect();
        kontra_search::Analysis::of_one_evaluation(chosen, moves, Default::default())
    }

    #[test]
    fn the_stronger_agent_has_the_last_word_on_a_mistake() {
        let unknown = f64::NAN;
        let first = of_three('b', [(1.0, unknown), (2.0, unknown), (0.5, unknown)]);
        let judged = |closer| {
            let (own, best) = checked(&first, &closer, 'a').unwrap();
            (best.action, own.value, best.value)
        };
        let tried = [(0.2, 0.1), (0.9, 0.1), (1.5, 0.1)];
        // It insists, and tried both: its values.
        assert_eq!(judged(of_three('b', tried)), ('b', 0.2, 0.9));
        // It insists, and did not try what was played: values of one kind.
        let one = [(1.0, unknown), (0.9, 0.1), (1.5, 0.1)];
        assert_eq!(judged(of_three('b', one)), ('b', 1.0, 2.0));
        // It would have played the same; or it would have made a move that the first holds for worse still.
        assert_eq!(judged(of_three('a', tried)), ('a', 1.0, 1.0));
        assert_eq!(judged(of_three('c', tried)), ('a', 1.0, 1.0));
    }

    #[test]
    fn chance_is_no_mistake() {
        assert!(is_mistake(Some(0.3), None, 0.2) && is_mistake(Some(0.3), Some(0.15), 0.2));
        assert!(!is_mistake(Some(0.3), Some(0.16), 0.2) && !is_mistake(Some(0.1), None, 0.2));
        assert!(!is_mistake(Some(0.0), None, 0.0) && !is_mistake(None, None, 0.0));
    }

    #[test]
    fn a_review_does_not_endorse_an_announcement_on_a_bad_hand() {
        let game = worst_hand();
        let Turn::Seat(seat) = game.turn() else { panic!("somebody is asked") };
        let (view, limits) = (game.view(seat), crate::game::limits());
        let history = History::unknown(seat);
        let judged = judge::<Doppelkopf>(&view, history, 3, Move::Yes, &limits).unwrap();
        assert_eq!((&*judged.text, &*judged.best), ("yes", "no"), "{judged:?}");
    }
}
