/** From clicks to order notation. Pure; whether it is legal the server says. */

import type { Family, Front, Thing } from "./wire.ts";

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

/** A place in UM as a place of the drawing. */
export const drawnAt = (spot: Spot, height: number): Spot => ({ x: MARGIN + spot.x * UNIT, y: height - MARGIN - spot.y * UNIT });

export const um = (value: number): string => value.toFixed(3).replace(/0$/, "");

/** The end of a tape at a click: who was clicked, or whatever lies there (the server knows), or the very place. */
export const tapeEnd = (found: string | undefined, spot: Spot, exact: boolean): string => {
  const place = `${um(spot.x)} ${um(spot.y)}`;
  return exact ? place : (found ?? `at ${place}`);
};

const degrees = (value: number): string => String(Math.round(value * 100) / 100);

/** The turn from a heading to a place: clockwise positive, from -180 to 180. */
export const bearingTo = (at: readonly [number, number], heading: number, to: Spot): number => {
  const direction = (Math.atan2(to.x - at[0], to.y - at[1]) * 180) / Math.PI;
  const off = (((direction - heading) % 360) + 360) % 360;
  return off > 180 ? off - 360 : off;
};

/** About what a unit turns. */
export type Pivot = "left" | "middle" | "right";

/** What a click on the ground means for a unit that moves. */
export type Way = "ahead" | "sideways" | "back" | "road";
export const WAYS: Way[] = ["ahead", "sideways", "back", "road"];

/** What a person has set for a move before the click that ends it. */
export interface Draft {
  way: Way;
  formation: string;
  /** The base that keeps its place and its number in the new formation; 0 is the first. */
  anchor: number;
  slot: number;
  /** Where the odd base goes between one line and two. */
  odd: "" | "left" | "right";
  saddle: "" | "mount" | "dismount";
  /** A leg made before the turn. */
  first: string;
  turn: number;
  pivot: Pivot;
  /** Where on its edge a reserve enters; none is straight below the click. */
  entry: number | undefined;
  /** The front after all this, as the server measured it. */
  front: Front | undefined;
}

export const EMPTY: Draft = {
  way: "ahead",
  formation: "",
  anchor: 0,
  slot: 0,
  odd: "",
  saddle: "",
  first: "",
  turn: 0,
  pivot: "middle",
  entry: undefined,
  front: undefined,
};

/** Between one line and two the bases go to both ends; every other change keeps one base in its place. */
export const spreads = (from: string, to: string): boolean => [from, to].sort().join() === "line,two-lines";

const form = (draft: Draft): string => {
  if (draft.formation === "") return "";
  const anchor = draft.anchor > 0 || draft.slot > 0 ? ` on ${draft.anchor || 1} as ${draft.slot || 1}` : "";
  return `form ${draft.formation}${anchor}${draft.odd === "" ? "" : ` odd ${draft.odd}`}`;
};

const turn = (draft: Draft): string => (draft.turn === 0 ? "" : `turn ${draft.pivot} ${degrees(draft.turn)}`);

/** The parts before the leg of the click. */
export const parts = (draft: Draft): string[] => [form(draft), draft.saddle, draft.first, turn(draft)].filter((part) => part !== "");

export const moveWithout = (unit: string, draft: Draft): string => [`move ${unit}`, ...parts(draft)].join(", ");

/** Where the middle of the front edge is after the turn of a draft. */
export const afterTurn = (at: readonly [number, number], heading: number, frontage: number, draft: Draft): [number, number] => {
  const half = (draft.pivot === "middle" ? 0 : frontage / 2) * (draft.pivot === "left" ? -1 : 1);
  const east = (angle: number) => Math.cos((angle * Math.PI) / 180) * half;
  const south = (angle: number) => Math.sin((angle * Math.PI) / 180) * half;
  const turned = heading + draft.turn;
  return [at[0] + east(heading) - east(turned), at[1] - south(heading) + south(turned)];
};

