import { type HeadConditions, AggregateCache } from '../../src/kernel/commands/aggregate-cache.js';

/** Conditions that a test changes; at first this process is the only writer, and reads the log. */
export function headConditions() {
  const quarantined = new Set<string>();
  const conditions = {
    isAlone: true as boolean,
    lease: { isHeld: true as boolean, confirm: (): Promise<void> | null => null },
    reader: { isFollowing: true as boolean, position: 0 },
    mayShow: (): boolean => false,
    quarantine: quarantined,
  } satisfies HeadConditions;
  return { ...conditions, quarantined };
}

/** The states in memory of a process beside which others write. */
export function statesBesideOthers(): AggregateCache {
  const conditions = headConditions();
  conditions.isAlone = false;
  return new AggregateCache(conditions);
}

/** The states in memory of a process that is alone, and has not renewed its lease in time. */
export function statesWithoutLease(): AggregateCache {
  const conditions = headConditions();
  conditions.lease.isHeld = false;
  return new AggregateCache(conditions);
}
