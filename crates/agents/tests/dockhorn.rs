//! Dockhorn et al. 2017: what the networks are shown, and how they play.

use crate::common::found_game;
use kontra_agents::doppelkopf::dockhorn::{
    CARD_BITS, CARD_FIELDS, CARD_WORDS, CardBits, CardModel, CardPolicy, GuidedPlayouts,
    card_model_named, encode_world, legal_cards, named_net, trick_position,
};
use kontra_agents::doppelkopf::{AnnouncingRule, Knowledge, PlayoutPolicy, Rewarding, Sampler};
use kontra_agents::{AgentSpec, Player, Recipe};
use kontra_doppelkopf::{
    Card, Deal, Doppelkopf, GameType, Move, Question, Rules, SEATS, Start, Team,
};
use kontra_game::{Determinize, Game, History, Notation, Seat, Streams, Turn, WorldSampler};
use kontra_nets::{Activation, Network, Weights};
use kontra_search::mcts::Domain;

fn bit(bits: &CardBits, at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

/// The bits of a stretch that are set.
fn ones(bits: &CardBits, from: usize, count: usize) -> Vec<usize> {
    (0..count).filter(|n| bit(bits, from + n)).collect()
}

/// The 48 cards with their places, 0 to 7.
fn places(bits: &CardBits) -> Vec<usize> {
    let place = |card: usize| match ones(bits, 14 + 8 * card, 8)[..] {
        [place] => place,
        ref found => panic!("card {card} is at {found:?}"),
    };
    (0..48).map(place).collect()
}

/// Positions in which a card is asked for, of games of all kinds with random cards.
fn positions(seed: u64, games: u64) -> Vec<Doppelkopf> {
    let kinds = [GameType::Normal, GameType::Marriage, GameType::Normal, GameType::Queens];
    let streams = Streams::new(seed);
    let mut found = vec![];
    for number in 0..games {
        let rng = &mut streams.test(number);
        let mut game = found_game(kinds[number as usize % 4], rng);
        while let Some(action) = game.random_action(rng) {
            let is_card = game.public().question() == Some(Question::Card);
            if is_card {
                found.push(game);
            }
            game.play(if is_card { action } else { Move::No });
        }
    }
    found
}

#[test]
fn every_part_of_the_input_is_where_the_paper_has_it() {
    assert_eq!((CARD_BITS, CARD_WORDS), (406, 7));
    assert_eq!(CARD_FIELDS, [("mode", 0), ("position", 10), ("cards", 14), ("parties", 398)]);
    let mut modes = [0; 10];
    for game in positions(1, 12) {
        let (bits, public) = (encode_world(&game).unwrap(), game.public());
        let seat = public.asked().unwrap();
        let [mode] = ones(&bits, 0, 10)[..] else { panic!("one mode") };
        modes[mode] += 1;
        assert_eq!(mode == 1, public.kind() == Some(GameType::Marriage));
        assert_eq!(mode > 2, public.kind().unwrap().is_solo());
        assert_eq!(ones(&bits, 10, 4), [public.trick().count()]);
        assert_eq!(trick_position(&bits), public.trick().count());
        let places = places(&bits);
        for player in 0..SEATS {
            let holder = seat.after(player, SEATS);
            for card in Card::all() {
                let pair = &places[2 * card.index()..][..2];
                let held = pair.iter().filter(|place| **place == player).count();
                assert_eq!(held, game.hand(holder).count(card), "{card} of player {player}");
            }
            let is_re = game.team(holder) == Some(Team::Re);
            assert_eq!(ones(&bits, 398 + 2 * player, 2), [usize::from(!is_re)]);
        }
        for (number, (_, card)) in public.trick().enumerate() {
            assert!(places[2 * card.index()..][..2].contains(&(4 + number)), "{card} on the table");
        }
        let earlier = places.iter().filter(|place| **place == 7).count();
        assert_eq!(earlier, 4 * public.tricks());
        assert_eq!(bits.iter().map(|word| word.count_ones()).sum::<u32>(), 1 + 1 + 48 + 4);
    }
    assert!(modes[0] > 0 && modes[1] > 0 && modes[3..].iter().sum::<i32>() > 0, "{modes:?}");
}

#[test]
fn of_equal_cards_the_one_that_fell_earlier_comes_first() {
    // Earlier tricks, then the table, then hands from the player to move on.
    let order = |place: usize| [4, 5, 6, 7, 1, 2, 3, 0][place];
    for game in positions(2, 10) {
        let places = places(&encode_world(&game).unwrap());
        assert!(places.chunks_exact(2).all(|pair| order(pair[0]) <= order(pair[1])));
    }
}

#[test]
fn nothing_is_asked_where_no_card_is_played() {
    let game = Doppelkopf::new(&Start::single(
        Rules::default(),
        Deal::random(&mut Streams::new(3).deal(0)),
    ));
    assert_ne!(game.public().question(), Some(Question::Card));
    assert_eq!((encode_world(&game), legal_cards(&game)), (None, 0));
}

/// The input knows the world that is imagined and nothing else: no deal behind it, nothing that was said.
#[test]
fn the_input_is_that_of_the_imagined_world() {
    for game in positions(4, 4).into_iter().step_by(5) {
        let seat = game.public().asked().unwrap();
        let view = game.view(seat);
        let (sampler, rng) = (view.prepare(), &mut Streams::new(5).test(0));
        let world = sampler.draw(rng).world;
        let places = places(&encode_world(&world).unwrap());
        for card in Card::all() {
            let pair = &places[2 * card.index()..][..2];
            for player in 0..SEATS {
                let held = pair.iter().filter(|place| **place == player).count();
                assert_eq!(held, world.hand(seat.after(player, SEATS)).count(card));
            }
        }
    }
}

fn quiet() -> Knowledge {
    Knowledge {
        rewarding: Rewarding::default(),
        announcing: AnnouncingRule::Never,
        sampler: Sampler::Uniform,
        playouts: PlayoutPolicy::Random,
        quiet: true,
    }
}

/// A network that likes high numbers of cards: the bias alone decides.
fn by_number() -> CardModel {
    let graph = named_net("406-1-24").unwrap().graph(Activation::Relu);
    let mut weights = Weights::zeros(&graph);
    let count = weights.parameters().len();
    for (n, bias) in weights.parameters_mut()[count - 24..].iter_mut().enumerate() {
        *bias = n as f32;
    }
    CardModel::new(&graph, &weights).unwrap()
}

#[test]
fn playouts_are_played_by_the_network() {
    let guided = GuidedPlayouts::new(quiet(), by_number(), CardPolicy::Best);
    let drawn = GuidedPlayouts::new(quiet(), by_number(), CardPolicy::Drawn);
    let is_solo = |game: &Doppelkopf| game.public().kind().unwrap().is_solo();
    for mut game in positions(6, 4).into_iter().step_by(7).filter(|game| !is_solo(game)) {
        let mut by_hand = game;
        while let Turn::Seat(_) = by_hand.turn() {
            let legal = legal_cards(&by_hand);
            let best = Card::all().nth((31 - (legal | 1).leading_zeros()) as usize).unwrap();
            by_hand.play(if legal == 0 { Move::No } else { Move::Card(best) });
        }
        let (rng, mut other) = (&mut Streams::new(7).test(0), game);
        let rewards = guided.roll_out(&mut game, rng);
        assert_eq!(game, by_hand);
        assert_eq!(rewards, Rewarding::default().rewards(&by_hand));
        drawn.roll_out(&mut other, rng);
        assert_eq!(other.turn(), Turn::Over);
    }
}

#[test]
fn solos_are_played_to_their_end_too() {
    let guided = GuidedPlayouts::new(quiet(), by_number(), CardPolicy::Best);
    let is_solo = |game: &Doppelkopf| game.public().kind().unwrap().is_solo();
    let mut game = positions(8, 4).into_iter().find(is_solo).expect("the fourth is a solo");
    guided.roll_out(&mut game, &mut Streams::new(9).test(0));
    assert_eq!(game.turn(), Turn::Over);
}

#[test]
fn weights_that_come_with_the_program_can_be_read() {
    for (name, layers) in [("nn1", "406-100-0.2-24"), ("nn7", "406-700-0.2-bn-406-bn-24")] {
        let graph = named_net(name).unwrap().graph(Activation::Relu);
        assert_eq!(named_net(name).unwrap().to_string(), layers);
        let network: Network = card_model_named(name).unwrap().network().clone();
        assert_eq!(*network.graph(), graph, "{name}");
    }
    let why = card_model_named("nn3").unwrap_err();
    assert_eq!(why, "'nn3', which is neither a file's path nor a known name");
    let why = card_model_named("no/such.safetensors").unwrap_err();
    assert!(why.starts_with("'no/such.safetensors': "), "{why}");
    assert!(CardModel::read(kontra_models::DOPPELKOPF).is_err(), "other inputs");
}

/// In another world with the same view the same card is chosen: no hidden card has a say.
#[test]
fn a_player_decides_by_its_view() {
    let spec: AgentSpec = "network-uct(iterations=4, worlds=2, quiet=yes)".parse().unwrap();
    let recipe: Recipe<Doppelkopf> = Recipe::new(&spec).unwrap();
    let streams = Streams::new(11);
    for game in positions(10, 2).into_iter().step_by(17) {
        let seat: Seat = game.public().asked().unwrap();
        let view = game.view(seat);
        let choose = |game: &Doppelkopf| {
            let Player::Honest(mut agent) = recipe.player(streams.test(1)) else {
                panic!("it is shown a view")
            };
            agent.choose(&game.view(seat), History::unknown(seat))
        };
        let chosen = choose(&game);
        assert!(game.choices().contains(&chosen));
        let other = view.prepare().draw(&mut streams.test(2)).world;
        assert_eq!(choose(&other), chosen);
    }
}
