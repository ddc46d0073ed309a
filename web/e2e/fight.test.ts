import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test, { after, before, describe } from "node:test";
import type { Page } from "playwright-core";
import type { Look } from "../src/play/wire.ts";
import { cutBefore, lookOf, movedOn, openContact } from "./contact.ts";
import { openPage, openTable, PHONE, PHONE_ON_ITS_SIDE, placeOf, TABLET, type Table } from "./harness.ts";

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

/** The unit and the hex of the choice that was made next in the record. */
async function toTheFire(options: Parameters<typeof openPage>[2] = {}) {
  const { page, errors } = await openPage(table, "/", options);
  // A fire that is declared in one's own Activation, not an answer: the record goes on with it after a unit was asked what it does.
  for (let nth = 0; nth < 20; nth += 1) {
    await openContact(page, table, cutBefore(/^[UC]: fire \d+ [A-Z]+ S\d{4}( |$)/, nth));
    const look = await lookOf(page, table);
    const option = look.question?.choices.find((one) => one.kind === "fire");
    if (look.question?.key === "act" && option?.unit !== undefined && option.hex !== undefined) return { page, errors, look, unit: option.unit, target: option.hex };
  }
  throw new Error("nobody fires in his own Activation");
}

async function chooseUnit(page: Page, unit: string, hex: string) {
  const heading = page.locator(".chosen-unit h2");
  const named = ((await heading.textContent().catch(() => "")) ?? "").startsWith(`${unit} `);
  if (!named) {
    const at = await placeOf(page, hex);
    await page.mouse.click(at.x, at.y);
  }
  await heading.filter({ hasText: unit }).waitFor();
}

