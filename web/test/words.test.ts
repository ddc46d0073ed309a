import assert from "node:assert/strict";
import test from "node:test";
import type { HexFacts, Piece, Turn } from "../src/api.ts";
import { freePlaceWords, sideWords, spanWords, spoken, valueWords } from "../src/describe.ts";
import { commandInItalian, weaponInItalian } from "../src/italian.ts";
import { en } from "../src/messages/en.ts";
import { catalogues, preferred } from "../src/messages/index.ts";
import { it as italian } from "../src/messages/it.ts";
import { matches, search, spotsOf } from "../src/search.ts";
import { addressOf, parseRoute } from "../src/route.ts";
import { barFor } from "../src/ui/scale-bar.tsx";

const turn = (day: number, hour: number, label: string): Turn => ({ month: "April", day, hour, label, light: "day" });

const hex: HexFacts = {
  name: "S3514",
  x: 0,
  y: 0,
  terrain: "field-boundary",
  field: "Rhea Field",
  level: 4,
  marks: ["sloping"],
  confidence: "deduced",
  sides: [
    { toward: "SE", routes: [{ kind: "road", name: "Corinth road" }], crossing: "bridge" },
    { toward: "N", relief: { kind: "minor", up: 2, down: 0 }, water: { kind: "stream" }, impassable: true },
  ],
};

const piece: Piece = {
  key: "us-25-mo",
  name: "25 MO",
  fullName: "25th Missouri Infantry",
  side: "union",
  kind: "infantry",
  command: { id: 7, code: "1/6/T", name: "First Brigade, Sixth Division" },
  hex: "S3514",
  states: ["disordered"],
  values: [
    { key: "strength", text: "9", source: "text" },
    { key: "experience", text: "green", source: "estimate" },
    { key: "orders", text: "advance / attack", source: "text" },
  ],
};

test("a hexside is told whole", () => {
  const [bridge, north] = hex.sides ?? [];
  assert.ok(bridge && north);
  assert.deepEqual(sideWords(en, bridge), ["bridge", "road: Corinth road"]);
  assert.deepEqual(sideWords(en, north), ["minor slope up (2)", "stream", "impassable"]);
  assert.deepEqual(sideWords(italian, north), ["pendio medio in salita (2)", "ruscello", "invalicabile"]);
});

test("estimates carry their mark, words are the reader's", () => {
  assert.deepEqual(piece.values.map((value) => valueWords(en, value)), ["9", "~green", "Advance / Attack"]);
  assert.deepEqual(piece.values.map((value) => valueWords(italian, value)), ["9", "~inesperta", "Avanzata / Attacco"]);
});

