/** Finds units, hexes, fields and places by what a player types. Pure. */

import type { HexFacts, Piece } from "./api.ts";

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9/]+/g, " ")
    .trim();

const words = (text: string): string[] => plain(text).split(" ").filter(Boolean);

/** True if every typed word begins some word of the text. */
const begins = (text: string, typed: readonly string[]): boolean => {
  const padded = ` ${plain(text)}`;
  return typed.every((word) => padded.includes(` ${word}`));
};

/** True if every typed word begins some word of the piece's names, command or hex. */
export const matches = (piece: Piece, typed: string): boolean =>
  begins([piece.name, piece.fullName, piece.command.code, piece.command.name, piece.hex ?? ""].join(" "), words(typed));

export interface Spot {
  name: string;
  /** "field", or the kind of a place: "camp", "church" … */
  kind: string;
  hex: HexFacts;
}

export type Found = { kind: "hex"; hex: HexFacts } | { kind: "piece"; piece: Piece } | { kind: "spot"; spot: Spot };

/** The data call a field by its owner; people say "Spain Field". */
export const fieldName = (name: string): string => (/Field|Landing/.test(name) ? name : `${name} Field`);

/** Fields and named places of a map, each once. */
export const spotsOf = (hexes: readonly HexFacts[]): Spot[] => {
  const spots: Spot[] = [];
  const fields = new Map<string, HexFacts[]>();
  for (const hex of hexes) {
    for (const { kind, name } of hex.places ?? []) if (name !== "") spots.push({ name, kind, hex });
    if (hex.field !== undefined) fields.set(hex.field, [...(fields.get(hex.field) ?? []), hex]);
  }
  for (const [name, own] of fields) {
    const x = own.reduce((sum, hex) => sum + hex.x, 0) / own.length;
    const y = own.reduce((sum, hex) => sum + hex.y, 0) / own.length;
    const middle = own.reduce((best, hex) => (Math.hypot(hex.x - x, hex.y - y) < Math.hypot(best.x - x, best.y - y) ? hex : best));
    spots.push({ name: fieldName(name), kind: "field", hex: middle });
  }
  return spots;
};

/** Hexes whose number is typed, with or without the letter of the sheet. */
const hexesFor = (typed: string, hexes: readonly HexFacts[]): HexFacts[] => {
  const wanted = typed.replace(/\s+/g, "").toUpperCase();
  if (!/^[NS]?\d{3,4}$/.test(wanted)) return [];
  const fits = (name: string | undefined) => name !== undefined && (name.startsWith(wanted) || name.slice(1).startsWith(wanted));
  return hexes.filter((hex) => fits(hex.name) || fits(hex.alias));
};

/** How well a piece fits: its name before its full name, both before its command. Infinity: not at all. */
const rank = (piece: Piece, typed: readonly string[]): number => {
  const name = plain(piece.name);
  const asked = typed.join(" ");
  if (name === asked) return 0;
  if (name.startsWith(asked)) return 1;
  const own = name.split(" ");
  if (typed.every((word) => own.includes(word))) return 2;
  if (begins(piece.name, typed)) return 3;
  if (begins(piece.fullName, typed)) return 4;
  return matches(piece, asked) ? 7 : Infinity;
};

export interface Searched {
  hexes: readonly HexFacts[];
  pieces: readonly Piece[];
  spots: readonly Spot[];
  /** Names of the hexes in play: of two with the same figures these come first. */
  inPlay?: ReadonlySet<string>;
}

/** The hex of that number first, then whoever bears the name, then places, then whoever serves under it. */
export const search = (typed: string, { hexes, pieces, spots, inPlay }: Searched, most: number): Found[] => {
  const asked = words(typed);
  if (asked.length === 0) return [];
  const ranked: { rank: number; found: Found }[] = [];
  for (const hex of hexesFor(typed, hexes)) ranked.push({ rank: inPlay?.has(hex.name) ? -2 : -1, found: { kind: "hex", hex } });
  for (const piece of pieces) {
    const fit = rank(piece, asked);
    if (fit < Infinity) ranked.push({ rank: fit, found: { kind: "piece", piece } });
  }
  for (const spot of spots) {
    if (!begins(spot.name, asked)) continue;
    const exact = plain(spot.name).startsWith(asked.join(" "));
    ranked.push({ rank: spot.kind === "field" ? (exact ? 2.5 : 4.5) : exact ? 5 : 6, found: { kind: "spot", spot } });
  }
  // The sort is stable: equals stay in the order of the set-up.
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ found }) => found);
};
