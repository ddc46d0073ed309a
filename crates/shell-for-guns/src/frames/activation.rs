//! SfG 2.3: the activation of a division: orders, fire, guns, in any sequence its player likes (SfG 2.3-free).

use longroll_core::{ChanceError, Refusal, Terms};
use longroll_rule::Rule;
use longroll_tabletop::Turn;
use serde::{Deserialize, Serialize};

use super::charge::Charge;
use super::entering::Entering;
use super::fire::Firing;
use super::marching::Marching;
use super::ordering::Ordering;
use super::procedure::{Answer, Ask, Flow, Procedure, Prompt, not_asked};
use super::settling::{ends_by_collapse, take_objectives};
use crate::choice::{Choice, Giver, Pivot};
use crate::command;
use crate::event::{Cause, Event, Stance};
use crate::facts::{Arm, DivisionId, Formation, GeneralId, UnitId};
use crate::fighting::charging::{self, ChargeWay};
use crate::fighting::firing;
use crate::joining;
use crate::look::Look;
use crate::options::{CorpsOrder, OrderMalus};
use crate::play::Play;
use crate::refusal::refuse;
use crate::roll::Roll;
use crate::scenario;
use crate::scope::Scope;
use crate::table::{Loss, Place};

/// The activation of one division.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Activation {
    division: DivisionId,
    /// Brigade orders given.
    orders: u8,
    /// Division orders given.
    division_orders: u8,
    /// Why there are no more orders.
    closed: Option<Rule>,
    begun: bool,
}

/// Whom it calls.
#[derive(Debug)]
pub enum Calls {
    Entering(Entering),
    Ordering(Ordering),
    Marching(Marching),
    Firing(Firing),
    Charge(Charge),
}

/// SfG 2.3-brigade-order, with what is declared.
#[derive(Debug)]
pub struct BrigadeOrder {
    /// To whom.
    pub unit: UnitId,
    /// Who gives it.
    pub general: GeneralId,
    /// What changes his value.
    pub terms: Terms,
    /// The charge that was declared.
    pub charge: Option<ChargeWay>,
}

/// A legal step of an activation.
#[derive(Debug)]
pub enum Ruling {
    /// SfG 2.3-division-order.
    DivisionOrder,
    /// SfG 2.3-brigade-order.
    Order(BrigadeOrder),
    /// SfG 2.6.
    Fire(UnitId, UnitId),
    /// SfG 2.5-artillery-order.
    Handle(UnitId, Formation),
    /// SfG 2.3-batteries: both stances after joining.
    Join(UnitId, UnitId, Option<(Stance, Stance)>),
    /// Nothing more.
    End,
}

impl Activation {
    /// The activation from its beginning.
    #[must_use]
    pub const fn new(division: DivisionId) -> Self {
        Self {
            division,
            orders: 0,
            division_orders: 0,
            closed: None,
            begun: false,
        }
    }

    /// Whose activation it is.
    #[must_use]
    pub const fn division(&self) -> DivisionId {
        self.division
    }

    /// An activation in which orders have been given.
    #[must_use]
    pub const fn resumed(division: DivisionId, orders: u8, division_orders: u8) -> Self {
        Self {
            division,
            orders,
            division_orders,
            closed: None,
            begun: true,
        }
    }

    fn general(&self, look: Look<'_>) -> GeneralId {
        look.facts.division(self.division).general
    }

    fn open(&self) -> Result<(), Refusal> {
        match self.closed {
            Some(rule) => refuse(
                rule,
                "the division has lost the initiative: no more orders in this activation",
            ),
            None => Ok(()),
        }
    }

    fn own(&self, look: Look<'_>, unit: UnitId, rule: Rule) -> Result<(), Refusal> {
        if look.facts.unit(unit).division != self.division {
            let name = &look.facts.division(self.division).name;
            return refuse(
                rule,
                format!("{} is not of {name}, which is active", look.name(unit)),
            );
        }
        if !look.unit(unit).on_table() {
            return refuse(rule, format!("{} is not on the table", look.name(unit)));
        }
        Ok(())
    }

    fn division_order(&self, look: Look<'_>) -> Result<Ruling, Refusal> {
        self.open()?;
        if self.orders > 0 {
            return refuse(
                Rule::SFG_2_3_division_first,
                "a brigade order has been given",
            );
        }
        if self.division_orders >= 2 {
            return refuse(
                Rule::SFG_2_3_division_second,
                "two division orders have been given",
            );
        }
        if look.table.general(self.general(look)).pose.is_none() {
            return refuse(
                Rule::SFG_2_3_division_order,
                "the general is not on the table",
            );
        }
        Ok(Ruling::DivisionOrder)
    }

