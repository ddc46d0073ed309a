//! The position of a situation: ground, units, generals, objectives, and where play begins.

use core::ops::Range;
use std::sync::Arc;

use longroll_core::{Chance, Side};
use longroll_tabletop::{Heading, Point, Pose, Ticks, Turn};

use crate::battle::State;
use crate::data::Folder;
use crate::facts::{
    Arm, Army, DivisionEntry, Facts, Formation, GeneralEntry, Guns, Quality, Terrain, UnitEntry,
    UnitId, Weapon, plain_name, read_general,
};
use crate::frames::{Activation, Campaign, Deployment, Frame, Generals, TurnFrame};
use crate::measure::Degrees;
use crate::options::Options;
use crate::reading::{Desk, Form, Node, Value, missing};
use crate::table::{About, Arrival, Deeds, Layout, Objective, Place, Score, Table, slots};
use crate::words::Word as _;

/// Tells that nobody has a name, unless that follows from another fault.
type Unknown<'a> = &'a dyn Fn(&Range<usize>, &str);

/// Reads the position.
pub(crate) fn lay_out(
    desk: &Desk,
    folder: &Folder,
    form: &Form<'_>,
) -> Option<(Arc<Facts>, State)> {
    form.knows(&[
        "table",
        "ground",
        "basing",
        "armies",
        "options",
        "division",
        "corps",
        "unit",
        "turn",
        "general",
        "objective",
        "arrival",
        "score",
        "begin",
        "unchecked",
    ]);
    let before = desk.count();
    let (facts, complete) = facts(desk, folder, form)?;
    // What names somebody whose block could not be read follows from that fault, which has been told.
    let unknown = |span: &Range<usize>, message: &str| {
        if complete {
            desk.fault(span, message);
        }
    };
    let mut layout = Layout::new(Table::new(&facts));
    layout.turn(form.small("turn", 6).unwrap_or(1));
    for block in form.blocks("unit") {
        unit(desk, &unknown, &block, &facts, &mut layout);
        block.close();
    }
    generals(desk, &unknown, form, &facts, &mut layout);
    objectives(desk, form, &mut layout);
    arrivals(desk, &unknown, form, &facts, &mut layout);
    score(desk, form, &mut layout);
    let frames = begin(desk, &unknown, form, &facts, &mut layout)?;
    let unchecked = form.flag("unchecked").unwrap_or(false);
    let table = layout.finish();
    if desk.count() == before && !unchecked {
        for flaw in table.flaws(&facts) {
            desk.fault(&span_of(form, &facts, flaw.about), flaw.text);
        }
    }
    let state = State {
        table,
        frames,
        chance: Chance::scripted(Vec::new()),
    };
    Some((facts, state))
}

/// SfG 3.0-objectives: where they lie, who placed and who holds them.
fn objectives(desk: &Desk, form: &Form<'_>, layout: &mut Layout) {
    for block in form.blocks("objective") {
        let at = block.need("at").and_then(|node| desk.point(node));
        let by = block.need("by").and_then(|node| desk.side(node));
        let holder = block.get("holder").and_then(|node| desk.side(node)).or(by);
        if let (Some(at), Some(placed_by), Some(holder)) = (at, by, holder) {
            layout.objective(Objective {
                at,
                placed_by,
                holder,
            });
        }
        block.close();
    }
}

/// SfG 2.4: groups off the table.
fn arrivals(
    desk: &Desk,
    unknown: Unknown<'_>,
    form: &Form<'_>,
    facts: &Facts,
    layout: &mut Layout,
) {
    for block in form.blocks("arrival") {
        let name = block.need("division").and_then(|node| desk.text(node));
        let due = block.small("due", 6).unwrap_or(1);
        let enters = block.small("enters", 9);
        let division = name.and_then(|name| facts.division_named(name));
        match (division, name) {
            (Some(division), _) => layout.arrival(Arrival {
                division,
                due,
                enters,
            }),
            (None, Some(name)) => unknown(&block.head(), &facts.no_division(name)),
            (None, None) => {}
        }
        block.close();
    }
}

