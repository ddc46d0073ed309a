/** Italian for what comes from the data in English: names of commands and weapons by rule, statements by a list that is
 *  fetched only when somebody reads Italian. */

import { signal } from "@preact/signals";
import type { Locale } from "./messages/index.ts";

const ORDINALS: Record<string, [feminine: string, masculine: string]> = {
  First: ["Prima", "Primo"],
  Second: ["Seconda", "Secondo"],
  Third: ["Terza", "Terzo"],
  Fourth: ["Quarta", "Quarto"],
  Fifth: ["Quinta", "Quinto"],
  Sixth: ["Sesta", "Sesto"],
  Tenth: ["Decima", "Decimo"],
  Eleventh: ["Undicesima", "Undicesimo"],
  Fourteenth: ["Quattordicesima", "Quattordicesimo"],
  Nineteenth: ["Diciannovesima", "Diciannovesimo"],
  Twentieth: ["Ventesima", "Ventesimo"],
  "Twenty-first": ["Ventunesima", "Ventunesimo"],
  "Twenty-second": ["Ventiduesima", "Ventiduesimo"],
};

/** "First Brigade, Sixth Division, Army of the Tennessee" */
export const commandInItalian = (name: string): string =>
  name
    .split(", ")
    .map((part) => {
      const army = /^Army of the (.+)$/.exec(part);
      if (army) return `Armata del ${army[1]}`;
      if (part === "Reserve Corps") return "Corpo di Riserva";
      const formed = /^(\S+) (Brigade|Division|Corps)$/.exec(part);
      const ordinal = formed && ORDINALS[formed[1] ?? ""];
      if (!formed || !ordinal) return part;
      if (formed[2] === "Brigade") return `${ordinal[0]} Brigata`;
      return formed[2] === "Division" ? `${ordinal[0]} Divisione` : `${ordinal[1]} Corpo`;
    })
    .join(", ");

const WEAPONS: Record<string, string> = {
  Musket: "moschetto",
  "Rifled musket": "moschetto rigato",
  Carbine: "carabina",
  "Dimick rifle": "fucile Dimick",
  Shotgun: "fucile da caccia",
  Pistol: "pistola",
  "Old rifle": "vecchio fucile rigato",
  "6-lb smoothbore": "cannone liscio da 6 libbre",
  Napoleon: "Napoleon",
  "12-lb howitzer": "obice da 12 libbre",
  "24-lb howitzer": "obice da 24 libbre",
  "Old rifled gun": "vecchio cannone rigato",
  "3-inch rifle": "cannone rigato da 3 pollici",
  "10-lb Parrott": "Parrott da 10 libbre",
  "20-lb Parrott": "Parrott da 20 libbre",
  "30-lb Parrott": "Parrott da 30 libbre",
  "Siege gun": "cannone d'assedio",
  "Naval gun": "cannone navale",
};

/** "R (Rifled musket)", or a list of sections with such names. */
export const weaponInItalian = (text: string): string =>
  text.replace(/\(([^)]+)\)/g, (whole, name: string) => (WEAPONS[name] === undefined ? whole : `(${WEAPONS[name]})`));

const statements = signal<Record<string, string> | undefined>(undefined);
let asked = false;

/** A statement of the data in the reader's language; English until the list is here, and where it has no entry. */
export const statementText = (locale: Locale, text: string): string => {
  if (locale !== "it") return text;
  if (!asked) {
    asked = true;
    void import("./italian-statements.ts").then((list) => (statements.value = list.statements));
  }
  return statements.value?.[text] ?? text;
};
