/** Pictures of counters: asked for by the sheet, kept one by one, the longest unused thrown away. */

import { api, type Detail, type Layout } from "../api.ts";

interface Entry {
  bitmap?: ImageBitmap;
  used: number;
}

/** Sheets on their way at the same time, and pictures kept. */
const AT_ONCE = 3;
const ROOM = 900;
const PATIENCE_MS = 3000;

const keyOf = (detail: Detail, level: number, look: string): string => `${detail}/${level}/${look}`;

export class SpriteStore {
  private readonly entries = new Map<string, Entry>();
  private running = 0;
  private clock = 0;
  private wanted: { detail: Detail; level: number; looks: Set<string> } | undefined;

  constructor(
    private readonly layout: Layout,
    private readonly onArrival: () => void,
  ) {}

  get(detail: Detail, level: number, look: string): ImageBitmap | undefined {
    const entry = this.entries.get(keyOf(detail, level, look));
    if (!entry) return undefined;
    entry.used = this.clock += 1;
    return entry.bitmap;
  }

  /** The wanted picture, or while it is on its way the nearest one that is here. */
  best(detail: Detail, level: number, look: string): ImageBitmap | undefined {
    const exact = this.get(detail, level, look);
    if (exact) return exact;
    const levels = [...this.layout.tile.scales.keys()].sort((a, b) => Math.abs(a - level) - Math.abs(b - level));
    for (const told of new Set<Detail>([detail, "middle", "near", "far"])) {
      for (const candidate of levels) {
        const bitmap = this.get(told, candidate, look);
        if (bitmap) return bitmap;
      }
    }
    return undefined;
  }

  /** Says what is in view; what was wanted before and is not yet asked for is forgotten. */
  want(detail: Detail, level: number, looks: Iterable<string>): void {
    const missing = new Set<string>();
    for (const look of looks) if (!this.entries.has(keyOf(detail, level, look))) missing.add(look);
    this.wanted = missing.size > 0 ? { detail, level, looks: missing } : undefined;
    this.fill();
  }

  get idle(): boolean {
    return this.running === 0 && this.wanted === undefined;
  }

  private fill(): void {
    while (this.running < AT_ONCE && this.wanted) {
      const { detail, level, looks } = this.wanted;
      // Large pictures come on smaller sheets, so that the first are here soon.
      const most = level >= 4 ? 16 : this.layout.sprites.most;
      const batch = [...looks].slice(0, most);
      for (const look of batch) {
        looks.delete(look);
        this.entries.set(keyOf(detail, level, look), { used: (this.clock += 1) });
      }
      if (looks.size === 0) this.wanted = undefined;
      this.running += 1;
      void this.load(detail, level, batch);
    }
  }

  private async load(detail: Detail, level: number, batch: string[]): Promise<void> {
    try {
      const response = await fetch(api.sprites(detail, level, batch));
      if (!response.ok) throw new Error(`${response.status}`);
      const sheet = await createImageBitmap(await response.blob());
      const columns = Math.min(this.layout.sprites.columns, batch.length);
      const side = sheet.width / columns;
      const cut = await Promise.all(
        batch.map((_, i) => createImageBitmap(sheet, (i % columns) * side, Math.floor(i / columns) * side, side, side)),
      );
      sheet.close();
      for (const [i, look] of batch.entries()) {
        const entry = this.entries.get(keyOf(detail, level, look));
        const bitmap = cut[i];
        if (entry && bitmap) entry.bitmap = bitmap;
      }
    } catch {
      // Asked for again after a while: the server may just be starting anew.
      setTimeout(() => {
        for (const look of batch) this.entries.delete(keyOf(detail, level, look));
        this.onArrival();
      }, PATIENCE_MS);
    }
    this.running -= 1;
    this.evict();
    this.fill();
    this.onArrival();
  }

  private evict(): void {
    if (this.entries.size <= ROOM) return;
    const oldest = [...this.entries].filter(([, entry]) => entry.bitmap).sort((a, b) => a[1].used - b[1].used);
    for (const [key, entry] of oldest.slice(0, this.entries.size - ROOM)) {
      entry.bitmap?.close();
      this.entries.delete(key);
    }
  }
}
