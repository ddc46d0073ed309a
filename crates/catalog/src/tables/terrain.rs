//! BB TEC: the Terrain Effects Chart.

use longroll_rule::Rule;
use serde::{Deserialize, Serialize};

use crate::words::words;

words! {
    /// The rows of the chart.
    pub enum TerrainKind {
        /// Open ground, a field.
        Open = "open",
        /// Woods.
        Woods = "woods",
        /// Field Boundary.
        FieldBoundary = "field-boundary",
        /// Orchard.
        Orchard = "orchard",
        /// Thicket.
        Thicket = "thicket",
        /// Creek hexside.
        Creek = "creek",
        /// Stream hexside.
        Stream = "stream",
        /// Rivulet.
        Rivulet = "rivulet",
        /// Swamp.
        Swamp = "swamp",
        /// Swamp-Stream.
        SwampStream = "swamp-stream",
        /// Gradual slope hexside.
        GradualSlope = "gradual-slope",
        /// Minor slope hexside, going up.
        MinorSlopeUp = "minor-slope-up",
        /// Minor slope hexside, going down.
        MinorSlopeDown = "minor-slope-down",
        /// Steep slope hexside, going up.
        SteepSlopeUp = "steep-slope-up",
        /// Steep slope hexside, going down.
        SteepSlopeDown = "steep-slope-down",
        /// Ravine hexside.
        Ravine = "ravine",
        /// Crest hexside.
        Crest = "crest",
        /// Sloping Ground.
        SlopingGround = "sloping-ground",
        /// Road.
        Road = "road",
        /// Trail.
        Trail = "trail",
        /// Minor pond.
        Pond = "pond",
        /// Headquarters.
        Headquarters = "headquarters",
        /// Camp.
        Camp = "camp",
        /// Building.
        Building = "building",
        /// Inaccessible hexside.
        Inaccessible = "inaccessible",
        /// River hex.
        River = "river",
        /// River or lake hexside.
        RiverSide = "river-side",
        /// Bridge.
        Bridge = "bridge",
        /// Creek ford.
        CreekFord = "creek-ford",
        /// Stream ford.
        StreamFord = "stream-ford",
        /// SR 15.22: an entrenched hexside.
        Entrenchment = "entrenchment",
    }
}

words! {
    /// The columns of movement cost.
    pub enum Mover {
        /// Infantry and dismounted cavalry.
        Foot = "foot",
        /// Mounted cavalry.
        Cavalry = "cavalry",
        /// Artillery.
        Artillery = "artillery",
        /// Leaders.
        Leader = "leader",
    }
}

words! {
    /// What a row speaks of.
    pub enum EffectPlace {
        /// The hex entered.
        Hex = "hex",
        /// The hexside crossed.
        Hexside = "hexside",
        /// A road or trail followed from hex to hex.
        Route = "route",
    }
}

words! {
    /// The letters of the notes.
    pub enum TerrainNote {
        /// Combat effects are DRMs for the defender's hex or hexside.
        A = "a",
        /// The wooded -1 is not cumulative.
        B = "b",
        /// The second wooded hex blocks.
        C = "c",
        /// Two costs: within the same field, from elsewhere.
        D = "d",
        /// Two DRMs: into the hex, out of the hex.
        E = "e",
        /// Check on leaving.
        F = "f",
        /// Three or more lines in all are paid as slopes.
        G = "g",
        /// Assault DRM by contour lines.
        H = "h",
        /// Does not block adjacent units.
        I = "i",
        /// Only when no slope or ravine is paid.
        J = "j",
        /// Artillery firing out of the hex.
        K = "k",
        /// Blocks completely when wooded.
        L = "l",
        /// Two costs: Advance, March.
        M = "m",
        /// Artillery on trails has its own rule.
        N = "n",
        /// Where a trail crosses a stream.
        O = "o",
        /// Command range has its own cost.
        Star = "*",
    }
}

words! {
    /// Whether the terrain may block LOS.
    pub enum Blocking {
        /// Never.
        No = "no",
        /// Yes, as its rule and notes say.
        Possible = "yes",
    }
}

/// What entering or crossing may do to order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DisorderRisk {
    /// Nothing.
    None,
    /// "d": a UDD.
    Check,
    /// "D": automatic Disorder.
    Automatic,
}

