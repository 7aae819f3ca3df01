//! The properties of the fuzz targets, on changed seeds.

use kontra_game::{Streams, choose};
use kontra_properties::{board_reader, live_message, mutate, record_reader, seeds, spec_parser};

/// This many inputs at full size, a fiftieth of them otherwise.
const ALL: u64 = 100_000;

fn holds(seeds: &[Vec<u8>], property: fn(&[u8])) {
    seeds.iter().for_each(|seed| property(seed));
    property(b"");
    let inputs = kontra_game::testkit::size(ALL / 50, ALL);
    for number in 0..inputs {
        let mut rng = Streams::new(23).test(number);
        let mut pick = || &seeds[choose::below(&mut rng, seeds.len() as u32) as usize];
        let (mut input, other) = (pick().clone(), pick());
        mutate(&mut input, other, &mut rng);
        property(&input);
    }
}

#[test]
fn records() {
    holds(&seeds::records(), record_reader);
}

#[test]
fn specs() {
    holds(&seeds::specs(), spec_parser);
}

#[test]
fn boards() {
    holds(&seeds::boards(), board_reader);
}

#[test]
fn messages() {
    holds(&seeds::messages(), live_message);
}

/// Seeds are inputs in order, or a search from them would find nothing but complaints.
#[test]
fn most_seeds_are_taken() {
    let taken =
        |text: &[u8]| String::from_utf8_lossy(text).parse::<kontra_agents::AgentSpec>().is_ok();
    assert_eq!(seeds::specs().iter().filter(|seed| taken(seed)).count(), 6);
    let taken = |text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        kontra_server::testing::live_complaints(&text).iter().any(Option::is_none)
    };
    assert!(seeds::messages().iter().all(|seed| taken(seed)));
    assert!(seeds::records().len() == 9 && !seeds::boards().is_empty());
}
