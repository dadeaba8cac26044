import { LRUCache } from 'lru-cache';

/** The share of entries that were used more than once. The rest is for new ones. */
const POPULAR_SHARE = 0.8;

interface Entry {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Entries by key, those that were used last, within a space in bytes. Entries that were used again leave only for each
 * other, so that many that are asked for once do not replace them.
 */
export class PopularEntries<Of extends Entry> {
  private readonly fresh: LRUCache<string, Of>;
  private readonly popular: LRUCache<string, Of>;

  /** @param onEnd called with an entry that had to leave, or was removed */
  constructor(
    space: number,
    private readonly onEnd: (entry: Of) => void,
  ) {
    const cache = (share: number, onEvict: (entry: Of) => void) =>
      new LRUCache<string, Of>({
        maxSize: Math.max(1, Math.round(space * share)),
        sizeCalculation: ({ size }) => Math.max(1, size),
        dispose: (entry, _key, reason) => {
          if (reason === 'evict') onEvict(entry);
        },
      });
    this.fresh = cache(1 - POPULAR_SHARE, onEnd);
    this.popular = cache(POPULAR_SHARE, (entry) => this.fresh.set(entry.key, entry));
  }

  get(key: string): Of | undefined {
    return this.popular.peek(key) ?? this.fresh.peek(key);
  }

  /** Adds an entry, or puts it in the place of the one with its key. */
  put(entry: Of): void {
    const { key } = entry;
    (this.popular.has(key) ? this.popular : this.fresh).set(key, entry);
    if (this.get(key) !== entry) this.onEnd(entry);
  }

  /** Notes that an entry is used again. */
  use({ key }: Of): void {
    if (this.popular.get(key)) return;
    const entry = this.fresh.peek(key);
    if (!entry) return;
    this.fresh.delete(key);
    this.popular.set(key, entry);
  }

  remove({ key }: Of): void {
    const entry = this.get(key);
    if (!entry) return;
    this.popular.delete(key);
    this.fresh.delete(key);
    this.onEnd(entry);
  }
}
