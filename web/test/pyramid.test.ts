import assert from "node:assert/strict";
import test from "node:test";
import type { Layout } from "../src/api.ts";
import { extent, levelFor, span, tilesFor } from "../src/map/pyramid.ts";
import { visible } from "../src/map/view.ts";

const layout: Layout = {
  width: 5300,
  height: 6830,
  radius: 57.7,
  yardsPerHex: 110,
  feetPerLevel: 20,
  tile: { size: 512, scales: [0.08, 0.16, 0.32, 0.64, 1.28], version: "1" }, sprites: { cell: 124, columns: 8, most: 64 },
};
const window = { width: 1200, height: 800 };

test("the level is the coarsest that is fine enough, within a tenth", () => {
  assert.equal(levelFor(layout, 0.01), 0);
  assert.equal(levelFor(layout, 0.08), 0);
  assert.equal(levelFor(layout, 0.0881), 1);
  assert.equal(levelFor(layout, 0.3), 2);
  assert.equal(levelFor(layout, 99), 4);
});

test("the tiles of a view cover what it shows and no more than needed", () => {
  for (const scale of [0.05, 0.1, 0.4, 1.2]) {
    const level = levelFor(layout, scale);
    const view = { scale, x: 2600, y: 3300 };
    const tiles = tilesFor(layout, level, view, window, 0);
    assert.equal(new Set(tiles.map((tile) => `${tile.column},${tile.row}`)).size, tiles.length);
    const box = visible(view, window);
    const size = span(layout, level);
    const has = (x: number, y: number) =>
      tiles.some((tile) => tile.column === Math.floor(x / size) && tile.row === Math.floor(y / size));
    for (const x of [Math.max(0, box.left), view.x, Math.min(layout.width - 1, box.right)]) {
      for (const y of [Math.max(0, box.top), view.y, Math.min(layout.height - 1, box.bottom)]) assert.ok(has(x, y));
    }
    const { columns, rows } = extent(layout, level);
    for (const { column, row } of tiles) assert.ok(column >= 0 && row >= 0 && column < columns && row < rows);
  }
});

test("the middle comes first", () => {
  const view = { scale: 1, x: 2600, y: 3300 };
  const first = tilesFor(layout, 4, view, window, 1)[0];
  assert.deepEqual(first && [first.column, first.row], [Math.floor(2600 / 400), Math.floor(3300 / 400)]);
});
