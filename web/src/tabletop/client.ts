/** The addresses of the tabletop's games. */

import { locale } from "../messages/index.ts";
import type { GameLine, LobbyFacts, Look, NewGame, Reply, Saying } from "./wire.ts";

async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  const response = await fetch(`/api/tabletop${path}`, init);
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error((answer as { error?: string }).error ?? response.statusText);
  return answer as T;
}

export const lobbyFacts = () => ask<LobbyFacts>("/lobby");
export const games = () => ask<GameLine[]>("/games");
export const begin = (wish: NewGame) => ask<{ id: number }>("/games", "POST", wish);
export const remove = (id: number) => ask<null>(`/games/${id}`, "DELETE");
/** Where the record of a game that is over is to be had. */
export const recordOf = (id: number) => `/api/tabletop/games/${id}/record`;
/** In the language of whoever looks. */
export const look = (id: number) => ask<Look>(`/games/${id}?lang=${locale.value}`);
export const say = (id: number, saying: Saying) => ask<Reply>(`/games/${id}/say?lang=${locale.value}`, "POST", saying);

const AGAIN_MS = [300, 1000, 2500, 5000];

/** Hears of every new version of a game, whoever made it, until it is told to stop. A broken line is mended. */
export function watch(game: number, heard: (version: number) => void): () => void {
  let [tries, over] = [0, false];
  let socket: WebSocket | undefined;
  const open = () => {
    if (over) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/tabletop/games/${game}/socket`);
    socket.addEventListener("open", () => (tries = 0));
    socket.addEventListener("message", (event) => heard((JSON.parse(String(event.data)) as { version: number }).version));
    socket.addEventListener("close", () => {
      if (over) return;
      setTimeout(open, AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)]);
      tries += 1;
    });
  };
  open();
  return () => {
    over = true;
    socket?.close();
  };
}
