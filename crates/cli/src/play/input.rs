use std::io::{self, BufRead, IsTerminal, Write};

/// One line from the person; `None` at the end of the input.
pub(crate) fn ask(prompt: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut line = String::new();
    // A line without an end is not an answer.
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
