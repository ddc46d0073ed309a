import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { api, ApiError, type LobbyOffers, type VariantOffer } from "../../api.ts";
import { statementText } from "../../italian.ts";
import { locale, messages } from "../../messages/index.ts";
import type { GameSummary } from "../../play/wire.ts";
import { addressOf, scenarios } from "../../state.ts";
import { TourButton } from "./tour.tsx";

const games = signal<GameSummary[] | undefined>(undefined);
/** The server keeps no games (an older one, or one that only shows the ground). */
const without = signal(false);
/** What a new game can be. */
const offers = signal<LobbyOffers | undefined>(undefined);
const trouble = signal<string | undefined>(undefined);

const explain = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const reload = () =>
  api.games().then(
    (list) => {
      games.value = list;
      without.value = false;
    },
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) without.value = true;
      else trouble.value = explain(error);
    },
  );

/** So many games are listed before one asks for the rest. */
const FEW = 5;

/** New games and those begun. */
export function Lobby() {
  const m = messages.value.play;
  const [all, setAll] = useState(false);
  useEffect(() => {
    void reload();
    api.lobby().then(
      (found) => (offers.value = found),
      () => (offers.value = undefined),
    );
  }, []);
  if (without.value) return null;
  return (
    <section class="lobby" aria-labelledby="lobby-title">
      <h2 id="lobby-title">{m.lobby}</h2>
      {trouble.value !== undefined && (
        <p class="fault" role="alert">
          {trouble.value}
        </p>
      )}
      {offers.value?.tour && (
        <p>
          <TourButton />
        </p>
      )}
      <NewGame />
      {games.value && games.value.length > 0 && (
        <>
          <h3>{m.yourGames}</h3>
          <ul class="games">
            {games.value.slice(0, all ? undefined : FEW).map((game) => (
              <li key={game.id}>
                <Entry game={game} />
              </li>
            ))}
          </ul>
          {games.value.length > FEW && !all && (
            <button type="button" class="choice" onClick={() => setAll(true)}>
              {m.allGames(games.value.length)}
            </button>
          )}
        </>
      )}
    </section>
  );
}

function Entry({ game }: { game: GameSummary }) {
  const m = messages.value;
  const [sure, setSure] = useState(false);
  const title = m.scenarioTexts[game.scenario]?.title ?? game.title;
  const played = new Date(game.played * 1000).toLocaleString(locale.value, { dateStyle: "medium", timeStyle: "short" });
  return (
    <>
      <a href={addressOf({ page: "game", game: game.id })}>
        <b>{game.name === "" ? title : game.name}</b>
        <small>
          {title} · {game.over ? (game.result ?? m.play.over) : `${game.turn.label} (${game.turn.number}/${game.turn.of})`} · {m.play.players[game.union] ?? game.union} /{" "}
          {m.play.players[game.confederate] ?? game.confederate} · {played}
        </small>
      </a>
      <button
        type="button"
        class="choice"
        onBlur={() => setSure(false)}
        onClick={() => (sure ? void api.deleteGame(game.id).then(reload, (error: unknown) => (trouble.value = explain(error))) : setSure(true))}
      >
        {sure ? m.play.deleteSure : m.play.delete}
      </button>
    </>
  );
}

function NewGame() {
  const m = messages.value;
  const [scenario, setScenario] = useState(2);
  const [seats, setSeats] = useState({ union: "person", confederate: "person" });
  const [curtain, setCurtain] = useState("secret");
  const [name, setName] = useState("");
  const [rules, setRules] = useState<Record<string, string>>({});
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const variants = offers.value?.scenarios.find((one) => one.number === scenario)?.variants ?? [];
  const agreed = variants.filter((one) => wanted.includes(one.id));
  // Of each kind of variant one can be played.
  const agree = (one: VariantOffer, yes: boolean) =>
    setWanted([...agreed.filter((own) => own.kind !== one.kind).map((own) => own.id), ...(yes ? [one.id] : [])]);
  const open = (file: File | undefined) => {
    if (!file) return;
    file
      .text()
      .then((roll) => api.newGame({ roll, ...seats, curtain, ...(name === "" ? {} : { name }) }))
      .then(
        (game) => (location.hash = addressOf({ page: "game", game: game.id })),
        (error: unknown) => (trouble.value = explain(error)),
      );
  };
  const begin = (event: Event) => {
    event.preventDefault();
    api.newGame({ scenario, ...(agreed.length > 0 ? { variant: agreed.map((one) => one.id).join("+") } : {}), ...seats, curtain, rules, ...(name === "" ? {} : { name }) }).then(
      (game) => (location.hash = addressOf({ page: "game", game: game.id })),
      (error: unknown) => (trouble.value = explain(error)),
    );
  };
  const seat = (side: "union" | "confederate") => (
    <label>
      <span>{m.forcesOf[side]}</span>
      <select value={seats[side]} onChange={(event) => setSeats({ ...seats, [side]: event.currentTarget.value })}>
        {Object.entries(m.play.players).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form class="new-game" onSubmit={begin}>
      <label class="wide">
        <span>{m.play.scenario}</span>
        <select value={scenario} onChange={(event) => setScenario(Number(event.currentTarget.value))}>
          {scenarios.value?.map((one) => (
            <option key={one.number} value={one.number}>
              {one.number}. {m.scenarioTexts[one.number]?.title ?? one.title}
            </option>
          ))}
        </select>
      </label>
      {variants.length > 0 && (
        <fieldset class="wide variants">
          <legend>{m.play.variant}</legend>
          {variants.map((one) => (
            <label key={one.id}>
              <input
                type="checkbox"
                name={`variant-${one.id}`}
                checked={agreed.includes(one)}
                onChange={(event) => agree(one, event.currentTarget.checked)}
              />
              <span>{statementText(locale.value, one.title)}</span>
              {agreed.includes(one) && <small class="quiet">{statementText(locale.value, one.text)}</small>}
            </label>
          ))}
        </fieldset>
      )}
      {seat("union")}
      {seat("confederate")}
      <label>
        <span>{m.play.curtain}</span>
        <select value={curtain} onChange={(event) => setCurtain(event.currentTarget.value)}>
          {Object.entries(m.play.curtains).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{m.play.gameName}</span>
        <input type="text" maxLength={80} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit" class="choice proposed">
        {m.play.begin}
      </button>
      <label class="choice load">
        {m.play.loadRecord}
        <input type="file" accept=".roll,text/plain" class="unseen" onChange={(event) => open(event.currentTarget.files?.[0])} />
      </label>
      <Rules rules={rules} onChange={setRules} />
    </form>
  );
}

/** The rules that the battle book leaves to the players. */
function Rules({ rules, onChange }: { rules: Record<string, string>; onChange: (rules: Record<string, string>) => void }) {
  const m = messages.value.play;
  const switches = offers.value?.rules.filter((rule) => rule.optional) ?? [];
  if (switches.length === 0) return null;
  return (
    <details class="rules-chosen">
      <summary>{m.optionalRules}</summary>
      <ul>
        {switches.map((rule) => (
          <li key={rule.name}>
            <label>
              <span>
                {rule.about} <small>{rule.rules.join(", ")}</small>
              </span>
              <select
                value={rules[rule.name] ?? rule.usual}
                onChange={(event) => {
                  const { [rule.name]: _, ...others } = rules;
                  const value = event.currentTarget.value;
                  onChange(value === rule.usual ? others : { ...others, [rule.name]: value });
                }}
              >
                {rule.values.map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}
