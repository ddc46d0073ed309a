//! The one writer: what happens is what changes.

use core::num::NonZeroU8;

use longroll_board::HexId;
use longroll_catalog::facts::{AbilityKind, Arm, CommandId, Experience, Orders, Piece, UnitId};
use longroll_core::Side;
use longroll_rule::Rule;

use crate::event::Event;
use crate::fire::{DeclaredFire, FireHistory, Occasion, Work};
use crate::rule_set::CombinedSmallArms;
use crate::{
    ActivatorKind, ActivatorNote, ActivatorState, BodyId, BodyNote, Bound, Deeds, EntryState,
    Extent, HalfMp, Happening, LeaderNote, MarchState, MissionState, Note, Part, Position,
    Presence, Setting, SpecialNote, StackPlace, Task, Tired, Toil, UnitMarch, UnitNote,
    UsedAbilities,
};

/// SR 5.28: the most Activation equivalents of a march.
const FOUR: NonZeroU8 = NonZeroU8::new(4).expect("not zero");

/// SR 13.45: what a unit that rests has not done.
const STIRRING: Deeds = Deeds::MOVED
    .with(Deeds::REACTED_MOVE)
    .with(Deeds::ASSAULTED)
    .with(Deeds::FIRED);

impl Position {
    /// Changes what an event tells, and nothing else. Engine, observers, replays and pages all follow a battle by this.
    pub fn apply(&mut self, setting: &Setting, event: &Event) {
        match event {
            Event::TurnBegan { turn } => self.begin_turn(setting, *turn),
            Event::TurnEnded { turn } => self.end_turn(setting, *turn),
            Event::SetUp { piece, hex } => match *piece {
                Piece::Unit(unit) | Piece::Section(unit, _) => {
                    self.move_unit(setting, unit, *hex, Extent::Single, StackPlace::Bottom);
                }
                Piece::Leader(leader) => self.leader_mut(leader).hex = *hex,
            },
            Event::InitiativeSettled {
                holder, owed_to, ..
            } => {
                let initiative = &mut self.standing.initiative;
                initiative.owed_to = *owed_to;
                initiative.holder = *holder;
                initiative.last_known = holder.or(initiative.last_known);
            }
            Event::LeaderStatus { leader, status, .. } => self.leader_mut(*leader).status = *status,
            Event::UnitStatus { unit, status } => self.unit_mut(*unit).status = *status,
            Event::DirectCommand { leader, body } => {
                self.body_mut(*body).direct = Some(*leader);
                let abilities = &mut self.leader_mut(*leader).abilities;
                abilities.note(AbilityKind::DirectCommand);
            }
            Event::Assigned { unit, command, .. } => self.assign(setting, *unit, *command),
            Event::Attached {
                body, activator, ..
            } => self.body_mut(*body).activator = *activator,
            Event::Transferred { first, second, to } => {
                for (id, change) in [(*first, -1), (*second, -1), (*to, 1)] {
                    self.activator_mut(id).transfer += change;
                }
            }
            Event::Activations {
                activator, number, ..
            } => self.activator_mut(*activator).number = *number,
            Event::Entitled { body, number, .. } => self.body_mut(*body).entitled = *number,
            Event::OrdersGiven { body, orders, .. } => self.body_mut(*body).orders = *orders,
            Event::UnitOrders { unit, orders, .. } => self.unit_mut(*unit).orders = *orders,
            Event::ReserveEntered { body } => self.body_mut(*body).reserve = true,
            Event::ReserveLeft { body, .. } => self.body_mut(*body).reserve = false,
            Event::LinkedUp { .. } => self.standing.special.linked = true,
            Event::LineEnded { .. } => self.standing.special.line_ended = true,
            Event::Freed { unit, .. } => {
                self.standing.special.free(*unit);
            }
            Event::MissionGiven { body, task } => {
                self.body_mut(*body).mission = Some(MissionState {
                    task: *task,
                    moves: 0,
                    shot_at: None,
                });
            }
            Event::MissionEnded { body } => self.body_mut(*body).mission = None,
            Event::MountChanged { unit, mount, .. } => self.unit_mut(*unit).mount = *mount,
            Event::SeenOut { leader, unit } => {
                let hex = self.unit(*unit).hex;
                self.leader_mut(*leader).guided = Some(hex);
            }
            Event::Deferred { group } => {
                self.set_entry(usize::from(group.0), EntryState::Deferred);
            }
            Event::Placed { marker, number } => {
                let cup = &mut self.standing.cup;
                cup.extend((0..*number).map(|_| *marker));
                cup.sort_unstable();
            }
            Event::Drawn { marker } => {
                let cup = &mut self.standing.cup;
                if let Some(place) = cup.iter().position(|other| other == marker) {
                    cup.remove(place);
                }
            }
            Event::Bound { body, bound, .. } => self.body_mut(*body).bound = *bound,
            Event::Activated { body } => self.standing.fires.begins_to_act(*body),
            Event::Finished { body } => self.finish(setting, *body),
            Event::Rode {
                leader, to, spent, ..
            } => {
                let state = self.leader_mut(*leader);
                state.hex = *to;
                state.spent = *spent;
            }
            Event::RodeFar { leader } => self.leader_mut(*leader).rode_far = true,
            Event::Moved {
                unit,
                to,
                extent,
                place,
                cost,
                spent,
                ..
            } => {
                let from = self.unit(*unit).hex;
                self.move_unit(setting, *unit, *to, *extent, *place);
                self.unit_mut(*unit).spent = *spent;
                if *cost > HalfMp::ZERO {
                    let state = self.unit_mut(*unit);
                    state.began.get_or_insert(from);
                    state.deeds.note(Deeds::ENTERED);
                    state.stirred = true;
                }
                // BB 14.73: what a gunboat has moved counts for its fire.
                if setting.unit(*unit).arm == Arm::Gunboat {
                    let shooter = self.standing.fires.shooter_mut(Part::counter(*unit));
                    shooter.river_hexes = shooter.river_hexes.saturating_add(1);
                }
            }
            Event::Turned {
                unit, facing, rule, ..
            } => {
                self.unit_mut(*unit).facing = *facing;
                // SR 9.62: guns that turned in reaction fire at -2 the next time.
                if *rule == Rule::SR_9_61 && setting.unit(*unit).arm == Arm::Artillery {
                    let part = Part::counter(*unit);
                    self.standing.fires.shooter_mut(part).turned = true;
                }
            }
            Event::Paid { unit, spent, .. } | Event::Repaid { unit, spent, .. } => {
                self.unit_mut(*unit).spent = *spent;
            }
            Event::RefusalChanged { unit, refused, .. } => self.unit_mut(*unit).refused = *refused,
            Event::ExtentChanged {
                unit, hex, extent, ..
            } => {
                // A move that changed the extent as well has been made already.
                let state = self.unit(*unit);
                if state.hex != *hex || state.extent != *extent {
                    self.move_unit(setting, *unit, *hex, *extent, StackPlace::Bottom);
                }
            }
            Event::SectionRaised(section) => self.standing.fires.raise(*section),
            Event::Restacked { hex, order, .. } => self.reorder_stack(setting, *hex, order),
            Event::CohesionChanged { unit, cohesion, .. } => {
                self.unit_mut(*unit).cohesion = *cohesion
            }
            Event::Lost { unit, left, .. } => self.unit_mut(*unit).sp = *left,
            Event::PresenceChanged {
                piece,
                presence,
                hex,
                ..
            } => self.change_presence(setting, *piece, *presence, *hex),
            Event::LeaderReplaced { leader, .. } => self.leader_mut(*leader).replaced = true,
            Event::Effectiveness {
                command,
                ineffective,
            } => self.set_effectiveness(setting, *command, *ineffective),
            Event::BridgeOpened => self.standing.bridge_open = true,
            Event::Noted(Note::FireBegins(side)) => self.begin_fire(setting, *side),
            Event::Noted(note) => self.note(note),
            Event::Fired { fire, kept, .. } => {
                self.standing.fires.write(fire, *kept);
                if fire.occasion == Occasion::Phasing {
                    self.note_aim(setting, fire);
                    for firer in &fire.from {
                        let deeds = Deeds::FIRED.with(Deeds::ACTED);
                        let state = self.unit_mut(firer.part.unit);
                        state.deeds.note(deeds);
                        state.stirred = true;
                    }
                }
            }
            Event::Blown { unit, blown, .. } => {
                // SR 11.59-recovery: the Activation that follows is the next of its own command.
                let acts = self.acts_now(setting, *unit);
                let state = self.unit_mut(*unit);
                state.blown = *blown;
                state.winded = *blown && acts;
            }
            Event::BoatStruck { unit } => self.standing.fires.struck_boats.push(*unit),
            Event::AmmunitionChanged {
                unit,
                section,
                ammunition,
                ..
            } => {
                let fires = &mut self.standing.fires;
                fires
                    .owed
                    .retain(|own| (own.unit, own.section) != (*unit, *section));
                match section {
                    Some(section) => fires.set_section(*unit, *section, *ammunition),
                    None => {
                        fires.sections.retain(|own| own.unit != *unit);
                        self.unit_mut(*unit).ammunition = *ammunition;
                    }
                }
            }
            Event::Assaulted {
                attackers, targets, ..
            } => self.assaulted(setting, attackers, targets),
            Event::FatigueChanged { whom, fatigue, .. } => match *whom {
                Tired::Body(body) => self.body_mut(body).fatigue = *fatigue,
                Tired::Unit(unit) => self.unit_mut(unit).fatigue = *fatigue,
            },
            Event::Gained { unit, now, .. } => self.unit_mut(*unit).sp = *now,
            // These only tell; what goes with them is told beside them.
            Event::Phase { .. }
            | Event::Rolled(_)
            | Event::EfficiencyDrawn { .. }
            | Event::Helped { .. }
            | Event::Alerted { .. }
            | Event::Surprised { .. }
            | Event::EnemySeen { .. }
            | Event::GroupFreed { .. }
            | Event::ArmyFreed { .. }
            | Event::Picked { .. }
            | Event::SatOut { .. }
            | Event::AbilityUsed { .. }
            | Event::Coordinated { .. }
            | Event::Stopped { .. } => {}
            Event::EventDrawn { happening, .. } => {
                if let Happening::NoFire(side) = *happening {
                    let held = &mut self.standing.special.events.no_fire[side as usize];
                    *held = held.saturating_add(1);
                }
            }
            Event::WorkBegun(site) => {
                self.standing.special.sites.push(*site);
                self.unit_mut(site.unit).stirred = true;
            }
            Event::WorkStopped { unit } => {
                // SR 13.45: it has built this turn all the same.
                self.unit_mut(*unit).stirred = true;
                self.standing
                    .special
                    .sites
                    .retain(|site| site.unit != *unit);
            }
            Event::WorkFinished(site) => {
                let done = |own: &crate::Site| (own.unit, own.hex) == (site.unit, site.hex);
                self.standing.special.sites.retain(|own| !done(own));
                let sides = site.facing.front().iter();
                let works = sides.map(|side| Work {
                    hex: site.hex,
                    side,
                });
                self.standing.fires.works.extend(works);
            }
            Event::WorkLevelled { hex, side, .. } => self.standing.fires.level(*hex, *side),
            Event::NoFire { side, .. } => {
                let held = &mut self.standing.special.events.no_fire[*side as usize];
                *held = held.saturating_sub(1);
            }
            Event::GameOver => self.end_game(),
        }
    }

