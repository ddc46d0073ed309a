import { useEffect, useState } from "preact/hooks";
import { locale } from "../messages/index.ts";
import { Preferences } from "../ui/preferences.tsx";
import { begin, games, lobbyFacts, remove } from "./client.ts";
import type { GameLine, LobbyFacts } from "./wire.ts";
import { words } from "./words.ts";

/** New games and games to go on with. */
export function TabletopLobby() {
  const w = words[locale.value];
  const [facts, setFacts] = useState<LobbyFacts>();
  const [list, setList] = useState<GameLine[]>([]);
  const [wish, setWish] = useState({ table: "first-fight", union: "person", confederate: "person" });
  const [seed, setSeed] = useState("");
  const [switches, setSwitches] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState("");
  const refresh = () => games().then(setList, (error: Error) => setFailure(error.message));
  useEffect(() => {
    lobbyFacts().then(setFacts, (error: Error) => setFailure(error.message));
    void refresh();
  }, []);
  // A position that is ready sets its own rules.
  const free = facts?.tables.find((place) => place.name === wish.table)?.ready === false;
  const start = () => {
    const rules = free ? Object.entries(switches).map(([name, value]) => `${name}=${value}`) : [];
    begin({ ...wish, rules, ...(seed === "" ? {} : { seed: Number(seed) }) }).then(
      ({ id }) => (location.hash = `#/tabletop/${id}`),
      (error: Error) => setFailure(error.message),
    );
  };
  const player = (side: "union" | "confederate") => (
    <label>
      {w.sides[side]}
      <select name={side} value={wish[side]} onChange={(event) => setWish({ ...wish, [side]: event.currentTarget.value })}>
        <option value="person">{w.person}</option>
        {facts?.players.map((name) => (
          <option key={name} value={name}>
            {w.players[name] ?? name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="opening">
      <div class="corner">
        <Preferences />
      </div>
      <header class="masthead">
        <h1>{w.title}</h1>
        <p class="lead">{w.lead}</p>
      </header>
      <main class="tt-lobby">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
        >
          <label>
            {w.table}
            <select name="table" value={wish.table} onChange={(event) => setWish({ ...wish, table: event.currentTarget.value })}>
              {facts?.tables.map((place) => (
                <option key={place.name} value={place.name}>
                  {place.title}
                  {place.ready ? ` (${w.ready})` : ""}
                </option>
              ))}
            </select>
          </label>
          {player("union")}
          {player("confederate")}
          <label>
            {w.seed}
            <input name="seed" inputMode="numeric" pattern="[0-9]*" value={seed} onInput={(event) => setSeed(event.currentTarget.value)} />
          </label>
          {free && (
            <details class="tt-switches">
              <summary>{w.switches}</summary>
              {facts?.switches.map(([name, values]) => (
                <label key={name}>
                  {name}
                  <select name={`switch-${name}`} value={switches[name] ?? values[0]} onChange={(event) => setSwitches({ ...switches, [name]: event.currentTarget.value })}>
                    {values.map((value) => (
                      <option key={value}>{value}</option>
                    ))}
                  </select>
                </label>
              ))}
            </details>
          )}
          <button type="submit" class="tt-main">
            {w.begin}
          </button>
        </form>
        {failure !== "" && (
          <p role="alert" class="tt-no">
            {failure}
          </p>
        )}
        <h2>{w.yourGames}</h2>
        {list.length === 0 && <p>{w.none}</p>}
        <ul>
          {list.map((game) => (
            <li key={game.id}>
              <a href={`#/tabletop/${game.id}`}>
                {game.title}, {game.heading}
              </a>{" "}
              <button type="button" onClick={() => void remove(game.id).then(refresh)}>
                {w.remove}
              </button>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
