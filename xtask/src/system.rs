use crate::step::{Steps, is_installed};
use std::io::{IsTerminal, stdin};
use std::process::{Command, Stdio};

/// How one package manager installs something: the manager, and its calls.
type Recipe = (&'static str, &'static [&'static str]);

/// Chromium, with letters and card suits to draw where a bare system has none.
pub(crate) const CHROMIUM: [Recipe; 6] = [
    ("apt-get", &["update", "install --yes --no-install-recommends chromium fonts-dejavu-core"]),
    ("dnf", &["install --assumeyes chromium dejavu-sans-fonts"]),
    ("pacman", &["--sync --refresh --noconfirm chromium ttf-dejavu"]),
    ("zypper", &["--non-interactive install chromium dejavu-fonts"]),
    ("apk", &["add chromium font-dejavu"]),
    ("brew", &["install --cask chromium"]),
];

/// The package manager of JavaScript.
pub(crate) const NPM: [Recipe; 6] = [
    ("apt-get", &["update", "install --yes --no-install-recommends npm"]),
    ("dnf", &["install --assumeyes npm"]),
    ("pacman", &["--sync --refresh --noconfirm npm"]),
    ("zypper", &["--non-interactive install npm"]),
    ("apk", &["add npm"]),
    ("brew", &["install node"]),
];

/// PyTorch for the system's own Python, without graphics cards.
pub(crate) const PYTORCH: [Recipe; 3] = [
    ("apt-get", &["update", "install --yes --no-install-recommends python3-torch"]),
    ("dnf", &["install --assumeyes python3-torch"]),
    ("pacman", &["--sync --refresh --noconfirm python-pytorch"]),
];

/// Whether [`install`] can try to install something here.
pub(crate) fn may_install(ways: &[Recipe]) -> bool {
    let way = ways.iter().find(|(manager, _)| is_installed(manager, &["--version"]));
    way.is_some_and(|(manager, _)| as_administrator(manager).is_some())
}

/// How something will be installed, or why it cannot be: the rest of a sentence.
pub(crate) fn plan(ways: &[Recipe]) -> String {
    match ways.iter().find(|(manager, _)| is_installed(manager, &["--version"])) {
        None => "no package manager that is known here could install it".to_owned(),
        Some((manager, _)) if as_administrator(manager).is_none() => {
            format!(
                "{manager} could install it, but needs an administrator: neither root nor sudo is at hand"
            )
        }
        Some((manager, calls)) => {
            format!("it will be installed with '{manager} {}'", calls.join("' and '"))
        }
    }
}

/// Installs something with the system's package manager; if that fails, says how, as the end of a sentence.
pub(crate) fn install(
    steps: &mut Steps,
    name: &'static str,
    ways: &[Recipe],
) -> Result<(), String> {
    let way = ways.iter().find(|(manager, _)| is_installed(manager, &["--version"]));
    let Some((manager, calls)) = way else {
        return Err("no package manager that is known here could install it".to_owned());
    };
    for call in *calls {
        let mut command = as_administrator(manager).ok_or_else(|| {
            format!("{manager} needs an administrator: neither root nor sudo is at hand")
        })?;
        command.args(call.split_whitespace()).env("DEBIAN_FRONTEND", "noninteractive");
        steps.take(name, &mut command).map_err(|_| format!("'{manager} {call}' failed"))?;
    }
    Ok(())
}

/// A call of the package manager by somebody who may install: root, or sudo, which asks for a password only where somebody can type one.
fn as_administrator(manager: &str) -> Option<Command> {
    if manager == "brew" || is_root() {
        return Some(Command::new(manager));
    }
    let silent = is_installed("sudo", &["-n", "true"]);
    let can_ask = stdin().is_terminal() && is_installed("sudo", &["--version"]);
    (silent || can_ask).then(|| {
        let mut sudo = Command::new("sudo");
        sudo.arg(manager);
        sudo
    })
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").stderr(Stdio::null()).output();
    id.is_ok_and(|output| output.stdout == b"0\n")
}