    /// SR 10.82: whoever fires from a hex in its phase has fired for his stack there.
    fn note_aim(&mut self, setting: &Setting, fire: &DeclaredFire) {
        if setting.rules.switches.opt_combined_small_arms == CombinedSmallArms::Off {
            return;
        }
        for firer in &fire.from {
            if let Some(from) = firer.hex(self) {
                let shooter = self.standing.fires.shooter_mut(firer.part);
                shooter.aimed.push((from, fire.target));
            }
        }
    }

    /// SR 13.45: whoever assaults, and whoever is a target, has not rested this turn.
    fn assaulted(&mut self, setting: &Setting, attackers: &[UnitId], targets: &[HexId]) {
        for &unit in attackers {
            let acts = self.acts_now(setting, unit);
            let state = self.unit_mut(unit);
            if acts {
                state.deeds.note(Deeds::ASSAULTED);
            }
            state.stirred = true;
        }
        for &hex in targets {
            let attacked: Vec<UnitId> = self.stack(hex).map(|part| part.unit).collect();
            for unit in attacked {
                self.unit_mut(unit).stirred = true;
            }
        }
    }

    /// SR 10.41, 10.61: a brigade Activation begins.
    fn begin_fire(&mut self, setting: &Setting, side: Side) {
        let is_gun = |unit: UnitId| setting.unit(unit).arm == Arm::Artillery;
        let covered = setting
            .unit_ids()
            .filter(|&unit| is_gun(unit) && self.unit(unit).on_map())
            .filter(|&unit| {
                let above = self.stack(self.unit(unit).hex);
                let mut above = above.take_while(|part| part.unit != unit);
                above.any(|part| !is_gun(part.unit))
            })
            .collect();
        let steadied = setting.leader_ids().any(|leader| {
            setting.leader(leader).side == side
                && self.leader(leader).on_map()
                && setting
                    .leader(leader)
                    .ability(AbilityKind::SteadiesGreenUnits)
                    .is_some()
        });
        let green = |unit: &UnitId| {
            let facts = setting.unit(*unit);
            steadied
                && facts.side == side
                && facts.experience.value == Experience::Green
                && self.unit(*unit).on_map()
        };
        let starts = setting
            .unit_ids()
            .filter(green)
            .map(|unit| (unit, self.unit(unit).hex))
            .collect();
        self.standing.fires = FireHistory {
            covered,
            starts,
            ..self.standing.fires.lasting(Some(side))
        };
    }

