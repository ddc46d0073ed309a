/** A line to the table of one game: says, hears the answer to it, and hears what happens by itself. */

import type { Locale } from "../messages/index.ts";
import type { Answer, Fault, Heard, Look, Saying, Update } from "./wire.ts";

export class Refusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault.reason);
  }
}

export interface Listening {
  look(look: Look): void;
  update(update: Update): void;
  /** The line is open, or broken and being mended. */
  line(open: boolean): void;
}

const AGAIN_MS = [300, 1000, 2500, 5000];

export class TableClient {
  private socket: WebSocket | undefined;
  private readonly waiting = new Map<number, { done: (answer: Answer) => void; failed: (error: Error) => void; quiet: boolean }>();
  private last = 0;
  private tries = 0;
  private closed = false;

  constructor(
    private readonly game: number,
    private readonly locale: Locale,
    private readonly listening: Listening,
  ) {
    this.open();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/socket?lang=${this.locale}`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.listening.line(true);
    });
    socket.addEventListener("message", (event) => this.hear(JSON.parse(String(event.data)) as Heard));
    socket.addEventListener("close", () => {
      for (const { failed } of this.waiting.values()) failed(new Error("the line to the table broke"));
      this.waiting.clear();
      if (this.closed) return;
      this.listening.line(false);
      const pause = AGAIN_MS[Math.min(this.tries, AGAIN_MS.length - 1)] ?? 5000;
      this.tries += 1;
      setTimeout(() => !this.closed && this.open(), pause);
    });
  }

  private hear(heard: Heard): void {
    if ("look" in heard) this.listening.look(heard.look);
    else if ("update" in heard) this.listening.update(heard.update);
    else {
      const { ok, error } = heard;
      const asked = this.waiting.get(heard.reply);
      this.waiting.delete(heard.reply);
      // What an answer changes is known before whoever asked goes on.
      if (ok && "update" in ok) this.listening.update(ok.update);
      if (ok && "look" in ok && asked?.quiet !== true) this.listening.look(ok.look);
      if (error) asked?.failed(new Refusal(error));
      else if (ok) asked?.done(ok);
    }
  }

  /** Asks for something that is not the present and so changes nothing that is known of it. */
  ask(saying: Saying): Promise<Answer> {
    return this.say(saying, undefined, true);
  }

  /** Says something made on this state of the game. */
  say(saying: Saying, state?: number, quiet = false): Promise<Answer> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error("the line to the table is broken"));
    const id = (this.last += 1);
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed, quiet });
      socket.send(JSON.stringify({ id, ...(state === undefined ? {} : { state }), ...saying }));
    });
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }
}
