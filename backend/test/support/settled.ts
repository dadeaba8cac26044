import { Projector } from '../../src/kernel/views/projector.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import type { RunningApp } from './app.js';
import { eventually } from './eventually.js';

/**
 * Waits until every view and every reaction has processed all events, including the events that result from them.
 * @throws Error on timeout
 */
export async function settled({ adapters, server }: RunningApp): Promise<void> {
  const { log } = adapters.storage;
  const projector = server.get(Projector, { strict: false });
  const reactor = server.get(Reactor, { strict: false });
  await eventually('all events are processed', async () => {
    const head = await log.head();
    const positions = [projector.position, ...reactor.health().map(({ position }) => position)];
    // Their own events are in the log by now.
    return positions.every((position) => position >= head) && (await log.head()) === head;
  });
}
