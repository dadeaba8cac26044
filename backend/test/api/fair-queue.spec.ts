import { setImmediate } from 'node:timers/promises';
import { FairQueue } from '../../src/api/http/fair-queue.js';

describe('a fair queue', () => {
  const begun: string[] = [];
  let queue: FairQueue;
  let turns: Promise<() => void>[];
  const enter = (caller: string) => {
    const turn = queue.enter(caller);
    turns.push(turn);
    void turn.then(() => begun.push(caller));
  };
  beforeEach(async () => {
    begun.length = 0;
    turns = [];
    queue = new FairQueue({ atOnce: 2, ofCaller: 3, waiting: 5 });
  });
  const end = async (index: number) => {
    (await turns[index])?.();
    await setImmediate();
  };

  it('begins a few at a time', async () => {
    for (let time = 0; time < 4; time += 1) enter('eve');
    await setImmediate();
    expect(begun).toHaveLength(2);
    await end(0);
    expect(begun).toHaveLength(3);
    // A turn ends once.
    await end(0);
    expect(begun).toHaveLength(3);
    for (const index of [1, 2, 3]) await end(index);
    enter('eve');
    enter('eve');
    await setImmediate();
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
