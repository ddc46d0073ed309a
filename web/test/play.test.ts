import assert from "node:assert/strict";
import test from "node:test";
import type { HexFacts, Piece } from "../src/api.ts";
import { dieCells, passChance, riskOfWay, signed } from "../src/play/cards.ts";
import { merged } from "../src/play/merge.ts";
import { answerAt, barOf, brigadeOf, facingAt, isMoving, livePieces, mayAct, mayBeTaken, mp, nextChosen, nextStop, overlayOf, placeOfPiece, rowsOf, stacksOf, takenBy, turnedFacing } from "../src/play/model.ts";
import type { GamePiece, Look, Option, Place, Question, Update } from "../src/play/wire.ts";

const hexes = new Map<string, HexFacts>(
  ["S3919", "S3920", "S3918", "S4019"].map((name, i) => [name, { name, x: 100 * i, y: 50 * i, terrain: "woods", level: 3, confidence: "text" }]),
);
const hexNamed = (name: string | undefined) => (name === undefined ? undefined : hexes.get(name));

const piece = (name: string, hex: string, more: Partial<GamePiece> = {}): GamePiece => ({
  name,
  key: `cs-${name}`,
  kind: "unit",
  side: "confederate",
  presence: "on-map",
  hex,
  command: "1/2/2",
  body: "1/2/2",
  inCommand: true,
  sp: 9,
  full: 9,
  ...more,
});
const option = (order: string, more: Partial<Option> = {}): Option => ({ order, kind: order.split(" ")[0] ?? "", rule: "SR 5.33", text: order, ...more });

const question: Question = {
  side: "confederate",
  key: "act",
  text: "What does the brigade do?",
  rule: "SR 5.33",
  ruleTitle: "A brigade acts",
  about: { body: "1/2/2", units: ["1 LA", "26 AL"] },
  choices: [
    option("move 1 LA S3918 NW", { unit: "1 LA", hex: "S3918", facing: "NW" }),
    option("face 1 LA NE", { unit: "1 LA", facing: "NE" }),
    option("face 26 AL NE", { unit: "26 AL", facing: "NE" }),
    option("done", { ends: true, givesUp: ["1 LA", "26 AL"] }),
  ],
  groups: [],
  proposal: "done",
};

const look: Look = {
  state: 5,
  choices: 5,
  side: "confederate",
  turn: { id: "6-0800", label: "8 AM", number: 1, of: 2, light: "day" },
  cup: { markers: 3, drawn: [], playing: { marker: "Withers (2/2)", side: "confederate" } },
  pieces: [
    piece("1 LA", "S3919", { order: 0, facing: "NW", state: "disordered", sp: 7 }),
    piece("26 AL", "S3919", { order: 1, moveOver: true }),
    piece("Gladden", "S3919", { kind: "leader", order: 2 }),
    piece("16 WI", "S3918", { side: "union", body: "1/6/T" }),
    piece("Lost", "S3918", { presence: "lost" }),
  ],
  bodies: [
    { name: "1/2/2", title: "Gladden (1/2/2)", side: "confederate", leader: "Gladden", activator: "2/2", orders: "attack", inCommand: true, fatigue: "ok", entitled: 3, used: 1, bound: "", units: ["1 LA", "26 AL"] },
  ],
  activators: [],
  question,
  undo: { can: false, text: "", choices: 0 },
  standing: [],
  story: [{ number: 1, by: "person", text: "one", first: 0, last: 1 }],
};

test("an update replaces what it names, drops what is gone and is refused on another state", () => {
  const update: Update = {
    ...look,
    from: 5,
    state: 6,
    gone: ["16 WI"],
    steps: [],
    pieces: [piece("1 LA", "S3920")],
    bodies: [],
    activators: [],
    story: [
      { number: 1, by: "person", text: "one, told anew", first: 0, last: 2 },
      { number: 2, by: "person", text: "two", first: 2, last: 3 },
    ],
  };
  const now = merged(look, update);
  assert.equal(now?.pieces.find((one) => one.name === "1 LA")?.hex, "S3920");
  assert.equal(now?.pieces.some((one) => one.name === "16 WI"), false);
  assert.equal(now?.bodies.length, 1);
  assert.deepEqual(now?.story.map((paragraph) => paragraph.text), ["one, told anew", "two"]);
  assert.equal(merged(look, { ...update, from: 4 }), undefined);
  assert.equal(merged(undefined, update), undefined);
});

