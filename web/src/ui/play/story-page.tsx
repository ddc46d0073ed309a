import type { BarModel } from "../../play/model.ts";
import type { Die, Face, Fight, Leg, SightLine } from "../../play/wire.ts";
import { Bar } from "./bar.tsx";
import { DieCard, WayCard, WhyCard } from "./cards.tsx";
import { FightCard } from "./fight-card.tsx";
import { RuleCard } from "./rule-card.tsx";

/** Every card with made-up data, for whoever works on the page: #/story. */
const face = (die: number, result: string, permille?: number): Face => ({
  die,
  total: die,
  result,
  text: result,
  tone: permille === undefined ? "nothing" : result.startsWith("1") ? "loss" : "check",
  ...(permille === undefined ? {} : { permille }),
});

const LINE: SightLine = {
  from: "S3919",
  to: "S3916",
  range: 3,
  seen: true,
  text: "seen through woods",
  rule: "BB 9.44-woods",
  profile: [
    { hex: "S3919", base: 6, top: 6 },
    { hex: "S3918", base: 5, top: 6 },
    { hex: "S3917", base: 5, top: 5 },
    { hex: "S3916", base: 6, top: 7 },
  ],
};

export const FIRE: Fight = {
  kind: "fire",
  title: "1 LA fires at 16 WI",
  side: "confederate",
  rule: "SR 10.32",
  from: ["S3919"],
  to: ["S3916"],
  range: 3,
  sight: LINE,
  attackers: [{ name: "1 LA", counts: "7", of: "9", rules: ["SR 10.14"] }],
  defenders: [{ name: "16 WI", counts: "17" }],
  terms: [
    { value: 1, text: "range", rule: "SR 10.81-range" },
    { value: -1, text: "target in Woods", rule: "BB TEC-woods" },
  ],
  total: 0,
  column: "Fire Table, small arms, 7 SP",
  rebuilt: true,
  cells: [face(0, "-"), face(1, "-"), face(2, "d-2", 200), face(3, "d-1", 300), face(4, "d-1", 300), face(5, "d", 400), face(6, "d+1", 500), face(7, "d+2", 600), face(8, "1d+2", 1000), face(9, "1d+2", 1000)],
  legend: "The height is the chance that the target is harmed; 16 WI checks against 5.",
  chances: [
    { text: "Nothing happens", permille: 570, tone: "nothing" },
    { text: "16 WI Disordered", permille: 350, tone: "check" },
    { text: "1 SP lost or more", permille: 200, tone: "loss" },
  ],
};
FIRE.answer = { ...FIRE, title: "16 WI fires at 1 LA", attackers: [{ name: "16 WI", counts: "7" }], total: 1 };

export const ASSAULT: Fight = {
  ...FIRE,
  kind: "assault",
  title: "21 AL + 1 LA assaults 16 WI",
  rule: "SR 11.42",
  attackers: [
    { name: "21 AL", counts: "12" },
    { name: "1 LA", counts: "9" },
  ],
  ratio: "21 against 17, counted as 1 to 1",
  cells: FIRE.cells.map((cell): Face => ({ die: cell.die, total: cell.total, result: cell.die < 3 ? "A ret." : cell.die < 5 ? "stall" : "D ret.", text: "", tone: cell.die < 3 ? "bad" : cell.die < 5 ? "nothing" : "good" })),
  chances: [
    { text: "the attackers retreat", permille: 300, tone: "bad" },
    { text: "stall", permille: 200, tone: "nothing" },
    { text: "the defenders retreat", permille: 500, tone: "good" },
  ],
  notes: [{ text: "21 AL will be Disordered after it", rule: "SR 11.48" }],
};
delete ASSAULT.answer;
delete ASSAULT.sight;

export const DIE: Die = {
  purpose: "16 WI: check of its cohesion",
  natural: 5,
  terms: [{ value: 1, rule: "BB 12.35", text: "the first morning" }],
  total: 6,
  needed: 5,
  verdict: "fails",
};

export const LEG: Leg = {
  piece: "1 LA",
  orders: [],
  hexes: ["S3920", "S3919"],
  hex: "S3919",
  facing: "NW",
  cost: "3",
  allowance: "3",
  risks: [{ hex: "S3919", text: "check for the thicket", rule: "SR 9.47", needed: 6, chance: 30 }],
};

export const BAR: BarModel = {
  side: "confederate",
  who: "Gladden (1/2/2)",
  title: "1 LA: fire now, or charge?",
  rule: "SR 11.21",
  ruleTitle: "It has moved next to the enemy",
  buttons: [
    { order: "fire", kind: "fire", rule: "SR 10.1", text: "Fire at 16 WI", rolls: true },
    { order: "hold", kind: "hold", rule: "SR 11.21", text: "Hold for the charge" },
    { order: "done", kind: "done", rule: "SR 5.33", text: "End Gladden", ends: true, givesUp: ["26 AL", "25 AL"] },
  ],
  more: 3,
};

export function StoryPage() {
  return (
    <main class="story-page">
      <h1>Cards</h1>
      <div class="story-grid">
        <FightCard fight={FIRE} />
        <FightCard fight={ASSAULT} />
        <DieCard die={DIE} />
        <DieCard die={{ ...DIE, purpose: "fire of 1 LA at S3916", table: "fire", column: FIRE.column, cells: FIRE.cells, verdict: "d: cohesion check at +0" }} />
        <WayCard legs={[LEG, { ...LEG, piece: "25 AL", risks: [], short: true, cost: "2", hex: "S3620" }]} />
        <WhyCard
          about="25 AL → S3719"
          why={{ allowed: false, reason: "only units under Attack orders move next to enemy infantry", rule: "SR 9.52", ruleText: "Miller may try for other orders at his marker.", acts: [{ act: "fire", text: "fire", allowed: false, refusal: { reason: "the ground blocks the line of sight", rule: "SR 10.24" } }], sight: { ...LINE, seen: false, blocked: "S3918", text: "no line of sight: S3918 is in the way" } }}
        />
      </div>
      <div class="story-bar">
        <Bar bar={BAR} armed="done" proposal="fire" waiting={false} onPick={() => undefined} onMore={() => undefined} />
      </div>
      <RuleCard load={(id) => Promise.resolve({ id, title: "A rule", statement: "What it says, in our words.", seeAlso: ["SR 9.52", "SR 9.53"] })} />
    </main>
  );
}
