/** The messages of crates/shell-for-guns-table/src/wire.rs. */

export interface Place {
  name: string;
  title: string;
  ready: boolean;
}

export interface LobbyFacts {
  tables: Place[];
  players: string[];
  switches: [string, string[]][];
}

export interface GameLine {
  id: number;
  title: string;
  heading: string;
  over: boolean;
}

export interface NewGame {
  table: string;
  union: string;
  confederate: string;
  /** Switches, `name=value`. */
  rules: string[];
  seed?: number;
}

export interface Offer {
  text: string;
  rule: string;
  odds: string | null;
  word: string;
  unit: string | null;
  target: string | null;
}

export interface Family {
  word: string;
  unit: string | null;
  target: string | null;
  rule: string;
}

export interface Asked {
  side: string;
  here: boolean;
  prompt: string;
  unit: string | null;
  rule: string;
  division: string | null;
}

export interface Thing {
  name: string;
  side: string;
  kind: "unit" | "general" | "objective";
  line: string;
  at: [number, number] | null;
  heading: number | null;
  /** The formations it can take; how wide its front edge is, in UM. */
  formations: string[];
  frontage: number;
  /** `infantry`, `cavalry` or `battery`; how it is formed, of how many bases, and whether on horse. */
  arm: string;
  formation: string;
  bases: number;
  mounted: boolean;
}

/** The front edge of a unit: its middle, its heading, its width. */
export interface Front {
  at: [number, number];
  heading: number;
  frontage: number;
}

export interface DiceCard {
  purpose: string;
  rule: string;
  faces: number[];
  needs: string;
  terms: [number, string, string][];
}

export interface StoryLine {
  text: string;
  dice: DiceCard | null;
}

export interface Look {
  version: number;
  title: string;
  heading: string;
  asked: Asked | null;
  /** People here play both sides. */
  shared: boolean;
  offers: Offer[];
  families: Family[];
  things: Thing[];
  svg: string;
  log: StoryLine[];
  undo: number;
  result: string | null;
}

export type Saying =
  | { say: "choose"; text: string; version: number }
  | { say: "undo" }
  | { say: "preview"; text: string }
  | { say: "suggest"; unit: string; target?: string; skip?: number }
  | { say: "tape"; from: string; to: string }
  | { say: "aim"; unit: string; target?: string };

export type Reply =
  | { reply: "done" }
  | { reply: "stale" }
  | { reply: "refused"; rule: string | null; reason: string }
  | { reply: "overlay"; svg: string; text: string; legal: string | null; rule: string | null; front: Front | null }
  | { reply: "choices"; list: Offer[]; more: boolean };