/// SfG D-score: losses inflicted so far.
fn score(desk: &Desk, form: &Form<'_>, layout: &mut Layout) {
    let Some(block) = form.table("score") else {
        return;
    };
    for side in Side::BOTH {
        let losses = block
            .get(key_of(side))
            .and_then(|node| desk.number(node, 0, 9999))
            .unwrap_or(0);
        layout.score(
            side,
            Score {
                losses: u32::try_from(losses).unwrap_or(0),
                bases: 0,
            },
        );
    }
    block.close();
}

/// The key under which a side stands in a file.
const fn key_of(side: Side) -> &'static str {
    match side {
        Side::Union => "union",
        Side::Confederate => "confederate",
    }
}

/// Where a file tells of somebody: the block with that name, else the head of the position.
fn span_of(form: &Form<'_>, facts: &Facts, about: About) -> Range<usize> {
    let named = |key: &'static str, name: &str| {
        let blocks = form.blocks(key);
        let mut own = blocks.iter().filter(|block| {
            let text = block.node.get("name").map(|node| &node.value);
            matches!(text, Some(Value::Text(text)) if text.trim().eq_ignore_ascii_case(name))
        });
        own.next().map(Form::head)
    };
    let found = match about {
        About::Unit(id) => named("unit", &facts.unit(id).name),
        About::General(id) => named("general", &facts.general(id).name),
        About::Objective(index) => form.blocks("objective").get(index).map(Form::head),
    };
    found.unwrap_or_else(|| form.head())
}

/// Ground, figures, basing, switches and the army lists that follow from the blocks; and whether these are complete.
fn facts(desk: &Desk, folder: &Folder, form: &Form<'_>) -> Option<(Arc<Facts>, bool)> {
    let options = form
        .get("options")
        .map_or_else(Options::default, |node| Options::read(desk, node));
    let failed = |node: Option<&Node>, error: &dyn core::fmt::Display| {
        let span = node.map_or_else(|| form.head(), |node| node.span.clone());
        desk.fault(&span, error.to_string());
    };
    if let (Some(_), Some(ground)) = (form.get("table"), form.get("ground")) {
        let message = "a position has a table or ground of its own, not both";
        desk.fault(&ground.span, message);
    }
    let terrain = match form.text("table") {
        Some(name) => folder
            .terrain(name)
            .map_err(|error| failed(form.get("table"), &error))
            .ok()?,
        None => own_ground(desk, form)?,
    };
    let basing = folder
        .basing(form.text("basing").unwrap_or(options.scale.word()))
        .map_err(|error| failed(form.get("basing"), &error))
        .ok()?;
    let figures = folder
        .figures()
        .map_err(|error| failed(None, &error))
        .ok()?;
    let named = form.texts("armies");
    let armies: Vec<Army> = if named.is_empty() {
        Side::BOTH
            .into_iter()
            .map(|side| army(desk, form, side))
            .collect()
    } else {
        named
            .iter()
            .filter_map(|name| {
                folder
                    .army(name)
                    .map_err(|error| failed(form.get("armies"), &error))
                    .ok()
            })
            .collect()
    };
    let complete = is_complete(form, &named, &armies);
    let armies: Vec<Army> = armies
        .into_iter()
        .filter(|army| !army.divisions.is_empty())
        .collect();
    let edition = folder.edition();
    Facts::new(edition, options, figures, basing, terrain, &armies)
        .map(|facts| (Arc::new(facts), complete))
        .map_err(|error| {
            if complete {
                failed(None, &error);
            }
        })
        .ok()
}

/// The ground that a position writes itself; open ground if it writes none.
fn own_ground(desk: &Desk, form: &Form<'_>) -> Option<Terrain> {
    match form.table("ground") {
        Some(ground) => {
            let read = Terrain::from_form(desk, &ground);
            ground.close();
            read
        }
        None => Some(Terrain::open((Ticks(36_000), Ticks(24_000)))),
    }
}

