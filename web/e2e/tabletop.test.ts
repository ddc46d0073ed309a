/** Shell for Guns Lite in a real browser: one whole turn by clicks. Pictures go to LONGROLL_SHOTS if it names a folder. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { LAPTOP, PHONE, openPage, openTable, type Table } from "./harness.ts";

const SHOTS = process.env["LONGROLL_SHOTS"];
/** With these dice every order of the turn below is passed and the charge goes home. */
const SEED = "1";

let table: Table;
before(async () => {
  table = await openTable();
});
after(async () => {
  await table.close();
});

const shot = async (page: Page, name: string) => {
  if (SHOTS !== undefined) await page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
};
const unit = (page: Page, name: string) => page.locator(`.tt-drawing [data-unit="${name}"]`).first();
const asked = (page: Page) => page.locator(".tt-question p").first();
const story = (page: Page) => page.locator(".tt-story ol");

/** Clicks a place of the table, in UM. */
const clickPlace = async (page: Page, x: number, y: number) => {
  const at = await page.evaluate(
    ([x, y]) => {
      const drawing = document.querySelector<SVGSVGElement>(".tt-drawing svg");
      const matrix = drawing?.getScreenCTM();
      if (!drawing || !matrix) throw new Error("no drawing");
      const place = new DOMPoint(50 + x * 100, drawing.viewBox.baseVal.height - 50 - y * 100).matrixTransform(matrix);
      return { x: place.x, y: place.y };
    },
    [x, y] as const,
  );
  await page.mouse.click(at.x, at.y);
};

/** Both sides leave their generals where they are. Two people share the screen, so a curtain falls between them. */
const passGenerals = async (page: Page) => {
  await unit(page, "1st Brigade").waitFor();
  for (const side of ["Union", "Confederate"]) {
    if (side === "Confederate") {
      await page.locator(".curtain.confederate").waitFor();
      assert.equal(await page.locator(".tt-drawing").count(), 0, "nothing is seen behind the curtain");
      await shot(page, "curtain");
      await page.getByRole("button", { name: "I am here" }).click();
    }
    await asked(page).getByText(side).waitFor();
    await asked(page).getByText("Where do the generals go?").waitFor();
    await page.getByRole("button", { name: "Done", exact: true }).click();
  }
};

const begin = async (page: Page) => {
  await page.locator('select[name="table"]').selectOption("first-fight");
  await page.locator('input[name="seed"]').fill(SEED);
  await page.getByRole("button", { name: "Begin" }).click();
  await passGenerals(page);
  await asked(page).getByText("What does the division do?").waitFor();
};

