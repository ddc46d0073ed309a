/** What the server sends. The Rust side of this file is crates/server/src/wire/: change both together. */

import type { GameSummary, Switch } from "./play/wire.ts";

export type Side = "union" | "confederate";
export type Source = "text" | "history" | "estimate";
export type Confidence = "text" | "deduced" | "history" | "printed-map" | "estimate";

export type Terrain =
  | "clear"
  | "field"
  | "field-boundary"
  | "woods"
  | "orchard"
  | "thicket"
  | "swamp"
  | "swamp-stream"
  | "town"
  | "river"
  | "lake";

export type Direction = "N" | "NE" | "SE" | "S" | "SW" | "NW";
export const DIRECTIONS: readonly Direction[] = ["N", "NE", "SE", "S", "SW", "NW"];

export type ReliefKind = "gradual" | "minor" | "steep" | "sharp" | "ravine" | "crest";
export type Water = "stream" | "creek" | "river" | "lake";
export type Crossing = "bridge" | "ford";
export type RouteKind = "trail" | "road" | "pike";

/** One side of a hex, only where there is something to tell. */
export interface SideFacts {
  toward: Direction;
  /** Contour lines climbed and descended when leaving this hex. */
  relief?: { kind: ReliefKind; up: number; down: number };
  water?: { kind: Water; name?: string };
  crossing?: Crossing;
  routes?: { kind: RouteKind; name?: string }[];
  impassable?: true;
}

export type HexMark =
  | "sloping"
  | "orchard"
  | "partial-water"
  | "sunken-lane"
  | "bridge-inside"
  | "building"
  | "pond"
  | "rivulet"
  | "landing"
  | "unreachable";

/** A fact of a place with a name: a camp, a house, a landing, a supply source. */
export interface PlaceFacts {
  kind: string;
  name: string;
}

export interface HexFacts {
  name: string;
  /** The second printed number of a hex shared by two sheets. */
  alias?: string;
  /** Centre, in units of the drawing. */
  x: number;
  y: number;
  terrain: Terrain;
  field?: string;
  level: number;
  /** Height of the centre above the sea, where it is known. */
  feet?: number;
  marks?: HexMark[];
  places?: PlaceFacts[];
  sides?: SideFacts[];
  confidence: Confidence;
}

export interface Layout {
  width: number;
  height: number;
  /** Centre of a hex to its corner, in units of the drawing. */
  radius: number;
  yardsPerHex: number;
  feetPerLevel: number;
  tile: {
    size: number;
    /** Pixels per unit of the drawing, coarsest first. */
    scales: number[];
    /** Changes whenever the drawing does. */
    version: string;
  };
  /** Counters come on sheets: side of a cell in units, cells in a row, counters at most. */
  sprites: { cell: number; columns: number; most: number };
}

export interface MapFacts {
  battle: string;
  layout: Layout;
  hexes: HexFacts[];
}

export interface Turn {
  /** English name of the month. */
  month: string;
  day: number;
  hour: number;
  /** As players call it in English: "8 AM", "7-8 PM". */
  label: string;
  light: "dawn" | "day" | "dusk" | "night";
}

export interface ScenarioSummary {
  number: number;
  title: string;
  summary: string;
  first: Turn;
  last: Turn;
  turns: number;
  scope: "small" | "medium" | "large" | "full-battle";
  units: Record<Side, number>;
}

/** Which line of the panel a value stands on; the page gives it a label in the player's language. */
export type ValueKey =
  | "strength"
  | "fullStrength"
  | "sections"
  | "weapon"
  | "cohesion"
  | "movement"
  | "experience"
  | "initiative"
  | "efficiency"
  | "coordination"
  | "activation"
  | "profile"
  | "ordersValue"
  | "commandRange"
  | "orders"
  | "fatigue"
  | "facing"
  | "replacement";

export interface Value {
  key: ValueKey;
  text: string;
  source: Source;
  note?: string;
}

/** How much a counter tells. */
export type Detail = "far" | "middle" | "near";

export type Kind = "infantry" | "cavalry" | "artillery" | "gunboat" | "leader";

/** One counter on the map or waiting to arrive. */
export interface Piece {
  key: string;
  name: string;
  fullName: string;
  side: Side;
  kind: Kind;
  command: CommandName;
  /** Absent while the piece is not on the map. */
  hex?: string;
  /** How it looks: see map/look.ts. */
  look?: string;
  extension?: { kind: "line" | "column"; hexes: string[] };
  /** Where it may be set up, if its owner may choose. */
  place?: string;
  /** What has happened to it: "disordered", "in reserve" … */
  states: string[];
  values: Value[];
  note?: string;
  arrives?: Turn;
}

export interface Statement {
  side?: Side;
  title?: string;
  text: string;
  optional: boolean;
  rules: string[];
}

/** A command by name; `id` is its place in the tree. */
export interface CommandName {
  id: number;
  code: string;
  name: string;
}

export interface CommandNode extends CommandName {
  parent?: number;
  level: CommandLevel;
  side: Side;
}

