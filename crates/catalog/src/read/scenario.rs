//! A scenario: its folder holds `scenario.toml`, `setup.tsv`, and, where it has any, `reinforcements.tsv` and
//! `conditional.tsv`.

use std::collections::BTreeSet;

use super::fault::{At, FaultKind, Faults, Named, Reporter, SourceFile};
use super::form::{self, Cx, Form, Value, form_field};
use super::forms::turn_ids;
use super::names::Names;
use super::provider::{Provider, open};
use super::setup::{Placed, read_reinforcements, read_setup};
use super::tsv::RawTable;
use super::validate::{Checked, validate};
use crate::facts::{
    BattleFacts, EntryKind, PlayingArea, Reinforcement, ScenarioFacts, SpecialRule, TurnFacts,
    TurnId, Variant,
};

/// A line of `scenarios/index.tsv`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioEntry {
    /// Its number.
    pub number: u8,
    /// Its folder.
    pub folder: String,
}

/// The scenarios of a battle.
pub fn read_index(files: &dyn Provider) -> Result<Vec<ScenarioEntry>, Faults> {
    let mut reporter = Reporter::new();
    let file = open(&mut reporter, files, "scenarios/index.tsv");
    let table = RawTable::parse(&mut reporter, &file, &["number", "folder"], &[]);
    let mut entries = Vec::new();
    let mut seen = super::once::Once::default();
    for row in table.rows() {
        seen.check(&mut reporter, &row.cell("number"));
        let number = row.cell("number").number(&mut reporter, 1..=99);
        let folder = row.cell("folder").text().to_owned();
        entries.extend(number.map(|number| ScenarioEntry { number, folder }));
    }
    reporter.finish(Some(entries))
}

/// Reads a scenario of a battle; every fault of its files at once. Where it says that the special rules of another apply,
/// they stand among its own.
pub fn read_scenario(
    battle: &BattleFacts,
    files: &dyn Provider,
    folder: &str,
) -> Result<ScenarioFacts, Faults> {
    let mut scenario = read_own(battle, files, folder)?;
    super::inherited::inherit(battle, files, &mut scenario)?;
    Ok(scenario)
}

/// The scenario with nothing but what stands in its own files.
pub(super) fn read_own(
    battle: &BattleFacts,
    files: &dyn Provider,
    folder: &str,
) -> Result<ScenarioFacts, Faults> {
    let mut reporter = Reporter::new();
    let names = Names::new(
        &battle.ground,
        &battle.commands,
        &battle.leaders,
        &battle.units,
    );
    let scenario = assemble(&mut reporter, battle, &names, files, folder);
    reporter.finish(scenario)
}

fn assemble(
    reporter: &mut Reporter,
    battle: &BattleFacts,
    names: &Names<'_>,
    files: &dyn Provider,
    folder: &str,
) -> Option<ScenarioFacts> {
    let file = open(
        reporter,
        files,
        &format!("scenarios/{folder}/scenario.toml"),
    );
    let setup_file = open(reporter, files, &format!("scenarios/{folder}/setup.tsv"));
    let setup = read_setup(reporter, names, &setup_file);
    let table = form::parse(reporter, &file)?;
    let mut cx = Cx {
        reporter,
        file: &file,
        names,
        turns: Vec::new(),
    };
    let mut form = Form::of_file(&table);
    let turns: Option<Vec<TurnFacts>> = form_field!(form, &mut cx, turns);
    let extended_turns: Option<Vec<TurnFacts>> = form_field!(form, &mut cx, extended_turns);
    let (turns, extended_turns) = (
        turns.unwrap_or_default(),
        extended_turns.unwrap_or_default(),
    );
    cx.turns = turn_ids(&turns);
    cx.turns.extend(turn_ids(&extended_turns));
    check_track(&mut cx, &turns, &extended_turns);

    let number: Option<u8> = form_field!(form, &mut cx, number);
    check_number(&mut cx, files, folder, number, form.raw("number"));
    let slug: Option<String> = form_field!(form, &mut cx, slug);
    check_slug(&mut cx, folder, slug.as_deref(), form.raw("slug"));
    let title = form_field!(form, &mut cx, title);
    let summary = form_field!(form, &mut cx, summary);
    let rules = form_field!(form, &mut cx, rules);
    let scope = form_field!(form, &mut cx, scope);
    let day = form_field!(form, &mut cx, day);
    let basis = form_field!(form, &mut cx, basis);
    let area: Option<PlayingArea> = form_field!(form, &mut cx, area);
    let initiative = form_field!(form, &mut cx, initiative);
    let efficiency = form_field!(form, &mut cx, efficiency);
    let events = form_field!(form, &mut cx, events);
    let special_rules: Option<Vec<SpecialRule>> = form_field!(form, &mut cx, special_rules);
    let alert = form_field!(form, &mut cx, alert);
    let division_alert = form_field!(form, &mut cx, division_alert);
    let sound_of_battle = form_field!(form, &mut cx, sound_of_battle);
    let groups = form_field!(form, &mut cx, groups);
    let victory = form_field!(form, &mut cx, victory);
    if let (Some(area), Some(value)) = (&area, form.raw("victory")) {
        super::area::check_goals(&mut cx, area, value);
    }
    let variants: Option<Vec<Variant>> = form_field!(form, &mut cx, variants);
    let difficulty = form_field!(form, &mut cx, difficulty);
    let doubts = form_field!(form, &mut cx, doubts);
    form.close(&mut cx);
    let all_turns = core::mem::take(&mut cx.turns);
    check_rule_ids(
        reporter,
        &file,
        special_rules.as_deref(),
        variants.as_deref(),
    );

    let conditional = optional(files, folder, "conditional.tsv")
        .map(|file| read_setup(reporter, names, &file))
        .unwrap_or_default();
    let reinforcements = optional(files, folder, "reinforcements.tsv")
        .map(|file| read_reinforcements(reporter, names, &file, &all_turns))
        .unwrap_or_default();
    let checked = Checked {
        setup: &setup,
        conditional: &conditional,
        reinforcements: &reinforcements,
        area: area.as_ref(),
        first_turn: turns.first().map(|turn| turn.id),
        stacking: &battle.tables.stacking,
    };
    validate(reporter, names, &checked);
    let mut scenario = ScenarioFacts {
        number: number?,
        slug: slug?,
        title: title?,
        summary: summary?,
        rules: rules?,
        scope: scope?,
        day: day?,
        basis: basis?,
        turns,
        extended_turns,
        area: area?,
        initiative: initiative?,
        efficiency: efficiency?,
        events: events?,
        special_rules: special_rules?,
        alert: alert?,
        division_alert: division_alert?,
        sound_of_battle: sound_of_battle?,
        groups: groups?,
        setup: entries(setup),
        conditional_setup: entries(conditional),
        reinforcements: entries(reinforcements),
        arrival: None,
        victory: victory?,
        variants: variants?,
        agreed: None,
        difficulty: difficulty?,
        doubts: doubts?,
    };
    // Where the page itself has a command roll for its turn the variant that says how is always in force.
    let rolled = |group: &Reinforcement| group.entry == EntryKind::Variable;
    if scenario.reinforcements.iter().any(rolled) {
        let arrivals = scenario.variants.iter();
        if let Some(arrival) = arrivals.filter_map(|own| own.arrival.clone()).next() {
            scenario.arrives_by_roll(&arrival);
        }
    }
    Some(scenario)
}

