//! Names that people type.

/// A name without what cannot be seen and changes what stands around it.
pub(crate) fn plain(name: &str) -> String {
    name.chars().filter(|&letter| !is_hidden(letter)).collect()
}

/// Whether a character is a control of lines, of the terminal or of the direction of writing, or takes no place at all. What
/// joins letters and signs (U+200C, U+200D) is needed in names.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_what_cannot_be_seen() {
        assert_eq!(plain("A\u{202e}n\u{1b}[31mna\r\n\u{2066}"), "An[31mna");
        assert_eq!(plain("\u{200f}\u{feff}"), "");
        // Letters of all scripts, and signs that are joined from several.
        for kept in ["Anna", "Jörg Ñandú", "\u{5d0}\u{5d1}", "\u{1f469}\u{200d}\u{1f680}"] {
            assert_eq!(plain(kept), kept);
        }
    }
}