describe("a fight", { concurrency: false }, () => {
  test("a fire: the target bears its chance, one click shows the card, the second rolls, the die is told as the card said", async () => {
    const { page, errors, look, unit, target } = await toTheFire();
    await chooseUnit(page, unit, look.pieces.find((piece) => piece.name === unit)?.hex ?? "");
    await page.locator(".targets .choice").first().waitFor();
    const badge = (await page.locator(".targets .choice", { hasText: target }).first().locator("b").textContent()) ?? "";
    assert.match(badge, /^(< |> )?\d+ %$/);
    const at = await placeOf(page, target);
    await page.mouse.click(at.x, at.y);
    const card = page.locator(".aimed .card-fight");
    await card.waitFor();
    assert.equal((await lookOf(page, table)).state, look.state, "looking decides nothing");
    assert.equal(await card.locator(".cells li").count(), 10);
    assert.match((await card.locator(".sight").first().textContent()) ?? "", /✓/);
    const terms = await card.locator(".terms").first().locator("li b").allTextContents();
    assert.ok((await card.locator(".terms .rule-link").count()) >= terms.length, "every modifier has its rule");
    const nothing = (await card.locator(".chances li").first().textContent()) ?? "";
    assert.match(nothing, /Nothing happens/);
    // The map draws the line.
    await page.mouse.click(at.x, at.y);
    let now = await movedOn(page, table, look.state);
    // Whoever may answers, or does not; then the dice lie there.
    for (let i = 0; i < 6 && !(await page.locator(".fallen-dice .cells").count()); i += 1) {
      const ending = now.question?.choices.find((option) => option.ends);
      assert.ok(ending, now.question?.key);
      await page.locator(`.choices [data-order="${ending.order}"]`).click();
      now = await movedOn(page, table, now.state);
    }
    const die = page.locator(".fallen-dice .card-die", { has: page.locator(".cells") }).first();
    assert.equal(await die.locator(".cells .fallen").count(), 1);
    assert.deepEqual(await die.locator(".terms li b").allTextContents(), terms);
    assert.deepEqual(errors, []);
  });

  test("a fire by keys alone: F aims, Enter fires, Esc leaves it", async () => {
    const { page, look } = await toTheFire();
    await page.locator("canvas.map").focus();
    for (let i = 0; i < 30 && (await page.locator(".targets .choice").count()) === 0; i += 1) {
      await page.keyboard.press("n");
      await page.waitForTimeout(120);
    }
    await page.keyboard.press("f");
    await page.locator(".aimed .card-fight").waitFor();
    assert.match((await page.locator("#announcement").textContent()) ?? "", /fires at .*%/);
    await page.keyboard.press("Escape");
    await page.locator(".aimed").waitFor({ state: "detached" });
    await page.keyboard.press("f");
    await page.locator(".aimed .card-fight").waitFor();
    await page.keyboard.press("Enter");
    await movedOn(page, table, look.state);
  });

  test("whoever is fired at sees what comes, and answers with a card of his own", async () => {
    const { page } = await openPage(table, "/");
    let found = false;
    for (let nth = 0; nth < 20 && !found; nth += 1) {
      await openContact(page, table, cutBefore(/^[UC]: fire \d+ [A-Z]+ S\d{4}/, nth));
      found = (await lookOf(page, table)).question?.key === "answer-fire";
    }
    assert.ok(found, "nobody answers");
    await page.locator(".now .card-fight").first().waitFor();
    assert.match((await page.locator(".now").textContent()) ?? "", /Declared, not rolled yet/);
    await page.locator(".targets .choice").first().click();
    await page.locator(".aimed .card-fight").waitFor();
    // Half of the strength may be held back.
    if ((await page.locator(".ways .chip").count()) > 1) {
      await page.locator(".ways .chip").nth(1).click();
      await page.locator('.ways .chip[aria-pressed="true"]').nth(0).waitFor();
    }
    const before = (await lookOf(page, table)).state;
    await page.locator(".strike .choice").click();
    await movedOn(page, table, before);
  });

  test("an assault: arrows, strengths, modifiers, chances that add up; then its stages to the end", async () => {
    const { page, errors } = await openPage(table, "/");
    // An assault that must be made and is the only one is not asked about.
    let look: Look | undefined;
    for (let nth = 0; nth < 12 && look?.question?.key !== "assault"; nth += 1) {
      await openContact(page, table, cutBefore(/^[UC]: assault /, nth));
      look = await lookOf(page, table);
    }
    assert.equal(look?.question?.key, "assault");
    assert.ok(look);
    await page.locator(".targets .choice").first().click();
    const card = page.locator(".aimed .card-fight.assault");
    await card.waitFor();
    assert.match((await card.locator(".strengths").textContent()) ?? "", /Attackers.*Defenders/s);
    const chances = await card.locator(".chances b").allTextContents();
    const sum = chances.reduce((all, text) => all + Number(/\d+/.exec(text)?.[0] ?? 0), 0);
    assert.ok(Math.abs(sum - 100) <= 2, `${chances.join(" ")} is ${sum} %`);
    await page.locator(".strike .choice").click();
    look = await movedOn(page, table, look.state);
    let dice = 0;
    for (let i = 0; i < 25; i += 1) {
      dice += await page.locator(".fallen-dice .card-die", { hasText: "assault of" }).count();
      const question = look.question;
      if (!question || dice > 0 || question.key === "act" || question.key === "next-body") break;
      const choice = question.choices.find((option) => option.ends) ?? question.choices[0];
      assert.ok(choice);
      // Every choice has words of its own.
      for (const option of question.choices) assert.ok(option.text.length > 3 && !option.text.includes("{"), option.order);
      await page.evaluate(
        async ([address, order, state]) => {
          await fetch(`${address}/say`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ id: 1, state, say: "choose", order }) });
        },
        [`/api/games/${/game\/(\d+)/.exec(page.url())?.[1]}`, choice.order, look.state] as const,
      );
      look = await movedOn(page, table, look.state);
    }
    assert.deepEqual(errors, []);
  });

  test("an enemy who cannot be fired at says why, with the rule and the line of sight", async () => {
    const { page, look, unit } = await toTheFire();
    const own = look.pieces.find((piece) => piece.name === unit);
    await chooseUnit(page, unit, own?.hex ?? "");
    await page.locator(".targets .choice").first().waitFor();
    const aimed = new Set(look.question?.choices.filter((option) => option.kind === "fire" && option.unit === unit).map((option) => option.hex));
    const map = await page.locator("canvas.map").boundingBox();
    assert.ok(map);
    let asked = false;
    for (const enemy of look.pieces.filter((piece) => piece.side !== own?.side && piece.kind === "unit" && piece.presence === "on-map" && !aimed.has(piece.hex))) {
      const at = await placeOf(page, enemy.hex ?? "");
      if (at.x < map.x + 80 || at.x > map.x + map.width - 20 || at.y < map.y + 60 || at.y > map.y + map.height - 150) continue;
      await page.mouse.click(at.x, at.y);
      const card = page.locator(".card-why");
      await card.locator(".acts li").nth(1).waitFor();
      const text = (await card.textContent()) ?? "";
      assert.match(text, /fire/);
      assert.match(text, /assault/);
      assert.ok((await card.locator(".acts .rule-link").count()) >= 1);
      assert.ok((await card.locator(".sight").count()) === 1);
      asked = true;
      break;
    }
    assert.ok(asked, "no enemy on the screen");
  });

  test("a standing answer is said at the question, shown, used, told and forgotten", async () => {
    const { page } = await openPage(table, "/");
    let found = false;
    for (let nth = 0; nth < 20 && !found; nth += 1) {
      await openContact(page, table, cutBefore(/^[UC]: fire \d+ [A-Z]+ S\d{4}/, nth));
      found = (await lookOf(page, table)).question?.key === "answer-fire";
    }
    const before = await lookOf(page, table);
    await page.locator(".targets .always").first().click();
    const now = await movedOn(page, table, before.state);
    assert.ok(now.story.some((paragraph) => paragraph.text.includes("standing answer")) || now.choices > before.choices, "it answers at once");
    const shown = await lookOf(page, table);
    if (shown.side === before.side) {
      await page.getByRole("button", { name: "Forget" }).first().click();
      const after = await movedOn(page, table, shown.state);
      assert.equal(after.standing.length, 0);
    }
  });

  test("speaks Italian in its cards", async () => {
    const { page } = await toTheFire({ locale: "it-IT" });
    await page.locator("canvas.map").focus();
    for (let i = 0; i < 30 && (await page.locator(".targets .choice").count()) === 0; i += 1) {
      await page.keyboard.press("n");
      await page.waitForTimeout(120);
    }
    await page.keyboard.press("f");
    const text = (await page.locator(".aimed").textContent()) ?? "";
    assert.match(text, /fa fuoco su/);
    assert.doesNotMatch(text, /Nothing happens|fires at|range$/);
  });

  test("breaks no rule of the accessibility checker, and fits on small screens", async () => {
    for (const viewport of [{ width: 1440, height: 900 }, TABLET, PHONE, PHONE_ON_ITS_SIDE]) {
      const { page } = await toTheFire({ viewport, bypassCSP: true });
      await page.locator("canvas.map").focus();
      for (let i = 0; i < 30 && (await page.locator(".ask .choice", { hasText: "%" }).count()) === 0; i += 1) {
        await page.keyboard.press("n");
        await page.waitForTimeout(150);
        await page.keyboard.press("f");
        await page.waitForTimeout(250);
      }
      const bar = await page.locator(".ask").boundingBox();
      assert.ok(bar && bar.x >= 0 && bar.x + bar.width <= viewport.width && bar.y + bar.height <= viewport.height, "the bar is on the screen");
      assert.ok(bar.height < viewport.height * 0.45, `the bar is ${bar.height} high on ${viewport.width}x${viewport.height}`);
      await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
      assert.deepEqual(await violations(page), []);
      await page.context().close();
    }
  });
});