/// Whether no block is doubled, and the armies are all that the form names or tells.
fn is_complete(form: &Form<'_>, named: &[String], armies: &[Army]) -> bool {
    let twice = form.doubled("unit") | form.doubled("division");
    !twice
        && if named.is_empty() {
            is_listed(form)
        } else {
            armies.len() == named.len()
        }
}

/// Whether every division and unit block says who it is and whose.
fn is_listed(form: &Form<'_>) -> bool {
    let aside = Desk::default();
    let blocks = ["division", "unit"]
        .into_iter()
        .flat_map(|key| form.blocks(key));
    for block in blocks {
        let name = block.node.get("name");
        let side = block.node.get("side");
        let name = name.and_then(|node| plain_name(&aside, node));
        let side = side.and_then(|node| aside.side(node));
        if name.is_none() || side.is_none() {
            return false;
        }
    }
    true
}

/// The army of one side: its division blocks with the unit blocks that name them.
fn army(desk: &Desk, form: &Form<'_>, side: Side) -> Army {
    let mut army = Army {
        name: side.to_string(),
        side,
        corps: None,
        divisions: Vec::new(),
    };
    for block in form.blocks("division") {
        let name = block.need("name").and_then(|node| plain_name(desk, node));
        let whose = block.need("side").and_then(|node| desk.side(node));
        let general = block
            .table("general")
            .and_then(|own| read_general(desk, own));
        let name = name.unwrap_or_default();
        if whose == Some(side) {
            let general = general.unwrap_or_else(|| standard(&format!("General of {name}")));
            army.divisions.push(DivisionEntry {
                name,
                general,
                units: Vec::new(),
            });
        }
        block.close();
    }
    if let Some(block) = form.table("corps") {
        army.corps = block
            .table(key_of(side))
            .and_then(|own| read_general(desk, own));
        block.get(key_of(side.enemy()));
        block.close();
    }
    for block in form.blocks("unit") {
        let whose = block.need("side").and_then(|node| desk.side(node));
        if whose != Some(side) {
            continue;
        }
        let Some(entry) = entry(desk, &block) else {
            continue;
        };
        let division = block.text("division").unwrap_or(match side {
            Side::Union => "Union",
            Side::Confederate => "Confederate",
        });
        match army.divisions.iter_mut().find(|own| own.name == division) {
            Some(own) => own.units.push(entry),
            None => army.divisions.push(DivisionEntry {
                name: division.to_owned(),
                general: standard(&format!("General of {division}")),
                units: vec![entry],
            }),
        }
    }
    army
}

fn standard(name: &str) -> GeneralEntry {
    GeneralEntry {
        name: name.to_owned(),
        value: 8,
        radius: Ticks(12_000),
        poor: false,
    }
}

fn entry(desk: &Desk, block: &Form<'_>) -> Option<UnitEntry> {
    let name = block.need("name").and_then(|node| plain_name(desk, node))?;
    let arm = block.word::<Arm>("kind").unwrap_or(Arm::Infantry);
    let bases = block
        .small("bases", 12)
        .unwrap_or(if arm == Arm::Battery { 1 } else { 6 });
    let points = block
        .get("points")
        .and_then(|node| desk.number(node, 0, 9999))
        .unwrap_or(0);
    Some(UnitEntry {
        name,
        arm,
        bases,
        quality: block.word::<Quality>("quality").unwrap_or(Quality::Regular),
        weapon: block
            .word::<Weapon>("weapon")
            .unwrap_or(Weapon::RifledMusket),
        guns: block.word::<Guns>("guns").unwrap_or(Guns::Field),
        points: u16::try_from(points).unwrap_or(0),
    })
}

