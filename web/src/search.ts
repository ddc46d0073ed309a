/** Finds units and hexes by what a player types. Pure. */

import type { HexFacts, Piece } from "./api.ts";

const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9/]+/g, " ")
    .trim();

/** True if every typed word begins some word of the piece's names, command or hex. */
export const matches = (piece: Piece, typed: string): boolean => {
  const words = plain(typed).split(" ").filter(Boolean);
  const text = ` ${plain([piece.name, piece.fullName, piece.command.code, piece.command.name, piece.hex ?? ""].join(" "))}`;
  return words.every((word) => text.includes(` ${word}`));
};

export type Found = { kind: "hex"; hex: HexFacts } | { kind: "piece"; piece: Piece };

/** The hex of that number first, then pieces, exact names before others. */
export const search = (typed: string, byName: (name: string) => HexFacts | undefined, pieces: readonly Piece[], most: number): Found[] => {
  if (plain(typed) === "") return [];
  const found: Found[] = [];
  const hex = byName(typed);
  if (hex) found.push({ kind: "hex", hex });
  const rank = (piece: Piece) => (plain(piece.name) === plain(typed) ? 0 : plain(piece.name).startsWith(plain(typed)) ? 1 : 2);
  const hits = pieces.filter((piece) => matches(piece, typed)).sort((a, b) => rank(a) - rank(b));
  found.push(...hits.map((piece): Found => ({ kind: "piece", piece })));
  return found.slice(0, most);
};
