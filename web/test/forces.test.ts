import assert from "node:assert/strict";
import test from "node:test";
import type { CommandNode, Kind, Piece } from "../src/api.ts";
import { tree, type Branch } from "../src/oob.ts";

const command = (id: number, name: string, level: CommandNode["level"], parent?: number): CommandNode => ({
  id,
  name,
  code: name,
  level,
  side: "union",
  ...(parent === undefined ? {} : { parent }),
});

const piece = (name: string, id: number, kind: Kind): Piece => ({
  key: name,
  name,
  fullName: name,
  side: "union",
  kind,
  command: { id, code: "", name: "" },
  states: [],
  values: [],
});

const COMMANDS = [command(1, "Tennessee", "army"), command(2, "Fifth", "division", 1), command(3, "Hare", "brigade", 2), command(4, "Sixth", "division", 1)];
const PIECES = [piece("8 IL", 3, "infantry"), piece("Sherman", 2, "leader"), piece("Hare", 3, "leader"), piece("18 IL", 3, "infantry")];

const drawn = (branches: readonly Branch[]): unknown =>
  branches.map(({ command, leaders, units, branches: below }) => [command.name, leaders.map((p) => p.name), units.map((p) => p.name), drawn(below)]);

test("forces stand in the order of battle, leaders with their commands, empty commands left out", () => {
  const branches = tree(COMMANDS, PIECES, () => true);
  assert.deepEqual(drawn(branches), [["Tennessee", [], [], [["Fifth", ["Sherman"], [], [["Hare", ["Hare"], ["8 IL", "18 IL"], []]]]]]]);
  assert.equal(branches[0]?.count, 2);
});

test("a filter leaves only the branches that lead to what fits", () => {
  assert.deepEqual(drawn(tree(COMMANDS, PIECES, (one) => one.name === "18 IL")), [["Tennessee", [], [], [["Fifth", [], [], [["Hare", [], ["18 IL"], []]]]]]]);
  assert.deepEqual(tree(COMMANDS, PIECES, () => false), []);
});
