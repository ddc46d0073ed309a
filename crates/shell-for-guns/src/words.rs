//! Enums that are written as words in files, notation and text.

/// A value with a fixed word.
pub trait Word: Sized + Copy + 'static {
    /// Every value with its word, in order.
    const WORDS: &'static [(Self, &'static str)];
    /// What is told to whoever writes another one.
    const FITS: &'static str;

    /// The value of a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS
            .iter()
            .find(|(_, own)| *own == word)
            .map(|(value, _)| *value)
    }

    /// Its word.
    fn word(self) -> &'static str;
}

/// An enum whose variants are words.
macro_rules! words {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$own:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$own])* $variant,)+ }

        impl $crate::words::Word for $name {
            const WORDS: &'static [(Self, &'static str)] = &[$((Self::$variant, $word),)+];
            const FITS: &'static str = concat!("word that fits here:", $(" ", $word),+);

            fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str($crate::words::Word::word(*self))
            }
        }
    };
}
pub(crate) use words;

impl Word for longroll_core::Side {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Union, "union"), (Self::Confederate, "confederate")];
    const FITS: &'static str = concat!("word that fits here:", " union", " confederate");

    fn word(self) -> &'static str {
        longroll_core::Side::word(self)
    }
}