    /// SfG 2.3-brigade-order: whether a unit may be given an order, and with which modifiers.
    fn order(
        &self,
        look: Look<'_>,
        unit: UnitId,
        corps: bool,
    ) -> Result<(GeneralId, Terms), Refusal> {
        self.own(look, unit, Rule::SFG_2_3_brigade_order)?;
        self.open()?;
        match self.division_orders {
            0 => {}
            1 => {
                return refuse(
                    Rule::SFG_2_3_division_first,
                    "the division order binds the whole division",
                );
            }
            _ => {
                return refuse(
                    Rule::SFG_2_3_division_second,
                    "after two division orders nobody is ordered",
                );
            }
        }
        if look.unit(unit).deeds.entered {
            return refuse(Rule::SFG_2_4_enter, "it entered this turn");
        }
        // SfG-readings 30 and 58: disordered guns may be ordered for the sake of their order alone.
        if look.is_battery(unit) && !look.unit(unit).disordered {
            firing::action_left(look, unit)?;
        }
        let general = if corps {
            self.corps_general(look, unit)?
        } else {
            self.general(look)
        };
        command::in_radius(look, general, unit)?;
        let earlier = match look.facts.options.order_malus {
            OrderMalus::General => self.orders,
            OrderMalus::Brigade => look.unit(unit).deeds.orders,
        };
        Ok((general, command::terms(look, general, unit, earlier)))
    }

    /// SfG-reading 35: the corps general's one order of the turn.
    fn corps_general(&self, look: Look<'_>, unit: UnitId) -> Result<GeneralId, Refusal> {
        let side = look.side(unit);
        if look.facts.options.corps_order == CorpsOrder::Off {
            return refuse(
                Rule::SFG_2_3_brigade_order,
                "the corps general gives no orders in these rules",
            );
        }
        if look.table.corps_used(side) {
            return refuse(
                Rule::SFG_2_3_brigade_order,
                "the corps general has given his order this turn",
            );
        }
        look.facts
            .generals()
            .find(|(_, general)| general.side == side && general.division.is_none())
            .map(|(id, _)| id)
            .ok_or_else(|| Refusal::new(Rule::SFG_2_3_brigade_order, "there is no corps general"))
    }

    fn handle(
        &self,
        look: Look<'_>,
        unit: UnitId,
        formation: Formation,
    ) -> Result<Ruling, Refusal> {
        self.own(look, unit, Rule::SFG_2_5_artillery_order)?;
        if look.entry(unit).arm != Arm::Battery {
            return refuse(Rule::SFG_2_5_artillery_order, "only guns limber and deploy");
        }
        firing::action_left(look, unit)?;
        if look.unit(unit).formation == formation {
            return refuse(
                Rule::SFG_2_5_artillery_actions,
                format!("it is {formation} already"),
            );
        }
        Ok(Ruling::Handle(unit, formation))
    }

    /// The command test that a choice leads to.
    #[must_use]
    pub fn test(&self, look: Look<'_>, choice: &Choice) -> Option<Roll> {
        match self.judge(look, choice).ok()? {
            Ruling::DivisionOrder => Some(command::test(
                look,
                self.general(look),
                Rule::SFG_2_3_division_order,
                Terms::new(),
            )),
            Ruling::Order(order) => Some(command::test(
                look,
                order.general,
                Rule::SFG_2_3_test,
                order.terms,
            )),
            _ => None,
        }
    }

    fn units<'a>(&self, look: Look<'a>) -> impl Iterator<Item = UnitId> + 'a {
        let units: &'a [UnitId] = &look.facts.division(self.division).units;
        units
            .iter()
            .copied()
            .filter(move |unit| look.unit(*unit).on_table())
    }
}

impl Procedure for Activation {
    type Ruling = Ruling;
    type Calls = Calls;

    fn asks(&self, look: Look<'_>) -> Option<Ask> {
        (self.begun && !scenario::is_decided(look)).then(|| Ask {
            side: look.facts.division(self.division).side,
            rule: Rule::SFG_2_3,
            prompt: Prompt::Activation,
        })
    }

