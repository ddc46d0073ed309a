/** Figures of the cards. Plain facts in, what is shown out. */

import type { Die, Leg } from "./wire.ts";

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

/** A chance of a thousand as people read it: whole percents, and never a nothing that may happen. */
export const percent = (permille: number): string =>
  permille <= 0 ? "0 %" : permille < 10 ? "< 1 %" : permille > 990 && permille < 1000 ? "> 99 %" : `${Math.round(permille / 10)} %`;
