use crate::answer;
use crate::position::RecordedPosition;
use crate::problem::{Problem, missing};
use kontra_agents::GameId;
use kontra_doppelkopf::{Doppelkopf, SEATS, Worlds};
use kontra_game::{BadInput, Game, Seat, Streams};
use serde_json::json;
use std::io::Write;

/// The exact number of deals that a player cannot rule out, and random ones of them
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    kontra worlds doppelkopf --record game.jsonl --ply 30 --seat 2 --count 3")]
pub(crate) struct Args {
    /// The game: doppelkopf
    game: String,
    #[command(flatten)]
    position: RecordedPosition,
    /// Whose knowledge counts, 0 to 3
    #[arg(long, value_name = "S")]
    seat: usize,
    /// How many deals to sample, each being equally likely
    #[arg(long, value_name = "K", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    count: u64,
    /// The seed of the samples
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print one JSON value
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    let id: GameId = args.game.parse()?;
    if id != GameId::Doppelkopf {
        return Err(missing(id, "counter of worlds", GameId::Doppelkopf.name()));
    }
    let seat = Seat::new(args.seat)
        .filter(|seat| seat.index() < SEATS)
        .ok_or_else(|| BadInput::expected("--seat", "a seat from 0 to 3", args.seat))?;
    let game: Doppelkopf = args
        .position
        .load()?
        .ok_or_else(|| BadInput::expected("--record", "a file with a record", "none"))?;
    let worlds = Worlds::new(&game.view(seat));
    let mut rng = Streams::new(args.seed).test(0);
    let hands = |world: Doppelkopf| -> [String; SEATS] {
        std::array::from_fn(|seat| world.hand(Seat::wrapping(seat, SEATS)).to_string())
    };
    let samples: Vec<_> = (0..args.count).map(|_| hands(worlds.sample(&mut rng))).collect();
    if args.json {
        let value = json!({ "worlds": worlds.count().to_string(), "samples": samples });
        return answer::print(out, value);
    }
    writeln!(out, "{} deals are possible for seat {seat}", worlds.count())?;
    for sample in samples {
        writeln!(out)?;
        for (seat, hand) in sample.iter().enumerate() {
            writeln!(out, "  {seat}  {hand}")?;
        }
    }
    Ok(())
}