    fn change_presence(
        &mut self,
        setting: &Setting,
        piece: Piece,
        presence: Presence,
        hex: Option<HexId>,
    ) {
        match piece {
            Piece::Unit(unit) | Piece::Section(unit, _) => match (presence, hex) {
                (Presence::OnMap, Some(hex)) => {
                    let left = [Presence::AbandonedOne, Presence::AbandonedTwo];
                    if left.contains(&self.unit(unit).presence) {
                        self.unit_mut(unit).winded = true;
                    }
                    self.move_unit(setting, unit, hex, Extent::Single, StackPlace::Bottom);
                }
                _ => {
                    self.pass_all(setting, unit);
                    self.take_off(unit, presence);
                }
            },
            Piece::Leader(leader) => {
                let state = self.leader_mut(leader);
                state.presence = presence;
                if let Some(hex) = hex {
                    state.hex = hex;
                }
            }
        }
    }

    fn set_effectiveness(&mut self, setting: &Setting, command: CommandId, ineffective: bool) {
        if setting.is_brigade(command) {
            for body in setting.body_ids() {
                if setting.body(body).command == command {
                    self.body_mut(body).ineffective = ineffective;
                }
            }
            return;
        }
        for id in setting.activator_ids() {
            let facts = setting.activator(id);
            if facts.command == command && facts.kind != ActivatorKind::Unassigned {
                self.activator_mut(id).ineffective = ineffective;
            }
        }
    }

