//! SR 9.7, BB 9.7: coming onto the map.

use longroll_board::{Facing, HexId};
use longroll_catalog::facts::{EntryKind, LeaderId, Orders, Reinforcement, UnitId};
use longroll_core::{Refusal, Side};
use longroll_position::{EntryGroupId, EntryState, HalfMp, Presence};
use longroll_rule::Rule;
use smallvec::SmallVec;

use crate::adjacency::{Contact, march_may_enter};
use crate::allowance::{Allowance, Fired, allowance};
use crate::arrival::arrive;
use crate::cost;
use crate::gait::{Gait, MoverClass, Way};
use crate::leaders::in_play;
use crate::onward::can_go_on;
use crate::outlets::Outlets;
use crate::passing::{Entry, has_friends};
use crate::scene::Scene;
use crate::stacking;
use crate::step_ground::StepGround;
use crate::terms::{CostPart, CostTerms};
use crate::walker::{MinimumMove, Walker};
use crate::{artillery, special};

/// A legal entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryTerms {
    /// The MP with their parts.
    pub cost: CostTerms,
    /// Along what it comes.
    pub way: Way,
    /// SR 9.72: whether it meets the enemy; units under Advance orders then may not assault in this Activation.
    pub contact: Contact,
    /// SR 8.11: friends it cannot stop with; it must go on.
    pub must_go_on: bool,
    /// SR 9.42: whether the entry hex is the one hex that is always allowed.
    pub minimum: MinimumMove,
}

impl EntryTerms {
    /// MP for the hex itself, without what others have cost it.
    #[must_use]
    pub fn ground(&self) -> HalfMp {
        let own = self
            .cost
            .terms()
            .iter()
            .filter(|term| !matches!(term.part, CostPart::EntryQueue | CostPart::Landing));
        let halves: i16 = own.map(|term| term.half_points).sum();
        HalfMp(u16::try_from(halves).unwrap_or(0))
    }

    /// How the hex is entered.
    fn entry(&self, hex: HexId) -> Entry {
        Entry {
            from: hex,
            hex,
            way: self.way,
            cost: self.ground(),
        }
    }
}

/// What has come in by the same hex in the same Activation (reading I83).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Queue {
    /// Groups so far.
    pub groups: u8,
    /// What each of them paid for the hex itself, in all.
    pub paid: HalfMp,
}

/// The group a piece belongs to, if it is due.
fn group_of<'a>(
    scene: &Scene<'a>,
    presence: Presence,
) -> Option<(EntryGroupId, &'a Reinforcement)> {
    let Presence::Due(id) = presence else {
        return None;
    };
    let group = scene
        .setting
        .scenario
        .reinforcements
        .get(usize::from(id.0))?;
    Some((id, group))
}

/// BB 9.7, 9.7-s1234, reading I85: the hexes by which a group may enter now: the listed ones, or where all of those are
/// next to the enemy the nearest ones along the edge on either side that are free and open to this class. Landings do not
/// shift.
#[must_use]
pub fn entry_hexes(
    scene: &Scene<'_>,
    group: &Reinforcement,
    class: MoverClass,
) -> SmallVec<[HexId; 8]> {
    let side = group.side;
    let free = |hex: HexId| !scene.holds(side.enemy(), hex) && !scene.next_to_enemy(side, hex);
    let listed: SmallVec<[HexId; 8]> = group
        .hexes
        .iter()
        .copied()
        .filter(|hex| !scene.holds(side.enemy(), *hex))
        .collect();
    let shifts = matches!(group.entry, EntryKind::Hexes | EntryKind::Edge)
        && !group
            .hexes
            .iter()
            .any(|hex| scene.tables.landings.contains(*hex));
    if !shifts || group.hexes.iter().any(|hex| free(*hex)) || group.hexes.is_empty() {
        return listed;
    }
    let mut hexes = listed;
    hexes.extend(shifted(scene, &group.hexes, |hex| {
        free(hex) && is_open_to(scene, side, class, hex)
    }));
    hexes
}

