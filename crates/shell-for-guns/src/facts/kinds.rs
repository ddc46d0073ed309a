//! The words of the rules: arms, formations, qualities, weapons, ground and cover.

use crate::words::words;

words! {
    /// SfG 1.3: what a unit is.
    pub enum Arm {
        /// Foot.
        Infantry = "infantry",
        /// Horse, mounted or not.
        Cavalry = "cavalry",
        /// One base of guns.
        Battery = "battery",
    }
}

words! {
    /// SfG 2.5-distances: the rows of the movement table.
    pub enum Gait {
        /// Infantry.
        Infantry = "infantry",
        /// Cavalry on foot.
        Dismounted = "dismounted",
        /// Cavalry on horse.
        Mounted = "mounted",
        /// A general.
        General = "general",
        /// Guns pushed by hand.
        Pushed = "pushed",
        /// Guns behind their teams.
        Limbered = "limbered",
    }
}

words! {
    /// SfG 1.2: how the bases of a brigade stand; SfG-reading 15: a battery is deployed or limbered instead.
    pub enum Formation {
        /// One rank.
        Line = "line",
        /// Two ranks in contact, the front one with the odd base (SfG-reading 13).
        Double = "two-lines",
        /// Ranks of two, a last odd base centred (SfG-reading 14).
        Attack = "attack-column",
        /// Ranks of one; the only one that uses roads.
        March = "march-column",
        /// Guns ready to fire.
        Deployed = "deployed",
        /// Guns behind their teams.
        Limbered = "limbered",
    }
}

impl Formation {
    /// The formations of a brigade.
    pub const OF_BRIGADES: [Self; 4] = [Self::Line, Self::Double, Self::Attack, Self::March];

    /// SfG 2.3-modifiers, 2.6-modifiers: march and attack column; limbered guns are none (SfG-reading 15).
    #[must_use]
    pub const fn is_column(self) -> bool {
        matches!(self, Self::Attack | Self::March)
    }
}

words! {
    /// SfG-reading 32: classes of experience, the least first.
    pub enum Quality {
        /// -1 to orders.
        Conscript = "conscript",
        /// The rule.
        Regular = "regular",
        /// +1 to orders.
        Elite = "elite",
    }
}

words! {
    /// What a brigade fires with.
    pub enum Weapon {
        /// Muzzle-loaders of the foot.
        RifledMusket = "rifled musket",
        /// Muzzle-loaders of the horse.
        Carbine = "carbine",
        /// SfG 2.6-modifiers: +1.
        BreechLoader = "breech-loader",
    }
}

words! {
    /// SfG-reading 125: one class of guns, with two flags for built-up areas (SfG 2.6-gun-village).
    pub enum Guns {
        /// Nothing special.
        Field = "field",
        /// Reaches into villages.
        Howitzer = "howitzer",
        /// Reaches into villages.
        Siege = "siege",
    }
}

words! {
    /// SfG 2.5-classes: the columns of the movement table beside road and standard.
    pub enum GroundClass {
        /// Standard.
        Open = "open",
        /// Fields, wet meadows, stones.
        Broken = "broken",
        /// Woods and houses.
        Difficult = "difficult",
        /// SfG-reading 77: an area with obstacle speed.
        Ford = "ford",
        /// SfG-reading 77: nobody passes.
        Impassable = "impassable",
    }
}

impl GroundClass {
    /// SfG-reading 7: broken or difficult ground, or an obstacle, which a ford is too. Open ground that hides is not rough.
    #[must_use]
    pub const fn is_rough(self) -> bool {
        !matches!(self, Self::Open)
    }
}

words! {
    /// What an area is, as far as sight and works go.
    pub enum AreaKind {
        /// Seen into for 1 UM (SfG-reading 121).
        Woods = "woods",
        /// A field of crops.
        Crops = "crops",
        /// Low vegetation.
        Scrub = "scrub",
        /// Wet ground.
        Marsh = "marsh",
        /// Stones.
        Stony = "stony",
        /// Seen into for 0.20 UM (SfG-reading 122); holds its defenders.
        Village = "village",
        /// A ford.
        Ford = "ford",
        /// Water.
        River = "river",
    }
}

words! {
    /// SfG 2.6-cover: how well a target is hidden, the least first.
    pub enum Cover {
        /// In the open.
        Open = "none",
        /// One step harder.
        Light = "light",
        /// Two steps harder.
        Heavy = "heavy",
    }
}

impl Cover {
    /// What it adds to the number needed.
    #[must_use]
    pub const fn steps(self) -> i32 {
        match self {
            Self::Open => 0,
            Self::Light => 1,
            Self::Heavy => 2,
        }
    }
}

words! {
    /// SfG 2.5-classes: linear obstacles.
    pub enum LineKind {
        /// Rails.
        Fence = "rail fence",
        /// A hedge: cover that does not hold (SfG-reading 137).
        Hedge = "hedge",
        /// A low wall.
        LowWall = "low wall",
        /// A high wall.
        HighWall = "high wall",
        /// Baskets of earth.
        Gabions = "gabions",
        /// Earth.
        Earthworks = "earthworks",
    }
}