    fn set_entry(&mut self, group: usize, state: EntryState) {
        if let Some(entry) = self.standing.entered.get_mut(group) {
            *entry = state;
        }
    }

    /// SR 5.33: a body is done with a marker. BB 4.11-J4: an extra Activation takes nothing from anybody's number.
    fn finish(&mut self, setting: &Setting, body: BodyId) {
        let counts = !self.body(body).extra;
        self.standing.fires.acting.retain(|other| *other != body);
        let members: Vec<_> = self.members(setting, body).collect();
        let looters = &mut self.standing.special.events.looters;
        looters.retain(|unit| !members.contains(unit));
        for leader in &mut self.standing.leaders {
            if leader
                .riding_with
                .is_some_and(|unit| members.contains(&unit))
            {
                leader.riding_with = None;
            }
        }
        for unit in members {
            let guns = setting.unit(unit).arm == Arm::Artillery;
            let state = self.unit_mut(unit);
            if counts && state.deeds.has(Deeds::ACTED) {
                state.used += 1;
            }
            // SR 12.81: who got a crew in this Activation waits for the next.
            state.winded &= !guns || state.deeds.has(Deeds::FINISHED);
            state.rest();
        }
        let gone: Vec<_> = self
            .members_ever(setting, body)
            .filter(|&unit| self.unit(unit).deeds != Deeds::NONE)
            .collect();
        for unit in gone {
            self.unit_mut(unit).deeds = Deeds::NONE;
        }
    }

