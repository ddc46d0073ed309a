/** Facts put into words of the reader's language. Pure: a catalogue goes in, a text comes out. */

import { DIRECTIONS, type HexFacts, type Piece, type SideFacts } from "./api.ts";
import type { Messages } from "./messages/index.ts";

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What is on a hexside, piece by piece. */
export const sideWords = (m: Messages, side: SideFacts): string[] => {
  const words: string[] = [];
  if (side.slope) words.push(`${m.slope[side.slope.kind]} ${m.goes[side.slope.goes]}`);
  if (side.ravine) words.push(m.ravine);
  if (side.crest) words.push(m.crest);
  if (side.water) words.push(side.water.name ? `${side.water.name} (${m.water[side.water.kind]})` : m.water[side.water.kind]);
  if (side.crossing) words.push(m.crossing[side.crossing]);
  if (side.road !== undefined) words.push(side.road === "" ? m.road : side.road);
  if (side.trail !== undefined) words.push(side.trail === "" ? m.trail : side.trail);
  if (side.impassable) words.push(m.impassable);
  return words;
};

/** The sides of a hex in the order of the compass. */
export const sidesInOrder = (hex: HexFacts): SideFacts[] =>
  DIRECTIONS.flatMap((direction) => hex.sides?.filter((side) => side.toward === direction) ?? []);

export const terrainWords = (m: Messages, hex: HexFacts): string =>
  hex.field ? `${m.terrain[hex.terrain]}, ${hex.field}` : m.terrain[hex.terrain];

export const placeWords = (m: Messages, kind: string, name: string): string => {
  const label = (m.place as Record<string, string>)[kind] ?? m.place.mark;
  return name === "" ? label : `${label}: ${name}`;
};

export const stateWords = (m: Messages, state: string): string => m.state[state] ?? state.replaceAll("-", " ");

/** Estimates carry their mark wherever they are shown or spoken. */
export const valueWords = (text: string, source: string): string => (source === "estimate" ? `≈ ${text}` : text);

/** One spoken sentence about a hex and who stands there. */
export const spoken = (m: Messages, hex: HexFacts, pieces: readonly Piece[]): string => {
  const ground = [terrainWords(m, hex), `${m.levelLabel} ${hex.level}`, ...(hex.marks ?? []).map((mark) => m.mark[mark])];
  const sides = sidesInOrder(hex).map((side) => `${m.direction[side.toward]}: ${sideWords(m, side).join(", ")}`);
  const units = pieces.map((piece) => {
    const strength = piece.values.find((value) => value.key === "strength");
    const states = piece.states.map((state) => stateWords(m, state));
    return [piece.name, m.forcesOf[piece.side], ...(strength ? [`${m.value.strength} ${strength.text}`] : []), ...states].join(", ");
  });
  const who = units.length === 0 ? m.noUnits : units.join("; ");
  return [`${hex.name}. ${ground.join(", ")}`, ...(sides.length ? [sides.join("; ")] : []), who].join(". ");
};
