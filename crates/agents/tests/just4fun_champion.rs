//! The champion of Just 4 Fun: with every network, and with two to four players.

use kontra_agents::just4fun::network::{
    COMPARISONS, FEATURES, FieldNet, PLANES, Plane, VERSION, plane_names,
};
use kontra_agents::{AgentSpec, Player, Recipe};
use kontra_game::{Game, History, Notation, Recorded, SearchRng, Seat, Streams, Turn};
use kontra_just4fun::{Action, Just4Fun, Players, Rules};
use kontra_nets::{Precision, Weights};
use kontra_search::Analysis;
use std::path::PathBuf;

fn recipe(spec: &str) -> Recipe<Just4Fun> {
    Recipe::new(&spec.parse().unwrap()).unwrap()
}

fn game(seats: usize) -> Just4Fun {
    let rules = Rules { players: Players::new(seats).unwrap(), ..Rules::default() };
    Just4Fun::begin(&Just4Fun::deal(&rules, &mut Streams::new(5).deal(0)))
}

/// Plays on by chance until at most this many stones are left, and somebody has a choice.
fn late(seats: usize, stones: u32) -> Just4Fun {
    let left = |game: &Just4Fun| {
        Seat::all(seats).map(|seat| u32::from(game.table().stones().left(seat))).sum::<u32>()
    };
    (0..1000)
        .find_map(|number| {
            let mut rng = Streams::new(5).test(number);
            let mut game = game(seats);
            while let Some(action) = game.random_action(&mut rng) {
                let decides = matches!(game.turn(), Turn::Seat(_)) && game.choices().len() > 1;
                if decides && left(&game) <= stones {
                    return Some(game);
                }
                game.play(action);
            }
            None
        })
        .expect("some random games last to the end")
}

fn analysis(spec: &str, game: &Just4Fun) -> Analysis<Action> {
    let Turn::Seat(seat) = game.turn() else { panic!("nobody decides") };
    let rng: SearchRng = Streams::new(3).agent(0, 0, seat);
    let Player::Honest(mut agent) = recipe(spec).player(rng) else { panic!("{spec} is honest") };
    agent.analyze(&game.view(seat), History::unknown(seat)).unwrap().timeless()
}

/// A whole game of this agent against itself; what everybody gets.
fn payoffs(spec: &str, seats: usize) -> Vec<f64> {
    let streams = Streams::new(6);
    let mut game = game(seats);
    let mut agents: Vec<_> = Seat::all(seats)
        .map(|seat| match recipe(spec).player(streams.agent(0, 0, seat)) {
            Player::Honest(agent) => agent,
            _ => panic!("{spec} is honest"),
        })
        .collect();
    let mut chance = streams.chance(0);
    loop {
        match game.turn() {
            Turn::Over => break game.payoffs().as_slice().to_vec(),
            Turn::Chance => game.play(game.random_action(&mut chance).unwrap()),
            Turn::Seat(seat) => {
                let action = agents[seat.index()].choose(&game.view(seat), History::unknown(seat));
                assert!(game.choices().contains(&action), "{spec}: {action} is not legal");
                game.play(action);
            }
        }
    }
}