fn optional(files: &dyn Provider, folder: &str, name: &str) -> Option<SourceFile> {
    let path = format!("scenarios/{folder}/{name}");
    files
        .text(&path)
        .map(|text| SourceFile::shared(&path, text))
}

fn entries<T>(placed: Vec<Placed<T>>) -> Vec<T> {
    placed.into_iter().map(|placed| placed.entry).collect()
}

/// A scenario has the number under which the index lists its folder.
fn check_number(
    cx: &mut Cx<'_>,
    files: &dyn Provider,
    folder: &str,
    number: Option<u8>,
    value: Option<&Value<'_>>,
) {
    // What is wrong with the index itself is told where it is read.
    let Ok(index) = read_index(files) else { return };
    let listed = index.iter().find(|entry| entry.folder == folder);
    if let (Some(entry), Some(number), Some(value)) = (listed, number, value)
        && entry.number != number
    {
        let text = format!(
            "scenarios/index.tsv lists this folder as scenario {}, not {number}",
            entry.number
        );
        cx.report(value.span(), FaultKind::Contradiction(text));
    }
}

/// The slug of a scenario is the name of its folder without the number: addresses and records are made of it.
fn check_slug(cx: &mut Cx<'_>, folder: &str, slug: Option<&str>, value: Option<&Value<'_>>) {
    let own = folder.split_once('-').map_or(folder, |(_, own)| own);
    if let (Some(slug), Some(value)) = (slug, value)
        && slug != own
    {
        let text = format!("the folder {folder} wants the slug '{own}', not '{slug}'");
        cx.report(value.span(), FaultKind::Contradiction(text));
    }
}

/// There is at least one turn, and each follows the one before.
fn check_track(cx: &mut Cx<'_>, turns: &[TurnFacts], extended: &[TurnFacts]) {
    if turns.is_empty() {
        cx.report(0..0, FaultKind::MissingKey("turns".into()));
    }
    let ids: Vec<TurnId> = turns.iter().chain(extended).map(|turn| turn.id).collect();
    for pair in ids.windows(2) {
        if let [before, turn] = *pair
            && turn <= before
        {
            let needle = format!("\"{turn}\"");
            let place = cx
                .file
                .text()
                .find(&needle)
                .map_or(0..0, |start| start..start + needle.len());
            cx.report(place, FaultKind::TurnOrder { turn, before });
        }
    }
}

/// Special rules have names of their own, and variants remove only rules that are there.
fn check_rule_ids(
    reporter: &mut Reporter,
    file: &SourceFile,
    rules: Option<&[SpecialRule]>,
    variants: Option<&[Variant]>,
) {
    let mut ids = BTreeSet::new();
    let place = |text: &str, from: usize| {
        let needle = format!("\"{text}\"");
        let start = file
            .text()
            .get(from..)
            .and_then(|rest| rest.find(&needle))
            .map_or(0, |start| from + start);
        start..start + needle.len()
    };
    for rule in rules.unwrap_or_default() {
        if !ids.insert(rule.id.as_str()) {
            let first = place(&rule.id, 0);
            let kind = FaultKind::Twice {
                name: rule.id.clone(),
                first_line: file.line_of(first.start),
            };
            reporter.report(&At::new(file, place(&rule.id, first.end)), kind);
        }
    }
    for removed in variants
        .unwrap_or_default()
        .iter()
        .flat_map(|variant| &variant.removes_rules)
    {
        if !ids.contains(removed.as_str()) {
            let (what, name, near) = (Named::SpecialRule, removed.clone(), Vec::new());
            reporter.report(
                &At::new(file, place(removed, 0)),
                FaultKind::UnknownName { what, name, near },
            );
        }
    }
}
