use crate::terminal;
use std::io::{self, Write};

/// Prints columns side by side, the first to the left and the others to the right of their column.
pub(crate) fn print(out: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    let safe =
        |row: &Vec<String>| row.iter().map(|cell| terminal::safe(cell).into_owned()).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(safe).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let room = " ".repeat(width - cell.chars().count());
            line +=
                &if column == 0 { format!("  {cell}{room}") } else { format!("  {room}{cell}") };
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
