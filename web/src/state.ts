/** What the page knows, as signals. Components read them; only the functions here and in the map write them. */

import { computed, signal } from "@preact/signals";
import { api, ApiError, type HexFacts, type MapFacts, type Piece, type ScenarioFacts, type ScenarioSummary } from "./api.ts";
import type { Layers } from "./map/painter.ts";
import type { Counter, Stack } from "./map/stack.ts";
import { locale, preferred, type Locale } from "./messages/index.ts";
import { addressOf, parseRoute, type Route } from "./route.ts";

export { addressOf, parseRoute, type Route };
export type Theme = "auto" | "light" | "dark";
export type Tab = "now" | "hex" | "forces" | "log" | "scenario";

export const route = signal<Route>({ page: "opening" });
export const scenarios = signal<ScenarioSummary[] | undefined>(undefined);
export const map = signal<MapFacts | undefined>(undefined);
export const scenario = signal<ScenarioFacts | undefined>(undefined);
/** Why the list of scenarios, or the scenario of the route, could not be had. */
export const listFailure = signal<string | undefined>(undefined);
export const failure = signal<string | undefined>(undefined);

/** The hex under the pointer now, and the last one that was: what is told of it stays when the pointer leaves the map. */
export const hovered = signal<HexFacts | undefined>(undefined);
export const lingering = signal<HexFacts | undefined>(undefined);
export const selected = signal<HexFacts | undefined>(undefined);
/** The hex the panel speaks of: the one held, else the one under the pointer. */
export const shown = computed(() => selected.value ?? lingering.value);
/** Read aloud by screen readers. */
export const announcement = signal("");

export const tab = signal<Tab>("hex");
/** On small screens the panel is a sheet that can be put away. */
export const sheetOpen = signal(false);
export const helpOpen = signal(false);
export const legendOpen = signal(false);
export const theme = signal<Theme>("auto");
export const layers = signal<Layers>({ levels: false, numbers: true, names: true, victory: true, counters: true });

/** The hexes of the map by their names, both numbers of a shared one. */
export const hexesByName = computed(() => {
  const byName = new Map<string, HexFacts>();
  for (const hex of map.value?.hexes ?? []) {
    byName.set(hex.name, hex);
    if (hex.alias !== undefined) byName.set(hex.alias, hex);
  }
  return byName;
});

export const hexNamed = (name: string | undefined): HexFacts | undefined =>
  name === undefined ? undefined : hexesByName.value.get(name.trim().toUpperCase());

/** The pieces as they are in a game that is being played; absent while a scenario is only looked at. */
export const livePieces = signal<Piece[] | undefined>(undefined);
export const pieces = computed<Piece[]>(() => livePieces.value ?? scenario.value?.pieces ?? []);

/** The counters of a hex, by its name, as they lie from top to bottom. */
export const piecesByHex = computed(() => {
  const byHex = new Map<string, Piece[]>();
  for (const piece of pieces.value) {
    if (piece.hex === undefined) continue;
    const here = byHex.get(piece.hex);
    if (here) here.push(piece);
    else byHex.set(piece.hex, [piece]);
  }
  // Units first: leaders are small and have lines of their own.
  for (const here of byHex.values()) here.sort((a, b) => Number(a.kind === "leader") - Number(b.kind === "leader"));
  return byHex;
});

/** The name of a command as players call it: by its leader, else by its code. */
export const commandLabels = computed(() => {
  const labels = new Map<number, string>();
  for (const piece of scenario.value?.pieces ?? []) {
    if (piece.kind === "leader" && !labels.has(piece.command.id)) labels.set(piece.command.id, piece.name);
  }
  return labels;
});

export const strengthOf = (piece: Piece): number | undefined => {
  const text = piece.values.find((value) => value.key === "strength")?.text;
  const strength = text === undefined ? NaN : Number(text);
  return Number.isFinite(strength) ? strength : undefined;
};

/** The counters of the scenario as the map draws them. */
export const stacks = computed<Stack[]>(() => {
  const labels = commandLabels.value;
  return [...piecesByHex.value].flatMap(([name, pieces]) => {
    const hex = hexNamed(name);
    if (!hex) return [];
    // As they are listed, the first lies at the bottom; leaders come last.
    const counters = pieces.flatMap((piece): Counter[] =>
      piece.look === undefined
        ? []
        : [
            {
              key: piece.key,
              name: piece.name,
              side: piece.side,
              leader: piece.kind === "leader",
              look: piece.look,
              strength: strengthOf(piece),
              brigade: labels.get(piece.command.id) ?? piece.command.code,
              extension: piece.extension && {
                kind: piece.extension.kind,
                hexes: piece.extension.hexes.flatMap((other) => hexNamed(other) ?? []),
              },
            },
          ],
    );
    return [{ hex, counters }];
  });
});

const explain = (error: unknown): string =>
  error instanceof ApiError || error instanceof Error ? error.message : String(error);

export async function loadScenarios(): Promise<void> {
  try {
    scenarios.value = await api.scenarios();
    listFailure.value = undefined;
  } catch (error) {
    listFailure.value = explain(error);
  }
}

let loading: AbortController | undefined;

/** Lays out the scenario of the route; a later call overtakes an earlier one. */
export async function loadTable(number: number): Promise<void> {
  if (scenario.value?.number === number && map.value && failure.value === undefined) return;
  loading?.abort();
  const mine = (loading = new AbortController());
  failure.value = undefined;
  selected.value = hovered.value = lingering.value = undefined;
  if (scenario.value?.number !== number) scenario.value = undefined;
  try {
    const [facts, position] = await Promise.all([map.value ?? api.map(), api.scenario(number, mine.signal)]);
    if (mine.signal.aborted) return;
    map.value = facts;
    scenario.value = position;
  } catch (error) {
    if (!mine.signal.aborted) failure.value = explain(error);
  }
}

// ---- what the reader prefers, kept in the browser

const remember = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    /* private windows may refuse; then the choice lasts until the page is closed */
  }
};

const recall = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export function restorePreferences(): void {
  const language = recall("longroll.locale");
  locale.value = language === "en" || language === "it" ? language : preferred(navigator.languages);
  const colours = recall("longroll.theme");
  theme.value = colours === "light" || colours === "dark" ? colours : "auto";
}

export function setLocale(to: Locale): void {
  locale.value = to;
  remember("longroll.locale", to);
}

export function setTheme(to: Theme): void {
  theme.value = to;
  remember("longroll.theme", to);
}

export const toggleLayer = (name: keyof Layers): void => {
  layers.value = { ...layers.value, [name]: !layers.value[name] };
};
