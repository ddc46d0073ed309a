import assert from "node:assert/strict";
import { test } from "node:test";
import { EMPTY, afterTurn, atEdge, bearingTo, chargeTo, depthOf, drawnAt, keptLeg, moveTo, moveWithout, objectivesAt, placed, spotOf, spreads, tapeEnd } from "../src/tabletop/plan.ts";
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
  arm: "infantry",
  formation: "line",
  bases: 6,
  mounted: false,
  ...over,
});
const near = (found: readonly number[], wanted: readonly number[]) =>
  found.forEach((value, place) => assert.ok(Math.abs(value - (wanted[place] ?? NaN)) < 1e-9, `${found.join(" ")} is not ${wanted.join(" ")}`));

test("a click is a place in UM, north up", () => {
  assert.deepEqual(spotOf(1850, 1450, 2500), { x: 18, y: 10 });
  assert.equal(depthOf(2500), 24);
});

test("a tape ends at whom is clicked, at what lies there, or at the very place", () => {
  const spot = { x: 12.2, y: -0.25 };
  assert.equal(tapeEnd("1st Brigade", spot, false), "1st Brigade");
  assert.equal(tapeEnd(undefined, spot, false), "at 12.20 -0.25");
  assert.equal(tapeEnd("1st Brigade", { x: 12.205, y: 20 }, true), "12.205 20.00");
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

test("a click can mean a leg aside, back or along a road", () => {
  assert.equal(moveTo(thing(), { ...EMPTY, way: "sideways" }, { x: 19.5, y: 10.4 }), "move 1st Brigade, go 90 1.50");
  assert.equal(moveTo(thing(), { ...EMPTY, way: "sideways" }, { x: 17, y: 9 }), "move 1st Brigade, go -90 1.00");
  assert.equal(moveTo(thing(), { ...EMPTY, way: "back" }, { x: 18.3, y: 8.8 }), "move 1st Brigade, go 180 1.20");
  assert.equal(moveTo(thing(), { ...EMPTY, way: "road" }, { x: 18, y: 16.5 }), "move 1st Brigade, road 6.50");
});

test("a leg is kept, a turn follows, and the next leg starts where the server says", () => {
  assert.equal(keptLeg("move 1st Brigade, go 0 1.00"), "go 0 1.00");
  assert.equal(keptLeg("move 1st Brigade, turn middle 30, go 0 1.00"), undefined);
  assert.equal(keptLeg("move 1st Brigade, road 2.00"), undefined);
  const draft = { ...EMPTY, first: "go 0 1.00", turn: 90, pivot: "right" as const };
  assert.equal(moveWithout("1st Brigade", draft), "move 1st Brigade, go 0 1.00, turn right 90");
  const front = { at: [20.4, 13.4] as [number, number], heading: 90, frontage: 4.8 };
  assert.equal(moveTo(thing(), { ...draft, front }, { x: 21.4, y: 13.4 }), "move 1st Brigade, go 0 1.00, turn right 90, go 0 1.00");
});

test("a change of formation names the base that stays, or where the odd one goes", () => {
  assert.equal(moveWithout("A", { ...EMPTY, formation: "attack-column", anchor: 3, slot: 1 }), "move A, form attack-column on 3 as 1");
  assert.equal(moveWithout("A", { ...EMPTY, formation: "line", slot: 6 }), "move A, form line on 1 as 6");
  assert.equal(moveWithout("A", { ...EMPTY, formation: "two-lines", odd: "left" }), "move A, form two-lines odd left");
  assert.equal(moveWithout("A", { ...EMPTY, saddle: "dismount" }), "move A, dismount");
  assert.ok(spreads("two-lines", "line") && spreads("line", "two-lines") && !spreads("line", "march-column"));
});

test("a charge goes where the click says, after a turn if one is set, by whoever orders it", () => {
  assert.equal(chargeTo(thing(), "X", EMPTY, { x: 20, y: 12 }, false), "charge 1st Brigade, X, 45");
  assert.equal(chargeTo(thing(), "X", { ...EMPTY, turn: 90, pivot: "right" }, { x: 23, y: 12.4 }, true), "charge 1st Brigade, X, 0, turn right 90, by corps");
});

test("two clicks are two objectives, and a click at the edge is where a reserve enters", () => {
  assert.equal(objectivesAt([{ x: 9, y: 5 }]), undefined);
  assert.equal(objectivesAt([{ x: 9, y: 5 }, { x: 27.123, y: 4.5 }]), "objectives 9.00 5.00, 27.123 4.50");
  assert.deepEqual(drawnAt({ x: 18, y: 10 }, 2500), { x: 1850, y: 1450 });
  assert.ok(atEdge({ x: 3, y: 0.2 }, { depth: 24, north: true }) && !atEdge({ x: 3, y: 0.2 }, { depth: 24, north: false }));
  const family = { word: "enter", unit: "A", target: null, rule: "" };
  const ground = { depth: 24, north: true };
  const own = thing({ name: "A", at: null, heading: null, formations: ["line", "march-column"] });
  assert.equal(placed(family, own, { ...EMPTY, entry: 10 }, { x: 12, y: 2 }, ground), "enter A, line, 10.00 0.00, 0, go 45 2.828");
  assert.equal(placed(family, own, { ...EMPTY, entry: 18.5, formation: "march-column", way: "road" }, { x: 18.5, y: 6 }, ground), "enter A, march-column, 18.50 0.00, 0, road 6.00");
  assert.equal(placed({ ...family, word: "place" }, thing({ name: "C", at: null, heading: null, formations: ["line"] }), { ...EMPTY, saddle: "dismount" }, { x: 8, y: 3.5 }, ground), "place A, line, 8.00 3.50, 0, dismounted");
});
