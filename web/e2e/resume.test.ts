import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after, before, describe } from "node:test";
import type { Page } from "playwright-core";
import { lookOf } from "./contact.ts";
import { openPage, openTable, placeOf, settled, startOwn, type Table } from "./harness.ts";

let table: Table;
before(async () => {
  table = await openTable();
});
after(async () => {
  await table.close();
});

/** Waits for a state that is not this one, if it comes. */
async function changed(page: Page, at: Table, state: number): Promise<boolean> {
  for (let i = 0; i < 60; i += 1) {
    const look = await lookOf(page, at).catch(() => undefined);
    if (look && look.state !== state) {
      // The computer may be on its way already: then a later state is shown.
      const shown = Number(await page.locator(".game-page").getAttribute("data-state"));
      if (shown >= look.state) return true;
    }
    await page.waitForTimeout(50);
  }
  return false;
}

describe("whatever happens to the server", { concurrency: false }, () => {
  test("it is killed in the middle of a game, comes back, and the page goes on where it was", async () => {
    const home = mkdtempSync(path.join(tmpdir(), "longroll-resume-"));
    const first = await startOwn(home);
    const port = Number(new URL(first.address).port);
    const own: Table = { ...table, address: first.address };
    const { page } = await openPage(own, "/");
    await page.getByRole("button", { name: "Begin the game" }).click();
    await page.locator(".ask").waitFor();
    for (let i = 0; i < 8; i += 1) {
      if ((await page.locator(".curtain button").count()) > 0) await page.locator(".curtain button").click();
      const look = await lookOf(page, own);
      await page.locator(".ask .proposed, .ask .choice").first().click();
      await changed(page, own, look.state);
    }
    const uncovered = async () => {
      if ((await lookOf(page, own)).curtain === undefined) return;
      await page.locator(".curtain button").click();
      await page.locator(".curtain").waitFor({ state: "detached" });
    };
    await uncovered();
    const before = await lookOf(page, own);
    assert.ok(before.pieces.length > 0 && before.choices >= 5, `${before.choices} choices`);
    first.program.kill("SIGKILL");
    await first.ended;
    await page.locator(".line-broken").waitFor();
    const second = await startOwn(home, port);
    try {
      await page.locator(".line-broken").waitFor({ state: "detached", timeout: 30_000 });
      // A question that the other side must not see is covered again.
      if (before.question?.secret) assert.notEqual((await lookOf(page, own)).curtain, undefined);
      await uncovered();
      const after = await lookOf(page, own);
      assert.equal(after.choices, before.choices);
      assert.deepEqual(
        after.pieces.map((piece) => [piece.name, piece.hex, piece.facing]),
        before.pieces.map((piece) => [piece.name, piece.hex, piece.facing]),
      );
      // It is played on without a reload, and is in the lobby after one.
      await page.locator(".ask .proposed, .ask .choice").first().click();
      await changed(page, own, after.state);
      await page.goto(`${own.address}/#/`);
      await page.locator(".games li a").first().click();
      await page.locator(".ask, .curtain").first().waitFor();
    } finally {
      await page.context().close();
      second.program.kill("SIGTERM");
      await second.ended;
    }
  });
});

