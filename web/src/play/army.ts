/** The armies as tables: every unit with its state, and what has been lost. Pure. */

import type { Side } from "../api.ts";
import type { GamePiece, Look, Paragraph } from "./wire.ts";

export interface RosterRow {
  name: string;
  side: Side;
  brigade: string;
  sp: number;
  full: number;
  state: string;
  orders: string;
  ammunition: string;
  fatigue: string;
  /** Its hex, or what has become of it. */
  hex?: string;
  presence: string;
  done: boolean;
}

export type Column = "name" | "brigade" | "sp" | "state" | "orders" | "ammunition";

const title = (look: Look, piece: GamePiece): string => {
  const body = look.bodies.find((one) => one.name === piece.body);
  return body?.leader ?? body?.title ?? piece.command;
};

export const rosterOf = (look: Look): RosterRow[] =>
  look.pieces
    .filter((piece) => piece.kind === "unit")
    .map((piece) => ({
      name: piece.name,
      side: piece.side,
      brigade: title(look, piece),
      sp: piece.presence === "on-map" || piece.presence === "due" ? (piece.sp ?? 0) : 0,
      full: piece.full ?? 0,
      state: piece.presence === "on-map" ? (piece.state ?? "") : piece.presence,
      orders: piece.orders ?? "",
      ammunition: piece.ammunition ?? "",
      fatigue: piece.fatigue ?? "",
      ...(piece.presence === "on-map" && piece.hex !== undefined ? { hex: piece.hex } : {}),
      presence: piece.presence,
      done: piece.moveOver === true,
    }));

/** How bad a state is: whoever looks for trouble finds it on top. */
const GRAVE = ["on-map", "good-order", "due", "left", "disordered", "collapsed", "abandoned-one", "abandoned-two", "routed", "lost"];
const grave = (state: string): number => Math.max(0, GRAVE.indexOf(state));
const AMMUNITION = ["full", "low", "out"];
const ORDERS = ["attack", "advance", "march"];

export const sorted = (rows: readonly RosterRow[], column: Column, down: boolean): RosterRow[] => {
  const by: Record<Column, (a: RosterRow, b: RosterRow) => number> = {
    name: (a, b) => a.name.localeCompare(b.name, "en", { numeric: true }),
    brigade: (a, b) => a.brigade.localeCompare(b.brigade),
    sp: (a, b) => b.sp - a.sp,
    state: (a, b) => grave(b.state) - grave(a.state),
    orders: (a, b) => ORDERS.indexOf(a.orders) - ORDERS.indexOf(b.orders),
    ammunition: (a, b) => AMMUNITION.indexOf(b.ammunition) - AMMUNITION.indexOf(a.ammunition),
  };
  const order = [...rows].sort((a, b) => by[column](a, b) || by.name(a, b));
  return down ? order.reverse() : order;
};

export interface Losses {
  full: number;
  lost: number;
  disordered: number;
  routed: number;
  gone: number;
}

/** What a side has lost of those who have come into play. */
export const lossesOf = (look: Look, side: Side): Losses => {
  const units = look.pieces.filter((piece) => piece.kind === "unit" && piece.side === side && piece.presence !== "due");
  const left = (piece: GamePiece) => (piece.presence === "lost" ? 0 : (piece.sp ?? 0));
  return {
    full: units.reduce((sum, piece) => sum + (piece.full ?? 0), 0),
    lost: units.reduce((sum, piece) => sum + Math.max(0, (piece.full ?? 0) - left(piece)), 0),
    disordered: units.filter((piece) => piece.presence === "on-map" && piece.state !== undefined && piece.state !== "good-order").length,
    routed: units.filter((piece) => piece.presence === "routed").length,
    gone: units.filter((piece) => piece.presence === "lost").length,
  };
};

/** The most sentences of a summary. */
const MOST = 7;

/**
 * What the enemy has done since a side last decided something itself: first what led to the question, then worst for that side and newest
 * first, at most seven. What changed nothing and the turns of the set-up are left out.
 */
export const sinceMine = (look: Look): Paragraph[] => {
  const { story } = look;
  const mine = story.findLastIndex((one) => one.side === look.side && (one.by === "person" || one.by === "standing"));
  // The set-up lies before the first turn.
  const setUp = story[0]?.number === 0 ? story.findIndex((one) => one.heading !== undefined) : 0;
  const others = story.slice(Math.max(mine + 1, setUp)).filter((one) => one.side !== undefined && one.side !== look.side && one.by !== "unasked" && one.quiet !== true);
  const harm = (one: Paragraph) => (look.side === "union" ? (one.unionHarm ?? 0) : (one.confederateHarm ?? 0));
  const last = others.at(-1);
  const rest = others
    .slice(0, -1)
    .map((one, i) => ({ one, i }))
    .sort((a, b) => harm(b.one) - harm(a.one) || b.i - a.i)
    .map(({ one }) => one);
  return last ? [last, ...rest].slice(0, MOST) : [];
};
