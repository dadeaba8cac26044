import type { DocumentStore } from '../document-store.js';
import type { EventLog, Position } from '../event-log.js';
import type { KernelStore } from '../kernel-store.js';
import { checkpointOf } from '../reaction.js';
import type { LogIdentity } from './log-identity.js';

/** The kinds of records in the kernel store that refer to an event of the log by id and position. */
const OF_EVENTS = ['quarantine', 'reaction-events'] as const;
/** The kind of records that are only valid for one log: states at a revision. */
const OF_LOG = 'snapshot';

/**
 * Adapts the stores to the log. Removes views, snapshots, and records of events that this log does not have. All of them can
 * be built from the log, or belong to another one.
 */
export class Recovery {
  constructor(
    private readonly parts: {
      readonly log: EventLog;
      readonly store: DocumentStore;
      readonly kernel: KernelStore;
    },
    private readonly identity: LogIdentity,
  ) {}

  /** The stored position of a reaction; null if it never ran. */
  standsAt(reaction: string): Promise<Position | null> {
    return this.parts.kernel.checkpoint(checkpointOf(reaction));
  }

  /**
   * Can be repeated after a crash. Does not check the keys; the next start does.
   * @param place see {@link LogIdentity.establish}
   * @param reactions the position after which each reaction continues
   */
  async recover(place: string | null, reactions: ReadonlyMap<string, Position>): Promise<void> {
    const { store, kernel } = this.parts;
    await store.keepOnly([]);
    for (const kind of OF_EVENTS) await this.forgetStrangers(kind);
    for (const { key } of await kernel.list(OF_LOG)) await kernel.remove(OF_LOG, key);
    for (const [reaction, position] of reactions) {
      const name = checkpointOf(reaction);
      await kernel.moveCheckpoint(name, await kernel.checkpoint(name), position);
    }
    // Last: until then every start refuses and names this command.
    await this.identity.takeOver(place);
  }

  private async forgetStrangers(kind: string): Promise<void> {
    const { kernel, log } = this.parts;
    for (const { key, value } of await kernel.list<{ id: string; position: Position }>(kind)) {
      if ((await log.readAt(value.position))?.id !== value.id) await kernel.remove(kind, key);
    }
  }
}
