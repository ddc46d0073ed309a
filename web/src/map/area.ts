/** The outline of a set of hexes: what the playing area of a scenario looks like on the map. Pure. */

import type { HexFacts } from "../api.ts";
import { corners } from "./hexes.ts";
import type { Point } from "./view.ts";

/** Closed loops around the hexes; islands and holes are loops of their own. */
export const outline = (hexes: readonly HexFacts[], radius: number): Point[][] => {
  const origin = hexes[0] ?? { x: 0, y: 0 };
  // Corners lie on a lattice of half radii and half heights, so that two hexes name a common corner alike.
  const nameOf = (point: Point): string =>
    `${Math.round((2 * (point.x - origin.x)) / radius)},${Math.round((2 * (point.y - origin.y)) / (radius * Math.sqrt(3)))}`;
  // Going round every hex the same way, a side between two of them is walked once in each direction.
  const edges = new Map<string, { from: Point; to: Point }>();
  for (const hex of hexes) {
    const points = corners(hex.x, hex.y, radius);
    for (const [i, from] of points.entries()) {
      const to = points[(i + 1) % 6] ?? from;
      const back = `${nameOf(to)}>${nameOf(from)}`;
      if (!edges.delete(back)) edges.set(`${nameOf(from)}>${nameOf(to)}`, { from, to });
    }
  }
  const next = new Map<string, { from: Point; to: Point }[]>();
  for (const edge of edges.values()) {
    const leaving = next.get(nameOf(edge.from));
    if (leaving) leaving.push(edge);
    else next.set(nameOf(edge.from), [edge]);
  }
  const loops: Point[][] = [];
  for (const start of edges.values()) {
    const loop: Point[] = [];
    let edge = take(next, nameOf(start.from));
    while (edge) {
      loop.push(edge.from);
      edge = take(next, nameOf(edge.to));
    }
    if (loop.length > 0) loops.push(loop);
  }
  return loops;
};

const take = <T>(from: Map<string, T[]>, key: string): T | undefined => from.get(key)?.pop();
