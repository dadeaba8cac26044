import type { IdempotencyStore } from '../../src/infrastructure/idempotency/idempotency-store.port.js';

const noon = new Date('2026-11-21T12:00:00.000Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

const BOB = { owner: 'bob', most: 3 };

/** The contract of every IdempotencyStore. `open` returns the same store with its rows each time. */
export function idempotencyContract(open: () => Promise<IdempotencyStore>): void {
  let store: IdempotencyStore;

  beforeEach(async () => {
    store = await open();
  });

  afterEach(() => store.close());

  it('tells a new request from one that has begun, and from one that was answered', async () => {
    expect(await store.begin('one', 'content', later(60), BOB)).toBeNull();
    expect(await store.begin('one', 'other content', later(90), BOB)).toEqual({
      fingerprint: 'content',
      answer: null,
    });
    await store.finish('one', 'the answer');
    expect(await store.begin('one', 'content', later(90), BOB)).toEqual({
      fingerprint: 'content',
      answer: 'the answer',
    });
    expect(await store.begin('two', 'content', later(60), BOB)).toBeNull();
  });

  it('keeps the first answer, and none of a request that is not known', async () => {
    await store.begin('one', 'content', later(60), BOB);
    await store.finish('one', 'first');
    await store.finish('one', 'second');
    await store.finish('two', 'never begun');
    expect((await store.begin('one', 'content', later(60), BOB))?.answer).toBe('first');
    expect(await store.begin('two', 'content', later(60), BOB)).toBeNull();
  });

  it('lets one of many simultaneous requests be the new one', async () => {
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => store.begin('one', 'content', later(60), BOB)),
    );
    expect(begun.filter((known) => known === null)).toHaveLength(1);
  });

  it('says whether a request has begun', async () => {
    await store.begin('one', 'content', later(60), BOB);
    expect([await store.knows('one'), await store.knows('two')]).toEqual([true, false]);
  });

  it('forgets the oldest requests of an owner with too many, and no others', async () => {
    await store.begin('of ann', 'content', later(1), { owner: 'ann', most: 3 });
    for (const [index, id] of ['one', 'two', 'three', 'four', 'five'].entries()) {
      await store.begin(id, 'content', later(60 + index), BOB);
      // Known ones are not counted again.
      await store.begin(id, 'content', later(90), BOB);
    }
    const known = await Promise.all(
      ['of ann', 'one', 'two', 'three', 'four', 'five'].map((id) => store.knows(id)),
    );
    expect(known).toEqual([true, false, false, true, true, true]);
  });

  it('never forgets the request that begins', async () => {
    for (const id of ['d', 'c', 'b', 'a']) await store.begin(id, 'content', later(60), BOB);
    expect(await store.knows('a')).toBe(true);
  });

  it('survives being opened again', async () => {
    await store.begin('one', 'content', later(60), BOB);
    await store.finish('one', 'the answer');
    await store.close();
    store = await open();
    expect((await store.begin('one', 'content', later(60), BOB))?.answer).toBe('the answer');
  });

  it('deletes what has expired, and nothing else', async () => {
    await store.begin('one', 'content', later(60), BOB);
    await store.begin('two', 'content', later(61), BOB);
    expect(await store.removeExpired(later(59))).toBe(0);
    expect(await store.removeExpired(later(60))).toBe(1);
    expect(await store.begin('two', 'content', later(90), BOB)).not.toBeNull();
    expect(await store.begin('one', 'new content', later(90), BOB)).toBeNull();
  });
}
