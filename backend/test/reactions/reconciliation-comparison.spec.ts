import { noPayment } from '../../src/domain/payment/payment-state.js';
import {
  differenceOf,
  isDecided,
  sideInLog,
  sideOfMovement,
} from '../../src/reactions/reconciliation/comparison.js';
import { addTo } from '../../src/reactions/reconciliation/findings.js';
import type { Totals } from '../../src/domain/payment/reconciliation.js';
import { CappedList } from '../../src/reactions/reconciliation/report.js';
import { AT, dispute, price, start } from '../support/payment-story.js';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const jpy = (amount: number) => ({ amount, currency: 'jpy' });

describe('the difference between the provider and the log', () => {
  it.each([
    ['none', { amount: usd(199), state: 'paid' }, { amount: usd(199), state: 'paid' }, null],
    ['the log lacks it', { amount: usd(199), state: 'paid' }, null, 'not in the log'],
    ['the provider lacks it', null, { amount: usd(199), state: 'paid' }, 'not at the provider'],
    ['nobody has it', null, null, null],
    [
      'the amount',
      { amount: usd(200), state: 'paid' },
      { amount: usd(199), state: 'paid' },
      'amount differs',
    ],
    [
      'the currency, even with the same number',
      { amount: jpy(199), state: 'paid' },
      { amount: usd(199), state: 'paid' },
      'currency differs',
    ],
    ['the state', { amount: usd(199), state: 'lost' }, { amount: usd(199), state: 'open' }, 'state differs'],
  ] as const)('is found: %s', (_, provider, log, kind) => {
    expect(differenceOf(provider, log)).toBe(kind);
  });
});

describe('what the log knows of a charge', () => {
  const started = { ...noPayment, started: start };
  const parked = { reason: 'the amount differs', paymentIntentId: 'pi1', paid: null };

  it.each([
    ['nothing before the checkout', noPayment, null],
    ['nothing before the payment', started, null],
    ['that it is on its way', { ...started, isPending: true }, 'pending'],
    ['that it is parked', { ...started, parked }, 'parked'],
    [
      'nothing of a payment that was parked before it was made',
      { ...started, parked: { ...parked, paymentIntentId: null } },
      null,
    ],
    ['that it is paid', { ...started, parked, confirmedAt: AT }, 'paid'],
  ] as const)('is %s', (_, state, is) => {
    expect(sideInLog('charge', 'ch_1', state)).toEqual(is && { amount: price, state: is });
  });

  it('is settled once an admin has decided on what was parked', () => {
    const intent = parked.paymentIntentId;
    expect(isDecided({ ...started, parked, resolved: [] }, intent)).toBe(false);
    expect(isDecided({ ...started, resolved: [parked] }, intent)).toBe(true);
    // It was charged again.
    expect(isDecided({ ...started, resolved: [parked] }, 'pi_2')).toBe(false);
    // It came back with another payment.
    expect(isDecided({ ...started, parked, resolved: [parked] }, intent)).toBe(false);
    expect(isDecided({ ...started, resolved: [{ ...parked, paymentIntentId: null }] }, null)).toBe(false);
  });

  it('is found by the id of a refund or dispute', () => {
    const refunds = { re_1: { amount: usd(100), state: 'pending' as const } };
    const disputes = { d1: dispute('open') };
    expect(sideInLog('refund', 're_1', { ...started, refunds })).toEqual(refunds.re_1);
    expect(sideInLog('refund', 're_2', { ...started, refunds })).toBeNull();
    expect(sideInLog('dispute', 'd1', { ...started, disputes })).toMatchObject({ state: 'open' });
  });
});

describe('what the provider lists', () => {
  const movement = {
    paymentIntentId: 'pi_1',
    objectId: 'x',
    reference: 'r1',
    amount: usd(199),
    createdAt: AT,
  };

  it.each([
    ['charge', 'succeeded', 'paid'],
    ['charge', 'pending', 'pending'],
    ['charge', 'failed', null],
    ['refund', 'succeeded', 'succeeded'],
    ['refund', 'failed', 'failed'],
    ['refund', 'canceled', 'canceled'],
    ['refund', 'requires_action', 'pending'],
  ] as const)('is a %s that is %s: %s', (kind, state, is) => {
    expect(sideOfMovement({ ...movement, kind, state })).toEqual(is && { amount: usd(199), state: is });
  });
});

describe('the totals', () => {
  it('add what has moved, per side and currency', () => {
    const totals: Record<string, Totals> = {};
    const row = { objectId: 'x', reference: 'r1', createdAt: null };
    const paid = { amount: usd(199), state: 'paid' };
    addTo(totals, { ...row, object: 'charge', provider: paid, log: paid });
    addTo(totals, { ...row, object: 'charge', provider: { amount: jpy(290), state: 'paid' }, log: null });
    addTo(totals, { ...row, object: 'charge', provider: { ...paid, state: 'pending' }, log: null });
    addTo(totals, {
      ...row,
      object: 'refund',
      provider: { amount: usd(50), state: 'failed' },
      log: { amount: usd(50), state: 'succeeded' },
    });
    addTo(totals, { ...row, object: 'dispute', provider: { amount: usd(9), state: 'won' }, log: null });
    addTo(totals, { ...row, object: 'event', provider: paid, log: null });
    const none = { provider: 0, log: 0 };
    expect(totals).toEqual({
      usd: { charged: { provider: 199, log: 199 }, refunded: { provider: 0, log: 50 }, disputed: none },
      jpy: { charged: { provider: 290, log: 0 }, refunded: none, disputed: none },
    });
  });
});

describe('a capped list', () => {
  it('keeps a thousand and counts the rest', () => {
    const list = new CappedList<number>();
    for (let item = 0; item < 1001; item += 1) list.add(item);
    expect(list.plain.count).toBe(1001);
    expect(list.plain.listed).toHaveLength(1000);
  });
});