test("counters lie as the table says, lowest first, with their state on them", () => {
  const stacks = stacksOf(look, hexNamed);
  const mine = stacks.find((stack) => stack.hex.name === "S3919");
  assert.deepEqual(mine?.counters.map((counter) => counter.name), ["26 AL", "1 LA", "Gladden"]);
  assert.equal(mine?.counters[1]?.look, "cs-1 LA~sp7~d~fNW");
  assert.equal(stacks.find((stack) => stack.hex.name === "S3918")?.counters.length, 1, "the lost lie nowhere");
});

test("the panel tells a piece as it is now, not as it was set up", () => {
  const printed: Piece = {
    key: "cs-1 LA",
    name: "1 LA",
    fullName: "1st Louisiana",
    side: "confederate",
    kind: "infantry",
    command: { id: 1, code: "1/2/2", name: "" },
    hex: "S1111",
    states: [],
    values: [
      { key: "strength", text: "9", source: "estimate" },
      { key: "facing", text: "free", source: "text" },
    ],
  };
  const [now, unseen] = livePieces(look, [printed, { ...printed, key: "us-hidden" }]);
  assert.equal(now?.hex, "S3919");
  assert.deepEqual(now?.states, ["disordered"]);
  assert.deepEqual(now?.values.map((value) => [value.key, value.text, value.source]), [["strength", "7", "text"], ["facing", "NW", "text"]]);
  assert.equal(unseen?.hex, undefined);
});

test("who may act, and who could be taken up", () => {
  assert.deepEqual([...mayAct(question)], ["1 LA", "26 AL"]);
  assert.deepEqual([...mayBeTaken(look)], ["1 LA", "26 AL"]);
  assert.ok(isMoving(question));
  assert.deepEqual(brigadeOf(look, "26 AL"), ["26 AL", "1 LA"]);
  assert.deepEqual(nextChosen(look, ["26 AL"]), ["26 AL"]);
  assert.deepEqual(nextChosen(look, []), ["1 LA"]);
  const { question: _, ...asleep } = look;
  assert.deepEqual(nextChosen(asleep, ["1 LA"]), []);
});

const place: Place = { hex: "S3918", cost: "2", facings: [{ facing: "NW", cost: "2" }, { facing: "E", cost: "3" }, { facing: "SE", cost: "3" }] };

test("the sixth of the hex is the facing, its middle the cheapest", () => {
  assert.equal(facingAt(place, { x: 0.1, y: 0.1 }), "NW");
  assert.equal(facingAt(place, { x: 0.8, y: 0 }), "E");
  assert.equal(facingAt(place, { x: 0.4, y: 0.7 }), "SE");
  assert.equal(facingAt({ hex: "S3918", cost: "1" }, { x: 0.8, y: 0 }), undefined);
  assert.equal(turnedFacing(place, "E", 1), "SE");
  assert.equal(turnedFacing(place, "E", -1), "NW");
});

test("movement points are read as people write them", () => {
  assert.deepEqual(["2", "2½", "½", undefined].map(mp), [2, 2.5, 0.5, 0]);
});

test("what is lit: rings, reach by cost, the way with its ghost and its price", () => {
  const goal = hexNamed("S3918");
  assert.ok(goal);
  const lit = overlayOf(
    {
      look,
      chosen: ["1 LA"],
      reach: { piece: "1 LA", places: [place, { hex: "S4019", cost: "1", risk: 30 }] },
      goal: { hex: goal, facing: "E" },
      legs: [{ piece: "1 LA", orders: [], hexes: ["S3919", "S3918"], hex: "S3918", facing: "E", cost: "3", allowance: "3", risks: [{ hex: "S3918", text: "check", rule: "SR 9.47", chance: 30 }] }],
    },
    hexNamed,
  );
  assert.deepEqual(lit.rings.map((ring) => [ring.hex.name, ring.kind]), [["S3919", "chosen"], ["S3918", "goal"]]);
  assert.deepEqual(lit.tints.map((tint) => [tint.hex.name, tint.label, tint.share]), [["S3918", "2", 1], ["S4019", "1", 0.5]]);
  assert.equal(lit.ghosts[0]?.look, "cs-1 LA~sp7~d~fE");
  assert.equal(lit.badges[0]?.text, "3/3 MP · 30 %");
  assert.equal(lit.dial?.facings.filter((one) => one.chosen).map((one) => one.facing).join(), "E");
  assert.equal(lit.done.length, 1);
});

test("the bar proposes, then offers what the chosen unit may do", () => {
  const bar = barOf(look, ["1 LA"]);
  assert.deepEqual(bar?.buttons.map((one) => one.order), ["done"], "turns are made on the map, and what gives others up comes last");
  assert.equal(bar?.who, "Gladden (1/2/2)");
  assert.equal(bar?.more, 3);
  assert.deepEqual(rowsOf(look, ["1 LA"]).map((row) => [row.key, row.option?.order]), [["1", "face 1 LA NE"], ["2", "done"]]);
});

