import { createHmac } from 'node:crypto';
import type { Clock } from '../../kernel/clock.js';
import type { KeyRing } from '../../kernel/key-ring.js';
import { NetworkHashes } from './network-hashes.port.js';

const DAY_MS = 86_400_000;
const PREFIX = 'network-';
const HASH_DIGITS = 32;

/** A key is destroyed this many days after its day. */
const KEPT_DAYS = 30;

/**
 * Hashes networks with one key per UTC day. The keys are in the key ring under `network-{day}`. Tombstones keep
 * destroyed keys from being created again.
 */
export class DailyNetworkHashes extends NetworkHashes {
  constructor(
    private readonly keys: Pick<KeyRing, 'create' | 'find' | 'living' | 'destroy'>,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async hashesOf(network: string, milliseconds: number): Promise<readonly [string, ...string[]]> {
    const now = this.clock.now().getTime();
    const today = nameOf(now);
    const key = await this.keys.create(today);
    if (key === 'destroyed')
      throw new RangeError(`the clock is wrong: the key ${today} is destroyed already`);
    const before: string[] = [];
    for (let time = now - DAY_MS; nameOf(time) >= nameOf(now - milliseconds); time -= DAY_MS) {
      before.push(nameOf(time));
    }
    const found = await this.keys.find(before);
    const hashes = before.flatMap((name) => {
      const earlier = found.get(name);
      return earlier instanceof Buffer ? [hashOf(earlier, network)] : [];
    });
    return [hashOf(key, network), ...hashes];
  }

  override async destroyExpired(): Promise<number> {
    const newest = nameOf(this.clock.now().getTime() - (KEPT_DAYS + 1) * DAY_MS);
    const expired = (await this.keys.living(PREFIX)).filter((name) => name <= newest);
    for (const name of expired) await this.keys.destroy(name);
    return expired.length;
  }
}

function nameOf(time: number): string {
  return PREFIX + new Date(time).toISOString().slice(0, 10);
}

function hashOf(key: Buffer, network: string): string {
  return createHmac('sha256', key).update(network).digest('hex').slice(0, HASH_DIGITS);
}
