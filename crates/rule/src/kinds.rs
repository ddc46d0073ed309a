//! What a line of the register is: its system, its chapter, its kind.

use core::fmt;
use core::str::FromStr;

/// The text a rule comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum System {
    /// `SR`: the series rules.
    Series,
    /// `BB`: the battle book of Shiloh, which beats the series rules.
    BattleBook,
    /// `SfG`: Shell for Guns, miniatures.
    ShellForGuns,
    /// `NM`: Napoleonic movement, miniatures.
    Napoleonic,
}

impl System {
    /// The prefix of its ids.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Series => "SR",
            Self::BattleBook => "BB",
            Self::ShellForGuns => "SfG",
            Self::Napoleonic => "NM",
        }
    }
}

macro_rules! named {
    ($(#[$meta:meta])* $type:ident { $($(#[$doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type { $($(#[$doc])* $variant,)* }

        impl $type {
            /// All of them, in the order of the register.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name as the register writes it.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;

            fn from_str(text: &str) -> Result<Self, UnknownName> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|it| it.name().eq_ignore_ascii_case(text.trim()))
                    .ok_or(UnknownName { expected: concat!($($name, " ",)*) })
            }
        }
    };
}

named! {
    /// The part of the rules that owns an id.
    Chapter {
        /// SR 2–6, 13–17; BB 4–6, 13–19, alert, events.
        Command = "command",
        /// SR 7–9; BB 9 and the terrain effects chart.
        Movement = "movement",
        /// SR 8.3, 10, 14.3; BB 10 and the ranges.
        Fire = "fire",
        /// SR 11, 12; BB 12.
        Assault = "assault",
        /// Shell for Guns, Lite.
        ShellForGuns = "shell-for-guns",
        /// Napoleonic movement.
        Napoleonic = "napoleonic",
    }
}

named! {
    /// What a rule does.
    RuleKind {
        /// Something happens or is forbidden.
        Mechanic = "mechanic",
        /// The battle book changes a series rule.
        Variation = "variation",
        /// A heading or a term: nothing to prove by itself.
        Definition = "definition",
        /// A table or one line of it.
        Table = "table",
        /// Facts of the battle.
        Data = "data",
        /// Off unless its switch is on.
        Optional = "optional",
    }
}

/// A chapter or a kind that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    expected: &'static str,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown name; known are: {}", self.expected.trim_end())
    }
}

impl core::error::Error for UnknownName {}
