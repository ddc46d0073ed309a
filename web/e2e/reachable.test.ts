import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import type { HexFacts } from "../src/api.ts";
import { answerAt, hexOptions, isFight, rowsOf } from "../src/play/model.ts";
import type { Aim, Answer, Look, Option, Saying } from "../src/play/wire.ts";
import { startOwn } from "./harness.ts";

// Everything the engine offers can be had on the page: by a row, a hex, a facing, a target. Asked of the page's own model, without a browser.

const SECONDS = Number(process.env["REACHABLE_SECONDS"] ?? "5");
let address = "";
let stop = () => {};
let hexes = new Map<string, HexFacts>();

before(async () => {
  const own = await startOwn(mkdtempSync(path.join(tmpdir(), "longroll-reachable-")));
  address = own.address;
  stop = () => void own.program.kill("SIGTERM");
  const map = (await (await fetch(`${address}/api/map`)).json()) as { hexes: HexFacts[] };
  hexes = new Map(map.hexes.map((hex) => [hex.name, hex]));
});
after(() => stop());

const post = async <T>(where: string, body: unknown): Promise<T> => {
  const answer = await fetch(address + where, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  return (await answer.json()) as T;
};
const hexNamed = (name: string | undefined) => (name === undefined ? undefined : hexes.get(name));
/** Where one may click in a hex: its middle and its corners. */
const POINTS = [{ x: 0, y: 0 }, ...Array.from({ length: 12 }, (_, i) => ({ x: 0.6 * Math.cos((i * Math.PI) / 6), y: 0.6 * Math.sin((i * Math.PI) / 6) }))];

class Game {
  constructor(readonly id: number) {}
  async look(): Promise<Look> {
    return ((await (await fetch(`${address}/api/games/${this.id}/look`)).json()) as { look: Look }).look;
  }
  async say(saying: Saying, state: number): Promise<Answer | undefined> {
    return (await post<{ ok?: Answer }>(`/api/games/${this.id}/say`, { id: 1, state, ...saying })).ok;
  }
}

/** The orders that rows and clicks lead to, with these pieces chosen; whom else one can choose from there. */
function from(look: Look, chosen: readonly string[]): { orders: Set<string>; who: Set<string> } {
  const orders = new Set<string>();
  const who = new Set<string>();
  for (const row of rowsOf(look, chosen)) {
    if (row.option) orders.add(row.option.order);
    else who.add(row.who);
  }
  const byHex = new Map<string, Option[]>();
  for (const option of hexOptions(look, chosen, true)) byHex.set(option.hex ?? "", [...(byHex.get(option.hex ?? "") ?? []), option]);
  for (const [name, own] of byHex) {
    const hex = hexNamed(name);
    // The other hexes do not matter here, and lists of a set-up are long.
    look = look.question ? { ...look, question: { ...look.question, choices: own } } : look;
    for (const point of hex ? POINTS : []) {
      const answer = hex && answerAt(look, chosen, hex, point, hexNamed);
      if (!answer) continue;
      if ("take" in answer) {
        orders.add(answer.take.order);
        continue;
      }
      // The hex is asked about: whose, then which.
      for (const row of rowsOf(look, chosen, name)) {
        if (row.option) orders.add(row.option.order);
        else for (const own of rowsOf(look, [row.who], name)) if (own.option) orders.add(own.option.order);
      }
    }
  }
  return { orders, who };
}

/** What cannot be had on the page of everything that is offered. */
async function lost(game: Game, look: Look): Promise<string[]> {
  const { question } = look;
  if (!question) return [];
  const here = new Set(look.pieces.filter((piece) => piece.presence === "on-map" && piece.side === look.side).map((piece) => piece.name));
  const all = from(look, []);
  const owner = (option: Option) => option.unit ?? option.leader;
  for (const name of new Set(question.choices.flatMap((option) => owner(option) ?? []))) {
    // Whoever stands on the map is chosen there; the others by a row.
    if (here.has(name) || all.who.has(name)) for (const order of from(look, [name]).orders) all.orders.add(order);
  }
  let left = question.choices.filter((option) => !all.orders.has(option.order));
  if (left.some(isFight)) {
    const answer = await game.say({ say: "targets" }, look.state);
    const aims: Aim[] = answer && "targets" in answer ? answer.targets.aims : [];
    const aimed = new Set(aims.flatMap((aim) => aim.orders));
    left = left.filter((option) => !aimed.has(option.order));
  }
  return left.map((option) => option.order);
}

/** A stream of numbers, the same each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let x = seed * 2654435761 + 1; ; ) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    yield x / 2 ** 32;
  }
}

for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
  test(`scenario ${number}: everything that is offered can be had on the page`, async () => {
    const made = await post<{ id?: number; reason?: string }>("/api/games", { scenario: number, union: "person", confederate: "person", curtain: "never", seed: number });
    assert.ok(made.id !== undefined, made.reason);
    const game = new Game(made.id);
    const draw = numbers(number);
    const keys = new Map<string, number>();
    const end = Date.now() + 1000 * SECONDS;
    while (Date.now() < end) {
      const look = await game.look();
      const { question } = look;
      if (!question) break;
      keys.set(question.key, (keys.get(question.key) ?? 0) + 1);
      const missing = await lost(game, look);
      assert.deepEqual(missing.slice(0, 10), [], `${look.turn.label} ${question.key}: ${question.text} (${missing.length} of ${question.choices.length})`);
      // Those who are to come do, else what is proposed or anything.
      const some = question.choices[Math.floor(draw.next().value * question.choices.length)];
      const arrivals = question.choices.filter((option) => option.kind === "enter");
      const arrival = arrivals[Math.floor(draw.next().value * arrivals.length)];
      const order = arrival?.order ?? (draw.next().value < 0.35 && question.proposal !== "accept" ? some?.order : question.proposal) ?? question.choices[0]?.order ?? "";
      await game.say({ say: "choose", order }, look.state);
    }
    assert.ok(keys.size > 3, [...keys].join(" "));
    if (process.env["REACHABLE_SECONDS"] !== undefined) console.log(number, JSON.stringify([...keys]));
  });
}
