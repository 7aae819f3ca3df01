use super::judge::PositionJudge;
use super::likelihood::{Habits, Likelihood};
use super::particles::{DealWeighing, ParticleSet};
use super::past::PublicPast;
use super::{Champion, ChampionSettings};
use crate::doppelkopf::features::{ANSWERS, VERSION, WORDS};
use crate::doppelkopf::network::{Critic, Manners, Model, NetworkPlayer};
use crate::{Agent, AgentSpec, Recipe};
use kontra_doppelkopf::{
    Deal, Doppelkopf, DoppelkopfView, Move, Question, Rules, SEATS, Start, Worlds,
};
use kontra_game::testkit::{equal_histories_give_equal_decisions, size};
use kontra_game::{Game, History, Log, Notation, SearchRng, Seat, Streams, Turn, choose};
use kontra_nets::{Builder, Precision, Weights};
use kontra_search::{Analysis, Budget, Clock, Limits};
use std::time::{Duration, Instant};

fn no_clock() -> Clock {
    Budget::iterations(u64::MAX).start(&Limits::none())
}

/// A small network with an opinion on everything: what must hold for all deals holds with any network.
fn small_model() -> Model {
    let mut b = Builder::new();
    let bits = b.bits(64 * WORDS);
    let values = b.linear(bits, ANSWERS + 1);
    let graph = b.finish(&[("values", values)]);
    let mut weights = Weights::zeros(&graph);
    for (n, weight) in weights.parameters_mut().iter_mut().enumerate() {
        *weight = ((n * 7919 % 1009) as f32 / 1009.0 - 0.5) * 0.05;
    }
    let file = weights.to_file(&graph, Precision::F32, &[("features", VERSION)]);
    Model::read(&file.unwrap()).unwrap()
}

/// A game in which `decide` decides, until `stop`.
fn game_until(
    number: u64,
    stop: impl Fn(&Doppelkopf) -> bool,
    mut decide: impl FnMut(&Doppelkopf, Seat, &Log<Doppelkopf>) -> Move,
) -> (Doppelkopf, Log<Doppelkopf>) {
    let start = Start::single(Rules::default(), Deal::random(&mut Streams::new(5).deal(number)));
    let (mut game, mut log) = (Doppelkopf::new(&start), Log::new());
    while let Turn::Seat(seat) = game.turn() {
        if stop(&game) {
            break;
        }
        let action = decide(&game, seat, &log);
        log.push(&game, action);
        game.play(action);
    }
    (game, log)
}

/// A random game after this many decisions. People announce little, so that games last.
fn random_game(number: u64, decisions: usize) -> (Doppelkopf, Log<Doppelkopf>) {
    let rng = &mut Streams::new(6).test(number);
    let left = std::cell::Cell::new(decisions);
    game_until(
        number,
        |_| left.get() == 0,
        |game, _, _| {
            left.set(left.get() - 1);
            let quiet = game.public().question() == Some(Question::Announcement);
            if quiet && choose::below(rng, 8) > 0 {
                Move::No
            } else {
                game.random_action(rng).unwrap()
            }
        },
    )
}

/// A game of the network where somebody decides on a card in this trick.
fn network_game(number: u64, trick: usize) -> (Doppelkopf, Log<Doppelkopf>) {
    let rng = Streams::new(1).test(0);
    let mut player = NetworkPlayer::new(Model::shipped(), Manners::NONE, rng);
    let there = |game: &Doppelkopf| {
        let public = game.public();
        public.tricks() == trick - 1
            && public.question() == Some(Question::Card)
            && public.trick().count() == number as usize % SEATS
    };
    game_until(number, there, |game, seat, log| player.choose(&game.view(seat), log.seen_by(seat)))
}

fn asked(game: &Doppelkopf) -> Option<Seat> {
    match game.turn() {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    }
}

#[test]
fn without_weights_deals_are_those_of_the_uniform_sampler() {
    let model = small_model();
    for number in 0..20 {
        let (game, log) = random_game(number, 10 + 2 * number as usize);
        let Some(seat) = asked(&game) else { continue };
        let view = game.view(seat);
        let (sampler, mut rng) = (Worlds::new(&view), Streams::new(2).test(number));
        let weighing = DealWeighing { particles: 40, habits: None };
        let mut same = rng.clone();
        let (judge, history) = (&mut PositionJudge::new(&model, None), log.seen_by(seat));
        let set = ParticleSet::draw(&view, history, &weighing, judge, &no_clock(), &mut rng);
        assert!(sampler.count() > 40);
        let drawn: Vec<Doppelkopf> = (0..40).map(|_| sampler.sample(&mut same)).collect();
        assert_eq!(rng, same, "no other random number is used");
        let mut different = vec![];
        for world in &drawn {
            if !different.contains(world) {
                different.push(*world);
            }
        }
        assert_eq!(set.worlds, different);
        for (world, weight) in set.worlds.iter().zip(&set.weights) {
            let times = drawn.iter().filter(|other| *other == world).count();
            assert!((weight - times as f64 / 40.0).abs() < 1e-12);
        }
        assert_eq!(judge.evaluations, 0);
    }
}

