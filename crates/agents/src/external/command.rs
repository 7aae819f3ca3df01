use std::process;

/// A program with its arguments.
///
/// Words are separated by spaces; a word in single quotes may contain spaces. There is no shell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Command {
    program: String,
    arguments: Vec<String>,
}

impl Command {
    /// Reads a command, or says what was found instead.
    pub(super) fn parse(text: &str) -> Result<Command, &'static str> {
        let mut words: Vec<String> = vec![];
        let (mut quoted, mut within) = (false, false);
        for c in text.chars() {
            match c {
                '\'' => (quoted, within) = (!quoted, start(&mut words, within)),
                c if c.is_whitespace() && !quoted => within = false,
                c => {
                    within = start(&mut words, within);
                    words.last_mut().expect("a word was started").push(c);
                }
            }
        }
        let mut words = words.into_iter();
        match words.next() {
            _ if quoted => Err("a quote without its end"),
            Some(program) if !program.is_empty() => {
                Ok(Command { program, arguments: words.collect() })
            }
            _ => Err("none"),
        }
    }

    /// What the system is asked to start.
    pub(super) fn to_process(&self) -> process::Command {
        let mut command = process::Command::new(&self.program);
        command.args(&self.arguments);
        command
    }
}

/// Begins a new word unless one is being read; always true.
fn start(words: &mut Vec<String>, within: bool) -> bool {
    if !within {
        words.push(String::new());
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, program: &str, arguments: &[&str]) {
        let command = Command::parse(text).unwrap();
        assert_eq!(command.program, program);
        assert_eq!(command.arguments, arguments);
    }

    #[test]
    fn words_are_separated_by_spaces() {
        check("a", "a", &[]);
        check("  python3  my.py --level 3 ", "python3", &["my.py", "--level", "3"]);
        check("'my program' 'a b'c '' d", "my program", &["a bc", "", "d"]);
    }

    #[test]
    fn commands_that_make_no_sense() {
        assert_eq!(Command::parse(" "), Err("none"));
        assert_eq!(Command::parse("''"), Err("none"));
        assert_eq!(Command::parse("a 'b"), Err("a quote without its end"));
    }
}
