/** What the table of a game says and hears: docs/wire.md. The Rust side is crates/table/src/wire/: change both together. */

import type { Side } from "../api.ts";

export interface GameTurn {
  id: string;
  label: string;
  number: number;
  of: number;
  light: string;
  phase?: string;
  phaseText?: string;
}

export interface Drawn {
  marker: string;
  side?: Side;
}

export interface GamePiece {
  name: string;
  /** As that of the scenario's pieces. */
  key: string;
  kind: "unit" | "leader";
  side: Side;
  presence: string;
  hex?: string;
  hexes?: string[];
  formation?: "line" | "column";
  facing?: string;
  refused?: "left" | "right";
  /** Place in the stack, 0 on top. */
  order?: number;
  sp?: number;
  full?: number;
  state?: "good-order" | "disordered" | "collapsed";
  cohesion?: number;
  allowance?: string;
  spent?: string;
  orders?: "march" | "advance" | "attack";
  command: string;
  body?: string;
  inCommand: boolean;
  ammunition?: string;
  fatigue?: string;
  mounted?: boolean;
  acted?: boolean;
  moveOver?: boolean;
  replaced?: boolean;
}

export interface Body {
  name: string;
  title: string;
  side: Side;
  leader?: string;
  activator: string;
  orders: string;
  reserve?: boolean;
  inCommand: boolean;
  ineffective?: boolean;
  fatigue: string;
  entitled: number;
  used: number;
  bound: string;
  mission?: string;
  units: string[];
}

export interface Activator {
  name: string;
  title: string;
  side: Side;
  efficiency: number;
  number: number;
  placed: number;
  drawn: number;
  ineffective?: boolean;
}

export interface Option {
  /** Order notation: the choice's only name. */
  order: string;
  kind: string;
  rule: string;
  text: string;
  /** What sets it apart from others with the same aim. */
  short?: string;
  unit?: string;
  leader?: string;
  hex?: string;
  facing?: string;
  rolls?: boolean;
  ends?: boolean;
  givesUp?: string[];
}

export interface Group {
  unit?: string;
  leader?: string;
  body?: string;
  activator?: string;
  command?: string;
  kinds: { kind: string; text: string; rule: string; choices: number[] }[];
}

export interface Question {
  side: Side;
  key: string;
  text: string;
  rule: string;
  ruleTitle: string;
  about: { unit?: string; leader?: string; body?: string; activator?: string; units?: string[]; leaders?: string[] };
  secret?: boolean;
  choices: Option[];
  groups: Group[];
  proposal?: string;
  /** It may be answered once for the whole game. */
  stands?: boolean;
}

export interface Refused {
  reason: string;
  rule: string;
}

export interface Term {
  value: number;
  rule: string;
  text: string;
}

export interface Die {
  purpose: string;
  natural: number;
  terms: Term[];
  total: number;
  needed?: number;
  verdict?: string;
  /** Where the result is read off a table: which, how, and what each face would have meant. */
  table?: "fire" | "assault";
  column?: string;
  cells?: Face[];
}

/** One face of the die. */
export interface Face {
  die: number;
  total: number;
  result: string;
  text: string;
  /** Of a thousand: that the target is harmed if it falls. */
  permille?: number;
  tone: Tone;
}
export type Tone = "nothing" | "check" | "loss" | "price" | "good" | "bad";

/** A hex that a unit may fire at or assault. */
export interface Aim {
  kind: "fire" | "assault";
  unit: string;
  from: string;
  hex: string;
  whom: string[];
  order: string;
  orders: string[];
  permille?: number;
  must?: boolean;
}

export interface Share {
  name: string;
  counts: string;
  of?: string;
  rules?: string[];
}

export interface SightLine {
  from: string;
  to: string;
  range: number;
  seen: boolean;
  text: string;
  blocked?: string;
  rule?: string;
  profile: { hex: string; base: number; top: number }[];
}

/** The card of a fire or an assault before its die. */
export interface Fight {
  kind: "fire" | "assault";
  title: string;
  side: Side;
  order?: string;
  rule: string;
  from: string[];
  to: string[];
  range?: number;
  sight?: SightLine;
  attackers: Share[];
  defenders: Share[];
  ratio?: string;
  terms: Term[];
  total: number;
  column: string;
  rebuilt?: boolean;
  cells: Face[];
  legend?: string;
  chances: { text: string; permille: number; tone: Tone }[];
  under?: { text: string; rule: string }[];
  notes?: { text: string; rule: string }[];
  answer?: Fight;
}

export interface Told {
  kind: string;
  text: string;
  rule?: string;
  piece?: string;
  from?: string;
  to?: string;
  die?: Die;
}

