/** Starts the real program and Debian's Chromium for the browser tests and the frame measurements. */

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
export const LONGROLL = process.env["LONGROLL"] ?? "../target/release/longroll";
/** Instead of starting the program: the address of one that runs. */
const RUNNING = process.env["LONGROLL_ADDRESS"];

export const LAPTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const PHONE_ON_ITS_SIDE = { width: 844, height: 390 };
export const TABLET = { width: 820, height: 1180 };

export interface Table {
  address: string;
  browser: Browser;
  close(): Promise<void>;
}

/** The program on a free port, with the address it prints. */
async function startProgram(): Promise<{ address: string; stop: () => Promise<void> }> {
  if (RUNNING !== undefined) return { address: RUNNING, stop: async () => {} };
  const { address, program, ended } = await startOwn(mkdtempSync(path.join(tmpdir(), "longroll-")));
  const stop = async () => {
    program.kill("SIGTERM");
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw new Error(`the program ended with ${code} when asked to stop`);
  };
  return { address, stop };
}

/** The program with its games in this folder, on a free port or on this one; whoever starts it ends it. */
export async function startOwn(home: string, port = 0): Promise<{ address: string; program: ChildProcess; ended: Promise<unknown[]> }> {
  if (!existsSync(LONGROLL)) throw new Error(`${LONGROLL} is missing: cargo build --release -p longroll, or name the program in LONGROLL`);
  const program: ChildProcess = spawn(LONGROLL, ["serve", "--port", String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
    // Games of the tests are not the player's.
    env: { ...process.env, XDG_DATA_HOME: home },
  });
  const ended = once(program, "exit");
  if (!program.stdout) throw new Error("the program has no output");
  for await (const line of createInterface(program.stdout)) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (address === undefined) continue;
    return { address, program, ended };
  }
  throw new Error("the program ended without printing an address");
}

export async function openTable(): Promise<Table> {
  const program = await startProgram();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  return {
    address: program.address,
    browser,
    close: async () => {
      await browser.close();
      await program.stop();
    },
  };
}

/** A page that fails its test on any error of script or console. */
export async function openPage(table: Table, path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; errors: string[] }> {
  const context = await table.browser.newContext({ viewport: LAPTOP, locale: "en-US", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  await page.goto(table.address + path);
  return { page, errors };
}

/** What the canvas carries for tests: see Board in src/ui/table-page.tsx. */
export interface TestedMap {
  readonly view: { scale: number; x: number; y: number };
  readonly window: { width: number; height: number };
  readonly settled: boolean;
  readonly map: { layout: { radius: number } };
  readonly index: { byName(name: string): { x: number; y: number } | undefined };
}
type MapCanvas = HTMLCanvasElement & { mapTable: TestedMap };

/** Waits until every tile and counter of the view is drawn sharp. */
export const settled = (page: Page) =>
  page.waitForFunction(() => (document.querySelector("canvas.map") as MapCanvas | null)?.mapTable?.settled === true);

export const viewOf = (page: Page) =>
  page.evaluate(() => {
    const { view } = (document.querySelector("canvas.map") as MapCanvas).mapTable;
    return { ...view };
  });

/** Where a hex is on the screen, in pixels of the page. */
export const placeOf = (page: Page, hex: string) =>
  page.evaluate((name) => {
    const canvas = document.querySelector("canvas.map") as MapCanvas;
    const { view, window, index } = canvas.mapTable;
    const at = index.byName(name);
    if (!at) throw new Error(`no hex ${name}`);
    const box = canvas.getBoundingClientRect();
    return {
      x: box.left + (at.x - view.x) * view.scale + window.width / 2,
      y: box.top + (at.y - view.y) * view.scale + window.height / 2,
    };
  }, hex);
