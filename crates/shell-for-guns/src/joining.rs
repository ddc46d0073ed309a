//! SfG 2.3-batteries, SfG-readings 59 and 60: batteries that become part of a brigade's front.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{Base, Body, Local, Point, Pose, Slot, Ticks, Vector};

use crate::choice::{Choice, End};
use crate::event::Stance;
use crate::facts::{Arm, Formation, UnitId};
use crate::frames::refuse;
use crate::look::Look;
use crate::moving;

/// SfG-reading 59: how far the two front lines may differ.
const IN_LINE: i64 = 50 << 30;

/// Joins worth judging for a battery.
pub fn candidates(look: Look<'_>, battery: UnitId, each: &mut dyn FnMut(Choice)) {
    let body = look.body(battery);
    for brigade in look.of_side(look.side(battery)) {
        if brigade == battery || !body.is_in_contact(&look.body(brigade)) {
            continue;
        }
        each(Choice::Join {
            battery,
            brigade,
            gap: None,
        });
        for base in 1..look.unit(brigade).bases() {
            for end in [End::Left, End::Right] {
                each(Choice::Join {
                    battery,
                    brigade,
                    gap: Some((base, end)),
                });
            }
        }
    }
}

/// Judges a join; with a gap, the stances of brigade and battery afterwards.
///
/// # Errors
/// The rule that forbids it.
pub fn judge(
    look: Look<'_>,
    battery: UnitId,
    brigade: UnitId,
    gap: Option<(u8, End)>,
) -> Result<Option<(Stance, Stance)>, Refusal> {
    let rule = Rule::SFG_2_3_batteries;
    if look.entry(battery).arm != Arm::Battery || look.entry(brigade).arm != Arm::Infantry {
        return refuse(rule, "a battery joins an infantry brigade");
    }
    let (guns, line) = (look.unit(battery), look.unit(brigade));
    if look.side(battery) != look.side(brigade) || !line.on_table() || !guns.on_table() {
        return refuse(rule, "it joins a brigade of its own side on the table");
    }
    if guns.joined.is_some() {
        return refuse(rule, "it has joined a brigade already");
    }
    if guns.formation != Formation::Deployed {
        return refuse(rule, "it ends deployed");
    }
    if guns.deeds.orders == 0 {
        return refuse(rule, "joining is part of its own order");
    }
    if !guns.body().is_in_contact(&line.body()) {
        return refuse(rule, "it does not touch the brigade");
    }
    match gap {
        None => in_line(look, battery, brigade).map(|()| None),
        Some((base, end)) => into_gap(look, battery, brigade, base, end).map(Some),
    }
}

/// Side by side with an end of the brigade's front line.
///
/// # Errors
/// What is wrong with its place.
pub fn in_line(look: Look<'_>, battery: UnitId, brigade: UnitId) -> Result<(), Refusal> {
    let rule = Rule::SFG_2_3_batteries;
    let front = moving::stance(look, brigade).front();
    let body = look.body(battery);
    let off = |place| front.ahead_of_front(place).abs() > IN_LINE;
    let crooked = body
        .bases()
        .iter()
        .any(|base| base.front_edge().into_iter().any(off));
    let heading = moving::stance(look, battery).front().heading;
    if crooked || front.heading.turn_to(heading).size() > 9000 {
        return refuse(
            rule,
            "its front edge is not in line with the brigade's front",
        );
    }
    let theirs = look.body(brigade);
    let rank = look.unit(brigade).front_rank();
    let beside = body.bases().iter().any(|base| {
        theirs
            .bases()
            .iter()
            .take(rank)
            .any(|other| longroll_tabletop::touches(base, other))
    });
    if !beside {
        return refuse(rule, "it does not stand beside a base of the front rank");
    }
    Ok(())
}

