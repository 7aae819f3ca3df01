use super::names;
use super::outline::{Outline, points_up};
use crate::bag::Bag;
use crate::tally::Limit;
use crate::{Circle, Position, Tile, TileKind, Triangle};
use kontra_game::{BadInput, Reader};
use serde_json::{Value, json};

/// The version of the board format this crate writes and reads.
const VERSION: u64 = 1;

/// The most rows: their names are letters, and there is one line of circles more than there are rows.
const MOST_ROWS: u64 = 25;

/// The most columns; more could not hang together anyway.
const MOST_COLUMNS: u64 = Triangle::MOST as u64;

/// Everything a board's file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Description {
    pub(crate) name: String,
    pub(crate) outline: Outline,
    pub(crate) start: Vec<Triangle>,
    pub(crate) gold: Vec<Circle>,
    pub(crate) stones: u8,
    pub(crate) tiles: Vec<(Tile, u8)>,
}

impl Description {
    /// Reads a board, checking everything the rules rely on.
    pub(crate) fn read(reader: &Reader<'_>) -> Result<Description, BadInput> {
        let mut object = reader.object()?;
        object.field("kontra-board")?.integer(VERSION..=VERSION)?;
        let name = read_name(&object.field("name")?)?;
        let outline = read_outline(&object.field("triangles")?)?;
        let start = read_start(&object.field("start")?, &outline)?;
        let gold = read_names(&object.field("gold")?, "a circle", |text| {
            names::parse_circle(&outline, text)
        })?;
        let stones = object.field("stones")?.integer(1..=u64::from(Limit::MOST))? as u8;
        let tiles = read_tiles(&object.field("tiles")?)?;
        object.finish()?;
        Ok(Description { name, outline, start, gold, stones, tiles })
    }

    /// The board as JSON, such that [`read`](Description::read) gives it back.
    pub(crate) fn write(&self) -> Value {
        let triangle = |&t: &Triangle| names::triangle(&self.outline, t);
        let circle = |&c: &Circle| names::circle(&self.outline, c);
        let tile = |(tile, count): &(Tile, u8)| json!({"tile": tile.to_string(), "count": count});
        json!({
            "kontra-board": VERSION,
            "name": self.name,
            "triangles": write_outline(&self.outline),
            "start": self.start.iter().map(triangle).collect::<Vec<_>>(),
            "gold": self.gold.iter().map(circle).collect::<Vec<_>>(),
            "stones": self.stones,
            "tiles": self.tiles.iter().map(tile).collect::<Vec<_>>(),
        })
    }
}

fn read_name(reader: &Reader<'_>) -> Result<String, BadInput> {
    let name = reader.text()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || name.len() > 40 || !name.chars().all(plain) {
        return Err(reader.expected("a name of 1 to 40 letters, digits and hyphens"));
    }
    Ok(name.to_owned())
}

fn read_outline(reader: &Reader<'_>) -> Result<Outline, BadInput> {
    let rows = reader.list()?;
    if rows.is_empty() || rows.len() as u64 > MOST_ROWS {
        return Err(reader.expected(format!("a list of 1 to {MOST_ROWS} rows")));
    }
    let columns = rows[0].text()?.len();
    if columns as u64 > MOST_COLUMNS {
        return Err(rows[0].expected(format!("at most {MOST_COLUMNS} triangles in a row")));
    }
    let mut triangles = vec![];
    for (row, reader) in rows.iter().enumerate() {
        let text = reader.text()?;
        if text.len() != columns {
            return Err(reader.expected(format!("{columns} characters as in the first row")));
        }
        for (column, found) in text.chars().enumerate() {
            let place = (row as u8, column as u8);
            let expected = if points_up(place) { '^' } else { 'v' };
            if found == expected {
                triangles.push(place);
            } else if found != '.' {
                let expected = format!("'{expected}' or '.' at character {}", column + 1);
                return Err(reader.expected(expected));
            }
        }
    }
    check_size(reader, Outline::new_within(triangles, Triangle::MOST))
}

