import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { isOutage } from '../../src/infrastructure/outages/outage.js';
import type { Clock, Ids } from '../../src/kernel/clock.js';
import type { KernelLogger } from '../../src/kernel/logger.js';
import type { LogReader } from '../../src/kernel/log/log-reader.js';
import type { Attempt } from '../../src/kernel/reaction.js';
import type { ReactionContext } from '../../src/kernel/reactions/running-reaction.js';
import { TestClock } from './app.js';
import type { TestKernel } from './test-kernel.js';

/** The first try of an event. */
export const FIRST_TRY: Attempt = { isPatient: false };

const quiet: KernelLogger = { info: () => undefined, error: () => undefined };

/** The context of reactions in tests: real storage, and a clock that only moves when a test moves it. */
export function reactionContext(
  { storage }: TestKernel,
  reader: LogReader,
  clock: Clock = new TestClock(),
): ReactionContext & { readonly ids: Ids } {
  return { ...storage, reader, clock, ids: new RandomIds(), logger: quiet, isOutage };
}
