use std::fmt;

/// One of the two sides of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Team {
    /// The elders (♣Q), the soloist, the married couple
    Re,
    /// The others
    Kontra,
}

impl Team {
    /// Both teams.
    pub const ALL: [Team; 2] = [Team::Re, Team::Kontra];

    /// Re if so, kontra if not.
    #[inline]
    pub const fn re_if(re: bool) -> Team {
        if re { Team::Re } else { Team::Kontra }
    }

    /// The other side.
    #[inline]
    pub const fn opponent(self) -> Team {
        Team::re_if(matches!(self, Team::Kontra))
    }

    /// `re` or `kontra`.
    pub const fn name(self) -> &'static str {
        match self {
            Team::Re => "re",
            Team::Kontra => "kontra",
        }
    }
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
