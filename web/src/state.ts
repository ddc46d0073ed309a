/** What the page knows, as signals. Components read them; only the functions here and in the map write them. */

import { computed, signal } from "@preact/signals";
import { api, ApiError, type HexFacts, type MapFacts, type Piece, type ScenarioFacts, type ScenarioSummary } from "./api.ts";
import { locale, preferred, type Locale } from "./messages/index.ts";

export type Theme = "auto" | "light" | "dark";
export type Tab = "hex" | "forces" | "scenario";
export type Route = { page: "opening" } | { page: "table"; scenario: number };

export const route = signal<Route>({ page: "opening" });
export const scenarios = signal<ScenarioSummary[] | undefined>(undefined);
export const map = signal<MapFacts | undefined>(undefined);
export const scenario = signal<ScenarioFacts | undefined>(undefined);
/** Why the list of scenarios, or the scenario of the route, could not be had. */
export const listFailure = signal<string | undefined>(undefined);
export const failure = signal<string | undefined>(undefined);

export const hovered = signal<HexFacts | undefined>(undefined);
export const selected = signal<HexFacts | undefined>(undefined);
/** The hex the panel speaks of: the one held, else the one under the pointer. */
export const shown = computed(() => selected.value ?? hovered.value);
/** Read aloud by screen readers. */
export const announcement = signal("");

export const tab = signal<Tab>("hex");
export const helpOpen = signal(false);
export const theme = signal<Theme>("auto");

/** The counters of a hex, by its name, as they lie from top to bottom. */
export const piecesByHex = computed(() => {
  const byHex = new Map<string, Piece[]>();
  for (const piece of scenario.value?.pieces ?? []) {
    if (piece.hex === undefined) continue;
    const here = byHex.get(piece.hex);
    if (here) here.push(piece);
    else byHex.set(piece.hex, [piece]);
  }
  return byHex;
});

export const parseRoute = (hash: string): Route => {
  const match = /^#\/scenario\/(\d{1,3})$/.exec(hash);
  return match ? { page: "table", scenario: Number(match[1]) } : { page: "opening" };
};

export const addressOf = (to: Route): string => (to.page === "opening" ? "#/" : `#/scenario/${to.scenario}`);

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
  loading?.abort();
  const mine = (loading = new AbortController());
  failure.value = undefined;
  selected.value = hovered.value = undefined;
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
