import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Boost, CheckoutStatus } from '../src/api/generated/schema.d.ts';
import { isConfirming, newsOf, pauseAfter } from '../src/features/boosts/checkout-answer.ts';

const boost = { id: 'b', boostType: 'mega' } as Boost;

function checkout(status: CheckoutStatus['status'], change: Partial<CheckoutStatus> = {}): CheckoutStatus {
  return { status, kind: 'boost', price: null, boost: null, ...change };
}

const granted = checkout('paid', { boost });
const donated = checkout('paid', { kind: 'donation' });
const asking = 6;

describe('isConfirming', () => {
  for (const settled of [granted, donated, checkout('pending'), checkout('failed'), checkout('parked')]) {
    it(`ends with the first answer about a ${settled.kind} that is ${settled.status}`, () =>
      assert.equal(isConfirming(settled, 1), false));
  }
  it('waits for the webhook, then for the boost, and goes on without an answer', () => {
    for (const open of [checkout('started'), checkout('unknown'), checkout('paid'), undefined]) {
      assert.equal(isConfirming(open, asking), true);
      assert.equal(isConfirming(open, asking + 1), false);
    }
  });
});

describe('pauseAfter', () => {
  const pauses = (open: CheckoutStatus | undefined, most: number, chance = 0.5) =>
    Array.from({ length: most }, (_, index) => Number(pauseAfter(open, index + 1, chance)));

  it('takes about ten seconds for the first answers', () => {
    const total = pauses(checkout('started'), asking).reduce((sum, pause) => sum + pause, 0);
    assert.ok(total >= 8000 && total <= 12_000, `${total} ms`);
  });
  it('grows up to three minutes, and never ends while something can change', () => {
    for (const status of [
      'started',
      'unknown',
      'pending',
      'failed',
      'expired',
      'parked',
      'refunded',
    ] as const) {
      const all = pauses(checkout(status), 100);
      assert.deepEqual(
        all,
        all.toSorted((one, other) => one - other),
      );
      assert.ok((all[asking] ?? 0) >= 5000);
      assert.equal(all.at(-1), 180_000);
    }
    assert.equal(pauseAfter(undefined, 100, 0.5), 180_000);
  });
  it('differs by a quarter in both directions', () => {
    assert.equal(pauseAfter(checkout('started'), 100, 0), 135_000);
    assert.equal(pauseAfter(checkout('started'), 100, 1), 225_000);
  });
  it('ends once it is paid and granted', () => {
    assert.equal(pauseAfter(granted, 1, 0.5), false);
    assert.equal(pauseAfter(donated, 1, 0.5), false);
    assert.equal(pauseAfter(checkout('paid'), 1, 0.5), 300);
  });
});

describe('newsOf', () => {
  const statuses = [
    'unknown',
    'started',
    'pending',
    'failed',
    'expired',
    'parked',
    'refunded',
    'dismissed',
  ] as const;

  it('is silent about what is paid, and has words for everything else', () => {
    assert.equal(newsOf(checkout('paid')), undefined);
    for (const status of statuses) {
      const news = newsOf(checkout(status));
      assert.ok(news && news.title !== '' && news.text !== '', status);
    }
  });
  it('says that nothing was charged only where that is known', () => {
    const uncharged = statuses.filter((status) =>
      newsOf(checkout(status))?.text.includes('not been charged'),
    );
    assert.deepEqual(uncharged, ['failed', 'expired']);
  });
});
