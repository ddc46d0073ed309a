//! One unit of a small battlefield, as a test writes it.

use longroll_board::Hand;
use longroll_catalog::facts::{Ammunition, Arm, Orders};
use longroll_core::Side;
use longroll_position::{Cohesion, Deeds};

/// One unit to be set up. Friends are the Union and phasing unless a test says otherwise.
#[derive(Clone)]
pub struct Spec {
    pub side: Side,
    pub arm: Arm,
    pub weapon: &'static str,
    pub sections: Vec<(u8, &'static str)>,
    pub sp: u8,
    pub printed: Option<u8>,
    pub cohesion: (u8, u8),
    pub ma: u8,
    pub hex: &'static str,
    pub facing: &'static str,
    pub orders: Orders,
    pub standing: Cohesion,
    pub refused: Option<Hand>,
    pub line: (Option<&'static str>, Option<&'static str>),
    pub column: Option<&'static str>,
    pub detachment: bool,
    pub immobile: bool,
    pub dismounted: bool,
    pub green: bool,
    pub ammunition: Ammunition,
    pub deeds: Deeds,
    pub spent: u8,
    pub brigade: usize,
    pub loose: bool,
}

macro_rules! with {
    ($($name:ident: $type:ty => $change:expr;)+) => {
        impl Spec {
            $(pub fn $name(mut self, value: $type) -> Self {
                let change: fn(&mut Self, $type) = $change;
                change(&mut self, value);
                self
            })+
        }
    };
}

with! {
    sp: u8 => |spec, sp| spec.sp = sp;
    printed: u8 => |spec, sp| spec.printed = Some(sp);
    weapon: &'static str => |spec, weapon| spec.weapon = weapon;
    sections: &[(u8, &'static str)] => |spec, sections| {
        spec.sp = sections.iter().map(|(guns, _)| guns).sum();
        spec.sections = sections.to_vec();
    };
    ma: u8 => |spec, ma| spec.ma = ma;
    refused: Hand => |spec, hand| spec.refused = Some(hand);
    left: &'static str => |spec, hex| spec.line.0 = Some(hex);
    right: &'static str => |spec, hex| spec.line.1 = Some(hex);
    rear: &'static str => |spec, hex| spec.column = Some(hex);
    ammunition: Ammunition => |spec, ammunition| spec.ammunition = ammunition;
    brigade: usize => |spec, brigade| spec.brigade = brigade;
    deed: Deeds => |spec, deed| spec.deeds.note(deed);
    spent: u8 => |spec, mp| {
        spec.spent = mp;
        spec.deeds.note(Deeds::MOVED);
    };
}

impl Spec {
    pub fn attack(mut self) -> Self {
        self.orders = Orders::Attack;
        self
    }

    pub fn march(mut self) -> Self {
        self.orders = Orders::March;
        self
    }

    pub fn disordered(mut self) -> Self {
        self.standing = Cohesion::Disordered;
        self
    }

    pub fn detachment(mut self) -> Self {
        self.detachment = true;
        self
    }

    pub fn immobile(mut self) -> Self {
        self.immobile = true;
        self
    }

    pub fn dismounted(mut self) -> Self {
        self.dismounted = true;
        self
    }

    pub fn green(mut self) -> Self {
        self.green = true;
        self
    }

    /// Of a division and no brigade.
    pub fn loose(mut self) -> Self {
        self.loose = true;
        self
    }
}

fn spec(side: Side, arm: Arm, hex: &'static str, facing: &'static str) -> Spec {
    let (sp, ma, weapon) = match arm {
        Arm::Infantry => (5, 6, "R"),
        Arm::Cavalry => (4, 10, "C"),
        Arm::Artillery => (4, 8, "N"),
        Arm::Gunboat => (6, 0, "NG"),
    };
    Spec {
        side,
        arm,
        weapon,
        sections: Vec::new(),
        sp,
        printed: None,
        cohesion: (6, 5),
        ma,
        hex,
        facing,
        orders: Orders::Advance,
        standing: Cohesion::GoodOrder,
        refused: None,
        line: (None, None),
        column: None,
        detachment: false,
        immobile: false,
        dismounted: false,
        green: false,
        ammunition: Ammunition::Full,
        deeds: Deeds::NONE,
        spent: 0,
        brigade: 0,
        loose: false,
    }
}

pub fn infantry(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Union, Arm::Infantry, hex, facing)
}

pub fn cavalry(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Union, Arm::Cavalry, hex, facing)
}

pub fn battery(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Union, Arm::Artillery, hex, facing)
}

pub fn gunboat(hex: &'static str) -> Spec {
    spec(Side::Union, Arm::Gunboat, hex, "N")
}

pub fn enemy(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Confederate, Arm::Infantry, hex, facing)
}

pub fn enemy_cavalry(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Confederate, Arm::Cavalry, hex, facing)
}

pub fn enemy_battery(hex: &'static str, facing: &'static str) -> Spec {
    spec(Side::Confederate, Arm::Artillery, hex, facing)
}
