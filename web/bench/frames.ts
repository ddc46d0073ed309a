/**
 * Frame times of the page with all units of scenario 1 while a hand pans and zooms, in Debian's Chromium without a graphics
 * card: npm run frames. Writes a table for docs/performance-web.md.
 */

import { openPage, openTable, settled, viewOf } from "../e2e/harness.ts";
import type { Page } from "playwright-core";

interface Frames {
  /** Milliseconds between frames. */
  gaps: number[];
  /** Milliseconds of script in a frame. */
  work: number[];
}

/** Starts counting: every frame's distance from the last one, and the time its callbacks took. */
const record = (page: Page) =>
  page.evaluate(() => {
    const frames: Frames = { gaps: [], work: [] };
    const ask = globalThis.requestAnimationFrame.bind(globalThis);
    let last = 0;
    let running = true;
    let spent = 0;
    globalThis.requestAnimationFrame = (callback) =>
      ask((now) => {
        const begun = performance.now();
        callback(now);
        spent += performance.now() - begun;
      });
    const tick = (now: number) => {
      if (last !== 0) {
        frames.gaps.push(now - last);
        frames.work.push(spent);
      }
      spent = 0;
      last = now;
      if (running) ask(tick);
    };
    ask(tick);
    Object.assign(globalThis, {
      stopFrames: () => {
        running = false;
        globalThis.requestAnimationFrame = ask;
        return frames;
      },
    });
  });

const stop = (page: Page) => page.evaluate(() => (globalThis as unknown as { stopFrames(): Frames }).stopFrames());

const share = (sorted: number[], part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

function row(name: string, { gaps, work }: Frames): string {
  const sorted = [...gaps].sort((a, b) => a - b);
  const script = [...work].sort((a, b) => a - b);
  const late = gaps.filter((gap) => gap > 25).length;
  const cells = [share(sorted, 0.5), share(sorted, 0.95), share(sorted, 0.99), sorted.at(-1) ?? 0, share(script, 0.5), share(script, 0.95)];
  return `| ${name} | ${gaps.length} | ${cells.map((ms) => ms.toFixed(1)).join(" | ")} | ${late} (${((100 * late) / gaps.length).toFixed(1)} %) |`;
}

/** A hand that draws figures of eight over the map. */
async function pan(page: Page, seconds: number): Promise<void> {
  const [cx, cy] = [520, 470];
  await page.mouse.move(cx, cy);
  await page.mouse.down();
  const begun = Date.now();
  for (let t = 0; t < seconds * 1000; t = Date.now() - begun) {
    const angle = (t / 1000) * 2.2;
    await page.mouse.move(cx + 330 * Math.sin(angle), cy + 260 * Math.sin(2 * angle) * 0.8);
  }
  await page.mouse.up();
}

async function zoom(page: Page, seconds: number): Promise<void> {
  await page.mouse.move(520, 470);
  const begun = Date.now();
  for (let i = 0; Date.now() - begun < seconds * 1000; i += 1) await page.mouse.wheel(0, Math.floor(i / 40) % 2 === 0 ? -40 : 40);
}

const table = await openTable();
try {
  console.log("| scenario 1, 1440 × 900 | frames | p50 ms | p95 | p99 | worst | script p50 | script p95 | over 25 ms |");
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  const { page } = await openPage(table, "/#/scenario/1", { reducedMotion: "no-preference" });
  await settled(page);
  for (const [name, steps] of [
    ["pan, whole field (far)", 0],
    ["pan, a wing (middle)", 4],
    ["pan, a brigade (near)", 3],
  ] as const) {
    for (let i = 0; i < steps; i += 1) {
      await page.locator("canvas.map").press("+");
      await page.waitForTimeout(300);
    }
    await settled(page);
    // Once to bring the ground in, as a player would have by then; once to measure.
    await pan(page, 3);
    await settled(page);
    await record(page);
    await pan(page, 6);
    console.log(row(`${name}, ${(await viewOf(page)).scale.toFixed(2)}`, await stop(page)));
    await settled(page);
  }
  await page.locator("canvas.map").press("0");
  await settled(page);
  await zoom(page, 4);
  await record(page);
  await zoom(page, 6);
  console.log(row("zoom in and out with the wheel", await stop(page)));

  const fresh = await openPage(table, "/#/scenario/1", { reducedMotion: "no-preference" });
  await settled(fresh.page);
  for (let i = 0; i < 4; i += 1) await fresh.page.locator("canvas.map").press("+");
  await record(fresh.page);
  await pan(fresh.page, 6);
  console.log(row("pan over ground not seen before (middle)", await stop(fresh.page)));
} finally {
  await table.close();
}
