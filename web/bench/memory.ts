/** What the server keeps in memory however long one browses: npm run memory. Linux only, it reads /proc. */

import { readFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { MapFacts, ScenarioFacts } from "../src/api.ts";

const LONGROLL = process.env["LONGROLL"] ?? "../target/release/longroll";
const LIMIT_MB = 150;

const program = spawn(LONGROLL, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
let address = "";
for await (const line of createInterface(program.stdout)) {
  address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? "";
  if (address !== "") break;
}

const figure = (name: string): number => {
  const status = readFileSync(`/proc/${program.pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024);
};
const report = (what: string): void => console.log(`${String(figure("VmRSS")).padStart(4)} MB, at most ${figure("VmHWM")} MB: ${what}`);

const json = async <T>(path: string): Promise<T> => (await (await fetch(address + path)).json()) as T;
/** Fetches everything, `at` at a time, as browsers do. */
const browse = async (paths: readonly string[], at: number): Promise<void> => {
  const rest = [...paths];
  const worker = async () => {
    for (let path = rest.shift(); path !== undefined; path = rest.shift()) {
      const response = await fetch(address + path);
      if (!response.ok) throw new Error(`${response.status} for ${path}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: at }, worker));
};

try {
  report("started");
  const { layout } = await json<MapFacts>("/api/map");
  const tiles = (level: number): string[] => {
    const span = layout.tile.size / (layout.tile.scales[level] ?? 1);
    const columns = Math.ceil(layout.width / span);
    const rows = Math.ceil(layout.height / span);
    return Array.from({ length: columns * rows }, (_, i) => `/api/map/tiles/${level}/${i % columns}/${Math.floor(i / columns)}`);
  };
  for (const level of layout.tile.scales.keys()) {
    const paths = tiles(level).slice(0, 200);
    await browse(paths, 6);
    report(`${paths.length} tiles of level ${level}`);
  }
  for (let number = 1; number <= 10; number += 1) {
    const { pieces } = await json<ScenarioFacts>(`/api/scenarios/${number}`);
    const looks = pieces.flatMap((piece) => piece.look ?? []);
    const sheets = Array.from({ length: Math.ceil(looks.length / 16) }, (_, i) => looks.slice(16 * i, 16 * (i + 1)).map(encodeURIComponent).join(","));
    await browse(sheets.flatMap((sheet) => [`/api/sprites/far/1?looks=${sheet}`, `/api/sprites/middle/3?looks=${sheet}`, `/api/sprites/near/5?looks=${sheet}`]), 6);
  }
  report("all counters of ten scenarios at three distances");
  await browse(tiles(4).slice(0, 60), 30);
  report("thirty tiles asked for at once");
  const most = figure("VmHWM");
  if (most > LIMIT_MB) {
    console.error(`more than ${LIMIT_MB} MB`);
    process.exitCode = 1;
  }
} finally {
  program.kill("SIGTERM");
}
