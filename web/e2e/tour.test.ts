import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test, { after, before, describe } from "node:test";
import type { Page } from "playwright-core";
import { cutBefore, lookOf, movedOn, openContact } from "./contact.ts";
import { openPage, openTable, PHONE, PHONE_ON_ITS_SIDE, placeOf, settled, TABLET, type Table } from "./harness.ts";

let table: Table;
before(async () => {
  table = await openTable();
});
after(async () => {
  await table.close();
});

const violations = (page: Page) =>
  page.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
    return (await axe.run()).violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`);
  });

const card = (page: Page) => page.locator(".tour");
const onStep = async (page: Page, key: string) => {
  await page.locator(`.tour[data-step="${key}"]`).waitFor();
  await settled(page);
};
const next = (page: Page) => card(page).locator(".buttons .choice").last().click();
/** Nothing has been done in this step, though its game is another one. */
const notYet = async (page: Page) => {
  await page.waitForTimeout(700);
  assert.equal(await card(page).locator(".deed").count(), 1);
  assert.equal(await card(page).locator(".deed.done").count(), 0, "nothing has been done yet");
};
const isDone = (page: Page) => card(page).locator(".deed.done").waitFor();

/** Moves one unit by the map: choose it, click a hex in its reach that is on the screen. */
async function moveOne(page: Page): Promise<void> {
  for (let i = 0; i < 12; i += 1) {
    await page.locator("canvas.map").focus();
    await page.keyboard.press("n");
    await page.waitForTimeout(400);
    const look = await lookOf(page, table);
    const unit = ((await page.locator(".chosen-unit h2").textContent().catch(() => "")) ?? "").replace(/ [NS]\d{4}$/, "");
    const own = look.pieces.find((piece) => piece.name === unit && piece.kind === "unit");
    const move = look.question?.choices.find((option) => option.kind === "move" && option.unit === unit);
    if (!own || move?.hex === undefined) continue;
    const to = await placeOf(page, move.hex);
    await page.mouse.move(to.x - 3, to.y);
    await page.mouse.move(to.x, to.y);
    await page.locator(".card-way").waitFor();
    await page.mouse.click(to.x, to.y);
    await movedOn(page, table, look.state);
    return;
  }
  throw new Error("nobody can be moved");
}

describe("for whoever is new", { concurrency: false }, () => {
  test("the tour teaches ten steps, waits for each deed and sees it done", async () => {
    const { page, errors } = await openPage(table, "/", { bypassCSP: true });
    await page.getByRole("button", { name: /Take the tour/ }).click();
    await onStep(page, "bar");
    assert.match((await card(page).textContent()) ?? "", /step 1 of 10/);
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
    assert.deepEqual(await violations(page), []);
    await next(page);
    await onStep(page, "counter");
    await next(page);
    await onStep(page, "orders");
    assert.equal(await card(page).locator(".deed.done").count(), 0, "nothing has been done yet");
    await page.locator(".choices .choice", { hasText: "orders" }).first().click();
    await isDone(page);
    await next(page);
    await onStep(page, "cup");
    for (let i = 0; i < 60 && (await card(page).locator(".deed.done").count()) === 0; i += 1) {
      const look = await lookOf(page, table);
      const gives = look.question?.choices.find((option) => option.order === look.question?.proposal)?.givesUp?.length;
      if (look.question && !gives) {
        await page.locator("canvas.map").focus();
        await page.keyboard.press("Enter");
      }
      await page.waitForTimeout(200);
    }
    await isDone(page);
    await next(page);
    await onStep(page, "move");
    const look = await lookOf(page, table);
    // Where brigades are asked for first, a click on one of their units takes it up.
    if (!look.question?.choices.some((option) => option.kind === "move")) {
      const body = look.question?.groups.find((group) => group.body !== undefined)?.body;
      const unit = look.pieces.find((piece) => piece.hex !== undefined && look.bodies.some((one) => one.name === body && one.units.includes(piece.name)));
      const at = await placeOf(page, unit?.hex ?? "");
      await page.mouse.click(at.x, at.y);
      await movedOn(page, table, look.state);
    }
    await moveOne(page);
    await isDone(page);
    await next(page);
    await onStep(page, "brigade");
    // This one is skipped: a step can be left.
    await next(page);
    await onStep(page, "react");
    await notYet(page);
    const react = await lookOf(page, table);
    assert.equal(react.question?.key, "react");
    assert.equal(react.side, "union");
    await page.locator(".choices .choice").first().click();
    await isDone(page);
    await next(page);
    await onStep(page, "fire");
    await notYet(page);
    for (let i = 0; i < 30 && (await page.locator(".targets .choice").count()) === 0; i += 1) {
      await page.locator("canvas.map").focus();
      await page.keyboard.press("n");
      await page.waitForTimeout(200);
    }
    const before = await lookOf(page, table);
    await page.keyboard.press("f");
    await page.locator(".aimed .card-fight").waitFor();
    await page.keyboard.press("Enter");
    await movedOn(page, table, before.state);
    for (let i = 0; i < 20 && (await card(page).locator(".deed.done").count()) === 0; i += 1) {
      const now = await lookOf(page, table);
      if (now.question?.key === "more-fire") await page.locator('.choices [data-order="done"]').click();
      await page.waitForTimeout(200);
    }
    await isDone(page);
    await next(page);
    await onStep(page, "assault");
    await notYet(page);
    await page.locator(".targets .choice").first().click();
    await page.locator(".strike .choice").click();
    await page.waitForTimeout(400);
    if ((await lookOf(page, table)).question?.key === "assault") {
      const end = page.locator('.choices [data-order="done"]');
      if (await end.count()) await end.click();
    }
    await page.waitForTimeout(400);
    await next(page);
    await onStep(page, "end");
    await next(page);
    await card(page).waitFor({ state: "detached" });
    assert.deepEqual(errors, []);
  });

  test("a step can be taken back, the tour survives a reload and can be left", async () => {
    const { page } = await openPage(table, "/");
    await page.getByRole("button", { name: /Take the tour/ }).click();
    await onStep(page, "bar");
    await next(page);
    await onStep(page, "counter");
    await page.reload();
    await onStep(page, "counter");
    await card(page).getByRole("button", { name: "Back" }).click();
    await onStep(page, "bar");
    await card(page).getByRole("button", { name: /Leave/ }).click();
    await card(page).waitFor({ state: "detached" });
    await page.locator(".ask").waitFor();
  });

  test("the tour speaks Italian and fits on small screens", async () => {
    for (const viewport of [TABLET, PHONE, PHONE_ON_ITS_SIDE]) {
      const { page } = await openPage(table, "/", { viewport, locale: "it-IT" });
      await page.getByRole("button", { name: /visita guidata/ }).click();
      await onStep(page, "bar");
      assert.match((await card(page).textContent()) ?? "", /passo 1 di 10/);
      const box = await card(page).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= viewport.width && box.height < viewport.height * 0.55, `${box?.height} on ${viewport.height}`);
      await page.context().close();
    }
  });
});

describe("the score", { concurrency: false }, () => {
  test("turns, cup, score with reasons, losses and a roster that is sorted by a click", async () => {
    const { page, errors } = await openPage(table, "/", { bypassCSP: true });
    await openContact(page, table, cutBefore(/^[UC]: assault /));
    assert.equal(await page.locator(".turn-track li").count(), 2);
    await page.locator(".verdict").click();
    const stand = page.locator(".stand");
    await stand.locator(".score").waitFor();
    assert.match((await stand.locator(".score h3").textContent()) ?? "", /If it ended now: .*(victory|draw)/);
    assert.ok((await stand.locator(".score .rule-link").count()) > 0, "every line has its rule");
    assert.ok((await stand.locator(".cup li").count()) > 0, "markers have been drawn");
    await page.getByRole("tab", { name: "Forces" }).click();
    assert.match((await page.locator('.losses [data-side="confederate"]').textContent()) ?? "", /\d/);
    await page.getByRole("button", { name: "as a table" }).click();
    await page.locator(".roster").getByRole("button", { name: "SP" }).click();
    const column = await page.locator(".roster tbody tr td:nth-of-type(2)").allTextContents();
    const strengths = column.map((text) => Number(text.split("/")[0]));
    assert.deepEqual(strengths, [...strengths].sort((a, b) => b - a));
    await page.locator(".roster tbody th button").first().click();
    await page.locator("#tab-forces").waitFor();
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(errors, []);
  });
});
