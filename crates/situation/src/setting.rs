//! The fixed facts of a situation: battle, scenario and rules.

use std::sync::{Arc, Mutex, PoisonError};

use longroll_board::Ground;
use longroll_catalog::facts::{
    AreaStage, BattleFacts, EfficiencyPool, EfficiencyTerms, EventTerms, InitiativeTerms, Light,
    PlayingArea, ScenarioFacts, Source, Sourced, TurnFacts, TurnId,
};
use longroll_core::Side;
use longroll_gbacw::{Stage, Survey};
use longroll_position::{RuleSet, Setting};
use longroll_shiloh::Faults;

use crate::extent::Extent;
use crate::form::{Desk, Form};
use crate::ground::{self, BoardKind};
use crate::keys::{LEADER_FACTS, UNIT_FACTS};
use crate::pieces::{Pieces, complete};
use crate::tree::{Node, Value};

/// Where the battle and its scenarios come from.
pub trait Facts: core::fmt::Debug {
    /// The battle.
    ///
    /// # Errors
    /// What is wrong with its data.
    fn battle(&self) -> Result<Arc<BattleFacts>, Faults>;

    /// A scenario of it; none if there is no such number.
    fn scenario(&self, number: u8) -> Option<Result<Arc<ScenarioFacts>, Faults>>;
}

/// The battle that the program carries.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltIn;

impl Facts for BuiltIn {
    fn battle(&self) -> Result<Arc<BattleFacts>, Faults> {
        longroll_shiloh::battle()
    }

    fn scenario(&self, number: u8) -> Option<Result<Arc<ScenarioFacts>, Faults>> {
        longroll_shiloh::scenario(number)
    }
}

/// The turn of a situation that names none: an ordinary hour of daylight.
pub(crate) const USUAL_TURN: TurnId = TurnId::new(6, 11);

/// Whose pieces are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The pieces of the file alone.
    File,
    /// The order of battle and set-up of a scenario.
    Scenario,
}

/// Stages built so far: cases that differ in nothing that is fixed share one, as building it is most of the work.
#[derive(Debug)]
pub(crate) struct Shelf<'f> {
    facts: &'f dyn Facts,
    built: Vec<(String, Origin, Arc<Stage>)>,
}

impl<'f> Shelf<'f> {
    /// An empty one, for situations of this battle.
    pub const fn new(facts: &'f dyn Facts) -> Self {
        Self {
            facts,
            built: Vec::new(),
        }
    }

    /// As [`read`], or what was built before from the same facts.
    pub fn stage(
        &mut self,
        desk: &Desk,
        form: &Form<'_>,
        extent: &Extent,
    ) -> Option<(Origin, Arc<Stage>)> {
        let key = format!("{}{}", extent.key(), fixed_facts(form));
        if let Some((_, origin, stage)) = self.built.iter().find(|(own, ..)| *own == key) {
            return Some((*origin, Arc::clone(stage)));
        }
        let before = desk.count();
        let (origin, stage) = read(self.facts, desk, form, extent)?;
        if desk.count() == before {
            self.built.push((key, origin, Arc::clone(&stage)));
        }
        Some((origin, stage))
    }
}

/// Everything [`read`] reads, in a form that can be compared.
fn fixed_facts(form: &Form<'_>) -> String {
    let mut text = String::new();
    for key in [
        "scenario",
        "variant",
        "board",
        "options",
        "command",
        "costs",
        "reinforcement",
    ] {
        if let Some(node) = form.get(key) {
            text += &format!("{key}:{}", node.canonical());
        }
    }
    for (key, facts) in [
        ("unit", UNIT_FACTS.as_slice()),
        ("leader", LEADER_FACTS.as_slice()),
    ] {
        for block in form.get(key).map(Node::items).unwrap_or_default() {
            text.push(';');
            for fact in facts {
                if let Some(node) = block.get(fact) {
                    text += &format!("{fact}:{}", node.canonical());
                }
            }
        }
    }
    if let Some(turn) = form.get("turn") {
        for key in ["pools", "light", "turn"] {
            if let Some(node) = turn.get(key) {
                text += &format!("{key}:{}", node.canonical());
            }
        }
    }
    text
}

