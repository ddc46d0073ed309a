/** The words of the tabletop's pages, in both languages. */

import type { Locale } from "../messages/index.ts";

interface Words {
  title: string;
  lead: string;
  begin: string;
  seed: string;
  table: string;
  ready: string;
  union: string;
  confederate: string;
  person: string;
  players: Record<string, string>;
  yourGames: string;
  none: string;
  open: string;
  remove: string;
  back: string;
  undo: string;
  tape: string;
  tapeFrom: string;
  tapeTo: string;
  tapeExact: string;
  range: string;
  lines: string;
  charge: string;
  make: string;
  noPart: string;
  stand: string;
  turnLeft: string;
  turnRight: string;
  formation: string;
  same: string;
  suggest: string;
  choices: string;
  allChoices: string;
  units: string;
  story: string;
  waits: string;
  over: string;
  record: string;
  clickPlace: string;
  clickEnter: string;
  waitingThere: string;
  pivot: string;
  pivots: Record<string, string>;
  switches: string;
  whyNot: string;
  whyNoOrder: string;
  whyNoFire: string;
  whyNoCharge: string;
  stale: string;
  sides: Record<string, string>;
  words: Record<string, string>;
  ask: Record<string, (unit: string) => string>;
  tableDrawing: string;
  way: string;
  ways: Record<string, string>;
  anchor: string;
  slot: string;
  odd: string;
  ends: Record<string, string>;
  saddle: string;
  saddles: Record<string, string>;
  keepLeg: string;
  afresh: string;
  more: string;
  ownCharge: string;
  clickCharge: string;
  byCorps: string;
  objective: (count: number) => string;
  entryAt: (x: string) => string;
  turns: string;
}

const en: Words = {
  title: "Shell for Guns Lite",
  lead: "Miniatures on a table without hexes, measured exactly: every move, arc and line of fire is legal or refused with its rule.",
  begin: "Begin",
  seed: "Seed of the dice (empty: any)",
  table: "Table",
  ready: "ready to fight",
  union: "Union",
  confederate: "Confederate",
  person: "a person here",
  players: { random: "the computer, at random", plain: "the computer, plain", bold: "the computer, bold" },
  yourGames: "Your games",
  none: "No games yet.",
  open: "Open",
  remove: "Delete",
  back: "All games",
  undo: "Take back",
  tape: "Tape",
  tapeFrom: "Tape: click what to measure from: a unit, a general, an objective, a piece of ground, the edge, or empty ground",
  tapeTo: "Tape: click what to measure to",
  tapeExact: "the very place that is clicked, whatever lies there",
  range: "Range and arcs",
  lines: "Lines of fire",
  charge: "Charge",
  make: "Do this",
  noPart: "No part of it is legal",
  stand: "Stand",
  turnLeft: "Turn 15° left",
  turnRight: "Turn 15° right",
  formation: "Formation",
  same: "as it is",
  suggest: "Suggest",
  choices: "Choices",
  allChoices: "All other choices",
  units: "On the table",
  story: "Story",
  waits: "The computer decides.",
  over: "The battle is over",
  record: "Download the record",
  clickPlace: "Click a place on the table.",
  clickEnter: "Click a place: it enters straight from your edge with its front there. A click at the edge gives it another place to enter.",
  waitingThere: "Waiting off the table",
  pivot: "Turn about",
  pivots: { left: "the left corner", middle: "the middle", right: "the right corner" },
  switches: "Switches of the rules",
  whyNot: "Not allowed",
  whyNoOrder: "Why no order?",
  whyNoFire: "Why no fire at it?",
  whyNoCharge: "Why no charge at it?",
  stale: "The table has changed; look again.",
  sides: { union: "Union", confederate: "Confederate" },
  words: {
    order: "Order",
    "corps order": "Corps order",
    "division order": "Division order",
    fire: "Fire at",
    limber: "Limber",
    deploy: "Deploy",
    join: "Join",
    end: "End the activation",
    done: "Done",
    stand: "Stand",
    "stand and fire": "Stand and fire",
    flee: "Flee",
    stay: "Stay",
    reorganise: "Reorganise",
    "break through": "Break through",
    move: "Stand",
    reserve: "Keep back until turn",
  },
  ask: {
    objectives: () => "Where do your two objectives lie?",
    deploy: () => "Set up a unit or a general.",
    generals: () => "Where do the generals go?",
    enter: () => "Where does the reserve enter?",
    activation: () => "What does the division do?",
    "division-move": () => "Who marches under the division order?",
    move: (unit) => `How does ${unit} move?`,
    support: (unit) => `Who fires before ${unit} charges?`,
    reaction: (unit) => `${unit} is charged. What does it do?`,
    remove: (unit) => `Which base of ${unit} is removed?`,
    slide: (unit) => `Which way does ${unit} slide?`,
    assign: (unit) => `Whom does the base of ${unit} fight?`,
    winner: (unit) => `${unit} has won. What does it do?`,
    reorganise: (unit) => `How does ${unit} reorganise?`,
  },
  tableDrawing: "The table from above",
  way: "A click means",
  ways: { ahead: "ahead or oblique", sideways: "sideways", back: "straight back", road: "along the road" },
  anchor: "Base that stays",
  slot: "its new place",
  odd: "Odd base",
  ends: { left: "left", right: "right" },
  saddle: "Horses",
  saddles: { mount: "mount", dismount: "dismount" },
  keepLeg: "Keep this leg, then turn",
  afresh: "Start again",
  more: "More",
  ownCharge: "By its own way at",
  clickCharge: "Click the direction of the charge; turn first if it should.",
  byCorps: "by the corps general",
  objective: (count) => (count === 0 ? "Click the place of the first objective." : "Click the place of the other one."),
  entryAt: (x) => `It enters at ${x}; click where it goes from there.`,
  turns: "Turn in degrees",
};

