use super::{Reference, Setup};
use kontra_ontop::{Lineup, Start};

/// The reference for a start on one of the embedded outlines, which are written down here once more.
pub(crate) fn of(start: &Start) -> Reference {
    Reference::new(setup(start))
}

fn setup(start: &Start) -> Setup {
    let order: Vec<usize> = start.colours().iter().map(|colour| colour.index()).collect();
    let mut sides = [None; 4];
    for (seat, &colour) in order.iter().enumerate() {
        sides[colour] = Some(if start.table() == Lineup::Teams { seat % 2 } else { seat });
    }
    let usual = vec![("bwry", 11), ("wbyr", 10), ("brwy", 6), ("rbyw", 6), ("wryb", 1)];
    let (begin, tiles) = match start.board().name() {
        "reconstruction" => (["c3", "c7"], usual),
        "lower-start" => (["d3", "d7"], usual),
        "tiles-14" => {
            (["c3", "c7"], vec![("bwry", 14), ("wbyr", 7), ("wryb", 7), ("brwy", 3), ("rbyw", 3)])
        }
        "tiles-9" => {
            (["c3", "c7"], vec![("brwy", 9), ("rbyw", 9), ("bwry", 8), ("wbyr", 7), ("wryb", 1)])
        }
        name => panic!("no reference for {name}"),
    };
    let stones = i32::from(start.board().stones());
    Setup { sides, order, start: begin, tiles, stones }
}
