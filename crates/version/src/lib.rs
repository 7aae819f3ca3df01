//! Which Kontra this is: its version, and the commit that it was built from.
//!
//! Programs put [`PROGRAM`] into what they write, so that a result tells who made it. Libraries of Kontra are given it by the
//! program: nothing but programs depends on this crate, so a commit builds this crate and the programs again and nothing else.
//!
//! ```
//! let (version, commit) = kontra_version::parts(kontra_version::PROGRAM);
//! assert_eq!(version, kontra_version::VERSION);
//! // A package from a registry has no commit.
//! if let Some(commit) = commit {
//!     println!("built from {commit}");
//! }
//! ```

#[cfg(test)]
mod commit;

/// The version, such as `0.1.0`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version with the commit, such as `0.1.0+3f2a1b9c0d12`. Without a commit where Kontra was not built from its repository.
///
/// Changes that were not committed when it was built do not show.
pub const PROGRAM: &str = env!("KONTRA_VERSION");

/// The version of such a text, and its commit.
pub fn parts(program: &str) -> (&str, Option<&str>) {
    program.split_once('+').map_or((program, None), |(version, commit)| (version, Some(commit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_a_version_and_perhaps_a_commit() {
        assert_eq!(parts("0.1.0+3f2a1b9c0d12"), ("0.1.0", Some("3f2a1b9c0d12")));
        assert_eq!(parts("0.1.0"), ("0.1.0", None));
        assert_eq!(parts(PROGRAM).0, VERSION);
    }
}
