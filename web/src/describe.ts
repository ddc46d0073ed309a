/** Facts put into words of the reader's language. Pure: a catalogue goes in, a text comes out. */

import { DIRECTIONS, type HexFacts, type Piece, type SideFacts, type Turn, type Value } from "./api.ts";
import type { Messages } from "./messages/index.ts";

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const date = (m: Messages, turn: Turn): string => m.date(turn.month, turn.day);

/** A turn may last several hours: "7-8 PM". As the end of a span only the later hour counts, as its beginning the earlier. */
const hour = (m: Messages, turn: Turn, end: "whole" | "first" | "last"): string => {
  const range = /^(\d+)-(\d+) (AM|PM)$/.exec(turn.label);
  if (!range || end === "whole") return m.hour(turn.label, turn.hour);
  const [from, to, half] = [Number(range[1]), Number(range[2]), range[3] ?? ""];
  return end === "first" ? m.hour(`${from} ${half}`, turn.hour) : m.hour(`${to} ${half}`, turn.hour + to - from);
};

export const turnWords = (m: Messages, turn: Turn, end: "whole" | "first" | "last" = "whole"): string =>
  m.dayAndHour(date(m, turn), hour(m, turn, end));

/** From the first turn to the last; the day is told once if it is the same. */
export const spanWords = (m: Messages, first: Turn, last: Turn): string => {
  const sameDay = first.month === last.month && first.day === last.day;
  if (sameDay && first.hour === last.hour) return turnWords(m, first);
  return m.span(turnWords(m, first, "first"), sameDay ? hour(m, last, "last") : turnWords(m, last, "last"));
};

/** Where a piece is, or when it comes. */
export const whereWords = (m: Messages, piece: Piece): string =>
  piece.hex ?? (piece.arrives ? turnWords(m, piece.arrives) : piece.place !== undefined ? freePlaceWords(m, piece.place) : m.offMap);

/** What is on a hexside, piece by piece. */
export const sideWords = (m: Messages, side: SideFacts): string[] => {
  const words: string[] = [];
  if (side.relief) words.push(`${m.relief[side.relief.kind]} ${m.climb(side.relief.up, side.relief.down)}`);
  if (side.water) words.push(side.water.name ? `${side.water.name} (${m.water[side.water.kind]})` : m.water[side.water.kind]);
  if (side.crossing) words.push(m.crossing[side.crossing]);
  for (const route of side.routes ?? []) words.push(route.name ? `${m.route[route.kind]}: ${route.name}` : m.route[route.kind]);
  if (side.impassable) words.push(m.impassable);
  return words;
};

/** The sides of a hex in the order of the compass. */
export const sidesInOrder = (hex: HexFacts): SideFacts[] =>
  DIRECTIONS.flatMap((direction) => hex.sides?.filter((side) => side.toward === direction) ?? []);

export const terrainWords = (m: Messages, hex: HexFacts): string =>
  hex.field ? `${m.terrain[hex.terrain]}, ${hex.field}` : m.terrain[hex.terrain];

export const placeLabel = (m: Messages, kind: string): string => (m.place as Record<string, string>)[kind] ?? m.place.mark;

export const placeWords = (m: Messages, kind: string, name: string): string => {
  const label = placeLabel(m, kind);
  return name === "" ? label : `${label}: ${name}`;
};

/** Where a piece may be set up, from the signs the server sends: "+ 1/6/T", "≤ 2 S3418", "S2906 – S3311", "≈", "*". */
export const freePlaceWords = (m: Messages, place: string): string => {
  if (place === "*") return m.freeAnywhere;
  if (place === "≈") return m.freeRiver;
  if (place.startsWith("+ ")) return m.freeWith(place.slice(2));
  const near = /^≤ (\d+) (\S+)$/.exec(place);
  if (near) return m.freeNear(Number(near[1]), near[2] ?? "");
  const between = /^(\S+) – (\S+)$/.exec(place);
  return between ? m.freeAlong(between[1] ?? "", between[2] ?? "") : place;
};

export const stateWords = (m: Messages, state: string): string => m.state[state] ?? state.replaceAll("-", " ");

/** A value in the reader's words; estimates carry their mark wherever they are shown or spoken. */
export const valueWords = (m: Messages, value: Value): string => {
  const words =
    value.key === "weapon" || value.key === "sections"
      ? m.weaponName(value.text)
      : value.text
          .split(" / ")
          .map((part) => m.word[part] ?? part)
          .join(" / ");
  return value.source === "estimate" ? `~${words}` : words;
};

/** One spoken sentence about a hex and who stands there. */
export const spoken = (m: Messages, hex: HexFacts, pieces: readonly Piece[]): string => {
  const ground = [terrainWords(m, hex), `${m.levelLabel} ${hex.level}`, ...(hex.marks ?? []).map((mark) => m.mark[mark])];
  const sides = sidesInOrder(hex).map((side) => `${m.direction[side.toward]}: ${sideWords(m, side).join(", ")}`);
  const units = pieces.map((piece) => {
    const strength = piece.values.find((value) => value.key === "strength");
    const states = piece.states.map((state) => stateWords(m, state));
    return [piece.name, m.forcesOf[piece.side], ...(strength ? [`${m.value.strength} ${valueWords(m, strength)}`] : []), ...states].join(", ");
  });
  const who = units.length === 0 ? m.noUnits : units.join("; ");
  return [`${hex.name}. ${ground.join(", ")}`, ...(sides.length ? [sides.join("; ")] : []), who].join(". ");
};
