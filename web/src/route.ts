/** Addresses within the page. Pure. */

export type Route =
  | { page: "opening" }
  | { page: "table"; scenario: number; hex?: string }
  | { page: "game"; game: number; hex?: string }
  | { page: "tabletop"; game?: number }
  | { page: "story" };

const HEX = /^[NS]\d{4}$/;

export const parseRoute = (hash: string): Route => {
  const tabletop = /^#\/tabletop(?:\/(\d{1,9}))?$/.exec(hash);
  if (tabletop) return { page: "tabletop", ...(tabletop[1] === undefined ? {} : { game: Number(tabletop[1]) }) };
  const match = /^#\/(scenario|game)\/(\d{1,6})(?:\?(.*))?$/.exec(hash);
  if (!match) return hash === "#/story" ? { page: "story" } : { page: "opening" };
  const number = Number(match[2]);
  const hex = new URLSearchParams(match[3] ?? "").get("hex")?.toUpperCase();
  const held = hex !== undefined && HEX.test(hex) ? { hex } : {};
  if (match[1] === "game") return { page: "game", game: number, ...held };
  return number < 1000 ? { page: "table", scenario: number, ...held } : { page: "opening" };
};

export const addressOf = (to: Route): string => {
  if (to.page === "opening") return "#/";
  if (to.page === "story") return "#/story";
  if (to.page === "tabletop") return to.game === undefined ? "#/tabletop" : `#/tabletop/${to.game}`;
  const held = to.hex === undefined ? "" : `?hex=${to.hex}`;
  return to.page === "game" ? `#/game/${to.game}${held}` : `#/scenario/${to.scenario}${held}`;
};
