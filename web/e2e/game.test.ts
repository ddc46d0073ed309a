import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test, { after, before, describe } from "node:test";
import type { Page } from "playwright-core";
import type { Look } from "../src/play/wire.ts";
import { openPage, openTable, PHONE, PHONE_ON_ITS_SIDE, placeOf, settled, TABLET, type Table } from "./harness.ts";

let table: Table;
let keepsGames = false;
before(async () => {
  table = await openTable();
  keepsGames = (await fetch(`${table.address}/api/games`)).ok;
});
after(async () => {
  await table.close();
});

/** What the table says now, asked beside the page. */
async function lookOf(page: Page): Promise<Look> {
  const game = /#\/game\/(\d+)/.exec(page.url())?.[1];
  const answer = await page.request.get(`${table.address}/api/games/${game}/look`);
  return ((await answer.json()) as { look: Look }).look;
}

/** Begins scenario 2 with two people at one screen, with dice that are always the same. */
async function begin(options: Parameters<typeof openPage>[2] = {}, curtain = "never"): Promise<{ page: Page; errors: string[] }> {
  const { page, errors } = await openPage(table, "/", options);
  await page.locator(".card").first().waitFor();
  const game = await page.evaluate(async (how) => {
    const response = await fetch("/api/games", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ scenario: 2, seed: 7, curtain: how }),
    });
    return ((await response.json()) as { id: number }).id;
  }, curtain);
  await page.evaluate((id) => (location.hash = `#/game/${id}`), game);
  await page.locator(".ask").waitFor();
  await settled(page);
  return { page, errors };
}

/** Waits until the page shows the state the table is in. */
async function after_(page: Page, before: number): Promise<Look> {
  for (let i = 0; i < 100; i += 1) {
    const look = await lookOf(page);
    if (look.state !== before) {
      const text = look.question?.text ?? look.waiting?.text ?? "";
      await page.locator(".ask .what strong", { hasText: text }).waitFor();
      return look;
    }
    await page.waitForTimeout(50);
  }
  throw new Error("nothing has changed");
}

/** Takes what the bar proposes until a brigade may be taken up, then clicks one of its units. */
async function toTheFirstMove(page: Page): Promise<Look> {
  for (let i = 0; i < 40; i += 1) {
    const look = await lookOf(page);
    if (look.question?.choices.some((option) => option.kind === "move")) return look;
    const body = look.question?.groups.find((group) => group.body !== undefined)?.body;
    const unit = look.pieces.find((piece) => piece.hex !== undefined && look.bodies.some((one) => one.name === body && one.units.includes(piece.name)));
    if (look.cup.playing && unit?.hex !== undefined) {
      const at = await placeOf(page, unit.hex);
      await page.mouse.click(at.x, at.y);
    } else await page.keyboard.press("Enter");
    await after_(page, look.state);
  }
  throw new Error("nobody may move");
}

const position = (look: Look, name: string) => look.pieces.find((piece) => piece.name === name)?.hex;

