import { CountRefund } from '../../src/domain/payment/refund-day.commands.js';
import { refundDay } from '../../src/domain/payment/refund-day.js';
import { refundsInVain } from '../../src/domain/payment/payment-acts.js';
import { noPayment } from '../../src/domain/payment/payment-state.js';
import { given } from '../support/given.js';

const of = { adminId: 'fiona', day: '2026-11-21', reference: 'r1' };
const usd = (amount: number) => ({ amount, currency: 'usd' });

describe('a refund that an admin wants', () => {
  const count = (amount: number, more: Partial<CountRefund['data']> = {}) =>
    new CountRefund({
      ...of,
      refundId: 'f9',
      amount: usd(amount),
      refunded: 0,
      inVain: [],
      limit: 500,
      ...more,
    });
  const counted = (amount: number, isAsked: boolean, refundId = 'f9', currency = 'usd') =>
    ({ type: 'RefundCounted', data: { ...of, refundId, amount: { amount, currency }, isAsked } }) as const;

  it.each([
    [500, false],
    [501, true],
  ])('of %d is asked for if it is above the limit: %s', (amount, isAsked) =>
    given(refundDay).when(count(amount)).then(counted(amount, isAsked)),
  );

  it.each([
    [400, false],
    [401, true],
  ])('after %d was refunded of the payment is asked for: %s', (refunded, isAsked) =>
    given(refundDay).when(count(100, { refunded })).then(counted(100, isAsked)),
  );

  it('is added to the others of the day, also those that an owner was asked for', () => {
    const before = [counted(300, false, 'f1'), counted(100, true, 'f2')];
    given(refundDay, ...before)
      .when(count(100))
      .then(counted(100, false));
    given(refundDay, ...before)
      .when(count(101))
      .then(counted(101, true));
  });

  it('is not added to those that gave nothing back, and to those in another currency', () => {
    const before = [counted(400, false, 'f1'), counted(400, false, 'f2', 'eur')];
    given(refundDay, ...before)
      .when(count(500, { inVain: ['f1'] }))
      .then(counted(500, false));
    given(refundDay, ...before)
      .when(count(200))
      .then(counted(200, true));
  });

  it('is counted once', () => given(refundDay, counted(500, false)).when(count(500)).thenNothing());
});

describe('a refund that gave nothing back', () => {
  const startedRefunds = {
    f1: { amount: usd(50), isRejected: false },
    f2: { amount: usd(50), isRejected: false },
    f3: { amount: usd(70), isRejected: true },
  };
  const inVain = (...failed: number[]) => {
    const refunds = failed.map((amount, index) => [`re${index}`, { amount: usd(amount), state: 'failed' }]);
    return refundsInVain({ ...noPayment, startedRefunds, refunds: Object.fromEntries(refunds) });
  };

  it('was rejected, or failed with the same amount', () => {
    expect(inVain()).toEqual(['f3']);
    expect(inVain(50)).toEqual(['f1', 'f3']);
    expect(inVain(50, 50, 50)).toEqual(['f1', 'f2', 'f3']);
    expect(inVain(60)).toEqual(['f3']);
  });
});
