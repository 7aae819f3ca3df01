//! What networks of Just 4 Fun are shown, and the agents that use them.

use kontra_agents::just4fun::SituationKeys;
use kontra_agents::just4fun::network::{
    BoardModel, CARDS, COMPARISONS, CardFieldNet, DECK, FEATURES, FieldNet, Leaves, PLANES, Plane,
    VERSION, model_named, plane_names, write_cards, write_planes,
};
use kontra_agents::{Player, Recipe};
use kontra_game::{Actions, Game, History, Recorded, Seat, Streams, Turn, View};
use kontra_just4fun::{
    Action, Board, Card, CardChoice, Cards, Field, Hand, Just4Fun, PlayerView, Rules, Setup,
    Shuffler,
};
use kontra_nets::{Graph, Instructions, Layout, Op, Precision, Value, Weights};
use kontra_search::mcts::{Count, KeepingPuct, Lockstep, NodeIdentity, Puct, PuctOptions};
use kontra_search::{Budget, Limits, Search};
use std::path::PathBuf;

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

/// A position with these stones (field, seat 0, seat 1), hands and used cards; the next cards are the lowest ones.
fn position(stones: &[(usize, u8, u8)], hands: [[u8; 4]; 2], used: &[u8], turn: usize) -> Just4Fun {
    let card = |n: u8| Card::new(n).unwrap();
    let hands = hands.map(|hand| Hand::new(hand.map(card)));
    let used: Vec<Card> = used.iter().map(|n| card(*n)).collect();
    let seen = Cards::from(hands[0]) + Cards::from(hands[1]) + used.iter().copied().collect();
    let mut counts = vec![[0; Field::COUNT]; 2];
    for &(field, first, second) in stones {
        (counts[0][field - 1], counts[1][field - 1]) = (first, second);
    }
    let setup = Setup {
        cards: CardChoice::Random,
        board: Board::ORIGINAL,
        hands: hands.to_vec(),
        stack: (Cards::DECK - seen).iter().collect(),
        used,
        shuffler: Shuffler(1),
        stones: counts,
        turn: seat(turn),
        known: [Cards::NONE; 2],
        redraws: 0,
    };
    setup.game().unwrap()
}

/// The middle of a game: field 11 is shared, 29 is secured by seat 0, 36 by seat 1, and seat 1 leads on 17.
fn middle(turn: usize) -> Just4Fun {
    let stones = [(11, 1, 1), (29, 2, 0), (36, 0, 2), (17, 1, 2), (8, 1, 0)];
    position(&stones, [[5, 11, 13, 2], [1, 1, 12, 19]], &[8, 3, 3, 17, 12], turn)
}

/// The fields by number on which a plane is not 0, with its number there.
fn shown(view: &PlayerView, plane: Plane) -> Vec<(u8, f32)> {
    let mut numbers = [0.0; Field::COUNT];
    write_planes(view, &[plane], &mut numbers);
    let board = view.table().board().numbers();
    let mut found: Vec<(u8, f32)> =
        board.into_iter().zip(numbers).filter(|(_, x)| *x != 0.0).collect();
    found.sort_by_key(|(field, _)| *field);
    found
}

