//! What the map prints in a hex and on a hexside, as plain data. What it costs or blocks is for the rules.

use serde::{Deserialize, Serialize};

/// The base terrain of a hex (movement reading I100: exactly one; the rest are [`Feature`]s).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    /// Open ground of a battle that has no fields.
    #[default]
    Clear,
    /// BB 9.44: open ground inside a field.
    Field,
    /// BB 9.44: the ring of a field with the dotted line.
    FieldBoundary,
    /// SR 10.23: one level high.
    Woods,
    /// SR 10.23: does not block the line of sight.
    Orchard,
    Thicket,
    Swamp,
    /// BB 9.44: a swamp hex with the stream inside.
    SwampStream,
    /// SR 10.23: one level high.
    Town,
    /// Nothing but river: gunboats only.
    River,
    /// Nothing but lake.
    Lake,
}

impl Terrain {
    /// All kinds, in the order of the declaration.
    pub const ALL: [Self; 11] = [
        Self::Clear,
        Self::Field,
        Self::FieldBoundary,
        Self::Woods,
        Self::Orchard,
        Self::Thicket,
        Self::Swamp,
        Self::SwampStream,
        Self::Town,
        Self::River,
        Self::Lake,
    ];

    /// The name used in data files and shown to players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Field => "field",
            Self::FieldBoundary => "field-boundary",
            Self::Woods => "woods",
            Self::Orchard => "orchard",
            Self::Thicket => "thicket",
            Self::Swamp => "swamp",
            Self::SwampStream => "swamp-stream",
            Self::Town => "town",
            Self::River => "river",
            Self::Lake => "lake",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|terrain| terrain.name() == name)
    }
}

/// Something in a hex beside its base terrain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Feature {
    /// BB 9.44: Sloping Ground.
    Sloping,
    /// BB 9.44: fruit trees, no effect at Shiloh.
    Orchard,
    /// BB 9.44: land with some river or lake in it; may be entered.
    PartialWater,
    /// A hex of the Sunken Lane.
    SunkenLane,
    /// BB 9.44: a bridge inside the hex, without a hexside of its own (the log bridge).
    BridgeInside,
    /// A building; no effect.
    Building,
    /// A pond; no effect.
    Pond,
    /// A rivulet; no effect.
    Rivulet,
    /// BB 9.7: units from the river land here.
    Landing,
    /// Land that nothing can reach: behind an impassable creek or river.
    Unreachable,
}

impl Feature {
    /// All of them, in the order of the declaration.
    pub const ALL: [Self; 10] = [
        Self::Sloping,
        Self::Orchard,
        Self::PartialWater,
        Self::SunkenLane,
        Self::BridgeInside,
        Self::Building,
        Self::Pond,
        Self::Rivulet,
        Self::Landing,
        Self::Unreachable,
    ];
}

/// BB 9.44: water along a hexside.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Water {
    #[default]
    None,
    Stream,
    /// Impassable except at a bridge or ford.
    Creek,
    River,
    Lake,
}

/// SR 9.44: what leads over the water of a hexside.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Crossing {
    #[default]
    None,
    Bridge,
    Ford,
}

/// Whether a hexside can be crossed at all.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Passage {
    #[default]
    Open,
    /// BB TEC: prohibited to all, in movement and assault.
    Impassable,
}

/// SR 9.43: the classes of route (movement reading I1: Pike and Road are one class for the rules, Trail the other).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum RouteKind {
    Trail,
    Road,
    Pike,
}

impl RouteKind {
    /// All of them, the poorest first.
    pub const ALL: [Self; 3] = [Self::Trail, Self::Road, Self::Pike];
}

/// Where a figure of the map comes from; shown to players.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Stated by the rules or the battle book.
    Text,
    /// Deduced from several statements of the text.
    Deduced,
    /// From the history and geography of the battle.
    History,
    /// Read off the printed map.
    PrintedMap,
    /// Filled in to make the board whole.
    #[default]
    Estimate,
}

macro_rules! small_set {
    ($(#[$doc:meta])* $name:ident of $item:ident in $bits:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name($bits);

        impl $name {
            /// None.
            pub const EMPTY: Self = Self(0);

            /// With one more.
            pub const fn with(self, item: $item) -> Self {
                Self(self.0 | 1 << item as $bits)
            }

            /// Without one.
            pub const fn without(self, item: $item) -> Self {
                Self(self.0 & !(1 << item as $bits))
            }

            /// Adds one.
            pub const fn insert(&mut self, item: $item) {
                *self = self.with(item);
            }

            /// Whether it is among them.
            #[inline]
            pub const fn contains(self, item: $item) -> bool {
                self.0 & (1 << item as $bits) != 0
            }

            /// Whether there are none.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// In the order of the declaration.
            pub fn iter(self) -> impl Iterator<Item = $item> + Clone {
                $item::ALL.into_iter().filter(move |item| self.contains(*item))
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.iter())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Ok(Vec::<$item>::deserialize(deserializer)?.into_iter().collect())
            }
        }
    };
}

small_set!(
    /// The features of a hex.
    FeatureSet of Feature in u16
);
small_set!(
    /// The routes that join two neighbouring hex centres.
    RouteSet of RouteKind in u8
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terrain_names_read_back_and_agree_with_the_saved_form() {
        for terrain in Terrain::ALL {
            assert_eq!(Terrain::from_name(terrain.name()), Some(terrain));
            assert_eq!(serde_json::to_value(terrain).unwrap(), terrain.name());
        }
        assert_eq!(Terrain::from_name("meadow"), None);
    }

    #[test]
    fn a_set_of_features_is_saved_as_their_names() {
        let set: FeatureSet = [Feature::Unreachable, Feature::Sloping]
            .into_iter()
            .collect();
        let text = serde_json::to_string(&set).unwrap();
        assert_eq!(text, r#"["sloping","unreachable"]"#);
        assert_eq!(serde_json::from_str::<FeatureSet>(&text).unwrap(), set);
        assert_eq!(
            set.without(Feature::Sloping).iter().collect::<Vec<_>>(),
            [Feature::Unreachable]
        );
        assert!(
            RouteSet::EMPTY.is_empty()
                && RouteSet::EMPTY
                    .with(RouteKind::Pike)
                    .contains(RouteKind::Pike)
        );
    }
}
