//! `[[leader]]`: the leaders of a situation as printed facts, both sides of their counters.

use longroll_catalog::facts::{
    Ability, AbilityKind, LeaderFacts, LeaderId, Level, Profile, Ratings, Replacement,
};
use longroll_rule::Rule;

use crate::form::Form;
use crate::keys::{LEADER_FACTS, LEADER_STATE};
use crate::pieces::{Pieces, given};
use crate::tree::Value;

impl Pieces<'_> {
    /// A leader as printed.
    pub fn leader(&mut self, form: &Form<'_>) -> Option<LeaderId> {
        form.know(&LEADER_FACTS);
        form.know(&LEADER_STATE);
        let read = self.new_leader(form);
        if read.is_none() {
            form.desk.lose();
        }
        read
    }

    fn new_leader(&mut self, form: &Form<'_>) -> Option<LeaderId> {
        let desk = form.desk;
        let node = form.need("name")?;
        let name = desk.name(node)?;
        if let Some(id) = self.facts.leader_named(name) {
            let facts = &mut self.facts.leaders[id.index()];
            let level = facts.level;
            ratings(form, level, &mut facts.ratings);
            abilities(form, &mut facts.abilities);
            return Some(id);
        }
        let side = form.need("side").and_then(|node| desk.side(node))?;
        let (command, level) = self.own_command(form, side)?;
        let id = LeaderId::from_index(self.facts.leaders.len())?;
        let mut own = usual_ratings(level);
        ratings(form, level, &mut own);
        let replacement = form.table("replacement").and_then(|back| {
            let name = back.need("name").and_then(|node| desk.name(node));
            let mut of_back = usual_ratings(level);
            ratings(&back, level, &mut of_back);
            back.close();
            Some(Replacement {
                name: name?.to_owned(),
                same_person: None,
                ratings: of_back,
            })
        });
        let mut own_abilities = Vec::new();
        abilities(form, &mut own_abilities);
        self.facts.leaders.push(LeaderFacts {
            id,
            key: name.to_owned(),
            name: name.to_owned(),
            full_name: name.to_owned(),
            side,
            level,
            command,
            ratings: own,
            replacement,
            abilities: own_abilities,
            note: String::new(),
        });
        self.facts.commands[command.index()].leaders.push(id);
        Some(id)
    }
}

/// Leaders who say nothing: all values 0, Normal, ranges 4, 6, 8 and 10.
fn usual_ratings(level: Level) -> Ratings {
    let zero = |own: Level| (own == level).then_some(given(0));
    Ratings {
        initiative: zero(Level::Army),
        efficiency: zero(Level::Corps),
        coordination: zero(Level::Division),
        activation: zero(Level::Division),
        profile: (level == Level::Brigade).then_some(given(Profile::Normal)),
        orders: zero(Level::Brigade),
        command_range: given(match level {
            Level::Brigade => 4,
            Level::Division => 6,
            Level::Corps => 8,
            Level::Army => 10,
        }),
    }
}

fn ratings(form: &Form<'_>, level: Level, into: &mut Ratings) {
    for (key, own, slot) in [
        ("initiative", Level::Army, &mut into.initiative),
        ("efficiency", Level::Corps, &mut into.efficiency),
        ("coordination", Level::Division, &mut into.coordination),
        ("activation", Level::Division, &mut into.activation),
        ("orders", Level::Brigade, &mut into.orders),
    ] {
        let Some(value) = form.rating(key) else {
            continue;
        };
        if own == level {
            *slot = Some(given(value));
        } else {
            form.desk.fault(
                &form.head(),
                format!("{key} is a rating of the {} level", own.word()),
            );
        }
    }
    if let Some(profile) = form.word::<Profile>("profile") {
        into.profile = Some(given(profile));
    }
    if let Some(range) = form.small("range", 60) {
        into.command_range = given(range);
    }
}

fn abilities(form: &Form<'_>, into: &mut Vec<Ability>) {
    let Some(node) = form.get("abilities") else {
        return;
    };
    for item in node.items() {
        let ability = match &item.value {
            Value::Text(_) => form
                .desk
                .word::<AbilityKind>(item)
                .map(|kind| (kind, None, None, None)),
            _ => Form::open(form.desk, item).and_then(|form| {
                let kind = form
                    .need("kind")
                    .and_then(|node| form.desk.word::<AbilityKind>(node));
                let figures = (
                    form.small("number", 9),
                    form.small("from_hour", 23),
                    form.small("until_hour", 23),
                );
                if let (Some(from), Some(until)) = (figures.1, figures.2)
                    && from > until
                {
                    form.desk.fault(
                        &form.head(),
                        format!("this ends at {until} o'clock, before it begins at {from}"),
                    );
                }
                form.close();
                kind.map(|kind| (kind, figures.0, figures.1, figures.2))
            }),
        };
        if let Some((kind, number, from_hour, until_hour)) = ability {
            let given = |own: &Ability| {
                (own.kind, own.number, own.from_hour, own.until_hour)
                    == (kind, number, from_hour, until_hour)
            };
            if into.iter().any(given) {
                form.desk.fault(&item.span, "he has this ability already");
            }
            into.push(Ability {
                kind,
                number,
                from_hour,
                until_hour,
                rule: rule_of(kind),
            });
        }
    }
}

/// The rule that gives an ability.
const fn rule_of(kind: AbilityKind) -> Rule {
    match kind {
        AbilityKind::DirectCommand | AbilityKind::DirectCommandCostsEfficiencyHelp => {
            Rule::BB_4_11_direct
        }
        AbilityKind::OrdersAttack => Rule::BB_4_11_J1,
        AbilityKind::InspiresAggression => Rule::BB_4_11_J2,
        AbilityKind::SteadiesGreenUnits => Rule::BB_4_11_J3,
        AbilityKind::ExtraActivation => Rule::BB_4_11_J4,
        AbilityKind::OrdersMarch => Rule::BB_4_11_march,
        AbilityKind::CompulsoryLossRolls => Rule::BB_12_77,
        AbilityKind::InitiativeHelpsEfficiency => Rule::BB_4_2,
        AbilityKind::EfficiencyAsCoordination => Rule::BB_5_34,
        AbilityKind::HelpsOnlyTowardsAttack => Rule::BB_6_22,
        AbilityKind::TracesToUndividedBrigades => Rule::BB_4_21,
        AbilityKind::ActivationLimitOutOfCommand | AbilityKind::Reassignable => Rule::BB_5_26,
    }
}
