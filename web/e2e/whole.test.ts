import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import test, { after, before } from "node:test";
import type { Locator, Page } from "playwright-core";
import { mayBeTaken } from "../src/play/model.ts";
import type { Aim, Look, Reach } from "../src/play/wire.ts";
import { lookOf, movedOn } from "./contact.ts";
import { openPage, openTable, placeOf, settled, type Table } from "./harness.ts";

/* A whole game of scenario 2, from the lobby to its verdict, by clicks on what the page shows. What is read beside the page decides only which click comes next. The presses are counted:
   docs/performance-web.md has them. */

let table: Table;
before(async () => {
  table = await openTable();
});
after(async () => {
  await table.close();
});

interface Activation {
  turn: string;
  body: string;
  presses: number;
  questions: number;
  moved: number;
  movePresses: number;
  fires: number;
  assaults: number;
}

/** A player who has nothing but a mouse, and counts. */
class Hand {
  presses = 0;
  questions = 0;
  curtains = 0;
  readonly turns = new Map<string, { presses: number; questions: number; choices: number }>();
  readonly activations: Activation[] = [];
  /** Presses that were spent on moving, and the regiments that were moved by them. */
  moves = { presses: 0, regiments: 0, brigadePresses: 0, brigadeRegiments: 0 };
  readonly waits: number[] = [];
  #turn = "";

  constructor(
    readonly page: Page,
    readonly game: number,
  ) {}

