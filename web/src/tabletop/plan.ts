/** From clicks to order notation. Pure; whether it is legal the server says. */

import type { Family, Thing } from "./wire.ts";

/** Drawing units round the table, and for one UM (crates/tabletop-draw/src/sheet.rs). */
const MARGIN = 50;
const UNIT = 100;

export interface Spot {
  x: number;
  y: number;
}

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

/** What a person has set for a move before the click that ends it. */
export interface Draft {
  formation: string;
  turn: number;
}

export const EMPTY: Draft = { formation: "", turn: 0 };

/** The parts before a leg. */
export const parts = (draft: Draft): string[] => [
  ...(draft.formation === "" ? [] : [`form ${draft.formation}`]),
  ...(draft.turn === 0 ? [] : [`turn middle ${degrees(draft.turn)}`]),
];

export const moveWithout = (unit: string, draft: Draft): string => [`move ${unit}`, ...parts(draft)].join(", ");

/** The move that brings the middle of a front edge to a place: ahead within 45 degrees, after a turn within 90, else back. */
export const moveTo = (thing: Thing, draft: Draft, to: Spot): string | undefined => {
  if (!thing.at || thing.heading === null) return undefined;
  const length = um(Math.hypot(to.x - thing.at[0], to.y - thing.at[1]));
  const bearing = bearingTo(thing.at, thing.heading + draft.turn, to);
  const before = [`move ${thing.name}`, ...parts(draft)];
  if (Math.abs(bearing) <= 45) return [...before, `go ${degrees(bearing)} ${length}`].join(", ");
  if (Math.abs(bearing) <= 90 && draft.turn === 0) return [...before, `turn middle ${degrees(bearing)}`, `go 0 ${length}`].join(", ");
  return [...before, `go 180 ${length}`].join(", ");
};

/** The choice that a click on the ground means, if a family waits for a place. */
export const placed = (family: Family, thing: Thing | undefined, draft: Draft, to: Spot, north: boolean): string | undefined => {
  const spot = `${um(to.x)} ${um(to.y)}`;
  const heading = thing?.heading ?? (north ? 0 : 180);
  const facing = degrees((((heading + draft.turn) % 360) + 360) % 360);
  const name = family.unit ?? "";
  switch (family.word) {
    case "move":
    case "reorganise":
      return thing && moveTo(thing, draft, to);
    case "place":
      return `place ${name}, ${draft.formation || "line"}, ${spot}, ${facing}`;
    case "station":
    case "general":
      return `${family.word} ${name}, ${spot}, ${facing}`;
    default:
      return undefined;
  }
};
