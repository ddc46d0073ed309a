//! SfG 1.1, 1.3, 2.5-distances, 2.6-gun-table: the printed figures, read from data.

use longroll_tabletop::{BaseSize as Size, Ticks};

use super::kinds::{Arm, Gait, GroundClass};
use crate::reading::{Desk, Faults, Form, parse};
use crate::words::Word;

/// SfG 1.3: what one base of an arm is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BaseFactors {
    /// Dice in melee.
    pub melee: u8,
    /// Dice in fire.
    pub fire: u8,
    /// Losses that remove it.
    pub losses: u8,
}

/// SfG 2.5-distances: a row of the movement table; nothing where it says "No".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// In the open.
    pub standard: Ticks,
    /// On a road.
    pub road: Option<Ticks>,
    /// Through broken ground.
    pub broken: Option<Ticks>,
    /// Through difficult ground.
    pub difficult: Option<Ticks>,
    /// Across an obstacle.
    pub obstacle: Option<Ticks>,
}

impl Pace {
    /// The column of a class of ground; nothing where it is barred.
    #[must_use]
    pub const fn on(&self, class: GroundClass) -> Option<Ticks> {
        match class {
            GroundClass::Open => Some(self.standard),
            GroundClass::Broken => self.broken,
            GroundClass::Difficult => self.difficult,
            GroundClass::Ford => self.obstacle,
            GroundClass::Impassable => None,
        }
    }
}

/// SfG 2.6-gun-table: one bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bracket {
    /// Up to and including.
    pub reach: Ticks,
    /// Dice.
    pub dice: u8,
    /// Number needed in the open.
    pub needs: u8,
}

/// All printed figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    factors: [BaseFactors; 3],
    paces: [Pace; 6],
    /// The brackets of guns, the nearest first.
    pub guns: Vec<Bracket>,
}

impl Figures {
    /// SfG 1.3.
    #[must_use]
    pub const fn factors(&self, arm: Arm) -> BaseFactors {
        self.factors[arm as usize]
    }

    /// SfG 2.5-distances.
    #[must_use]
    pub const fn pace(&self, gait: Gait) -> Pace {
        self.paces[gait as usize]
    }

    /// Reads the file of figures.
    ///
    /// # Errors
    /// Every fault with its line.
    pub fn read(name: &str, text: &str) -> Result<Self, Faults> {
        read_file(name, text, |desk, form| {
            desk.source(form);
            let factors = factors(desk, form);
            let paces = paces(desk, form);
            let guns = brackets(desk, form);
            let (factors, paces) = (
                complete(desk, form, "base", factors),
                complete(desk, form, "move", paces),
            );
            Some(Self {
                factors: factors?,
                paces: paces?,
                guns,
            })
        })
    }
}

/// SfG 1.3: the rows that can be read.
fn factors(desk: &Desk, form: &Form<'_>) -> Vec<(Arm, BaseFactors)> {
    let mut factors = Vec::new();
    for block in form.blocks("base") {
        let arm = block.need("arm").and_then(|node| desk.word::<Arm>(node));
        let [melee, fire] =
            ["melee", "fire"].map(|key| block.need(key).and_then(|node| desk.small(node, 9)));
        let losses = block.need("losses").and_then(|node| {
            let losses = desk.number(node, 1, 9)?;
            u8::try_from(losses).ok()
        });
        if let (Some(arm), Some(melee), Some(fire), Some(losses)) = (arm, melee, fire, losses) {
            factors.push((
                arm,
                BaseFactors {
                    melee,
                    fire,
                    losses,
                },
            ));
        }
        block.close();
    }
    factors
}

/// SfG 2.5-distances: the rows that can be read.
fn paces(desk: &Desk, form: &Form<'_>) -> Vec<(Gait, Pace)> {
    let mut paces = Vec::new();
    for block in form.blocks("move") {
        let gait = block.need("gait").and_then(|node| desk.word::<Gait>(node));
        let standard = block.need("standard").and_then(|node| desk.measure(node));
        let [road, broken, difficult, obstacle] =
            ["road", "broken", "difficult", "obstacle"].map(|key| block.measure(key));
        if let (Some(gait), Some(standard)) = (gait, standard) {
            paces.push((
                gait,
                Pace {
                    standard,
                    road,
                    broken,
                    difficult,
                    obstacle,
                },
            ));
        }
        block.close();
    }
    paces
}

