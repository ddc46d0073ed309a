import assert from "node:assert/strict";
import test from "node:test";
import type { HexFacts } from "../src/api.ts";
import { fieldLabels, levelColour, standards } from "../src/map/labels.ts";
import { facingOf, lookWord } from "../src/map/look.ts";
import { aim, looks, offsets, type Counter } from "../src/map/stack.ts";

const hex = (name: string, x: number, y: number, field?: string): HexFacts => ({
  name,
  x,
  y,
  terrain: "field",
  level: 1,
  confidence: "text",
  ...(field === undefined ? {} : { field }),
});
const unit = (name: string, look = name): Counter => ({ key: name, name, side: "union", leader: false, look, strength: 5, brigade: "Peabody" });
const leader = (name: string): Counter => ({ key: name, name, side: "union", leader: true, look: name });

test("a look is written as the server reads it", () => {
  assert.equal(
    lookWord("us-12-mi", { strength: 14, order: "disordered", facing: "/NE", refused: "left", orders: "attack", ammunition: "low", fatigue: 2, inCommand: false, activity: "done" }),
    "us-12-mi~sp14~d~f_NE~rl~ok~al~t2~out~done",
  );
  assert.equal(lookWord("us-12-mi", {}), "us-12-mi");
  assert.equal(facingOf("us-12-mi~sp14~f_NE~ok"), "/NE");
  assert.equal(facingOf("us-12-mi~fSW"), "SW");
  assert.equal(facingOf("us-12-mi"), undefined);
});

test("leaders stand below their unit, above it where it faces south, and side by side", () => {
  for (const [facing, below] of [["NW", true], ["W", true], ["/N", true], ["SW", false], ["/S", false]] as const) {
    const shifts = offsets([unit("a"), unit("b", lookWord("b", { facing })), leader("x"), leader("y")]);
    assert.ok(shifts.slice(2).every((shift) => (below ? shift.y > 40 : shift.y < -50)), facing);
    assert.ok((shifts[3]?.x ?? 0) - (shifts[2]?.x ?? 0) > 38);
  }
  assert.deepEqual(offsets([leader("x")]), [{ x: 0, y: 0 }]);
});

test("only the top unit of a stack shows its facing", () => {
  assert.deepEqual(looks({ hex: hex("S1", 0, 0), counters: [unit("a"), unit("b"), leader("x")] }), ["a~cov", "b", "x"]);
});

test("facings point where the printed names say", () => {
  assert.ok(aim("E").x > 0.99 && aim("NW").x < 0 && aim("NW").y < 0 && aim("/S").y > 0.8);
});

test("the name of a field keeps clear of counters", () => {
  const field = [0, 1, 2, 3].flatMap((row) => [hex(`S1${row}`, 0, row * 100, "Seay"), hex(`S2${row}`, 87, row * 100 + 50, "Seay")]);
  const [free] = fieldLabels(field, [], 57.7);
  assert.equal(free?.text, "Seay Field");
  const crowded = field.slice(2, 5).map((at) => ({ hex: at, counters: [unit("a")] }));
  const [moved] = fieldLabels(field, crowded, 57.7);
  const nearest = Math.min(...crowded.map((stack) => Math.abs(stack.hex.y - (moved?.y ?? 0))));
  assert.ok(nearest > 50, `a counter is ${nearest} away`);
});

test("from far a brigade is told as one", () => {
  const [flag] = standards([{ hex: hex("S1", 0, 0), counters: [unit("a"), leader("x")] }, { hex: hex("S2", 100, 0), counters: [unit("b")] }]);
  assert.deepEqual([flag?.text, flag?.strength], ["Peabody", 10]);
});

test("levels are tinted from the lowest to the highest", () => {
  assert.notEqual(levelColour(0, 0, 7), levelColour(7, 0, 7));
  assert.equal(levelColour(3, 3, 3), levelColour(0, 0, 7));
});
