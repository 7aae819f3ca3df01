//! OnTop in records: how rules and starts are read and written, and how a start is drawn.

use crate::{Action, Board, Colour, Colours, Lineup, OnTop, Rules, Start};
use kontra_game::{
    BadInput, DealRng, Deals, Past, Reader, Recorded, Rewind, RuleOption, RuleValues, Seat, choose,
};
use serde_json::{Value, json};

impl Recorded for OnTop {
    const NAME: &'static str = "ontop";
    const ABOUT: &'static str =
        "Tile-laying game of chance for two to four: close circles, score by colours.";
    const OPTIONS: &'static [RuleOption] = &[
        RuleOption::TWO_TO_FOUR_PLAYERS,
        RuleOption {
            name: "teams",
            values: RuleValues::Flag,
            default: "false",
            about: "Whether four play as two teams: true or false.",
        },
        RuleOption {
            name: "colours",
            values: RuleValues::Words(&["fixed", "drawn"]),
            default: "fixed",
            about: "Who plays which colour: 'fixed' by seat, or 'drawn' for every game.",
        },
        RuleOption {
            name: "board",
            values: RuleValues::WordsOrObject(&[
                "reconstruction",
                "lower-start",
                "tiles-14",
                "tiles-9",
            ]),
            default: "reconstruction",
            about: "The board: 'reconstruction', 'lower-start', 'tiles-14', 'tiles-9', or a whole one in JSON; see the book.",
        },
    ];

    type Rules = Rules;
    type Start = Start;

    fn read_rules(reader: &Reader<'_>) -> Result<Rules, BadInput> {
        let mut object = reader.object()?;
        let mut rules = Rules::default();
        let players = object.optional("players").map_or(Ok(2), |p| p.integer(2..=4))?;
        rules.table = match object.optional("teams") {
            None => Lineup::new(players as usize, false).unwrap_or_default(),
            Some(teams) => read_teams(&teams, players)?,
        };
        if let Some(colours) = object.optional("colours") {
            rules.colours =
                colours.one_of(&[("fixed", Colours::Fixed), ("drawn", Colours::Drawn)])?;
        }
        if let Some(board) = object.optional("board") {
            rules.board = Board::read_short(&board)?;
        }
        object.finish()?;
        Ok(rules)
    }

    fn write_rules(rules: &Rules) -> Value {
        let colours = match rules.colours {
            Colours::Fixed => "fixed",
            Colours::Drawn => "drawn",
        };
        json!({
            "players": rules.table.seats(),
            "teams": rules.table.teams(),
            "colours": colours,
            "board": rules.board.write_short(),
        })
    }

    fn deal(rules: &Rules, rng: &mut DealRng) -> Start {
        let mut start = Start::usual(rules.table, rules.board);
        if rules.colours == Colours::Drawn {
            choose::shuffle(rng, &mut start.colours);
            // The order of passive colours means nothing.
            start.colours[rules.table.seats()..].sort_unstable();
        }
        start
    }

    fn read_start(reader: &Reader<'_>) -> Result<Start, BadInput> {
        let mut object = reader.object()?;
        let players = object.field("players")?.integer(2..=4)?;
        let table = read_teams(&object.field("teams")?, players)?;
        let colours = object.field("colours")?;
        let words = Colour::ALL.map(|colour| (colour.name(), colour));
        let list = colours.list()?;
        let named = list.iter().map(|c| c.one_of(&words)).collect::<Result<Vec<_>, _>>()?;
        let board = Board::read_short(&object.field("board")?)?;
        object.finish()?;
        Start::new(table, &named, board)
            .ok_or_else(|| colours.expected(format!("{players} different colours")))
    }

    fn write_start(start: &Start) -> Value {
        json!({
            "players": start.table.seats(),
            "teams": start.table.teams(),
            "colours": start.colours().iter().map(|colour| colour.name()).collect::<Vec<_>>(),
            "board": start.board.write_short(),
        })
    }

    fn begin(start: &Start) -> OnTop {
        OnTop::new(start)
    }
}

impl Deals for OnTop {
    fn deals(rules: &Rules) -> Vec<(Start, f64)> {
        let Rules { table, colours, board } = *rules;
        let orders = match colours {
            Colours::Fixed => vec![Colour::ALL[..table.seats()].to_vec()],
            Colours::Drawn => orders(table.seats()),
        };
        let probability = 1.0 / orders.len() as f64;
        let starts = orders.iter().filter_map(|order| Start::new(table, order, board));
        starts.map(|start| (start, probability)).collect()
    }
}

impl Rewind for OnTop {
    /// Nothing is hidden: the past is what it was.
    fn rewind(start: &Start, history: &[Action], _world: &OnTop, _seat: Seat) -> Past<OnTop> {
        Past::new(*start, history)
    }
}

/// Every way to give the first `seats` seats different colours.
fn orders(seats: usize) -> Vec<Vec<Colour>> {
    let Some(fewer) = seats.checked_sub(1) else { return vec![vec![]] };
    let longer = orders(fewer).into_iter().flat_map(|order| {
        let rest = Colour::ALL.into_iter().filter({
            let order = order.clone();
            move |colour| !order.contains(colour)
        });
        rest.map(move |colour| [order.as_slice(), &[colour]].concat())
    });
    longer.collect()
}

fn read_teams(reader: &Reader<'_>, players: u64) -> Result<Lineup, BadInput> {
    Lineup::new(players as usize, reader.flag()?)
        .ok_or_else(|| reader.expected("false, because teams need four players"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_back_what_was_written() {
        for table in [(2, false), (3, false), (4, false), (4, true)] {
            for colours in [Colours::Fixed, Colours::Drawn] {
                for &board in Board::embedded() {
                    let table = Lineup::new(table.0, table.1).unwrap();
                    let rules = Rules { table, colours, board };
                    let written = OnTop::write_rules(&rules);
                    assert_eq!(OnTop::read_rules(&Reader::new(&written, "")), Ok(rules));
                }
            }
        }
    }
}
