import assert from "node:assert/strict";
import test from "node:test";
import type { HexFacts } from "../src/api.ts";
import { outline } from "../src/map/area.ts";

const RADIUS = 57.735;
const HEIGHT = RADIUS * Math.sqrt(3);
const hexAt = (column: number, row: number): HexFacts => ({
  name: `${column}-${row}`,
  x: Math.round((column * 1.5 * RADIUS) * 100) / 100,
  y: Math.round((row * HEIGHT + (column % 2) * (HEIGHT / 2)) * 100) / 100,
  terrain: "woods",
  level: 0,
  confidence: "text",
});

test("one hex has six corners, two neighbours ten", () => {
  assert.deepEqual(outline([hexAt(0, 0)], RADIUS).map((loop) => loop.length), [6]);
  assert.deepEqual(outline([hexAt(0, 0), hexAt(0, 1)], RADIUS).map((loop) => loop.length), [10]);
});

test("a ring has an outer and an inner loop, islands one each", () => {
  const ring = [hexAt(2, 1), hexAt(3, 1), hexAt(3, 2), hexAt(2, 3), hexAt(1, 2), hexAt(1, 1)];
  assert.deepEqual(outline(ring, RADIUS).map((loop) => loop.length).sort((a, b) => a - b), [6, 18]);
  assert.equal(outline([hexAt(0, 0), hexAt(5, 5)], RADIUS).length, 2);
  assert.deepEqual(outline([], RADIUS), []);
});

test("a whole field has one loop as long as its border", () => {
  const hexes = Array.from({ length: 10 }, (_, column) => Array.from({ length: 8 }, (_, row) => hexAt(column, row))).flat();
  const loops = outline(hexes, RADIUS);
  assert.equal(loops.length, 1);
  // Sides of all hexes less twice those between two of them.
  const inner = 10 * 7 + 9 * (8 + 7);
  assert.equal(loops[0]?.length, 80 * 6 - 2 * inner);
});
