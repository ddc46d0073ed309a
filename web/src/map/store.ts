/** Bitmaps by address: fetched a few at a time, decoded off the main thread, the longest unused thrown away. */

interface Entry {
  bitmap?: ImageBitmap;
  failed?: true;
  used: number;
}

const AT_ONCE = 6;
const PATIENCE_MS = 4000;

export class BitmapStore {
  private readonly entries = new Map<string, Entry>();
  private wanted: string[] = [];
  private running = 0;
  private clock = 0;

  constructor(
    private readonly onArrival: () => void,
    private readonly room: number,
  ) {}

  /** The bitmap if it is here; nothing is asked for. */
  get(address: string): ImageBitmap | undefined {
    const entry = this.entries.get(address);
    if (!entry) return undefined;
    entry.used = this.clock += 1;
    return entry.bitmap;
  }

  /** Says what is needed now, most urgent first; requests not yet begun for anything else are forgotten. */
  want(addresses: string[]): void {
    this.wanted = addresses.filter((address) => !this.entries.has(address));
    this.fill();
  }

  get idle(): boolean {
    return this.running === 0 && this.wanted.length === 0;
  }

  clear(): void {
    for (const entry of this.entries.values()) entry.bitmap?.close();
    this.entries.clear();
    this.wanted = [];
  }

  private fill(): void {
    while (this.running < AT_ONCE) {
      const address = this.wanted.shift();
      if (address === undefined) return;
      const entry: Entry = { used: (this.clock += 1) };
      this.entries.set(address, entry);
      this.running += 1;
      void this.load(address, entry);
    }
  }

  private async load(address: string, entry: Entry): Promise<void> {
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${response.status} for ${address}`);
      entry.bitmap = await createImageBitmap(await response.blob());
    } catch {
      // Asked for again after a while: the server may just be starting anew.
      entry.failed = true;
      setTimeout(() => {
        if (this.entries.get(address) === entry) this.entries.delete(address);
        this.onArrival();
      }, PATIENCE_MS);
    }
    this.running -= 1;
    this.evict();
    this.fill();
    if (entry.bitmap) this.onArrival();
  }

  private evict(): void {
    if (this.entries.size <= this.room) return;
    const oldest = [...this.entries].filter(([, entry]) => entry.bitmap).sort((a, b) => a[1].used - b[1].used);
    for (const [address, entry] of oldest.slice(0, this.entries.size - this.room)) {
      entry.bitmap?.close();
      this.entries.delete(address);
    }
  }
}
