use kontra_game::{BadInput, quote};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// An agent as text: a name and parameters, sorted by name.
///
/// ```
/// use kontra_agents::AgentSpec;
/// let spec: AgentSpec = "ensemble-uct( worlds=10,iterations = 1000 )".parse()?;
/// assert_eq!(spec.name(), "ensemble-uct");
/// assert_eq!(spec.param("worlds"), Some("10"));
/// assert_eq!(spec.to_string(), "ensemble-uct(iterations=1000, worlds=10)");
/// # Ok::<(), kontra_game::BadInput>(())
/// ```
///
/// A value is a word, a number, a path, another spec, `mcts(playouts=guided(net=nn2), iterations=900)`, or any text in
/// double quotes, `external(cmd="python3 player.py")`, in which a backslash stands before `"` and `\\`. Names are
/// lower-case letters, digits, `-` and `_`; values without quotes may not contain spaces, commas, `=` or `"` outside
/// of a spec's parentheses.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AgentSpec {
    name: String,
    params: BTreeMap<String, String>,
}

/// The longest text that is read as a spec, and how deeply specs may be nested.
const MAX_LENGTH: usize = 1000;
const MAX_DEPTH: usize = 8;

impl AgentSpec {
    /// A spec of these parts, which come from the program and not from input.
    pub fn new<'a>(name: &str, params: impl IntoIterator<Item = (&'a str, &'a str)>) -> AgentSpec {
        let params = params.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        AgentSpec { name: name.to_owned(), params: params.collect() }
    }

    /// The name of the kind of agent.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The parameters that were given, sorted by name.
    pub fn params(&self) -> impl Iterator<Item = (&str, &str)> {
        self.params.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a parameter that was given.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.get(name).map(String::as_str)
    }

    /// Whether a budget of time (`ms`) is among the parameters, its own or those of a spec inside: then the same seed need
    /// not give the same decisions.
    ///
    /// ```
    /// use kontra_agents::AgentSpec;
    /// let is_timed = |text: &str| text.parse::<AgentSpec>().unwrap().is_timed();
    /// assert!(is_timed("mcts(ms=100)") && is_timed("outer(inner=mcts(ms=100))"));
    /// assert!(!is_timed("mcts(iterations=100)") && !is_timed("external(cmd=\"player ms=100\")"));
    /// ```
    pub fn is_timed(&self) -> bool {
        self.params().any(|(name, value)| {
            name == "ms" || value.parse().is_ok_and(|inner: AgentSpec| inner.is_timed())
        })
    }

    /// This agent with other values for the parameters that `changes` names.
    ///
    /// ```
    /// use kontra_agents::AgentSpec;
    /// let spec: AgentSpec = "single-uct(iterations=100, worlds=10)".parse()?;
    /// let changes: AgentSpec = "more(iterations=1000)".parse()?;
    /// assert_eq!(spec.changed_by(&changes).to_string(), "single-uct(iterations=1000, worlds=10)");
    /// # Ok::<(), kontra_game::BadInput>(())
    /// ```
    pub fn changed_by(&self, changes: &AgentSpec) -> AgentSpec {
        let mut changed = self.clone();
        changed.params.extend(changes.params.clone());
        changed
    }

    /// How complaints name this spec.
    pub(crate) fn place(&self) -> String {
        format!("agent {}", quote(&self.to_string()))
    }
}

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (name, value)) in self.params.iter().enumerate() {
            let value = written(value);
            write!(f, "{}{name}={value}", if i == 0 { "(" } else { ", " })?;
        }
        f.write_str(if self.params.is_empty() { "" } else { ")" })
    }
}

impl FromStr for AgentSpec {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<AgentSpec, BadInput> {
        let short = |text: &str| match text.len() {
            0..=MAX_LENGTH => Ok(()),
            length => Err(format!("expected at most {MAX_LENGTH} bytes, found {length}")),
        };
        let result = short(text).and_then(|()| parse(text, MAX_DEPTH)).and_then(|spec| {
            // It is written with a space after each comma, and must be read again from stores and records.
            short(&spec.to_string()).map(|()| spec)
        });
        result.map_err(|problem| BadInput { place: format!("agent {}", quote(text)), problem })
    }
}