/// Reads `scenario`, `[board]`, `[rules]`, `[[command]]` and the printed side of the pieces.
fn read(
    source: &dyn Facts,
    desk: &Desk,
    form: &Form<'_>,
    extent: &Extent,
) -> Option<(Origin, Arc<Stage>)> {
    let rules = rules(desk, form.get("options"));
    if form.get("scenario").is_some() {
        let reason = "a scenario brings its own map, commands and reinforcements";
        form.refuse(&["board", "command", "costs", "reinforcement"], reason);
    }
    let board = ground::read(desk, form.get("board"), extent)?;
    let battle = match source.battle() {
        Ok(battle) => battle,
        Err(faults) => {
            desk.fault(&form.head(), faults.summary());
            return None;
        }
    };
    if let Some(number) = form.get("scenario") {
        let (facts, scenario) = of_scenario(source, form, &battle, number)?;
        return Some((Origin::Scenario, stage(&battle, facts, scenario, rules)));
    }
    form.refuse(&["variant", "control"], "only a scenario has them");
    let (facts, scenario) = of_file(source, form, &battle, board)?;
    Some((Origin::File, stage(&battle, facts, scenario, rules)))
}

/// The battle and one of its scenarios, with what the file changes about pieces and turns.
fn of_scenario(
    source: &dyn Facts,
    form: &Form<'_>,
    battle: &BattleFacts,
    number: &Node,
) -> Option<(BattleFacts, ScenarioFacts)> {
    let turn = form.table("turn");
    let scenario = scenario(source, form.desk, number)?;
    let mut facts = BattleFacts::clone(battle);
    let mut pieces = Pieces { facts: &mut facts };
    for leader in form.blocks("leader") {
        if leader
            .text("name")
            .is_some_and(|name| pieces.facts.leader_named(name).is_some())
        {
            pieces.leader(&leader);
            pieces.agrees(&leader);
        }
    }
    for unit in form.blocks("unit") {
        pieces.change_unit(&unit);
    }
    let mut scenario = ScenarioFacts::clone(&scenario);
    match form.get("variant") {
        Some(variant) => crate::variant::vary(form.desk, variant, &mut scenario),
        // A file may speak of any turn, also of one that only an extended game has.
        None => {
            let extended = core::mem::take(&mut scenario.extended_turns);
            scenario.turns.extend(extended);
        }
    }
    if let Some(turn) = &turn {
        pools(turn, &mut scenario);
        let first = scenario.first_turn();
        light(turn, &mut scenario, first);
    }
    Some((facts, scenario))
}

/// The battle with the pieces and the ground of the file alone, on a day like any other.
fn of_file(
    source: &dyn Facts,
    form: &Form<'_>,
    battle: &BattleFacts,
    board: BoardKind,
) -> Option<(BattleFacts, ScenarioFacts)> {
    let turn = form.table("turn");
    let mut facts = BattleFacts::clone(battle);
    if let BoardKind::Patch(ground) = board {
        put_on(form.desk, form.get("board"), &mut facts, ground);
    }
    facts.units.clear();
    facts.leaders.clear();
    facts.commands.clear();
    // BB 13.54: the armies of a patch go by the names of those of the battle.
    let recoveries = core::mem::take(&mut facts.terms.rout_recovery);
    let recoveries: Vec<_> = recoveries
        .into_iter()
        .map(|own| (battle.command(own.army).code.clone(), own))
        .collect();
    let mut pieces = Pieces { facts: &mut facts };
    for command in form.blocks("command") {
        pieces.command(&command);
        command.close();
    }
    for leader in form.blocks("leader") {
        pieces.leader(&leader);
    }
    for unit in form.blocks("unit") {
        pieces.unit(&unit);
    }
    complete(&mut facts, form.desk, form.node);
    for (code, mut own) in recoveries {
        if let Some(army) = facts.command_coded(&code) {
            own.army = army;
            facts.terms.rout_recovery.push(own);
        }
    }
    crate::arrivals::costs(form, &mut facts);
    let mut scenario = plain_scenario(source, form.desk, &facts, turn.as_ref())?;
    crate::arrivals::reinforcements(form, &facts, &mut scenario);
    Some((facts, scenario))
}

