/** From clicks to order notation. Pure; whether it is legal the server says. */

import type { Family, Thing } from "./wire.ts";

/** Drawing units round the table, and for one UM (crates/tabletop-draw/src/sheet.rs). */
const MARGIN = 50;
const UNIT = 100;

export interface Spot {
  x: number;
  y: number;
}

/** How deep the table of a drawing is, in UM. */
export const depthOf = (height: number): number => (height - 2 * MARGIN) / UNIT;

/** A place of the drawing in UM, north up, to the thousandth. */
export const spotOf = (x: number, y: number, height: number): Spot => ({
  x: Math.round(((x - MARGIN) / UNIT) * 1000) / 1000,
  y: Math.round(((height - MARGIN - y) / UNIT) * 1000) / 1000,
});

export const um = (value: number): string => value.toFixed(3).replace(/0$/, "");

const degrees = (value: number): string => String(Math.round(value * 100) / 100);

/** The turn from a heading to a place: clockwise positive, from -180 to 180. */
export const bearingTo = (at: readonly [number, number], heading: number, to: Spot): number => {
  const direction = (Math.atan2(to.x - at[0], to.y - at[1]) * 180) / Math.PI;
  const off = (((direction - heading) % 360) + 360) % 360;
  return off > 180 ? off - 360 : off;
};

/** About what a unit turns. */
export type Pivot = "left" | "middle" | "right";

/** What a person has set for a move before the click that ends it. */
export interface Draft {
  formation: string;
  turn: number;
  pivot: Pivot;
}

export const EMPTY: Draft = { formation: "", turn: 0, pivot: "middle" };

/** The parts before a leg. */
export const parts = (draft: Draft): string[] => [
  ...(draft.formation === "" ? [] : [`form ${draft.formation}`]),
  ...(draft.turn === 0 ? [] : [`turn ${draft.pivot} ${degrees(draft.turn)}`]),
];

export const moveWithout = (unit: string, draft: Draft): string => [`move ${unit}`, ...parts(draft)].join(", ");

/** Where the middle of the front edge is after the turn of a draft. A change of formation moves the corners; the server knows. */
export const afterTurn = (at: readonly [number, number], heading: number, frontage: number, draft: Draft): [number, number] => {
  const half = (draft.pivot === "middle" ? 0 : frontage / 2) * (draft.pivot === "left" ? -1 : 1);
  const east = (angle: number) => Math.cos((angle * Math.PI) / 180) * half;
  const south = (angle: number) => Math.sin((angle * Math.PI) / 180) * half;
  const turned = heading + draft.turn;
  return [at[0] + east(heading) - east(turned), at[1] - south(heading) + south(turned)];
};

/** The move that brings the middle of a front edge to a place: ahead within 45 degrees, after a turn within 90, else back. */
export const moveTo = (thing: Thing, draft: Draft, to: Spot): string | undefined => {
  if (!thing.at || thing.heading === null) return undefined;
  const at = afterTurn(thing.at, thing.heading, thing.frontage, draft);
  const length = um(Math.hypot(to.x - at[0], to.y - at[1]));
  const bearing = bearingTo(at, thing.heading + draft.turn, to);
  const before = [`move ${thing.name}`, ...parts(draft)];
  if (Math.abs(bearing) <= 45) return [...before, `go ${degrees(bearing)} ${length}`].join(", ");
  if (Math.abs(bearing) <= 90 && draft.turn === 0) return [...before, `turn middle ${degrees(bearing)}`, `go 0 ${length}`].join(", ");
  return [...before, `go 180 ${length}`].join(", ");
};

/** The table as far as a click needs it: its depth in UM, and whether the side that decides looks north. */
export interface Ground {
  depth: number;
  north: boolean;
}

/** The choice that a click on the ground means, if a family waits for a place. */
export const placed = (family: Family, thing: Thing | undefined, draft: Draft, to: Spot, ground: Ground): string | undefined => {
  const spot = `${um(to.x)} ${um(to.y)}`;
  const heading = thing?.heading ?? (ground.north ? 0 : 180);
  const facing = degrees((((heading + draft.turn) % 360) + 360) % 360);
  const name = family.unit ?? "";
  const formation = draft.formation || (thing?.formations[0] ?? "line");
  switch (family.word) {
    case "move":
    case "reorganise":
      return thing && moveTo(thing, draft, to);
    case "place":
      return `place ${name}, ${formation}, ${spot}, ${facing}`;
    case "enter": {
      // Straight onto the table from the own edge.
      const [edge, length, ahead] = ground.north ? [0, to.y, 0] : [ground.depth, ground.depth - to.y, 180];
      return `enter ${name}, ${formation}, ${um(to.x)} ${um(edge)}, ${ahead}, go 0 ${um(length)}`;
    }
    case "station":
    case "general":
      return `${family.word} ${name}, ${spot}, ${facing}`;
    default:
      return undefined;
  }
};