/// A board must fit into the sets of the state, and hang together.
fn check_size(reader: &Reader<'_>, outline: Option<Outline>) -> Result<Outline, BadInput> {
    let complain =
        |expected: String, found: String| Err(BadInput::expected(reader.place(), expected, found));
    let Some(outline) = outline else {
        return complain(format!("at most {} triangles", Triangle::MOST), "more".to_owned());
    };
    let sizes = [
        ("circles", outline.circles.len(), Circle::MOST),
        ("positions for tiles", outline.positions.len(), Position::MOST),
    ];
    for (what, found, most) in sizes {
        if found > most {
            return complain(format!("at most {most} {what}"), found.to_string());
        }
    }
    if outline.positions.is_empty() {
        return complain("two triangles side by side".to_owned(), "none".to_owned());
    }
    match outline.apart() {
        None => Ok(outline),
        Some(triangle) => {
            let name = names::triangle(&outline, triangle);
            complain("triangles that hang together".to_owned(), format!("{name} apart"))
        }
    }
}

fn write_outline(outline: &Outline) -> Vec<String> {
    let rows = outline.triangles.iter().map(|t| t.0 + 1).max().unwrap_or(0);
    let columns = outline.triangles.iter().map(|t| t.1 + 1).max().unwrap_or(0);
    let sign = |place| match outline.triangle(place) {
        None => '.',
        Some(_) => {
            if points_up(place) {
                '^'
            } else {
                'v'
            }
        }
    };
    (0..rows).map(|row| (0..columns).map(|column| sign((row, column))).collect()).collect()
}

/// Black triangles of the start: they must leave room for a tile and cut no triangle off.
fn read_start(reader: &Reader<'_>, outline: &Outline) -> Result<Vec<Triangle>, BadInput> {
    let start = read_names(reader, "a triangle", |text| names::parse_triangle(outline, text))?;
    if start.is_empty() {
        return Err(reader.expected("at least one triangle"));
    }
    let empty = |t: &Triangle| !start.contains(t);
    let all = || (0..outline.triangles.len() as u8).map(Triangle);
    if let Some(lonely) = all().find(|t| empty(t) && !outline.neighbours(*t).any(|n| empty(&n))) {
        let name = names::triangle(outline, lonely);
        let expected = format!("triangles that leave {name} an empty neighbour");
        return Err(BadInput::expected(reader.place(), expected, "none"));
    }
    if !all().any(|t| empty(&t)) {
        return Err(BadInput::expected(reader.place(), "room for a tile", "none"));
    }
    Ok(start)
}

/// A list of names, none twice, in the order of what they stand for.
fn read_names<T: Ord + Copy>(
    reader: &Reader<'_>,
    what: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, BadInput> {
    let mut found = vec![];
    for name in reader.list()? {
        let item =
            parse(name.text()?).ok_or_else(|| name.expected(format!("{what} of the board")))?;
        if found.contains(&item) {
            return Err(name.expected(format!("{what} that is not in the list yet")));
        }
        found.push(item);
    }
    found.sort_unstable();
    Ok(found)
}

fn read_tiles(reader: &Reader<'_>) -> Result<Vec<(Tile, u8)>, BadInput> {
    let list = reader.list()?;
    if list.is_empty() || list.len() > TileKind::MOST {
        return Err(reader.expected(format!("a list of 1 to {} kinds of tiles", TileKind::MOST)));
    }
    let mut tiles: Vec<(Tile, u8)> = vec![];
    let mut total = 0;
    for entry in &list {
        let mut object = entry.object()?;
        let name = object.field("tile")?;
        let tile = Tile::from_name(name.text()?);
        let tile = tile.ok_or_else(|| name.expected("four letters of b, w, r and y"))?;
        if tiles.iter().any(|(other, _)| other.is_same(tile)) {
            return Err(name.expected("a tile that is not in the list yet, turned or not"));
        }
        let count = object.field("count")?.integer(1..=u64::from(Bag::MOST))? as u8;
        object.finish()?;
        total += u32::from(count);
        tiles.push((tile, count));
    }
    if total > Bag::MOST {
        let expected = format!("at most {} tiles in all", Bag::MOST);
        return Err(BadInput::expected(reader.place(), expected, total));
    }
    Ok(tiles)
}
