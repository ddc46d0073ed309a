/** From the press of a key to the painted answer in a game of scenario 2: npm run answers. */

import { openPage, openTable, settled } from "../e2e/harness.ts";

const GAMES = 3;
const table = await openTable();
try {
  const times: number[] = [];
  for (let seed = 1; seed <= GAMES; seed += 1) {
    const { page } = await openPage(table, "/");
    await page.locator(".card").first().waitFor();
    const game = await page.evaluate(async (number) => {
      const response = await fetch("/api/games", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ scenario: 2, seed: number, curtain: "never" }),
      });
      return ((await response.json()) as { id: number }).id;
    }, seed);
    await page.evaluate((id) => (location.hash = `#/game/${id}`), game);
    await page.locator(".ask").waitFor();
    await settled(page);
    if (seed === 1) {
      // What has come over the line until the first question can be answered.
      const weight = await page.evaluate(() => {
        const kinds: Record<string, number> = {};
        for (const entry of [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")] as PerformanceResourceTiming[]) {
          const path = new URL(entry.name).pathname;
          const kind = path.startsWith("/api/map/tiles") ? "tiles" : path.startsWith("/api/sprites") ? "counters" : path.startsWith("/api") ? "facts" : "page, script, style, fonts";
          kinds[kind] = (kinds[kind] ?? 0) + entry.transferSize;
        }
        return kinds;
      });
      const sum = Object.values(weight).reduce((all, one) => all + one, 0);
      console.log(`page weight: ${Math.round(sum / 1024)} KiB (${Object.entries(weight).map(([kind, bytes]) => `${kind} ${Math.round(bytes / 1024)}`).join(", ")})`);
    }
    const measured = await page.evaluate(async () => {
      const list: number[] = [];
      const root = document.querySelector(".game-page") as HTMLElement;
      const canvas = document.querySelector("canvas.map") as HTMLElement;
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      for (let i = 0; i < 80 && !document.querySelector("article.over"); i += 1) {
        const before = root.dataset["state"];
        const started = performance.now();
        canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        while (root.dataset["state"] === before && performance.now() - started < 3000) await frame();
        // The frame after the change has been painted when the next one begins.
        await frame();
        if (root.dataset["state"] !== before) list.push(performance.now() - started);
      }
      return list;
    });
    times.push(...measured);
    await page.context().close();
  }
  times.sort((a, b) => a - b);
  console.log(`goal p50 50 ms, p99 150 ms`);
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0).toFixed(0);
  console.log(`${times.length} answers: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`);
} finally {
  await table.close();
}
