/** Positions in which the armies have met: two players who seek contact play scenario 2, and the record is cut where it is wanted. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import type { Look } from "../src/play/wire.ts";
import { LONGROLL, settled, type Table } from "./harness.ts";

const records = new Map<number, string>();

/** A whole game between two players who seek contact, as a record; made anew by the program under test. */
export function record(seed: number): string {
  const known = records.get(seed);
  if (known !== undefined) return known;
  const file = path.join(mkdtempSync(path.join(tmpdir(), "longroll-contact-")), "game.roll");
  spawnSync(LONGROLL, ["play", "2", "--seed", String(seed), "--union", "eager", "--confederate", "eager", "--record", file], { stdio: "ignore", input: "" });
  const text = readFileSync(file, "utf8");
  records.set(seed, text);
  return text;
}

/** The record up to the first choice that is wanted; the next line is that choice. */
export function cutBefore(wanted: RegExp, after = 0): string {
  for (let seed = 2; seed < 12; seed += 1) {
    const lines = record(seed).split("\n");
    const choices = lines.flatMap((line, i) => (/^[UC]: /.test(line) ? [{ line, i }] : []));
    const found = choices.filter(({ line }) => wanted.test(line))[after];
    if (found) return `${lines.slice(0, found.i).join("\n")}\n`;
  }
  throw new Error(`nobody has done ${String(wanted)} in ten games`);
}

export interface Seats {
  union?: string;
  confederate?: string;
}

/** Opens a game from such a record. */
export async function openContact(page: Page, table: Table, roll: string, seats: Seats = {}): Promise<number> {
  await page.goto(`${table.address}/#/`);
  await page.locator(".card").first().waitFor();
  const game = await page.evaluate(
    async (body) => {
      const response = await fetch("/api/games", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      return (await response.json()) as { id?: number; reason?: string };
    },
    { roll, curtain: "never", ...seats },
  );
  if (game.id === undefined) throw new Error(game.reason);
  await page.evaluate((id) => (location.hash = `#/game/${id}`), game.id);
  await page.locator(".ask").waitFor();
  await settled(page);
  return game.id;
}

/** What the table says now, asked beside the page. */
export async function lookOf(page: Page, table: Table): Promise<Look> {
  const game = /#\/game\/(\d+)/.exec(page.url())?.[1];
  const answer = await page.request.get(`${table.address}/api/games/${game}/look`);
  return ((await answer.json()) as { look: Look }).look;
}

/** Waits until the game has moved on, and the page with it. */
export async function movedOn(page: Page, table: Table, before: number): Promise<Look> {
  for (let i = 0; i < 100; i += 1) {
    const look = await lookOf(page, table);
    if (look.state !== before) {
      await page.locator(`.game-page[data-state="${look.state}"]`).waitFor();
      return look;
    }
    await page.waitForTimeout(50);
  }
  throw new Error("nothing has changed");
}