export type CommandLevel = "brigade" | "division" | "corps" | "army";

export type Verdict =
  | "union-strategic"
  | "union-tactical"
  | "union-marginal"
  | "draw"
  | "confederate-marginal"
  | "confederate-tactical"
  | "confederate-strategic";

/** Something that is counted or must hold; which values are there depends on its kind. */
export interface VictoryTerm {
  kind:
    | "ineffective-commands"
    | "eliminated-batteries"
    | "hexes-held"
    | "strength-lost"
    | "fields-scored"
    | "held"
    | "ineffective"
    | "ineffective-count"
    | "gone"
    | "regiments-left"
    | "regiments-shaken"
    | "losses-at-most"
    | "losses-at-least"
    | "points-at-least"
    | "route-controlled"
    | "north-boundary-reached"
    | "fields-controlled"
    | "fields-not-controlled"
    | "regiments-in"
    | "taken-by"
    | "not-held"
    | "fewer-ineffective-brigades";
  side?: Side;
  hexes?: string[];
  fields?: string[];
  commands?: CommandName[];
  level?: CommandLevel;
  number?: number;
  perRoutedUnit?: number;
  holder?: "infantry" | "not-cavalry" | "any";
  holding?: "occupied" | "occupied-or-last-through";
  turn?: Turn;
  tie?: boolean;
}

export interface VictoryGoal {
  side: Side;
  conditions: VictoryTerm[];
  statement: string;
  levels?: number;
  verdict?: Verdict;
  betterIf?: VictoryTerm[];
  otherwise?: Verdict;
  everyTurn: boolean;
  withAnother: boolean;
}

export interface VictoryPoints {
  side?: Side;
  vp: number;
  per?: VictoryTerm;
  note?: string;
}

export interface Victory {
  method: "point-difference" | "confederate-points" | "objective-count" | "objectives" | "first-outcome";
  statement: string;
  assessed?: Turn;
  start: VictoryPoints[];
  levels: { min?: number; max?: number; verdict: Verdict }[];
  points: VictoryPoints[];
  objectives: VictoryGoal[];
  shifts: VictoryGoal[];
  automatic: VictoryGoal[];
  outcomes: {
    when: "all-or-only-side" | "meets-none" | "conditions" | "otherwise";
    side?: Side;
    conditions: VictoryTerm[];
    verdict: "that-side" | "union" | "confederate" | "draw";
  }[];
  /** Every hex that counts for something. */
  hexes: string[];
}

export interface ScenarioFacts extends ScenarioSummary {
  pieces: Piece[];
  turnTrack: Turn[];
  /** The part of the map in play at the start; no hexes named means all of it. */
  area: { statement: string; hexes: string[] };
  /** In the order of battle; whoever is above comes with whoever is below. */
  commands: CommandNode[];
  victory: Victory;
  special: Statement[];
  variants: Statement[];
}

/** A variant on which players may agree; of each kind one is played. */
export interface VariantOffer {
  id: string;
  kind: string;
  title: string;
  text: string;
}

/** What a new game can be. */
export interface LobbyOffers {
  rules: Switch[];
  scenarios: { number: number; variants?: VariantOffer[] }[];
  tour?: boolean;
}

export interface Refusal {
  error: string;
  reason: string;
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    reason: string,
  ) {
    super(reason);
  }
}

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, { headers: { accept: "application/json" }, ...(signal ? { signal } : {}) });
  if (!response.ok) {
    const refusal = (await response.json().catch(() => undefined)) as Refusal | undefined;
    throw new ApiError(response.status, refusal?.reason ?? response.statusText);
  }
  return (await response.json()) as T;
}

async function send<T>(method: "POST" | "DELETE", path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) {
    const refusal = (await response.json().catch(() => undefined)) as Refusal | undefined;
    throw new ApiError(response.status, refusal?.reason ?? response.statusText);
  }
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const api = {
  rule: (id: string, language: string) =>
    get<{ id: string; title: string; statement: string; seeAlso: string[] }>(`/api/rules/${encodeURIComponent(id)}?lang=${language}`),
  lobby: () => get<LobbyOffers>("/api/lobby"),
  games: () => get<GameSummary[]>("/api/games"),
  game: (id: number) => get<GameSummary>(`/api/games/${id}`),
  newGame: (wanted: Record<string, unknown>) => send<GameSummary>("POST", "/api/games", wanted),
  deleteGame: (id: number) => send<undefined>("DELETE", `/api/games/${id}`),
  scenarios: () => get<ScenarioSummary[]>("/api/scenarios"),
  scenario: (number: number, signal?: AbortSignal) => get<ScenarioFacts>(`/api/scenarios/${number}`, signal),
  map: () => get<MapFacts>("/api/map"),
  tile: (layout: Layout, level: number, column: number, row: number) =>
    `/api/map/tiles/${level}/${column}/${row}?v=${layout.tile.version}`,
  sprites: (detail: Detail, level: number, looks: readonly string[]) =>
    `/api/sprites/${detail}/${level}?looks=${looks.map(encodeURIComponent).join(",")}`,
};
