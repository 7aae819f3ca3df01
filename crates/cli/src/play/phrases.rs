//! Sentences with a name in them: the person is 'You', and verbs follow.

use kontra_game::Seat;

/// What the person is called.
pub(crate) const YOU: &str = "You";

/// The name with a verb in the form that fits it: 'You play', 'Bert plays'.
pub(crate) fn says(name: &str, verb: &str) -> String {
    if name == YOU {
        return format!("{name} {verb}");
    }
    let third = match verb {
        "are" => "is".to_owned(),
        "have" => "has".to_owned(),
        verb => format!("{verb}s"),
    };
    format!("{name} {third}")
}

/// A drawing of a game with names where it has seats.
pub(crate) fn named(drawing: &str, names: &[String]) -> String {
    let mut text = drawing.to_owned();
    for (seat, name) in Seat::all(names.len()).zip(names) {
        let old = format!("seat {seat}");
        if name == YOU {
            text = text.replace(&format!("hand of {old}"), "your hand");
        }
        // Padded like the seat, so that columns stay columns.
        let padded = format!("{old}  ");
        let width = padded.chars().count();
        text = text.replace(&padded, &format!("{:width$}", format!("{name} ")));
        text = lines(&text, &old, name);
    }
    text
}

/// Every line that begins with the seat begins with the name, and its verb follows.
fn lines(text: &str, seat: &str, name: &str) -> String {
    let replaced = text.split_inclusive('\n').map(|line| {
        let mut line = line.replace(seat, name);
        if name == YOU && line.starts_with(YOU) {
            line = line.replacen(" is to move", " are to move", 1).replacen(" lays ", " lay ", 1);
        }
        line
    });
    replaced.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_follow_the_name() {
        assert_eq!(says("You", "play"), "You play");
        assert_eq!(says("Bert", "play"), "Bert plays");
        assert_eq!((says("You", "are"), says("Bert", "are")), ("You are".into(), "Bert is".into()));
    }

    #[test]
    fn a_drawing_has_names() {
        let names = ["You".to_owned(), "Bert".to_owned()];
        let text = "b blue   seat 0    3 points\nw white  seat 1    0 points\nseat 0 (blue) lays brwy:\nhand of seat 0 (x): 5\n";
        let expected = "b blue   You       3 points\nw white  Bert      0 points\nYou (blue) lay brwy:\nyour hand (x): 5\n";
        assert_eq!(named(text, &names), expected);
        assert_eq!(named("seat 1 (o) is to move\n", &names), "Bert (o) is to move\n");
        assert_eq!(named("seat 0 (x) is to move\n", &names), "You (x) are to move\n");
    }
}
