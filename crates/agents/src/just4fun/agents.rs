use super::{LastStones, PointOfView, SituationKeys, champion, network_agents, presets};
use crate::tree::{self, MS, THREADS, TREES};
use crate::{
    Agent, AgentKind, AnySolver, CheatingPuct, ExactEnd, Maker, Needs, Param, Params, Peek,
    Playable, Preset, cheats, common, honest, param, thinking,
};
use kontra_game::{BadInput, History, SearchRng};
use kontra_just4fun::{Action, CardChoice, Just4Fun, KeyState, PlayerView, policy};
use kontra_search::mcts::{Count, NodeIdentity, Noise, Puct, PuctOptions, Rollouts};
use kontra_search::{Analysis, MoveAnalysis};
use std::num::NonZeroU64;

/// What a node of the tree has in common.
pub(super) const KEY: Param = param(
    "key",
    "board-hand",
    "What situations of one node have in common: 'board', 'board-hand' or 'board-hand-used'.",
);

/// How the move is drawn.
pub(super) const TEMPERATURE: Param = param(
    "temperature",
    "0",
    "0: the most visited move is played; else moves are drawn in proportion to visits^(1/temperature).",
);

/// How much noise.
pub(super) const NOISE: Param =
    param("noise", "0", "How much of the priors at the root is noise, from 0 to 1.");

/// What noise.
pub(super) const ALPHA: Param =
    param("alpha", "0.4", "The parameter of the noise's Dirichlet distribution.");

/// Where worlds are solved.
pub(super) const ENDGAME: Param = param(
    "endgame",
    "0",
    "With at most this many stones of both players left, moves are chosen by exact solutions of imagined worlds, up to 8; \
     0: never.",
);

/// How many.
pub(super) const SOLVED: Param =
    param("solved", "20", "How many worlds are solved for such a choice.");

/// The end that a spec describes.
pub(super) fn end(params: &Params<'_>) -> Result<LastStones, BadInput> {
    let stones = params.integer("endgame", 0..=8)? as u32;
    let worlds = params.integer("solved", 1..=100_000)?;
    Ok(LastStones { stones, worlds: NonZeroU64::new(worlds).unwrap_or(NonZeroU64::MIN) })
}

/// What a reward is worth a move earlier.
pub(super) const DISCOUNT: Param = param(
    "discount",
    "1",
    "What a reward is worth one move earlier, from 0 to 1: less, to win early.",
);

/// How much a cheat sees.
const SEES: Param = param(
    "sees",
    "stack",
    "What it sees: the hands and the order of the 'stack', or only the 'hands'. Later shuffles it never sees.",
);

/// As whom playouts are judged.
const VALUE: Param = param(
    "value",
    "mover",
    "As whom the result of a playout is seen: every seat for itself ('mover'), always as the 'first-colour' (the slip \
     that brings the thesis's numbers), or not at all ('none').",
);

/// The thesis's random player: every combination of cards is equally likely.
#[derive(Debug)]
struct RandomCards(SearchRng);

impl Agent<Just4Fun> for RandomCards {
    fn choose(&mut self, view: &PlayerView, _: History<'_, Just4Fun>) -> Action {
        policy::uniform_over_combinations(view, &mut self.0).unwrap_or(Action::Redraw)
    }

    /// Nothing but how often it plays what, where chance says which cards a field costs.
    fn analyze(
        &mut self,
        view: &PlayerView,
        history: History<'_, Just4Fun>,
    ) -> Option<Analysis<Action>> {
        let shares = policy::combination_shares(view);
        let fields = view.table().card_choice() == CardChoice::Random && !shares.is_empty();
        let chosen = self.choose(view, history);
        let moves = shares.into_iter().map(|(field, prior)| {
            let action = Action::Field(field);
            MoveAnalysis { action, visits: 0, value: f64::NAN, error: f64::NAN, prior }
        });
        fields.then(|| Analysis {
            chosen,
            moves: moves.collect(),
            iterations: 0,
            nodes: 0,
            max_depth: 0,
            mean_depth: 0.0,
            worlds: 0,
            effective_worlds: 0.0,
            variation: vec![chosen],
            elapsed: std::time::Duration::ZERO,
        })
    }
}

pub(super) fn keys(params: &Params<'_>) -> Result<SituationKeys, BadInput> {
    Ok(SituationKeys::new(params.one_of("key", &KeyState::WORDS)?))
}

/// The thesis's `IsMctsRollouts`, and with visits in place of availability its `CheatingMctsRollouts`.
fn puct(
    params: &Params<'_>,
    count: Count,
) -> Result<Puct<Rollouts<SituationKeys>, SituationKeys>, BadInput> {
    let keys = if count == Count::Visits { SituationKeys::default() } else { keys(params)? };
    let keys = SituationKeys { value: params.one_of("value", &PointOfView::WORDS)?, ..keys };
    let (fraction, alpha) =
        (params.number("noise", 0.0..=1.0)?, params.number("alpha", 1e-3..=1e3)?);
    let options = PuctOptions {
        count,
        identity: if count == Count::Visits { NodeIdentity::History } else { NodeIdentity::View },
        temperature: params.number("temperature", 0.0..=100.0)?,
        discount: params.number("discount", 0.0..=1.0)?,
        noise: (fraction > 0.0).then_some(Noise { alpha, fraction }),
        ..PuctOptions::new(params.number("exploration", 0.0..=1e6)?)
    };
    Ok(Puct::new(options, params.budget()?, Rollouts(keys), keys))
}