/// The nearest free edge hexes, walking outward from the listed ones on the same edge of the map, or on the boundary of the
/// scenario's area where they lie on that.
fn shifted(
    scene: &Scene<'_>,
    listed: &[HexId],
    free: impl Fn(HexId) -> bool,
) -> SmallVec<[HexId; 4]> {
    let grid = scene.grid();
    let mut found: SmallVec<[HexId; 4]> = SmallVec::new();
    let mut best = u32::MAX;
    let mut take = |hex: HexId| {
        let Some(distance) = listed.iter().map(|from| grid.distance(*from, hex)).min() else {
            return;
        };
        if distance < best {
            best = distance;
            found.clear();
        }
        if distance == best && !found.contains(&hex) {
            found.push(hex);
        }
    };
    let mut on_an_edge = false;
    for edge in [
        longroll_board::MapEdge::North,
        longroll_board::MapEdge::East,
        longroll_board::MapEdge::South,
        longroll_board::MapEdge::West,
    ] {
        if listed.iter().any(|hex| grid.on_edge(*hex, edge)) {
            on_an_edge = true;
            let hexes = grid.edge_hexes(edge);
            hexes.filter(|hex| free(*hex)).for_each(&mut take);
        }
    }
    if !on_an_edge {
        let hexes = grid.hexes().filter(|hex| is_on_boundary(scene, *hex));
        hexes.filter(|hex| free(*hex)).for_each(&mut take);
    }
    found
}

/// Whether a hex is the outermost of the scenario's area at some side.
fn is_on_boundary(scene: &Scene<'_>, hex: HexId) -> bool {
    let inside = |hex: HexId| in_play(scene, hex).is_ok();
    let mut around = scene.grid().neighbours(hex);
    inside(hex) && around.any(|(_, near)| !inside(near))
}

/// Whether a class could enter the map by a hex: the ground is open to it, and for guns no enemy is too near (SR 9.55).
fn is_open_to(scene: &Scene<'_>, side: Side, class: MoverClass, hex: HexId) -> bool {
    let gait = if class == MoverClass::Leader {
        Gait::Leader
    } else {
        Gait::Advance
    };
    let ground = scene.entry_ground(hex);
    cost::best(scene.tables.chart(), &ground, class, gait).is_ok()
        && (class != MoverClass::Artillery
            || artillery::artillery_may_enter(scene, side, None, hex).is_ok())
}

/// SR 9.71, 9.72, BB 9.7: whether a unit may enter by this hex now, and what it pays, whatever room its friends leave it
/// there (see [`joins_or_goes_on`]). `queue` tells who came before it.
///
/// # Errors
/// The rule that keeps it off the map.
pub fn enter(
    scene: &Scene<'_>,
    unit: UnitId,
    hex: HexId,
    queue: Queue,
) -> Result<EntryTerms, Refusal> {
    let facts = scene.setting.unit(unit);
    let state = scene.position.unit(unit);
    let Some((id, group)) = group_of(scene, state.presence) else {
        return Err(Refusal::new(
            Rule::SR_9_71,
            "the unit is no reinforcement that is due",
        ));
    };
    may_come(scene, id)?;
    let class = MoverClass::standing(facts, state);
    if class.is_none() && scene.setting.ground().terrain(hex) != longroll_board::Terrain::River {
        return Err(Refusal::new(
            Rule::BB_14_72,
            "gunboats enter in full river hexes",
        ));
    }
    comes_by(scene, group, class, hex)?;
    if scene.holds(facts.side.enemy(), hex) {
        return Err(Refusal::new(
            Rule::SR_9_51,
            "an enemy combat unit is in the entry hex",
        ));
    }
    in_play(scene, hex)?;
    let Some(class) = class else {
        return Ok(EntryTerms {
            cost: CostTerms::default(),
            way: Way::OffRoute,
            contact: Contact::None,
            must_go_on: false,
            minimum: MinimumMove::No,
        });
    };
    let gait = Gait::of(class, state.orders_now());
    let contact = meets(scene, class, gait, facts.side, hex)?;
    if gait == Gait::March {
        march_may_enter(scene, facts.side, hex)?;
    }
    if class == MoverClass::Artillery {
        artillery::artillery_may_enter(scene, facts.side, None, hex)?;
    }
    let way = entry_way(scene, class, gait, hex)?;
    let cost = entry_cost(scene, class, gait, hex, way, queue)?;
    let minimum = afford(scene, unit, gait, cost.total(), contact)?;
    Ok(EntryTerms {
        cost,
        way,
        contact,
        must_go_on: stacking::may_join(scene.setting, scene.position, unit, hex).is_err(),
        minimum,
    })
}

