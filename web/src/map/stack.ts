/** Where the counters of one hex are drawn: the same shifts as `stack_offsets` in crates/render/src/scene.rs. Pure. */

import type { HexFacts, Side } from "../api.ts";
import { covered, facingOf } from "./look.ts";
import type { Point } from "./view.ts";

/** A counter on the map, drawn from its look. */
export interface Counter {
  readonly key: string;
  readonly name: string;
  readonly side: Side;
  readonly leader: boolean;
  readonly look: string;
  readonly strength?: number | undefined;
  /** The brigade it belongs to, for the labels seen from far. */
  readonly brigade?: string | undefined;
  readonly extension?: { kind: "line" | "column"; hexes: readonly HexFacts[] } | undefined;
}

/** The counters of one hex, the lowest first. */
export interface Stack {
  readonly hex: HexFacts;
  readonly counters: readonly Counter[];
}

const LIFT: Point = { x: 4.2, y: -4.6 };
const LEADER_STEP = 38.5;
const LEADERS_BELOW = 47;
const LEADERS_ABOVE = -55.5;

/** Towards where a facing points, from the middle of the hex, in hex radii. */
export const aim = (facing: string): Point => {
  const angles: Record<string, number> = {
    E: 0, "/SE": 30, SE: 60, "/S": 90, SW: 120, "/SW": 150, W: 180, "/NW": 210, NW: 240, "/N": 270, NE: 300, "/NE": 330,
  };
  const angle = ((angles[facing] ?? 270) * Math.PI) / 180;
  const reach = facing.startsWith("/") ? Math.sqrt(3) / 2 : 1;
  return { x: Math.cos(angle) * reach, y: Math.sin(angle) * reach };
};

const facesSouth = (look: string): boolean => {
  const facing = facingOf(look);
  return facing !== undefined && aim(facing).y > 0.35;
};

/** Shifts from the middle of the hex in map units, in the order of the counters. */
export const offsets = (counters: readonly Counter[]): Point[] => {
  const units = counters.filter((counter) => !counter.leader);
  const leaders = counters.length - units.length;
  const lift = units.length > 5 ? 5 / units.length : 1;
  const risen = LIFT.y * lift * Math.max(0, units.length - 1);
  const top = units.at(-1);
  const south = top !== undefined && facesSouth(top.look);
  const step = (LEADER_STEP * 3) / Math.max(3, leaders);
  let unit = 0;
  let led = 0;
  return counters.map((counter) => {
    if (!counter.leader) {
      const place = { x: LIFT.x * lift * unit, y: LIFT.y * lift * unit };
      unit += 1;
      return place;
    }
    const x = step * (led - (leaders - 1) / 2);
    led += 1;
    return { x, y: units.length === 0 ? 0 : south ? LEADERS_ABOVE + risen : LEADERS_BELOW };
  });
};

/** What is drawn of each counter: one with a unit upon it shows no facing. */
export const looks = ({ counters }: Stack): string[] => {
  const top = counters.findLastIndex((counter) => !counter.leader);
  return counters.map((counter, i) => (!counter.leader && i !== top ? covered(counter.look) : counter.look));
};
