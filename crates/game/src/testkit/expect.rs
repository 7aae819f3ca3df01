use std::fs;
use std::path::Path;

/// Whether expected files are to be rewritten instead of compared.
pub(super) fn updating() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1")
}

/// Compares what was found with the file, or rewrites the file.
///
/// # Panics
/// With the first line that differs.
pub(super) fn expect(path: &Path, found: &str, update: bool) {
    if update {
        return write(path, found);
    }
    let expected = read(path);
    if let Some(difference) = first_difference(&expected, found) {
        panic!("{}, {difference}\n  UPDATE_EXPECT=1 accepts what was found", path.display());
    }
}

pub(super) fn read(path: &Path) -> String {
    match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            panic!("{}: {error}\n  UPDATE_EXPECT=1 writes expected files", path.display())
        }
    }
}

fn first_difference(expected: &str, found: &str) -> Option<String> {
    let (mut expected, mut found) = (expected.lines(), found.lines());
    for number in 1.. {
        let (one, two) = (expected.next(), found.next());
        if one != two {
            let line = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
            let (one, two) = (line(one), line(two));
            return Some(format!("line {number}:\n  expected {one}\n  found    {two}"));
        }
        one?;
    }
    None
}

/// Writes the whole file or nothing.
pub(super) fn write(path: &Path, text: &str) {
    let draft = path.with_extension("draft");
    let written = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = written.and_then(|()| fs::write(&draft, text));
    if let Err(error) = written.and_then(|()| fs::rename(&draft, path)) {
        panic!("{} cannot be written: {error}", path.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_different_line_is_shown() {
        let found = first_difference("a\nb\nc\n", "a\nx\nc\n");
        assert_eq!(found.as_deref(), Some("line 2:\n  expected b\n  found    x"));
    }

    #[test]
    fn a_missing_end_is_a_difference() {
        let found = first_difference("a\nb\n", "a\n");
        assert_eq!(found.as_deref(), Some("line 2:\n  expected b\n  found    (the end)"));
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
    }
}
