import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { statements } from "../src/italian-statements.ts";

const SCENARIOS = path.resolve("../data/shiloh/scenarios");

/** The texts of a scenario file that the page shows: area, special rules, variants, remarks on points. */
const shown = (toml: string): string[] => {
  const [beforeVictory = "", victory = ""] = toml.split(/^\[victory\]$/m);
  const strings = (text: string, key: string) => [...text.matchAll(new RegExp(`^${key} = "((?:[^"\\\\]|\\\\.)*)"`, "gm"))].map((match) => JSON.parse(`"${match[1]}"`) as string);
  const section = (name: string) => beforeVictory.split(/^\[/m).filter((part) => part.startsWith(name));
  const points = [...victory.matchAll(/per = \{[^}]*\}, statement = "((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? "");
  return [
    ...section("area]").flatMap((part) => strings(part, "statement")),
    ...section("[special_rules]]").flatMap((part) => strings(part, "statement")),
    ...section("[variants]]").flatMap((part) => [...strings(part, "title"), ...strings(part, "statement")]),
    ...points,
  ].filter((text) => text !== "");
};

test("every rule of every scenario can be read in Italian", () => {
  const missing: string[] = [];
  let count = 0;
  for (const folder of readdirSync(SCENARIOS)) {
    if (!/^\d/.test(folder)) continue;
    for (const text of shown(readFileSync(path.join(SCENARIOS, folder, "scenario.toml"), "utf8"))) {
      count += 1;
      if (statements[text] === undefined) missing.push(`${folder}: ${text}`);
    }
  }
  assert.ok(count > 150, `only ${count} texts found`);
  assert.deepEqual(missing, []);
});