fn ismcts(params: &Params<'_>) -> Result<Maker<Just4Fun>, BadInput> {
    let search = Puct { worlds: params.worlds()?, ..puct(params, Count::Availability)? };
    Ok(thinking(ExactEnd::new(search, end(params)?)))
}

fn cheating(params: &Params<'_>) -> Result<Maker<Just4Fun>, BadInput> {
    let search = puct(params, Count::Visits)?;
    let stack: Peek<Just4Fun> = Just4Fun::with_later_shuffles;
    let peek =
        params.one_of("sees", &[("stack", stack), ("hands", Just4Fun::with_another_stack)])?;
    Ok(cheats(search, move |search, rng| CheatingPuct::new(search, peek, rng)))
}

impl Playable for Just4Fun {
    const OPPONENT: &'static str = "ismcts";
    const PRESETS: &'static [Preset] = presets::PRESETS;

    fn solver() -> Option<AnySolver<Just4Fun>> {
        Some(AnySolver::new())
    }

    fn agents() -> Vec<AgentKind<Just4Fun>> {
        let mut agents = common();
        agents.push(AgentKind {
            name: "random-cards",
            about: "Plays every combination of its cards with the same probability: the thesis's random player.",
            params: &[],
            needs: Needs::Nothing,
            make: |_| Ok(honest(RandomCards)),
        });
        agents.push(AgentKind {
            name: "flat",
            about: "Monte Carlo search without a tree: the same number of random games for every move.",
            params: tree::FLAT,
            needs: Needs::Nothing,
            make: |params| tree::flat(params, SituationKeys::default()),
        });
        agents.push(AgentKind {
            name: "ismcts",
            about: "Information set search with playouts in place of a network (IsMctsRollouts of Gastegger 2024).",
            params: const {
                &[
                    tree::iterations("900"),
                    MS,
                    tree::worlds("4"),
                    tree::exploration("0.5"),
                    KEY,
                    VALUE,
                    DISCOUNT,
                    TEMPERATURE,
                    NOISE,
                    ALPHA,
                    ENDGAME,
                    SOLVED,
                ]
            },
            needs: Needs::Nothing,
            make: ismcts,
        });
        agents.push(AgentKind {
            name: "so-ismcts",
            about: "Information set tree search with UCT and availability counts (Cowling et al. 2012).",
            params: const {
                &[
                    tree::iterations("900"),
                    MS,
                    tree::worlds("0"),
                    tree::exploration("0.7"),
                    tree::decision("visits"),
                    tree::NODES,
                    KEY,
                    ENDGAME,
                    SOLVED,
                    TREES,
                    THREADS,
                ]
            },
            needs: Needs::Nothing,
            make: |params| tree::information_sets(params, keys(params)?, end(params)?),
        });
        agents.push(AgentKind {
            name: "cheating",
            about: "The same search with all hands and the stack open (CheatingMctsRollouts of Gastegger 2024).",
            params: const {
                &[
                    tree::iterations("900"),
                    MS,
                    tree::exploration("1"),
                    SEES,
                    VALUE,
                    DISCOUNT,
                    TEMPERATURE,
                    NOISE,
                    ALPHA,
                ]
            },
            needs: Needs::Nothing,
            make: cheating,
        });
        agents.extend(network_agents::kinds());
        agents.push(champion::kind());
        agents
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;
    use kontra_game::{Game, Log, Recorded, Seat, Streams, Turn};

    #[test]
    fn what_a_cheat_sees() {
        let streams = Streams::new(7);
        let game = Just4Fun::begin(&Just4Fun::deal(&Default::default(), &mut streams.deal(0)));
        let mut rng = streams.test(0);
        let order = |game: &Just4Fun| game.stack().drawing_order().collect::<Vec<_>>();
        let (stack, hands) =
            (game.with_later_shuffles(&mut rng), game.with_another_stack(&mut rng));
        for seat in Seat::all(2) {
            assert_eq!(game.hand(seat), stack.hand(seat));
            assert_eq!(game.hand(seat), hands.hand(seat));
        }
        assert_eq!(order(&game), order(&stack));
        assert_ne!(order(&game), order(&hands));
        assert_ne!(game.shuffler(), stack.shuffler());
        assert_ne!(game.shuffler(), hands.shuffler());
        let sorted = |game| {
            let mut cards = order(game);
            cards.sort_unstable();
            cards
        };
        assert_eq!(sorted(&game), sorted(&hands));
    }

    #[test]
    fn a_cheat_sees_the_stack_and_still_plays_by_the_rules() {
        let streams = Streams::new(4);
        let recipe = Recipe::<Just4Fun>::new(&"cheating(iterations=50)".parse().unwrap()).unwrap();
        let mut game = Just4Fun::begin(&Just4Fun::deal(&Default::default(), &mut streams.deal(0)));
        let (mut chance, mut log) = (streams.chance(0), Log::new());
        let mut players: Vec<_> =
            Seat::all(2).map(|seat| recipe.player(streams.agent(0, 0, seat))).collect();
        loop {
            match game.turn() {
                Turn::Over => break,
                Turn::Chance => game.play(game.random_action(&mut chance).unwrap()),
                Turn::Seat(seat) => {
                    let action = players[seat.index()].decide(&game, seat, &log).unwrap();
                    log.push(&game, action);
                    game.play(action);
                }
            }
        }
        assert_eq!(game.payoffs().as_slice().iter().sum::<f64>(), 0.0);
    }
}
