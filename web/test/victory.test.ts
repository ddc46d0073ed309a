import assert from "node:assert/strict";
import test from "node:test";
import type { Turn, VictoryGoal, VictoryTerm } from "../src/api.ts";
import { en } from "../src/messages/en.ts";
import { it as italian } from "../src/messages/it.ts";
import { goalWords, outcomeWords, pointsWords, rangeWords, termWords } from "../src/victory.ts";

const turn: Turn = { month: "April", day: 6, hour: 10, label: "10 AM", light: "day" };
const command = { id: 1, code: "1/6/T", name: "First Brigade, Sixth Division" };

const KINDS: VictoryTerm["kind"][] = [
  "ineffective-commands", "eliminated-batteries", "hexes-held", "strength-lost", "fields-scored", "held", "ineffective", "ineffective-count",
  "gone", "regiments-left", "regiments-shaken", "losses-at-most", "losses-at-least", "points-at-least", "route-controlled",
  "north-boundary-reached", "fields-controlled", "fields-not-controlled", "regiments-in", "taken-by", "not-held", "fewer-ineffective-brigades",
];

test("every kind of term has words in both languages, with its figures and places", () => {
  for (const kind of KINDS) {
    const term: VictoryTerm = { kind, side: "union", hexes: ["S3514", "S3715"], fields: ["Rhea Field"], commands: [command], level: "brigade", number: 3, holder: "any", holding: "occupied", turn };
    for (const m of [en, italian]) {
      const words = termWords(m, term);
      assert.ok(words.length > 8 && !/undefined|NaN/.test(words), `${kind}: ${words}`);
    }
    assert.notEqual(termWords(en, term), termWords(italian, term), kind);
  }
});

test("points tell what they are given for", () => {
  const per: VictoryTerm = { kind: "fields-scored", fields: ["Rhea Field", "Seay Field"], turn };
  assert.equal(pointsWords(en, { vp: 1, per }), "For each of these fields that a side controls at the end of April 6, 10 AM: Rhea Field and Seay Field");
  assert.equal(pointsWords(en, { vp: 5, per: { kind: "ineffective-commands", side: "union", level: "division" } }), "For each division of the Union that is Combat Ineffective at the end");
});

test("objectives, automatic victories and levels read as sentences", () => {
  const goal: VictoryGoal = {
    side: "confederate",
    conditions: [{ kind: "held", side: "confederate", hexes: ["S3514", "S3715"], holder: "any", holding: "occupied-or-last-through" }, { kind: "losses-at-most", side: "confederate", number: 11 }],
    statement: "",
    everyTurn: true,
    withAnother: false,
    verdict: "confederate-tactical",
  };
  assert.equal(
    goalWords(en, goal),
    "The Confederate occupies or was last to pass through all 2 of S3514 and S3715 with any unit, and the Confederate has lost 11 SP or fewer : Confederate tactical victory. Judged at the end of every turn.".replace(" :", ":"),
  );
  assert.equal(rangeWords(en, undefined, -21), "−21 or less");
  assert.equal(rangeWords(en, 10, undefined), "10 or more");
  assert.equal(rangeWords(italian, -20, 0), "da −20 a 0");
  assert.equal(outcomeWords(en, { when: "otherwise", conditions: [], verdict: "draw" }), "In any other case it is a draw.");
});
