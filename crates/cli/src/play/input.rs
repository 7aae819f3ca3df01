use kontra_agents::{GameId, Playable, with_game};
use std::io::{self, BufRead, IsTerminal, Write};

/// One line from the person; `None` at the end of the input.
pub(crate) fn ask(prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut line = String::new();
    // A line that goes on forever is not an answer.
    let read = io::Read::take(io::stdin().lock(), 4096).read_line(&mut line);
    let read = match read {
        Ok(read) => read,
        // Not text: nothing that could mean an answer.
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            line = "\u{fffd}".to_owned();
            1
        }
        Err(error) => return Err(error),
    };
    if !io::stdin().is_terminal() || read == 0 {
        // Nobody else has ended the line.
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok((read > 0).then(|| line.trim().to_owned()))
}

/// Which game the person wants; `None` if none.
pub(crate) fn choose_game(out: &mut dyn Write) -> io::Result<Option<GameId>> {
    writeln!(out, "Which game would you like to play?")?;
    for (number, id) in (1..).zip(GameId::ALL) {
        let about = with_game!(id, G => <G as Playable>::ABOUT);
        writeln!(out, "  {number}  {id}: {about}")?;
    }
    loop {
        let Some(line) = ask("Number or name (Enter for 1, q to leave): ", out)? else {
            return Ok(None);
        };
        if is_quit(&line) {
            return Ok(None);
        }
        let number = if line.is_empty() { Some(1) } else { line.parse::<usize>().ok() };
        let by_number = number.and_then(|n| GameId::ALL.get(n.wrapping_sub(1)).copied());
        if let Some(id) = by_number.or_else(|| line.to_lowercase().parse().ok()) {
            return Ok(Some(id));
        }
        writeln!(out, "There is no such game in the list.")?;
    }
}

pub(crate) fn is_quit(line: &str) -> bool {
    matches!(line.to_lowercase().as_str(), "q" | "quit" | "exit")
}

pub(crate) fn is_help(line: &str) -> bool {
    matches!(line.to_lowercase().as_str(), "?" | "help")
}
