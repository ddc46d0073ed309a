//! Lists of DRMs with a fixed number of named lines.

use core::marker::PhantomData;

use serde::{Serialize, Serializer};

use crate::words::{Word, words};

/// The names of the lines of a list of DRMs.
pub trait ModifierKey: Word + Eq {
    /// The place of the line.
    fn place(self) -> usize;
}

/// A list of DRMs: one number per key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modifiers<K> {
    values: Vec<i8>,
    keys: PhantomData<K>,
}

impl<K: ModifierKey> Modifiers<K> {
    /// Takes the numbers in the order of the keys; `None` unless there is one for each.
    pub(crate) fn new(values: Vec<i8>) -> Option<Self> {
        (values.len() == K::WORDS.len()).then_some(Self {
            values,
            keys: PhantomData,
        })
    }

    /// The DRM of a line.
    #[must_use]
    pub fn get(&self, key: K) -> i8 {
        // In range: `new` took one number per key.
        self.values[key.place()]
    }
}

impl<K: ModifierKey> Serialize for Modifiers<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(K::WORDS.iter().map(|(key, word)| (word, self.get(*key))))
    }
}

macro_rules! keys {
    ($($name:ident),+) => {
        $(impl ModifierKey for $name {
            fn place(self) -> usize {
                self as usize
            }
        })+
    };
}

keys!(FireDrm, AssaultDrm, PreAssaultDrm, RecoveryDrm, OrdersDrm);

words! {
    /// SR 10.81: fire DRMs that are plain numbers; range and terrain have their own tables.
    pub enum FireDrm {
        /// SR 8.34: shell at a massed target.
        MassedTarget = "massed-target",
        /// SR 8.34: shell at a dispersed target.
        DispersedTarget = "dispersed-target",
        /// Target is non-phasing mounted cavalry.
        MountedTarget = "mounted-target",
        /// Fire by mounted cavalry.
        MountedFirer = "mounted-firer",
        /// SR 10.5: Prepared fire.
        Prepared = "prepared",
        /// Fire by a Disordered unit.
        DisorderedFirer = "disordered-firer",
        /// Fire through a flank hexside.
        Enfilade = "enfilade",
        /// SR 10.67: artillery at a lower target at 4 hexes or more.
        LowerTarget = "lower-target",
        /// Artillery that moved or came to the top this phase.
        ArtilleryMoved = "artillery-moved",
        /// Green infantry; void at Shiloh (BB 14.1).
        GreenFirer = "green-firer",
        /// SR 16.11: dawn or dusk, beyond one hex.
        DawnOrDusk = "dawn-or-dusk",
        /// Artillery fires out of phase after a change of facing.
        ArtilleryTurned = "artillery-turned",
        /// SR 10.91: Low Ammo.
        LowAmmunition = "low-ammunition",
    }
}

words! {
    /// BB T-assault-drm.
    pub enum AssaultDrm {
        /// Any defender Disordered.
        DefenderDisordered = "defender-disordered",
        /// SR 11.21: charge.
        Charge = "charge",
        /// Stacked with an Aggressive brigadier.
        AggressiveLeader = "aggressive-leader",
        /// BB 4.11: the effect of an army commander.
        CommanderEffect = "commander-effect",
        /// Any attacker Disordered.
        AttackerDisordered = "attacker-disordered",
        /// No brigadier with the attackers.
        NoBrigadier = "no-brigadier",
        /// Attackers under Advance orders.
        AdvanceOrders = "advance-orders",
        /// Each Continued assault.
        Continued = "continued",
        /// Position: rear.
        Rear = "rear",
        /// Position: flank.
        Flank = "flank",
        /// Position: front and flank.
        FrontAndFlank = "front-and-flank",
        /// Position: front and rear.
        FrontAndRear = "front-and-rear",
        /// Position: flank and rear.
        FlankAndRear = "flank-and-rear",
        /// Position: surrounded.
        Surrounded = "surrounded",
        /// Each attacking hex in the front of an enemy not attacked, against a Position DRM.
        InEnemyFront = "in-enemy-front",
    }
}

words! {
    /// BB T-preassault-drm.
    pub enum PreAssaultDrm {
        /// Each leader.
        Leader = "leader",
        /// March orders.
        MarchOrders = "march-orders",
        /// Disordered.
        Disordered = "disordered",
        /// Attacked from flank or rear.
        FlankOrRear = "flank-or-rear",
        /// Charged by cavalry, unless mounted cavalry itself.
        ChargedByCavalry = "charged-by-cavalry",
    }
}

words! {
    /// BB table-recovery.
    pub enum RecoveryDrm {
        /// Adjacent to an enemy combat unit.
        AdjacentEnemy = "adjacent-enemy",
        /// Mounted cavalry.
        MountedCavalry = "mounted-cavalry",
        /// Each leader of the command in the hex.
        Leader = "leader",
    }
}

words! {
    /// BB table-orders.
    pub enum OrdersDrm {
        /// Stacked with the division leader.
        DivisionLeader = "division-leader",
        /// Stacked with the corps commander or the OC.
        HigherCommander = "higher-commander",
    }
}
