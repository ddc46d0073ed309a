//! SR 10: fire as facts: how it is declared, and what has been fired in the brigade Activation under way. The questions about
//! it are in the crate `longroll-combat`.

mod declared;
mod history;
mod occasion;

pub use declared::{DeclaredFire, FireOptions, FiringPart, Shot};
pub use history::{
    Assault, Ban, Banned, Charging, ExtraTerm, FireHistory, MountBegan, OwedWear, PastFire,
    Section, SectionAmmunition, Shooter, Spent, Work,
};
pub use occasion::{EventFire, NonPhasing, Occasion};