describe("a game", { concurrency: false }, () => {
  test("is begun in the lobby, listed there, and deleted by a second press", async (t) => {
    if (!keepsGames) return t.skip("this server keeps no games");
    const { page } = await openPage(table, "/");
    await page.getByRole("textbox", { name: /Name of the game/ }).fill("With Anna");
    await page.getByRole("button", { name: "Begin the game" }).click();
    await page.locator(".ask").waitFor();
    assert.match((await page.locator(".ask").textContent()) ?? "", /Where is Peabody set up\?/);
    await page.goto(`${table.address}/#/`);
    const entry = page.locator(".games li").filter({ hasText: "With Anna" });
    await entry.getByRole("button", { name: "Delete" }).click();
    await entry.getByRole("button", { name: /again/ }).click();
    await entry.waitFor({ state: "detached" });
  });

  test("a regiment is moved by two clicks, the way is shown before, undo takes it back, the log tells it", async (t) => {
    if (!keepsGames) return t.skip("this server keeps no games");
    const { page, errors } = await begin();
    const before = await toTheFirstMove(page);
    const move = before.question?.choices.find((option) => option.kind === "move" && before.pieces.some((piece) => piece.name === option.unit && piece.kind === "unit"));
    assert.ok(move?.unit !== undefined && move.hex !== undefined);
    const from = position(before, move.unit);
    assert.ok(from !== undefined);
    // First click: the unit, if it is not chosen already. What it can reach is lit.
    const heading = page.locator(".chosen-unit h2");
    if (!((await heading.textContent().catch(() => "")) ?? "").startsWith(`${move.unit} `)) {
      const at = await placeOf(page, from);
      await page.mouse.click(at.x, at.y);
    }
    await heading.filter({ hasText: move.unit }).waitFor();
    await page.getByText(/hexes in reach/).waitFor();
    // Pointing shows the way with its price.
    const to = await placeOf(page, move.hex);
    await page.mouse.move(to.x - 2, to.y);
    await page.mouse.move(to.x, to.y);
    await page.locator(".card-way").waitFor();
    assert.match((await page.locator(".card-way").textContent()) ?? "", /MP/);
    // Second click: go.
    await page.mouse.click(to.x, to.y);
    const moved = await after_(page, before.state);
    assert.equal(position(moved, move.unit), move.hex);
    await page.getByRole("tab", { name: "Log" }).click();
    assert.match((await page.locator(".log li").first().textContent()) ?? "", new RegExp(move.unit));
    await page.locator("canvas.map").focus();
    await page.keyboard.press("u");
    const undone = await after_(page, moved.state);
    assert.equal(position(undone, move.unit), from);
    assert.deepEqual(errors, []);
  });

  test("a whole brigade goes with one gesture", async (t) => {
    if (!keepsGames) return t.skip("this server keeps no games");
    const { page } = await begin();
    const before = await toTheFirstMove(page);
    const move = before.question?.choices.find((option) => option.kind === "move" && before.pieces.some((piece) => piece.name === option.unit && piece.kind === "unit"));
    assert.ok(move?.unit !== undefined && move.hex !== undefined);
    const from = await placeOf(page, position(before, move.unit) ?? "");
    // The click that took the brigade up must not count as the first of two.
    await page.waitForTimeout(400);
    await page.mouse.dblclick(from.x, from.y);
    await page.locator(".chosen-unit h2", { hasText: "," }).waitFor();
    await page.getByText(/hexes in reach/).waitFor();
    const to = await placeOf(page, move.hex);
    await page.mouse.move(to.x - 3, to.y);
    await page.mouse.move(to.x, to.y);
    await page.locator(".card-way section").nth(1).waitFor();
    await page.mouse.click(to.x, to.y);
    const after = await after_(page, before.state);
    const moved = after.pieces.filter((piece) => piece.hex !== position(before, piece.name));
    assert.ok(moved.length >= 1, "somebody has gone");
    t.diagnostic(`${moved.length} pieces moved by three clicks`);
  });

  test("says why not, with the rule, and the rule can be read", async (t) => {
    if (!keepsGames) return t.skip("this server keeps no games");
    const { page } = await begin();
    await toTheFirstMove(page);
    await page.keyboard.press("n");
    await page.locator(".chosen-unit").waitFor();
    const map = await page.locator("canvas.map").boundingBox();
    assert.ok(map);
    await page.mouse.click(map.x + map.width * 0.93, map.y + map.height * 0.2);
    const card = page.locator(".card-why");
    await card.waitFor();
    await card.locator(".rule-link").first().click();
    const rule = page.locator(".card-rule");
    await rule.locator("h3").waitFor();
    assert.ok(((await rule.locator("p").first().textContent()) ?? "").length > 20);
  });

  test("what gives others up wants a second press", async (t) => {
    if (!keepsGames) return t.skip("this server keeps no games");
    const { page } = await begin();
    const before = await toTheFirstMove(page);
    await page.locator(".ask .choice", { hasText: "could still act" }).click();
    await page.locator(".ask .choice.armed").waitFor();
    assert.equal((await lookOf(page)).state, before.state, "one press changes nothing");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".ask .choice.armed").count(), 0);
  });

  test("is played to its end by the keyboard alone, with a curtain before secret questions", async (t) => {
    if (!keepsGames) return t.skip("this server keeps no games");
    const { page, errors } = await begin({}, "secret");
    let curtains = 0;
    for (let i = 0; i < 700; i += 1) {
      if ((await page.locator(".over h2").count()) > 0) break;
      if ((await page.locator(".curtain").count()) > 0) {
        curtains += 1;
        await page.locator(".curtain button").press("Enter");
      } else await page.keyboard.press("Enter");
      await page.waitForTimeout(120);
    }
    assert.match((await page.locator("article.over").textContent()) ?? "", /over/);
    assert.ok(curtains > 0, "the markers held back are secret");
    assert.deepEqual(errors, []);
  });

  test("is looked back at, and goes on from an earlier moment as a game of its own", async (t) => {
    if (!keepsGames) return t.skip("this server keeps no games");
    const { page } = await begin();
    const now = await toTheFirstMove(page);
    await page.keyboard.press(",");
    await page.locator(".past").waitFor();
    assert.match((await page.locator(".past").textContent()) ?? "", new RegExp(`after ${now.choices - 1} of ${now.choices}`));
    assert.equal(await page.locator(".ask").count(), 0, "the past asks nothing");
    await page.keyboard.press(".");
    await page.locator(".ask").waitFor();
    const first = page.url();
    await page.keyboard.press(",");
    await page.getByRole("tab", { name: "Log" }).click();
    await page.getByRole("button", { name: /Go on from here/ }).click();
    await page.waitForURL((url) => url.href !== first && /game/.test(url.href));
    await page.locator(".ask").waitFor();
    assert.ok((await lookOf(page)).choices < now.choices);
  });

  test("against the computer: it answers for its side, and the person is asked again", async (t) => {
    if (!keepsGames) return t.skip("this server keeps no games");
    const { page, errors } = await openPage(table, "/");
    await page.locator(".new-game select").nth(1).selectOption("computer");
    await page.getByRole("button", { name: "Begin the game" }).click();
    await page.locator(".ask.confederate:not(.waiting)").waitFor();
    for (let i = 0; i < 12; i += 1) {
      await page.keyboard.press("Enter");
      await page.waitForTimeout(250);
    }
    const look = await lookOf(page);
    assert.equal(look.side, "confederate");
    assert.ok(look.story.some((paragraph) => paragraph.by === "computer"), "the computer has decided something");
    assert.deepEqual(errors, []);
  });

  test("speaks Italian", async (t) => {
    if (!keepsGames) return t.skip("this server keeps no games");
    const { page } = await begin({ locale: "it-IT" });
    assert.match((await page.locator(".ask").textContent()) ?? "", /Unione/);
    assert.doesNotMatch((await page.locator(".ask .what strong").textContent()) ?? "", /Where is/);
  });

  test("breaks no rule of the accessibility checker, and nothing hangs out of small screens", async (t) => {
    if (!keepsGames) return t.skip("this server keeps no games");
    for (const viewport of [{ width: 1440, height: 900 }, TABLET, PHONE, PHONE_ON_ITS_SIDE]) {
      const { page } = await begin({ viewport, bypassCSP: true });
      await toTheFirstMove(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= viewport.width, `${width} on ${viewport.width}`);
      const bar = await page.locator(".ask").boundingBox();
      assert.ok(bar && bar.y + bar.height <= viewport.height && bar.height < viewport.height * 0.4, `the bar is ${bar?.height} high on ${viewport.width}x${viewport.height}`);
      await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
      const broken = await page.evaluate(async () => {
        const axe = (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
        return (await axe.run()).violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`);
      });
      assert.deepEqual(broken, []);
      await page.context().close();
    }
  });
});
