//! A Python class as agent.

use crate::error::expected;
use crate::seat::Known;
use crate::supported::Supported;
use crate::table::Table;
use crate::view::View;
use kontra_agents::{AgentSpec, Failure, Guest, Recipe, guests};
use kontra_game::{BadInput, History, Payoffs, SearchRng, Seat};
use pyo3::prelude::*;
use rand::Rng;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The first exception that an agent has raised. The match ends with it.
#[derive(Default)]
pub(crate) struct Trouble {
    raised: AtomicBool,
    exception: Mutex<Option<PyErr>>,
}

impl Trouble {
    fn raise(&self, exception: PyErr) -> Failure {
        let mut first = self.exception.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(exception);
        self.raised.store(true, Ordering::Relaxed);
        Failure("raised an exception".to_owned())
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }

    pub(crate) fn take(&self) -> Option<PyErr> {
        self.exception.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Players of a Python class: `make(seed)` is called for every seat of every game.
pub(crate) fn recipe<G: Supported>(
    table: &Arc<Table<G>>,
    name: &str,
    make: Py<PyAny>,
    trouble: &Arc<Trouble>,
) -> Recipe<G> {
    let spec = AgentSpec::new("python", [("class", name)]);
    let (table, make, trouble) = (Arc::clone(table), Arc::new(make), Arc::clone(trouble));
    Recipe::custom(
        spec,
        guests(move |rng| PythonPlayer {
            table: Arc::clone(&table),
            make: Arc::clone(&make),
            trouble: Arc::clone(&trouble),
            rng,
            player: None,
        }),
    )
}

struct PythonPlayer<G: Supported> {
    table: Arc<Table<G>>,
    make: Arc<Py<PyAny>>,
    trouble: Arc<Trouble>,
    rng: SearchRng,
    player: Option<Py<PyAny>>,
}

impl<G: Supported> PythonPlayer<G> {
    fn ask(
        &self,
        py: Python<'_>,
        view: &G::View,
        history: History<'_, G>,
    ) -> PyResult<Result<G::Action, BadInput>> {
        let known = Known::new(&self.table, view.clone(), history.to_seen());
        let Some(player) = &self.player else {
            return Err(expected("agent", "a player", "none"));
        };
        let shown =
            View { view: Box::new(Known::new(&self.table, view.clone(), history.to_seen())) };
        let answer = player.bind(py).call_method1("choose", (shown,))?;
        let id: i64 = answer
            .extract()
            .map_err(|_| expected("agent", "the id of an action from choose", answer.get_type()))?;
        Ok(usize::try_from(id).ok().and_then(|id| known.action(id)).ok_or_else(|| {
            let legal: Vec<String> =
                crate::seat::AnyView::legal(&known).into_iter().map(|id| id.to_string()).collect();
            let expected = format!("a legal action ({}) from choose", legal.join(" "));
            BadInput::expected("agent", expected, id)
        }))
    }
}

impl<G: Supported> Guest<G> for PythonPlayer<G> {
    fn begin(&mut self, _: &G::View) -> Result<(), Failure> {
        // 53 bits, as external agents get.
        let seed = self.rng.next_u64() >> 11;
        let made = Python::attach(|py| self.make.bind(py).call1((seed,)).map(Bound::unbind));
        self.player = Some(made.map_err(|exception| self.trouble.raise(exception))?);
        Ok(())
    }

    fn see(&mut self, _: Option<Seat>, _: &str) {}

    fn choose(&mut self, view: &G::View, history: History<'_, G>) -> Result<G::Action, Failure> {
        let answer = Python::attach(|py| {
            self.ask(py, view, history).and_then(|action| action.map_err(crate::error::bad_input))
        });
        answer.map_err(|exception| self.trouble.raise(exception))
    }

    fn end(&mut self, payoffs: &Payoffs, _: Option<Seat>) {
        let Some(player) = &self.player else { return };
        Python::attach(|py| {
            let player = player.bind(py);
            let told = match player.hasattr("end") {
                Ok(true) => player.call_method1("end", (payoffs.as_slice().to_vec(),)).map(drop),
                Ok(false) => Ok(()),
                Err(exception) => Err(exception),
            };
            if let Err(exception) = told {
                self.trouble.raise(exception);
            }
        });
    }
}
