//! The numbered rules of the game as a type.
//!
//! [`Rule`] is generated from `data/rules/register.tsv`: a rule that is not in
//! the register cannot be cited, because the code would not compile. The name
//! follows from the id:
//!
//! | id | variant |
//! |---|---|
//! | `SR 11.43` | `Rule::SR_11_43` |
//! | `SR 3.0-III/C/1` | `Rule::SR_3_0_III_C_1` |
//! | `BB 9.44-swamp-leave` | `Rule::BB_9_44_swamp_leave` |
//! | `BB fire table` | `Rule::BB_fire_table` |
//! | `SfG 2.6-musketry` | `Rule::SFG_2_6_musketry` |
//!
//! Statements are summaries in our own words, for finding and citing; they are
//! not the rules themselves.

#![no_std]

extern crate alloc;

mod kinds;
mod lookup;
mod naming;
mod serial;

pub use kinds::{Chapter, RuleKind, System, UnknownName};
pub use lookup::UnknownRule;

use core::fmt;

include!(concat!(env!("OUT_DIR"), "/register.rs"));

/// One line of the register.
struct Entry {
    id: &'static str,
    variant: &'static str,
    system: System,
    chapter: Chapter,
    title: &'static str,
    kind: RuleKind,
    statement: &'static str,
    see_also: &'static [Rule],
}

/// A rule in the words of another language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wording {
    /// A few words, for lists.
    pub title: &'static str,
    /// What the rule says.
    pub statement: &'static str,
}

impl Rule {
    /// Every rule, in the order of the register.
    pub const ALL: &'static [Rule] = &ALL;

    fn entry(self) -> &'static Entry {
        // In range: ENTRIES has one element per variant, generated together.
        &ENTRIES[self as usize]
    }

    /// The id as players write it: `SR 11.43`.
    pub fn id(self) -> &'static str {
        self.entry().id
    }

    /// The name in code: `SR_11_43`.
    pub fn variant_name(self) -> &'static str {
        self.entry().variant
    }

    /// The id without its system: `11.43`.
    pub fn number(self) -> &'static str {
        self.id().split_once(' ').map_or("", |(_, number)| number)
    }

    /// The text the rule belongs to.
    pub fn system(self) -> System {
        self.entry().system
    }

    /// The chapter that owns the rule (others may cite it).
    pub fn chapter(self) -> Chapter {
        self.entry().chapter
    }

    /// A few words, for lists.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// What kind of rule it is; definitions have nothing to prove.
    pub fn kind(self) -> RuleKind {
        self.entry().kind
    }

    /// What the rule says, in our words.
    pub fn statement(self) -> &'static str {
        self.entry().statement
    }

    /// Title and statement in Italian.
    pub fn italian(self) -> Wording {
        // In range, as above.
        ITALIAN[self as usize]
    }

    /// Rules to read together with this one.
    pub fn see_also(self) -> &'static [Rule] {
        self.entry().see_also
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
