//! A scenario: its folder holds `scenario.toml`, `setup.tsv`, and, where it has any, `reinforcements.tsv` and
//! `conditional.tsv`.

use std::collections::BTreeSet;

use longroll_rule::Rule;

use super::fault::{At, FaultKind, Faults, Named, Reporter, SourceFile};
use super::form::{self, Cx, Form, Value, form_field};
use super::forms::turn_ids;
use super::names::Names;
use super::provider::{Provider, open};
use super::setup::{Placed, read_reinforcements, read_setup};
use super::tsv::RawTable;
use super::validate::{Checked, validate};
use crate::facts::{
    AlertProgramme, Basis, BattleDay, BattleFacts, CommandGroup, Difficulty, DivisionAlert, Doubt,
    EfficiencyTerms, EntryKind, EventTerms, InitiativeTerms, PlayingArea, Reinforcement,
    ScenarioFacts, Scope, SetupEntry, SoundOfBattle, SpecialRule, TurnFacts, TurnId, Variant,
    VictoryTerms,
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
    let page = read_page(&mut cx, files, folder, Form::of_file(&table));
    let all_turns = core::mem::take(&mut cx.turns);
    let lists = Lists {
        setup,
        conditional: optional(files, folder, "conditional.tsv")
            .map(|file| read_setup(reporter, names, &file))
            .unwrap_or_default(),
        reinforcements: optional(files, folder, "reinforcements.tsv")
            .map(|file| read_reinforcements(reporter, names, &file, &all_turns))
            .unwrap_or_default(),
    };
    let checked = Checked {
        setup: &lists.setup,
        conditional: &lists.conditional,
        reinforcements: &lists.reinforcements,
        area: page.area.as_ref(),
        first_turn: page.turns.first().map(|turn| turn.id),
        stacking: &battle.tables.stacking,
    };
    validate(reporter, names, &checked);
    page.with(lists).map(with_rolled_arrival)
}

/// What `scenario.toml` says; none where something could not be read.
struct Page {
    turns: Vec<TurnFacts>,
    extended_turns: Vec<TurnFacts>,
    number: Option<u8>,
    slug: Option<String>,
    title: Option<String>,
    summary: Option<String>,
    rules: Option<Vec<Rule>>,
    scope: Option<Scope>,
    day: Option<BattleDay>,
    basis: Option<Basis>,
    area: Option<PlayingArea>,
    initiative: Option<InitiativeTerms>,
    efficiency: Option<EfficiencyTerms>,
    events: Option<EventTerms>,
    special_rules: Option<Vec<SpecialRule>>,
    alert: Option<Option<AlertProgramme>>,
    division_alert: Option<Option<DivisionAlert>>,
    sound_of_battle: Option<Option<SoundOfBattle>>,
    groups: Option<Vec<CommandGroup>>,
    victory: Option<VictoryTerms>,
    variants: Option<Vec<Variant>>,
    difficulty: Option<Vec<Difficulty>>,
    doubts: Option<Vec<Doubt>>,
}

/// The pieces of a scenario, each with its line.
struct Lists {
    setup: Vec<Placed<SetupEntry>>,
    conditional: Vec<Placed<SetupEntry>>,
    reinforcements: Vec<Placed<Reinforcement>>,
}

/// Reads `scenario.toml`: its turns first, as everything else is checked against them.
fn read_page(cx: &mut Cx<'_>, files: &dyn Provider, folder: &str, mut form: Form<'_, '_>) -> Page {
    let turns: Option<Vec<TurnFacts>> = form_field!(form, cx, turns);
    let extended_turns: Option<Vec<TurnFacts>> = form_field!(form, cx, extended_turns);
    let (turns, extended_turns) = (
        turns.unwrap_or_default(),
        extended_turns.unwrap_or_default(),
    );
    cx.turns = turn_ids(&turns);
    cx.turns.extend(turn_ids(&extended_turns));
    check_track(cx, &turns, &extended_turns);

    let page = Page {
        turns,
        extended_turns,
        number: form_field!(form, cx, number),
        slug: form_field!(form, cx, slug),
        title: form_field!(form, cx, title),
        summary: form_field!(form, cx, summary),
        rules: form_field!(form, cx, rules),
        scope: form_field!(form, cx, scope),
        day: form_field!(form, cx, day),
        basis: form_field!(form, cx, basis),
        area: form_field!(form, cx, area),
        initiative: form_field!(form, cx, initiative),
        efficiency: form_field!(form, cx, efficiency),
        events: form_field!(form, cx, events),
        special_rules: form_field!(form, cx, special_rules),
        alert: form_field!(form, cx, alert),
        division_alert: form_field!(form, cx, division_alert),
        sound_of_battle: form_field!(form, cx, sound_of_battle),
        groups: form_field!(form, cx, groups),
        victory: form_field!(form, cx, victory),
        variants: form_field!(form, cx, variants),
        difficulty: form_field!(form, cx, difficulty),
        doubts: form_field!(form, cx, doubts),
    };
    check_number(cx, files, folder, page.number, form.raw("number"));
    check_slug(cx, folder, page.slug.as_deref(), form.raw("slug"));
    if let (Some(area), Some(value)) = (&page.area, form.raw("victory")) {
        super::area::check_goals(cx, area, value);
    }
    form.close(cx);
    check_rule_ids(
        cx.reporter,
        cx.file,
        page.special_rules.as_deref(),
        page.variants.as_deref(),
    );
    page
}

impl Page {
    /// The whole scenario, if everything could be read.
    fn with(self, lists: Lists) -> Option<ScenarioFacts> {
        Some(ScenarioFacts {
            number: self.number?,
            slug: self.slug?,
            title: self.title?,
            summary: self.summary?,
            rules: self.rules?,
            scope: self.scope?,
            day: self.day?,
            basis: self.basis?,
            turns: self.turns,
            extended_turns: self.extended_turns,
            area: self.area?,
            initiative: self.initiative?,
            efficiency: self.efficiency?,
            events: self.events?,
            special_rules: self.special_rules?,
            alert: self.alert?,
            division_alert: self.division_alert?,
            sound_of_battle: self.sound_of_battle?,
            groups: self.groups?,
            setup: entries(lists.setup),
            conditional_setup: entries(lists.conditional),
            reinforcements: entries(lists.reinforcements),
            arrival: None,
            victory: self.victory?,
            variants: self.variants?,
            agreed: None,
            difficulty: self.difficulty?,
            doubts: self.doubts?,
        })
    }
}

/// Where the page itself has a command roll for its turn the variant that says how is always in force.
fn with_rolled_arrival(mut scenario: ScenarioFacts) -> ScenarioFacts {
    let rolled = |group: &Reinforcement| group.entry == EntryKind::Variable;
    if scenario.reinforcements.iter().any(rolled) {
        let arrivals = scenario.variants.iter();
        if let Some(arrival) = arrivals.filter_map(|own| own.arrival.clone()).next() {
            scenario.arrives_by_roll(&arrival);
        }
    }
    scenario
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
