//! Special rules: the frame and the mechanism stand in one table.

use super::form::{Cx, Decode, Form, Value, form_field, tagged_form};
use crate::facts::{Mechanism, SpecialRule};

impl Decode for SpecialRule {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let id = form_field!(form, cx, id);
        let rule = form_field!(form, cx, rule);
        let side = form_field!(form, cx, side);
        let from = form_field!(form, cx, from);
        let until = form_field!(form, cx, until);
        let status = form_field!(form, cx, status, default);
        let statement = form_field!(form, cx, statement);
        let rules = form_field!(form, cx, rules);
        let mechanism = Mechanism::decode_fields(cx, &mut form);
        form.close(cx);
        Some(Self {
            id: id?,
            rule: rule?,
            side: side?,
            from: from?,
            until: until?,
            status: status?,
            mechanism: mechanism?,
            statement: statement?,
            rules: rules?,
        })
    }
}

tagged_form!(Mechanism by "mechanism" {
    "recorded" => Recorded { section },
    "counts-in-command" => CountsInCommand { who },
    "army-range-binds" => ArmyRangeBinds,
    "command-link" => CommandLink { commands, markers_of, efficiency_of, traces_to },
    "direct-command-of" => DirectCommandOf { leader, brigades, per_turn },
    "no-abilities" => NoAbilities { leader },
    "lent-abilities" => LentAbilities { leader, brigades, turn },
    "loss-rolls-from" => LossRollsFrom { leader, turn },
    "initiative-helps-efficiency-of" => InitiativeHelpsEfficiencyOf { leader, commands, turn },
    "initiative-binds-first-marker" => InitiativeBindsFirstMarker { leader, command },
    "visit-roll" => VisitRoll { leader, turn, table },
    "leader-held" => LeaderHeld { leader, roll_from, success, drm_per_failure, free_from },
    "composite-brigade" => CompositeBrigade { leader, units, fatigue, profile, orders_value },
    "brigade-reassignable" => BrigadeReassignable { brigade },
    "may-return" => MayReturn { units },
    "may-be-assigned" => MayBeAssigned { units, brigades, when },
    "acts-unassigned" => ActsUnassigned { units },
    "batteries-as-brigade-of" => BatteriesAsBrigadeOf { units, command },
    "in-command-near-entry" => InCommandNearEntry { brigade, leader_mp, hexes },
    "activation-limit" => ActivationLimit { command, max },
    "fewer-activations-than" => FewerActivationsThan { units, command, fewer, turn },
    "no-activation-bonus" => NoActivationBonus { brigade },
    "unmodified-draw" => UnmodifiedDraw { brigade },
    "alert-programme" => AlertProgramme,
    "involuntary-alert" => InvoluntaryAlert { activations_even, activations_odd, fire_drm, separate },
    "alert-on-contact" => AlertOnContact,
    "voluntary-alert" => VoluntaryAlert { schedule },
    "proximity-alert" => ProximityAlert { brigade, rolls, before },
    "no-double-loss-on-alert" => NoDoubleLossOnAlert,
    "slow-start" => SlowStart { rows },
    "dormant" => Dormant { units, leader },
    "held" => Held { units, release, within, roll },
    "surprise" => Surprise { udd_drm, exempt_commands, exempt_units, fire_drm, assault_drm, attackers },
    "no-march-orders" => NoMarchOrders { except_from },
    "march-orders-from" => MarchOrdersFrom { turn },
    "no-division-attack-orders" => NoDivisionAttackOrders,
    "free-orders-change" => FreeOrdersChange { commands },
    "free-orders-at-start" => FreeOrdersAtStart { orders },
    "start-in-reserve" => StartInReserve { except_commands, except_units },
    "formations-at-setup" => FormationsAtSetup { commands, formations, anchor },
    "starts-overstacked" => StartsOverstacked { units },
    "conditional-setup" => ConditionalSetup { from_column, north_of },
    "continuous-line" => ContinuousLine { activations, brigades, links, exempt_units, exempt_arms },
    "link-up" => LinkUp { chain, links },
    "held-behind-line" => HeldBehindLine { free_from, hexside, line_from, line_to, streams },
    "may-move-behind-line" => MayMoveBehindLine { brigades, units },
    "late-trigger" => LateTrigger { brigades },
    "held-until-seen" => HeldUntilSeen { units },
    "group-release-roll" => GroupReleaseRoll { leader, after, die, drm_per_failure },
    "bivouac" => Bivouac,
    "made-for-the-day" => MadeForTheDay,
    "unassigned-wait" => UnassignedWait { except },
    "row-limit" => RowLimit { brigades, row_of, until_enemy },
    "column-limit" => ColumnLimit { column },
    "must-recover-first" => MustRecoverFirst { units },
    "held-in-field" => HeldInField { units, field, released },
    "immobile-batteries" => ImmobileBatteries { units, field },
    "landing" => Landing { hexes, extra_mp },
    "leaving-counts" => LeavingCounts,
    "shaky-regiment" => ShakyRegiment { unit, towards, test_range, test_turn, returns_after, returns_in, acts_from },
    "resupply-at" => ResupplyAt { unit, hex },
    "nervous-under-fire" => NervousUnderFire { unit, min_sp },
    "detachments" => Detachments { units, parent },
    "fire-from" => FireFrom { unit, turn, marker },
    "section-only" => SectionOnly { piece, guns },
    "cohesion-drm" => CohesionDrm { drm },
    "rout-check-for-fire" => RoutCheckForFire,
    "resupply-drm" => ResupplyDrm { drm },
    "collapse-at" => CollapseAt { percent },
    "green-retreats-freely" => GreenRetreatsFreely,
    "may-drop" => MayDrop { dropped },
    "free-activations" => FreeActivations { number },
    "fatigue-if-all-used" => FatigueIfAllUsed { commands, turn },
    "effectiveness-by-present" => EffectivenessByPresent { commands, also, ignoring },
    "division-needs-all-brigades" => DivisionNeedsAllBrigades,
    "brigade-counts-in" => BrigadeCountsIn { brigade, command },
    "replacement-anywhere" => ReplacementAnywhere { leader },
    "as-scenario" => AsScenario { scenario, without },
});