#[test]
fn weighted_deals_have_the_past_that_everybody_saw() {
    let (model, wanted) = (small_model(), size(1_000, 100_000));
    let habits = Habits { temperature: 0.05, errors: 0.01 };
    let (mut checked, mut number, mut refreshed) = (0, 0, 0);
    while checked < wanted {
        let (game, log) = random_game(number, 4 + number as usize * 7 % 70);
        number += 1;
        let Some(seat) = asked(&game) else { continue };
        let (view, history) = (game.view(seat), log.seen_by(seat));
        let rng = &mut Streams::new(3).test(number);
        let weighing = DealWeighing { particles: 60, habits: Some(habits) };
        let judge = &mut PositionJudge::new(&model, None);
        let set = ParticleSet::draw(&view, history, &weighing, judge, &no_clock(), rng);
        let sampler = Worlds::new(&view);
        for world in &set.worlds {
            assert!(sampler.allows(world), "{world:?}");
            assert_eq!(world.view(seat), view);
            // Played through from the deal in which everybody got what they hold and have played.
            assert!(PublicPast::new(&view, history, world).is_some(), "{world:?}");
        }
        let sum: f64 = set.weights.iter().sum();
        assert!((sum - 1.0).abs() < 1e-9 && set.effective() <= set.worlds.len() as f64 + 1e-9);
        refreshed += usize::from(set.effective() < 0.24 * 60.0 || set.worlds.len() < 60);
        checked += set.worlds.len();
    }
    assert!(refreshed > 0, "weights that differ so little test nothing");
}

/// Where all deals can be listed, drawing, drawing again and swapping must come to the same as weighing all of them.
#[test]
fn drawn_and_refreshed_deals_have_the_weights_of_all_deals() {
    let model = small_model();
    // Weights that differ less: a single deal that has nearly all weight is found or not.
    let habits = Habits { temperature: 1.0, errors: 0.2 };
    let found = (0..200).find_map(|number| {
        let (game, log) = random_game(number, 75);
        let seat = asked(&game)?;
        (300..900).contains(&Worlds::new(&game.view(seat)).count()).then_some((game, log, seat))
    });
    let (game, log, seat) = found.expect("a position with some hundred deals");
    let (view, history, other) = (game.view(seat), log.seen_by(seat), seat.after(1, SEATS));
    let draw = |particles: usize, number: u64| {
        let weighing = DealWeighing { particles, habits: Some(habits) };
        let (judge, rng) =
            (&mut PositionJudge::new(&model, None), &mut Streams::new(4).test(number));
        ParticleSet::draw(&view, history, &weighing, judge, &no_clock(), rng)
    };
    let holds = |set: &ParticleSet, card: kontra_doppelkopf::Card| -> f64 {
        let pairs = set.worlds.iter().zip(&set.weights);
        pairs.filter(|(world, _)| world.hand(other).contains(card)).map(|(_, weight)| weight).sum()
    };
    let all = draw(1000, 0);
    let runs = size(30, 1000);
    let sets: Vec<ParticleSet> = (0..runs).map(|number| draw(250, number)).collect();
    println!("effective: {} of {}", all.effective(), all.worlds.len());
    for card in view.unseen().kinds() {
        let mean = sets.iter().map(|set| holds(set, card)).sum::<f64>() / runs as f64;
        let exact = holds(&all, card);
        assert!((mean - exact).abs() < 0.05, "{card}: {mean} and not {exact}");
    }
}

