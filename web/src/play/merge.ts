/** Puts an update of a game into what is known of it. Pure. */

import type { Look, Update } from "./wire.ts";

const byName = <T extends { name: string }>(before: readonly T[], changed: readonly T[], gone: ReadonlySet<string>): T[] => {
  const news = new Map(changed.map((one) => [one.name, one]));
  const kept = before.filter((one) => !gone.has(one.name)).map((one) => news.get(one.name) ?? one);
  const known = new Set(before.map((one) => one.name));
  return [...kept, ...changed.filter((one) => !known.has(one.name))];
};

/** The game after the update; undefined if the update follows on another state than ours, so that we must look again. */
export const merged = (before: Look | undefined, update: Update): Look | undefined => {
  if (!before || before.state !== update.from) return undefined;
  const gone = new Set(update.gone ?? []);
  const { from: _, gone: __, steps: ___, ...now } = update;
  const news = new Map(now.story.map((paragraph) => [paragraph.number, paragraph]));
  const old = before.story.filter((paragraph) => !news.has(paragraph.number));
  return {
    ...now,
    pieces: byName(before.pieces, now.pieces, gone),
    bodies: byName(before.bodies, now.bodies, gone),
    activators: byName(before.activators, now.activators, gone),
    story: [...old, ...now.story].sort((a, b) => a.number - b.number),
  };
};
