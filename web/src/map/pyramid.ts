/** Which tiles of the map drawing a view needs. Pure arithmetic; loading is in store.ts. */

import type { Layout } from "../api.ts";
import { visible, type Size, type View } from "./view.ts";

export interface TileName {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** The coarsest of the scales that is still as fine as the screen; the finest one when none is. */
export const finestNeeded = (scales: readonly number[], pixelsPerUnit: number): number => {
  // A tenth too coarse cannot be seen and saves three quarters of the pixels.
  const level = scales.findIndex((scale) => scale * 1.1 >= pixelsPerUnit);
  return level < 0 ? scales.length - 1 : level;
};

export const levelFor = (layout: Layout, pixelsPerUnit: number): number => finestNeeded(layout.tile.scales, pixelsPerUnit);

/** Side of a tile in map units. */
export const span = (layout: Layout, level: number): number => layout.tile.size / (layout.tile.scales[level] ?? 1);

/** How many tiles a level has. */
export const extent = (layout: Layout, level: number): { columns: number; rows: number } => ({
  columns: Math.ceil(layout.width / span(layout, level) - 1e-9),
  rows: Math.ceil(layout.height / span(layout, level) - 1e-9),
});

/** The tiles a view needs at a level, nearest to its middle first; `ring` more on every side. */
export const tilesFor = (layout: Layout, level: number, view: View, window: Size, ring: number): TileName[] => {
  const size = span(layout, level);
  const { columns, rows } = extent(layout, level);
  const box = visible(view, window);
  const first = (from: number) => Math.max(0, Math.floor(from / size) - ring);
  const last = (to: number, count: number) => Math.min(count - 1, Math.floor(to / size) + ring);
  const tiles: TileName[] = [];
  for (let row = first(box.top); row <= last(box.bottom, rows); row += 1) {
    for (let column = first(box.left); column <= last(box.right, columns); column += 1) tiles.push({ level, column, row });
  }
  const distance = (tile: TileName) =>
    Math.abs((tile.column + 0.5) * size - view.x) + Math.abs((tile.row + 0.5) * size - view.y);
  return tiles.sort((a, b) => distance(a) - distance(b));
};
