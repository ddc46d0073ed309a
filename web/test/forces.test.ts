import assert from "node:assert/strict";
import test from "node:test";
import type { Kind, Piece } from "../src/api.ts";
import { byCommand } from "../src/ui/forces.tsx";

const piece = (name: string, command: string, kind: Kind): Piece => ({
  key: name,
  name,
  fullName: name,
  side: "union",
  kind,
  command: { code: command, name: command },
  states: [],
  values: [],
});

test("commands come in the order of the set-up, leaders before their men", () => {
  const groups = byCommand([piece("8 IL", "Hare's", "infantry"), piece("Sherman", "Fifth", "leader"), piece("Hare", "Hare's", "leader"), piece("18 IL", "Hare's", "infantry")]);
  assert.deepEqual(
    groups.map(([name, members]) => [name, members.map((member) => member.name)]),
    [
      ["Hare's", ["Hare", "8 IL", "18 IL"]],
      ["Fifth", ["Sherman"]],
    ],
  );
});
