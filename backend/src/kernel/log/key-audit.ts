import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog } from '../event-log.js';
import type { KernelStore } from '../kernel-store.js';
import type { KeyRing } from '../key-ring.js';
import type { KernelLogger } from '../logger.js';
import type { EventCodec } from './codec.js';
import { eachBatch } from './whole-log.js';

/** What the key store knew at the last check: the number of people and the newest one. */
interface Mark {
  readonly size: number;
  readonly newest: string | null;
}

const MARK = ['keys', 'mark'] as const;
/** Exists while an audit has begun and not ended. */
const UNFINISHED = ['keys', 'audit'] as const;

/**
 * Notices when the key store is an earlier copy of the one at the last start or stop. Then it decodes the whole log in the
 * background, so that every event that these keys cannot decrypt is in quarantine. Views that have read the log to its
 * end would not notice these events.
 */
export class KeyAudit {
  private isStopping = false;
  /** Whether the keys were checked, and the log was read to its end if that was necessary. */
  private isComplete = false;
  private audit: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: {
      readonly log: Pick<EventLog, 'readAll'>;
      /** Records events that it can't decode. */
      readonly codec: Pick<EventCodec, 'decode' | 'newestPerson'>;
      readonly keys: Pick<KeyRing, 'size' | 'find'>;
      readonly kernel: Pick<KernelStore, 'get' | 'put' | 'remove'>;
    },
    private readonly logger: KernelLogger,
  ) {}

  /** Checks the keys. If they are outdated, resolves when the log was read. */
  async run(): Promise<void> {
    this.audit = this.audit.then(() => this.check());
    await this.audit;
  }

  /** Does the same in the background. A failure is logged, and the next start checks again. */
  runSoon(): void {
    this.run().catch((error: unknown) => {
      this.logger.error(error, 'the keys could not be checked');
    });
  }

  /** Stops after the current page. Records what the key store knows if the check was complete; else the next start repeats it. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.audit.catch(() => undefined);
    if (this.isComplete && !(await this.isOutdated())) await this.mark();
  }

  private async check(): Promise<void> {
    const { kernel, log, codec } = this.parts;
    this.isComplete = false;
    if (await this.isOutdated()) {
      this.logger.error(new Error('it lacks people that it knew'), 'the key store is an earlier copy');
      // Stored first: people who register during the audit must not make the keys look complete to the next start.
      await kernel.put(...UNFINISHED, {});
      await eachBatch(log, async (page) => {
        await codec.decode(page);
        await nextTurn();
        return !this.isStopping;
      });
      if (this.isStopping) return;
    }
    await this.mark();
    this.isComplete = true;
  }

  private async isOutdated(): Promise<boolean> {
    const { kernel, keys } = this.parts;
    if (await kernel.get(...UNFINISHED)) return true;
    const mark = await kernel.get<Mark>(...MARK);
    if (!mark) return false;
    if ((await keys.size()) < mark.size) return true;
    return mark.newest !== null && !(await this.knows(mark.newest));
  }

  private async mark(): Promise<void> {
    const { kernel, keys, codec } = this.parts;
    const before = await kernel.get<Mark>(...MARK);
    const newest = codec.newestPerson ?? before?.newest ?? null;
    // A person without a key was noticed by this check. The next start need not repeat it.
    const isKnown = newest !== null && (await this.knows(newest));
    const mark: Mark = { size: await keys.size(), newest: isKnown ? newest : null };
    await kernel.put(...MARK, mark);
    await kernel.remove(...UNFINISHED);
  }

  private async knows(person: string): Promise<boolean> {
    return (await this.parts.keys.find([person])).has(person);
  }
}