/// Whether its group enters by this hex.
fn comes_by(
    scene: &Scene<'_>,
    group: &Reinforcement,
    class: Option<MoverClass>,
    hex: HexId,
) -> Result<(), Refusal> {
    // Guns are told what keeps them from a hex by which the rest of their group comes.
    let by = |class| entry_hexes(scene, group, class).contains(&hex);
    if !by(class.unwrap_or(MoverClass::Leader)) && !by(MoverClass::Leader) {
        let rule = match group.entry {
            EntryKind::Edge => Rule::BB_9_7_s1234,
            EntryKind::River => Rule::BB_14_72,
            _ => Rule::SR_9_71,
        };
        return Err(Refusal::new(rule, "the group does not enter by this hex"));
    }
    Ok(())
}

/// SR 8.11, 8.22: whether a unit that enters the hex of friends with this facing may stop with them or get through.
///
/// # Errors
/// SR 9.73: when the hex is full; SR 7.11: when it would have to turn first.
pub fn joins_or_goes_on(
    scene: &Scene<'_>,
    unit: UnitId,
    hex: HexId,
    facing: Facing,
    terms: &EntryTerms,
    outlets: &Outlets,
) -> Result<(), Refusal> {
    let (facts, state) = (scene.setting.unit(unit), scene.position.unit(unit));
    let Some(class) = MoverClass::standing(facts, state).filter(|_| has_friends(scene, hex, unit))
    else {
        return Ok(());
    };
    let walker = Walker {
        outlets: Some(outlets),
        ..Walker::standing(scene, unit, class, Fired::No)
    };
    let total = terms.cost.total();
    let entry = terms.entry(hex);
    let stops = || {
        if terms.must_go_on {
            return Err(Refusal::new(
                Rule::SR_9_73,
                "the entry hex is full; it arrives with its next Activation",
            ));
        }
        let stop = arrive(scene, &walker, entry, facing, HalfMp::ZERO)?;
        if stop.facing != facing {
            return Err(Refusal::new(
                Rule::SR_7_11,
                "all units in a hex face the same way",
            ));
        }
        afford(scene, unit, walker.gait, total + stop.cost, terms.contact).map(|_| ())
    };
    // A way through is looked for last: it takes longest.
    match stops() {
        Err(_) if gets_through(scene, &walker, hex, Some(facing), terms) => Ok(()),
        stopped => stopped,
    }
}

/// SR 8.22: whether a unit that enters the hex of friends gets through with this facing, or with the best of all.
fn gets_through(
    scene: &Scene<'_>,
    walker: &Walker<'_>,
    hex: HexId,
    facing: Option<Facing>,
    terms: &EntryTerms,
) -> bool {
    let ends = terms.contact != Contact::None || terms.minimum != MinimumMove::No;
    let left = walker.left.less(terms.cost.total());
    !ends && can_go_on(scene, walker, terms.entry(hex), facing, left, hex)
}

/// Whether it is worth asking [`joins_or_goes_on`] for any facing: in a full hex with no way through it is for none.
#[must_use]
pub fn may_find_room(
    scene: &Scene<'_>,
    unit: UnitId,
    hex: HexId,
    terms: &EntryTerms,
    outlets: &Outlets,
) -> bool {
    let (facts, state) = (scene.setting.unit(unit), scene.position.unit(unit));
    let class = MoverClass::standing(facts, state).filter(|_| has_friends(scene, hex, unit));
    class.is_none_or(|class| {
        let walker = Walker {
            outlets: Some(outlets),
            ..Walker::standing(scene, unit, class, Fired::No)
        };
        !terms.must_go_on || gets_through(scene, &walker, hex, None, terms)
    })
}

