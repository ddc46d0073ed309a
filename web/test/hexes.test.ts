import assert from "node:assert/strict";
import test from "node:test";
import { DIRECTIONS, type HexFacts, type MapFacts } from "../src/api.ts";
import { corners, HexIndex, inside } from "../src/map/hexes.ts";

const RADIUS = 57.735;
const HEIGHT = RADIUS * Math.sqrt(3);

/** A map of 8 by 9 hexes; `lower` are the columns that lie half a hex further south. */
const patch = (lower: "odd" | "even"): MapFacts => {
  const hexes: HexFacts[] = [];
  for (let column = 10; column < 18; column += 1) {
    for (let row = 1; row < 10; row += 1) {
      const lowered = (column % 2 === 1) === (lower === "odd");
      hexes.push({
        name: `${column}${String(row).padStart(2, "0")}`,
        x: (column - 10) * 1.5 * RADIUS + RADIUS,
        y: (row - 1) * HEIGHT + HEIGHT / 2 + (lowered ? HEIGHT / 2 : 0),
        terrain: "woods",
        level: 1,
        confidence: "estimate",
      });
    }
  }
  const first = hexes[0];
  if (first) first.alias = "S9999";
  const layout = { width: 1000, height: 1000, radius: RADIUS, yardsPerHex: 110, feetPerLevel: 20, tile: { size: 512, scales: [1], version: "1" }, sprites: { cell: 124, columns: 8, most: 64 } };
  return { battle: "patch", layout, hexes };
};

for (const lower of ["odd", "even"] as const) {
  const index = new HexIndex(patch(lower));

  test(`${lower} columns low: every point near a centre belongs to its hex`, () => {
    for (const hex of index.map.hexes) {
      for (const corner of corners(hex.x, hex.y, RADIUS * 0.97)) assert.equal(index.at(corner), hex);
      assert.equal(index.at(hex), hex);
    }
  });

  test(`${lower} columns low: there and back again`, () => {
    for (const hex of index.map.hexes) {
      for (const [i, direction] of DIRECTIONS.entries()) {
        const next = index.neighbour(hex, direction);
        const back = DIRECTIONS[(i + 3) % 6];
        if (next && back) assert.equal(index.neighbour(next, back), hex);
      }
    }
    const middle = index.byName("1405");
    assert.ok(middle);
    assert.equal(new Set(DIRECTIONS.map((direction) => index.neighbour(middle, direction)?.name)).size, 6);
  });

  test(`${lower} columns low: a long walk to the right stays level and ends at the edge`, () => {
    let hex = index.byName("1005");
    assert.ok(hex);
    const line = hex.y;
    for (let step = 0; step < 7; step += 1) {
      hex = index.walk(hex, "right", line);
      assert.ok(hex);
      assert.ok(Math.abs(hex.y - line) <= HEIGHT / 2 + 1e-6);
    }
    assert.equal(index.walk(hex, "right", line), undefined);
    assert.equal(index.walk(hex, "up", line), index.neighbour(hex, "N"));
  });
}

test("a point off the map belongs to no hex", () => {
  const index = new HexIndex(patch("odd"));
  assert.equal(index.at({ x: -100, y: -100 }), undefined);
  assert.equal(index.at({ x: 1, y: 1 }), undefined);
});

test("hexes are found by either number, in any case", () => {
  const index = new HexIndex(patch("odd"));
  assert.equal(index.byName(" s9999 "), index.byName("1001"));
  assert.ok(index.byName("1001"));
  assert.equal(index.byName("9901"), undefined);
});

test("the border belongs to the hex, what is beyond does not", () => {
  assert.ok(inside(RADIUS, 0, RADIUS));
  assert.ok(inside(0, HEIGHT / 2, RADIUS));
  assert.ok(!inside(RADIUS * 0.99, RADIUS * 0.1, RADIUS));
});
