import assert from "node:assert/strict";
import test from "node:test";
import type { HexFacts } from "../src/api.ts";
import { lossesOf, rosterOf, sinceMine, sorted } from "../src/play/army.ts";
import { percent } from "../src/play/cards.ts";
import { commandLinks, frontHexes } from "../src/play/layers.ts";
import { aimsAt, barOf, overlayOf, rowsOf } from "../src/play/model.ts";
import { beganAt, TOUR } from "../src/play/tour.ts";
import type { Aim, Fight, GamePiece, Look, Paragraph } from "../src/play/wire.ts";

const SQRT3 = Math.sqrt(3);
/** S3919 with its six neighbours, flat-topped, radius 1. */
const hexes = new Map<string, HexFacts>(
  [
    ["S3919", 0, 0],
    ["S3918", 0, -SQRT3],
    ["S3920", 0, SQRT3],
    ["S4018", 1.5, -SQRT3 / 2],
    ["S4019", 1.5, SQRT3 / 2],
    ["S3818", -1.5, -SQRT3 / 2],
    ["S3819", -1.5, SQRT3 / 2],
  ].map(([name, x, y]) => [name as string, { name: name as string, x: x as number, y: y as number, terrain: "woods", level: 3, confidence: "text" }]),
);
const hexNamed = (name: string | undefined) => (name === undefined ? undefined : hexes.get(name));

const piece = (name: string, more: Partial<GamePiece> = {}): GamePiece => ({
  name,
  key: name,
  kind: "unit",
  side: "confederate",
  presence: "on-map",
  hex: "S3919",
  command: "1/2/2",
  body: "1/2/2",
  inCommand: true,
  sp: 9,
  full: 9,
  state: "good-order",
  orders: "attack",
  ammunition: "full",
  ...more,
});

const told = (number: number, side: Look["side"], more: Partial<Paragraph> = {}): Paragraph => ({ number, side, by: "person", text: `told ${number}`, first: number, last: number, ...more });

const look: Look = {
  state: 1,
  choices: 5,
  side: "confederate",
  turn: { id: "6-0800", label: "8 AM", number: 1, of: 2, light: "day" },
  cup: { markers: 3, drawn: [] },
  pieces: [
    piece("1 LA", { facing: "NE" }),
    piece("10 MS", { sp: 4, state: "disordered", hex: "S4019", inCommand: false }),
    piece("9 MS", { presence: "lost", sp: 2 }),
    piece("Gladden", { kind: "leader", hex: "S3920" }),
    piece("16 WI", { side: "union", hex: "S3918", facing: "/S", sp: 15, full: 17 }),
    piece("18 WI", { side: "union", presence: "due" }),
  ],
  bodies: [{ name: "1/2/2", title: "Gladden (1/2/2)", side: "confederate", leader: "Gladden", activator: "2/2", orders: "attack", inCommand: true, fatigue: "ok", entitled: 3, used: 1, bound: "", units: ["1 LA", "10 MS", "9 MS"] }],
  activators: [],
  undo: { can: false, text: "", choices: 0 },
  standing: [],
  story: [],
};

test("the roster tells every unit, numbers count as numbers, and trouble comes first when asked", () => {
  const rows = rosterOf(look).filter((row) => row.side === "confederate");
  assert.deepEqual(rows.map((row) => row.name), ["1 LA", "10 MS", "9 MS"]);
  assert.deepEqual(sorted(rows, "name", false).map((row) => row.name), ["1 LA", "9 MS", "10 MS"]);
  assert.deepEqual(sorted(rows, "state", false).map((row) => row.name), ["9 MS", "10 MS", "1 LA"]);
  assert.equal(rows[2]?.sp, 0, "whoever is lost has nothing left");
  assert.equal(rows[0]?.brigade, "Gladden");
});

test("losses count the strength of those who are gone, and nobody who is yet to come", () => {
  assert.deepEqual(lossesOf(look, "confederate"), { full: 27, lost: 5 + 9, disordered: 1, routed: 0, gone: 1 });
  assert.deepEqual(lossesOf(look, "union"), { full: 17, lost: 2, disordered: 0, routed: 0, gone: 0 });
});

test("the summary tells what the other side did since one's own last decision, what led to the question first, then the worst", () => {
  const story = [told(1, "union"), told(2, "confederate"), told(3, "union"), told(4, "union", { confederateHarm: 6 }), told(5, "union", { by: "unasked" }), told(6, "union", { unionHarm: 9, confederateHarm: 1 })];
  assert.deepEqual(sinceMine({ ...look, story }).map((one) => one.number), [6, 4, 3]);
  // What changed nothing is left out, and so is the set-up.
  const opening = { number: 0, by: "person", text: "", first: 0, last: 0 };
  const first = { ...told(3, "union"), heading: "8 AM" };
  assert.deepEqual(sinceMine({ ...look, story: [opening, told(1, "union"), first, told(4, "union"), { ...told(5, "union"), quiet: true }, told(6, "union")] }).map((one) => one.number), [6, 4, 3]);
  assert.deepEqual(sinceMine({ ...look, story: [told(1, "confederate")] }), []);
});

