/** The order of battle as a tree: armies, corps, divisions, brigades, each with its leader and its men. Pure. */

import type { CommandNode, Piece } from "./api.ts";

export interface Branch {
  command: CommandNode;
  leaders: Piece[];
  units: Piece[];
  branches: Branch[];
  /** Units of this command and all below it. */
  count: number;
}

/** The commands as a tree; pieces that do not fit are left out, and so is a command under which nobody is left. */
export const tree = (commands: readonly CommandNode[], pieces: readonly Piece[], fits: (piece: Piece) => boolean): Branch[] => {
  const branches = new Map<number, Branch>(
    commands.map((command) => [command.id, { command, leaders: [], units: [], branches: [], count: 0 }]),
  );
  for (const piece of pieces) {
    if (!fits(piece)) continue;
    const branch = branches.get(piece.command.id);
    if (piece.kind === "leader") branch?.leaders.push(piece);
    else branch?.units.push(piece);
  }
  const roots: Branch[] = [];
  for (const { id, parent } of commands) {
    const branch = branches.get(id);
    const above = parent === undefined ? undefined : branches.get(parent);
    if (branch) (above?.branches ?? roots).push(branch);
  }
  const prune = (list: Branch[]): Branch[] =>
    list.flatMap((branch) => {
      const below = prune(branch.branches);
      const count = branch.units.length + below.reduce((sum, one) => sum + one.count, 0);
      return count + branch.leaders.length + below.length === 0 ? [] : [{ ...branch, branches: below, count }];
    });
  return prune(roots);
};
