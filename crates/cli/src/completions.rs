use crate::problem::Problem;
use crate::{Cli, usage};
use clap_complete::Shell;
use std::io::Write;

/// Print completions for a shell, to be read by it
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    kontra completions bash > ~/.local/share/bash-completion/completions/kontra\n  \
    kontra completions zsh > ~/.zfunc/_kontra\n  \
    kontra completions fish > ~/.config/fish/completions/kontra.fish")]
pub(crate) struct Args {
    /// The shell: bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL", value_parser = shell)]
    shell: Shell,
}

fn shell(name: &str) -> Result<Shell, String> {
    name.parse().map_err(|_| "expected bash, elvish, fish, powershell or zsh".to_owned())
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<(), Problem> {
    // First into memory: the generator panics where it cannot write.
    let mut text = vec![];
    clap_complete::generate(args.shell, &mut usage::command::<Cli>(), "kontra", &mut text);
    Ok(out.write_all(&text)?)
}