test("a corner has two hexes before it, a hexside one", () => {
  const before = (side: Look["side"]) => frontHexes(look, side, [...hexes.values()], hexNamed, 1).map((hex) => hex.name).sort();
  assert.deepEqual(before("union"), ["S3919"]);
  assert.deepEqual(before("confederate"), ["S3918", "S4018"]);
});

test("a broken link of command tells its length", () => {
  const links = commandLinks(look, hexNamed, SQRT3);
  assert.deepEqual(links.map((link) => [link.to.name, link.broken]), [
    ["S3919", undefined],
    ["S4019", "1"],
  ]);
});

test("chances are whole percents, and what may happen is never nothing", () => {
  assert.deepEqual([0, 3, 10, 294, 996, 1000].map(percent), ["0 %", "< 1 %", "1 %", "29 %", "> 99 %", "100 %"]);
});

const aim = (unit: string, hex: string, permille: number, more: Partial<Aim> = {}): Aim => ({ kind: "fire", unit, from: "S3919", hex, whom: ["16 WI"], order: `fire ${unit} ${hex}`, orders: [`fire ${unit} ${hex}`], permille, ...more });

test("targets are ringed with the best chance, and the chosen unit aims first", () => {
  const question = {
    side: "confederate" as const,
    key: "act",
    text: "",
    rule: "SR 5.33",
    ruleTitle: "",
    about: {},
    choices: [
      { order: "fire 1 LA S3918", kind: "fire", rule: "SR 10.32", text: "1 LA fires", unit: "1 LA", hex: "S3918" },
      { order: "done", kind: "done", rule: "SR 5.33", text: "End", ends: true },
    ],
    groups: [],
    proposal: "done",
  };
  const aims = [aim("10 MS", "S3918", 400), aim("1 LA", "S3918", 290)];
  const hex = hexNamed("S3918");
  assert.ok(hex);
  assert.equal(aimsAt(aims, hex, ["1 LA"], hexNamed)[0]?.unit, "1 LA");
  assert.equal(aimsAt(aims, hex, [], hexNamed)[0]?.unit, "10 MS");
  const lit = overlayOf({ look: { ...look, question }, chosen: ["1 LA"], legs: [], aims }, hexNamed);
  assert.deepEqual(lit.rings.map((ring) => [ring.hex.name, ring.kind]), [["S3919", "chosen"], ["S3918", "target"]]);
  assert.deepEqual(lit.badges.map((badge) => badge.text), ["40 %"]);
  // Fires are listed by target, not among the other choices; aimed at, the bar offers it first.
  assert.deepEqual(rowsOf({ ...look, question }, ["1 LA"]).map((row) => row.option?.order), ["done"]);
  const bar = barOf({ ...look, question }, ["1 LA"], { order: "fire 1 LA S3918", permille: 290 });
  assert.equal(bar?.buttons[0]?.text, "1 LA fires · 29 %");
});

test("what is declared is drawn as an arrow, also for whoever only waits", () => {
  const fight: Fight = { kind: "assault", title: "", side: "confederate", rule: "", from: ["S3919"], to: ["S3918"], attackers: [], defenders: [], terms: [], total: 0, column: "", cells: [], chances: [] };
  const lit = overlayOf({ look, chosen: [], legs: [], coming: [fight] }, hexNamed);
  assert.deepEqual(lit.arrows.map((arrow) => [arrow.from.name, arrow.to.name, arrow.kind]), [["S3919", "S3918", "assault"]]);
});

test("the tour has ten steps, and each deed is seen when it is done", () => {
  assert.equal(TOUR.length, 10);
  const step = (key: string) => TOUR.find((one) => one.key === key);
  const went = { ...look, choices: 6, pieces: look.pieces.map((one) => (one.name === "1 LA" ? { ...one, hex: "S4018" } : one)) };
  assert.equal(step("move")?.done?.(look, look), false);
  assert.equal(step("move")?.done?.(went, look), true);
  assert.equal(step("brigade")?.done?.(went, look), false);
  const fired = { ...went, story: [told(6, "confederate", { first: 6, last: 6, events: [{ kind: "rolled", text: "", die: { purpose: "", natural: 3, terms: [], total: 3, table: "fire" as const } }] })] };
  assert.equal(step("fire")?.done?.(went, look), false);
  assert.equal(step("fire")?.done?.(fired, look), true);
});

test("a step of the tour begins with the look of its own game", () => {
  const start = { step: 6, game: 3, look };
  assert.equal(beganAt(start, 6, 3), look);
  assert.equal(beganAt(start, 6, 4), undefined, "that of the game before does not count");
  assert.equal(beganAt(start, 7, 3), undefined);
});
