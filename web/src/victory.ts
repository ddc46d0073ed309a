/** What decides a scenario, in words of the reader's language. Pure. */

import type { Victory, VictoryGoal, VictoryPoints, VictoryTerm } from "./api.ts";
import { capital, turnWords } from "./describe.ts";
import type { Messages } from "./messages/index.ts";

/** "a, b and c" */
export const listed = (m: Messages, words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} ${m.and} ${words.at(-1)}`;

const commandsOf = (m: Messages, term: VictoryTerm): string =>
  listed(m, (term.commands ?? []).map(({ code, name }) => (code === "" ? m.commandName(name) : `${m.commandName(name)} (${code})`)));

/** One thing that is counted or must hold. */
export const termWords = (m: Messages, term: VictoryTerm): string => {
  const v = m.victoryWords;
  const side = term.side ? m.sideName[term.side] : v.eitherSide;
  const hexes = listed(m, term.hexes ?? []);
  const fields = listed(m, term.fields ?? []);
  const turn = term.turn ? turnWords(m, term.turn) : undefined;
  const number = term.number ?? 0;
  switch (term.kind) {
    case "ineffective-commands":
      return v.ineffectiveEach(side, v.levelOne[term.level ?? "brigade"], commandsOf(m, term));
    case "eliminated-batteries":
      return v.batteryEach;
    case "hexes-held":
      return v.hexEach(side, hexes);
    case "strength-lost":
      return v.strengthEach(side);
    case "fields-scored":
      return v.fieldEach(term.side ? side : undefined, fields, turn ?? "");
    case "held": {
      const all = term.number === undefined || term.number >= (term.hexes?.length ?? 0);
      const how = term.holding === "occupied" ? v.occupies : v.occupiesOrPassed;
      return v.held(side, how, all ? v.allOf(term.hexes?.length ?? 0) : v.someOf(number, term.hexes?.length ?? 0), hexes, v.holder[term.holder ?? "any"], turn);
    }
    case "ineffective":
      return v.ineffective(number, commandsOf(m, term), term.commands?.length ?? 0);
    case "ineffective-count":
      return v.ineffectiveCount(side, number, v.levelMany[term.level ?? "brigade"]);
    case "gone":
      return v.gone(commandsOf(m, term));
    case "regiments-left":
      return v.regimentsLeft(side, number);
    case "regiments-shaken":
      return v.regimentsShaken(commandsOf(m, term), number);
    case "losses-at-most":
      return v.lossesAtMost(side, number);
    case "losses-at-least":
      return v.lossesAtLeast(side, number, term.perRoutedUnit);
    case "points-at-least":
      return v.pointsAtLeast(side, number);
    case "route-controlled":
      return v.route(side, term.hexes?.[0] ?? "", term.hexes?.at(-1) ?? "", turn);
    case "north-boundary-reached":
      return v.northBoundary(side, number);
    case "fields-controlled":
      return v.fieldsControlled(side, fields);
    case "fields-not-controlled":
      return v.fieldsNotControlled(side, fields, hexes);
    case "regiments-in":
      return v.regimentsIn(side, number, hexes);
    case "taken-by":
      return v.takenBy(side, hexes, turn ?? "");
    case "not-held":
      return v.notHeld(side, hexes);
    case "fewer-ineffective-brigades":
      return v.fewerIneffective(side, term.tie === true);
  }
};

export const conditionsWords = (m: Messages, terms: readonly VictoryTerm[]): string =>
  capital(terms.map((term) => termWords(m, term)).join(m.victoryWords.andAlso));

export const pointsWords = (m: Messages, points: VictoryPoints): string =>
  points.per ? capital(termWords(m, points.per)) : m.victoryWords.atStart;

export const goalWords = (m: Messages, goal: VictoryGoal): string => {
  const v = m.victoryWords;
  const parts = [conditionsWords(m, goal.conditions)];
  if (goal.verdict && goal.levels === undefined) parts.push(v.then(v.verdict[goal.verdict]));
  else if (goal.verdict) parts.push(v.becomes(v.verdict[goal.verdict]));
  else if (goal.levels !== undefined) parts.push(v.shift(goal.levels));
  if (goal.betterIf?.length) {
    parts.push(v.betterIf(conditionsWords(m, goal.betterIf), goal.otherwise ? v.verdict[goal.otherwise] : undefined));
  }
  if (goal.everyTurn) parts.push(v.everyTurn);
  if (goal.withAnother) parts.push(v.withAnother);
  return parts.join(" ").replaceAll(" :", ":");
};

/** A range of points or of objectives: "–21 or less", "0 to 9", "10 or more". */
export const rangeWords = (m: Messages, min: number | undefined, max: number | undefined): string => {
  const figure = (value: number) => String(value).replace("-", "−");
  if (min === undefined) return max === undefined ? "" : m.victoryWords.orLess(figure(max));
  if (max === undefined) return m.victoryWords.orMore(figure(min));
  return min === max ? figure(min) : m.victoryWords.between(figure(min), figure(max));
};

export const outcomeWords = (m: Messages, outcome: Victory["outcomes"][number]): string => {
  const v = m.victoryWords;
  const verdict = v.outcome[outcome.verdict];
  switch (outcome.when) {
    case "all-or-only-side":
      return v.whenAllOrOnly(verdict);
    case "meets-none":
      return v.whenNone(m.sideName[outcome.side ?? "union"], verdict);
    case "conditions":
      return v.whenConditions(conditionsWords(m, outcome.conditions), verdict);
    case "otherwise":
      return v.whenOtherwise(verdict);
  }
};
