import { v7 } from 'uuid';

/** Random bytes are drawn for so many ids at once: the call takes longer than the rest of an id. */
const drawn = new Uint8Array(256 * 16);
let used = drawn.length;

function nextBytes(): Uint8Array {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  used += 16;
  return drawn.subarray(used - 16, used);
}

/** A UUID of version 7. They increase with time: what is indexed by them is written side by side. */
export function timedUuid(): string {
  return v7({ rng: nextBytes });
}
