import type { Subscription } from '../../src/kernel/event-log.js';
import type { LogReader } from '../../src/kernel/log/log-reader.js';
import type { TestKernel } from './test-kernel.js';
import { Noted } from './waits.js';

/** A consumer that records what it gets, and can be blocked or made to fail. */
export class Notes {
  readonly seen = new Noted<number>();
  readonly undecodable: number[] = [];
  readonly errors = new Noted<string>();
  recoveries = 0;
  failures = 0;
  hold: Promise<void> = Promise.resolve();

  follow(reader: LogReader, after: number): Subscription {
    return reader.follow({
      name: 'notes',
      after,
      onBatch: async ({ events, undecodable }) => {
        await this.hold;
        if (this.failures > 0) {
          this.failures -= 1;
          throw new Error('not now');
        }
        this.seen.push(...events.map(({ position }) => position));
        this.undecodable.push(...undecodable.map(({ position }) => position));
      },
      onError: (error) => this.errors.push((error as Error).message),
      onRecovered: () => {
        this.recoveries += 1;
      },
    });
  }

  /** Resolves when it has received this many events. */
  given(count: number): Promise<void> {
    return this.seen.atLeast(count);
  }
}

/** Appends an event that a reader can decode, or one of an unknown type, to the log; both return its position. */
export function eventsFor(testKernel: TestKernel) {
  return {
    verify: (accountId = 'ada') => testKernel.write(`account-${accountId}`, 'EmailVerified', { accountId }),
    appendUnknown: async () => {
      const event = { id: crypto.randomUUID(), type: 'FromTomorrow', data: {}, metadata: { version: 1 } };
      return (await testKernel.storage.log.append(`odd-${event.id}`, 'noStream', [event])).position;
    },
  };
}
