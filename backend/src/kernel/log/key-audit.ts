import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog } from '../event-log.js';
import type { KernelStore } from '../kernel-store.js';
import type { KeyRing } from '../key-ring.js';
import type { KernelLogger } from '../logger.js';
import type { EventCodec } from './codec.js';
import { eachPage } from './pages.js';

/** What the key store knew when it was looked at last: how many people, and who came last. */
interface Mark {
  readonly size: number;
  readonly newest: string | null;
}

const MARK = ['keys', 'mark'] as const;

/**
 * Notices that the key store is an earlier copy of the one that was here at the last start or stop, and then reads the
 * whole log in the background, so that everything that these keys don't open is in quarantine. Views that are up with
 * the log would not meet it.
 */
export class KeyAudit {
  private isStopping = false;
  private audit: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: {
      readonly log: Pick<EventLog, 'readAll'>;
      /** Records what it can't decode. */
      readonly codec: Pick<EventCodec, 'decode' | 'newestPerson'>;
      readonly keys: Pick<KeyRing, 'size' | 'find'>;
      readonly kernel: Pick<KernelStore, 'get' | 'put'>;
    },
    private readonly logger: KernelLogger,
  ) {}

  /** Looks at the keys. Resolves at once where nothing is amiss, else when the log was read. */
  async run(): Promise<void> {
    this.audit = this.audit.then(() => this.look());
    await this.audit;
  }

  /** Begins the same in the background; a failure goes to the log of the program, and the next start looks again. */
  runSoon(): void {
    this.run().catch((error: unknown) => {
      this.logger.error(error, 'the keys could not be looked at');
    });
  }

  /** Ends at the border of a page, and remembers what the key store knows. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const isLookedThrough = await this.audit.then(
      () => true,
      () => false,
    );
    if (isLookedThrough && !(await this.isOutdated())) await this.mark();
  }

  private async look(): Promise<void> {
    if (await this.isOutdated()) {
      this.logger.error(new Error('it lacks people that it knew'), 'the key store is an earlier copy');
      await eachPage(this.parts.log, async (page) => {
        await this.parts.codec.decode(page);
        await nextTurn();
        return !this.isStopping;
      });
    }
    if (!this.isStopping) await this.mark();
  }

  private async isOutdated(): Promise<boolean> {
    const { kernel, keys } = this.parts;
    const mark = await kernel.get<Mark>(...MARK);
    if (!mark) return false;
    if ((await keys.size()) < mark.size) return true;
    return mark.newest !== null && !(await this.knows(mark.newest));
  }

  private async mark(): Promise<void> {
    const { kernel, keys, codec } = this.parts;
    const before = await kernel.get<Mark>(...MARK);
    const newest = codec.newestPerson ?? before?.newest ?? null;
    // Whoever is unknown now has been looked for: the next start need not do it again.
    const isKnown = newest !== null && (await this.knows(newest));
    const mark: Mark = { size: await keys.size(), newest: isKnown ? newest : null };
    await kernel.put(...MARK, mark);
  }

  private async knows(person: string): Promise<boolean> {
    return (await this.parts.keys.find([person])).has(person);
  }
}
