//! Order notation: a word, then parts between commas. One table prints and reads: [`FORMS`] is also what people are told.

use longroll_core::{NotationError, clip, did_you_mean};
use longroll_tabletop::{Heading, Point, Pose, Turn};

use crate::choice::{Choice, End, Giver, Part, Pivot, Plan, Saddle};
use crate::facts::{Arm, Facts, Formation, GeneralId, UnitId};
use crate::measure::{Degrees, Um, read_degrees, read_length};
use crate::words::Word;

/// Reads the parts of one choice.
type Read = fn(&mut Parts<'_>) -> Result<Choice, NotationError>;

/// The words of a choice, how its parts are written, and how they are read.
type Form = (&'static str, &'static str, Read);

/// Every choice: its words, how its parts are written, and how they are read.
pub const FORMS: &[Form] = &[
    ("objectives", "X Y, X Y", |parts| {
        Ok(Choice::Objectives([parts.point()?, parts.point()?]))
    }),
    (
        "place",
        "UNIT, FORMATION, X Y, HEADING[, dismounted]",
        |parts| {
            let (unit, formation) = (parts.unit()?, parts.word("a formation")?);
            let pose = parts.pose()?;
            let mounted =
                parts.facts.unit(unit).entry.arm == Arm::Cavalry && !parts.takes("dismounted");
            Ok(Choice::Place {
                unit,
                formation,
                mounted,
                pose,
            })
        },
    ),
    ("reserve", "UNIT, TURN", |parts| {
        Ok(Choice::Reserve {
            unit: parts.unit()?,
            due: parts.small("turn")?,
        })
    }),
    ("station", "GENERAL, X Y, HEADING", |parts| {
        Ok(Choice::Station {
            general: parts.general()?,
            pose: parts.pose()?,
        })
    }),
    ("general", "GENERAL, X Y, HEADING[, with UNIT]", |parts| {
        let (general, pose) = (parts.general()?, parts.pose()?);
        let attach = match parts.strip("with ") {
            Some(name) => Some(parts.find_unit(name)?),
            None => None,
        };
        Ok(Choice::General {
            general,
            pose,
            attach,
        })
    }),
    ("done", "", |_| Ok(Choice::Done)),
    (
        "enter",
        "UNIT, FORMATION, X Y, HEADING[, PART]...",
        |parts| {
            let (unit, formation) = (parts.unit()?, parts.word("a formation")?);
            Ok(Choice::Enter {
                unit,
                formation,
                pose: parts.pose()?,
                plan: parts.plan()?,
            })
        },
    ),
    ("division order", "", |_| Ok(Choice::DivisionOrder)),
    ("order", "UNIT", |parts| {
        Ok(Choice::Order {
            unit: parts.unit()?,
        })
    }),
    ("corps order", "UNIT", |parts| {
        Ok(Choice::CorpsOrder {
            unit: parts.unit()?,
        })
    }),
    (
        "charge",
        "UNIT, TARGET, BEARING[, turn PIVOT ANGLE][, by corps]",
        |parts| {
            let (unit, target) = (parts.unit()?, parts.unit()?);
            let bearing = parts.angle()?;
            let turn = match parts.strip("turn ") {
                Some(rest) => Some(read_turn(rest)?),
                None => None,
            };
            let by = match parts.strip("by ") {
                Some(giver) => read_word(giver)?,
                None => Giver::Division,
            };
            Ok(Choice::Charge {
                unit,
                target,
                turn,
                bearing,
                by,
            })
        },
    ),
    ("fire", "UNIT, TARGET", |parts| {
        Ok(Choice::Fire {
            unit: parts.unit()?,
            target: parts.unit()?,
        })
    }),
    ("limber", "UNIT", |parts| {
        Ok(Choice::Limber {
            unit: parts.unit()?,
        })
    }),
    ("deploy", "UNIT", |parts| {
        Ok(Choice::Deploy {
            unit: parts.unit()?,
        })
    }),
    ("join", "BATTERY, BRIGADE[, gap BASE left|right]", |parts| {
        let (battery, brigade) = (parts.unit()?, parts.unit()?);
        let gap = match parts.strip("gap ") {
            Some(rest) => {
                let (base, end) = two(rest, "base and side of the gap")?;
                Some((read_small(base, "base")?, read_word(end)?))
            }
            None => None,
        };
        Ok(Choice::Join {
            battery,
            brigade,
            gap,
        })
    }),
    ("move", "UNIT[, PART]...", |parts| {
        Ok(Choice::Move {
            unit: parts.unit()?,
            plan: parts.plan()?,
        })
    }),
    ("stand and fire", "", |_| Ok(Choice::StandAndFire)),
    ("stand", "", |_| Ok(Choice::Stand)),
    ("flee", "", |_| Ok(Choice::Flee)),
    ("remove", "left|right", |parts| {
        Ok(Choice::Remove(parts.word("left or right")?))
    }),
    ("slide", "left|right", |parts| {
        Ok(Choice::Slide(parts.word("left or right")?))
    }),
    ("assign", "BASE, TARGET", |parts| {
        Ok(Choice::Assign {
            base: parts.small("base")?,
            target: parts.unit()?,
        })
    }),
    ("stay", "", |_| Ok(Choice::Stay)),
    ("reorganise", "", |_| Ok(Choice::Reorganise)),
    ("break through", "TARGET", |parts| {
        Ok(Choice::BreakThrough {
            target: parts.unit()?,
        })
    }),
    ("end", "", |_| Ok(Choice::End)),
];

/// The parts of a move as they are written.
pub const PART_FORMS: &[&str] = &[
    "form FORMATION[ on BASE as BASE][ odd left|right]",
    "mount",
    "dismount",
    "go BEARING LENGTH",
    "turn left|right|middle ANGLE",
    "road LENGTH",
];

/// What is wrong with a text that cannot be read, with the names that may have been meant.
#[must_use]
pub fn told(facts: &Facts, error: &NotationError) -> String {
    match error {
        NotationError::Unknown {
            found,
            expected: "unit",
        } => {
            let near = did_you_mean(found, facts.units().map(|(_, own)| own.name.as_str()));
            format!("'{}' is no unit{near}", clip(found))
        }
        NotationError::Unknown {
            found,
            expected: "general",
        } => {
            let near = did_you_mean(found, facts.generals().map(|(_, own)| own.name.as_str()));
            format!("'{}' is no general{near}", clip(found))
        }
        _ => error.to_string(),
    }
}

/// The choice in order notation.
#[must_use]
pub fn print(facts: &Facts, choice: &Choice) -> String {
    let (word, parts) = printed(facts, choice);
    if parts.is_empty() {
        word.to_owned()
    } else {
        format!("{word} {}", parts.join(", "))
    }
}

/// The word of a choice and its parts.
fn printed(facts: &Facts, choice: &Choice) -> (&'static str, Vec<String>) {
    let unit = |id: &UnitId| facts.unit(*id).name.clone();
    match choice {
        Choice::Objectives(at) => ("objectives", at.iter().map(|at| print_point(*at)).collect()),
        Choice::Place { .. } => ("place", place_parts(facts, choice)),
        Choice::Reserve { unit: id, due } => ("reserve", vec![unit(id), due.to_string()]),
        Choice::Station { general, pose } => ("station", general_parts(facts, *general, *pose)),
        Choice::General {
            general,
            pose,
            attach,
        } => {
            let mut parts = general_parts(facts, *general, *pose);
            parts.extend(attach.map(|id| format!("with {}", unit(&id))));
            ("general", parts)
        }
        Choice::Done => ("done", Vec::new()),
        Choice::Enter { plan, .. } => {
            let mut parts = place_parts(facts, choice);
            parts.extend(plan.0.iter().map(print_part));
            ("enter", parts)
        }
        Choice::DivisionOrder => ("division order", Vec::new()),
        Choice::Order { unit: id } => ("order", vec![unit(id)]),
        Choice::CorpsOrder { unit: id } => ("corps order", vec![unit(id)]),
        Choice::Charge { .. } => ("charge", charge_parts(facts, choice)),
        Choice::Fire { unit: id, target } => ("fire", vec![unit(id), unit(target)]),
        Choice::Limber { unit: id } => ("limber", vec![unit(id)]),
        Choice::Deploy { unit: id } => ("deploy", vec![unit(id)]),
        Choice::Join {
            battery,
            brigade,
            gap,
        } => {
            let mut parts = vec![unit(battery), unit(brigade)];
            parts.extend(gap.map(|(base, end)| format!("gap {base} {end}")));
            ("join", parts)
        }
        Choice::Move { unit: id, plan } => {
            let mut parts = vec![unit(id)];
            parts.extend(plan.0.iter().map(print_part));
            ("move", parts)
        }
        Choice::Stand => ("stand", Vec::new()),
        Choice::StandAndFire => ("stand and fire", Vec::new()),
        Choice::Flee => ("flee", Vec::new()),
        Choice::Remove(end) => ("remove", vec![end.to_string()]),
        Choice::Slide(end) => ("slide", vec![end.to_string()]),
        Choice::Assign { base, target } => ("assign", vec![base.to_string(), unit(target)]),
        Choice::Stay => ("stay", Vec::new()),
        Choice::Reorganise => ("reorganise", Vec::new()),
        Choice::BreakThrough { target } => ("break through", vec![unit(target)]),
        Choice::End => ("end", Vec::new()),
    }
}

fn print_point(at: Point) -> String {
    format!("{} {}", um(at.x()), um(at.y()))
}

fn print_pose(pose: Pose) -> [String; 2] {
    let heading = Degrees(pose.heading.hundredths()).to_string();
    [print_point(pose.front), heading]
}

fn general_parts(facts: &Facts, general: GeneralId, pose: Pose) -> Vec<String> {
    let mut parts = vec![facts.general(general).name.clone()];
    parts.extend(print_pose(pose));
    parts
}

/// Where a unit is set up or enters, and in which formation.
fn place_parts(facts: &Facts, choice: &Choice) -> Vec<String> {
    let (Choice::Place {
        unit,
        formation,
        pose,
        ..
    }
    | Choice::Enter {
        unit,
        formation,
        pose,
        ..
    }) = choice
    else {
        return Vec::new();
    };
    let own = facts.unit(*unit);
    let mut parts = vec![own.name.clone(), formation.to_string()];
    parts.extend(print_pose(*pose));
    let afoot = matches!(choice, Choice::Place { mounted: false, .. });
    parts.extend((afoot && own.entry.arm == Arm::Cavalry).then(|| "dismounted".to_owned()));
    parts
}

fn charge_parts(facts: &Facts, choice: &Choice) -> Vec<String> {
    let Choice::Charge {
        unit,
        target,
        turn,
        bearing,
        by,
    } = choice
    else {
        return Vec::new();
    };
    let mut parts: Vec<String> = [unit, target]
        .map(|id| facts.unit(*id).name.clone())
        .to_vec();
    parts.push(Degrees(bearing.0).to_string());
    parts.extend(turn.map(|(pivot, angle)| print_part(&Part::Turn { pivot, angle })));
    parts.extend((*by == Giver::Corps).then(|| format!("by {by}")));
    parts
}

fn um(ticks: i32) -> Um {
    Um(longroll_tabletop::Ticks(ticks))
}

fn print_part(part: &Part) -> String {
    match part {
        Part::Form {
            formation,
            anchor,
            odd,
        } => {
            let anchor = anchor.map_or(String::new(), |(base, slot)| {
                format!(" on {base} as {slot}")
            });
            let odd = odd.map_or(String::new(), |end| format!(" odd {end}"));
            format!("form {formation}{anchor}{odd}")
        }
        Part::Saddle(saddle) => saddle.to_string(),
        Part::Go { bearing, length } => format!("go {} {}", Degrees(bearing.0), Um(*length)),
        Part::Turn { pivot, angle } => format!("turn {pivot} {}", Degrees(angle.0)),
        Part::Road { length } => format!("road {}", Um(*length)),
    }
}

/// The form of a text and what follows its word: `corps order` before `order`.
fn form(text: &str) -> Option<(&str, &'static Form)> {
    let begins = |word: &str| {
        text.strip_prefix(word)
            .filter(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    FORMS
        .iter()
        .filter_map(|form| begins(form.0).map(|rest| (rest, form)))
        .min_by_key(|(rest, _)| rest.len())
}

/// The word of a choice that is written out, and how its parts are written.
#[must_use]
pub fn form_of(text: &str) -> Option<(&'static str, &'static str)> {
    form(text).map(|(_, (word, parts, _))| (*word, *parts))
}

/// The choice that a text means.
///
/// # Errors
/// What is wrong with the text.
pub fn read(facts: &Facts, text: &str) -> Result<Choice, NotationError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NotationError::Empty);
    }
    let Some((rest, (_, _, read))) = form(text) else {
        return Err(NotationError::UnknownOrder {
            word: text
                .split_whitespace()
                .next()
                .unwrap_or_default()
                .to_owned(),
            known: FORMS
                .iter()
                .map(|(word, ..)| *word)
                .collect::<Vec<_>>()
                .join(", "),
        });
    };
    let rest = rest.trim();
    let list: Vec<&str> = if rest.is_empty() {
        Vec::new()
    } else {
        rest.split(',').map(str::trim).collect()
    };
    let mut parts = Parts {
        facts,
        list,
        next: 0,
    };
    let choice = read(&mut parts)?;
    match parts.list.get(parts.next) {
        Some(found) => Err(NotationError::LeftOver {
            found: (*found).to_owned(),
        }),
        None => Ok(choice),
    }
}

