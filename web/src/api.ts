/** What the server sends. The Rust side of this file is crates/server/src/wire.rs: change both together. */

export type Side = "union" | "confederate";
export type Source = "text" | "history" | "estimate";
export type Confidence = "text" | "deduced" | "history" | "interpolated" | "printed";

export type Terrain =
  | "clear"
  | "field"
  | "field_boundary"
  | "woods"
  | "thicket"
  | "swamp"
  | "swamp_stream"
  | "river";

export type Direction = "N" | "NE" | "SE" | "S" | "SW" | "NW";
export const DIRECTIONS: readonly Direction[] = ["N", "NE", "SE", "S", "SW", "NW"];

export type Slope = "gradual" | "minor" | "steep";
export type Water = "stream" | "creek" | "river" | "lake";
export type Crossing = "bridge" | "ford";

/** One side of a hex, only where there is something to tell. */
export interface SideFacts {
  toward: Direction;
  /** Seen from this hex: up to the neighbour or down to it. */
  slope?: { kind: Slope; goes: "up" | "down" };
  water?: { kind: Water; name?: string };
  crossing?: Crossing;
  ravine?: true;
  crest?: true;
  road?: string;
  trail?: string;
  impassable?: true;
}

export type HexMark = "sloping" | "orchard" | "partial_water" | "sunken_lane" | "unreachable";

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
  tile: { size: number; /** Pixels per unit of the drawing, coarsest first. */ scales: number[] };
}

export interface MapFacts {
  battle: string;
  layout: Layout;
  hexes: HexFacts[];
}

export interface ScenarioSummary {
  number: number;
  title: string;
  summary: string;
  first: string;
  last: string;
  turns: number;
  units: Record<Side, number>;
}

/** Which line of the panel a value stands on; the page gives it a label in the player's language. */
export type ValueKey =
  | "strength"
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
  | "ammunition"
  | "facing"
  | "replacement";

export interface Value {
  key: ValueKey;
  text: string;
  source: Source;
  note?: string;
}

export type Kind = "infantry" | "cavalry" | "artillery" | "gunboat" | "leader";

/** One counter on the map or waiting to arrive. */
export interface Piece {
  key: string;
  name: string;
  fullName: string;
  side: Side;
  kind: Kind;
  command: { code: string; name: string };
  /** Absent while the piece is not on the map. */
  hex?: string;
  /** Where its counter is drawn: centre, in units of the drawing, and place on the sprite sheets. */
  spot?: { x: number; y: number; sprite: number };
  /** What has happened to it: "disordered", "in reserve" … */
  states: string[];
  values: Value[];
  note?: string;
  arrives?: string;
}

export interface Statement {
  title?: string;
  text: string;
  rules?: string[];
}

export interface ScenarioFacts extends ScenarioSummary {
  pieces: Piece[];
  turnTrack: { label: string; light: "dawn" | "day" | "dusk" | "night" }[];
  victory: Statement[];
  special: Statement[];
  sheet: SheetFacts;
}

/** How the counters lie on a sprite sheet: row by row, square cells. */
export interface SheetFacts {
  count: number;
  columns: number;
  /** Side of a cell in units of the drawing; the counter is centred in it. */
  cell: number;
  /** Pixel sizes of a cell that the server offers, smallest first. */
  sizes: number[];
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

export const api = {
  scenarios: () => get<ScenarioSummary[]>("/api/scenarios"),
  scenario: (number: number, signal?: AbortSignal) => get<ScenarioFacts>(`/api/scenarios/${number}`, signal),
  map: () => get<MapFacts>("/api/map"),
  tile: (level: number, column: number, row: number) => `/api/map/tiles/${level}/${column}/${row}`,
  sheet: (scenario: number, size: number) => `/api/scenarios/${scenario}/counters/${size}`,
};
