/** What the cards show. Plain facts; whoever asks the table fills them in. */

import type { Die, Leg } from "./wire.ts";

/** One modifier: those that miss by one fact are shown struck through. */
export interface TermModel {
  value: number;
  text: string;
  rule: string;
  missed?: boolean;
}

/** One value of the die with what it brings. */
export interface CellModel {
  die: number;
  result: string;
  /** Chance in percent of what the result threatens. */
  chance?: number;
  grave?: boolean;
}

export interface BarChance {
  text: string;
  percent: number;
  tone: "nothing" | "check" | "loss";
}

/** A fire before or after its die: the same card. */
export interface FireModel {
  title: string;
  range: string;
  sight: { seen: true } | { seen: false; hex: string; rule: string };
  strength: string;
  strengthRule: string;
  terms: TermModel[];
  total: number;
  column: string;
  /** The table is rebuilt, not read off the printed one. */
  rebuilt: boolean;
  cells: CellModel[];
  fallen?: number;
  legend?: string;
  chances: BarChance[];
  answer?: { title: string; chances: BarChance[] };
}

/** The ten values of a die against a number that must not be exceeded. */
export const dieCells = (die: Die): { value: number; passes: boolean; fallen: boolean }[] => {
  const shift = die.total - die.natural;
  return Array.from({ length: 10 }, (_, value) => ({
    value,
    passes: die.needed === undefined || value + shift <= die.needed,
    fallen: value === die.natural,
  }));
};

/** The chance in percent that a die as this one passes, where it is known what it must not exceed. */
export const passChance = (die: Die): number | undefined =>
  die.needed === undefined ? undefined : dieCells(die).filter((cell) => cell.passes).length * 10;

export const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0");

/** Chances add up to what people expect to read: whole percents between 0 and 100. */
export const clampPercent = (percent: number): number => Math.round(Math.min(100, Math.max(0, percent)));

/** All the risks of a way in one: the chance that at least one check fails. */
export const riskOfWay = (leg: Pick<Leg, "risks">): number =>
  clampPercent(100 * (1 - (leg.risks ?? []).reduce((pass, risk) => pass * (1 - risk.chance / 100), 1)));