fn parse(text: &str, depth: usize) -> Result<AgentSpec, String> {
    if depth == 0 {
        return Err(format!("expected at most {MAX_DEPTH} specs within each other, found more"));
    }
    let text = text.trim();
    let (name, inside) = match text.split_once('(') {
        None => (text, None),
        Some((name, rest)) => {
            let inside = rest.strip_suffix(')').ok_or("expected ')' at the end, found none")?;
            (name.trim_end(), Some(inside))
        }
    };
    check_name(name, "the name of an agent such as random")?;
    let mut params = BTreeMap::new();
    if let Some(inside) = inside {
        for part in split(inside)? {
            let (name, value) = parse_param(part, depth)?;
            if params.contains_key(&name) {
                return Err(format!("expected each parameter once, found a second {name}"));
            }
            params.insert(name, value);
        }
    }
    Ok(AgentSpec { name: name.to_owned(), params })
}

fn parse_param(part: &str, depth: usize) -> Result<(String, String), String> {
    let expected = "a parameter such as iterations=1000";
    let (name, value) = part
        .split_once('=')
        .ok_or_else(|| format!("expected {expected}, found {}", quote(part)))?;
    let (name, value) = (name.trim(), value.trim());
    check_name(name, expected)?;
    if value.starts_with('"') {
        return Ok((name.to_owned(), unquoted(value)?));
    }
    if value.contains('(') {
        return Ok((name.to_owned(), parse(value, depth - 1)?.to_string()));
    }
    if !is_plain(value) {
        return Err(format!("expected a value for {name}, found {}", quote(value)));
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// Whether a value can be written without quotes, and is no spec.
fn is_plain(value: &str) -> bool {
    let odd =
        |c: char| c.is_whitespace() || c.is_control() || matches!(c, '=' | '"' | '(' | ')' | ',');
    !value.is_empty() && !value.contains(odd)
}

/// A value as it is written in a spec: in quotes where it would be read differently without them.
fn written(value: &str) -> Cow<'_, str> {
    let is_spec = || parse(value, MAX_DEPTH).is_ok_and(|spec| spec.to_string() == value);
    if is_plain(value) || is_spec() {
        return Cow::Borrowed(value);
    }
    let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
    Cow::Owned(format!("\"{escaped}\""))
}

/// The text in quotes.
fn unquoted(value: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut chars = value.chars();
    chars.next();
    while let Some(c) = chars.next() {
        match c {
            '"' if chars.as_str().is_empty() => return Ok(text),
            '"' => {
                return Err(format!(
                    "expected nothing after the second '\"', found {}",
                    quote(value)
                ));
            }
            '\\' => match chars.next() {
                Some(c @ ('"' | '\\')) => text.push(c),
                _ => {
                    return Err("expected '\"' or '\\' after '\\', found something else".to_owned());
                }
            },
            c if c.is_control() => {
                return Err("expected text in quotes, found a control character".to_owned());
            }
            c => text.push(c),
        }
    }
    Err("expected a second '\"', found none".to_owned())
}

/// The parts between commas that are not inside inner parentheses or quotes.
fn split(inside: &str) -> Result<Vec<&str>, String> {
    let (mut depth, mut from, mut parts) = (0_usize, 0, vec![]);
    let (mut quoted, mut escaped) = (false, false);
    for (i, c) in inside.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or("expected '(' before ')', found none")?,
            ',' if depth == 0 => {
                parts.push(&inside[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err("expected ')' for every '(', found too few".to_owned());
    }
    parts.push(&inside[from..]);
    Ok(parts)
}

fn check_name(name: &str, expected: &str) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    if name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain) {
        Ok(())
    } else {
        Err(format!("expected {expected}, found {}", quote(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn prints(text: &str, expected: &str) {
        let spec: AgentSpec = text.parse().unwrap();
        assert_eq!(spec.to_string(), expected);
        assert_eq!(spec.to_string().parse::<AgentSpec>().unwrap(), spec, "round trip");
    }

    #[test]
    fn a_spec_that_is_too_long_once_written_is_refused() {
        let params: Vec<String> = (100..230).map(|number| format!("p{number}=1")).collect();
        let text = format!("random({})", params.join(","));
        let bad = text.parse::<AgentSpec>().unwrap_err();
        assert!(text.len() <= MAX_LENGTH);
        assert_eq!(bad.problem, "expected at most 1000 bytes, found 1046");
    }

    #[test]
    fn a_spec_prints_back_with_sorted_parameters() {
        prints("random", "random");
        prints(" random ", "random");
        prints("uct(b=2,a=1)", "uct(a=1, b=2)");
        prints("uct ( a = ../models/x-1.5.bin )", "uct(a=../models/x-1.5.bin)");
        prints(
            "mcts(playout=guided( net=nn2,a=1 ),c=-1)",
            "mcts(c=-1, playout=guided(a=1, net=nn2))",
        );
    }

    #[test]
    fn a_text_in_quotes_is_a_value() {
        let spec: AgentSpec =
            r#"external(seconds=1, cmd = "python3 a.py, '(x)' \"y\" \\ =")"#.parse().unwrap();
        assert_eq!(spec.param("cmd"), Some(r#"python3 a.py, '(x)' "y" \ ="#));
        let text = r#"external(cmd="python3 a.py, '(x)' \"y\" \\ =", seconds=1)"#;
        prints(text, text);
        prints(r#"a(b="plain")"#, "a(b=plain)");
        prints(r#"a(b="c(d=1)")"#, "a(b=c(d=1))");
        prints(r#"a(b="c(d=1,e=2)")"#, r#"a(b="c(d=1,e=2)")"#);
        prints(r#"a(b="")"#, r#"a(b="")"#);
        prints(r#"a(b=c(d="x y", e="z)"))"#, r#"a(b=c(d="x y", e="z)"))"#);
    }

    #[track_caller]
    fn complains(text: &str, expected: &str) {
        let found = text.parse::<AgentSpec>().unwrap_err();
        assert_eq!(found.problem, expected);
        assert_eq!(found.place, format!("agent {}", quote(text)));
    }

    #[test]
    fn every_slip_gets_its_sentence() {
        complains("", "expected the name of an agent such as random, found ''");
        complains("Random", "expected the name of an agent such as random, found 'Random'");
        complains("a b", "expected the name of an agent such as random, found 'a b'");
        complains("uct(a=1", "expected ')' at the end, found none");
        complains("uct(a=1) x", "expected ')' at the end, found none");
        complains("uct()", "expected a parameter such as iterations=1000, found ''");
        complains("uct(a=1,)", "expected a parameter such as iterations=1000, found ''");
        complains("uct(10)", "expected a parameter such as iterations=1000, found '10'");
        complains("uct(a=)", "expected a value for a, found ''");
        complains("uct(a=1 2)", "expected a value for a, found '1 2'");
        complains("uct(a=1, a=2)", "expected each parameter once, found a second a");
        complains("uct(a=b(c=1)", "expected ')' for every '(', found too few");
        complains("uct(a=1))", "expected '(' before ')', found none");
        complains(r#"a(b="c)"#, "expected a second '\"', found none");
        complains(r#"a(b="c"d)"#, r#"expected nothing after the second '"', found '\"c\"d'"#);
        complains(r#"a(b="\n")"#, r#"expected '"' or '\' after '\', found something else"#);
        complains("uct(a=b(c=1)d)", "expected ')' at the end, found none");
    }

    #[test]
    fn a_flood_is_refused() {
        let long = "x".repeat(2000);
        assert!(long.parse::<AgentSpec>().is_err());
        let deep = "a(b=".repeat(100) + &")".repeat(100);
        assert!(deep.parse::<AgentSpec>().unwrap_err().problem.contains("within each other"));
    }
}