    /// IV/D: the marker moves on; after the last turn it stays.
    fn end_turn(&mut self, setting: &Setting, turn: u8) {
        self.keep_control(setting, turn);
        let initiative = &mut self.standing.initiative;
        initiative.previous = initiative.holder.take();
        let next = turn.saturating_add(1);
        if usize::from(next) < setting.calendar().len() {
            self.standing.turn = next;
        }
    }

    /// Everything that holds for one turn only ends.
    fn begin_turn(&mut self, setting: &Setting, turn: u8) {
        if turn == 0 {
            self.begin_control(setting);
        }
        let standing = &mut self.standing;
        standing.turn = turn;
        standing.markers_played = 0;
        standing.special.shelled.clear();
        standing.special.shells.clear();
        standing.special.events.begin_turn();
        for leader in &mut standing.leaders {
            leader.abilities = UsedAbilities::default();
            leader.spent = HalfMp::ZERO;
            leader.move_ended = false;
        }
        for (id, unit) in setting.unit_ids().zip(&mut standing.units) {
            unit.used = 0;
            unit.stirred = false;
            // SR 12.81: a new crew waits for the next Activation, to the end of the turn at most.
            unit.winded &= setting.unit(id).arm != Arm::Artillery;
            unit.toil = Toil::default();
            unit.rest();
            unit.listed = None;
            // SR 5.28: from the second turn of a march on, four equivalents.
            let marches = unit.orders == Orders::March;
            unit.march = UnitMarch {
                limit: marches.then_some(FOUR),
                done: false,
            };
        }
        for activator in &mut standing.activators {
            *activator = ActivatorState {
                ineffective: activator.ineffective,
                drawn_in_all: activator.drawn_in_all,
                ..ActivatorState::default()
            };
        }
        // SR 5.35: a unit may be on the march by itself.
        let mut marching = vec![false; setting.bodies.len()];
        for unit in setting.unit_ids() {
            if self.unit(unit).orders == Orders::March {
                marching[self.body_of(setting, unit).index()] = true;
            }
        }
        for (body, marches) in self.standing.bodies.iter_mut().zip(marching) {
            body.direct = None;
            body.used = 0;
            body.passed = 0;
            body.entitled = 0;
            body.listed = None;
            body.bound = Bound::Free;
            body.stay_waits = false;
            body.tried = false;
            body.inspired = false;
            body.extra = false;
            body.coordinated = false;
            body.acted = false;
            body.toil = Toil::default();
            body.alert.now = false;
            body.alert.rolled = None;
            body.alert.surprised = false;
            body.mission = body
                .mission
                .filter(|mission| mission.task != Task::StayThisTurn);
            if let Some(mission) = &mut body.mission {
                mission.moves = 0;
            }
            // SR 5.28: from the second turn of a march on, four equivalents.
            let limit = if marches || body.orders == Orders::March {
                4
            } else {
                0
            };
            body.march = MarchState {
                limit,
                ..MarchState::default()
            };
        }
    }

