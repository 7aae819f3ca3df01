use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Calls the library, which panics on some damaged files where others get an error: `None`, and not a word on standard
/// error. Whatever `call` has touched must not be used again then.
pub(super) fn guarded<T>(call: impl FnOnce() -> T) -> Option<T> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // All other panics are told as ever, those of other threads too.
            if !GUARDED.get() {
                usual(info);
            }
        }));
    });
    GUARDED.set(true);
    let done = panic::catch_unwind(AssertUnwindSafe(call));
    GUARDED.set(false);
    done.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_nothing_and_all_else_is_returned() {
        assert_eq!(guarded(|| 7), Some(7));
        assert_eq!(guarded(|| -> u32 { panic!("as it should") }), None);
        assert!(!GUARDED.get());
    }
}
