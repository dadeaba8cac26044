import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '../event.js';
import type { EventLog } from '../event-log.js';
import type { KernelStore } from '../kernel-store.js';
import { SCRUBBED } from '../scrubber.js';
import type { Erasures } from './logged-key-erasures.js';

/**
 * The people whose erasure is in the log, and whose traces may still be in files. From that event on, what is theirs is read
 * as if it were scrubbed: events without their personal fields, documents without their texts. It does not matter when their
 * key is destroyed and the views are built again.
 */
export class ErasedPeople {
  /** Called when there is another one. What was read before is then dropped. */
  onErased: () => void = () => undefined;
  /** Whether somebody may be erased whom this process does not know. */
  isBehind: () => boolean = () => false;
  private readonly people = new Set<string>();

  constructor(
    private readonly erasures: Erasures,
    private readonly parts: {
      readonly log: Pick<EventLog, 'search' | 'head'>;
      readonly kernel: Pick<KernelStore, 'checkpoint' | 'moveCheckpoint'>;
    },
  ) {}

  get isEmpty(): boolean {
    return this.people.size === 0;
  }

  readonly has = (person: string | null | undefined): boolean =>
    typeof person === 'string' && this.people.has(person);

  /** Notes the erasures among events, appended here or read from the log. */
  see(events: readonly { readonly type: string; readonly data: unknown }[]): void {
    const before = this.people.size;
    for (const event of events) {
      const person = this.erasures[event.type]?.(event as Recorded);
      if (person !== undefined) this.people.add(person);
    }
    if (this.people.size > before) this.onErased();
  }

  /**
   * Finds those that an earlier process did not scrub.
   * @param onProgress called with the part of the search that is done, from 0 to 1
   * @throws EventLogUnavailableError, DocumentStoreUnavailableError
   */
  async find(onProgress: (part: number) => void = () => undefined): Promise<void> {
    const { log, kernel } = this.parts;
    const types = Object.keys(this.erasures);
    const scrubbed = await kernel.checkpoint(SCRUBBED);
    const head = await log.head();
    let seen = scrubbed ?? 0;
    for (let found = await log.search(types, seen); found; found = await log.search(types, seen)) {
      this.see(found.events);
      seen = found.to;
      onProgress(Math.min(1, seen / head));
      await nextTurn();
    }
    // The next start need not look there again.
    if (this.isEmpty && seen > (scrubbed ?? 0)) await kernel.moveCheckpoint(SCRUBBED, scrubbed, seen);
  }
}
