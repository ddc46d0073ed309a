/** How one counter looks, as a word for the server, which paints it: crates/server/src/look.rs reads the same words. Pure. */

/** What has happened to a counter; what is left out is as printed. */
export interface LookState {
  strength?: number | undefined;
  order?: "good-order" | "disordered" | "collapsed" | undefined;
  /** "NE" for a vertex, "/NE" for a hexside. */
  facing?: string | undefined;
  refused?: "left" | "right" | undefined;
  orders?: "march" | "advance" | "attack" | "reserve" | undefined;
  ammunition?: "full" | "low" | "out" | undefined;
  fatigue?: number | undefined;
  inCommand?: boolean | undefined;
  activity?: "waiting" | "active" | "done" | undefined;
  replaced?: boolean | undefined;
  /** Code of the command it is assigned to, if not its own. */
  command?: string | undefined;
}

const ORDERS = { march: "om", advance: "oa", attack: "ok", reserve: "or" } as const;

export const lookWord = (key: string, state: LookState = {}): string => {
  const parts = [key];
  if (state.strength !== undefined) parts.push(`sp${state.strength}`);
  if (state.order === "disordered") parts.push("d");
  if (state.order === "collapsed") parts.push("x");
  if (state.facing) parts.push(state.facing.startsWith("/") ? `f_${state.facing.slice(1)}` : `f${state.facing}`);
  if (state.refused) parts.push(state.refused === "left" ? "rl" : "rr");
  if (state.orders) parts.push(ORDERS[state.orders]);
  if (state.ammunition === "low") parts.push("al");
  if (state.ammunition === "out") parts.push("ao");
  if (state.fatigue) parts.push(`t${state.fatigue}`);
  if (state.inCommand === false) parts.push("out");
  if (state.activity === "active") parts.push("act");
  if (state.activity === "done") parts.push("done");
  if (state.replaced) parts.push("rep");
  if (state.command) parts.push(`c${state.command}`);
  return parts.join("~");
};

/** The same counter with another one lying on it. */
export const covered = (look: string): string => `${look}~cov`;

/** The facing a look tells, as in order notation. */
export const facingOf = (look: string): string | undefined => {
  const part = look.split("~").slice(1).find((word) => /^f_?[NESW]+$/.test(word));
  if (part === undefined) return undefined;
  return part.startsWith("f_") ? `/${part.slice(2)}` : part.slice(1);
};
