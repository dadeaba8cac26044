import { aggregates } from '../../src/domain/aggregates.js';
import { type Evolving, aggregate as declare, evolveAll } from '../../src/kernel/aggregate.js';
import { event } from '../../src/kernel/event.js';
import { id } from '../../src/kernel/field.js';
import { randomHistory } from '../support/history.js';

/** The events of a generated history, by stream. */
function streamsOf(size: number): Map<string, Evolving[]> {
  const streams = new Map<string, Evolving[]>();
  for (const { stream, events } of randomHistory(1, size)) {
    streams.set(stream, [...(streams.get(stream) ?? []), ...events]);
  }
  return streams;
}

describe('aggregates', () => {
  const streams = [...streamsOf(20_000)];
  const stored = aggregates.filter(({ snapshot }) => snapshot);
  const lastAlone = aggregates.filter(({ lastEventIsState }) => lastEventIsState);

  it('read only the last event of these categories', () =>
    expect(lastAlone.map(({ category }) => category).toSorted()).toEqual([
      'commentLike',
      'digest',
      'email',
      'like',
      'ownAct',
      'publication',
      'username',
    ]));

  it.each(stored.map((aggregate) => [aggregate.category, aggregate] as const))(
    'have snapshots that survive JSON: %s',
    (category, aggregate) => {
      const theirs = streams.filter(([stream]) => stream.startsWith(`${category}-`));
      expect(theirs.length).toBeGreaterThan(0);
      for (const [, events] of theirs) {
        const state = evolveAll(aggregate, aggregate.initial, events);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      }
    },
  );

  it.each(lastAlone.map((aggregate) => [aggregate.category, aggregate] as const))(
    'get the same state from the last event of a stream as from all of them: %s',
    (category, aggregate) => {
      const theirs = streams.filter(([stream]) => stream.startsWith(`${category}-`));
      expect(theirs.some(([, events]) => events.length > 1)).toBe(true);
      for (const [, events] of theirs) {
        const whole = evolveAll(aggregate, aggregate.initial, events);
        expect(evolveAll(aggregate, aggregate.initial, events.slice(-1))).toEqual(whole);
      }
    },
  );

  it('make no command without what names the stream, or whose event gets a field that it does not declare', () => {
    const Note = declare('note', {
      id: ({ noteId }: { readonly noteId: string }) => noteId,
      initial: {},
      events: { Noted: event({ noteId: id }, '{actor} noted it.') },
    }).rules({
      evolve: { Noted: () => ({}) },
      decide: {
        Write: (data: { readonly noteId: string }) => [{ type: 'Noted', data }],
        Leak: (data: { readonly noteId: string; readonly secret: string }) => [{ type: 'Noted', data }],
        Lose: (_: { readonly other: string }) => [],
      },
    });
    expect(Note.Write({ noteId: 'n1' })).toBeInstanceOf(Note.commands.Write);
    // @ts-expect-error The log would keep the secret.
    Note.Leak({ noteId: 'n1', secret: 's' });
    // @ts-expect-error Nothing names the stream.
    Note.Lose({ other: 'n1' });
  });
});
