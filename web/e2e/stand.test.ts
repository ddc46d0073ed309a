import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test, { after, before, describe } from "node:test";
import { cutBefore, lookOf, openContact } from "./contact.ts";
import { openPage, openTable, placeOf, type Table } from "./harness.ts";

let table: Table;
before(async () => {
  table = await openTable();
});
after(async () => {
  await table.close();
});

describe("how it stands", { concurrency: false }, () => {
  test("what the enemy did since the last decision is told, with its trails on the map", async () => {
    const { page } = await openPage(table, "/");
    await openContact(page, table, cutBefore(/^C: activate /), { union: "computer" });
    for (let i = 0; i < 60; i += 1) {
      const look = await lookOf(page, table);
      const own = look.story.findLastIndex((one) => one.side === look.side && one.by === "person");
      if (look.question && look.story.slice(own + 1).some((one) => one.by === "computer" && one.side !== look.side)) break;
      const ending = look.question?.choices.find((option) => option.ends) ?? look.question?.choices[0];
      if (!ending) {
        await page.waitForTimeout(200);
        continue;
      }
      await page.evaluate(
        async ([address, order, state]) => {
          await fetch(`${address}/say`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ id: 1, state, say: "choose", order }) });
        },
        [`/api/games/${/game\/(\d+)/.exec(page.url())?.[1]}`, ending.order, look.state] as const,
      );
      await page.waitForTimeout(250);
    }
    await page.locator(".since").waitFor();
    assert.match((await page.locator(".since > summary, .since summary").first().textContent()) ?? "", /Since you last decided/);
  });

  test("layers of a game by key: command, the enemy's front, lines of sight", async () => {
    const { page, errors } = await openPage(table, "/");
    await openContact(page, table, cutBefore(/^[UC]: assault /));
    const look = await lookOf(page, table);
    const unit = look.pieces.find((piece) => piece.kind === "unit" && piece.presence === "on-map" && piece.side === look.side);
    await page.locator("canvas.map").focus();
    await page.keyboard.press("c");
    await page.keyboard.press("x");
    await page.locator(".layers .tool").click();
    assert.equal(await page.getByRole("checkbox", { name: /links of command/ }).isChecked(), true);
    assert.equal(await page.getByRole("checkbox", { name: /before the enemy/ }).isChecked(), true);
    await page.locator(".layers .tool").click();
    const from = await placeOf(page, unit?.hex ?? "");
    await page.mouse.move(from.x, from.y);
    await page.locator("canvas.map").focus();
    await page.keyboard.press("s");
    await page.locator(".sighting").waitFor();
    await page.mouse.move(from.x + 150, from.y - 60);
    await page.locator(".sighting .sight").waitFor();
    assert.match((await page.locator(".sighting").textContent()) ?? "", /hexes away|adjacent/);
    await page.keyboard.press("Escape");
    await page.locator(".sighting").waitFor({ state: "detached" });
    assert.deepEqual(errors, []);
  });

  test("the past is played like a film, from wish to wish, and ends in the present", async () => {
    const { page } = await openPage(table, "/");
    await openContact(page, table, cutBefore(/^C: fire /));
    const now = await lookOf(page, table);
    await page.getByRole("tab", { name: "Log" }).click();
    const range = page.locator(".replay input[type=range]");
    await range.fill(String(Math.max(0, now.choices - 6)));
    await page.locator(".past").waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.locator(".past").waitFor({ state: "detached", timeout: 20_000 });
    await page.locator(".ask").waitFor();
  });
});

describe("every view", { concurrency: false }, () => {
  test("breaks no rule of the accessibility checker: lobby, each tab of a game, dice, layers, the past, in both languages and both lights", { timeout: 300_000 }, async () => {
    const found: string[] = [];
    for (const options of [
      { locale: "en-US", colorScheme: "light" },
      { locale: "it-IT", colorScheme: "dark" },
    ] as const) {
      const { page } = await openPage(table, "/", { bypassCSP: true, ...options });
      const check = async (view: string) => {
        if (!(await page.evaluate(() => "axe" in globalThis))) await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
        const broken = await page.evaluate(async () => {
          const axe = (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
          return (await axe.run()).violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`);
        });
        found.push(...broken.map((fault) => `${view}, ${options.locale}: ${fault}`));
      };
      await page.locator(".card").first().waitFor();
      await page.locator(".rules-chosen summary").click();
      await check("lobby");
      await openContact(page, table, cutBefore(/^C: fire /));
      for (const tab of ["now", "hex", "forces", "log", "scenario"]) {
        await page.locator(`#tab-${tab}`).click();
        await page.waitForTimeout(150);
        await check(tab);
      }
      await page.locator("#tab-forces").click();
      await page.locator(".army .ways .chip").nth(1).click();
      await check("roster");
      await page.locator(".layers .tool").click();
      await check("layers");
      await page.locator(".layers .tool").click();
      await page.locator("canvas.map").focus();
      await page.keyboard.press(",");
      await page.locator(".past").waitFor();
      await check("the past");
      await page.context().close();
    }
    assert.deepEqual(found, []);
  });
});

describe("the lobby", { concurrency: false }, () => {
  test("opens a record from a file, and offers the optional rules", async () => {
    const { page } = await openPage(table, "/");
    await page.locator(".rules-chosen summary").click();
    assert.ok((await page.locator(".rules-chosen select").count()) > 2);
    await page.locator(".load input").setInputFiles({ name: "game.roll", mimeType: "text/plain", buffer: Buffer.from(cutBefore(/^C: activate /)) });
    await page.locator(".ask").waitFor();
    assert.equal((await lookOf(page, table)).question?.key, "next-body");
  });
});