/// SfG 2.6-gun-table: the brackets that can be read, and whether they stand in order.
fn brackets(desk: &Desk, form: &Form<'_>) -> Vec<Bracket> {
    let mut guns: Vec<Bracket> = Vec::new();
    for block in form.blocks("gun") {
        let reach = block.need("reach").and_then(|node| desk.measure(node));
        let dice = block.need("dice").and_then(|node| desk.small(node, 9));
        // A die shows 1 to 6: no other number can be needed of it in the open.
        let needs = block.need("needs").and_then(|node| {
            let needs = desk.number(node, 1, 6)?;
            u8::try_from(needs).ok()
        });
        if let (Some(reach), Some(dice), Some(needs)) = (reach, dice, needs) {
            if guns.last().is_some_and(|last| last.reach >= reach) {
                desk.fault(&block.head(), "brackets stand in the order of their reach");
            }
            guns.push(Bracket { reach, dice, needs });
        }
        block.close();
    }
    if guns.is_empty() && form.blocks("gun").is_empty() {
        desk.fault(&form.head(), "no bracket of guns is given");
    }
    guns
}

/// One row for each word, none twice. A row that cannot be read is missed by nobody: its own fault is told.
fn complete<W: Word + PartialEq + core::fmt::Display, T: Copy, const N: usize>(
    desk: &Desk,
    form: &Form<'_>,
    key: &'static str,
    rows: Vec<(W, T)>,
) -> Option<[T; N]> {
    if form.blocks(key).len() > rows.len() {
        return None;
    }
    let mut found = Vec::with_capacity(N);
    for (word, text) in W::WORDS {
        let mut own = rows.iter().filter(|(known, _)| known == word);
        match (own.next(), own.next()) {
            (Some((_, row)), None) => found.push(*row),
            (None, _) => desk.fault(&form.head(), format!("no row for {text}")),
            (Some(_), Some(_)) => desk.fault(&form.head(), format!("two rows for {text}")),
        }
    }
    <[T; N]>::try_from(found).ok()
}

/// SfG 1.1, 1.4: sizes of the bases in ticks for one scale of figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Basing {
    /// Its name.
    pub name: String,
    /// The unit of measure in hundredths of a millimetre.
    pub um: i32,
    /// Infantry and dismounted cavalry.
    pub infantry: Size,
    /// Mounted cavalry.
    pub cavalry: Size,
    /// A battery.
    pub battery: Size,
    /// A division general.
    pub division_general: Size,
    /// A corps general.
    pub corps_general: Size,
}

impl Basing {
    /// Reads a basing file: sizes in centimetres become ticks.
    ///
    /// # Errors
    /// Every fault with its line.
    pub fn read(name: &str, text: &str) -> Result<Self, Faults> {
        read_file(name, text, |desk, form| {
            let title = form.need("name").and_then(|node| desk.text(node));
            desk.source(form);
            // A length in centimetres with three decimals is a whole number of hundredths of a millimetre.
            let um = form.need("um").and_then(|node| {
                let um = desk.length(node)?;
                if um.0 <= 0 {
                    desk.fault(&node.span, "the unit of measure is longer than nothing");
                }
                (um.0 > 0).then_some(um)
            });
            let size = |key| -> Option<Size> {
                form.need(key)?;
                let block = form.table(key)?;
                let side = |key| {
                    let node = block.need(key)?;
                    let (length, um) = (desk.length(node)?, um?);
                    let ticks =
                        (i64::from(length.0) * 1000 + i64::from(um.0) / 2) / i64::from(um.0);
                    if !(100..=5000).contains(&ticks) {
                        desk.fault(&node.span, "a base measures between 0.10 and 5.00 UM");
                    }
                    i32::try_from(ticks).ok().map(Ticks)
                };
                let (front, depth) = (side("front"), side("depth"));
                block.close();
                Some(Size::new(front?, depth?))
            };
            let (infantry, cavalry, battery) = (size("infantry"), size("cavalry"), size("battery"));
            let (division_general, corps_general) =
                (size("division_general"), size("corps_general"));
            Some(Self {
                name: title?.to_owned(),
                um: um?.0,
                infantry: infantry?,
                cavalry: cavalry?,
                battery: battery?,
                division_general: division_general?,
                corps_general: corps_general?,
            })
        })
    }
}

/// Opens a file, reads it, and hands back all its faults if it has any.
pub(crate) fn read_file<T>(
    name: &str,
    text: &str,
    read: impl FnOnce(&Desk, &Form<'_>) -> Option<T>,
) -> Result<T, Faults> {
    let mut syntax = Vec::new();
    let root = parse(text, &mut syntax);
    if !syntax.is_empty() {
        return Err(Faults::of(name, text, syntax));
    }
    let desk = Desk::default();
    let mut value = None;
    if let Some(form) = Form::open(&desk, &root) {
        value = read(&desk, &form);
        form.close();
    }
    if value.is_none() && desk.count() == 0 {
        desk.fault(&(0..0), "the file is not complete");
    }
    match value {
        Some(value) if desk.count() == 0 => Ok(value),
        _ => Err(Faults::of(name, text, desk.into_faults())),
    }
}
