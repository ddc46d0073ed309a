import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test, { after, before, describe } from "node:test";
import type { Page } from "playwright-core";
import { LAPTOP, PHONE, PHONE_ON_ITS_SIDE, openPage, openTable, placeOf, settled, TABLET, viewOf, type Table } from "./harness.ts";

let table: Table;
before(async () => {
  table = await openTable();
});
after(async () => {
  await table.close();
});

/** The panel shows this hex, at the latest after the page has had time to draw it. */
async function shows(page: Page, hex: string): Promise<void> {
  const heading = page.locator(".hex-number");
  await heading.filter({ hasText: new RegExp(`^${hex}$`) }).waitFor({ timeout: 5000 }).catch(() => undefined);
  assert.equal(await heading.textContent(), hex);
}

/** Rules of the accessibility checker axe that the page breaks. */
async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve("axe-core/axe.min.js") });
  return page.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
    const { violations } = await axe.run();
    return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`);
  });
}

describe("the opening page", () => {
  test("lists the ten scenarios and leads to one", async () => {
    const { page, errors } = await openPage(table, "/");
    await page.locator(".card").nth(9).waitFor();
    assert.equal(await page.locator(".card").count(), 10);
    assert.match((await page.locator(".card").nth(1).textContent()) ?? "", /The Long Walk.*April 6, 8 AM to 9 AM/s);
    await page.locator(".cards").getByRole("link", { name: "The Long Walk" }).click();
    await settled(page);
    assert.match(page.url(), /#\/scenario\/2$/);
    assert.match(await page.title(), /The Long Walk · Long Roll/);
    await page.goBack();
    await page.locator(".card").first().waitFor();
    // A server that keeps no games says so, and the browser notes it.
    const keepsGames = (await page.request.get(`${table.address}/api/games`)).ok();
    assert.deepEqual(keepsGames ? errors : errors.filter((error) => !error.includes("404")), []);
  });

  test("a scenario that does not exist is refused with a reason", async () => {
    const { page } = await openPage(table, "/#/scenario/99");
    await page.getByRole("alert").waitFor();
    assert.match((await page.getByRole("alert").textContent()) ?? "", /no scenario '99'/);
  });
});

describe("the map", () => {
  test("tells what lies under the pointer, with the source of every value", async () => {
    const { page, errors } = await openPage(table, "/#/scenario/2");
    await settled(page);
    const at = await placeOf(page, "S3418");
    await page.mouse.move(at.x, at.y);
    await shows(page, "S3418");
    const panel = page.locator(".hex-panel");
    const text = (await panel.textContent()) ?? "";
    for (const expected of ["Terrain", "Level", "12 MI", "Strength", "16", "Cohesion", "Movement", "Weapon", "estimate"]) {
      assert.ok(text.includes(expected), `${expected} is missing in: ${text}`);
    }
    const estimate = panel.locator(".values .estimate").first();
    assert.match((await estimate.locator(".figure").textContent()) ?? "", /^~/);
    assert.match((await estimate.locator("dd").getAttribute("title")) ?? "", /^Our estimate/);
    assert.deepEqual(errors, []);
  });

  test("holds a hex that is clicked until it is let go", async () => {
    const { page } = await openPage(table, "/#/scenario/2");
    await settled(page);
    const at = await placeOf(page, "S3418");
    const elsewhere = await placeOf(page, "S3717");
    await page.mouse.click(at.x, at.y);
    await page.mouse.move(elsewhere.x, elsewhere.y);
    await shows(page, "S3418");
    await page.keyboard.press("Escape");
    await page.mouse.move(elsewhere.x + 2, elsewhere.y);
    await shows(page, "S3717");
  });

  test("moves with the mouse and zooms around it with the wheel", async () => {
    const { page } = await openPage(table, "/#/scenario/2");
    await settled(page);
    const before = await viewOf(page);
    await page.mouse.move(500, 500);
    await page.mouse.down();
    await page.mouse.move(560, 470, { steps: 5 });
    await page.mouse.up();
    const dragged = await viewOf(page);
    assert.ok(Math.abs((before.x - dragged.x) * before.scale - 60) < 1.5, "the map follows the hand east");
    assert.ok(Math.abs((dragged.y - before.y) * before.scale - 30) < 1.5, "the map follows the hand north");
    const hex = await placeOf(page, "S3418");
    await page.mouse.move(hex.x, hex.y);
    await page.mouse.wheel(0, -240);
    await page.waitForFunction((scale) => (document.querySelector("canvas.map") as unknown as { mapTable: { view: { scale: number } } }).mapTable.view.scale > scale * 1.2, dragged.scale);
    const after = await placeOf(page, "S3418");
    assert.ok(Math.hypot(after.x - hex.x, after.y - hex.y) < 1, "the hex under the pointer stays there");
  });

  test("obeys the keys on a fresh page, before any click", async () => {
    const { page } = await openPage(table, "/#/scenario/2");
    await settled(page);
    const before = await viewOf(page);
    await page.keyboard.press("+");
    assert.ok((await viewOf(page)).scale > before.scale);
    await page.keyboard.press("n");
    assert.match((await page.locator("#announcement").textContent()) ?? "", /Union|Confederate/);
    await page.keyboard.press("ArrowDown");
    await page.locator(".hex-number").waitFor();
    await page.keyboard.press("k");
    await page.getByRole("dialog", { name: "Legend" }).waitFor();
    assert.ok((await page.locator(".legend-grid li").count()) > 25, "counters, terrain and hexsides have their legend");
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "find");
  });

  test("keeps telling of a hex when the pointer goes to the panel", async () => {
    const { page } = await openPage(table, "/#/scenario/2");
    await settled(page);
    const at = await placeOf(page, "S3418");
    await page.mouse.move(at.x, at.y);
    await shows(page, "S3418");
    const panel = await page.locator(".panel").boundingBox();
    assert.ok(panel);
    await page.mouse.move(panel.x + 200, panel.y + 300);
    await shows(page, "S3418");
  });

  test("has the held hex in its address, and an address leads to its hex", async () => {
    const { page } = await openPage(table, "/#/scenario/2?hex=S3717");
    await settled(page);
    await shows(page, "S3717");
    const at = await placeOf(page, "S3717");
    const map = await page.locator("canvas.map").boundingBox();
    assert.ok(map && Math.abs(at.x - map.x - map.width / 2) < 3 && Math.abs(at.y - map.y - map.height / 2) < 3, "it lies in the middle");
    const other = await placeOf(page, "S3718");
    await page.mouse.click(other.x, other.y);
    await page.waitForURL(/hex=S3718$/);
  });

  test("shows the levels at a key, and marks the victory hexes", async () => {
    const { page } = await openPage(table, "/#/scenario/2");
    await settled(page);
    const pixel = async (hex: string) => {
      const at = await placeOf(page, hex);
      return page.evaluate(({ x, y }) => {
        const canvas = document.querySelector("canvas.map") as HTMLCanvasElement;
        const box = canvas.getBoundingClientRect();
        const ratio = canvas.width / box.width;
        return [...(canvas.getContext("2d")?.getImageData((x - box.left) * ratio, (y - box.top) * ratio, 1, 1).data ?? [])];
      }, at);
    };
    const plain = await pixel("S3821");
    await page.keyboard.press("l");
    await page.waitForTimeout(100);
    assert.notDeepEqual(await pixel("S3821"), plain);
    await page.keyboard.press("l");
    await page.getByRole("button", { name: "Layers" }).click();
    assert.ok(await page.getByRole("checkbox", { name: "Victory hexes" }).isChecked());
  });

  test("opens every scenario without a strip of table beside the map, all forces in view", async () => {
    for (const number of [2, 4, 6, 9]) {
      const { page } = await openPage(table, `/#/scenario/${number}`);
      await settled(page);
      const facts = await page.evaluate(() => {
        const { view, window, map } = (document.querySelector("canvas.map") as unknown as { mapTable: { view: { scale: number; x: number; y: number }; window: { width: number; height: number }; map: { layout: { width: number; height: number } } } }).mapTable;
        const half = window.width / 2 / view.scale;
        return { left: view.x - half, right: map.layout.width - view.x - half, whole: half * 2 >= map.layout.width };
      });
      assert.ok(facts.whole ? Math.abs(facts.left - facts.right) < 2 : facts.left > -1 && facts.right > -1, `scenario ${number}: ${JSON.stringify(facts)}`);
      await page.context().close();
    }
  });

  test("is walked with the arrow keys, and says aloud what is there", async () => {
    const { page } = await openPage(table, "/#/scenario/2");
    await settled(page);
    const at = await placeOf(page, "S3418");
    await page.mouse.click(at.x, at.y);
    await page.keyboard.press("ArrowDown");
    await shows(page, "S3419");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await shows(page, "S3618");
    assert.match((await page.locator("#announcement").textContent()) ?? "", /^S3618\. /);
    const before = await viewOf(page);
    await page.keyboard.press("Shift+ArrowRight");
    assert.ok((await viewOf(page)).x > before.x);
    await page.keyboard.press("+");
    assert.ok((await viewOf(page)).scale > before.scale);
    await page.keyboard.press("0");
    assert.ok((await viewOf(page)).scale < before.scale);
    await page.keyboard.press("n");
    assert.match((await page.locator("#announcement").textContent()) ?? "", /Union|Confederate/);
  });

  test("finds places and bare numbers, and says so when there is nothing", async () => {
    const { page } = await openPage(table, "/#/scenario/2");
    await settled(page);
    const box = page.locator("#find");
    await box.fill("AR");
    assert.match((await page.locator("#found li").first().textContent()) ?? "", /^\d+ AR/);
    await box.fill("Spain Field");
    await page.keyboard.press("Enter");
    assert.match((await page.locator(".hex-panel").textContent()) ?? "", /Spain/);
    await box.fill("2918");
    await page.keyboard.press("Enter");
    await shows(page, "S2918");
    await box.fill("xyzzy");
    assert.match((await page.locator("#found").textContent()) ?? "", /Nothing found/);
  });

  test("finds a unit by name and a hex by either of its numbers", async () => {
    const { page } = await openPage(table, "/#/scenario/2");
    await settled(page);
    await page.locator("canvas.map").focus();
    await page.keyboard.press("/");
    await page.keyboard.type("25 mo");
    await page.keyboard.press("Enter");
    await shows(page, "S3217");
    await page.keyboard.press("/");
    await page.keyboard.type("s4601");
    await page.keyboard.press("Enter");
    await shows(page, "N4634");
    assert.match((await page.locator(".alias").textContent()) ?? "", /S4601/);
  });

  test("is pinched and dragged by fingers on a tablet, and a tap holds a hex", async () => {
    const { page } = await openPage(table, "/#/scenario/2", { viewport: TABLET, hasTouch: true, isMobile: true });
    await settled(page);
    const touch = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number; id: number }[]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints });
    const before = await viewOf(page);
    await send("touchStart", [{ x: 400, y: 400, id: 1 }]);
    await send("touchStart", [{ x: 400, y: 400, id: 1 }, { x: 400, y: 500, id: 2 }]);
    for (let i = 1; i <= 5; i += 1) await send("touchMove", [{ x: 400, y: 400 - 10 * i, id: 1 }, { x: 400, y: 500 + 10 * i, id: 2 }]);
    await send("touchEnd", []);
    const pinched = await viewOf(page);
    assert.ok(Math.abs(pinched.scale / before.scale - 2) < 0.1, `pinching apart doubles: ${pinched.scale / before.scale}`);
    await send("touchStart", [{ x: 400, y: 400, id: 1 }]);
    for (let i = 1; i <= 5; i += 1) await send("touchMove", [{ x: 400 - 16 * i, y: 400, id: 1 }]);
    await send("touchEnd", []);
    assert.ok((await viewOf(page)).x > pinched.x);
    const at = await placeOf(page, "S3418");
    await page.touchscreen.tap(at.x, at.y);
    await shows(page, "S3418");
    const [map, panel] = await Promise.all([page.locator("canvas.map").boundingBox(), page.locator(".panel").boundingBox()]);
    assert.ok(map && panel && panel.y >= map.y + map.height - 1, "on a tablet held upright the panel is below the map");
    assert.ok(map.height > TABLET.height * 0.45);
  });
});

