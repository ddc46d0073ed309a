//! SR 10.15, 10.65, 7.34-fire: how a unit divides its fire.

use longroll_board::HexId;
use longroll_core::Refusal;
use longroll_rule::Rule;
use smallvec::SmallVec;

use super::combine::divide_as_one;
use super::even_shares::batteries_split;
use super::exchange::{must_fire_at, spares_its_enemy};
use super::firer::FirerArm;
use super::scene::FireScene;
use super::stack::share_of;
use super::terms::terms;
use longroll_position::fire::Occasion;
use longroll_position::fire::{DeclaredFire, FiringPart, Shot};

/// One way to fire with everything a unit, or one hex of it, may fire: the fires that are declared together.
pub type Allocation = SmallVec<[DeclaredFire; 3]>;

/// SR 10.15: every way in which small arms in one hex of a unit may use their phasing or Pre-assault fire, without options.
/// Each pool (the normal front, the Refused Front) fires all it has at one target; the normal one may be shared over the
/// two adjacent front hexes.
#[must_use]
pub fn allocations(look: &FireScene<'_>, occasion: Occasion, firer: FiringPart) -> Vec<Allocation> {
    let (normal, refused) = share_of(look, firer);
    let pool = |sp: u8, refused: bool| {
        let whole = FiringPart {
            sp,
            refused,
            ..firer
        };
        whole_fires(look, occasion, whole)
    };
    let ahead = pool(normal, false);
    let mut first: Vec<Allocation> = ahead
        .iter()
        .map(|fire| SmallVec::from_vec(vec![fire.clone()]))
        .collect();
    first.extend(shared(look, firer, normal, &ahead));
    let aside = pool(refused, true);
    let mut found: Vec<Allocation> = Vec::new();
    for one in &first {
        found.push(one.clone());
        for other in &aside {
            let mut both = one.clone();
            both.push(other.clone());
            found.push(both);
        }
    }
    found.extend(
        aside
            .iter()
            .map(|fire| SmallVec::from_vec(vec![fire.clone()])),
    );
    found
}

/// Every target of a pool that fires as a whole.
fn whole_fires(look: &FireScene<'_>, occasion: Occasion, firer: FiringPart) -> Vec<DeclaredFire> {
    if firer.sp == 0 {
        return Vec::new();
    }
    let found = super::possible_targets::targets(look, occasion, firer);
    found
        .into_iter()
        .map(|(mut fire, _)| {
            fire.options.prepared = false;
            fire
        })
        .collect()
}

/// The two ways to share a pool over two adjacent targets.
fn shared(
    look: &FireScene<'_>,
    firer: FiringPart,
    sp: u8,
    whole: &[DeclaredFire],
) -> Vec<Allocation> {
    let Some(hex) = firer.hex(look.scene.position) else {
        return Vec::new();
    };
    let near: SmallVec<[&DeclaredFire; 2]> = whole
        .iter()
        .filter(|fire| look.range(hex, fire.target) == 1)
        .collect();
    let (more, less) = (sp.div_ceil(2), sp / 2);
    let ([one, other], 1..) = (near.as_slice(), less) else {
        return Vec::new();
    };
    let with = |fire: &DeclaredFire, sp: u8| {
        let mut fire = fire.clone();
        for part in &mut fire.from {
            part.sp = sp;
        }
        fire
    };
    let mut found = vec![SmallVec::from_vec(vec![with(one, more), with(other, less)])];
    if more != less {
        found.push(SmallVec::from_vec(vec![with(one, less), with(other, more)]));
    }
    found
}

/// SR 10.15, 10.65, 7.34-fire: judges all fires that one unit declares together, phasing or before an assault: each by
/// itself, and how the SP are shared.
///
/// # Errors
/// The rule that forbids it.
pub fn judge_split(look: &FireScene<'_>, fires: &[DeclaredFire]) -> Result<(), Refusal> {
    for fire in fires {
        terms(look, fire, Shot::First)?;
    }
    judge_shares(look, fires)
}

/// The same but for the judgement of each fire by itself, which has been made.
///
/// # Errors
/// The rule that forbids it.
pub fn judge_shares(look: &FireScene<'_>, fires: &[DeclaredFire]) -> Result<(), Refusal> {
    let mut pools: SmallVec<[FiringPart; 4]> = SmallVec::new();
    for firer in fires.iter().flat_map(|fire| fire.from.iter()) {
        let same = |known: &FiringPart| {
            known.part == firer.part
                && known.section == firer.section
                && known.refused == firer.refused
        };
        if !pools.iter().any(same) {
            pools.push(*firer);
        }
    }
    for &pool in &pools {
        judge_pool(look, fires, pool, &pools)?;
        fires_where_it_must(look, fires, pool)?;
    }
    Ok(())
}

/// SR 10.66: a lone battery gives the enemy who has it in his front a share at least.
fn fires_where_it_must(
    look: &FireScene<'_>,
    fires: &[DeclaredFire],
    pool: FiringPart,
) -> Result<(), Refusal> {
    let bound = must_fire_at(look, pool);
    let own = |fire: &&DeclaredFire| {
        let mut firers = fire.from.iter();
        fire.occasion == Occasion::Phasing && firers.any(|firer| firer.part.unit == pool.part.unit)
    };
    let mut own = fires.iter().filter(own).peekable();
    if bound.is_empty() || own.peek().is_none() || own.any(|fire| bound.contains(&fire.target)) {
        return Ok(());
    }
    Err(spares_its_enemy())
}

