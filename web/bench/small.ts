/** Looks at the main views on small screens: node .bench/small.js FOLDER. */

import path from "node:path";
import { cutBefore, openContact } from "../e2e/contact.ts";
import { openPage, openTable, PHONE, PHONE_ON_ITS_SIDE, settled, TABLET } from "../e2e/harness.ts";

const OUT = path.resolve(process.argv[2] ?? "/tmp");
const table = await openTable();
try {
  for (const [name, viewport] of [
    ["phone", PHONE],
    ["phone-side", PHONE_ON_ITS_SIDE],
    ["tablet", TABLET],
  ] as const) {
    const { page } = await openPage(table, "/", { viewport, hasTouch: true });
    await page.screenshot({ path: path.join(OUT, `${name}-lobby.png`) });
    await openContact(page, table, cutBefore(/^C: assault /));
    await page.locator("canvas.map").focus();
    await page.keyboard.press("a");
    await page.waitForTimeout(600);
    await settled(page);
    await page.screenshot({ path: path.join(OUT, `${name}-assault.png`) });
    await page.goto(`${table.address}/#/`);
    await page.getByRole("button", { name: /Take the tour/ }).click();
    await page.locator('.tour[data-step="bar"]').waitFor();
    await settled(page);
    await page.screenshot({ path: path.join(OUT, `${name}-tour.png`) });
    await page.context().close();
  }
} finally {
  await table.close();
}
