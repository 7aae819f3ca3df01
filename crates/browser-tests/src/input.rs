use crate::page::Page;
use serde_json::{Value, json};

/// A key that is pressed and released.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "they are what is written on them")]
pub enum Key {
    Tab,
    BackTab,
    Enter,
    Space,
    Escape,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    Letter(char),
}

impl Key {
    /// As the browser calls it: key, code, number, and the text it types.
    fn names(self) -> (String, String, u32, String) {
        let (key, code, number, text) = match self {
            Key::Tab | Key::BackTab => ("Tab", "Tab", 9, ""),
            Key::Enter => ("Enter", "Enter", 13, "\r"),
            Key::Space => (" ", "Space", 32, " "),
            Key::Escape => ("Escape", "Escape", 27, ""),
            Key::Left => ("ArrowLeft", "ArrowLeft", 37, ""),
            Key::Up => ("ArrowUp", "ArrowUp", 38, ""),
            Key::Right => ("ArrowRight", "ArrowRight", 39, ""),
            Key::Down => ("ArrowDown", "ArrowDown", 40, ""),
            Key::Home => ("Home", "Home", 36, ""),
            Key::End => ("End", "End", 35, ""),
            Key::Letter(letter) => {
                let upper = letter.to_ascii_uppercase();
                return (letter.into(), format!("Key{upper}"), upper.into(), letter.into());
            }
        };
        (key.to_owned(), code.to_owned(), number, text.to_owned())
    }
}

impl Page {
    /// Moves the mouse to an element and clicks, once it can be seen, is enabled, stands still and is covered by nothing.
    ///
    /// A page that moves in the moment of the click makes it miss. As a person would, it is clicked again then.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        self.until(&format!("{selector} was missed"), || {
            let (x, y) = self.aim(selector);
            self.mouse("mouseMoved", x, y, "none");
            self.mouse("mousePressed", x, y, "left");
            self.mouse("mouseReleased", x, y, "left");
            // A click that led to another page has hit: nothing is left of what was noted.
            match self.try_eval("window.missed ?? false") {
                Ok(Value::Bool(true)) => Err("something else got the click".to_owned()),
                _ => Ok(()),
            }
        });
    }

    /// Touches an element with a finger, under the same conditions.
    #[track_caller]
    pub fn tap(&self, selector: &str) {
        let (x, y) = self.aim(selector);
        let touch = |kind: &str, points: Value| {
            self.call("Input.dispatchTouchEvent", &json!({"type": kind, "touchPoints": points}));
        };
        touch("touchStart", json!([{"x": x, "y": y}]));
        touch("touchEnd", json!([]));
    }

    /// Moves the mouse over an element.
    #[track_caller]
    pub fn hover(&self, selector: &str) {
        let (x, y) = self.aim(selector);
        self.mouse("mouseMoved", x, y, "none");
    }

    fn mouse(&self, kind: &str, x: f64, y: f64, button: &str) {
        let params = json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", &params);
    }

    /// A point of an element that a person could hit.
    #[track_caller]
    fn aim(&self, selector: &str) -> (f64, f64) {
        let look = format!("({AIM})({})", json!(selector));
        let mut before = Value::Null;
        let place = self.until(&format!("{selector} cannot be clicked"), || {
            let now = self.try_eval(&look)?;
            if let Some(problem) = now["problem"].as_str() {
                return Err(problem.to_owned());
            }
            if now["box"] != before {
                before = now["box"].clone();
                return Err("it moves".to_owned());
            }
            Ok(now)
        });
        (place["x"].as_f64().unwrap_or_default(), place["y"].as_f64().unwrap_or_default())
    }

    /// Presses and releases a key.
    pub fn press(&self, key: Key) {
        let (name, code, number, text) = key.names();
        let shift = if key == Key::BackTab { 8 } else { 0 };
        let mut params = json!({
            "type": if text.is_empty() { "rawKeyDown" } else { "keyDown" },
            "key": name, "code": code, "windowsVirtualKeyCode": number, "modifiers": shift,
        });
        if !text.is_empty() {
            params["text"] = text.into();
        }
        self.call("Input.dispatchKeyEvent", &params);
        params["type"] = "keyUp".into();
        self.call("Input.dispatchKeyEvent", &params);
    }

    /// Puts text where the cursor is, at once, as pasting does.
    pub fn paste(&self, text: &str) {
        self.call("Input.insertText", &json!({"text": text}));
    }
}

/// Scrolls to an element and looks for a point of it where nothing covers it: the middle if possible. From then on it is
/// noted in `window.missed` whether a click has not reached the element.
const AIM: &str = "selector => {
    const all = [...document.querySelectorAll(selector)];
    const element = all.find(each => each.checkVisibility({visibilityProperty: true}));
    if (!element) return {problem: `${all.length} such elements, none to be seen`};
    if (element.closest(':disabled, [aria-disabled=true], [inert]')) return {problem: 'it is disabled'};
    element.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
    const box = element.getBoundingClientRect();
    const reaches = (target) => element.contains(target) || target.closest('label')?.control === element;
    window.missed = true;
    removeEventListener('click', window.noteClick, true);
    window.noteClick = event => { if (reaches(event.target)) window.missed = false; };
    addEventListener('click', window.noteClick, true);
    const parts = [0.5, 0.3, 0.7, 0.15, 0.85, 0.05];
    let over = null;
    for (const down of parts) for (const across of parts) {
        const x = box.x + box.width * across, y = box.y + box.height * down;
        const hit = document.elementFromPoint(x, y);
        if (hit && reaches(hit)) {
            return {x, y, box: [box.x, box.y, box.width, box.height]};
        }
        over ??= hit;
    }
    return {problem: `it is covered by ${over?.outerHTML.slice(0, 120)}`};
}";
