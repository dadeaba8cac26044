import { Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { NetworkHashes } from '../../infrastructure/key-ring/network-hashes.port.js';
import { forEachSettled } from '../../kernel/settle-all.js';
import { KeyErasures } from '../../kernel/key-erasures.js';

const HOUR = 3_600_000;
const SOON_MS = 5000;

/**
 * Destroys expired keys: those that visitors' networks were hashed with, and those that waited for a legal hold which was
 * lifted (an earlier copy of the key store may have them). Also brings the key store up to date with the
 * log, so that the next start reads little. Running twice is safe.
 */
@Injectable()
export class KeySweep {
  constructor(
    private readonly networks: NetworkHashes,
    private readonly erasures: KeyErasures,
  ) {}

  @Timeout('key-sweep-at-start', SOON_MS)
  async atStart(): Promise<void> {
    await this.sweep();
  }

  /** Destroys the keys that are due now. Returns how many. @throws Error if one of these failed, after all were tried */
  @Interval('key-sweep', HOUR)
  async sweep(): Promise<number> {
    let destroyed = 0;
    const all = [
      () => this.networks.destroyExpired(),
      () => this.erasures.catchUp(),
      () => this.erasures.release(),
    ];
    await forEachSettled(all, async (some) => {
      destroyed += await some();
    });
    return destroyed;
  }
}