  async press(what: Locator | { x: number; y: number }, times: 1 | 2 = 1): Promise<void> {
    this.presses += times;
    const turn = this.turns.get(this.#turn);
    if (turn) turn.presses += times;
    const activation = this.activations.at(-1);
    if (activation) activation.presses += times;
    if ("x" in what) {
      await this.page.mouse.move(what.x - 4, what.y);
      await this.page.mouse.move(what.x, what.y);
      if (times === 2) await this.page.mouse.dblclick(what.x, what.y);
      else await this.page.mouse.click(what.x, what.y);
    } else await what.click();
  }

  /** A question is put to the person. */
  asked(look: Look): void {
    this.questions += 1;
    this.#turn = look.turn.label;
    const turn = this.turns.get(this.#turn) ?? { presses: 0, questions: 0, choices: 0 };
    turn.questions += 1;
    this.turns.set(this.#turn, turn);
    const body = look.question?.about.body ?? look.bodies.find((one) => look.question?.choices.some((option) => option.kind === "move" && option.unit !== undefined && one.units.includes(option.unit)))?.name;
    const last = this.activations.at(-1);
    if (body !== undefined && look.question?.key === "act" && (last?.body !== body || last.turn !== look.turn.label))
      this.activations.push({ turn: look.turn.label, body, presses: 0, questions: 0, moved: 0, movePresses: 0, fires: 0, assaults: 0 });
    const activation = this.activations.at(-1);
    if (activation) activation.questions += 1;
  }

  async answer<T>(saying: Record<string, unknown>): Promise<T | undefined> {
    const reply = await this.page.request.post(`${table.address}/api/games/${this.game}/say`, {
      headers: { "content-type": "application/json", origin: table.address },
      data: { id: 1, ...saying },
    });
    return ((await reply.json()) as { ok?: T }).ok;
  }
}

const distance = (a: string, b: string): number => {
  // Columns are the first two digits after the letter, rows the last two; both maps of the scenario's area are the southern one.
  const at = (name: string) => ({ q: Number(name.slice(1, 3)), r: Number(name.slice(3, 5)) });
  const cube = ({ q, r }: { q: number; r: number }) => ({ x: q, z: r + Math.floor(q / 2) });
  const [one, other] = [cube(at(a)), cube(at(b))];
  const [dx, dz] = [one.x - other.x, one.z - other.z];
  return Math.max(Math.abs(dx), Math.abs(dz), Math.abs(dx - dz));
};

const onMap = (look: Look, side: string) => look.pieces.filter((piece) => piece.kind === "unit" && piece.side === side && piece.presence === "on-map" && piece.hex !== undefined);

/** Where the map can be clicked: not under the bar, the tools or the edges. */
async function free(page: Page, hex: string): Promise<{ x: number; y: number } | undefined> {
  const at = await placeOf(page, hex);
  const clear = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.matches("canvas.map") === true, at);
  return clear ? at : undefined;
}

/** Orders that have been given this turn, units that have been thought about in this Activation. */
const ordered = new Set<string>();
const thought = new Set<string>();

/** One decision; false if nothing could be done with the mouse. */
async function decide(hand: Hand, look: Look): Promise<void> {
  const { page } = hand;
  const question = look.question;
  assert.ok(question);
  const button = (order: string) => page.locator(`.choices [data-order="${order}"], .ask [data-order="${order}"]`).first();
  hand.asked(look);
  const attack = question.choices.find((option) => (option.kind === "orders" || option.kind === "take") && /attack/.test(option.order) && question.side === "confederate" && !ordered.has(`${look.turn.label} ${option.order}`));
  if (attack) {
    ordered.add(`${look.turn.label} ${attack.order}`);
    await hand.press(button(attack.order));
    return;
  }
  if (["sit-out", "orders-change", "coordinate", "next-body"].includes(question.key) && (await takeUp(hand, look))) return;
  if (question.key === "act" && (await moveSomebody(hand, look))) return;
  if (question.choices.some((option) => option.kind === "fire" || option.kind === "assault") && (await fight(hand, look))) return;
  const liked = [
    ...question.choices.filter((option) => option.kind === "advance" || option.kind === "activate"),
    ...question.choices.filter((option) => option.order === question.proposal || option.ends),
    ...question.choices,
  ];
  if (question.key === "act") thought.clear();
  const shown = async () => {
    for (const option of liked) if ((await button(option.order).count()) > 0) return option;
    return undefined;
  };
  let chosen = await shown();
  if (!chosen) {
    // A click that only looked at a hex has opened its tab.
    await hand.press(page.locator("#tab-now"));
    await page.waitForTimeout(300);
    chosen = await shown();
  }
  // On a slow machine the last wish may only have come to its end now.
  if (!chosen && (await lookOf(page, table)).state !== look.state) return;
  if (!chosen && process.env["LONGROLL_TRACE"] !== undefined) await page.screenshot({ path: "/tmp/stuck.png" });
  assert.ok(chosen, question.key);
  await hand.press(button(chosen.order));
  if (chosen.givesUp?.length) {
    // The second press.
    const armed = page.locator(".choice.armed").first();
    await armed.waitFor({ timeout: 3000 }).catch(() => undefined);
    if ((await armed.count()) > 0) await hand.press(armed);
  }
}

/** A click on a regiment answers what lies before its brigade's turn. */
async function takeUp(hand: Hand, look: Look): Promise<boolean> {
  const names = mayBeTaken(look);
  for (const unit of onMap(look, look.side).filter((piece) => names.has(piece.name))) {
    const at = await free(hand.page, unit.hex ?? "");
    if (!at) continue;
    await hand.press(at);
    return (await movedOn(hand.page, table, look.state).catch(() => undefined)) !== undefined;
  }
  return false;
}

async function moveSomebody(hand: Hand, look: Look): Promise<boolean> {
  const { page } = hand;
  const question = look.question;
  const enemies = onMap(look, look.side === "union" ? "confederate" : "union").map((piece) => piece.hex ?? "");
  const near = (hex: string) => Math.min(...enemies.map((enemy) => distance(hex, enemy)));
  const own = onMap(look, look.side);
  const movers = [...new Set(question?.choices.flatMap((option) => (option.kind === "move" && option.unit !== undefined ? [option.unit] : [])))]
    .filter((name) => !thought.has(`${hand.activations.length} ${name}`))
    .flatMap((name) => own.find((piece) => piece.name === name) ?? [])
    .sort((a, b) => near(a.hex ?? "") - near(b.hex ?? ""));
  for (const unit of movers) {
    thought.add(`${hand.activations.length} ${unit.name}`);
    // The Union keeps its line.
    if (look.side === "union") continue;
    const reach = (await hand.answer<{ reach: Reach }>({ say: "reach", piece: unit.name }))?.reach;
    const places = (reach?.places ?? []).filter((place) => near(place.hex) < near(unit.hex ?? "") && !own.some((piece) => piece.hex === place.hex)).sort((a, b) => near(a.hex) - near(b.hex));
    if (places.length === 0) continue;
    const together = movers.length >= 3 && near(unit.hex ?? "") > 4;
    const before = hand.presses;
    const heading = page.locator(".chosen-unit h2");
    const chosen = ((await heading.textContent().catch(() => "")) ?? "").startsWith(`${unit.name} `);
    const from = await free(page, unit.hex ?? "");
    if (!from) continue;
    if (together) await hand.press(from, 2);
    else if (!chosen) await hand.press(from);
    const named = await heading
      .filter({ hasText: unit.name })
      .waitFor({ timeout: 2000 })
      .then(
        () => true,
        () => false,
      );
    if (!named) continue;
    // Another of its stack may have come forward with the click.
    const inReach = await page
      .getByText(/hexes in reach/)
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
    if (!inReach) continue;
    let goal: { x: number; y: number } | undefined;
    for (const place of places.slice(0, 6)) {
      goal = await free(page, place.hex);
      if (goal) break;
    }
    if (!goal) continue;
    await hand.press(goal);
    const now = await movedOn(page, table, look.state).catch(() => undefined);
    if (!now) continue;
    const places2 = new Map(look.pieces.map((piece) => [piece.name, piece.hex]));
    const moved = now.pieces.filter((piece) => piece.kind === "unit" && piece.side === look.side && piece.hex !== places2.get(piece.name));
    for (const piece of moved) thought.add(`${hand.activations.length} ${piece.name}`);
    hand.moves.presses += hand.presses - before;
    hand.moves.regiments += moved.length;
    if (together) {
      hand.moves.brigadePresses += hand.presses - before;
      hand.moves.brigadeRegiments += moved.length;
    }
    const activation = hand.activations.at(-1);
    if (activation) {
      activation.moved += moved.length;
      activation.movePresses += hand.presses - before;
    }
    return true;
  }
  return false;
}

async function fight(hand: Hand, look: Look): Promise<boolean> {
  const { page } = hand;
  const aims = (await hand.answer<{ targets: { aims: Aim[] } }>({ say: "targets" }))?.targets.aims ?? [];
  const worth = (aim: Aim) => (aim.permille ?? 500) + (aim.must ? 1000 : 0);
  const best = aims.filter((aim) => aim.must || (aim.permille ?? 500) >= (aim.kind === "fire" ? 250 : 500)).sort((a, b) => worth(b) - worth(a))[0];
  if (!best) return false;
  // Whoever fires must be chosen first, unless the question is about him.
  const targets = page.locator(".targets .choice", { hasText: best.hex });
  if ((await targets.count()) === 0) {
    const from = await free(page, best.from);
    if (!from) return false;
    await hand.press(from);
    const shown = await targets
      .first()
      .waitFor({ timeout: 2000 })
      .then(
        () => true,
        () => false,
      );
    if (!shown) return false;
  }
  await hand.press(targets.first());
  // A fire that goes astray (BB 18.1) has no card: it is chosen from the list.
  const card = await page
    .locator(".aimed .strike .choice")
    .waitFor({ timeout: 5000 })
    .then(
      () => true,
      () => false,
    );
  if (!card) return false;
  await hand.press(page.locator(".aimed .strike .choice"));
  const activation = hand.activations.at(-1);
  if (activation && best.kind === "fire") activation.fires += 1;
  if (activation && best.kind === "assault") activation.assaults += 1;
  await movedOn(page, table, look.state);
  return true;
}

const middle = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

test("a whole game of scenario 2, from the lobby to its verdict, by clicks alone", { timeout: 1_200_000 }, async (t) => {
  const { page, errors } = await openPage(table, "/", { bypassCSP: true });
  await page.getByRole("button", { name: "Begin the game" }).click();
  await page.locator(".ask").waitFor();
  await settled(page);
  const game = Number(/game\/(\d+)/.exec(page.url())?.[1]);
  const hand = new Hand(page, game);
  let over = false;
  for (let i = 0; i < 1500 && !over; i += 1) {
    if ((await page.locator(".curtain button").count()) > 0) {
      hand.curtains += 1;
      await page.locator(".curtain button").click();
      await page.locator(".curtain").waitFor({ state: "detached" });
      continue;
    }
    const look = await lookOf(page, table);
    if (look.over) {
      over = true;
      break;
    }
    if (!look.question) {
      await page.waitForTimeout(50);
      continue;
    }
    if (look.wish?.can) {
      await hand.press(page.locator(".wish-left .proposed"));
      const went = await movedOn(page, table, look.state).catch(() => undefined);
      // What cannot go on is dropped; on a busy machine it may have gone on after all.
      if (!went && (await lookOf(page, table)).wish?.can) {
        await hand.press(page.locator(".wish-left .choice").last());
      }
      continue;
    }
    await page.locator(`.game-page[data-state="${look.state}"]`).waitFor();
    if (process.env["LONGROLL_TRACE"] !== undefined) console.log(i, hand.presses, look.turn.label, look.side, look.question.key, look.cup.playing?.marker);
    const start = performance.now();
    await decide(hand, look);
    await movedOn(page, table, look.state).catch(() => undefined);
    hand.waits.push(performance.now() - start);
  }
  assert.ok(over, "the game has come to its end");
  const verdict = page.locator("article.over");
  await verdict.waitFor();
  assert.match((await verdict.textContent()) ?? "", /victory|draw/i);
  assert.ok((await verdict.locator(".rule-link").count()) > 0, "the verdict has its reasons with their rules");
  const last = await lookOf(page, table);
  const active = hand.activations.filter((one) => one.presses > 0);
  const quiet = active.filter((one) => one.fires + one.assaults === 0 && one.moved > 0);
  const report = {
    presses: hand.presses,
    questions: hand.questions,
    curtains: hand.curtains,
    decisions: last.choices,
    spared: last.choices - hand.questions,
    turns: Object.fromEntries(hand.turns),
    activations: active.length,
    pressesPerActivation: { median: middle(active.map((one) => one.presses)), worst: Math.max(...active.map((one) => one.presses)) },
    questionsPerActivation: { median: middle(active.map((one) => one.questions)), worst: Math.max(...active.map((one) => one.questions)) },
    quietActivations: { count: quiet.length, median: middle(quiet.map((one) => one.presses)) },
    fires: active.reduce((all, one) => all + one.fires, 0),
    assaults: active.reduce((all, one) => all + one.assaults, 0),
    moves: hand.moves,
    pressesPerRegiment: Math.round((100 * hand.moves.presses) / Math.max(1, hand.moves.regiments)) / 100,
  };
  t.diagnostic(JSON.stringify(report));
  const file = process.env["LONGROLL_EFFORT"];
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(report, undefined, 1)}\n`);
  assert.ok(hand.moves.regiments > 10, "regiments have moved");
  assert.ok(report.fires > 0, "somebody has fired");
  assert.ok(report.pressesPerRegiment <= 2, `${report.pressesPerRegiment} presses for a regiment that moves`);
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
  const broken = await page.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe;
    return (await axe.run()).violations.map((violation) => violation.id);
  });
  assert.deepEqual(broken, []);
  assert.deepEqual(errors, []);
});
