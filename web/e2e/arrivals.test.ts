import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import type { Look } from "../src/play/wire.ts";
import { lookOf, movedOn } from "./contact.ts";
import { openPage, openTable, PHONE_ON_ITS_SIDE, placeOf, settled, TABLET, type Table } from "./harness.ts";

let table: Table;
before(async () => {
  table = await openTable();
});
after(async () => {
  await table.close();
});

const post = async <T>(where: string, body: unknown): Promise<T> =>
  (await (await fetch(table.address + where, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json()) as T;

/** A game in which reinforcements are due: everything before is answered as proposed. */
async function untilSomebodyIsDue(scenario: number): Promise<number> {
  const { id } = await post<{ id: number }>("/api/games", { scenario, union: "person", confederate: "person", curtain: "never", seed: 3 });
  for (let i = 0; i < 600; i += 1) {
    const { look } = (await (await fetch(`${table.address}/api/games/${id}/look`)).json()) as { look: Look };
    const { question } = look;
    assert.ok(question, "the game is over before anybody comes");
    if (question.choices.some((option) => option.kind === "enter")) return id;
    const order = question.choices.find((option) => option.kind === "activate")?.order ?? question.proposal ?? question.choices[0]?.order ?? "";
    await post(`/api/games/${id}/say`, { id: 1, say: "choose", state: look.state, order });
  }
  throw new Error("nobody is due");
}

test("reinforcements are brought on by clicks: the unit in the list, then a lit hex", async () => {
  const game = await untilSomebodyIsDue(9);
  const { page, errors } = await openPage(table, `/#/game/${game}`);
  await page.locator(".ask").waitFor();
  await settled(page);
  const look = await lookOf(page, table);
  const due = look.question?.choices.find((option) => option.kind === "enter");
  assert.ok(due?.unit !== undefined && due.hex !== undefined);
  await page.locator("canvas.map").focus();
  await page.keyboard.press("Escape");
  await page.locator(`.choices [data-who="${due.unit}"]`).click();
  await page.locator(".chosen-unit h2", { hasText: due.unit }).waitFor();
  await page.waitForTimeout(500);
  await settled(page);
  // The map has gone to where it comes on, and a click there brings it.
  const at = await placeOf(page, due.hex);
  const box = await page.locator("canvas.map").boundingBox();
  assert.ok(box && at.x > box.x && at.x < box.x + box.width && at.y > box.y && at.y < box.y + box.height, `${due.hex} is on the screen`);
  await page.mouse.click(at.x, at.y);
  const then = await movedOn(page, table, look.state);
  assert.equal(then.pieces.find((piece) => piece.name === due.unit)?.hex, due.hex);
  // After a press with the mouse no button keeps the keys.
  assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "BUTTON");
  assert.deepEqual(errors, []);
});

test("the bar covers none of the map's tools, on a small laptop and on a phone on its side", async () => {
  const { id } = await post<{ id: number }>("/api/games", { scenario: 2, union: "person", confederate: "person", curtain: "never", seed: 3 });
  for (const viewport of [{ width: 1024, height: 768 }, PHONE_ON_ITS_SIDE, TABLET]) {
    const { page } = await openPage(table, `/#/game/${id}`, { viewport });
    await page.locator(".ask").waitFor();
    await settled(page);
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".controls button, .controls summary")].flatMap((tool) => {
        const box = tool.getBoundingClientRect();
        if (box.width === 0) return [];
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return top !== null && (tool.contains(top) || top.contains(tool)) ? [] : [`${tool.getAttribute("aria-label") ?? tool.textContent}: ${top?.className ?? "outside"}`];
      }),
    );
    assert.deepEqual(covered, [], `${viewport.width} × ${viewport.height}`);
    await page.context().close();
  }
});

test("behind the curtain no key and no Tab reaches anything", async () => {
  const { id } = await post<{ id: number }>("/api/games", { scenario: 2, union: "person", confederate: "person", curtain: "always", seed: 3 });
  const { page } = await openPage(table, `/#/game/${id}`);
  await page.locator(".ask, .curtain").first().waitFor();
  for (let i = 0; i < 40 && (await page.locator(".curtain").count()) === 0; i += 1) {
    const before = await lookOf(page, table);
    await page.locator("canvas.map").focus();
    await page.keyboard.press("Enter");
    await movedOn(page, table, before.state);
  }
  await page.locator(".curtain").waitFor();
  const look = await lookOf(page, table);
  assert.deepEqual([look.pieces, look.story], [[], []]);
  for (const key of ["e", "1", "u", "f", "n", ","]) await page.keyboard.press(key);
  await page.waitForTimeout(300);
  assert.equal((await lookOf(page, table)).state, look.state);
  for (let i = 0; i < 5; i += 1) {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest(".curtain") !== null), true);
  }
  await page.locator(".curtain button").click();
  await page.locator(".curtain").waitFor({ state: "detached" });
  assert.ok((await lookOf(page, table)).pieces.length > 0);
});
