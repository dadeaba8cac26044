import { Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { NetworkHashes } from '../../infrastructure/key-ring/network-hashes.port.js';
import { KeyErasures } from '../../kernel/key-erasures.js';

const HOUR = 3_600_000;
const SOON_MS = 5000;

/**
 * Destroys expired keys: those that visitors' networks were hashed with. Also brings the key store up to date with the
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

  /** Destroys the keys that are due now. Returns how many. */
  @Interval('key-sweep', HOUR)
  async sweep(): Promise<number> {
    return (await this.networks.destroyExpired()) + (await this.erasures.catchUp());
  }
}
