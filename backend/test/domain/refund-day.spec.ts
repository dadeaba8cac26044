import { personOf } from '../../src/domain/admin/person.js';
import { RefundDay } from '../../src/domain/payment/refund-day.js';
import { refundsInVain } from '../../src/domain/payment/payment-acts.js';
import { noPayment } from '../../src/domain/payment/payment-state.js';
import { given } from '../support/given.js';
import { rolesOf } from '../support/roles.js';

const NOW = '2026-11-21T12:00:00.000Z';
const A_DAY_BEFORE = '2026-11-20T12:00:00.000Z';
const LESS = '2026-11-20T12:00:00.001Z';
const usd = (amount: number) => ({ amount, currency: 'usd' });

/** Two logins of one person, and a third. */
const roles = rolesOf({
  fiona: { accountIds: ['ann'] },
  'fiona-too': { accountIds: ['ann'] },
  frank: { accountIds: ['bob'] },
});

describe('a refund that an admin wants', () => {
  const count = (amount: number, more: Partial<Parameters<typeof RefundDay.CountRefund>[0]> = {}) =>
    RefundDay.CountRefund({
      by: personOf('fiona', roles),
      now: NOW,
      reference: 'r1',
      refundId: 'f9',
      amount: usd(amount),
      refunded: 0,
      inVain: [],
      limit: 500,
      ...more,
    });
  const counted = (
    amount: number,
    isAsked: boolean,
    { refundId = 'f9', currency = 'usd', by = personOf('fiona', roles) } = {},
  ) => {
    const { id: adminId, loginIds, accountIds } = by;
    const data = { adminId, loginIds, accountIds, reference: 'r1', refundId, amount: { amount, currency } };
    return { type: 'RefundCounted', data: { ...data, isAsked } } as const;
  };

  it.each([
    [500, false],
    [501, true],
  ])('of %d is asked for if it is above the limit: %s', (amount, isAsked) =>
    given(RefundDay).when(count(amount)).then(counted(amount, isAsked)),
  );

  it.each([
    [400, false],
    [401, true],
  ])('after %d was refunded of the payment is asked for: %s', (refunded, isAsked) =>
    given(RefundDay).when(count(100, { refunded })).then(counted(100, isAsked)),
  );

  const before = [
    { ...counted(300, false, { refundId: 'f1' }), at: LESS },
    counted(100, true, { refundId: 'f2' }),
  ] as const;
  it('is added to the others of 24 hours, also those that an owner was asked for', () => {
    given(RefundDay, ...before)
      .when(count(100))
      .then(counted(100, false));
    given(RefundDay, ...before)
      .when(count(101))
      .then(counted(101, true));
  });

  it('is added to those of another login of the same person, and not to those of others', () => {
    given(RefundDay, ...before)
      .when(count(101, { by: personOf('fiona-too', roles) }))
      .then(counted(101, true, { by: personOf('fiona-too', roles) }));
    given(RefundDay, ...before)
      .when(count(500, { by: personOf('frank', roles) }))
      .then(counted(500, false, { by: personOf('frank', roles) }));
  });

  it.each([
    ['the login is unlinked', 'fiona', rolesOf({ fiona: {} })],
    ['the other login is unlinked', 'fiona-too', rolesOf({ 'fiona-too': {} })],
    ['the login is linked to another account', 'fiona', rolesOf({ fiona: { accountIds: ['bob'] } })],
    ['the account has another login', 'new', rolesOf({ new: { accountIds: ['ann'] } })],
    ['an account joins the logins later', 'new', rolesOf({ new: { accountIds: ['zoe', 'ann'] } })],
  ])('is added to them when %s', (_, login, later) => {
    const by = personOf(login, later);
    given(RefundDay, ...before)
      .when(count(101, { by }))
      .then(counted(101, true, { by }));
  });

  it('is not added to those of 24 hours ago', () =>
    given(RefundDay, { ...counted(500, false, { refundId: 'f1' }), at: A_DAY_BEFORE })
      .when(count(500))
      .then(counted(500, false)));

  it('is added to those of another day in UTC', () =>
    given(RefundDay, { ...counted(500, false, { refundId: 'f1' }), at: '2026-11-20T23:59:59.999Z' })
      .when(count(1, { now: '2026-11-21T00:00:00.000Z' }))
      .then(counted(1, true)));

  it('is not added to those that gave nothing back, and to those in another currency', () => {
    const vain = [
      counted(400, false, { refundId: 'f1' }),
      counted(400, false, { refundId: 'f2', currency: 'eur' }),
    ];
    given(RefundDay, ...vain)
      .when(count(500, { inVain: ['f1'] }))
      .then(counted(500, false));
    given(RefundDay, ...vain)
      .when(count(200))
      .then(counted(200, true));
  });

  it('is counted once', () => given(RefundDay, counted(500, false)).when(count(500)).thenNothing());
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
