import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog } from '../event-log.js';
import type { KernelStore } from '../kernel-store.js';
import type { KeyRing } from '../key-ring.js';
import type { EngineLogger } from '../logger.js';
import type { EventCodec } from './codec.js';
import { eachPage } from './pages.js';

/** Of how many people the key store knew when it was looked at last. */
const MARK = ['keys', 'size'] as const;

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
      readonly codec: Pick<EventCodec, 'decode'>;
      readonly keys: Pick<KeyRing, 'size'>;
      readonly kernel: Pick<KernelStore, 'get' | 'put'>;
    },
    private readonly logger: EngineLogger,
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

  /** Ends at the border of a page, and remembers how many people the key store knows. */
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
      this.logger.error(new Error('it knows fewer people than before'), 'the key store is an earlier copy');
      await eachPage(this.parts.log, async (page) => {
        await this.parts.codec.decode(page);
        await nextTurn();
        return !this.isStopping;
      });
    }
    if (!this.isStopping) await this.mark();
  }

  private async isOutdated(): Promise<boolean> {
    const mark = await this.parts.kernel.get<{ size: number }>(...MARK);
    return mark !== null && (await this.parts.keys.size()) < mark.size;
  }

  private async mark(): Promise<void> {
    await this.parts.kernel.put(...MARK, { size: await this.parts.keys.size() });
  }
}
