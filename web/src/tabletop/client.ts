/** The addresses of the tabletop's games. */

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
export const look = (id: number) => ask<Look>(`/games/${id}`);
export const say = (id: number, saying: Saying) => ask<Reply>(`/games/${id}/say`, "POST", saying);