/// A stage; the map of the battle itself is surveyed once for all files, a patch for itself.
fn stage(
    battle: &BattleFacts,
    facts: BattleFacts,
    scenario: ScenarioFacts,
    rules: RuleSet,
) -> Arc<Stage> {
    let whole = Arc::ptr_eq(&battle.ground, &facts.ground);
    let (facts, scenario) = (Arc::new(facts), Arc::new(scenario));
    Arc::new(if whole {
        let survey = survey(&facts, &rules);
        Stage::surveyed(facts, scenario, rules, &survey)
    } else {
        Stage::new(Setting::new(facts, scenario, rules))
    })
}

/// The survey of a whole map, made when first asked for. Few are ever kept: maps times rules of sight and charts.
fn survey(facts: &BattleFacts, rules: &RuleSet) -> Arc<Survey> {
    static MADE: Mutex<Vec<Arc<Survey>>> = Mutex::new(Vec::new());
    const KEPT: usize = 8;
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(survey) = made.iter().find(|survey| survey.is_of(facts, rules)) {
        return Arc::clone(survey);
    }
    let survey = Arc::new(Survey::of(facts, rules));
    if made.len() == KEPT {
        made.remove(0);
    }
    made.push(Arc::clone(&survey));
    survey
}

/// Takes away what the battle book says about hexes of the real map.
fn put_on(desk: &Desk, board: Option<&Node>, facts: &mut BattleFacts, ground: Arc<Ground>) {
    // BB 14.46: the limit of Detachments is the southern edge, unless the board names a hex of another row.
    let named = |key| board.and_then(|board| board.get(key));
    let limit = named("detachments_north_of")
        .and_then(|node| desk.hex(&ground.grid, node))
        .or_else(|| ground.grid.hexes().max_by_key(|&hex| ground.grid.row(hex)));
    if let Some(limit) = limit {
        facts.terms.detachments_north_of = limit;
    }
    facts.terms.landing_hexes = named("landings")
        .map(Node::items)
        .unwrap_or_default()
        .iter()
        .filter_map(|node| desk.hex(&ground.grid, node))
        .collect();
    facts.terms.closed_bridge = None;
    facts.ground = ground;
}

fn scenario(source: &dyn Facts, desk: &Desk, node: &Node) -> Option<Arc<ScenarioFacts>> {
    let number = desk.small(node, 99)?;
    match source.scenario(number) {
        Some(Ok(scenario)) => Some(scenario),
        Some(Err(faults)) => {
            desk.fault(&node.span, faults.summary());
            None
        }
        None => {
            desk.fault(&node.span, format!("there is no scenario {number}"));
            None
        }
    }
}

/// A day like any other: every hour of two days, no rule of its own, the whole board in play.
fn plain_scenario(
    source: &dyn Facts,
    desk: &Desk,
    facts: &BattleFacts,
    turn: Option<&Form<'_>>,
) -> Option<ScenarioFacts> {
    let model = match source.scenario(1) {
        Some(Ok(model)) => model,
        _ => {
            desk.fault(
                &(0..0),
                "the battle has no first scenario to take the calendar from",
            );
            return None;
        }
    };
    let mut scenario = ScenarioFacts::clone(&model);
    "situation".clone_into(&mut scenario.slug);
    "Situation".clone_into(&mut scenario.title);
    scenario.turns = [6, 7]
        .into_iter()
        .flat_map(|day| (5..=21).map(move |hour| hour_of(TurnId::new(day, hour))))
        .collect();
    scenario.extended_turns.clear();
    scenario.area = PlayingArea {
        statement: String::new(),
        stages: vec![AreaStage {
            from: TurnId::new(6, 5),
            source: Source::Text,
            hexes: facts.ground.grid.hexes().collect(),
        }],
    };
    plain_terms(&mut scenario);
    clear(&mut scenario);
    if let Some(turn) = turn {
        pools(turn, &mut scenario);
        light(turn, &mut scenario, USUAL_TURN);
    }
    Some(scenario)
}