/// A cell of the movement columns; costs in half MP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveCost {
    /// NE: the row adds nothing.
    None,
    /// P.
    Prohibited,
    /// A cost, added to the hex's own if the row is a hexside's.
    HalfPoints {
        /// Half MP.
        cost: u8,
        /// What it may do to order.
        risk: DisorderRisk,
    },
    /// Two costs; notes d and m say which applies.
    Either {
        /// The left number: same field (note d), Advance (note m).
        first: u8,
        /// The right number: from elsewhere (note d), March (note m).
        second: u8,
    },
    /// Half of the other terrain in the hex, but not less than this.
    HalfOfOther {
        /// Half MP.
        minimum: u8,
    },
}

/// A cell of the combat columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CombatEffect {
    /// NE.
    None,
    /// OTIH: as the other terrain in the hex.
    OtherTerrain,
    /// P: not possible.
    Prohibited,
    /// A DRM.
    Drm(i8),
    /// Note e: DRM into the hex and out of it.
    IntoAndOut {
        /// Into.
        into: i8,
        /// Out of.
        out: i8,
    },
    /// Note h: minus one for each contour line climbed, not below this.
    ByContourLines {
        /// The limit.
        lowest: i8,
    },
}

/// One row of the chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TerrainRow {
    pub kind: TerrainKind,
    /// Hex, hexside or route.
    pub place: EffectPlace,
    /// Movement cost by column.
    costs: [MoveCost; 4],
    /// Note *, BB 4.15: cost when a command range is traced, where it is not the leader's own. Of a road's two costs
    /// the first is for brigade and division leaders, the second for corps and army commanders.
    pub command_range: Option<MoveCost>,
    /// DRM to fire at a unit there.
    pub fire: CombatEffect,
    /// DRM to an assault on a unit there.
    pub assault: CombatEffect,
    /// Whether it may block LOS.
    pub blocking: Blocking,
    /// Its notes.
    pub notes: Vec<TerrainNote>,
    /// The rule of the row.
    pub rule: Rule,
}

impl TerrainRow {
    pub(crate) fn new(
        kind: TerrainKind,
        place: EffectPlace,
        costs: [MoveCost; 4],
        rule: Rule,
    ) -> Self {
        Self {
            kind,
            place,
            costs,
            command_range: None,
            fire: CombatEffect::None,
            assault: CombatEffect::None,
            blocking: Blocking::No,
            notes: Vec::new(),
            rule,
        }
    }

    /// The cost for a mover.
    #[must_use]
    pub const fn cost(&self, mover: Mover) -> MoveCost {
        match mover {
            Mover::Foot => self.costs[0],
            Mover::Cavalry => self.costs[1],
            Mover::Artillery => self.costs[2],
            Mover::Leader => self.costs[3],
        }
    }

    /// Puts another cost in the place of the printed one, as another battle has it.
    pub const fn set_cost(&mut self, mover: Mover, cost: MoveCost) {
        self.costs[match mover {
            Mover::Foot => 0,
            Mover::Cavalry => 1,
            Mover::Artillery => 2,
            Mover::Leader => 3,
        }] = cost;
    }

    /// True if the row carries this note.
    #[must_use]
    pub fn has_note(&self, note: TerrainNote) -> bool {
        self.notes.contains(&note)
    }
}

/// The whole chart: one row per kind, in the order of [`TerrainKind::ALL`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TerrainEffects {
    rows: Vec<TerrainRow>,
}

impl TerrainEffects {
    /// Takes the rows; `None` unless there is exactly one per kind in order.
    pub(crate) fn from_rows(rows: Vec<TerrainRow>) -> Option<Self> {
        let complete = rows
            .iter()
            .map(|row| row.kind)
            .eq(TerrainKind::ALL.iter().copied());
        complete.then_some(Self { rows })
    }

    /// The row of a kind of terrain.
    #[must_use]
    pub fn row(&self, kind: TerrainKind) -> &TerrainRow {
        // In range: from_rows took exactly one row per kind.
        &self.rows[kind as usize]
    }

    /// The row of a kind of terrain, to be changed.
    #[must_use]
    pub fn row_mut(&mut self, kind: TerrainKind) -> &mut TerrainRow {
        // In range: from_rows took exactly one row per kind.
        &mut self.rows[kind as usize]
    }

    /// All rows in printed order.
    #[must_use]
    pub fn rows(&self) -> &[TerrainRow] {
        &self.rows
    }
}