/// Every key of a unit's block.
const KEYS_OF_A_UNIT: [&str; 25] = [
    "name",
    "side",
    "division",
    "kind",
    "bases",
    "quality",
    "weapon",
    "guns",
    "points",
    "formation",
    "mounted",
    "left",
    "joined",
    "at",
    "heading",
    "carried",
    "disordered",
    "fired",
    "charged",
    "broke_through",
    "entered",
    "actions",
    "orders",
    "reserve",
    "on_road",
];

/// A unit's place and state.
fn unit(desk: &Desk, unknown: Unknown<'_>, block: &Form<'_>, facts: &Facts, layout: &mut Layout) {
    // Keys of the list are read by `entry`, the others only if the unit is known; none of them is an unknown key.
    block.knows(&KEYS_OF_A_UNIT);
    let Some(name) = block.text("name") else {
        unknown(&block.head(), &missing("name"));
        return;
    };
    let Some(id) = facts.unit_named(name) else {
        unknown(&block.head(), &facts.no_unit(name));
        return;
    };
    let entry = facts.unit(id).entry.clone();
    let default = if entry.arm == Arm::Battery {
        Formation::Deployed
    } else {
        Formation::Line
    };
    let formation = block.word::<Formation>("formation").unwrap_or(default);
    let mounted = entry.arm == Arm::Cavalry && block.flag("mounted").unwrap_or(true);
    if let Some(node) = block.get("mounted")
        && entry.arm != Arm::Cavalry
        && desk.flag(node) == Some(true)
    {
        desk.fault(&node.span, "only cavalry is mounted");
    }
    let left = block.small("left", 12).unwrap_or(entry.bases);
    let joined = companion(unknown, block, "joined", facts);
    let at = block.get("at").and_then(|node| desk.point(node));
    let heading = heading(desk, block).unwrap_or(match facts.unit(id).side {
        Side::Union => 0,
        Side::Confederate => 18_000,
    });
    let carried = block.small("carried", 3).unwrap_or(0);
    let flag = |key| block.flag(key).unwrap_or(false);
    let own = layout.unit(id);
    own.formation = formation;
    own.mounted = mounted;
    own.slots = slots(facts, id, formation, mounted, left);
    own.carried = carried;
    own.disordered = flag("disordered");
    own.joined = joined;
    deeds(block, &mut own.deeds);
    let reserve = flag("reserve");
    own.place = match at {
        Some(at) => {
            own.pose = Pose::new(at, Heading::new(heading));
            Place::Table
        }
        None if reserve => Place::Reserve,
        None => Place::Waiting,
    };
    if flag("on_road") {
        chain(layout, id);
    }
}

/// What a unit has done in this turn.
fn deeds(block: &Form<'_>, deeds: &mut Deeds) {
    let small = |key| block.small(key, 9).unwrap_or(0);
    let flag = |key| block.flag(key).unwrap_or(false);
    deeds.fired = flag("fired");
    deeds.charged = flag("charged");
    deeds.broke_through = flag("broke_through");
    deeds.entered = flag("entered");
    deeds.actions = small("actions");
    deeds.orders = small("orders");
    deeds.obeyed = deeds.orders > 0;
}

/// The unit that a key names.
fn companion(
    unknown: Unknown<'_>,
    block: &Form<'_>,
    key: &'static str,
    facts: &Facts,
) -> Option<UnitId> {
    let name = block.text(key)?;
    let found = facts.unit_named(name);
    if found.is_none() {
        unknown(&block.head(), &facts.no_unit(name));
    }
    found
}

/// Section K: a heading from 0 to 360 degrees.
fn heading(desk: &Desk, block: &Form<'_>) -> Option<i32> {
    let angle = block.degrees("heading")?;
    if !(0..=36_000).contains(&angle) {
        let span = block
            .get("heading")
            .map_or_else(|| block.head(), |node| node.span.clone());
        let message = format!("a heading is 0 to 360 degrees, not {}", Degrees(angle));
        desk.fault(&span, message);
    }
    Some(angle)
}