/// What stands between the commas.
pub struct Parts<'t> {
    facts: &'t Facts,
    list: Vec<&'t str>,
    next: usize,
}

impl core::fmt::Debug for Parts<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(&self.list[self.next..]).finish()
    }
}

fn unknown(found: &str, expected: &'static str) -> NotationError {
    NotationError::Unknown {
        found: found.to_owned(),
        expected,
    }
}

fn two<'t>(text: &'t str, expected: &'static str) -> Result<(&'t str, &'t str), NotationError> {
    text.trim()
        .split_once(' ')
        .map(|(a, b)| (a.trim(), b.trim()))
        .ok_or_else(|| unknown(text, expected))
}

fn read_small(text: &str, expected: &'static str) -> Result<u8, NotationError> {
    text.parse().map_err(|_| unknown(text, expected))
}

fn read_word<W: Word>(text: &str) -> Result<W, NotationError> {
    W::from_word(text).ok_or_else(|| unknown(text, W::FITS))
}

fn read_angle(text: &str) -> Result<Turn, NotationError> {
    read_degrees(text)
        .filter(|angle| (-18_000..=18_000).contains(angle))
        .map(Turn)
        .ok_or_else(|| unknown(text, "angle from -180 to 180 degrees"))
}

fn read_turn(text: &str) -> Result<(Pivot, Turn), NotationError> {
    let (pivot, angle) = two(text, "pivot and angle")?;
    Ok((read_word(pivot)?, read_angle(angle)?))
}

