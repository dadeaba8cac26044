import type { INestApplicationContext } from '@nestjs/common';
import { EventsLeftError, operatorCommands } from '../../src/control/operator-commands.js';
import { SecurityLog } from '../../src/infrastructure/security-log/security-log.port.js';
import { ActiveServices } from '../../src/kernel/active-requests.js';
import { Clock } from '../../src/kernel/clock.js';
import { QuarantineRetry } from '../../src/kernel/log/quarantine-retry.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import { TestClock } from '../support/app.js';

describe('the retry of an operator', () => {
  /** The command of a program in which so many events are left. */
  const retry = (left: { parked: number; quarantined: number }, names: readonly string[] = []) => {
    const parts = new Map<unknown, unknown>([
      [ActiveServices, new ActiveServices()],
      [SecurityLog, { record: () => undefined }],
      [Clock, new TestClock()],
      [Reactor, { retry: async () => ({ handled: 3, left: left.parked }) }],
      [QuarantineRetry, { retry: async () => ({ decoded: [], views: [], left: left.quarantined }) }],
    ]);
    const app = { get: (part: unknown) => parts.get(part) } as INestApplicationContext;
    const command = operatorCommands(app)['retry'];
    if (!command) throw new Error('there is no such command');
    return command(names);
  };

  it('reports what was handled when nothing is left', async () => {
    expect(await retry({ parked: 0, quarantined: 0 })).toEqual([
      '3 waiting or parked events were handled, 0 are left',
    ]);
  });

  it('fails when a reaction has events left, and when the quarantine has', async () => {
    await expect(retry({ parked: 2, quarantined: 0 })).rejects.toThrow(EventsLeftError);
    await expect(retry({ parked: 2, quarantined: 0 })).rejects.toThrow(
      '3 waiting or parked events were handled, 2 are left',
    );
    await expect(retry({ parked: 0, quarantined: 1 })).rejects.toThrow(
      '0 events have left the quarantine, 1 are left',
    );
  });

  it('of one reaction does not depend on the quarantine', async () => {
    expect(await retry({ parked: 0, quarantined: 1 }, ['greeting'])).toHaveLength(1);
  });
});
