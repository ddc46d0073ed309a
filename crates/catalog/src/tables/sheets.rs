//! Which file holds which table of which rule; for showing the tables to players and for citing them.

use longroll_rule::Rule;

use super::TerrainNote;

/// A table as players know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    /// Its title.
    pub title: &'static str,
    /// Its files in the data folder.
    pub files: &'static [&'static str],
    /// The rules that print it.
    pub rules: &'static [Rule],
}

/// Every table, in the order of the charts.
pub const SHEETS: &[Sheet] = &[
    Sheet {
        title: "Terrain Effects Chart",
        files: &["tables/terrain-effects.tsv"],
        rules: &[Rule::BB_TEC, Rule::BB_TEC_assault],
    },
    Sheet {
        title: "Range Effects",
        files: &["tables/range-small-arms.tsv", "tables/range-artillery.tsv"],
        rules: &[Rule::BB_range_table],
    },
    Sheet {
        title: "Fire",
        files: &[
            "tables/fire-small-arms.tsv",
            "tables/fire-artillery.tsv",
            "tables/fire.toml",
        ],
        rules: &[Rule::BB_fire_table],
    },
    Sheet {
        title: "Die Roll Modifiers",
        files: &["tables/modifiers.tsv"],
        rules: &[
            Rule::SR_10_81,
            Rule::BB_DRM_list,
            Rule::BB_T_assault_drm,
            Rule::BB_T_preassault_drm,
            Rule::BB_table_recovery,
            Rule::BB_table_orders,
        ],
    },
    Sheet {
        title: "Assault Resolution",
        files: &["tables/assault.tsv", "tables/ratio.tsv"],
        rules: &[Rule::BB_T_assault, Rule::BB_T_ratio],
    },
    Sheet {
        title: "Second Disorder",
        files: &["tables/second-disorder.tsv"],
        rules: &[Rule::BB_T_second_disorder, Rule::BB_T_second_disorder_notes],
    },
    Sheet {
        title: "Recovery",
        files: &["tables/recovery.tsv"],
        rules: &[Rule::SR_13_41, Rule::BB_table_recovery],
    },
    Sheet {
        title: "Orders Change",
        files: &["tables/orders-change.tsv"],
        rules: &[Rule::SR_6_23, Rule::BB_table_orders],
    },
    Sheet {
        title: "Loose Reins",
        files: &["tables/loose-reins.tsv"],
        rules: &[Rule::SR_6_24_U, Rule::BB_table_loose],
    },
    Sheet {
        title: "Brigade Coordination",
        files: &["tables/coordination.tsv"],
        rules: &[Rule::SR_5_34, Rule::BB_table_coordination],
    },
    Sheet {
        title: "Orders",
        files: &["tables/orders.tsv"],
        rules: &[Rule::SR_6_11_table],
    },
    Sheet {
        title: "Stacking Limits",
        files: &["tables/stacking.tsv"],
        rules: &[Rule::SR_8_12_march, Rule::SR_8_12_line, Rule::BB_stacking],
    },
    Sheet {
        title: "Battle Events",
        files: &["tables/battle-events.tsv"],
        rules: &[Rule::BB_events_table, Rule::BB_events_count],
    },
    Sheet {
        title: "Random Events",
        files: &["tables/random-events.tsv"],
        rules: &[Rule::BB_19_0],
    },
    Sheet {
        title: "Ammunition, Leader Loss, Darkness, Fatigue",
        files: &["tables/single-figures.toml"],
        rules: &[
            Rule::BB_10_92_sa,
            Rule::BB_10_92_art,
            Rule::BB_10_92_camp,
            Rule::SR_12_71,
            Rule::SR_16_11,
            Rule::SR_16_12,
            Rule::SR_17_24,
            Rule::SR_17_31,
        ],
    },
];

impl TerrainNote {
    /// The rule of the note.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::A => Rule::BB_TEC_a,
            Self::B => Rule::BB_TEC_b,
            Self::C => Rule::BB_TEC_c,
            Self::D => Rule::BB_TEC_d,
            Self::E => Rule::BB_TEC_e,
            Self::F => Rule::BB_TEC_f,
            Self::G => Rule::BB_TEC_g,
            Self::H => Rule::BB_TEC_h,
            Self::I => Rule::BB_TEC_i,
            Self::J => Rule::BB_TEC_j,
            Self::K => Rule::BB_TEC_k,
            Self::L => Rule::BB_TEC_l,
            Self::M => Rule::BB_TEC_m,
            Self::N => Rule::BB_TEC_n,
            Self::O => Rule::BB_TEC_o,
            Self::Star => Rule::BB_TEC_star,
        }
    }
}
