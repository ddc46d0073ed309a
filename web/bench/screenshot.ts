/** Takes the picture of the README from the running program: npm run screenshot. */

import path from "node:path";
import { openPage, openTable, settled } from "../e2e/harness.ts";

const OUT = path.resolve(process.argv[2] ?? "../docs/images/table.png");

const table = await openTable();
try {
  const { page } = await openPage(table, "/#/scenario/2", { viewport: { width: 1360, height: 820 }, colorScheme: "light" });
  await settled(page);
  await page.locator("#find").fill("7 AR");
  await page.keyboard.press("Enter");
  await settled(page);
  // The ring around the map is for whoever uses the keys.
  await page.locator("canvas.map").evaluate((canvas) => canvas.classList.add("by-pointer"));
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: OUT });
  console.log(OUT);
} finally {
  await table.close();
}
