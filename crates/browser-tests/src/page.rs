use crate::devtools::Devtools;
use crate::folder::Folder;
use crate::notes;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use std::{fs, thread};

/// How long a test waits for something to appear before it fails.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// The size of what a page is shown on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Screen {
    /// 1280 × 800, with a mouse.
    Desktop,
    /// 360 × 740, with a finger.
    Phone,
    /// 360 × 640: the smallest phone that people have.
    SmallPhone,
    /// 844 × 390: a phone that lies on its side.
    Landscape,
}

/// Light letters on dark, or the other way round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Dark letters on light.
    Light,
    /// Light letters on dark.
    Dark,
}

/// One page of one person.
///
/// When it is dropped, whatever it noted fails the test: errors, failed requests, requests to other origins.
pub struct Page {
    devtools: Rc<RefCell<Devtools>>,
    session: String,
    target: Value,
    context: Value,
    origin: String,
    notes: RefCell<Vec<String>>,
}

impl Page {
    pub(crate) fn open(devtools: Rc<RefCell<Devtools>>, context: &Value, origin: &str) -> Page {
        let (target, session) = {
            let mut devtools = devtools.borrow_mut();
            let mut call = |method, params| devtools.call("", method, &params).expect("a new page");
            let blank = json!({"url": "about:blank", "browserContextId": context});
            let target = call("Target.createTarget", blank)["targetId"].clone();
            let attach = json!({"targetId": target, "flatten": true});
            let attached = call("Target.attachToTarget", attach);
            (target, attached["sessionId"].as_str().unwrap_or_default().to_owned())
        };
        let (origin, context) = (origin.to_owned(), context.clone());
        let page = Page { devtools, session, target, context, origin, notes: RefCell::default() };
        for domain in ["Page", "Runtime", "Log", "Network", "Inspector"] {
            page.call(&format!("{domain}.enable"), &json!({}));
        }
        page.screen(Screen::Desktop);
        page.theme(Theme::Light);
        page.language("en-GB");
        page
    }

    /// A command that the browser cannot refuse.
    pub(crate) fn call(&self, method: &str, params: &Value) -> Value {
        self.try_call(method, params).unwrap_or_else(|problem| panic!("{problem}"))
    }

    fn try_call(&self, method: &str, params: &Value) -> Result<Value, String> {
        let mut devtools = self.devtools.borrow_mut();
        let answer = devtools.call(&self.session, method, params);
        for event in devtools.take_events(&self.session) {
            self.notes.borrow_mut().extend(notes::problem(&event, &self.origin));
        }
        answer
    }

    /// Goes to a path of the server, as if it were typed into the address bar.
    #[track_caller]
    pub fn goto(&self, path: &str) {
        self.mark();
        let url = format!("{}{path}", self.origin);
        let answer = self.call("Page.navigate", &json!({"url": url}));
        assert_eq!(answer.get("errorText"), None, "{url} cannot be opened");
        if answer.get("loaderId").is_some() {
            self.arrive();
        }
    }

    /// Loads the page again.
    #[track_caller]
    pub fn reload(&self) {
        self.mark();
        self.call("Page.reload", &json!({}));
        self.arrive();
    }

    /// Leaves a mark that the next document will not have.
    fn mark(&self) {
        self.eval("window.leftBehind = true");
    }

    /// Waits for the next document.
    #[track_caller]
    fn arrive(&self) {
        self.wait("!window.leftBehind && document.readyState === 'complete'", "the page to load");
    }

    /// The path, query and fragment of where the page is.
    pub fn path(&self) -> String {
        let path = self.eval("location.pathname + location.search + location.hash");
        path.as_str().unwrap_or_default().to_owned()
    }

    /// The value of an expression, or of what it promises.
    #[track_caller]
    pub fn eval(&self, expression: &str) -> Value {
        match self.try_eval(expression) {
            Ok(value) => value,
            Err(problem) => self.fail(&problem),
        }
    }

    pub(crate) fn try_eval(&self, expression: &str) -> Result<Value, String> {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.try_call("Runtime.evaluate", &params)?;
        match answer.get("exceptionDetails") {
            None => Ok(answer["result"]["value"].clone()),
            Some(details) => {
                let why = details["exception"]["description"].as_str().unwrap_or("an exception");
                Err(format!("{expression}: {why}"))
            }
        }
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub fn wait(&self, expression: &str, what: &str) {
        let attempt = || match self.try_eval(expression) {
            Ok(value) if value == true => Ok(()),
            Ok(value) => Err(format!("`{expression}` is {value}")),
            Err(problem) => Err(problem),
        };
        if let Err(problem) = patiently(attempt) {
            self.fail(&format!("waited too long for {what}: {problem}"));
        }
    }

    /// Repeats an attempt until it succeeds.
    #[track_caller]
    pub(crate) fn until<T>(&self, what: &str, attempt: impl FnMut() -> Result<T, String>) -> T {
        match patiently(attempt) {
            Ok(done) => done,
            Err(problem) => self.fail(&format!("{what}: {problem}")),
        }
    }

    /// Waits until an element can be seen.
    #[track_caller]
    pub fn see(&self, selector: &str) {
        self.wait(&format!("({SEEN})({}).length > 0", json!(selector)), selector);
    }

    /// Waits until no such element can be seen any more.
    #[track_caller]
    pub fn see_no_more(&self, selector: &str) {
        self.wait(&format!("({SEEN})({}).length === 0", json!(selector)), selector);
    }

    /// How many such elements can be seen now.
    #[track_caller]
    pub fn count(&self, selector: &str) -> u64 {
        let count = self.eval(&format!("({SEEN})({}).length", json!(selector)));
        count.as_u64().unwrap_or_default()
    }

    /// The visible text of the first such element, once it is there.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        self.see(selector);
        let text = self.eval(&format!("({SEEN})({})[0].innerText ?? ''", json!(selector)));
        text.as_str().unwrap_or_default().trim().to_owned()
    }