#[test]
fn the_planes_of_a_position_worked_out_by_hand() {
    let game = middle(0);
    let (first, second) = (game.view(seat(0)), game.view(seat(1)));
    let ones = |fields: &[u8]| fields.iter().map(|field| (*field, 1.0)).collect::<Vec<_>>();
    let numbers = |view: &PlayerView, plane| {
        shown(view, plane).into_iter().map(|(field, _)| field).collect::<Vec<u8>>()
    };
    assert_eq!(shown(&first, Plane::Stones), [(8, 1.0), (11, 1.0), (17, 1.0), (29, 2.0)]);
    assert_eq!(shown(&first, Plane::OpponentStones), [(11, 1.0), (17, 2.0), (36, 2.0)]);
    assert_eq!(shown(&second, Plane::Stones), shown(&first, Plane::OpponentStones));
    assert_eq!(shown(&second, Plane::OpponentStones), shown(&first, Plane::Stones));
    let empty = numbers(&first, Plane::Empty);
    assert_eq!(empty.len(), 31);
    assert!([8, 11, 17, 29, 36].iter().all(|field| !empty.contains(field)));
    assert_eq!(shown(&first, Plane::Minority), ones(&[17, 36]));
    assert_eq!(shown(&first, Plane::Majority), ones(&[8, 29]));
    assert_eq!(shown(&second, Plane::Minority), ones(&[8, 29]));
    assert_eq!(shown(&second, Plane::Majority), ones(&[17, 36]));
    assert_eq!(shown(&first, Plane::Secured), ones(&[29]));
    assert_eq!(shown(&first, Plane::OpponentSecured), ones(&[36]));
    assert_eq!(shown(&second, Plane::Secured), ones(&[36]));
    // Closed to both: what one has secured.
    let open = numbers(&first, Plane::Availability);
    assert_eq!(open.len(), 34);
    assert!(!open.contains(&29) && !open.contains(&36) && open.contains(&17));
    // 2, 5, 11 and 13: the sums up to 36, whatever lies there.
    let reach = [2, 5, 7, 11, 13, 15, 16, 18, 20, 24, 26, 29, 31];
    assert_eq!(shown(&first, Plane::Reachability), ones(&reach));
    assert_eq!(numbers(&second, Plane::Reachability), [1, 2, 12, 13, 14, 19, 20, 21, 31, 32, 33]);
    assert_eq!(
        shown(&first, Plane::Values),
        (1..=36).map(|n| (n, f32::from(n))).collect::<Vec<_>>()
    );
}

#[test]
fn the_chances_of_fields_are_those_of_equation_5_11() {
    let view = middle(0).view(seat(0));
    let found = shown(&view, Plane::Probability);
    for (field, share) in [(1, 0.26729), (14, 0.46924), (12, 0.57851), (36, 0.09019), (34, 0.11814)]
    {
        let (_, exact) = found[field - 1];
        // The thesis sampled a million hands.
        assert!((exact - share).abs() < 0.0015, "{field}: {exact}");
    }
}

#[test]
fn planes_lie_side_by_side_place_by_place() {
    let view = middle(0).view(seat(0));
    let mut all = vec![0.0; Field::COUNT * Plane::FULL.len()];
    write_planes(&view, &Plane::FULL, &mut all);
    for (n, plane) in Plane::FULL.into_iter().enumerate() {
        let mut alone = [0.0; Field::COUNT];
        write_planes(&view, &[plane], &mut alone);
        let column: Vec<f32> = all.iter().skip(n).step_by(Plane::FULL.len()).copied().collect();
        assert_eq!(column, alone);
        assert_eq!(Plane::by_name(plane.name()), Some(plane));
    }
    // Row 0, column 1 is the field 14; row 3, column 3 the field 29.
    assert_eq!(all[11 + 7], 14.0);
    assert_eq!(all[11 * 21 + 7], 29.0);
}

#[test]
fn the_card_vectors_begin_with_the_first_of_equal_cards() {
    let game = middle(1);
    let mut cards = [9.0; CARDS];
    write_cards(&game.view(seat(1)), &mut cards);
    let (hand, used) = cards.split_at(DECK);
    let ones = |list: &[f32]| {
        list.iter().enumerate().filter(|(_, x)| **x == 1.0).map(|(i, _)| i).collect::<Vec<_>>()
    };
    // 1 1 12 19: the first two of four ones, the first twelve (behind 44 lower cards), the last card of all.
    assert_eq!(ones(hand), [0, 1, 44, 54]);
    // 3 3 8 12 17
    assert_eq!(ones(used), [8, 9, 28, 44, 52]);
    assert!(cards.iter().all(|x| *x == 0.0 || *x == 1.0));
}