/// A file with weights of nobody: zeros.
fn empty_network(planes: &[Plane]) -> PathBuf {
    let net = FieldNet { planes: planes.len(), blocks: 1, filters: 8, ..FieldNet::CHAMPION };
    let graph = net.graph();
    let facts = [(FEATURES, VERSION), (PLANES, &plane_names(planes))];
    let bytes = Weights::zeros(&graph).to_file(&graph, Precision::F32, &facts).unwrap();
    let name = format!("kontra-champion-{}-{}.safetensors", std::process::id(), planes.len());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn the_champion_plays_whole_games_with_every_network_and_number_of_players() {
    let shipped = ["fieldnet", "cardfieldnet"].into_iter();
    for name in shipped.chain(COMPARISONS.map(|(name, _)| name)) {
        for more in ["", ", reuse=yes, batch=4"] {
            let spec = format!("champion(weights={name}, iterations=8, solved=2{more})");
            assert_eq!(payoffs(&spec, 2).iter().sum::<f64>(), 0.0, "{spec}");
        }
    }
    for seats in [3, 4] {
        for spec in ["champion(iterations=8)", "champion(iterations=8, reuse=yes, key=board-hand)"]
        {
            assert_eq!(payoffs(spec, seats).len(), seats, "{spec}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    for seats in 2..=4 {
        let game = game(seats);
        let spec = "champion(iterations=60)";
        assert_eq!(analysis(spec, &game), analysis(spec, &game));
        assert_eq!(analysis(spec, &game).iterations, 60);
    }
}

#[test]
fn worlds_share_the_iterations_and_no_more() {
    for (iterations, worlds, done) in
        [(7, 7, 7), (60, 60, 60), (150, 75, 150), (201, 67, 201), (401, 80, 400)]
    {
        let found = analysis(&format!("champion(iterations={iterations})"), &game(2));
        assert_eq!((found.worlds, found.iterations), (worlds, done), "{iterations}");
    }
}

#[test]
fn a_network_that_learnt_games_of_two_is_not_asked_in_games_of_four() {
    let playouts = "so-ismcts(iterations=80, key=board)";
    let champion = "champion(iterations=80)";
    assert_eq!(analysis(champion, &game(4)), analysis(playouts, &game(4)));
    for seats in [2, 3] {
        assert_ne!(analysis(champion, &game(seats)), analysis(playouts, &game(seats)));
    }
}

#[test]
fn a_network_that_is_shown_how_many_play_is_asked_always() {
    let planes = Plane::champion();
    let path = empty_network(&planes);
    let champion = format!("champion(weights={}, iterations=80)", path.display());
    for seats in 2..=4 {
        let found = analysis(&champion, &game(seats));
        let equal = 1.0 / found.moves.len() as f64;
        // It knows nothing: all moves are equally likely, and the position is worth as much as any.
        assert!(found.moves.iter().all(|entry| (entry.prior - equal).abs() < 1e-6), "{found:?}");
        assert_ne!(found, analysis("so-ismcts(iterations=80, key=board)", &game(seats)));
        assert_eq!(payoffs(&champion.replace("=80", "=8"), seats).len(), seats);
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn the_last_stones_are_solved() {
    let game = late(2, 3);
    let solved = analysis("champion(iterations=50, solved=7)", &game);
    assert_eq!((solved.worlds, solved.iterations), (7, 7), "seven worlds, each to its end");
    let searched = analysis("champion(iterations=50, endgame=0)", &game);
    assert_eq!(searched.iterations, 50);
    // With three players nothing is solved.
    assert_eq!(analysis("champion(iterations=50, solved=7)", &late(3, 3)).iterations, 50);
}

#[test]
fn what_does_not_fit_is_one_sentence() {
    let refused = |spec: &str| {
        let spec: AgentSpec = spec.parse().unwrap();
        Recipe::<Just4Fun>::new(&spec).unwrap_err().to_string()
    };
    assert!(refused("champion(weights=nobody)").contains("neither a file's path nor a known name"));
    assert!(refused("champion(weights=no/such.safetensors)").contains("'no/such.safetensors'"));
    assert!(refused("champion(key=hand)").contains("board-hand-used"));
    assert!(refused("champion(endgame=9)").contains("endgame"));
    let path =
        std::env::temp_dir().join(format!("kontra-damaged-{}.safetensors", std::process::id()));
    std::fs::write(&path, b"no network").unwrap();
    let sentence = refused(&format!("champion(weights={})", path.display()));
    assert!(sentence.contains("damaged"), "{sentence}");
    std::fs::remove_file(path).unwrap();
    // Strangers have the network that comes with the program, and no files.
    let confined = |spec: &str| Recipe::<Just4Fun>::confined(&spec.parse().unwrap());
    assert!(confined("champion").is_ok());
    assert!(confined("champion(weights=a/b.safetensors)").is_err());
}

/// A server lends half a million nodes and 40 MB to a thought (`kontra-server`, agents).
#[test]
fn the_champion_fits_a_server() {
    for spec in ["champion(ms=600)", "champion(iterations=1000)"] {
        let cost = recipe(spec).cost(500_000);
        assert!(cost.bytes <= 40 << 20 && cost.threads == 1, "{spec}: {cost:?}");
    }
    // What a network needs is counted, also where playouts judge.
    let playouts = recipe("so-ismcts(iterations=900)").cost(500_000);
    assert!(recipe("champion").cost(500_000).bytes > playouts.bytes);
}