describe("with the keyboard alone", { concurrency: false }, () => {
  test("one turn: orders, a move with way and facing, whole brigades, the end of the turn", { timeout: 600_000 }, async (t) => {
    const { page, errors } = await openPage(table, "/");
    // The lobby too.
    await page.getByRole("button", { name: "Begin the game" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".ask").waitFor();
    await settled(page);
    let presses = 0;
    const press = async (key: string) => {
      presses += 1;
      await page.keyboard.press(key);
    };
    let moved = 0;
    const tried = new Set<string>();
    const first = (await lookOf(page, table)).turn.label;
    let label = first;
    for (let i = 0; i < 400 && label === first; i += 1) {
      if ((await page.locator(".curtain").count()) > 0) {
        await page.locator(".curtain button").press("Enter");
        await page.locator(".curtain").waitFor({ state: "detached" });
      }
      const look = await lookOf(page, table);
      label = look.turn.label;
      if (label !== first || look.over) break;
      const marker = `${look.cup.drawn.length} ${look.side}`;
      if (look.question?.key === "act" && moved < 3 && !tried.has(marker)) {
        tried.add(marker);
        await press("n");
        await page.waitForTimeout(300);
        const unit = ((await page.locator(".chosen-unit h2").textContent().catch(() => "")) ?? "").replace(/ [NS]\d{4}$/, "");
        const own = look.pieces.find((piece) => piece.name === unit && piece.kind === "unit");
        const move = look.question.choices.find((option) => option.kind === "move" && option.unit === unit);
        if (own?.hex !== undefined && move?.hex !== undefined) {
          // The cursor stands on the unit; an arrow leads to the next hex.
          const [from, to] = [await placeOf(page, own.hex), await placeOf(page, move.hex)];
          const way = Math.abs(to.x - from.x) < 5 ? (to.y < from.y ? ["ArrowUp"] : ["ArrowDown"]) : to.x > from.x ? ["ArrowRight"] : ["ArrowLeft"];
          for (const key of way) await press(key);
          await page.waitForTimeout(200);
          if ((await page.locator(".card-way").count()) > 0) {
            await press("]");
            await press("Enter");
            if (await changed(page, table, look.state)) {
              moved += 1;
              continue;
            }
          }
          await press("Escape");
        }
      }
      // What the bar proposes; what gives others up wants a second press.
      await press("Escape");
      await press("Enter");
      if ((await page.locator(".choice.armed").count()) > 0) await press("Enter");
      await changed(page, table, look.state);
    }
    assert.notEqual(label, first, "the turn has ended");
    t.diagnostic(`${presses} keys for the first turn, ${moved} moves by cursor`);
    assert.ok(moved > 0, "somebody was moved by cursor and Enter");
    assert.deepEqual(errors, []);
  });
});

describe("against the computer", { concurrency: false }, () => {
  test("a whole game to its verdict: it says what it intends, and its deeds are told", { timeout: 600_000 }, async () => {
    const { page, errors } = await openPage(table, "/");
    await page.locator(".new-game select").nth(1).selectOption("computer");
    await page.getByRole("button", { name: "Begin the game" }).click();
    await page.locator(".ask").waitFor();
    const intentions = new Set<string>();
    let over = false;
    for (let i = 0; i < 4000 && !over; i += 1) {
      const look = await lookOf(page, table);
      if (look.intention) intentions.add(look.intention.text);
      over = look.over !== undefined;
      if (over) break;
      if (!look.question) {
        await page.waitForTimeout(100);
        continue;
      }
      assert.equal(look.side, "confederate");
      if (Number(await page.locator(".game-page").getAttribute("data-state")) !== look.state) {
        await page.waitForTimeout(50);
        continue;
      }
      const end = look.question.choices.find((option) => option.order === look.question?.proposal) ?? look.question.choices[0];
      const button = page.locator(`.choices [data-order="${end?.order}"], .ask [data-order="${end?.order}"]`).first();
      if ((await button.count()) === 0) {
        await page.locator("#tab-now").click();
        await page.waitForTimeout(50);
        continue;
      }
      await button.click();
      const armed = page.locator(".choice.armed").first();
      if (end?.givesUp?.length) {
        await armed.waitFor({ timeout: 2000 }).catch(() => undefined);
        if ((await armed.count()) > 0) await armed.click();
      }
      await changed(page, table, look.state);
    }
    assert.ok(over, "it comes to an end");
    assert.match((await page.locator("article.over").textContent()) ?? "", /victory|draw/i);
    assert.ok(intentions.size > 0, "it has said what it intends");
    assert.deepEqual(errors, []);
  });
});
