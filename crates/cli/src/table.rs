use crate::terminal;
use std::io::{self, Write};

/// Terminals are at least this wide.
const WIDTH: usize = 80;

/// Prints columns side by side, the first to the left and the others to the right of their column.
pub(crate) fn print(out: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    Columns::new(rows).print(out, usize::MAX)
}

/// The same within 80 columns. A name that leaves no room for the numbers has a line of its own, and where the numbers are too
/// many, the last of them follow in a second table.
pub(crate) fn print_narrow(out: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    let columns = Columns::new(rows);
    for (number, part) in columns.parts().into_iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        part.print(out, WIDTH)?;
    }
    Ok(())
}

/// Rows whose cells can do nothing to a terminal.
struct Columns(Vec<Vec<String>>);

impl Columns {
    fn new(rows: &[Vec<String>]) -> Columns {
        let safe =
            |row: &Vec<String>| row.iter().map(|cell| terminal::safe(cell).into_owned()).collect();
        Columns(rows.iter().map(safe).collect())
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.0.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        (0..columns).map(width).collect()
    }

    /// As few tables as have room for all columns, each with the first column.
    fn parts(&self) -> Vec<Columns> {
        const NAME: usize = 16;
        let mut parts: Vec<(usize, Vec<usize>)> = vec![];
        for (column, width) in self.widths().into_iter().enumerate().skip(1) {
            match parts.last_mut() {
                Some((used, part)) if *used + 2 + width <= WIDTH => {
                    *used += 2 + width;
                    part.push(column);
                }
                _ => parts.push((2 + NAME + 2 + width, vec![0, column])),
            }
        }
        let pick = |columns: Vec<usize>| {
            let row = |row: &Vec<String>| {
                columns.iter().filter_map(|&column| row.get(column).cloned()).collect()
            };
            Columns(self.0.iter().map(row).collect())
        };
        parts.into_iter().map(|(_, columns)| pick(columns)).collect()
    }

    fn print(&self, out: &mut dyn Write, limit: usize) -> io::Result<()> {
        let mut widths = self.widths();
        let Some(first) = widths.first().copied() else { return Ok(()) };
        let others: usize = widths[1..].iter().map(|width| 2 + width).sum();
        widths[0] = first.min(limit.saturating_sub(2 + others));
        for row in &self.0 {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let length = cell.chars().count();
                let room = " ".repeat(width.saturating_sub(length));
                if column > 0 {
                    line += &format!("  {room}{cell}");
                } else if length <= width {
                    line += &format!("  {cell}{room}");
                } else {
                    wrap(out, cell, limit)?;
                    line += &" ".repeat(2 + width);
                }
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A long name on lines of its own.
fn wrap(out: &mut dyn Write, name: &str, limit: usize) -> io::Result<()> {
    let mut line = "  ".to_owned();
    for word in name.split_inclusive(' ') {
        if line.chars().count() + word.trim_end().chars().count() > limit && !line.trim().is_empty()
        {
            writeln!(out, "{}", line.trim_end())?;
            line = "    ".to_owned();
        }
        line += word;
    }
    writeln!(out, "{}", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(rows: &[&[&str]]) -> String {
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
        let mut out = vec![];
        print_narrow(&mut out, &rows).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_narrow_table_stays_as_it_is() {
        let text = printed(&[&["agent", "mean"], &["mcts", "+1.5"]]);
        assert_eq!(text, "  agent  mean\n  mcts   +1.5\n");
    }

    #[test]
    fn a_long_name_has_a_line_of_its_own() {
        let name = "mcts(iterations=1000, exploration=1.4142135, decision=mean, threads=2, tree=keep, x=1)";
        let text = printed(&[&["agent", "mean"], &[name, "+1.5"], &["random", "-1.5"]]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[1],
            "  mcts(iterations=1000, exploration=1.4142135, decision=mean, threads=2,"
        );
        assert_eq!(lines[2], "    tree=keep, x=1)");
        assert!(lines[3].ends_with("  +1.5") && lines[4].starts_with("  random"), "{text}");
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH), "{text}");
    }

    #[test]
    fn many_columns_follow_below() {
        let head: Vec<String> = (0..20).map(|column| format!("column {column}")).collect();
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let text = printed(&[&head, &["x"; 20]]);
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert_eq!(text.matches("column 0").count(), 4, "{text}");
        assert!((1..20).all(|column| text.contains(&format!("column {column}"))), "{text}");
    }
}
