//! Enums whose variants are written as words in the files.

/// A value written as one of a fixed set of words.
pub trait Word: Copy + 'static {
    /// Every variant, in the order of the declaration.
    const WORDS: &'static [(Self, &'static str)];
    /// What the words are called in messages: "arm", "orders".
    const WHAT: &'static str;

    /// The variant with this word.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS
            .iter()
            .find(|(_, own)| *own == word)
            .map(|(value, _)| *value)
    }
}

/// Declares a fieldless enum together with its words.
macro_rules! words {
    ($(#[$doc:meta])* $vis:vis enum $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        $vis enum $name {
            $($(#[$vdoc])* #[serde(rename = $word)] $variant,)+
        }

        #[allow(dead_code, reason = "not every private word list needs both")]
        impl $name {
            /// Every variant, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word used in the files.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl $crate::words::Word for $name {
            const WORDS: &'static [(Self, &'static str)] = &[$((Self::$variant, $word)),+];
            const WHAT: &'static str = stringify!($name);
        }
    };
}

pub(crate) use words;

impl Word for longroll_core::Side {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Union, "union"), (Self::Confederate, "confederate")];
    const WHAT: &'static str = "Side";
}

impl Word for longroll_board::Direction {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::N, "N"),
        (Self::NE, "NE"),
        (Self::SE, "SE"),
        (Self::S, "S"),
        (Self::SW, "SW"),
        (Self::NW, "NW"),
    ];
    const WHAT: &'static str = "Direction";
}