/// SR 9.42: whether the MP are enough for the entry, or it is the one hex that is always allowed.
fn afford(
    scene: &Scene<'_>,
    unit: UnitId,
    gait: Gait,
    cost: HalfMp,
    contact: Contact,
) -> Result<MinimumMove, Refusal> {
    let state = scene.position.unit(unit);
    let points = match allowance(scene.setting, scene.position, unit, Fired::No) {
        Allowance::Points(points) => points,
        Allowance::OneHex | Allowance::River => return Ok(MinimumMove::Immobile),
    };
    let left = points.total.less(state.spent);
    if cost <= left {
        return Ok(MinimumMove::No);
    }
    let fresh = state.spent == HalfMp::ZERO;
    let attacks = gait == Gait::Attack && !state.is_disordered();
    match contact {
        Contact::None if fresh && cost <= HalfMp::whole(points.printed) => {
            Ok(MinimumMove::AwayFromEnemy)
        }
        Contact::Made if fresh && attacks && cost <= HalfMp::whole(points.good_order) => {
            Ok(MinimumMove::IntoContact)
        }
        _ => Err(Refusal::new(
            Rule::SR_9_72,
            "too many have entered here before it; it comes later",
        )),
    }
}

/// SR 9.73: groups due by the same hexes come in order, those of one turn in that of their letters (BB 30.1); BB 9.7-delay:
/// a deferred one waits for the end and holds nobody up.
fn may_come(scene: &Scene<'_>, id: EntryGroupId) -> Result<(), Refusal> {
    let index = usize::from(id.0);
    match scene.position.entered.get(index) {
        Some(EntryState::Ready | EntryState::Deferred) => {}
        Some(EntryState::Waiting) | None => {
            return Err(Refusal::new(Rule::SR_9_71, "the group is not due yet"));
        }
        Some(EntryState::Entered) => {
            return Err(Refusal::new(Rule::SR_9_71, "the group is on the map"));
        }
    }
    let groups = &scene.setting.scenario.reinforcements;
    let Some(own) = groups.get(index) else {
        return Ok(());
    };
    for (group, _) in groups
        .iter()
        .zip(&scene.position.entered)
        .filter(|(_, state)| matches!(state, EntryState::Ready))
        .filter(|(group, _)| group.side == own.side)
        .filter(|(group, _)| group.hexes.iter().any(|hex| own.hexes.contains(hex)))
    {
        if group.turn < own.turn {
            return Err(Refusal::new(
                Rule::SR_9_73,
                "an earlier group must enter by this hex first",
            ));
        }
        let letters = group.order.zip(own.order);
        if group.turn == own.turn && letters.is_some_and(|(theirs, own)| theirs < own) {
            return Err(Refusal::new(
                Rule::BB_30_1_columns,
                "a group with an earlier letter must enter first",
            ));
        }
    }
    Ok(())
}

/// SR 9.72, reading I69: reinforcements may enter next to the enemy, but neither marching nor with guns.
fn meets(
    scene: &Scene<'_>,
    class: MoverClass,
    gait: Gait,
    side: longroll_core::Side,
    hex: HexId,
) -> Result<Contact, Refusal> {
    if !scene.next_to_enemy(side, hex) {
        return Ok(Contact::None);
    }
    match (class, gait) {
        (_, Gait::March) => Err(Refusal::new(
            Rule::SR_9_72,
            "units under March orders do not enter next to the enemy",
        )),
        (MoverClass::Artillery, _) => Err(Refusal::new(
            Rule::SR_9_52,
            "artillery does not enter next to the enemy",
        )),
        (MoverClass::Detachment, _) => Err(Refusal::new(
            Rule::BB_14_43_move,
            "a Detachment keeps away from the enemy",
        )),
        (_, Gait::Attack) => Ok(Contact::Made),
        _ => Ok(Contact::MadeOverCrossing),
    }
}

/// Along what a unit comes onto the map. SR 8.13: whoever can use the route in column only pays the ground when it stops
/// there (see `arrival`).
fn entry_way(scene: &Scene<'_>, class: MoverClass, gait: Gait, hex: HexId) -> Result<Way, Refusal> {
    let ground = scene.entry_ground(hex);
    cost::best(scene.tables.chart(), &ground, class, gait).map(|(way, _)| way)
}