/// Weights that are small numbers in a fixed order: any will do.
fn weights(graph: &Graph) -> Weights {
    let layout = Layout::new(graph);
    let mut weights = Weights::zeros(graph);
    for (place, node) in graph.nodes().iter().enumerate() {
        let Some(slot) = layout.weight(Value(place)) else { continue };
        for n in slot.range.clone() {
            let wave = ((n * 7919 % 1009) as f32 / 1009.0 - 0.5) * 0.4;
            weights.parameters_mut()[n] =
                if matches!(node.op, Op::Linear { .. }) { wave } else { 1.0 };
        }
    }
    for slot in layout.statistics.iter().filter(|slot| slot.name.ends_with("variance")) {
        weights.lists_mut().1[slot.range.clone()].fill(40.0);
    }
    weights
}

/// A small network of each kind.
fn models() -> Vec<(Graph, Weights)> {
    let field = FieldNet { blocks: 1, filters: 8, ..FieldNet::BENCHMARK };
    let cards = CardFieldNet { blocks: 1, filters: 8, ..CardFieldNet::BENCHMARK };
    [field.graph(), cards.graph()]
        .into_iter()
        .map(|graph| (graph.clone(), weights(&graph)))
        .collect()
}

fn file(name: &str, (graph, weights): &(Graph, Weights)) -> PathBuf {
    let planes = plane_names(&Plane::FULL);
    let facts = [(FEATURES, VERSION), (PLANES, planes.as_str())];
    let bytes = weights.to_file(graph, Precision::F32, &facts).unwrap();
    let path =
        std::env::temp_dir().join(format!("kontra-{}-{name}.safetensors", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn a_network_is_the_same_after_its_file_was_read() {
    let views: Vec<PlayerView> = [0, 1].map(|turn| middle(turn).view(seat(turn))).to_vec();
    for (n, (graph, weights)) in models().into_iter().enumerate() {
        let planes = plane_names(&Plane::FULL);
        let facts = [(FEATURES, VERSION), (PLANES, planes.as_str())];
        let bytes = weights.to_file(&graph, Precision::F32, &facts).unwrap();
        let (before, after) = (
            BoardModel::new((&graph, &weights), &Plane::FULL, Instructions::best()).unwrap(),
            BoardModel::read(&bytes, Instructions::best()).unwrap(),
        );
        assert_eq!((after.sees_cards(), after.planes()), (n == 1, &Plane::FULL[..]));
        let (mut a, mut b) = (before.judge(), after.judge());
        a.judge(&views);
        b.judge(&views);
        for view in 0..2 {
            assert_eq!((a.value(view), a.logits(view)), (b.value(view), b.logits(view)));
            assert!(a.value(view).abs() < 1.0);
        }
        assert_ne!(a.logits(0), a.logits(1));
        let refused =
            |bytes: &[u8]| BoardModel::read(bytes, Instructions::best()).unwrap_err().to_string();
        let other = weights.to_file(&graph, Precision::F32, &[(FEATURES, VERSION)]).unwrap();
        assert_eq!(refused(&other), "weights: expected a list of planes, found ''");
        let other = weights.to_file(&graph, Precision::F32, &[]).unwrap();
        assert_eq!(refused(&other), "weights: expected the features just4fun-1, found none");
        let less = [(FEATURES, VERSION), (PLANES, "empty,stones")];
        let other = weights.to_file(&graph, Precision::F32, &less).unwrap();
        assert!(refused(&other).starts_with("weights: expected an input of 36 × 2 numbers"));
    }
}

#[test]
fn the_policy_is_a_distribution_over_legal_fields() {
    let (graph, weights) = &models()[0];
    let model = BoardModel::new((graph, weights), &Plane::FULL, Instructions::best()).unwrap();
    let view = middle(0).view(seat(0));
    let mut legal = Actions::new();
    view.actions(&mut legal);
    let fields = kontra_agents::just4fun::network::fields(&legal);
    let mut judge = model.judge();
    judge.judge(&[view]);
    let [all, masked] = judge.policy(0, &view, fields);
    assert!((all.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    assert!((masked.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    let kept: f32 = fields.into_iter().map(|field| all[field.index()]).sum();
    for field in Field::all() {
        let expected = if fields.contains(field) { all[field.index()] / kept } else { 0.0 };
        assert!((masked[field.index()] - expected).abs() < 1e-5, "{field}");
    }
}

fn puct(model: &BoardModel, batch: usize) -> Puct<Leaves, SituationKeys> {
    let options = PuctOptions {
        count: Count::Availability,
        identity: NodeIdentity::View,
        batch: batch.try_into().unwrap(),
        ..PuctOptions::new(1.0)
    };
    let worlds = std::num::NonZeroUsize::new(3);
    Puct {
        worlds,
        ..Puct::new(options, Budget::iterations(60), Leaves::new(model), SituationKeys::default())
    }
}

#[test]
fn searches_in_lockstep_find_what_a_search_alone_finds() {
    let (graph, weights) = &models()[1];
    let model = BoardModel::new((graph, weights), &Plane::FULL, Instructions::best()).unwrap();
    let views = [0, 1].map(|turn| middle(turn).view(seat(turn)));
    let (keys, streams) = (SituationKeys::default(), Streams::new(1));
    for batch in [1, 4] {
        let mut puct = puct(&model, batch);
        let alone = [0, 1].map(|n| {
            puct.search(&views[n], &Limits::none(), &mut streams.test(n as u64)).timeless()
        });
        let mut rngs = [0, 1].map(|n| streams.test(n));
        let how = (puct.options, puct.budget, puct.worlds);
        let samplers = views.each_ref().map(kontra_game::Determinize::prepare);
        let mut searches: Vec<_> = (0..2)
            .map(|n| Lockstep::new(how, &views[n], (&keys, &samplers[n]), None, &mut rngs[n]))
            .collect();
        let mut leaves = vec![];
        loop {
            let mut counts = vec![];
            for (n, search) in searches.iter_mut().enumerate() {
                let grows = search.grow(&keys, &samplers[n], &mut rngs[n]);
                counts.push(if grows { search.hand_over(&mut leaves) } else { 0 });
            }
            if leaves.is_empty() {
                break;
            }
            Leaves::new(&model).judge(leaves.iter_mut());
            let mut back = leaves.drain(..);
            for (n, search) in searches.iter_mut().enumerate().filter(|(n, _)| counts[*n] > 0) {
                search.settle(back.by_ref().take(counts[n]), &mut rngs[n]);
            }
        }
        for (n, search) in searches.into_iter().enumerate() {
            let (analysis, _) = search.finish(&views[n], &keys, &mut rngs[n]);
            assert_eq!(analysis.timeless(), alone[n]);
        }
    }
}

#[test]
fn a_kept_tree_knows_what_was_found_before() {
    let (graph, weights) = &models()[0];
    let model = BoardModel::new((graph, weights), &Plane::FULL, Instructions::best()).unwrap();
    let view = middle(0).view(seat(0));
    let rng = &mut Streams::new(2).test(0);
    let mut keeping = KeepingPuct::new(puct(&model, 1));
    let visits = |analysis: &kontra_search::Analysis<Action>| {
        analysis.moves.iter().map(|entry| entry.visits).sum::<u64>()
    };
    let first = keeping.search(&view, &Limits::none(), rng);
    assert_eq!((first.iterations, visits(&first)), (60, 60));
    let again = keeping.search(&view, &Limits::none(), rng);
    assert_eq!((again.iterations, visits(&again)), (60, 120));
    // Another position begins where the tree has been, or with nothing.
    let other = middle(1).view(seat(1));
    assert_eq!(visits(&keeping.search(&other, &Limits::none(), rng)) % 60, 0);
    assert_eq!(visits(&keeping.search(&view, &Limits::none(), rng)), 180);
}

/// A whole game of this agent against itself, as text.
fn moves(spec: &str) -> Vec<String> {
    let recipe = Recipe::<Just4Fun>::new(&spec.parse().unwrap()).unwrap();
    let streams = Streams::new(6);
    let mut game = middle(0);
    let mut agents = [0, 1].map(|n| match recipe.player(streams.agent(0, 0, seat(n))) {
        Player::Honest(agent) => agent,
        _ => panic!("{spec} is honest"),
    });
    let (mut chance, mut list) = (streams.chance(0), vec![]);
    while list.len() < 12 {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.play(game.random_action(&mut chance).unwrap()),
            Turn::Seat(who) => {
                let action = agents[who.index()].choose(&game.view(who), History::unknown(who));
                list.push(action.to_string());
                game.play(action);
            }
        }
    }
    list
}

#[test]
fn agents_with_a_network_play_the_same_game_every_time() {
    for (n, model) in models().iter().enumerate() {
        let path = file(&format!("agents-{n}"), model);
        let path = path.display();
        for spec in [
            format!("network(weights={path})"),
            format!("network(weights={path}, temperature=0)"),
            format!("alphajust4fun(weights={path}, iterations=40)"),
            format!(
                "alphajust4fun(weights={path}, iterations=40, reuse=yes, temperature=1, noise=0.25)"
            ),
            format!("alphajust4fun(weights={path}, iterations=40, worlds=0, batch=8, gumbel=4)"),
        ] {
            assert_eq!(moves(&spec), moves(&spec), "{spec}");
        }
        std::fs::remove_file(path.to_string()).unwrap();
    }
}

/// How many of 40 games this agent wins against the random player.
fn wins_against_random(spec: &str) -> usize {
    let recipes =
        [spec, "random-cards"].map(|spec| Recipe::<Just4Fun>::new(&spec.parse().unwrap()).unwrap());
    let streams = Streams::new(8);
    let wins = (0..40).filter(|&number| {
        let own = seat(number as usize % 2);
        let mut agents = [0, 1].map(|n| {
            let recipe = &recipes[usize::from(seat(n) != own)];
            match recipe.player(streams.agent(number, 0, seat(n))) {
                Player::Honest(agent) => agent,
                _ => panic!("{spec} is honest"),
            }
        });
        let mut game =
            Just4Fun::begin(&Just4Fun::deal(&Rules::default(), &mut streams.deal(number)));
        let mut chance = streams.chance(number);
        loop {
            match game.turn() {
                Turn::Over => break game.payoffs().as_slice()[own.index()] > 0.0,
                Turn::Chance => game.play(game.random_action(&mut chance).unwrap()),
                Turn::Seat(who) => {
                    let view = game.view(who);
                    game.play(agents[who.index()].choose(&view, History::unknown(who)));
                }
            }
        }
    });
    wins.count()
}

#[test]
fn networks_come_with_the_program() {
    let [field, card] = ["fieldnet", "cardfieldnet"].map(|name| {
        let model = model_named(name, Instructions::best()).unwrap();
        assert_eq!((model.planes().len(), model.sees_cards()), (11, name == "cardfieldnet"));
        Recipe::<Just4Fun>::new(&format!("gastegger2024-{name}").parse().unwrap()).unwrap();
        wins_against_random(&format!("gastegger2024-{name}-network-only"))
    });
    // In long matches 98 and 94 games of 100.
    assert!(field >= 35 && card >= 33, "{field} {card}");
    assert!(wins_against_random("random-cards") < 27);
}

#[test]
fn the_networks_of_comparisons_come_with_the_program() {
    for (name, _) in COMPARISONS {
        let planes = if name.ends_with("minimal") { 7 } else { 11 };
        assert_eq!(
            model_named(name, Instructions::best()).unwrap().planes().len(),
            planes,
            "{name}"
        );
    }
}

#[test]
fn missing_weights_are_one_sentence() {
    let refused =
        |spec: &str| Recipe::<Just4Fun>::new(&spec.parse().unwrap()).unwrap_err().to_string();
    assert!(refused("network").contains("a value for the parameter weights"));
    assert!(refused("network(weights=nobody)").contains("neither a file's path nor a known name"));
    let sentence = refused("alphajust4fun(weights=no/such/file.safetensors)");
    assert!(sentence.contains("'no/such/file.safetensors'"), "{sentence}");
    assert!(refused("alphajust4fun(weights=fieldnet, reuse=yes, gumbel=4)").contains("reuse=no"));
    // Strangers may name weights that come with the program, and no files.
    let confined = Recipe::<Just4Fun>::confined(&"network(weights=a.safetensors)".parse().unwrap());
    assert!(confined.unwrap_err().to_string().contains("reads no files"));
}
