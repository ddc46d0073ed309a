/** Takes the pictures of docs/players.md from the running program: npm run pictures. */

import path from "node:path";
import type { Page } from "playwright-core";
import { cutBefore, lookOf, openContact, record } from "../e2e/contact.ts";
import { openPage, openTable, settled, type TestedMap } from "../e2e/harness.ts";

const OUT = path.resolve(process.argv[2] ?? "../docs/images");
const WINDOW = { width: 1360, height: 820 };

const table = await openTable();

/** Brings a hex into the middle, near enough to read the counters. */
async function near(page: Page, hex: string, zoom = 1.7): Promise<void> {
  await page.evaluate(
    ([name, by]) => {
      const canvas = document.querySelector("canvas.map") as HTMLCanvasElement & { mapTable: TestedMap & { centre(hex: unknown): void; zoomStep(by: number): void } };
      canvas.mapTable.centre(canvas.mapTable.index.byName(name));
      canvas.mapTable.zoomStep(by);
      canvas.classList.add("by-pointer");
    },
    [hex, zoom] as const,
  );
  await page.waitForTimeout(500);
  await settled(page);
}

async function shoot(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.waitForLoadState("networkidle");
  const file = path.join(OUT, `${name}.png`);
  await page.screenshot({ path: file });
  console.log(file);
}

try {
  const { page } = await openPage(table, "/", { viewport: WINDOW, colorScheme: "light" });
  for (let nth = 0; nth < 30; nth += 1) {
    await openContact(page, table, cutBefore(/^C: fire \d+ [A-Z]+ S\d{4}( |$)/, nth));
    const look = await lookOf(page, table);
    const fire = look.question?.choices.find((option) => option.kind === "fire" && !option.order.includes("Bty"));
    if (look.question?.key !== "act" || fire?.hex === undefined) continue;
    await page.locator("canvas.map").focus();
    for (let i = 0; i < 20 && (await page.locator(".targets .choice").count()) === 0; i += 1) {
      await page.keyboard.press("n");
      await page.waitForTimeout(250);
    }
    await page.keyboard.press("f");
    await page.locator(".aimed .card-fight").waitFor();
    await near(page, fire.hex);
    await page.locator(".aimed .card-fight").waitFor();
    await shoot(page, "fire");
    break;
  }
  await openContact(page, table, cutBefore(/^C: assault /));
  await page.locator(".targets .choice").first().click();
  await page.locator(".aimed .card-fight").waitFor();
  const look = await lookOf(page, table);
  const assault = look.question?.choices.find((option) => option.kind === "assault" && option.hex !== undefined);
  await near(page, assault?.hex ?? "S3918", 1.5);
  await shoot(page, "assault");
  await page.keyboard.press("Escape");
  await page.locator("#tab-scenario").click();
  await page.locator(".stand").waitFor();
  await page.locator("canvas.map").focus();
  await page.keyboard.press("c");
  await page.locator("canvas.map").evaluate((canvas) => canvas.classList.add("by-pointer"));
  await shoot(page, "stands");
  // The end of a whole game, with its reasons.
  await page.keyboard.press("c");
  const ended = await page.evaluate(
    async (roll) => {
      const response = await fetch("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ roll, curtain: "never" }) });
      return ((await response.json()) as { id: number }).id;
    },
    record(3),
  );
  await page.evaluate((id) => (location.hash = `#/game/${id}`), ended);
  await page.locator("article.over").waitFor();
  await settled(page);
  await near(page, "S3918", 1);
  await shoot(page, "verdict");
  // The tour, at its fire.
  await page.goto(`${table.address}/#/`);
  await page.getByRole("button", { name: /Take the tour/ }).click();
  await page.locator('.tour[data-step="bar"]').waitFor();
  await settled(page);
  await shoot(page, "tour");
} finally {
  await table.close();
}