/// SR 9.72, BB 9.7-landing, reading I83: the price of the entry hex behind so many others.
///
/// # Errors
/// When the terrain is closed to the class.
pub fn entry_cost(
    scene: &Scene<'_>,
    class: MoverClass,
    gait: Gait,
    hex: HexId,
    way: Way,
    queue: Queue,
) -> Result<CostTerms, Refusal> {
    let landing = scene.tables.landings.contains(hex);
    let (chart, ground) = (scene.tables.chart(), scene.entry_ground(hex));
    let mut terms = cost::explain(chart, &ground, class, gait, way)?;
    if class == MoverClass::Leader {
        return Ok(terms);
    }
    if landing {
        let halves = |cost: HalfMp| i16::try_from(cost.0).unwrap_or(i16::MAX);
        terms.add(
            CostPart::Landing,
            halves(scene.tables.landing_extra),
            Rule::BB_9_7_landing,
        );
        terms.add(
            CostPart::EntryQueue,
            i16::from(queue.groups) * 2,
            Rule::BB_9_7_landing,
        );
    } else {
        terms.add(
            CostPart::EntryQueue,
            i16::try_from(queue.paid.0).unwrap_or(i16::MAX),
            Rule::SR_9_72,
        );
    }
    Ok(terms)
}

/// SR 9.71, BB 30.1: whether a leader may enter by this hex, and what he pays; landing costs him nothing extra.
///
/// # Errors
/// The rule that keeps him off the map.
pub fn leader_enter(scene: &Scene<'_>, leader: LeaderId, hex: HexId) -> Result<HalfMp, Refusal> {
    let facts = scene.setting.leader(leader);
    let Some((id, group)) = group_of(scene, scene.position.leader(leader).presence) else {
        return Err(Refusal::new(
            Rule::SR_9_71,
            "he is no reinforcement that is due",
        ));
    };
    may_come(scene, id)?;
    if !entry_hexes(scene, group, MoverClass::Leader).contains(&hex) {
        return Err(Refusal::new(
            Rule::SR_9_71,
            "his group does not enter by this hex",
        ));
    }
    if !crate::command_range::is_safe(scene, facts.side, hex) {
        return Err(Refusal::new(
            Rule::SR_9_33,
            "a leader does not enter next to the enemy without friends",
        ));
    }
    let (class, gait) = (MoverClass::Leader, Gait::Leader);
    let way = entry_way(scene, class, gait, hex)?;
    entry_cost(scene, class, gait, hex, way, Queue::default()).map(|terms| terms.total())
}

/// BB 9.7-landing, reading I110: where a friend who blocks the landing may be put: any hex not next to an enemy where it
/// may stand.
#[must_use]
pub fn room_for_displaced(scene: &Scene<'_>, unit: UnitId) -> Vec<HexId> {
    let side = scene.setting.unit(unit).side;
    scene
        .grid()
        .hexes()
        .filter(|&hex| !scene.next_to_enemy(side, hex) && may_be_put(scene, unit, hex))
        .collect()
}

/// Whether a unit that does not come there by moving may stand in a hex: inside the area, on ground it can stand on, with no
/// enemy and within the stacking limits.
#[must_use]
pub fn may_be_put(scene: &Scene<'_>, unit: UnitId, hex: HexId) -> bool {
    may_stand(scene, unit, hex)
        && stacking::may_join(scene.setting, scene.position, unit, hex).is_ok()
}

/// The same whoever else is there of its own side.
#[must_use]
pub fn may_stand(scene: &Scene<'_>, unit: UnitId, hex: HexId) -> bool {
    let side = scene.setting.unit(unit).side;
    let Some(class) = MoverClass::standing(scene.setting.unit(unit), scene.position.unit(unit))
    else {
        return false;
    };
    !scene.holds(side.enemy(), hex)
        && in_play(scene, hex).is_ok()
        && special::entry_hex_is_free(scene, side, class, hex).is_ok()
        && special::is_within_limits(scene, unit, class, hex)
        && cost::price(
            scene.tables.chart(),
            &StepGround::entry(scene.setting.ground(), hex),
            class,
            Gait::Advance,
            Way::OffRoute,
        )
        .is_ok()
}

/// BB 9.7, 9.22: the orders under which a group enters: those of the list, Advance unless it says otherwise.
#[must_use]
pub const fn entry_orders(group: &Reinforcement) -> Orders {
    group.orders
}
