import { ALONE } from '../../src/kernel/active-role.js';
import type { Storage } from '../../src/composition/storage.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { isOutage } from '../../src/infrastructure/circuit-breaker/outage.js';
import type { Clock, Ids } from '../../src/kernel/clock.js';
import type { KernelLogger } from '../../src/kernel/logger.js';
import type { LogReader } from '../../src/kernel/log/log-reader.js';
import { type Attempt, checkpointOf } from '../../src/kernel/reaction.js';
import type { ReactionContext } from '../../src/kernel/reactions/running-reaction.js';
import { TestClock } from './app.js';
import type { TestKernel } from './test-kernel.js';
import { News } from './waits.js';

/** The first try of an event. */
export const FIRST_TRY: Attempt = { mayTakeLong: false };

const quiet: KernelLogger = { info: () => undefined, error: () => undefined };

/** The context of reactions in tests: real storage, and a clock that only moves when a test moves it. */
export function reactionContext(
  { storage, timer }: TestKernel,
  reader: LogReader,
  clock: Clock = new TestClock(),
): ReactionContext & { readonly ids: Ids } {
  return { ...storage, reader, clock, ids: new RandomIds(), timer, logger: quiet, isOutage, role: ALONE };
}

/** Watches the stored checkpoints from now on. The result waits until that of a reaction is moved to a position, or beyond it. */
export function watchCheckpoints({ storage: { kernel } }: { readonly storage: Pick<Storage, 'kernel'> }) {
  const stored = new Map<string, number>();
  const news = new News();
  const move = kernel.moveCheckpoint.bind(kernel);
  kernel.moveCheckpoint = async (name, from, to) => {
    const isMoved = await move(name, from, to);
    if (isMoved) stored.set(name, to);
    // In a later turn, when the reaction has taken the answer.
    setImmediate(news.tell);
    return isMoved;
  };
  return (reaction: string, position: number) =>
    news.until(
      `the checkpoint of ${reaction} at ${position}`,
      () => (stored.get(checkpointOf(reaction)) ?? 0) >= position,
    );
}