const it: Words = {
  title: "Shell for Guns Lite",
  lead: "Miniature su un tavolo senza esagoni, misurate esattamente: ogni movimento, arco e linea di tiro è legale o rifiutato con la sua regola.",
  begin: "Comincia",
  seed: "Seme dei dadi (vuoto: qualsiasi)",
  table: "Tavolo",
  ready: "pronto a combattere",
  union: "Unione",
  confederate: "Confederazione",
  person: "una persona qui",
  players: { random: "il computer, a caso", plain: "il computer, semplice", bold: "il computer, audace" },
  yourGames: "Le tue partite",
  none: "Ancora nessuna partita.",
  open: "Apri",
  remove: "Elimina",
  back: "Tutte le partite",
  undo: "Ritira",
  tape: "Metro",
  tapeFrom: "Metro: clicca da dove misurare: un'unità, un generale, un obiettivo, un elemento di terreno, il bordo, o il terreno aperto",
  tapeTo: "Metro: clicca fin dove misurare",
  tapeExact: "proprio il punto cliccato, qualunque cosa ci sia",
  range: "Portata e archi",
  lines: "Linee di tiro",
  charge: "Carica",
  make: "Fai così",
  noPart: "Nessuna parte è legale",
  stand: "Resta",
  turnLeft: "Gira di 15° a sinistra",
  turnRight: "Gira di 15° a destra",
  formation: "Formazione",
  same: "com'è",
  suggest: "Suggerisci",
  choices: "Scelte",
  allChoices: "Tutte le altre scelte",
  units: "Sul tavolo",
  story: "Storia",
  waits: "Decide il computer.",
  over: "La battaglia è finita",
  record: "Scarica la registrazione",
  clickPlace: "Clicca un posto sul tavolo.",
  clickEnter: "Clicca un posto: entra dritta dal tuo bordo con il fronte lì. Un clic sul bordo le dà un altro posto da cui entrare.",
  waitingThere: "In attesa fuori dal tavolo",
  pivot: "Perno",
  pivots: { left: "lo spigolo sinistro", middle: "il centro", right: "lo spigolo destro" },
  switches: "Opzioni delle regole",
  whyNot: "Non permesso",
  whyNoOrder: "Perché nessun ordine?",
  whyNoFire: "Perché non si può sparare?",
  whyNoCharge: "Perché non si può caricare?",
  stale: "Il tavolo è cambiato; guarda di nuovo.",
  sides: { union: "Unione", confederate: "Confederazione" },
  words: {
    order: "Ordine",
    "corps order": "Ordine del corpo",
    "division order": "Ordine di divisione",
    fire: "Fuoco su",
    limber: "Attacca gli avantreni",
    deploy: "Metti in batteria",
    join: "Unisci",
    end: "Fine dell'attivazione",
    done: "Fatto",
    stand: "Resiste",
    "stand and fire": "Resiste e spara",
    flee: "Fugge",
    stay: "Resta",
    reorganise: "Si riorganizza",
    "break through": "Sfonda",
    move: "Resta ferma",
    reserve: "In riserva fino al turno",
  },
  ask: {
    objectives: () => "Dove stanno i tuoi due obiettivi?",
    deploy: () => "Schiera un'unità o un generale.",
    generals: () => "Dove vanno i generali?",
    enter: () => "Dove entra la riserva?",
    activation: () => "Che cosa fa la divisione?",
    "division-move": () => "Chi marcia con l'ordine di divisione?",
    move: (unit) => `Come muove ${unit}?`,
    support: (unit) => `Chi spara prima della carica di ${unit}?`,
    reaction: (unit) => `${unit} è caricata. Che cosa fa?`,
    remove: (unit) => `Quale base di ${unit} si toglie?`,
    slide: (unit) => `Da che parte scivola ${unit}?`,
    assign: (unit) => `Contro chi combatte la base di ${unit}?`,
    winner: (unit) => `${unit} ha vinto. Che cosa fa?`,
    reorganise: (unit) => `Come si riorganizza ${unit}?`,
  },
  tableDrawing: "Il tavolo dall'alto",
  way: "Un clic vuol dire",
  ways: { ahead: "avanti o in obliquo", sideways: "di lato", back: "indietro", road: "lungo la strada" },
  anchor: "Base che resta",
  slot: "suo nuovo posto",
  odd: "Base dispari",
  ends: { left: "a sinistra", right: "a destra" },
  saddle: "Cavalli",
  saddles: { mount: "in sella", dismount: "a piedi" },
  keepLeg: "Tieni questo tratto, poi gira",
  afresh: "Da capo",
  more: "Altre",
  ownCharge: "Per la sua via contro",
  clickCharge: "Clicca la direzione della carica; prima, se serve, gira.",
  byCorps: "del comandante di corpo",
  objective: (count) => (count === 0 ? "Clicca il posto del primo obiettivo." : "Clicca il posto dell'altro."),
  entryAt: (x) => `Entra a ${x}; clicca dove va da lì.`,
  turns: "Giro in gradi",
};

export const words: Record<Locale, Words> = { en, it };
