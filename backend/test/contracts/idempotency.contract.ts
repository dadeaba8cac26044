import type { IdempotencyStore } from '../../src/infrastructure/idempotency/idempotency-store.port.js';

const noon = new Date('2026-11-21T12:00:00.000Z');
const later = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

/** The contract of every IdempotencyStore. `open` returns the same store with its rows each time. */
export function idempotencyContract(open: () => Promise<IdempotencyStore>): void {
  let store: IdempotencyStore;

  beforeEach(async () => {
    store = await open();
  });

  afterEach(() => store.close());

  it('tells a new request from one that has begun, and from one that was answered', async () => {
    expect(await store.begin('one', 'content', later(60))).toBeNull();
    expect(await store.begin('one', 'other content', later(90))).toEqual({
      fingerprint: 'content',
      answer: null,
    });
    await store.finish('one', 'the answer');
    expect(await store.begin('one', 'content', later(90))).toEqual({
      fingerprint: 'content',
      answer: 'the answer',
    });
    expect(await store.begin('two', 'content', later(60))).toBeNull();
  });

  it('keeps the first answer, and none of a request that is not known', async () => {
    await store.begin('one', 'content', later(60));
    await store.finish('one', 'first');
    await store.finish('one', 'second');
    await store.finish('two', 'never begun');
    expect((await store.begin('one', 'content', later(60)))?.answer).toBe('first');
    expect(await store.begin('two', 'content', later(60))).toBeNull();
  });

  it('lets one of many simultaneous requests be the new one', async () => {
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => store.begin('one', 'content', later(60))),
    );
    expect(begun.filter((known) => known === null)).toHaveLength(1);
  });

  it('survives being opened again', async () => {
    await store.begin('one', 'content', later(60));
    await store.finish('one', 'the answer');
    await store.close();
    store = await open();
    expect((await store.begin('one', 'content', later(60)))?.answer).toBe('the answer');
  });

  it('deletes what has expired, and nothing else', async () => {
    await store.begin('one', 'content', later(60));
    await store.begin('two', 'content', later(61));
    expect(await store.removeExpired(later(59))).toBe(0);
    expect(await store.removeExpired(later(60))).toBe(1);
    expect(await store.begin('two', 'content', later(90))).not.toBeNull();
    expect(await store.begin('one', 'new content', later(90))).toBeNull();
  });
}