    fn note(&mut self, note: &Note) {
        match note {
            Note::FireBegins(_) => {}
            Note::Ban(ban) => self.standing.fires.bans.push(*ban),
            Note::Mounts(mounts) => self.standing.fires.mounts.clone_from(mounts),
            Note::Charges(charging) => {
                let deeds = Deeds::ACTED.with(Deeds::CHARGES);
                self.unit_mut(charging.unit).deeds.note(deeds);
                self.standing.fires.charges.push(charging.clone());
            }
            Note::Supplied(section) => self.standing.fires.supplied.push(*section),
            Note::Owes(owed) => {
                let same = |own: &crate::fire::OwedWear| {
                    (own.unit, own.section) == (owed.unit, owed.section)
                };
                self.standing.fires.owed.retain(|own| !same(own));
                self.standing.fires.owed.push(*owed);
            }
            Note::Assaults(pending) => self.standing.fires.assaults.clone_from(pending),
            Note::FireEnds => {
                self.standing.fires = self.standing.fires.lasting(None);
            }
            Note::Unit(unit, note) => {
                let state = self.unit_mut(*unit);
                match *note {
                    UnitNote::Did(deeds) => {
                        state.deeds.note(deeds);
                        state.stirred |= deeds.any(STIRRING);
                    }
                    UnitNote::Undid(deeds) => state.deeds = state.deeds.without(deeds),
                    UnitNote::Rested => state.rest(),
                    UnitNote::TurnedAlong(turn) => state.turned_along = Some(turn),
                    UnitNote::Spent(spent) => {
                        state.stirred |= spent > state.spent;
                        state.spent = spent;
                    }
                    UnitNote::Used(used) => state.used = used,
                    UnitNote::MarchLimit(limit) => state.march.limit = limit,
                    UnitNote::Marched => state.march.done = true,
                    UnitNote::Listed(listed) => state.listed = listed,
                    UnitNote::Joining(joining) => state.joining = joining,
                    UnitNote::OrdersWait(wait) => state.orders_wait = wait,
                    UnitNote::Guns(guns) => state.guns = guns,
                    UnitNote::Ammunition(ammunition) => state.ammunition = ammunition,
                    UnitNote::Fatigue(fatigue) => state.fatigue = fatigue,
                    UnitNote::Toil(toil) => state.toil = toil,
                    UnitNote::Winded(winded) => state.winded = winded,
                }
            }
            Note::Leader(leader, note) => {
                let state = self.leader_mut(*leader);
                match *note {
                    LeaderNote::Ready => {
                        state.riding_with = None;
                        state.spent = HalfMp::ZERO;
                        state.move_ended = false;
                        state.guided = None;
                        state.march_equivalents = 0;
                    }
                    LeaderNote::PhaseBegan => {
                        state.spent = HalfMp::ZERO;
                        state.move_ended = false;
                        state.rode_far = false;
                    }
                    LeaderNote::MoveEnded => state.move_ended = true,
                    LeaderNote::Spent(spent) => state.spent = spent,
                    LeaderNote::RidesWith(unit) => state.riding_with = unit,
                    LeaderNote::RodeFar(far) => state.rode_far = far,
                    LeaderNote::MarchEquivalents(number) => state.march_equivalents = number,
                    LeaderNote::Used(kind) => {
                        state.abilities.note(kind);
                        let events = &mut self.standing.special.events;
                        events.abilities.push((*leader, kind));
                    }
                    LeaderNote::Visits(turn) => state.visits = Some(turn),
                    LeaderNote::Hold(hold) => state.hold = hold,
                    LeaderNote::Status(status) => state.status = status,
                }
            }
            Note::Body(body, note) => self.note_body(*body, *note),
            Note::Activator(activator, note) => {
                let state = self.activator_mut(*activator);
                match *note {
                    ActivatorNote::Marker(number) => {
                        state.marker = number;
                        state.raised = 0;
                    }
                    ActivatorNote::Raised => state.raised += 1,
                    ActivatorNote::Help(number) => state.help = number,
                    ActivatorNote::Number(number) => state.number = number,
                    ActivatorNote::Placed(number) => state.placed = number,
                    ActivatorNote::Drawn => {
                        state.drawn += 1;
                        state.drawn_in_all = state.drawn_in_all.saturating_add(1);
                    }
                }
            }
            Note::Special(note) => {
                let state = &mut self.standing.special;
                match note {
                    SpecialNote::Approach(near) => state.approach = *near,
                    SpecialNote::Surprise(surprise) => state.surprise = *surprise,
                    SpecialNote::LineStart(starts) => state.line_start.clone_from(starts),
                    SpecialNote::LentTo(body) => state.lent_to = Some(*body),
                    SpecialNote::Shaky(shaky) => state.shaky = *shaky,
                    SpecialNote::LateSetUp(late) => state.late_set_up = *late,
                    SpecialNote::HeldArmy(army) => state.held_army = *army,
                    SpecialNote::Dug => {
                        for site in &mut state.sites {
                            site.left = site.left.saturating_sub(1);
                            if let Some(unit) =
                                self.standing.units.get_mut(usize::from(site.unit.0))
                            {
                                unit.stirred = true;
                            }
                        }
                    }
                    SpecialNote::Misdirected(unit) => state.events.struck.push(*unit),
                    SpecialNote::Loots(unit) => state.events.looters.push(*unit),
                    SpecialNote::SingledOut(leader) => state.events.singled_out.push(*leader),
                    SpecialNote::Shelled { unit, body, awake } => {
                        state.shells.push((*unit, *body));
                        if *awake {
                            state.shelled.push(*body);
                        }
                    }
                }
            }
            Note::MarkerPlayed => {
                self.standing.markers_played += 1;
                self.standing.special.events.abilities.clear();
            }
            Note::CupEmptied => self.standing.cup.clear(),
            Note::Entry(group, state) => self.set_entry(usize::from(group.0), *state),
            Note::Queue(queue) => {
                let queues = &mut self.standing.queues;
                match queues.iter_mut().find(|known| known.hex == queue.hex) {
                    Some(known) => *known = *queue,
                    None => queues.push(*queue),
                }
            }
            Note::QueuesEnded => self.standing.queues.clear(),
        }
    }

