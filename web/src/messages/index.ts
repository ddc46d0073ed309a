import { computed, signal } from "@preact/signals";
import { en, type Messages } from "./en.ts";
import { it } from "./it.ts";

export type Locale = "en" | "it";
export const catalogues: Record<Locale, Messages> = { en, it };
export type { Messages };

/** The first language the reader prefers that we speak. */
export const preferred = (wanted: readonly string[]): Locale => {
  for (const language of wanted) {
    const short = language.slice(0, 2).toLowerCase();
    if (short === "it" || short === "en") return short;
  }
  return "en";
};

export const locale = signal<Locale>("en");
export const messages = computed<Messages>(() => catalogues[locale.value]);
