//! SfG 2.3-batteries, SfG-readings 59 and 60: batteries that become part of a brigade's front.

use longroll_core::Refusal;
use longroll_rule::Rule;
use longroll_tabletop::{Base, Body, Hull, Local, Point, Pose, Slot, Ticks, Vector};

use crate::choice::{Choice, End};
use crate::event::Stance;
use crate::facts::{Arm, Formation, UnitId};
use crate::look::Look;
use crate::moving;
use crate::refusal::refuse;

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
    if !guns.deeds.obeyed {
        return refuse(
            Rule::SFG_2_3_fail,
            "joining is part of its own order, which failed",
        );
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
    if !stands_behind(look, battery, &line, place) {
        return refuse(rule, "it does not stand behind that gap");
    }
    part(&mut line, place, end, &guns);
    step_up(&mut guns, &line, place);
    let moved = Opened {
        battery,
        brigade,
        line: [look.body(brigade), line.body()],
        guns: [look.body(battery), guns.body()],
    };
    moved.keeps_to_open_ground(look)?;
    moved.keeps_clear(look)?;
    if moved.line[1].overlaps(&moved.guns[1]) {
        return refuse(rule, "the guns do not fit the gap");
    }
    Ok((line, guns))
}

/// Whether a battery stands behind a line, and the seam before a base of it lies before the battery's own front.
fn stands_behind(look: Look<'_>, battery: UnitId, line: &Stance, place: usize) -> bool {
    let opening = line.pose.at(line.slots[place].front_left());
    let (front, depth) = (line.front(), line.slots[0].size.depth);
    let behind = |base: &Base| {
        let reached = front.ahead_of_front(base.front_edge()[0]);
        reached <= -(i64::from(depth.0 - Ticks::CONTACT.0) << 30)
    };
    look.body(battery).bases().iter().all(|base| {
        let [left, right] = base
            .front_edge()
            .map(|corner| beside(line.pose, corner, opening));
        behind(base) && left <= 0 && right >= 0
    })
}

/// The bases of a line on one side of a gap slide aside by the width of the guns.
fn part(line: &mut Stance, place: usize, end: End, guns: &Stance) {
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
}

/// The guns come into the middle of the gap before a base of a line.
fn step_up(guns: &mut Stance, line: &Stance, place: usize) {
    let left = line.slots[place - 1].front_right();
    let right = line.slots[place].front_left();
    let middle = Local::half_ticks((left.right + right.right) / 2, left.ahead);
    let own = guns
        .slots
        .first()
        .map_or(Local::FRONT, |slot: &Slot| slot.front);
    let fixed = line.pose.at(middle);
    guns.pose = Pose::new(fixed - guns.pose.offset(own), guns.pose.heading);
}

/// A line and guns before and after a gap was opened.
struct Opened {
    battery: UnitId,
    brigade: UnitId,
    line: [Body; 2],
    guns: [Body; 2],
}

impl Opened {
    /// What the bases that slide pass over.
    fn slid(&self) -> Vec<Hull> {
        moving::leg_sweep(&self.line[0], &self.line[1])
    }

    /// SfG-readings 77 and 78: what slides stays on the table and out of barred ground like any other move.
    fn keeps_to_open_ground(&self, look: Look<'_>) -> Result<(), Refusal> {
        let rule = Rule::SFG_2_3_batteries;
        let (terrain, figures) = (&look.facts.terrain, &look.facts.figures);
        let ([_, line], [_, guns]) = (&self.line, &self.guns);
        if !terrain.contains(line) || !terrain.contains(guns) {
            return refuse(rule, "there is no room on the table");
        }
        let gait = |unit| look.table.gait(look.facts, unit);
        let (foot, wheels) = (gait(self.brigade), gait(self.battery));
        let slid = self.slid();
        let barred = slid
            .iter()
            .find_map(|shape| terrain.bars(figures, foot, shape))
            .or_else(|| {
                let mut bases = guns.bases().iter();
                bases.find_map(|base| terrain.bars(figures, wheels, base))
            });
        match barred {
            Some(name) => refuse(rule, format!("{name} is in the way")),
            None => Ok(()),
        }
    }

    /// SfG-reading 85: nobody else is in the way, and no enemy is touched who was not touched before.
    fn keeps_clear(&self, look: Look<'_>) -> Result<(), Refusal> {
        let rule = Rule::SFG_2_3_batteries;
        let slid = self.slid();
        for (other, unit) in look.table.present() {
            if other == self.battery || other == self.brigade {
                continue;
            }
            let body = unit.body();
            let met = slid.iter().any(|shape| moving::body_overlaps(&body, shape));
            if met || body.overlaps(&self.guns[1]) {
                return refuse(rule, format!("{} is in the way", look.name(other)));
            }
            let touched =
                |[old, new]: &[Body; 2]| !old.is_in_contact(&body) && new.is_in_contact(&body);
            if look.side(other) != look.side(self.battery)
                && (touched(&self.line) || touched(&self.guns))
            {
                return refuse(rule, format!("it would touch {}", look.name(other)));
            }
        }
        Ok(())
    }
}

/// How far a place lies to the right of another one, seen along a pose; only its sign means anything.
fn beside(pose: Pose, place: Point, other: Point) -> i64 {
    let right = Vector::along(
        pose.heading.turned(longroll_tabletop::Turn::QUARTER),
        Ticks(8192),
    );
    (place - other).dot(right)
}
