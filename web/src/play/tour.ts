/** The first-time tour: ten steps, each of which waits for its deed. Pure; the page shows them and brings their positions. */

import type { Look } from "./wire.ts";

/** A position that the server lays out for the tour. */
export type Chapter = "begin" | "react" | "fire" | "assault";

export interface TourStep {
  key: "bar" | "counter" | "orders" | "cup" | "move" | "brigade" | "react" | "fire" | "assault" | "end";
  chapter: Chapter;
  /** Whether the deed is done; steps without one are only read. */
  done?: (now: Look, start: Look) => boolean;
}

/** How a game stood when a step began. */
export interface Began {
  step: number;
  game: number;
  look: Look;
}

/** How this game stood when this step began, if that has been seen. */
export const beganAt = (start: Began | undefined, step: number, game: number): Look | undefined => (start?.step === step && start.game === game ? start.look : undefined);

const moved = (now: Look, start: Look): number => {
  const before = new Map(start.pieces.map((piece) => [piece.name, piece.hex]));
  return now.pieces.filter((piece) => piece.side === now.side && piece.kind === "unit" && piece.hex !== undefined && before.get(piece.name) !== piece.hex).length;
};

const rolled = (now: Look, start: Look, table: "fire" | "assault"): boolean =>
  now.story.some((one) => one.last > start.choices && one.events?.some((event) => event.die?.table === table));

export const TOUR: readonly TourStep[] = [
  { key: "bar", chapter: "begin" },
  { key: "counter", chapter: "begin" },
  { key: "orders", chapter: "begin", done: (now, start) => now.choices > start.choices },
  { key: "cup", chapter: "begin", done: (now) => now.cup.playing?.side === now.side && (now.question?.choices.some((option) => option.kind === "move" || option.kind === "activate") ?? false) },
  { key: "move", chapter: "begin", done: (now, start) => moved(now, start) >= 1 },
  { key: "brigade", chapter: "begin", done: (now, start) => moved(now, start) >= 2 },
  { key: "react", chapter: "react", done: (now, start) => now.choices > start.choices },
  { key: "fire", chapter: "fire", done: (now, start) => rolled(now, start, "fire") },
  { key: "assault", chapter: "assault", done: (now, start) => now.choices > start.choices && (rolled(now, start, "assault") || now.question?.key !== "assault") },
  { key: "end", chapter: "assault" },
];