test("one whole turn is played by clicks", async () => {
  const { page, errors } = await openPage(table, "/#/tabletop", { viewport: LAPTOP });
  await begin(page);
  await shot(page, "1-begun");

  // A tape between two things.
  await page.getByRole("button", { name: "Tape" }).click();
  await unit(page, "1st Brigade").click();
  await unit(page, "Alder's Brigade").click();
  await page.getByText("5.50 UM").first().waitFor();
  assert.equal(await page.locator(".tt-overlay .tape").count(), 1);
  await shot(page, "2-tape");
  // From a wood to the edge, from a fence to empty ground, from an objective to the very place in a wood.
  const taped = async (ends: readonly (readonly [number, number])[], text: string | RegExp) => {
    await page.getByRole("button", { name: "Tape" }).click();
    for (const [x, y] of ends) await clickPlace(page, x, y);
    await page.locator(".tt-yes").getByText(text).waitFor();
  };
  await taped([[5, 11], [-0.2, 11]], "Creek Wood – west edge: 3.00 UM, from 3.00 9.00 to 0.00 9.00");
  await taped([[28, 12.7], [28, 15]], /^rail fence – 2[78]\.\d+ 1[45]\.\d+: 2\.\d\d UM, from/);
  await page.getByRole("button", { name: "Tape" }).click();
  await page.locator('input[name="exact"]').check();
  await clickPlace(page, 12, 5);
  await clickPlace(page, 5, 11);
  await page.locator(".tt-yes").getByText(/^1[12]\.\d+ [45]\.\d+ – \d+\.\d+ 1[01]\.\d+: 9\.\d\d UM, from/).waitFor();
  await page.getByRole("button", { name: "Tape" }).click();
  await page.locator('input[name="exact"]').uncheck();
  await page.getByRole("button", { name: "Tape" }).click();

  // Range, arcs and lines of fire, then fire with its odds beforehand.
  await unit(page, "Battery A").click();
  await page.getByRole("button", { name: "Range and arcs" }).click();
  await page.locator(".tt-overlay .arc").first().waitFor();
  await shot(page, "3-arcs");
  const fire = page.locator('[data-choice^="fire Battery A"]').first();
  assert.match((await fire.textContent()) ?? "", /mean \d/);
  const aim = (await fire.getAttribute("data-choice"))?.split(", ")[1] ?? "";
  await unit(page, aim).click();
  await page.locator(".tt-overlay .fire").first().waitFor();
  await shot(page, "4-lines-of-fire");
  await fire.click();
  await story(page).getByText("Battery A fires at").waitFor();
  assert.ok((await page.locator(".tt-die").count()) > 0, "dice have their card");

  // An order and its move: the legal part is solid, the reason stands where it ends.
  await unit(page, "1st Brigade").click();
  const order = page.locator('[data-choice="order 1st Brigade"]');
  assert.match((await order.textContent()) ?? "", /passes/);
  await order.click();
  await asked(page).getByText("How does 1st Brigade move?").waitFor();
  await clickPlace(page, 12, 18);
  await page.locator(".tt-overlay .wanted").waitFor();
  await page.locator(".tt-no").getByText("SfG 2.5-").waitFor();
  assert.equal(await page.locator(".tt-overlay .legal").count(), 1);
  await shot(page, "5-ghost");
  await clickPlace(page, 12.2, 9.2);
  await page.locator(".tt-overlay .wanted").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Do this: move 1st Brigade, go/ }).click();
  await story(page).getByText("1st Brigade moves").waitFor();
  // Nothing was rolled: it can be taken back and made again.
  await page.getByRole("button", { name: "Take back" }).click();
  await asked(page).getByText("How does 1st Brigade move?").waitFor();
  assert.equal(await story(page).getByText("1st Brigade moves").count(), 0);
  await clickPlace(page, 12.2, 9.2);
  await page.getByRole("button", { name: /^Do this: move 1st Brigade, go/ }).click();
  await asked(page).getByText("What does the division do?").waitFor();
  assert.ok(await page.getByRole("button", { name: "Take back" }).isEnabled());

  // A charge with its reaction, and the melee.
  await unit(page, "2nd Brigade").click();
  await unit(page, "Boone's Brigade").click();
  await page.getByRole("button", { name: "Charge Boone's Brigade" }).click();
  const charge = page.getByRole("button", { name: /^charge 2nd Brigade, Boone's Brigade/ }).first();
  await charge.hover();
  await page.locator(".tt-overlay .ghost").waitFor();
  await shot(page, "6-charge");
  await charge.click();
  await asked(page).getByText("Who fires before 2nd Brigade charges?").waitFor();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await asked(page).getByText("Boone's Brigade is charged").waitFor();
  const stand = page.locator('[data-choice="stand and fire"]');
  assert.match((await stand.textContent()) ?? "", /melee: charger wins/);
  await shot(page, "7-reaction");
  await stand.click();
  await story(page).getByText("Boone's Brigade fires in reaction").waitFor();
  for (let step = 0; step < 20; step += 1) {
    const question = (await asked(page).textContent()) ?? "";
    if (question.includes("What does the division do?")) break;
    const length = await story(page).locator("li").count();
    const choice = question.includes("has won") ? page.locator('[data-choice="stay"]') : page.locator(".tt-choices [data-choice]").first();
    await choice.click();
    await page.waitForFunction(
      ([before, length]) => document.querySelector(".tt-question p")?.textContent !== before || document.querySelectorAll(".tt-story li").length !== length,
      [question, length] as const,
    );
  }
  await story(page).getByText("melee of 2nd Brigade").waitFor();
  await shot(page, "8-melee");

  // What is not offered says why.
  await unit(page, "1st Brigade").click();
  await unit(page, "Calloway's Brigade").click();
  await page.getByRole("button", { name: "Why no charge at it?" }).click();
  await page.locator('[role="alert"], .tt-no').getByText("SfG 2.").first().waitFor();

  // The end of the activation, and of the turn.
  await page.getByRole("button", { name: "End the activation" }).click();
  await story(page).getByText("First Division has acted").waitFor();
  await asked(page).getByText("Confederate, Valley Division").waitFor();
  await unit(page, "Alder's Brigade").click();
  await page.locator('[data-choice^="fire Alder"]').first().click();
  await story(page).getByText("Alder's Brigade fires at").waitFor();
  for (let step = 0; step < 10; step += 1) {
    const question = (await asked(page).textContent()) ?? "";
    if (question.includes("What does the division do?")) break;
    await page.locator(".tt-choices [data-choice]").first().click();
    await page.waitForFunction((before) => document.querySelector(".tt-question p")?.textContent !== before, question);
  }
  await page.getByRole("button", { name: "End the activation" }).click();
  // The generals of the next turn ride in secret: the screen goes back to the Union.
  await page.locator(".curtain.union").waitFor();
  await page.getByRole("button", { name: "I am here" }).click();
  await page.locator(".tt-head").getByText("turn 2").waitFor();
  await shot(page, "9-next");
  assert.deepEqual(errors, []);

  // The game is there again after a reload.
  const lines = await story(page).locator("li").count();
  await page.reload();
  await unit(page, "1st Brigade").waitFor();
  assert.equal(await story(page).locator("li").count(), lines);
  await page.context().close();
});

