const FIRST_CAPACITY = 1 << 16;
const BITS_PER_ID = 12;
const HASHES = 4;

interface Layer {
  readonly bits: Uint32Array;
  readonly capacity: number;
  count: number;
}

/**
 * A Bloom filter of ids with 12 bits for each. `mayHave` is true for every added id, and for fewer than one in ten of all
 * others. It grows in layers; each is twice as large as the previous one.
 */
export class WrittenIds {
  private readonly layers: Layer[] = [];

  add(id: string): void {
    let layer = this.layers.at(-1);
    if (!layer || layer.count >= layer.capacity) {
      const capacity = layer ? layer.capacity * 2 : FIRST_CAPACITY;
      layer = { bits: new Uint32Array((capacity * BITS_PER_ID) / 32), capacity, count: 0 };
      this.layers.push(layer);
    }
    layer.count += 1;
    const hash = hashOf(id);
    const step = stepOf(hash);
    const size = layer.bits.length * 32;
    for (let turn = 0, at = hash; turn < HASHES; turn += 1, at = (at + step) >>> 0) {
      const bit = at % size;
      layer.bits[bit >>> 5] = (layer.bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  /** Whether the id may have been added; false is certain. */
  mayHave(id: string): boolean {
    if (this.layers.length === 0) return false;
    const hash = hashOf(id);
    const step = stepOf(hash);
    return this.layers.some(({ bits }) => {
      const size = bits.length * 32;
      for (let turn = 0, at = hash; turn < HASHES; turn += 1, at = (at + step) >>> 0) {
        const bit = at % size;
        if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      }
      return true;
    });
  }
}

/** FNV-1a with a final mix of its bits. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The distance between the bits of an id. It is odd, so that they differ. */
function stepOf(hash: number): number {
  return (Math.imul(hash, 0x9e3779b1) | 1) >>> 0;
}