impl<'t> Parts<'t> {
    fn next(&mut self, expected: &'static str) -> Result<&'t str, NotationError> {
        let found = self
            .list
            .get(self.next)
            .copied()
            .filter(|found| !found.is_empty());
        self.next += 1;
        found.ok_or(NotationError::Missing { expected })
    }

    /// Whether the next part is this word; then it is read.
    fn takes(&mut self, word: &str) -> bool {
        let found = self.list.get(self.next) == Some(&word);
        self.next += usize::from(found);
        found
    }

    fn strip(&mut self, prefix: &str) -> Option<&'t str> {
        let rest = self.list.get(self.next)?.strip_prefix(prefix)?;
        self.next += 1;
        Some(rest.trim())
    }

    fn find_unit(&self, name: &str) -> Result<UnitId, NotationError> {
        self.facts
            .unit_named(name)
            .ok_or_else(|| unknown(name, "unit"))
    }

    fn unit(&mut self) -> Result<UnitId, NotationError> {
        let name = self.next("unit")?;
        self.find_unit(name)
    }

    fn general(&mut self) -> Result<GeneralId, NotationError> {
        let name = self.next("general")?;
        self.facts
            .general_named(name)
            .ok_or_else(|| unknown(name, "general"))
    }

    fn word<W: Word>(&mut self, expected: &'static str) -> Result<W, NotationError> {
        self.next(expected).and_then(read_word)
    }

