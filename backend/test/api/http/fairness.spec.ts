import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { type Group, ConcurrencySlots, type Sender } from '../../../src/api/http/concurrency-slots.js';
import { acceptConnectionsFirst } from '../../../src/api/http/connection-fairness.js';
import { FairQueue } from '../../../src/api/http/fair-queue.js';

const LIMITS = { most: { people: 6, unverified: 2, visitors: 6 }, ofCaller: 2, ofSite: 4 };

/** The places of a test, with the names of what was cut. */
function opened(limits = LIMITS) {
  const places = new ConcurrencySlots(limits);
  const cut: string[] = [];
  /** Takes a place, or says why not. A caller `a1` belongs to the site `a`. */
  const take = (group: Group, caller: string, name = caller) => {
    const sender: Sender = { group, caller, site: group === 'people' ? caller : caller.slice(0, 1) };
    return places.refusalFor(sender) ?? places.take(sender, () => cut.push(name));
  };
  const visitors = (...callers: string[]) => callers.map((caller) => take('visitors', caller));
  return { places, cut, take, visitors };
}

const GIVEN = expect.any(Function);

describe('the places of a server', () => {
  it('are limited for a caller and for a site', () => {
    const { take, visitors } = opened();
    expect(visitors('a1', 'a1', 'a1')).toEqual([GIVEN, GIVEN, 'own']);
    expect(visitors('a2', 'a2', 'a3')).toEqual([GIVEN, GIVEN, 'own']);
    expect(take('unverified', 'a4')).toBe('own');
    expect(take('people', 'ann')).toEqual(GIVEN);
  });

  it('go from strangers to people: first the oldest one of the fullest site', () => {
    const { cut, take, visitors } = opened();
    visitors('a1', 'b1', 'b2', 'b3');
    take('unverified', 'b4');
    take('unverified', 'c1');
    for (const person of ['ann', 'ann', 'bob', 'bob', 'cai', 'cai'])
      expect(take('people', person)).toEqual(GIVEN);
    expect(cut).toEqual(['b1', 'b2', 'b3', 'a1', 'b4', 'c1']);
    expect(take('people', 'dan')).toEqual(GIVEN);
    expect(cut.at(-1)).toBe('ann');
    expect(take('visitors', 'a1')).toBe('others');
  });

  it('never go from people to strangers, nor to a person who has almost as many', () => {
    const { cut, take } = opened();
    for (const person of ['ann', 'ann', 'bob', 'bob', 'cai', 'dan']) take('people', person);
    expect(take('visitors', 'a1')).toBe('others');
    expect(take('unverified', 'a1')).toBe('others');
    expect(take('people', 'cai')).toBe('others');
    expect(cut).toEqual([]);
  });

  it('go from one stranger to another only where a site has at least two more', () => {
    const { cut, take, visitors } = opened();
    visitors('a1', 'a2', 'a3', 'b1', 'b2', 'c1');
    expect(visitors('d1', 'd2', 'e1')).toEqual([GIVEN, 'others', GIVEN]);
    expect(cut).toEqual(['a1', 'a2']);
    expect(take('visitors', 'f1')).toEqual(GIVEN);
    expect(take('visitors', 'g1')).toBe('others');
    expect(cut).toEqual(['a1', 'a2', 'b1']);
  });

  it('of unverified accounts are few, and taken from each other then', () => {
    const { cut, take, visitors } = opened();
    visitors('a1', 'a2', 'a3');
    expect(take('unverified', 'b1')).toEqual(GIVEN);
    expect(take('unverified', 'b2')).toEqual(GIVEN);
    expect(take('unverified', 'b3')).toBe('others');
    expect(take('unverified', 'c1')).toEqual(GIVEN);
    expect(cut).toEqual(['b1']);
    visitors('d1');
    expect(visitors('e1')).toEqual([GIVEN]);
    expect(cut).toEqual(['b1', 'a1']);
  });

  it('are kept by what cannot be ended', () => {
    const { places, take } = opened();
    const sender = { group: 'visitors' as const, caller: 'a1', site: 'a' };
    const [first] = Array.from({ length: 6 }, () => places.take(sender, null));
    expect(take('people', 'ann')).toBe('others');
    first?.();
    expect(take('people', 'ann')).toEqual(GIVEN);
  });

  it('are given back once, also after they were lost', () => {
    const { take, visitors } = opened({ ...LIMITS, most: { people: 1, unverified: 1, visitors: 1 } });
    const [lost] = visitors('a1');
    const given = take('people', 'ann');
    if (typeof lost === 'function') lost();
    expect(take('visitors', 'a1')).toBe('others');
    if (typeof given === 'function') given();
    expect(take('visitors', 'a1')).toEqual(GIVEN);
  });
});