test("what is not allowed says why, also on a phone and in Italian", async () => {
  const { page, errors } = await openPage(table, "/#/tabletop", { viewport: PHONE });
  await begin(page);
  await unit(page, "3rd Brigade").click();
  await page.locator('[data-choice="order 3rd Brigade"]').click();
  await asked(page).getByText("How does 3rd Brigade move?").waitFor();
  await page.getByRole("button", { name: "Turn 15° left" }).click();
  await page.locator(".tt-overlay .legal").waitFor();
  await page.getByLabel("Formation").selectOption("attack-column");
  await page.locator(".tt-yes, .tt-no").first().waitFor();
  await shot(page, "phone");
  await page.getByRole("button", { name: "Cambia in italiano" }).or(page.locator("button.language")).first().click();
  await asked(page).getByText("Come muove 3rd Brigade?").waitFor();
  await story(page).getByText("3rd Brigade: test di comando").waitFor();
  await page.locator(".tt-unit").getByText("direzione 0").waitFor();
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("the reserve is brought on by clicks, and another screen sees it at once", async () => {
  const { page, errors } = await openPage(table, "/#/tabletop", { viewport: LAPTOP });
  await page.locator('select[name="table"]').selectOption("help-is-coming");
  await page.locator('input[name="seed"]').fill(SEED);
  await page.getByRole("button", { name: "Begin" }).click();
  await passGenerals(page);
  // Divisions that act before the reserve let their turn go by.
  for (let step = 0; step < 3; step += 1) {
    await page.getByText(/What does the division do|Where does the reserve enter/).first().waitFor();
    if (((await asked(page).textContent()) ?? "").includes("Where does the reserve enter?")) break;
    const before = await story(page).locator("li").count();
    await page.getByRole("button", { name: "End the activation" }).click();
    await page.waitForFunction((before) => document.querySelectorAll(".tt-story li").length > before, before);
  }
  await asked(page).getByText("Where does the reserve enter?").waitFor();
  const other = await openPage(table, new URL(page.url()).hash.replace(/^/, "/"), { viewport: LAPTOP });
  await asked(other.page).getByText("Where does the reserve enter?").waitFor();

  // A place too near the enemy: the legal part is solid and the reason stands where it ends.
  await page.locator('[data-waiting="4th Brigade"]').click();
  await clickPlace(page, 8, 9);
  await page.locator(".tt-overlay .wanted").waitFor();
  await page.locator(".tt-no").getByText("SfG 2.").waitFor();
  assert.equal(await page.locator(".tt-overlay .legal").count(), 1);
  await shot(page, "reserve-1-too-far");
  await clickPlace(page, 8, 3.5);
  await page.locator(".tt-overlay .wanted").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Do this: enter 4th Brigade, line, \d+\.\d+ 0\.00, 0, go 0/ }).click();
  await unit(page, "4th Brigade").waitFor();
  // Nobody touched the other screen.
  await unit(other.page, "4th Brigade").waitFor();
  await story(other.page).getByText("4th Brigade enters").waitFor();

  // Guns by the road, from the suggestions; the formation comes with them.
  await page.locator('[data-waiting="Battery B"]').click();
  await page.getByLabel("Formation").selectOption("limbered");
  await clickPlace(page, 18, 4);
  await page.getByRole("button", { name: /^Do this: enter Battery B, limbered/ }).click();
  await asked(page).getByText("What does the division do?").waitFor();
  await shot(page, "reserve-2-entered");
  assert.equal(await page.locator("[data-waiting]").count(), 0);

  // What is chosen on the other screen is seen here, and undone there it is gone here.
  await other.page.locator('[data-choice="deploy Battery B"]').or(other.page.getByRole("button", { name: "Take back" })).first().waitFor();
  await unit(other.page, "Battery B").click();
  await other.page.locator('[data-choice="deploy Battery B"]').click();
  await story(page).getByText("Battery B is deployed").waitFor();
  await other.page.getByRole("button", { name: "Take back" }).click();
  await story(page).getByText("Battery B is deployed").waitFor({ state: "detached" });
  assert.deepEqual([...errors, ...other.errors], []);
  await other.page.context().close();
  await page.context().close();
});