    fn note_body(&mut self, body: BodyId, note: BodyNote) {
        let state = self.body_mut(body);
        match note {
            BodyNote::Ready => {
                state.tried = false;
                state.coordinated = false;
                state.acted = false;
                state.bound = Bound::Free;
            }
            BodyNote::MarkerOver => {
                state.bound = Bound::Free;
                state.tried = false;
                state.inspired = false;
                state.extra = false;
                state.coordinated = false;
                state.acted = false;
                state.march.acting = false;
            }
            BodyNote::Status(status) => state.status = status,
            BodyNote::Entitled(number) => state.entitled = number,
            BodyNote::Used(number) => state.used = number,
            BodyNote::Passed(number) => state.passed = number,
            BodyNote::Listed(number) => state.listed = number,
            BodyNote::OrdersFixed(fixed) => state.orders_fixed = fixed,
            BodyNote::March(march) => state.march = march,
            BodyNote::StayWaits(waits) => state.stay_waits = waits,
            BodyNote::MarchBroken(broken) => state.march_broken = broken,
            BodyNote::Toil(toil) => state.toil = toil,
            BodyNote::Tried(tried) => state.tried = tried,
            BodyNote::Inspired => state.inspired = true,
            BodyNote::Extra => {
                state.extra = true;
                self.standing.fires.begins_to_act(body);
            }
            BodyNote::Coordinated(coordinated) => state.coordinated = coordinated,
            BodyNote::Acted => state.acted = true,
            BodyNote::Reassigned => state.was_reassigned = true,
            BodyNote::ChangedFreely => state.changed_freely = true,
            BodyNote::Alert(alert) => state.alert = alert,
            BodyNote::Mission(mission) => state.mission = mission,
            BodyNote::Fatigue(fatigue) => state.fatigue = fatigue,
        }
    }
}
