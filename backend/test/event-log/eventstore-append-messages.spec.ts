import { randomUUID } from 'node:crypto';
import { batchMessage } from '../../src/infrastructure/event-log/eventstore/eventstore-append-messages.js';
import { proposalOf } from '../../src/infrastructure/event-log/eventstore/eventstore-events.js';
import { readBatchMessage } from '../support/eventstore/batch-messages.js';

function eventWith(text: string) {
  return { id: randomUUID(), type: 'Written', data: { text }, metadata: { at: '2026-11-25', note: text } };
}

describe('an append as a message', () => {
  it.each(['noStream', 0, 1, 127, 128, 16_384, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER] as const)(
    'expects revision %s',
    (expected) => {
      const message = batchMessage(randomUUID(), {
        stream: 'like-1',
        expected,
        events: [proposalOf(eventWith('short'))],
      });

      expect(readBatchMessage(message).expected).toBe(expected);
    },
  );

  it('carries its events, whatever their length', () => {
    const correlationId = randomUUID();
    const events = ['', 'ä😀', 'x'.repeat(127), 'y'.repeat(20_000), 'z'.repeat(3_000_000)].map(eventWith);

    const message = batchMessage(correlationId, {
      stream: 'thread-Übung',
      expected: 7,
      events: events.map(proposalOf),
    });

    expect(readBatchMessage(message)).toEqual({
      correlationId,
      isFinal: true,
      stream: 'thread-Übung',
      expected: 7,
      events: events.map((event) => ({ ...event, contentType: 'application/json' })),
    });
  });
});
