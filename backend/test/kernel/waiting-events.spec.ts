import { messageOf } from '../../src/kernel/error-message.js';
import type { Recorded } from '../../src/kernel/event.js';
import { NotYetKnownError } from '../../src/kernel/reaction.js';
import {
  type WaitingEvent,
  failed,
  isDue,
  parkedAsUndecodable,
  queued,
  released,
  undecodable,
} from '../../src/kernel/reactions/waiting-event.js';
import { WaitingList } from '../../src/kernel/reactions/waiting-list.js';
import { useKernel } from '../support/test-kernel.js';

const START = Date.parse('2026-11-21T12:00:00.000Z');
const SECOND = 1000;
const HOUR = 3_600_000;
const at = (milliseconds: number) => new Date(START + milliseconds);
const event = {
  id: 'e1',
  type: 'Told',
  stream: 'story-1',
  revision: 3,
  position: 17,
  data: {},
} as unknown as Recorded;
const facts = {
  reaction: 'mails',
  id: 'e1',
  type: 'Told',
  stream: 'story-1',
  revision: 3,
  position: 17,
  sequence: 'ann',
};

const testKernel = useKernel();

describe('a waiting event', () => {
  const first = queued('mails', 'ann', event, at(0));
  /** The event after this many failed tries, all at one time. */
  const after = (tries: number, error: unknown = new Error('poison')) => {
    let waiting = first;
    for (let count = 0; count < tries; count += 1) waiting = failed(waiting, error, at(HOUR));
    return waiting;
  };

  it('is due once it is the first of its sequence', () => {
    const since = at(0).toISOString();
    expect(first).toEqual({ ...facts, tries: 0, reason: null, since, dueAt: since, isUndecodable: false });
    expect([isDue(first, at(-1)), isDue(first, at(0))]).toEqual([false, true]);
  });

  it('is due again after a pause that grows, counted from the try, and parked after the fifth', () => {
    const pauses = [1, 2, 3, 4, 5].map((tries) => {
      const { dueAt } = after(tries);
      return dueAt && Date.parse(dueAt) - START - HOUR;
    });
    expect(pauses).toEqual([10 * SECOND, 60 * SECOND, 600 * SECOND, HOUR, null]);
    expect(isDue(after(5), at(1e12))).toBe(false);
    expect(after(1)).toMatchObject({ tries: 1, reason: 'poison', since: at(HOUR).toISOString() });
    expect(failed(after(1), new Error('again'), at(2 * HOUR))).toMatchObject({
      tries: 2,
      reason: 'again',
      since: at(HOUR).toISOString(),
    });
  });

  it('is tried every hour until 72 hours after the first try when it refers to something unknown', () => {
    const unknown = new NotYetKnownError('which payment?');
    const begun = after(40, unknown);
    const wait = (hours: number) => failed(begun, unknown, at(HOUR + hours)).dueAt;
    expect(wait(72 * HOUR - 1)).toBe(at(HOUR + 73 * HOUR - 1).toISOString());
    expect(wait(72 * HOUR)).toBeNull();
  });

  it('that cannot be decoded is parked in the sequence of its stream', () => {
    const item = { id: 'e1', type: 'Told', stream: 'story-1', position: 17, reason: 'from tomorrow' };
    const parked = undecodable('mails', item, at(0));
    expect(parked).toEqual({
      ...facts,
      revision: 0,
      sequence: 'story-1',
      tries: 0,
      reason: 'from tomorrow',
      since: at(0).toISOString(),
      dueAt: null,
      isUndecodable: true,
    });
    expect(failed(parked, new Error('poison'), at(0)).isUndecodable).toBe(false);
    expect(parkedAsUndecodable(after(2), 'still')).toEqual({
      ...after(2),
      reason: 'still',
      dueAt: null,
      isUndecodable: true,
    });
  });

  it('starts again with its first try once it is released', () => {
    expect(released(after(5), at(2 * HOUR))).toEqual({
      ...after(5),
      tries: 0,
      dueAt: at(2 * HOUR).toISOString(),
    });
  });

  it('keeps 300 characters of its error', () => {
    expect(after(1, new Error('x'.repeat(301))).reason).toBe('x'.repeat(300));
    expect([messageOf(new Error('why')), messageOf('text')]).toEqual(['why', 'text']);
  });
});

describe('the list of waiting events', () => {
  const load = async (name = 'mails') => {
    const list = (await WaitingList.load(testKernel.storage.kernel, ['mails', 'photos'])).get(name);
    if (!list) throw new Error('there is no such list');
    return list;
  };
  const record = (id: string, position: number, sequence: string, more: Partial<WaitingEvent> = {}) => ({
    ...queued('mails', sequence, { ...event, id, position }, at(0)),
    ...more,
  });

  it('keeps a sequence in the order of the log, tries its first event only, and is durable', async () => {
    const list = await load();
    await list.put(record('b', 2, 'ann'));
    await list.put(record('a', 1, 'ann', { dueAt: null }));
    await list.put(record('c', 3, 'bob'));
    for (const stored of [list, await load()]) {
      expect(stored.head('ann')?.id).toBe('a');
      expect(stored.due(at(0))).toEqual(['bob']);
      expect(stored.due(at(-1))).toEqual([]);
      expect(stored.heads().map(({ id }) => id)).toEqual(['a', 'c']);
      expect(stored.counts()).toEqual({ waiting: 1, parked: 2 });
      expect([stored.blocks('ann'), stored.blocks('cleo')]).toEqual([true, false]);
      expect([stored.has('b'), stored.has('z')]).toEqual([true, false]);
    }
  });

  it('replaces its record of an event', async () => {
    const list = await load();
    await list.put(record('a', 1, 'ann'));
    await list.put(record('a', 1, 'ann', { dueAt: null }));
    expect(list.counts()).toEqual({ waiting: 0, parked: 1 });
    expect((await load()).counts()).toEqual({ waiting: 0, parked: 1 });
  });

  it('continues with the next event of a sequence, and releases the sequence after the last', async () => {
    const list = await load();
    const [a, b] = [record('a', 1, 'ann'), record('b', 2, 'ann')];
    for (const one of [a, b]) await list.put(one);
    await list.remove(a);
    expect([list.head('ann')?.id, list.has('a'), list.blocks('ann')]).toEqual(['b', false, true]);
    await list.remove(b);
    expect([list.head('ann'), list.blocks('ann')]).toEqual([undefined, false]);
    expect((await load()).counts()).toEqual({ waiting: 0, parked: 0 });
  });

  it('makes an undecodable event due at the next start, and keeps other failures parked', async () => {
    const list = await load();
    await list.put(record('a', 1, 'ann', { dueAt: null, isUndecodable: true }));
    await list.put(record('b', 2, 'bob', { dueAt: null }));
    expect(list.due(at(0))).toEqual([]);
    expect((await load()).due(at(0))).toEqual(['ann']);
  });

  it('contains the events of one reaction only', async () => {
    await (await load()).put(record('a', 1, 'ann'));
    expect((await load('photos')).counts()).toEqual({ waiting: 0, parked: 0 });
  });
});