/// A march column that stands along a straight road: the chain is its own straight column.
fn chain(layout: &mut Layout, id: UnitId) {
    let own = layout.unit(id);
    own.chain = own
        .slots
        .iter()
        .map(|slot| Pose::new(own.pose.at(slot.front), own.pose.heading))
        .collect();
}

/// Generals stand where their blocks say; a general without a block stands 1.00 UM behind the first unit of his division.
fn generals(
    desk: &Desk,
    unknown: Unknown<'_>,
    form: &Form<'_>,
    facts: &Facts,
    layout: &mut Layout,
) {
    let mut told = Vec::new();
    for block in form.blocks("general") {
        let name = block.need("name").and_then(|node| desk.text(node));
        let Some(name) = name else {
            continue;
        };
        let Some(id) = facts.general_named(name) else {
            unknown(&block.head(), &facts.no_general(name));
            continue;
        };
        told.push(id);
        let at = block.get("at").and_then(|node| desk.point(node));
        let heading = heading(desk, &block).unwrap_or(0);
        let with = companion(unknown, &block, "with", facts);
        let own = layout.general(id);
        own.pose = at.map(|at| Pose::new(at, Heading::new(heading)));
        own.attached = with;
        block.close();
        if let Some(unit) = with
            && at.is_none()
        {
            let pose = layout.unit(unit).pose;
            layout.general(id).pose = Some(pose.leg(Turn(18_000), Ticks(2000)));
        }
    }
    for (id, general) in facts.generals() {
        if told.contains(&id) {
            continue;
        }
        let first = facts.units().find(|(unit, own)| {
            Some(own.division) == general.division && layout.so_far().unit(*unit).on_table()
        });
        if let Some((unit, _)) = first {
            let own = layout.so_far().unit(unit);
            let depth =
                longroll_tabletop::enclosing(&own.slots).map_or(400, |slot| slot.size.depth.0);
            let pose = own.pose.leg(Turn(18_000), Ticks(depth + 1000));
            // On a table too small for that he stands in the middle, and is told to be beyond it if he is.
            let inside = |place: i32, size: Ticks| {
                let margin = size.half().0.min(1100);
                place.clamp(margin, size.0 - margin)
            };
            let (width, depth) = facts.terrain.size;
            let inside = Point::new(inside(pose.front.x(), width), inside(pose.front.y(), depth));
            layout.general(id).pose = Some(Pose::new(inside, pose.heading));
        }
    }
}

/// Where play begins: `begin = "setup" | "deployment" | "turn" | "generals"`, or the activation of a division.
fn begin(
    desk: &Desk,
    unknown: Unknown<'_>,
    form: &Form<'_>,
    facts: &Facts,
    layout: &mut Layout,
) -> Option<Vec<Frame>> {
    let Some(node) = form.get("begin") else {
        return Some(Vec::new());
    };
    match &node.value {
        Value::Text(word) => match word.as_str() {
            "setup" => Some(vec![Campaign::default().into()]),
            "deployment" => Some(vec![Deployment::default().into()]),
            "battle" => Some(vec![Campaign::deployed().into()]),
            "turn" => Some(vec![TurnFrame::new(layout.so_far().turn()).into()]),
            "generals" => Some(vec![Generals::default().into()]),
            _ => {
                desk.fault(&node.span, "begin is setup, deployment, battle, turn, generals or { activation = \"...\" }");
                None
            }
        },
        _ => {
            let block = Form::open(desk, node)?;
            let name = block.need("activation").and_then(|node| desk.text(node))?;
            let Some(division) = facts.division_named(name) else {
                unknown(&node.span, &facts.no_division(name));
                return None;
            };
            let (orders, marches) = (block.small("orders", 9), block.small("division_orders", 2));
            let fresh = block.flag("fresh").unwrap_or(false);
            block.close();
            if fresh {
                return Some(vec![Activation::new(division).into()]);
            }
            layout.active(division);
            let frame = Activation::resumed(division, orders.unwrap_or(0), marches.unwrap_or(0));
            Some(vec![frame.into()])
        }
    }
}