/** The order of a unit, given by clicks until it is passed; the test of the dice may fail it. */
const order = async (page: Page, name: string) => {
  await unit(page, name).click();
  await page.locator(`[data-choice="order ${name}"]`).click();
  await asked(page).getByText(`How does ${name} move?`).waitFor();
};
const make = (page: Page, text: RegExp) => page.getByRole("button", { name: text }).click();

test("road, sideways, leg and turn and leg, anchors, horses and guns by clicks", async () => {
  const { page, errors } = await openPage(table, "/#/tabletop", { viewport: LAPTOP });
  await page.locator('select[name="table"]').selectOption("drill-ground");
  // With these dice every order is passed.
  await page.locator('input[name="seed"]').fill("3");
  await page.getByRole("button", { name: "Begin" }).click();
  await unit(page, "Column").waitFor();

  // Along the road, round its bend.
  await order(page, "Column");
  await page.getByLabel("A click means").selectOption("road");
  await clickPlace(page, 12, 4.8);
  await page.locator(".tt-overlay .ghost").waitFor();
  await shot(page, "way-1-road");
  await make(page, /^Do this: move Column, road \d/);
  await story(page).getByText("Column moves").waitFor();

  // A leg aside.
  await order(page, "Line");
  await page.getByLabel("A click means").selectOption("sideways");
  await clickPlace(page, 21.5, 6.1);
  await make(page, /^Do this: move Line, go 90 1\.\d+/);
  await story(page).getByText("Line moves").waitFor();

  // A leg, a turn about a corner, a leg: the second one starts where the turn ends.
  await order(page, "Wheel");
  await clickPlace(page, 28, 5);
  await make(page, /^Keep this leg, then turn$/);
  await page.getByLabel("Turn about").selectOption("right");
  await page.locator('input[name="turn"]').fill("20");
  await page.locator('input[name="turn"]').blur();
  await page.locator(".tt-overlay .ghost").waitFor();
  await clickPlace(page, 28.5, 6.4);
  await page.getByRole("button", { name: /^Do this: move Wheel, go [-\d.]+ [\d.]+, turn right 20, go/ }).waitFor();
  await shot(page, "way-2-leg-turn-leg");
  await make(page, /^Do this: move Wheel, go [-\d.]+ [\d.]+, turn right 20, go/);
  await story(page).getByText("Wheel moves").waitFor();

  // A column on the third base, and the leg from where that puts its front.
  await order(page, "Anchor");
  await page.getByLabel("Formation").selectOption("attack-column");
  await page.getByLabel("Base that stays").selectOption("4");
  await page.locator(".tt-overlay .ghost").waitFor();
  await shot(page, "way-3-anchor");
  await make(page, /^Do this: move Anchor, form attack-column on 4 as 1$/);
  await story(page).getByText("Anchor moves").waitFor();

  // Horses: out of the saddle.
  await order(page, "Horse");
  await page.getByLabel("Horses").selectOption("dismount");
  await make(page, /^Do this: move Horse, dismount$/);
  await story(page).getByText("Horse moves").waitFor();

  // Guns: limbered without an order.
  await unit(page, "Guns").click();
  await page.locator('[data-choice="limber Guns"]').click();
  await story(page).getByText("Guns is limbered").waitFor();

  // A charge by its own way: a friend stands ahead, so it goes in obliquely.
  await unit(page, "Charger").click();
  await page.locator('[data-own-charge="Target"]').click();
  await clickPlace(page, 6, 11.5);
  await shot(page, "way-4-barred");
  await page.locator('[role="alert"], .tt-no').getByText("SfG 2.5").first().waitFor();
  await clickPlace(page, 7.28, 11.53);
  await page.getByRole("button", { name: /^Do this: charge Charger, Target, (3|4)\d/ }).waitFor();
  await shot(page, "way-4-own-charge");
  await make(page, /^Do this: charge Charger, Target, (3|4)\d/);
  await story(page).getByText("Charger charges").or(story(page).getByText("Charger declares")).or(story(page).getByText(/charge/)).first().waitFor();
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("the armies are set up by clicks, with a switch of the rules", async () => {
  const { page, errors } = await openPage(table, "/#/tabletop", { viewport: LAPTOP });
  await page.locator('select[name="table"]').selectOption("two-ridges");
  await page.locator('select[name="confederate"]').selectOption("plain");
  await page.getByText("Switches of the rules").click();
  await page.locator('select[name="switch-pushback"]').selectOption("pairs");
  await page.locator('input[name="seed"]').fill("7");
  await page.getByRole("button", { name: "Begin" }).click();
  await asked(page).getByText("Where do your two objectives lie?").waitFor();
  // Objectives by place: too near to each other first, then two legal ones.
  await clickPlace(page, 10, 5);
  await page.getByText("Click the place of the other one.").waitFor();
  await clickPlace(page, 15, 5);
  await page.locator('[role="alert"]').getByText("SfG 3.0-objectives").waitFor();
  await clickPlace(page, 9.5, 5);
  await clickPlace(page, 27, 4.6);
  assert.equal(await page.locator(".tt-spot").count(), 2);
  await shot(page, "objectives");
  await page.getByRole("button", { name: /^Do this: objectives 9\.\d+ 5\.\d+|^Do this: objectives 9\.\d+ 4\.9\d+/ }).click();
  await asked(page).getByText("Set up a unit or a general.").waitFor();
  await page.locator('[data-waiting="1st Brigade"]').click();
  await clickPlace(page, 18, 7);
  await page.locator(".tt-no").getByText("SfG 3.0-deploy").waitFor();
  await clickPlace(page, 18, 5.5);
  await page.getByRole("button", { name: /^Do this: place 1st Brigade, line/ }).click();
  await unit(page, "1st Brigade").waitFor();
  await page.locator('[data-waiting="Battery A"]').click();
  await clickPlace(page, 26, 5.5);
  await page.getByRole("button", { name: /^Do this: place Battery A, deployed/ }).click();
  await unit(page, "Battery A").waitFor();
  await page.locator('[data-waiting="2nd Brigade"]').click();
  await page.locator('[data-choice="reserve 2nd Brigade, 2"]').getByText("Keep back until turn 2").click();
  await page.locator('[data-waiting="2nd Brigade"]').waitFor({ state: "detached" });
  await shot(page, "set-up");
  assert.deepEqual(errors, []);
  await page.context().close();
});

test("the record of a battle that is over is downloaded as a file", async () => {
  const { page, errors } = await openPage(table, "/#/tabletop", { viewport: LAPTOP });
  await page.locator('select[name="table"]').selectOption("first-fight");
  await page.locator('select[name="union"]').selectOption("random");
  await page.locator('select[name="confederate"]').selectOption("random");
  await page.locator('input[name="seed"]').fill(SEED);
  await page.getByRole("button", { name: "Begin" }).click();
  await asked(page).getByText("The battle is over").waitFor();
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the record" }).click();
  const file = await coming;
  assert.match(file.suggestedFilename(), /^game-\d+\.roll$/);
  const text = await readFile(await file.path(), "utf8");
  assert.match(text, /^\[Format "1"\]\n/);
  assert.match(text, /\[Situation "first-fight"\]/);
  assert.match(text, /\[Title "First fight"\]/);
  assert.deepEqual(errors, []);
  await page.context().close();
});
