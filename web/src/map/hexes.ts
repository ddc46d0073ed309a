/** Finds hexes by place, name and direction. Works from the centres the server sends and so knows nothing of parity. */

import type { Direction, HexFacts, MapFacts } from "../api.ts";
import type { Point } from "./view.ts";

const SQRT3 = Math.sqrt(3);

/** From the centre of a flat-topped hex to its neighbours' centres, in radii; y grows southwards. */
const STEP: Record<Direction, Point> = {
  N: { x: 0, y: -SQRT3 },
  NE: { x: 1.5, y: -SQRT3 / 2 },
  SE: { x: 1.5, y: SQRT3 / 2 },
  S: { x: 0, y: SQRT3 },
  SW: { x: -1.5, y: SQRT3 / 2 },
  NW: { x: -1.5, y: -SQRT3 / 2 },
};

export type Arrow = "up" | "down" | "left" | "right";

export class HexIndex {
  readonly radius: number;
  private readonly cells = new Map<string, HexFacts[]>();
  private readonly names = new Map<string, HexFacts>();

  constructor(readonly map: MapFacts) {
    this.radius = map.layout.radius;
    for (const hex of map.hexes) {
      const key = this.cell(hex.x, hex.y);
      const cell = this.cells.get(key);
      if (cell) cell.push(hex);
      else this.cells.set(key, [hex]);
      this.names.set(hex.name, hex);
      if (hex.alias !== undefined) this.names.set(hex.alias, hex);
    }
  }

  private cell(x: number, y: number): string {
    const size = this.radius * 2;
    return `${Math.floor(x / size)},${Math.floor(y / size)}`;
  }

  byName(name: string): HexFacts | undefined {
    return this.names.get(name.trim().toUpperCase());
  }

  /** The hex that holds this point of the map. */
  at(point: Point): HexFacts | undefined {
    const size = this.radius * 2;
    const column = Math.floor(point.x / size);
    const row = Math.floor(point.y / size);
    let best: HexFacts | undefined;
    let bestDistance = Infinity;
    for (let dx = -1; dx <= 1; dx += 1) {
      for (let dy = -1; dy <= 1; dy += 1) {
        for (const hex of this.cells.get(`${column + dx},${row + dy}`) ?? []) {
          const distance = (hex.x - point.x) ** 2 + (hex.y - point.y) ** 2;
          if (distance < bestDistance) {
            best = hex;
            bestDistance = distance;
          }
        }
      }
    }
    return best && inside(point.x - best.x, point.y - best.y, this.radius) ? best : undefined;
  }

  neighbour(hex: HexFacts, direction: Direction): HexFacts | undefined {
    const step = STEP[direction];
    return this.at({ x: hex.x + step.x * this.radius, y: hex.y + step.y * this.radius });
  }

  /**
   * One press of an arrow key. Up and down follow the column; left and right take the neighbour nearest to
   * `line`, the height at which the walk began, so that a long walk stays level.
   */
  walk(hex: HexFacts, arrow: Arrow, line: number): HexFacts | undefined {
    if (arrow === "up") return this.neighbour(hex, "N");
    if (arrow === "down") return this.neighbour(hex, "S");
    const directions: Direction[] = arrow === "left" ? ["NW", "SW"] : ["NE", "SE"];
    const found = directions.map((direction) => this.neighbour(hex, direction)).filter((next) => next !== undefined);
    return found.sort((a, b) => Math.abs(a.y - line) - Math.abs(b.y - line))[0];
  }
}

/** True if the point (from the centre) lies in a flat-topped hex of this radius, borders included. */
export const inside = (x: number, y: number, radius: number): boolean => {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const slack = radius * 1e-9;
  return ay <= (SQRT3 / 2) * radius + slack && SQRT3 * ax + ay <= SQRT3 * radius + slack;
};

/** The six corners of a flat-topped hex, from the east one, clockwise. */
export const corners = (x: number, y: number, radius: number): Point[] =>
  [0, 1, 2, 3, 4, 5].map((i) => ({
    x: x + radius * Math.cos((i * Math.PI) / 3),
    y: y + radius * Math.sin((i * Math.PI) / 3),
  }));