export interface Paragraph {
  number: number;
  side?: Side;
  by: string;
  heading?: string;
  text: string;
  first: number;
  last: number;
  pieces?: string[];
  hexes?: string[];
  /** How badly it went: SP, Disorder, routs and leaders in one number. */
  unionHarm?: number;
  confederateHarm?: number;
  /** Nothing happened by it. */
  quiet?: boolean;
  events?: Told[];
}

export interface Step {
  number: number;
  side: Side;
  by: string;
  events: Told[];
}

export interface Standing {
  id: number;
  key: string;
  who: { unit?: string; body?: string; side?: Side };
  answer: "decline" | { kind: string };
  text: string;
  lapsed?: string;
}

export interface Look {
  state: number;
  choices: number;
  side: Side;
  turn: GameTurn;
  initiative?: Side;
  cup: { markers: number; playing?: Drawn; drawn: Drawn[] };
  pieces: GamePiece[];
  bodies: Body[];
  activators: Activator[];
  question?: Question;
  waiting?: { side: Side; text: string; rule?: string; computer: boolean };
  curtain?: Side;
  wish?: { why: "die" | "question" | "refused" | "over"; text: string; left: string[]; can: boolean; refusal?: Refused };
  undo: { can: boolean; text: string; choices: number };
  standing: Standing[];
  story: Paragraph[];
  /** What happened since this screen was last shown something, where other eyes look at it now. */
  since?: Step[];
  intention?: { side: Side; text: string };
  over?: { result: string };
  score?: Score;
}

/** How the battle stands. */
export interface Score {
  verdict: string;
  winner?: Side;
  rule: string;
  union: number;
  confederate: number;
  lines: { side: Side; points: number; text: string; rule: string; toCome?: boolean }[];
  goals: { kind: string; side?: Side; met: boolean; counts: boolean; rule: string; checks: { holds: boolean; text: string }[] }[];
}

export interface Update extends Look {
  from: number;
  gone?: string[];
  steps: Step[];
}

export interface Place {
  hex: string;
  cost: string;
  facings?: { facing: string; cost: string }[];
  minimum?: boolean;
  risk?: number;
}

export interface Reach {
  piece: string;
  allowance?: string;
  spent?: string;
  places: Place[];
  refusal?: Refused;
}

export interface Leg {
  piece: string;
  orders: string[];
  hexes: string[];
  hex: string;
  facing?: string;
  cost?: string;
  allowance?: string;
  short?: boolean;
  risks?: { hex: string; text: string; rule: string; needed?: number; chance: number }[];
  refusal?: Refused;
}

export interface Why {
  allowed: boolean;
  reason?: string;
  rule?: string;
  ruleText?: string;
  /** The same for everything else that could be meant. */
  acts?: { act: string; text: string; allowed: boolean; refusal?: Refused }[];
  sight?: SightLine;
}

export type Wish =
  | { go: { pieces: string[]; hex: string; facing?: string } }
  | { take: { piece: string } | { body: string } }
  | { finish: Record<string, never> }
  | { all: { orders: string[] } };

export type Saying =
  | { say: "choose"; order: string }
  | { say: "wish"; wish: Wish }
  | { say: "goOn" | "drop" | "undo" | "ready" | "look" }
  | { say: "standing"; set?: { key: string; who: Standing["who"]; answer: Standing["answer"] }; clear?: number }
  | { say: "reach"; piece: string }
  | { say: "way"; pieces: string[]; hex: string; facing?: string }
  | { say: "why"; order?: string; piece?: string; hex?: string; facing?: string }
  | { say: "targets"; piece?: string }
  | { say: "odds"; order?: string }
  | { say: "sight"; from: string; to: string }
  | { say: "story"; before?: number; count?: number; all?: boolean; piece?: string }
  | { say: "replay"; at: number };

export interface Fault {
  word: string;
  reason: string;
  rule?: string;
}

export type Answer =
  | { update: Update }
  | { look: Look }
  | { reach: Reach }
  | { way: { pieces: Leg[] } }
  | { why: Why }
  | { targets: { piece?: string; aims: Aim[] } }
  | { odds: Fight[] }
  | { sight: SightLine }
  | { story: Paragraph[] };

/** Everything the server sends over the socket. */
export type Heard = { look: Look } | { update: Update } | { reply: number; ok?: Answer; error?: Fault };

export interface GameSummary {
  id: number;
  name: string;
  scenario: number;
  title: string;
  rules: string;
  union: string;
  confederate: string;
  choices: number;
  turn: { label: string; number: number; of: number };
  over: boolean;
  result?: string;
  begun: number;
  played: number;
}

/** A rule of the game that may be chosen. */
export interface Switch {
  name: string;
  about: string;
  values: string[];
  usual: string;
  rules: string[];
  optional: boolean;
}
