import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { isOutage } from '../../src/infrastructure/outages/outage.js';
import type { Clock, Ids } from '../../src/kernel/clock.js';
import type { EngineLogger } from '../../src/kernel/logger.js';
import type { LogReader } from '../../src/kernel/log/log-reader.js';
import type { ReactionEngine } from '../../src/kernel/reactions/running-reaction.js';
import { TestClock } from './app.js';
import type { EngineUnderTest } from './engine.js';

const quiet: EngineLogger = { info: () => undefined, error: () => undefined };

/** What reactions run on in tests: real engines, and a clock that stands still. */
export function reactionEngine(
  { engines }: EngineUnderTest,
  reader: LogReader,
  clock: Clock = new TestClock(),
): ReactionEngine & { readonly ids: Ids } {
  return { ...engines, reader, clock, ids: new RandomIds(), logger: quiet, isOutage };
}
