import type { DocumentStore } from '../document-store.js';
import type { EventLog, Position } from '../event-log.js';
import type { KernelStore } from '../kernel-store.js';
import { checkpointOf } from '../reaction.js';
import type { LogIdentity } from './log-identity.js';

/** Records of the kernel store that stand for an event of the log, by its id and position. */
const OF_EVENTS = ['quarantine', 'reaction-events'] as const;
/** Records of states at a revision, which may be another in this log, and of upgrades that an earlier log has had. */
const OF_LOG = ['snapshot', 'upgrade'] as const;

/**
 * Makes the stores fit the log that is there, whatever they come from. Views, snapshots, and records of events that this
 * log does not have are given up: all of them can be made from the log, or speak of another one.
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

  /** Where a reaction stands by what is stored; null for one that never ran. */
  standsAt(reaction: string): Promise<Position | null> {
    return this.parts.kernel.checkpoint(checkpointOf(reaction));
  }

  /**
   * Can be repeated after a crash.
   * @param place see {@link LogIdentity.establish}
   * @param reactions the position that each is to go on after
   */
  async recover(place: string | null, reactions: ReadonlyMap<string, Position>): Promise<void> {
    const { store, kernel } = this.parts;
    await store.keepOnly([]);
    for (const kind of OF_EVENTS) await this.forgetStrangers(kind);
    for (const kind of OF_LOG) {
      for (const { key } of await kernel.list(kind)) await kernel.remove(kind, key);
    }
    for (const [reaction, position] of reactions) {
      const name = checkpointOf(reaction);
      await kernel.moveCheckpoint(name, await kernel.checkpoint(name), position);
    }
    // Last: until then the start refuses, and says what to do.
    await this.identity.takeOver(place);
  }

  private async forgetStrangers(kind: string): Promise<void> {
    const { kernel, log } = this.parts;
    for (const { key, value } of await kernel.list<{ id: string; position: Position }>(kind)) {
      if ((await log.readAt(value.position))?.id !== value.id) await kernel.remove(kind, key);
    }
  }
}
