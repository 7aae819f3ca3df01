//! The commit that is built. Used by the build script.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Names the commit where there is no repository: in a container, or for a package of a distribution.
pub(crate) const VARIABLE: &str = "KONTRA_COMMIT";

/// Where this crate is in Kontra's repository.
const PLACE: &str = "crates/version/";

/// How many digits of a commit are kept.
const DIGITS: usize = 12;

/// What is built.
#[derive(PartialEq, Debug)]
pub(crate) struct BuiltFrom {
    /// The first digits of the commit.
    pub(crate) commit: Option<String>,
    /// Files that change when the commit does.
    pub(crate) watch: Vec<PathBuf>,
}

/// The commit that is named, or that of the repository around `folder`, if that is Kontra's.
///
/// Kontra's package may lie within a repository of other people, whose commit says nothing about Kontra.
pub(crate) fn find(folder: &Path, named: Option<&str>) -> Result<BuiltFrom, String> {
    if let Some(named) = named.filter(|named| !named.is_empty()) {
        let is_commit = named.len() >= 7 && named.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_commit {
            return Err(format!(
                "{VARIABLE}: expected 7 hexadecimal digits or more, found '{named}'"
            ));
        }
        return Ok(BuiltFrom { commit: Some(shortened(named)), watch: vec![] });
    }
    let commit = match git(folder, &["rev-parse", "--show-prefix"]).as_deref() {
        Some(PLACE) => git(folder, &["rev-parse", "HEAD"]).map(|commit| shortened(&commit)),
        _ => None,
    };
    let watch = if commit.is_some() { watched(folder) } else { vec![] };
    Ok(BuiltFrom { commit, watch })
}

fn shortened(commit: &str) -> String {
    commit.chars().take(DIGITS).collect::<String>().to_lowercase()
}

/// The log of HEAD changes with every commit and checkout. Where none is kept, HEAD and all branches are watched.
fn watched(folder: &Path) -> Vec<PathBuf> {
    let file = |name: &str| {
        let path = git(folder, &["rev-parse", "--git-path", name])?;
        Some(folder.join(path)).filter(|path| path.exists())
    };
    match file("logs/HEAD") {
        Some(log) => vec![log],
        None => ["HEAD", "packed-refs", "refs/heads"].into_iter().filter_map(file).collect(),
    }
}

/// What git answers; `None` where there is no git or no repository.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    // Within a hook of git, this would name another repository.
    command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE");
    let output = command.arg("-C").arg(folder).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A repository with one commit, and a folder in it. Removed in the end.
    struct Repository(PathBuf);

    impl Repository {
        fn new(name: &str, folder: &str) -> Repository {
            let root = std::env::temp_dir().join(format!("kontra-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&root);
            fs::create_dir_all(root.join(folder)).unwrap();
            let repository = Repository(root);
            repository.git(&["init", "--quiet"]);
            repository.commit();
            repository
        }

        #[track_caller]
        fn git(&self, arguments: &[&str]) -> String {
            let who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"];
            let found = git(&self.0, &[&who[..], arguments].concat());
            found.unwrap_or_else(|| panic!("git {arguments:?}"))
        }

        fn commit(&self) -> String {
            self.git(&["commit", "--quiet", "--allow-empty", "--message", "A change"]);
            self.git(&["rev-parse", "HEAD"])
        }
    }

    impl Drop for Repository {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn has_git() -> bool {
        let found = git(Path::new("."), &["--version"]).is_some();
        if !found {
            println!("git is not installed: nothing to test");
        }
        found
    }

    #[test]
    fn the_commit_of_the_repository_is_found_and_its_log_is_watched() {
        if !has_git() {
            return;
        }
        let repository = Repository::new("own", PLACE);
        let folder = repository.0.join(PLACE);
        for _ in 0..2 {
            let commit = repository.commit();
            let found = find(&folder, None).unwrap();
            assert_eq!(found.commit.as_deref(), Some(&commit[..DIGITS]));
            let [log] = found.watch.as_slice() else { panic!("{:?}", found.watch) };
            assert!(
                fs::read_to_string(log).unwrap().contains(&commit),
                "a commit changes the file"
            );
        }
        fs::remove_dir_all(repository.0.join(".git/logs")).unwrap();
        let names = find(&folder, None).unwrap().watch;
        let names: Vec<_> = names.iter().filter_map(|path| path.file_name()?.to_str()).collect();
        assert_eq!(names, ["HEAD", "heads"]);
    }

    #[test]
    fn the_commit_of_a_strange_repository_is_not_ours() {
        if !has_git() {
            return;
        }
        let repository = Repository::new("strange", "vendor/kontra-version");
        let nothing = Ok(BuiltFrom { commit: None, watch: vec![] });
        assert_eq!(find(&repository.0.join("vendor/kontra-version"), None), nothing);
        // No repository at all: the root of the file system is none.
        assert_eq!(find(Path::new("/"), None), nothing);
    }

    #[test]
    fn a_commit_that_is_named_comes_first() {
        let found = find(Path::new("."), Some("3F2A1B9C0D12FFFF")).unwrap();
        assert_eq!(found, BuiltFrom { commit: Some("3f2a1b9c0d12".to_owned()), watch: vec![] });
        let sentence = find(Path::new("."), Some("main")).unwrap_err();
        let expected = "KONTRA_COMMIT: expected 7 hexadecimal digits or more, found 'main'";
        assert_eq!(sentence, expected);
    }
}
