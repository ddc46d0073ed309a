//! The forms about alert: who may act when, who is told, where he is sent.

use super::fault::{At, FaultKind};
use super::form::{Cx, Decode, Form, Value, form, text_of};
use super::tables::covers_die;
use crate::facts::{
    AlertAtStart, AlertChance, AlertChoice, AlertProgramme, AlertResult, AlertRoll, AlertRow,
    AlertStep, DivisionAlert, DivisionAlertRow, Mission, MissionRow, MissionTable, ProximityRoll,
    SlowStartRow, SlowStartTurn, SoundOfBattle, VisitRow,
};
use crate::tables::DieRange;

form!(AlertProgramme {
    statement,
    at_start,
    rolls,
    choice,
    all_from,
    notes
});
form!(AlertAtStart { units, activations });
form!(AlertChoice { turn, divisions });
form!(DivisionAlert { statement, rows });
form!(DivisionAlertRow {
    active,
    drawn,
    alerts,
    chance
});
form!(SoundOfBattle { statement, tables });
form!(VisitRow { die, turn });
form!(AlertStep { turn, commands });
form!(ProximityRoll { within, die });
form!(SlowStartRow { who, turns });
form!(SlowStartTurn { turn, chance });
impl Decode for AlertRoll {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let (turn, command, except) = (
            form.field(cx, "turn"),
            form.field(cx, "command"),
            form.field(cx, "except"),
        );
        let (asleep, holds) = (form.field(cx, "asleep"), form.field(cx, "holds"));
        let table: Option<Vec<AlertRow>> = form.field(cx, "table");
        form.close(cx);
        let table = table?;
        check_cover(cx, value, table.iter().map(|row| row.die));
        Some(Self {
            turn: turn?,
            command: command?,
            except: except?,
            asleep: asleep?,
            holds: holds?,
            table,
        })
    }
}

impl Decode for AlertRow {
    /// A number of Activations, or a table to roll on again.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let die = form.field(cx, "die");
        let activations: Option<Option<u8>> = form.field(cx, "activations");
        let reroll: Option<Vec<Self>> = form.field(cx, "reroll");
        form.close(cx);
        let result = match (activations?, reroll?) {
            (Some(number), rows) if rows.is_empty() => AlertResult::Activations(number),
            (None, rows) if !rows.is_empty() => {
                check_cover(cx, value, rows.iter().map(|row| row.die));
                AlertResult::Reroll(rows)
            }
            _ => {
                let text = "give either activations or a table to reroll on";
                cx.report(value.span(), FaultKind::Contradiction(text.into()));
                return None;
            }
        };
        Some(Self { die: die?, result })
    }
}

impl Decode for AlertChance {
    /// "no", "auto", or a range of the die.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let cell = text_of(cx, value)?;
        match cell.text() {
            "no" => Some(Self::NoRoll),
            "auto" => Some(Self::Automatic),
            _ => cell.die_range(cx.reporter).map(Self::On),
        }
    }
}

impl Decode for MissionTable {
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let commands = form.field(cx, "commands");
        let rows: Option<Vec<MissionRow>> = form.field(cx, "rows");
        form.close(cx);
        let rows = rows?;
        check_cover(cx, value, rows.iter().map(|row| row.die));
        Some(Self {
            commands: commands?,
            rows,
        })
    }
}

impl Decode for MissionRow {
    /// A hex and its place, or `stay = "this-turn"` or `stay = "first-activation"`.
    fn decode(cx: &mut Cx<'_>, value: &Value<'_>) -> Option<Self> {
        let mut form = Form::open(cx, value)?;
        let die = form.field(cx, "die");
        let hex: Option<Option<longroll_board::HexId>> = form.field(cx, "hex");
        let place: Option<Option<String>> = form.field(cx, "place");
        let stay: Option<Option<String>> = form.field(cx, "stay");
        form.close(cx);
        let mission = match (hex?, place?, stay?.as_deref()) {
            (Some(hex), Some(place), None) => Mission::MarchTo { hex, place },
            (None, None, Some("this-turn")) => Mission::StayThisTurn,
            (None, None, Some("first-activation")) => Mission::LoseFirstActivation,
            _ => {
                let text =
                    "give a hex with its place, or stay = \"this-turn\" or \"first-activation\"";
                cx.report(value.span(), FaultKind::Contradiction(text.into()));
                return None;
            }
        };
        Some(Self { die: die?, mission })
    }
}

fn check_cover(cx: &mut Cx<'_>, value: &Value<'_>, dice: impl Iterator<Item = DieRange>) {
    let dice: Vec<DieRange> = dice.collect();
    let at = At::new(cx.file, value.span());
    covers_die(cx.reporter, &at, &dice, 9);
}