describe("the panel", () => {
  test("lists the forces by command and leads to a unit", async () => {
    const { page } = await openPage(table, "/#/scenario/2");
    await settled(page);
    await page.getByRole("tab", { name: "Forces" }).click();
    await page.getByRole("searchbox", { name: /Filter/ }).fill("21 MO");
    await page.getByRole("button", { name: /21 MO/ }).click();
    await shows(page, "S3717");
  });

  test("tells the scenario: turns, victory and special rules", async () => {
    const { page } = await openPage(table, "/#/scenario/2");
    await settled(page);
    await page.getByRole("tab", { name: "Scenario" }).click();
    const text = (await page.locator(".scenario-panel").textContent()) ?? "";
    for (const expected of ["Turns", "8 AM", "9 AM", "Victory", "Special rules", "for each SP that the Confederate loses".slice(4), "S3514"]) {
      assert.ok(text.includes(expected), expected);
    }
    await page.locator(".victory").getByRole("button", { name: "S3514" }).first().click();
    await shows(page, "S3514");
  });

  test("words every point of victory of every scenario, and its levels", async () => {
    const { page } = await openPage(table, "/#/scenario/1");
    for (let number = 1; number <= 10; number += 1) {
      await page.evaluate((to) => (location.hash = `#/scenario/${to}`), number);
      await page.getByRole("tab", { name: "Scenario" }).click();
      const victory = page.locator(`.victory[data-scenario="${number}"]`);
      await victory.waitFor();
      const facts = (await (await page.request.get(`${table.address}/api/scenarios/${number}`)).json()) as {
        victory: { start: unknown[]; points: unknown[]; levels: unknown[] };
      };
      assert.equal(await victory.locator(".points").count(), facts.victory.points.length + facts.victory.start.length, `scenario ${number}`);
      assert.equal(await victory.locator(".levels tr").count(), facts.victory.levels.length);
      assert.doesNotMatch((await victory.textContent()) ?? "", /undefined|NaN/);
    }
  });

  test("has no dead buttons among the forces, and tells when those come who are not there", async () => {
    const { page } = await openPage(table, "/#/scenario/1");
    await settled(page);
    await page.getByRole("tab", { name: "Forces" }).click();
    assert.equal(await page.locator(".forces button:disabled").count(), 0);
    assert.ok((await page.locator(".forces .waiting").count()) > 50);
    assert.match((await page.locator(".forces .waiting .where").first().textContent()) ?? "", /April|within|with|anywhere|hex/);
  });
});

