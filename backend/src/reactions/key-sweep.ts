import { Inject, Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { NetworkHashes } from '../infrastructure/key-ring/network-hashes.port.js';
import { KeyErasures } from '../kernel/key-erasures.js';

const HOUR = 3_600_000;
const SOON_MS = 5000;

/**
 * Destroys keys whose time is over: those that networks of visitors were hashed with. Keeps the key store up with the log,
 * too, so that the next start has little to read. It may run twice.
 */
@Injectable()
export class KeySweep {
  constructor(
    @Inject(NetworkHashes) private readonly networks: NetworkHashes,
    @Inject(KeyErasures) private readonly erasures: KeyErasures,
  ) {}

  /** Makes up for the time in which no server ran. */
  @Timeout('key-sweep-at-start', SOON_MS)
  async atStart(): Promise<void> {
    await this.sweep();
  }

  /** Destroys what is due now, and answers how many keys that were. */
  @Interval('key-sweep', HOUR)
  async sweep(): Promise<number> {
    return (await this.networks.destroyExpired()) + (await this.erasures.catchUp());
  }
}