    fn candidates(&self, look: Look<'_>, each: &mut dyn FnMut(Choice)) {
        each(Choice::DivisionOrder);
        for unit in self.units(look) {
            each(Choice::Order { unit });
            if look.facts.options.corps_order == CorpsOrder::On {
                each(Choice::CorpsOrder { unit });
            }
        }
        firing::candidates(look, self.division, each);
        for unit in self.units(look).filter(|unit| look.is_battery(*unit)) {
            each(Choice::Limber { unit });
            each(Choice::Deploy { unit });
            joining::candidates(look, unit, each);
        }
        each(Choice::End);
    }

    fn families(&self, look: Look<'_>) -> Vec<Scope> {
        self.units(look)
            .filter(|unit| charging::may_charge(look, *unit).is_ok())
            .filter(|unit| {
                [false, true]
                    .into_iter()
                    .any(|corps| self.order(look, *unit, corps).is_ok())
            })
            .flat_map(|unit| {
                look.enemies(unit)
                    .filter(move |target| charging::near_enough(look, unit, *target).is_ok())
                    .map(move |target| Scope::Charge(unit, target))
            })
            .collect()
    }

    fn judge(&self, look: Look<'_>, choice: &Choice) -> Result<Ruling, Refusal> {
        match choice {
            Choice::DivisionOrder => self.division_order(look),
            Choice::Order { unit } | Choice::CorpsOrder { unit } => {
                let corps = matches!(choice, Choice::CorpsOrder { .. });
                let (general, terms) = self.order(look, *unit, corps)?;
                Ok(Ruling::Order(BrigadeOrder {
                    unit: *unit,
                    general,
                    terms,
                    charge: None,
                }))
            }
            Choice::Charge {
                unit,
                target,
                turn,
                bearing,
                by,
            } => {
                let (general, terms) = self.order(look, *unit, *by == Giver::Corps)?;
                let turn: Option<(Pivot, Turn)> = *turn;
                let way = charging::declare(look, *unit, *target, turn, *bearing)?;
                Ok(Ruling::Order(BrigadeOrder {
                    unit: *unit,
                    general,
                    terms,
                    charge: Some(way),
                }))
            }
            Choice::Fire { unit, target } => {
                self.own(look, *unit, Rule::SFG_2_6_when)?;
                firing::judge(look, *unit, *target)?;
                Ok(Ruling::Fire(*unit, *target))
            }
            Choice::Limber { unit } => self.handle(look, *unit, Formation::Limbered),
            Choice::Deploy { unit } => self.handle(look, *unit, Formation::Deployed),
            Choice::Join {
                battery,
                brigade,
                gap,
            } => {
                self.own(look, *battery, Rule::SFG_2_3_batteries)?;
                let stances = joining::judge(look, *battery, *brigade, *gap)?;
                Ok(Ruling::Join(*battery, *brigade, stances))
            }
            Choice::General { .. } => refuse(
                Rule::SFG_2_1_attach,
                "generals move, join and leave units in their own phase only",
            ),
            Choice::Move { unit, .. } => {
                self.own(look, *unit, Rule::SFG_2_3_brigade_order)?;
                refuse(Rule::SFG_2_3_brigade_order, "a move needs an order")
            }
            Choice::End => Ok(Ruling::End),
            _ => Err(not_asked(&self.asks(look))),
        }
    }

    fn carry_out(
        &mut self,
        play: &mut Play<'_>,
        ruling: Ruling,
    ) -> Result<Flow<Calls>, ChanceError> {
        match ruling {
            Ruling::DivisionOrder => return self.test_division(play),
            Ruling::Order(order) => return self.test_brigade(play, order),
            Ruling::Fire(unit, target) => {
                return Ok(Flow::Call(Calls::Firing(Firing::new(unit, target))));
            }
            Ruling::Handle(unit, formation) => {
                play.happens(Event::Handled { unit, formation });
                if play.table.unit(unit).joined.is_some() {
                    play.happens(Event::Parted { battery: unit });
                }
            }
            Ruling::Join(battery, brigade, stances) => {
                join(play, battery, brigade, stances);
            }
            Ruling::End => {
                play.happens(Event::ActivationEnded {
                    division: self.division,
                });
                take_objectives(play);
                return Ok(Flow::Finish(Answer::Done));
            }
        }
        Ok(Flow::Again)
    }