    /// Clicks a link to a file of text, and gives what is in it once it is there.
    #[track_caller]
    pub fn download(&self, selector: &str) -> String {
        String::from_utf8(self.download_bytes(selector)).expect("a file of text")
    }

    /// Clicks a link to any file, and gives what is in it once it is there.
    #[track_caller]
    pub fn download_bytes(&self, selector: &str) -> Vec<u8> {
        let folder = Folder::new("download");
        let allow = json!({
            "behavior": "allow", "browserContextId": self.context, "downloadPath": folder.path(),
        });
        let allowed = self.devtools.borrow_mut().call("", "Browser.setDownloadBehavior", &allow);
        allowed.expect("a browser can save files");
        self.click(selector);
        self.until(selector, || {
            let mut files = fs::read_dir(folder.path()).map_err(|error| error.to_string())?;
            let file = files.next().and_then(Result::ok).ok_or("nothing was saved")?.path();
            match file.extension().is_some_and(|end| end == "crdownload") {
                true => Err("the file is not complete".to_owned()),
                false => fs::read(file).map_err(|error| error.to_string()),
            }
        })
    }

    /// What the page is shown on.
    pub fn screen(&self, screen: Screen) {
        let (width, height, mobile) = match screen {
            Screen::Desktop => (1280, 800, false),
            Screen::Phone => (360, 740, true),
            Screen::SmallPhone => (360, 640, true),
            Screen::Landscape => (844, 390, true),
        };
        self.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}),
        );
        self.call("Emulation.setTouchEmulationEnabled", &json!({"enabled": mobile}));
    }

    /// What the person's system prefers. Motion is reduced, so that tests need not wait for it.
    pub fn theme(&self, theme: Theme) {
        let scheme = match theme {
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        self.media(scheme, "reduce");
    }

    /// Light, with everything that moves.
    pub fn with_motion(&self) {
        self.media("light", "no-preference");
    }

    fn media(&self, scheme: &str, motion: &str) {
        let features = json!([
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion},
        ]);
        self.call("Emulation.setEmulatedMedia", &json!({"features": features}));
        // The page hears of it, and then needs a frame to be painted anew. A page that nobody looks at has no frames.
        self.eval(&format!(
            "(async () => {{
                const frame = () => new Promise(done => {{ requestAnimationFrame(done); setTimeout(done, 100); }});
                for (let frames = 0; frames < 40; frames++) {{
                    await frame();
                    const theme = document.documentElement.dataset.theme;
                    if (!theme || theme === '{scheme}') break;
                }}
                await frame();
                await frame();
            }})()"
        ));
    }

    /// The language that the person's browser asks for.
    pub fn language(&self, language: &str) {
        let agent = self.eval("navigator.userAgent");
        self.call(
            "Emulation.setUserAgentOverride",
            &json!({"userAgent": agent, "acceptLanguage": language}),
        );
    }

    /// Everything comes from the server from now on, nothing from what the pages keep for when there is none.
    pub fn without_service_worker(&self) {
        self.call("Network.enable", &json!({}));
        self.call("Network.setBypassServiceWorker", &json!({ "bypass": true }));
    }

    /// Forgets what was noted because the server could not be reached: the test has just stopped it.
    pub fn forgive_lost_connection(&self) {
        self.eval("0");
        self.notes.borrow_mut().retain(|note| !notes::is_lost_connection(note));
    }

    /// What was noted so far.
    pub fn notes(&self) -> Vec<String> {
        self.eval("0");
        self.notes.borrow().clone()
    }

    /// Takes back what was noted so far.
    pub fn take_notes(&self) -> Vec<String> {
        self.eval("0");
        self.notes.take()
    }

    /// Ends the test, with a picture of the page and what it says.
    #[track_caller]
    pub(crate) fn fail(&self, problem: &str) -> ! {
        let picture = crate::shots::failed(self);
        let text = self.try_eval("document.body.innerText").unwrap_or_default();
        let text: String = text.as_str().unwrap_or_default().chars().take(3000).collect();
        let notes = self.notes.borrow().join("\n  ");
        panic!(
            "{problem}\nat {}\nnoted:\n  {notes}\npicture: {picture}\nthe page says:\n{text}",
            self.try_eval("location.href").unwrap_or_default()
        );
    }
}

/// The elements of a selector that can be seen, or would be if one scrolled to them.
const SEEN: &str = "selector => [...document.querySelectorAll(selector)].filter(element => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && element.checkVisibility({visibilityProperty: true});
})";

fn patiently<T>(mut attempt: impl FnMut() -> Result<T, String>) -> Result<T, String> {
    let begin = Instant::now();
    loop {
        match attempt() {
            Err(_) if begin.elapsed() < PATIENCE => thread::sleep(PAUSE),
            done => return done,
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if thread::panicking() {
            return;
        }
        let last = self.try_eval("0").map(|_| self.notes.take());
        let close = json!({"targetId": self.target});
        let _ = self.devtools.borrow_mut().call("", "Target.closeTarget", &close);
        match last {
            Ok(notes) => assert!(notes.is_empty(), "the page noted:\n  {}", notes.join("\n  ")),
            Err(problem) => panic!("the page is gone: {problem}"),
        }
    }
}
