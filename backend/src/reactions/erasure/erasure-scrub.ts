import { Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { KeyErasures } from '../../kernel/key-erasures.js';
import { KernelStore } from '../../kernel/kernel-store.js';
import { SCRUBBED, Scrubber } from '../../kernel/scrubber.js';
import { OneAtATime } from '../timers/one-at-a-time.js';

const MINUTE = 60_000;
const EVERY_MS = 10 * MINUTE;
const SOON_MS = 20_000;

/** Kernel store key: position of the newest erasure whose traces may still be in files. */
const ERASED = 'erased';

/** Beside other erasures; each time, one of them is noted. */
const MOST_TRIES = 100;

/** Records that the account deleted at `position` is erased, so that the files are scrubbed soon. */
export async function noteErased(
  store: Pick<KernelStore, 'checkpoint' | 'moveCheckpoint'>,
  position: number,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) if (await isNoted(store, position)) return;
  throw new Error('the files are scrubbed at this moment');
}

async function isNoted(
  store: Pick<KernelStore, 'checkpoint' | 'moveCheckpoint'>,
  position: number,
): Promise<boolean> {
  const [erased, scrubbed] = [await store.checkpoint(ERASED), await store.checkpoint(SCRUBBED)];
  // An erasure that was delayed can follow later ones. Their files are then scrubbed again.
  const isLate = scrubbed !== null && scrubbed >= position;
  return (
    (!isLate || (await store.moveCheckpoint(SCRUBBED, scrubbed, position - 1))) &&
    ((erased !== null && erased >= position) || (await store.moveCheckpoint(ERASED, erased, position)))
  );
}

/**
 * Rebuilds every view, once for all accounts erased since the last scrub, to remove their traces from files. Pending
 * work is stored, so an interrupted scrub runs again; an extra scrub does no harm.
 */
@Injectable()
export class ErasureScrub {
  constructor(
    private readonly store: KernelStore,
    private readonly keys: KeyErasures,
    private readonly scrubber: Scrubber,
  ) {}

  @Timeout(SOON_MS)
  async catchUp(): Promise<void> {
    await this.scrub();
  }

  /** Scrubs if an erasure is pending. Returns whether it did. @throws Error if the scrub must be retried */
  @Interval(EVERY_MS)
  @OneAtATime()
  async scrub(): Promise<boolean> {
    const [erased, scrubbed] = [await this.store.checkpoint(ERASED), await this.store.checkpoint(SCRUBBED)];
    if (erased === null || (scrubbed !== null && scrubbed >= erased)) return false;
    // Another erasure may be late. Its texts must not be written to the views again: the next start does not look for erasures
    // up to this position.
    await this.keys.catchUp();
    await this.scrubber.scrub();
    await this.store.moveCheckpoint(SCRUBBED, scrubbed, erased);
    return true;
  }
}