/// No Initiative by rule, the same Efficiency Markers for both, no events.
fn plain_terms(scenario: &mut ScenarioFacts) {
    scenario.initiative = InitiativeTerms {
        statement: String::new(),
        automatic: Vec::new(),
        drms: Vec::new(),
    };
    let pool = |side| EfficiencyPool {
        side,
        from: TurnId::new(6, 5),
        markers: [2, 2, 2, 2],
    };
    scenario.efficiency = EfficiencyTerms {
        statement: String::new(),
        pools: Side::BOTH.into_iter().map(pool).collect(),
        draws: Vec::new(),
        fixed: Vec::new(),
        caps: Vec::new(),
    };
    scenario.events = EventTerms {
        statement: String::new(),
        chits: Vec::new(),
        ignored: Vec::new(),
    };
}

/// Takes away everything that only this scenario has: pieces, rules, victory.
fn clear(scenario: &mut ScenarioFacts) {
    scenario.special_rules.clear();
    scenario.alert = None;
    scenario.division_alert = None;
    scenario.sound_of_battle = None;
    scenario.groups.clear();
    scenario.setup.clear();
    scenario.conditional_setup.clear();
    scenario.reinforcements.clear();
    scenario.victory.starting_points.clear();
    scenario.victory.points.clear();
    scenario.victory.objectives.clear();
    scenario.victory.shifts.clear();
    scenario.victory.automatic.clear();
    scenario.victory.batteries_lost_before.clear();
    scenario.victory.ineffective_before.clear();
    scenario.victory.joined_fields.clear();
    scenario.victory.outcomes.clear();
    scenario.victory.held_at_start.clear();
    scenario.victory.early_end = None;
    scenario.variants.clear();
    scenario.agreed = None;
    scenario.difficulty.clear();
}

fn hour_of(id: TurnId) -> TurnFacts {
    let label = match id.hour {
        0 => "12 midnight".to_owned(),
        12 => "12 noon".to_owned(),
        hour if hour < 12 => format!("{hour} AM"),
        hour => format!("{} PM", hour - 12),
    };
    TurnFacts {
        id,
        label,
        light: Sourced::new(Light::Day, Source::Text),
    }
}

/// `pools = { union = [1, 2, 2, 1] }`: Efficiency Markers 1 to 4 of each kind.
fn pools(turn: &Form<'_>, scenario: &mut ScenarioFacts) {
    let Some(form) = turn.table("pools") else {
        return;
    };
    for side in Side::BOTH {
        if let Some(markers) = form.numbers::<4>(side.word(), 20) {
            let first = scenario.first_turn();
            scenario.efficiency.pools.retain(|pool| pool.side != side);
            scenario.efficiency.pools.push(EfficiencyPool {
                side,
                from: first,
                markers,
            });
        }
    }
    form.close();
}

fn light(turn: &Form<'_>, scenario: &mut ScenarioFacts, usual: TurnId) {
    let now = turn
        .text("turn")
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual);
    if let Some(light) = turn.word::<Light>("light") {
        for facts in scenario.turns.iter_mut().filter(|facts| facts.id == now) {
            facts.light = Sourced::new(light, Source::Text);
        }
    }
}

/// `[options]`: the book and the switches.
fn rules(desk: &Desk, node: Option<&Node>) -> RuleSet {
    let mut rules = RuleSet::BATTLE_BOOK;
    let Some(Node {
        value: Value::Table(entries),
        ..
    }) = node
    else {
        if let Some(node) = node {
            let _: Option<()> = desk.wrong(node, "a table");
        }
        return rules;
    };
    if let Some(node) = node.and_then(|node| node.get("book")) {
        match desk.text(node) {
            Some("series") => rules = RuleSet::SERIES,
            Some("shiloh") | None => {}
            Some(other) => desk.fault(
                &node.span,
                format!("'{other}' is no book; write series or shiloh"),
            ),
        }
    }
    for entry in entries.iter().filter(|entry| entry.key != "book") {
        let Some(value) = desk.scalar(&entry.node) else {
            continue;
        };
        if let Err(error) = rules.set(&entry.key, &value) {
            desk.fault(&entry.span, error.to_string());
        }
    }
    rules
}
