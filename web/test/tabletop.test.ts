import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY, afterTurn, bearingTo, depthOf, moveTo, placed, spotOf } from "../src/tabletop/plan.ts";
import type { Thing } from "../src/tabletop/wire.ts";

const thing = (over: Partial<Thing> = {}): Thing => ({
  name: "1st Brigade",
  side: "union",
  kind: "unit",
  line: "",
  at: [18, 10],
  heading: 0,
  formations: ["line", "two-lines"],
  frontage: 4.8,
  ...over,
});
const near = (found: readonly number[], wanted: readonly number[]) =>
  found.forEach((value, place) => assert.ok(Math.abs(value - (wanted[place] ?? NaN)) < 1e-9, `${found.join(" ")} is not ${wanted.join(" ")}`));

test("a click is a place in UM, north up", () => {
  assert.deepEqual(spotOf(1850, 1450, 2500), { x: 18, y: 10 });
  assert.equal(depthOf(2500), 24);
});

test("bearings run clockwise from the heading", () => {
  near([bearingTo([18, 10], 0, { x: 20, y: 12 }), bearingTo([18, 10], 90, { x: 18, y: 12 })], [45, -90]);
});

test("after a turn on a corner the middle of the front is elsewhere", () => {
  near(afterTurn([18, 10], 0, 4.8, EMPTY), [18, 10]);
  // About the right corner at 20.40 10.00, to the east: the line runs north from it.
  near(afterTurn([18, 10], 0, 4.8, { ...EMPTY, turn: 90, pivot: "right" }), [20.4, 12.4]);
  near(afterTurn([18, 10], 0, 4.8, { ...EMPTY, turn: -90, pivot: "left" }), [15.6, 12.4]);
  near(afterTurn([18, 10], 180, 4.8, { ...EMPTY, turn: -90, pivot: "left" }), [20.4, 7.6]);
});

test("a click ahead is a leg, aside a turn and a leg, behind a leg back", () => {
  assert.equal(moveTo(thing(), EMPTY, { x: 18, y: 12 }), "move 1st Brigade, go 0 2.00");
  assert.equal(moveTo(thing(), EMPTY, { x: 20, y: 11 }), "move 1st Brigade, turn middle 63.43, go 0 2.236");
  assert.equal(moveTo(thing(), EMPTY, { x: 18, y: 9 }), "move 1st Brigade, go 180 1.00");
  assert.equal(moveTo(thing(), { ...EMPTY, turn: 90, pivot: "right" }, { x: 21.4, y: 12.4 }), "move 1st Brigade, turn right 90, go 0 1.00");
  assert.equal(moveTo(thing({ at: null, heading: null }), EMPTY, { x: 1, y: 1 }), undefined);
});

test("a reserve enters straight from its own edge to the click", () => {
  const family = { word: "enter", unit: "Battery B", target: null, rule: "" };
  const battery = thing({ name: "Battery B", at: null, heading: null, formations: ["deployed", "limbered"] });
  const to = { x: 8, y: 3.5 };
  assert.equal(placed(family, battery, EMPTY, to, { depth: 24, north: true }), "enter Battery B, deployed, 8.00 0.00, 0, go 0 3.50");
  const limbered = { ...EMPTY, formation: "limbered" };
  assert.equal(placed(family, battery, limbered, { x: 8, y: 21 }, { depth: 24, north: false }), "enter Battery B, limbered, 8.00 24.00, 180, go 0 3.00");
  assert.equal(placed({ ...family, word: "place" }, battery, EMPTY, to, { depth: 24, north: false }), "place Battery B, deployed, 8.00 3.50, 180");
});