describe('a fair queue', () => {
  const begun: string[] = [];
  let queue: FairQueue;
  let turns: Promise<() => void>[];
  const enter = (caller: string) => {
    const entered = queue.enter(caller);
    turns.push(entered);
    void entered.then(() => begun.push(caller));
  };
  beforeEach(async () => {
    begun.length = 0;
    turns = [];
    queue = new FairQueue({ atOnce: 2, ofCaller: 3, waiting: 5 });
  });
  const end = async (index: number) => {
    (await turns[index])?.();
    await turn();
  };

  it('begins a few at a time', async () => {
    for (let time = 0; time < 4; time += 1) enter('eve');
    await turn();
    expect(begun).toHaveLength(2);
    await end(0);
    expect(begun).toHaveLength(3);
    // A turn ends once.
    await end(0);
    expect(begun).toHaveLength(3);
    for (const index of [1, 2, 3]) await end(index);
    enter('eve');
    enter('eve');
    await turn();
    expect(begun).toHaveLength(6);
  });

  it('lets callers take turns, however much each of them asks for', async () => {
    for (const caller of ['eve', 'eve', 'eve', 'eve', 'eve', 'ann', 'bob']) enter(caller);
    for (const index of [0, 1, 2, 5, 6]) await end(index);
    expect(begun).toEqual(['eve', 'eve', 'eve', 'ann', 'bob', 'eve', 'eve']);
  });

  it('is full for a caller, and for all', async () => {
    for (let time = 0; time < 5; time += 1) enter('eve');
    expect([queue.isFullFor('eve'), queue.isFullFor('ann'), queue.isFull()]).toEqual([true, false, false]);
    enter('ann');
    enter('bob');
    expect([queue.isFullFor('ann'), queue.isFull()]).toEqual([false, true]);
    await end(0);
    expect([queue.isFullFor('eve'), queue.isFull()]).toEqual([false, false]);
  });
});

describe('reads of a busy server', () => {
  const busy = () => {
    const server = new EventEmitter();
    const handled: string[] = [];
    const clock = { now: 0 };
    const handle = acceptConnectionsFirst(
      server as never,
      ({ url = '' }) => void handled.push(url),
      () => clock.now,
    );
    const ask = (url: string, rest: Partial<IncomingMessage> = {}) =>
      handle({ method: 'GET', url, ...rest } as IncomingMessage, {} as ServerResponse);
    return { server, handled, clock, ask };
  };

  it('are handled at once while no connection arrives, and writes always', async () => {
    const { server, handled, ask } = busy();
    ask('/a');
    server.emit('connection');
    ask('/b', { method: 'POST' });
    expect(handled).toEqual(['/a', '/b']);
  });

  it('wait until a turn without a new connection, and are then handled in their order', async () => {
    const { server, handled, ask } = busy();
    for (const url of ['/a', '/b', '/c']) {
      server.emit('connection');
      ask(url);
      await turn();
      expect(handled).toEqual([]);
    }
    ask('/gone', { destroyed: true });
    await turn();
    expect(handled).toEqual(['/a', '/b', '/c']);
    ask('/d');
    expect(handled.at(-1)).toBe('/d');
  });

  it('wait for 10 ms at most, however many connections arrive', async () => {
    const { server, handled, clock, ask } = busy();
    ask('/before');
    server.emit('connection');
    ask('/a');
    for (const now of [0, 9]) {
      clock.now = now;
      await turn();
      server.emit('connection');
    }
    expect(handled).toEqual(['/before']);
    clock.now = 10;
    await turn();
    expect(handled).toEqual(['/before', '/a']);
  });
});