describe("for everyone", () => {
  test("speaks Italian when asked, and remembers it", async () => {
    const { page } = await openPage(table, "/");
    await page.getByRole("button", { name: "IT: italiano" }).click();
    await page.locator(".cards").getByRole("link", { name: /La lunga marcia/ }).waitFor();
    assert.equal(await page.locator("html").getAttribute("lang"), "it");
    await page.reload();
    await page.locator(".cards").getByRole("link", { name: /La lunga marcia/ }).click();
    await settled(page);
    const at = await placeOf(page, "S3418");
    await page.mouse.move(at.x, at.y);
    assert.match((await page.locator(".hex-panel").textContent()) ?? "", /Forza.*Coesione.*Livello/s);
  });

  test("an Italian browser is greeted in Italian", async () => {
    const { page } = await openPage(table, "/", { locale: "it-IT" });
    await page.locator(".cards").getByRole("link", { name: /La lunga marcia/ }).waitFor();
  });

  for (const [name, options] of [
    ["laptop, light", { viewport: LAPTOP, colorScheme: "light" }],
    ["tablet, dark", { viewport: TABLET, colorScheme: "dark" }],
  ] as const) {
    test(`breaks no rule of the accessibility checker (${name})`, async () => {
      // The checker is a script of ours that the page's own policy would not let in.
      const checked = { ...options, bypassCSP: true };
      const opening = await openPage(table, "/", checked);
      await opening.page.locator(".card").nth(9).waitFor();
      assert.deepEqual(await violations(opening.page), []);
      const { page } = await openPage(table, "/#/scenario/2", checked);
      await settled(page);
      const at = await placeOf(page, "S3418");
      await page.mouse.click(at.x, at.y);
      assert.deepEqual(await violations(page), []);
      await page.getByRole("tab", { name: "Forces" }).click();
      assert.deepEqual(await violations(page), []);
      await page.getByRole("tab", { name: "Scenario" }).click();
      assert.deepEqual(await violations(page), []);
      await page.locator("canvas.map").focus();
      await page.keyboard.press("k");
      await page.locator(".legend-grid li").first().waitFor();
      assert.deepEqual(await violations(page), []);
      const story = await openPage(table, "/#/story", checked);
      await story.page.locator(".card-fight").first().waitFor();
      assert.deepEqual(await violations(story.page), []);
    });
  }

  test("nothing is wider than the screen, down to a phone", async () => {
    for (const viewport of [LAPTOP, TABLET, { width: 1180, height: 820 }, { width: 768, height: 1024 }, PHONE, PHONE_ON_ITS_SIDE]) {
      for (const path of ["/", "/#/scenario/2"]) {
        const { page } = await openPage(table, path, { viewport });
        await page.locator(path === "/" ? ".card >> nth=0" : "canvas.map").waitFor();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= viewport.width, `${path} is ${width} wide on ${viewport.width}`);
        await page.context().close();
      }
    }
  });

  test("a phone has most of its screen for the map, upright and on its side", async () => {
    for (const viewport of [PHONE, PHONE_ON_ITS_SIDE]) {
      const { page } = await openPage(table, "/#/scenario/2", { viewport, hasTouch: true, isMobile: true });
      await settled(page);
      const map = await page.locator("canvas.map").boundingBox();
      assert.ok(map && map.height > viewport.height * 0.75, `${viewport.width}: the map is ${map?.height} high`);
      for (const button of await page.locator(".controls button:visible").all()) {
        const box = await button.boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= viewport.width && box.y + box.height <= viewport.height, "a button is cut off");
      }
      await page.locator("#find").tap();
      await page.keyboard.type("12");
      const list = await page.locator("#found").boundingBox();
      assert.ok(list && list.x >= 0 && list.x + list.width <= viewport.width, "the list of what was found hangs out of the screen");
      await page.keyboard.press("Enter");
      await page.locator(".hex-number").waitFor();
      assert.equal(await page.locator(".top h1").evaluate((title) => title.scrollWidth > title.clientWidth + 1), false, "the title is cut off");
      await page.context().close();
    }
  });
});
