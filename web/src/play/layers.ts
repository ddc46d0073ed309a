/** Overlays that are not about what may be done now: command, the ground before the enemy. Pure. */

import type { HexFacts, Side } from "../api.ts";
import type { Link } from "../map/overlay.ts";
import { aim } from "../map/stack.ts";
import type { HexNamed } from "./model.ts";
import type { Look } from "./wire.ts";

/** From each brigadier to his units; a link that does not hold tells how many hexes it spans. */
export const commandLinks = (look: Look, hexNamed: HexNamed, hexWidth: number): Link[] => {
  const at = new Map(look.pieces.filter((piece) => piece.presence === "on-map").map((piece) => [piece.name, piece]));
  return look.bodies
    .filter((body) => body.side === look.side)
    .flatMap((body) => {
      const from = hexNamed(body.leader === undefined ? undefined : at.get(body.leader)?.hex);
      if (!from) return [];
      return body.units.flatMap((name): Link[] => {
        const unit = at.get(name);
        const to = hexNamed(unit?.hex);
        if (!unit || !to || to === from) return [];
        const hexes = Math.round(Math.hypot(to.x - from.x, to.y - from.y) / hexWidth);
        return [{ from, to, broken: unit.inCommand ? undefined : String(hexes) }];
      });
    });
};

/** The hexes in front of a side's units, from the way each of them faces. */
export const frontHexes = (look: Look, side: Side, hexes: readonly HexFacts[], hexNamed: HexNamed, radius: number): HexFacts[] => {
  const found = new Set<HexFacts>();
  const near = 1.9 * radius;
  for (const piece of look.pieces) {
    if (piece.side !== side || piece.kind !== "unit" || piece.presence !== "on-map" || piece.facing === undefined) continue;
    const way = aim(piece.facing);
    for (const name of piece.hexes?.length ? piece.hexes : [piece.hex]) {
      const from = hexNamed(name);
      if (!from) continue;
      for (const to of hexes) {
        const [dx, dy] = [to.x - from.x, to.y - from.y];
        const far = Math.hypot(dx, dy);
        // A corner has two hexes before it, 30 degrees to either hand; a hexside one.
        if (far > 1 && far < near && (dx * way.x + dy * way.y) / far > 0.82 * Math.hypot(way.x, way.y)) found.add(to);
      }
    }
  }
  return [...found];
};