    fn small(&mut self, expected: &'static str) -> Result<u8, NotationError> {
        let text = self.next(expected)?;
        read_small(text, expected)
    }

    fn angle(&mut self) -> Result<Turn, NotationError> {
        self.next("angle").and_then(read_angle)
    }

    fn point(&mut self) -> Result<Point, NotationError> {
        let text = self.next("place")?;
        let (x, y) = two(text, "place X Y")?;
        let read = |part: &str| read_length(part).ok_or_else(|| unknown(part, "length in UM"));
        Ok(Point::new(read(x)?.0, read(y)?.0))
    }

    fn pose(&mut self) -> Result<Pose, NotationError> {
        let front = self.point()?;
        let text = self.next("heading")?;
        let heading = read_degrees(text)
            .filter(|angle| (0..36_000).contains(angle))
            .ok_or_else(|| unknown(text, "heading from 0 to 359.99 degrees"))?;
        Ok(Pose::new(front, Heading::new(heading)))
    }

    fn plan(&mut self) -> Result<Plan, NotationError> {
        let mut plan = Plan::default();
        while self.next < self.list.len() {
            let text = self.next("part of a move")?;
            plan.0.push(read_part(text)?);
        }
        Ok(plan)
    }
}

fn read_part(text: &str) -> Result<Part, NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let length = |text: &str| read_length(text).ok_or_else(|| unknown(text, "length in UM"));
    match words.as_slice() {
        ["mount"] => Ok(Part::Saddle(Saddle::Mount)),
        ["dismount"] => Ok(Part::Saddle(Saddle::Dismount)),
        ["go", bearing, far] => Ok(Part::Go {
            bearing: read_angle(bearing)?,
            length: length(far)?,
        }),
        ["turn", pivot, angle] => Ok(Part::Turn {
            pivot: read_word(pivot)?,
            angle: read_angle(angle)?,
        }),
        ["road", far] => Ok(Part::Road {
            length: length(far)?,
        }),
        ["form", formation, rest @ ..] => {
            let formation: Formation = read_word(formation)?;
            let (anchor, rest) = match rest {
                ["on", base, "as", slot, rest @ ..] => (
                    Some((read_small(base, "base")?, read_small(slot, "base")?)),
                    rest,
                ),
                rest => (None, rest),
            };
            let odd: Option<End> = match rest {
                [] => None,
                ["odd", end] => Some(read_word(end)?),
                _ => return Err(unknown(text, "change of formation")),
            };
            Ok(Part::Form {
                formation,
                anchor,
                odd,
            })
        }
        _ => Err(unknown(
            text,
            "part of a move (form, mount, dismount, go, turn, road)",
        )),
    }
}