    fn run(&mut self, play: &mut Play<'_>) -> Result<Flow<Calls>, ChanceError> {
        let division = self.division;
        if self.begun {
            play.happens(Event::ActivationEnded { division });
            ends_by_collapse(play);
            return Ok(Flow::Finish(Answer::Done));
        }
        self.begun = true;
        play.happens(Event::ActivationBegan { division });
        let turn = play.table.turn();
        let arrives = play
            .table
            .enters(division)
            .is_some_and(|enters| enters <= turn);
        let units = &play.facts.division(division).units;
        let kept = units
            .iter()
            .any(|unit| play.table.unit(*unit).place == Place::Reserve);
        if arrives && kept {
            return Ok(Flow::Call(Calls::Entering(Entering::new(division))));
        }
        Ok(Flow::Again)
    }

    fn resume(&mut self, play: &mut Play<'_>, answer: Answer) {
        if let Answer::Fought { defeated: true } = answer {
            self.close(play, Rule::SFG_2_2_keep);
        }
    }
}

impl Activation {
    /// SfG 2.3-division-order: the test of the general, and the march if he passes it.
    fn test_division(&mut self, play: &mut Play<'_>) -> Result<Flow<Calls>, ChanceError> {
        let division = self.division;
        let side = play.facts.division(division).side;
        self.division_orders += 1;
        let general = self.general(play.look());
        let test = command::test(
            play.look(),
            general,
            Rule::SFG_2_3_division_order,
            Terms::new(),
        );
        if play.roll(side, None, Some(division), test)? == 1 {
            return Ok(Flow::Call(Calls::Marching(Marching::new(
                play.look(),
                division,
            ))));
        }
        self.close(play, Rule::SFG_2_3_fail);
        Ok(Flow::Again)
    }

    /// SfG 2.3-brigade-order: the test of whoever gives it, and what the brigade does if he passes it.
    fn test_brigade(
        &mut self,
        play: &mut Play<'_>,
        order: BrigadeOrder,
    ) -> Result<Flow<Calls>, ChanceError> {
        let BrigadeOrder {
            unit,
            general,
            terms,
            charge,
        } = order;
        let division = self.division;
        let side = play.facts.division(division).side;
        self.orders += 1;
        if let Some(way) = &charge {
            play.happens(Event::ChargeDeclared {
                unit,
                target: way.target,
                flank: way.flank,
            });
        }
        let test = command::test(play.look(), general, Rule::SFG_2_3_test, terms);
        let passed = play.roll(side, Some(unit), Some(division), test)? == 1;
        let corps = play.facts.general(general).division.is_none();
        play.happens(Event::Ordered {
            unit,
            corps,
            passed,
        });
        if passed {
            play.recover(unit, Rule::SFG_1_5_recovery);
            return Ok(Flow::Call(match charge {
                Some(way) => Calls::Charge(Charge::new(way)),
                None => Calls::Ordering(Ordering::new(unit)),
            }));
        }
        fail(play, unit);
        self.close(play, Rule::SFG_2_3_fail);
        Ok(Flow::Again)
    }

    fn close(&mut self, play: &mut Play<'_>, rule: Rule) {
        if self.closed.is_none() {
            self.closed = Some(rule);
            play.happens(Event::OrdersEnded {
                division: self.division,
                rule,
            });
        }
    }
}

/// SfG 2.3-batteries: a battery joins a brigade; both take the stances that this gives them.
fn join(play: &mut Play<'_>, battery: UnitId, brigade: UnitId, stances: Option<(Stance, Stance)>) {
    if let Some((line, guns)) = stances {
        let rule = Rule::SFG_2_3_batteries;
        play.relocate(
            brigade,
            Cause::Joining,
            line,
            longroll_tabletop::Ticks::ZERO,
            rule,
        );
        play.relocate(
            battery,
            Cause::Joining,
            guns,
            longroll_tabletop::Ticks::ZERO,
            rule,
        );
    }
    play.happens(Event::Joined { battery, brigade });
}

/// SfG 1.5-decimated-test: what a failed brigade order does to the brigade.
fn fail(play: &mut Play<'_>, unit: UnitId) {
    let look = play.look();
    if look.decimated(unit) {
        let rule = Rule::SFG_1_5_decimated_test;
        if look.unit(unit).disordered {
            play.remove(unit, Loss::Fled, rule);
        } else {
            play.disorder(unit, rule);
        }
    }
}