/** The front from which the leg of the click starts: as the server measured it, or after the turn alone. */
const startOf = (thing: Thing, draft: Draft): { at: readonly [number, number]; heading: number } | undefined => {
  if (draft.front) return draft.front;
  if (!thing.at || thing.heading === null) return undefined;
  return { at: afterTurn(thing.at, thing.heading, thing.frontage, draft), heading: thing.heading + draft.turn };
};

/** The leg from a front to a place: ahead within 45 degrees, after a turn within 90, else back; or as the person wants it. */
const legTo = (start: { at: readonly [number, number]; heading: number }, draft: Draft, to: Spot): string[] => {
  const far = Math.hypot(to.x - start.at[0], to.y - start.at[1]);
  const bearing = bearingTo(start.at, start.heading, to);
  const along = (angle: number) => Math.abs(far * Math.cos(((bearing - angle) * Math.PI) / 180));
  switch (draft.way) {
    case "road":
      return [`road ${um(far)}`];
    case "back":
      return [`go 180 ${um(along(180))}`];
    case "sideways":
      return [`go ${bearing < 0 ? -90 : 90} ${um(along(90))}`];
    default:
      if (Math.abs(bearing) <= 45) return [`go ${degrees(bearing)} ${um(far)}`];
      if (Math.abs(bearing) <= 90 && draft.turn === 0) return [`turn middle ${degrees(bearing)}`, `go 0 ${um(far)}`];
      return [`go 180 ${um(far)}`];
  }
};

/** The move that brings the middle of a front edge to a place. */
export const moveTo = (thing: Thing, draft: Draft, to: Spot): string | undefined => {
  const start = startOf(thing, draft);
  return start && [`move ${thing.name}`, ...parts(draft), ...legTo(start, draft, to)].join(", ");
};

/** The leg that a previewed move ends with, to be kept while a turn and another leg follow; none after a turn or on a road. */
export const keptLeg = (text: string): string | undefined => {
  const all = text.split(", ").slice(1);
  const last = all.at(-1);
  return last?.startsWith("go ") === true && !all.some((part) => part.startsWith("turn ")) ? last : undefined;
};

/** A charge in the direction of a place, after the turn of the draft. */
export const chargeTo = (thing: Thing, target: string, draft: Draft, to: Spot, corps: boolean): string | undefined => {
  if (!thing.at || thing.heading === null) return undefined;
  const at = afterTurn(thing.at, thing.heading, thing.frontage, draft);
  const bearing = bearingTo(at, thing.heading + draft.turn, to);
  const whole = [`charge ${thing.name}`, target, degrees(bearing), turn(draft), corps ? "by corps" : ""];
  return whole.filter((part) => part !== "").join(", ");
};

/** Both objectives, once both places are known. */
export const objectivesAt = (spots: readonly Spot[]): string | undefined => {
  const [first, second] = spots;
  return first && second && `objectives ${um(first.x)} ${um(first.y)}, ${um(second.x)} ${um(second.y)}`;
};

/** The table as far as a click needs it: its depth in UM, and whether the side that decides looks north. */
export interface Ground {
  depth: number;
  north: boolean;
}

/** Whether a click is at the edge of the side that decides: there a reserve is given its place. */
export const atEdge = (to: Spot, ground: Ground): boolean => (ground.north ? to.y : ground.depth - to.y) < 0.7;

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
      return `place ${name}, ${formation}, ${spot}, ${facing}${draft.saddle === "dismount" ? ", dismounted" : ""}`;
    case "enter": {
      // Straight onto the table, or from the place that was given before at an angle or by road.
      const [edge, ahead] = ground.north ? [0, 0] : [ground.depth, 180];
      const x = draft.entry ?? to.x;
      const start = { at: [x, edge] as const, heading: ahead };
      const leg = legTo(start, { ...draft, turn: 0 }, to).join(", ");
      return `enter ${name}, ${formation}, ${um(x)} ${um(edge)}, ${ahead}, ${leg}`;
    }
    case "station":
    case "general":
      return `${family.word} ${name}, ${spot}, ${facing}`;
    default:
      return undefined;
  }
};