test("a screen reader hears ground, sides in compass order, and units", () => {
  const words = spoken(en, hex, [piece]);
  assert.match(words, /^S3514\. Edge of a field, Rhea Field, Level 4, sloping ground\. north: .*south-east: .*25 MO, Union, Strength 9, disordered$/);
  assert.match(spoken(italian, hex, []), /Qui non c'è nessuna unità\.$/);
});

test("a span names its day once", () => {
  assert.equal(spanWords(en, turn(6, 8, "8 AM"), turn(6, 9, "9 AM")), "April 6, 8 AM to 9 AM");
  assert.equal(spanWords(en, turn(6, 8, "8 AM"), turn(7, 9, "9 AM")), "April 6, 8 AM to April 7, 9 AM");
  assert.equal(spanWords(en, turn(6, 8, "8 AM"), turn(6, 8, "8 AM")), "April 6, 8 AM");
  assert.equal(spanWords(italian, turn(6, 18, "6 PM"), turn(6, 19, "7-8 PM")), "6 aprile, ore 18 – ore 20");
  assert.equal(spanWords(en, turn(6, 18, "6 PM"), turn(6, 19, "7-8 PM")), "April 6, 6 PM to 8 PM");
  assert.equal(spanWords(italian, turn(6, 19, "7-8 PM"), turn(6, 19, "7-8 PM")), "6 aprile, ore 19–20");
});

test("the reader's languages decide, English when we speak none of them", () => {
  assert.equal(preferred(["de-DE", "it-CH", "en"]), "it");
  assert.equal(preferred(["en-GB", "it"]), "en");
  assert.equal(preferred(["de"]), "en");
  assert.equal(preferred([]), "en");
});

/** Every text of a catalogue with the path that leads to it. */
const texts = (value: unknown, path: string): [string, string][] =>
  typeof value === "string"
    ? [[path, value]]
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`))
      : [];

test("no catalogue has an empty text, and open-ended lists have the same keys", () => {
  for (const [name, catalogue] of Object.entries(catalogues)) {
    for (const [path, text] of texts(catalogue, name)) assert.notEqual(text.trim(), "", path);
  }
  // These two are open lists for the type check, so their keys are compared here.
  for (const list of ["state", "word"] as const) assert.deepEqual(Object.keys(italian[list]), Object.keys(en[list]));
  assert.equal(italian.keyList.length, en.keyList.length);
  assert.deepEqual(Object.keys(italian.scenarioTexts), ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
});

test("units are found by any beginning of any word", () => {
  for (const typed of ["25", "25 mo", "Missouri", "1/6/T", "mo 25", "s3514", ""]) assert.ok(matches(piece, typed), typed);
  for (const typed of ["5 mo", "26", "xyz", "issouri"]) assert.ok(!matches(piece, typed), typed);
});

const called = (name: string, fullName: string, command: string): Piece => ({
  ...piece,
  key: name,
  name,
  fullName,
  command: { id: 1, code: "x", name: command },
});
const camp: HexFacts = { ...hex, name: "S2918", alias: "N2935", field: "Seay Field", places: [{ kind: "camp", name: "Arkansas camp" }] };
const searched = {
  hexes: [hex, camp],
  pieces: [
    called("Prentiss", "B. M. Prentiss", "Sixth Division, Army of the Tennessee"),
    called("25 MO extension", "25th Missouri Infantry", "First Brigade"),
    called("25 MO", "25th Missouri Infantry", "First Brigade"),
    called("6 AR", "6th Arkansas Infantry", "First Brigade"),
  ],
  spots: spotsOf([hex, camp]),
};
const names = (typed: string, most = 12) =>
  search(typed, searched, most).map((found) => (found.kind === "piece" ? found.piece.name : found.kind === "hex" ? found.hex.name : found.spot.name));

test("the search puts names before commands, and finds numbers without their letter, fields and places", () => {
  assert.deepEqual(names("25 mo"), ["25 MO", "25 MO extension"]);
  assert.deepEqual(names("AR"), ["6 AR", "Arkansas camp", "Prentiss"]);
  assert.deepEqual(names("2918"), ["S2918"]);
  assert.deepEqual(names("n2935"), ["S2918"]);
  const twin: HexFacts = { ...hex, name: "N2918" };
  const order = (inPlay: string) => search("2918", { ...searched, hexes: [twin, camp], inPlay: new Set([inPlay]) }, 9).map((found) => found.kind === "hex" && found.hex.name);
  assert.deepEqual([order("S2918"), order("N2918")], [["S2918", "N2918"], ["N2918", "S2918"]]);
  assert.deepEqual(names("seay"), ["Seay Field"]);
  assert.deepEqual(names("rhea field"), ["Rhea Field"]);
  assert.equal(names("25", 1).length, 1);
  assert.deepEqual(names("  "), []);
  assert.deepEqual(names("xyzzy"), []);
});

test("commands and weapons are told in Italian", () => {
  assert.equal(commandInItalian("First Brigade, Sixth Division, Army of the Tennessee"), "Prima Brigata, Sesta Divisione, Armata del Tennessee");
  assert.equal(commandInItalian("Second Brigade, Reserve Corps"), "Seconda Brigata, Corpo di Riserva");
  assert.equal(weaponInItalian("R (Rifled musket)"), "R (moschetto rigato)");
});

test("a free place is told in words", () => {
  assert.equal(freePlaceWords(en, "≤ 2 S3418"), "within 2 hexes of S3418");
  assert.equal(freePlaceWords(italian, "+ 1/6/T"), "con un'unità di 1/6/T");
  assert.equal(freePlaceWords(en, "S3418 – S3918"), "in a hex from S3418 to S3918");
});

test("addresses lead to pages and strange ones to the opening page", () => {
  assert.deepEqual(parseRoute("#/scenario/7"), { page: "table", scenario: 7 });
  assert.equal(addressOf(parseRoute("#/scenario/7")), "#/scenario/7");
  assert.deepEqual(parseRoute("#/scenario/2?hex=s3918"), { page: "table", scenario: 2, hex: "S3918" });
  assert.equal(addressOf({ page: "game", game: 12, hex: "S3918" }), "#/game/12?hex=S3918");
  assert.deepEqual(parseRoute("#/scenario/2?hex=<script>"), { page: "table", scenario: 2 });
  for (const strange of ["", "#", "#/scenario/", "#/scenario/x", "#/scenario/-1", "#/scenario/1e9", "#/scenario/12345"]) {
    assert.deepEqual(parseRoute(strange), { page: "opening" }, strange);
  }
});

test("the scale bar is never too short to read nor too long for its corner", () => {
  for (let pixelsPerYard = 0.03; pixelsPerYard < 4; pixelsPerYard *= 1.1) {
    const { yards, pixels } = barFor(pixelsPerYard);
    assert.ok(pixels >= 60 && pixels <= 200, `${pixelsPerYard}: ${yards} yards are ${pixels} pixels`);
  }
});