test("a die tells its ten values and the chance it had", () => {
  const die = { purpose: "check", natural: 5, terms: [{ value: 1, rule: "BB 12.35", text: "" }], total: 6, needed: 5 };
  assert.equal(passChance(die), 50);
  assert.deepEqual(dieCells(die).filter((cell) => cell.fallen).map((cell) => [cell.value, cell.passes]), [[5, false]]);
  assert.equal(riskOfWay({ risks: [{ hex: "", text: "", rule: "", chance: 50 }, { hex: "", text: "", rule: "", chance: 50 }] }), 75);
  assert.deepEqual([signed(2), signed(-1), signed(0)], ["+2", "−1", "0"]);
});

test("whoever is due is chosen in the list and comes on by a click, and a hex of several asks whose", () => {
  const due = (name: string) => {
    const { hex: _, ...rest } = piece(name, "S3919", { presence: "due" });
    return rest;
  };
  const enter = (name: string, hex: string) => ["NE", "NW"].map((facing) => option(`enter ${name} ${hex} ${facing}`, { kind: "enter", unit: name, hex, facing }));
  const arriving: Question = {
    ...question,
    about: {},
    choices: [...enter("9 IL", "S3918"), ...enter("12 IL", "S3918"), ...enter("12 IL", "S3920"), option("move 1 LA S4019 NW", { unit: "1 LA", hex: "S4019", facing: "NW" }), option("done", { ends: true })],
  };
  const now: Look = { ...look, pieces: [...look.pieces, due("9 IL"), due("12 IL")], question: arriving };
  assert.deepEqual(rowsOf(now, []).map((row) => row.who ?? row.option.order), ["9 IL", "12 IL", "done"]);
  assert.deepEqual(rowsOf(now, ["9 IL"]).map((row) => row.option?.order), ["enter 9 IL S3918 NE", "enter 9 IL S3918 NW", "done"]);
  assert.equal(placeOfPiece(now, "12 IL"), "S3918", "the map goes to where it comes on");
  const lit = overlayOf({ look: now, chosen: ["12 IL"], legs: [] }, hexNamed);
  assert.deepEqual(lit.tints.map((tint) => tint.hex.name), ["S3918", "S3920"]);
  const hex = hexNamed("S3918");
  assert.ok(hex);
  const taken = answerAt(now, ["9 IL"], hex, { x: 0.3, y: -0.6 }, hexNamed);
  assert.equal(taken && "take" in taken && taken.take.order, "enter 9 IL S3918 NE");
  const asked = answerAt(now, [], hex, { x: 0, y: 0 }, hexNamed);
  assert.ok(asked && "ask" in asked);
  assert.deepEqual(rowsOf(now, [], "S3918").map((row) => row.who), ["9 IL", "12 IL"]);
  assert.deepEqual(rowsOf(now, ["12 IL"], "S3918").map((row) => row.option?.order), ["enter 12 IL S3918 NE", "enter 12 IL S3918 NW"]);
  // After one has come on, the next of the brigade is chosen.
  assert.deepEqual(nextChosen({ ...now, pieces: now.pieces.filter((one) => one.name !== "1 LA"), question: { ...arriving, choices: enter("9 IL", "S3918") } }, ["12 IL"]), ["9 IL"]);
});

test("the few choices of one unit are all listed", () => {
  const react: Question = {
    ...question,
    key: "react",
    about: { unit: "1 LA" },
    choices: [...["S3918", "S3920", "S4019"].map((hex) => option(`react 1 LA ${hex}`, { kind: "react", unit: "1 LA", hex })), option("done", { ends: true })],
  };
  assert.deepEqual(rowsOf({ ...look, question: react }, []).map((row) => row.option?.order), ["react 1 LA S3918", "react 1 LA S3920", "react 1 LA S4019", "done"]);
});

test("N and P go round, and a click takes the regiment that was meant", () => {
  const stops = ["a", "b", "c"].map((name) => ({ name }));
  assert.deepEqual([nextStop(stops, undefined, 1), nextStop(stops, "a", 1), nextStop(stops, "c", 1), nextStop(stops, undefined, -1), nextStop(stops, "a", -1)].map((one) => one?.name), ["a", "b", "a", "c", "c"]);
  const here = look.pieces.filter((one) => one.hex === "S3919");
  assert.equal(takenBy(look, here, undefined)?.name, "1 LA");
  assert.equal(takenBy(look, here, "26 AL")?.name, "26 AL");
});
