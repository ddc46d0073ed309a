/** Brings a hex into view from anywhere on the page. The board says how, while it is there. */

import { signal } from "@preact/signals";
import type { HexFacts } from "./api.ts";
import { hexNamed } from "./state.ts";

export { hexNamed };

export const looker = signal<((hex: HexFacts) => void) | undefined>(undefined);

export const look = (hex: HexFacts): void => looker.value?.(hex);
