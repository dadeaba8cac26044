import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Boost, OwnPayment } from '../src/api/generated/schema.d.ts';
import { boostText, broughtTexts, paymentTitle, refundTexts } from '../src/features/account/payment-texts.ts';

const hour = 3_600_000;
const boost = (change: Partial<Boost>) => ({ boostType: 'mega', expiresAt: null, ...change }) as Boost;
const price = { amount: 999, currency: 'usd' };
const payment = (change: Partial<OwnPayment>) =>
  ({
    price,
    status: 'paid',
    refunded: null,
    refundRequest: null,
    canRequestRefund: false,
    refundableUntil: null,
    ...change,
  }) as OwnPayment;

describe('the words for a payment', () => {
  it('name what was bought', () => {
    assert.equal(paymentTitle({ boostType: null }), 'Donation');
    assert.equal(paymentTitle({ boostType: 'mega' }), 'Mega Boost');
    assert.equal(paymentTitle({ boostType: 'regular' }), 'Regular Boost');
  });
  it('name the time of an unused boost only after a part of it was used', () => {
    assert.equal(boostText(boost({ state: 'unclaimed', remainingMs: 7 * 24 * hour })), 'Unused.');
    assert.equal(boostText(boost({ state: 'unclaimed', remainingMs: 5 * hour })), 'Unused: 5 hours left.');
  });
  it('name a partial refund with both amounts', () => {
    const texts = refundTexts(payment({ refunded: { amount: 100, currency: 'usd' } }));
    assert.deepEqual(texts, ['USD 1.00 of USD 9.99 refunded.']);
  });
  it('say until when a refund can be requested, and that one was requested', () => {
    const until = '2026-11-29T12:00:00.000Z';
    const [offer] = refundTexts(payment({ canRequestRefund: true, refundableUntil: until }));
    assert.match(offer!, /^Can be refunded until 29 November 2026 at /);
    const [request] = refundTexts(payment({ refundRequest: 'open', refundableUntil: until }));
    assert.match(request!, /^You have requested a refund/);
  });
  it('list what a boost brought, without ranks that are not known', () => {
    const brought = { hours: 5.5, rankBefore: 12, rankDuring: 1, ratings: 3, likes: 1 };
    assert.deepEqual(broughtTexts(brought), [
      '5.5 hours on the board',
      'rank before: 12',
      'rank during: 1',
      '3 ratings',
      '1 like',
    ]);
    assert.deepEqual(broughtTexts({ ...brought, rankBefore: null, rankDuring: null }).length, 3);
  });
});
