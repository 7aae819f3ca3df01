use crate::{BadInput, quote};

/// The name that was probably meant: the nearest of `known`, if it is near.
///
/// Near is one mistake in a short name and one for every three letters in a long one; a mistake is a letter too many, a letter
/// missing, a wrong one, or two that changed places. A name that was begun and not ended counts too. Of names that are equally near, the first.
///
/// ```
/// use kontra_game::similar;
/// let games = ["doppelkopf", "just4fun", "ontop"];
/// assert_eq!(similar("dopelkofp", games), Some("doppelkopf"));
/// assert_eq!(similar("doppel", games), Some("doppelkopf"));
/// assert_eq!(similar("chess", games), None);
/// ```
pub fn similar<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.to_lowercase();
    // Nobody mistypes a name of that length, and comparing takes the square of it.
    if found.is_empty() || found.len() > LONGEST {
        return None;
    }
    let length = found.chars().count();
    let near = |name: &'a str| {
        let mistakes = mistakes(&found, &name.to_lowercase());
        let allowed = (length.max(name.chars().count()) / 3).clamp(1, 4);
        let begun = length >= BEGUN && name.starts_with(&found);
        (mistakes <= allowed && mistakes < length || begun).then_some((mistakes, name))
    };
    let names = known.into_iter().filter(|name| name.len() <= LONGEST).filter_map(near);
    names.min_by_key(|(mistakes, _)| *mistakes).map(|(_, name)| name)
}

/// The longest names that are compared, in bytes.
const LONGEST: usize = 100;

/// This many letters are enough for a beginning.
const BEGUN: usize = 4;

/// How many mistakes make one text the other (optimal string alignment).
fn mistakes(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    // The last three rows of the table of distances between beginnings.
    let mut before: Vec<usize> = vec![];
    let mut above: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let mut least = (above[j] + usize::from(a != b)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[other.len()]
}

impl BadInput {
    /// The same complaint with the name that was probably meant, if one of `known` is near to what was found.
    ///
    /// ```
    /// use kontra_game::BadInput;
    /// let bad = BadInput::expected("game", "doppelkopf or ontop", "'ontpo'");
    /// let sentence = bad.did_you_mean("ontpo", ["doppelkopf", "ontop"]).to_string();
    /// assert_eq!(sentence, "game: expected doppelkopf or ontop, found 'ontpo'; did you mean 'ontop'?");
    /// ```
    pub fn did_you_mean<'a>(
        mut self,
        found: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> BadInput {
        if let Some(name) = similar(found, known) {
            self.problem += &format!("; did you mean {}?", quote(name));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_counted() {
        for (one, other, expected) in [
            ("", "", 0),
            ("match", "match", 0),
            ("mach", "match", 1),
            ("matchh", "match", 1),
            ("natch", "match", 1),
            ("macth", "match", 1),
            ("ratings", "rating", 1),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("größe", "grosse", 3),
        ] {
            assert_eq!((mistakes(one, other), mistakes(other, one)), (expected, expected), "{one}");
        }
    }

    #[test]
    fn only_near_names_are_offered() {
        let names = ["random", "random-cards", "beginner", "uct", "mcts"];
        for (found, expected) in [
            ("randm", Some("random")),
            ("randomcards", Some("random-cards")),
            ("Beginner", Some("beginner")),
            ("begi", Some("beginner")),
            ("utc", Some("uct")),
            ("x", None),
            ("be", None),
            ("clever", None),
            ("", None),
        ] {
            assert_eq!(similar(found, names), expected, "{found}");
        }
        assert_eq!(similar(&"random".repeat(1000), names), None);
    }
}