/// SR 10.82: a pool and those that are divided with it as one: what they may fire, and what at each target.
fn shared_by_stack(
    look: &FireScene<'_>,
    fires: &[DeclaredFire],
    pool: FiringPart,
    pools: &[FiringPart],
) -> (u8, SmallVec<[u8; 4]>) {
    let phasing = fires.iter().all(|fire| fire.occasion == Occasion::Phasing);
    let with = |other: &FiringPart| {
        let mates = || divide_as_one(look, pool.part.unit, other.part.unit);
        other.part == pool.part && other.section == pool.section && other.refused == pool.refused
            || phasing && !pool.refused && !other.refused && mates()
    };
    let members = pools.iter().filter(|other| with(other));
    let may = members.fold(0_u8, |sum, &member| {
        let (normal, refused) = share_of(look, member);
        sum.saturating_add(if member.refused { refused } else { normal })
    });
    let at_each = fires.iter().map(|fire| {
        let firers = fire.from.iter().filter(|firer| with(firer));
        firers.fold(0_u8, |sum, firer| sum.saturating_add(firer.sp))
    });
    (may, at_each.filter(|sp| *sp > 0).collect())
}

/// Targets of one pool, with the SP for each and how many fire at it as one.
type Shots = SmallVec<[(HexId, u8, usize); 3]>;

fn judge_pool(
    look: &FireScene<'_>,
    fires: &[DeclaredFire],
    pool: FiringPart,
    pools: &[FiringPart],
) -> Result<(), Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    let mine = |fire: &DeclaredFire| {
        let own = |part: &&FiringPart| {
            part.part == pool.part && part.section == pool.section && part.refused == pool.refused
        };
        fire.from
            .iter()
            .find(own)
            .map(|part| (fire.target, part.sp, fire.from.len()))
    };
    let shots: Shots = fires.iter().filter_map(mine).collect();
    let unit = pool.part.unit;
    let arm = FirerArm::of(look.facts(unit), look.state(unit));
    let (normal, refused) = share_of(look, pool);
    let share = if pool.refused { refused } else { normal };
    let shares: SmallVec<[u8; 4]> = shots.iter().map(|(_, sp, _)| *sp).collect();
    let fired: u8 = shares.iter().sum();
    if arm == FirerArm::Guns && pool.section.is_some() {
        return if shots.len() == 1 && fired == share {
            Ok(())
        } else {
            refuse(Rule::SR_10_65, "a section does not divide its fire")
        };
    }
    fires_once_at_each(fires, pool, &shots)?;
    let (may, at_each) = shared_by_stack(look, fires, pool, pools);
    if fired != share || !batteries_split(may, &at_each) {
        let rule = if arm.has_guns() {
            Rule::SR_10_65
        } else {
            Rule::SR_10_15
        };
        return refuse(rule, "the fire is shared as evenly as possible");
    }
    if at_each.len() == 1 {
        return Ok(());
    }
    may_divide(look, pool, arm, &shots)
}

/// SR 10.15: no unit divides its fire on one target.
fn fires_once_at_each(
    fires: &[DeclaredFire],
    pool: FiringPart,
    shots: &Shots,
) -> Result<(), Refusal> {
    // Fire reading 4: between two fronts the owner says which share fires.
    let aside = |fire: &DeclaredFire| {
        let mut parts = fire.from.iter();
        parts.any(|part| part.part == pool.part && part.refused != pool.refused)
            && shots.iter().any(|(hex, _, _)| *hex == fire.target)
    };
    let twice = fires.iter().any(aside)
        || shots
            .iter()
            .enumerate()
            .any(|(place, one)| shots.iter().skip(place + 1).any(|other| one.0 == other.0));
    if twice {
        return Err(Refusal::new(
            Rule::SR_10_15,
            "a unit does not divide its fire on one target",
        ));
    }
    Ok(())
}

/// SR 10.15, 10.65, 7.34-fire: whose fire may go to several targets.
fn may_divide(
    look: &FireScene<'_>,
    pool: FiringPart,
    arm: FirerArm,
    shots: &Shots,
) -> Result<(), Refusal> {
    let refuse = |rule, reason| Err(Refusal::new(rule, reason));
    if arm.has_guns() {
        // Batteries that fire as one do not divide that fire.
        return if shots.iter().all(|(_, _, together)| *together == 1) {
            Ok(())
        } else {
            refuse(
                Rule::SR_10_65,
                "batteries that combine do not divide their fire",
            )
        };
    }
    if pool.refused {
        return refuse(
            Rule::SR_7_34_fire,
            "the share of the Refused Front is not divided",
        );
    }
    let near = |hex: HexId| {
        let from = pool.hex(look.scene.position);
        from.is_some_and(|from| look.range(from, hex) == 1)
    };
    if shots.iter().all(|(hex, _, _)| near(*hex)) {
        Ok(())
    } else {
        refuse(
            Rule::SR_10_15,
            "small arms divide their fire on adjacent targets only",
        )
    }
}
