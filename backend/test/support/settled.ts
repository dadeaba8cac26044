import { Projector } from '../../src/kernel/views/projector.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import type { RunningApp } from './app.js';
import { eventually } from './eventually.js';

/**
 * Waits until every view and every reaction has dealt with everything, and with what that led to.
 * @throws Error when they never do
 */
export async function settled({ adapters, server }: RunningApp): Promise<void> {
  const { log } = adapters.storage;
  const projector = server.get(Projector, { strict: false });
  const reactor = server.get(Reactor, { strict: false });
  await eventually('everything is dealt with', async () => {
    const head = await log.head();
    const positions = [projector.position, ...reactor.health().map(({ position }) => position)];
    // What they have written stands in the log by now.
    return positions.every((position) => position >= head) && (await log.head()) === head;
  });
}