#[test]
fn what_the_others_did_makes_the_true_deal_likely() {
    let (games, worlds) = size((6, 60), (50, 200));
    let (judge, mut ratios) = (&mut PositionJudge::new(Model::shipped_for_batches(), None), vec![]);
    for number in 0..games {
        let (game, log) = network_game(number, 4);
        let Some(seat) = asked(&game) else { continue };
        let (view, history) = (game.view(seat), log.seen_by(seat));
        let (sampler, rng) = (Worlds::new(&view), &mut Streams::new(7).test(number));
        let mut all = vec![game];
        all.extend((0..worlds).map(|_| sampler.sample(rng)));
        let past = PublicPast::new(&view, history, &all[1]).unwrap();
        let mut likelihood = Likelihood::new(&past, Habits::default());
        let others = || (1..SEATS).map(|k| seat.after(k, SEATS));
        let hands = |world: &Doppelkopf| {
            let world = *world;
            others().map(move |seat| (seat, world.hand(seat)))
        };
        likelihood.learn(judge, all.iter().flat_map(hands));
        let of = |world| hands(world).map(|(seat, hand)| likelihood.of(seat, hand)).sum::<f64>();
        let weights: Vec<f64> = all.iter().map(|world| (of(world) - of(&all[0])).exp()).collect();
        // The true deal has the weight 1.
        ratios.push(all.len() as f64 / weights.iter().sum::<f64>());
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let logs = ratios.iter().map(|ratio: &f64| ratio.ln()).sum::<f64>() / ratios.len() as f64;
    println!(
        "the true deal's weight at trick 4: {mean:.1} times its uniform share, {logs:.2} as a logarithm"
    );
    println!("{} evaluations for {} deals", judge.evaluations, ratios.len() * (worlds + 1));
    assert!(mean >= 5.0, "{mean}: {ratios:?}");
}

fn settings(playouts: u64, threads: usize) -> ChampionSettings {
    ChampionSettings {
        playouts,
        time: None,
        weighing: DealWeighing { particles: 24, habits: Some(Habits::default()) },
        margin: 1.0,
        width: 100.0,
        tricks: 12,
        threads,
    }
}

fn analysis(
    settings: ChampionSettings,
    limits: &Limits,
    (game, log): &(Doppelkopf, Log<Doppelkopf>),
) -> Analysis<Move> {
    let mut champion = Champion::new(settings, None, Streams::new(1).test(0));
    champion.set_limits(limits);
    let seat = asked(game).unwrap();
    champion.analyze(&game.view(seat), log.seen_by(seat)).unwrap()
}

#[test]
fn the_analysis_does_not_depend_on_the_number_of_threads() {
    let position = network_game(2, 9);
    let told = |threads| analysis(settings(60, threads), &Limits::none(), &position).timeless();
    let one = told(1);
    assert!(one.iterations > 20 && one.effective_worlds > 1.0, "{one:?}");
    assert_eq!(one, told(2));
    assert_eq!(one, told(4));
}

/// What comes of a decision where games are judged after one trick, with a critic and without.
#[test]
fn a_critic_judges_games_that_are_not_played_out() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/weights/doppelkopf-critic.safetensors");
    let critic = Critic::read(&std::fs::read(file).unwrap()).unwrap();
    let (game, log) = network_game(2, 9);
    let (seat, quick) = (asked(&game).unwrap(), ChampionSettings { tricks: 1, ..settings(60, 1) });
    let told = |critic: Option<&Critic>, threads| {
        let settings = ChampionSettings { threads, ..quick };
        let mut champion = Champion::new(settings, critic, Streams::new(1).test(0));
        champion.analyze(&game.view(seat), log.seen_by(seat)).unwrap().timeless()
    };
    let judged = told(Some(&critic), 1);
    assert_eq!(judged, told(Some(&critic), 3));
    assert_ne!(judged, told(None, 1));
    assert!(judged.iterations > 20 && judged.moves.iter().all(|one| one.value.abs() < 60.0));
}

#[test]
fn a_critic_that_is_none_is_refused_with_a_sentence() {
    let refused = |name: &str| {
        let spec: AgentSpec = format!("champion(playouts=1, critic={name})").parse().unwrap();
        Recipe::<Doppelkopf>::new(&spec).err().unwrap().to_string()
    };
    let nothing = refused("some");
    assert!(nothing.contains("neither a file's path nor 'none'"), "{nothing}");
    let nowhere = refused("no/where");
    assert!(
        nowhere.contains("expected critic=FILE, a critic that kontra-train wrote"),
        "{nowhere}"
    );
}

#[test]
fn limits_are_kept() {
    let position = network_game(3, 9);
    for playouts in [0, 1, 7, 50] {
        let told = analysis(settings(playouts, 1), &Limits::none(), &position);
        assert!(told.iterations <= playouts, "{playouts}: {told:?}");
        assert_eq!(told.moves.len(), position.0.choices().len());
    }
    let over = Limits::none().until(Instant::now());
    let told = analysis(settings(1_000_000, 1), &over, &position);
    assert_eq!(told.iterations, 0);
    let own = analysis(settings(0, 1), &Limits::none(), &position);
    assert_eq!(told.chosen, own.chosen, "without time it is the network's answer");
    let hurried = ChampionSettings { time: Some(Duration::ZERO), ..settings(u64::MAX, 1) };
    assert_eq!(analysis(hurried, &Limits::none(), &position).chosen, own.chosen);
}

/// It decides by what its seat saw, not by how the cards lie.
#[test]
fn equal_histories_have_equal_answers() {
    let decide = |view: &DoppelkopfView, history: History<'_, Doppelkopf>, rng: &mut SearchRng| {
        let quick = ChampionSettings { width: 0.2, tricks: 1, ..settings(4, 1) };
        let quick =
            ChampionSettings { weighing: DealWeighing { particles: 3, ..quick.weighing }, ..quick };
        Champion::new(quick, None, rng.clone()).choose(view, history)
    };
    assert!(
        equal_histories_give_equal_decisions::<Doppelkopf>(
            &Default::default(),
            size(1, 20),
            1,
            decide
        ) > 0
    );
}