/// SfG-reading 60: the bases on one side slide aside and the guns step up into the gap, which opens before them.
fn into_gap(
    look: Look<'_>,
    battery: UnitId,
    brigade: UnitId,
    base: u8,
    end: End,
) -> Result<(Stance, Stance), Refusal> {
    let rule = Rule::SFG_2_3_batteries;
    let mut line = moving::stance(look, brigade);
    let mut guns = moving::stance(look, battery);
    if line.formation != Formation::Line {
        return refuse(rule, "a gap is made in a line");
    }
    let place = usize::from(base);
    if place == 0 || place >= line.slots.len() {
        return refuse(rule, "there is no such gap");
    }
    if guns.pose.heading != line.pose.heading {
        return refuse(rule, "it does not face as the brigade does");
    }
    let opening = line.pose.at(line.slots[place].front_left());
    let before = |base: &Base| {
        base.front_edge()
            .map(|corner| beside(line.pose, corner, opening))
    };
    let (front, rear) = (line.front(), line.slots[0].size.depth);
    let behind = |base: &Base| {
        let reached = front.ahead_of_front(base.front_edge()[0]);
        reached <= -(i64::from(rear.0 - Ticks::CONTACT.0) << 30)
    };
    let steps_up = look.body(battery).bases().iter().all(|base| {
        let [left, right] = before(base);
        behind(base) && left <= 0 && right >= 0
    });
    if !steps_up {
        return refuse(rule, "it does not stand behind that gap");
    }
    let width = guns.slots.first().map_or(0, |slot| slot.size.frontage.0);
    for (index, slot) in line.slots.iter_mut().enumerate() {
        let slides = match end {
            End::Right => index >= place,
            End::Left => index < place,
        };
        if slides {
            let by = if end == End::Right { width } else { -width };
            *slot = slot.shifted(Ticks(by), Ticks::ZERO);
        }
    }
    let left = line.slots[place - 1].front_right();
    let right = line.slots[place].front_left();
    let middle = Local::half_ticks((left.right + right.right) / 2, left.ahead);
    let own = guns
        .slots
        .first()
        .map_or(Local::FRONT, |slot: &Slot| slot.front);
    let fixed = line.pose.at(middle);
    guns.pose = Pose::new(fixed - guns.pose.offset(own), guns.pose.heading);
    let old_line = look.body(brigade);
    let (new_line, new_guns) = (line.body(), guns.body());
    if !look.facts.terrain.contains(&new_line) || !look.facts.terrain.contains(&new_guns) {
        return refuse(rule, "there is no room on the table");
    }
    // SfG-readings 77, 78 and 85: what slides keeps out of barred ground and away from enemies like any other move.
    let slid = moving::leg_sweep(&old_line, &new_line);
    let (terrain, figures) = (&look.facts.terrain, &look.facts.figures);
    let barred = slid
        .iter()
        .find_map(|shape| terrain.bars(figures, look.table.gait(look.facts, brigade), shape))
        .or_else(|| {
            let gait = look.table.gait(look.facts, battery);
            let mut bases = new_guns.bases().iter();
            bases.find_map(|base| terrain.bars(figures, gait, base))
        });
    if let Some(name) = barred {
        return refuse(rule, format!("{name} is in the way"));
    }
    let (old_guns, own) = (look.body(battery), look.side(battery));
    for (other, unit) in look.table.present() {
        if other == battery || other == brigade {
            continue;
        }
        let body = unit.body();
        let met = slid.iter().any(|shape| moving::body_overlaps(&body, shape));
        if met || body.overlaps(&new_guns) {
            return refuse(rule, format!("{} is in the way", look.name(other)));
        }
        let touched =
            |old: &Body, new: &Body| !old.is_in_contact(&body) && new.is_in_contact(&body);
        if look.side(other) != own
            && (touched(&old_line, &new_line) || touched(&old_guns, &new_guns))
        {
            return refuse(rule, format!("it would touch {}", look.name(other)));
        }
    }
    if new_line.overlaps(&new_guns) {
        return refuse(rule, "the guns do not fit the gap");
    }
    Ok((line, guns))
}

/// How far a place lies to the right of another one, seen along a pose; only its sign means anything.
fn beside(pose: Pose, place: Point, other: Point) -> i64 {
    let right = Vector::along(
        pose.heading.turned(longroll_tabletop::Turn::QUARTER),
        Ticks(8192),
    );
    (place - other).dot(right)
}
