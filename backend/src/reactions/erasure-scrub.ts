import { Inject, Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { KernelStore } from '../kernel/kernel-store.js';
import { Scrubber } from '../kernel/scrubber.js';

const MINUTE = 60_000;
const EVERY_MS = 10 * MINUTE;
const SOON_MS = 20_000;

/** Where the log tells of the newest account that was erased but for its traces in files. */
const ERASED = 'erased';
/** As far as those traces are gone, too. */
const SCRUBBED = 'scrubbed';

/** Notes that the account whose deletion stands at `position` is erased, so that the files are scrubbed soon. */
export async function noteErased(
  store: Pick<KernelStore, 'checkpoint' | 'moveCheckpoint'>,
  position: number,
): Promise<void> {
  const [erased, scrubbed] = [await store.checkpoint(ERASED), await store.checkpoint(SCRUBBED)];
  // One that had to wait comes after later ones: what was scrubbed since is scrubbed again.
  const isLate = scrubbed !== null && scrubbed >= position;
  const isMoved =
    (!isLate || (await store.moveCheckpoint(SCRUBBED, scrubbed, position - 1))) &&
    ((erased !== null && erased >= position) || (await store.moveCheckpoint(ERASED, erased, position)));
  if (!isMoved) throw new Error('the files are scrubbed at this moment');
}

/**
 * Scrubs the files once for all accounts that were erased since the last time: it builds every view anew. What is to be
 * done is kept in the store, so a scrub that broke off is made again; one too many does no harm.
 */
@Injectable()
export class ErasureScrub {
  private underWay: Promise<boolean> | null = null;

  constructor(
    @Inject(KernelStore) private readonly store: KernelStore,
    @Inject(Scrubber) private readonly scrubber: Scrubber,
  ) {}

  /** Makes up for a server that was stopped before it came to it. */
  @Timeout(SOON_MS)
  async catchUp(): Promise<void> {
    await this.scrub();
  }

  /** Scrubs if there is anything to scrub, and answers whether there was. @throws Error when it has to be tried again */
  @Interval(EVERY_MS)
  async scrub(): Promise<boolean> {
    this.underWay ??= this.scrubOnce().finally(() => {
      this.underWay = null;
    });
    return this.underWay;
  }

  private async scrubOnce(): Promise<boolean> {
    const [erased, scrubbed] = [await this.store.checkpoint(ERASED), await this.store.checkpoint(SCRUBBED)];
    if (erased === null || (scrubbed !== null && scrubbed >= erased)) return false;
    await this.scrubber.scrub();
    await this.store.moveCheckpoint(SCRUBBED, scrubbed, erased);
    return true;
  }
}
