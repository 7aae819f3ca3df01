//! The tiny games in numbers, for networks. The book's chapter has the layouts.

mod kuhn;
mod leduc;
mod pig;
mod tic_tac_toe;

/// The name with this number, or nothing.
fn name(names: &[&str], id: usize) -> String {
    names.get(id).map_or_else(String::new, |name| (*name).to_owned())
}
