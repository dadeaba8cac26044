import { hasOtherDecider } from '../../src/domain/acts/acts.js';
import { AdminRoles } from '../../src/domain/admin/admin-roles.js';
import { NOBODY, isSamePerson, personOf } from '../../src/domain/admin/person.js';
import { refuseOwn, refuseOwnPayment } from '../../src/domain/moderation/self-decision.js';
import { Payment } from '../../src/domain/payment/payment.js';
import { RefundDay } from '../../src/domain/payment/refund-day.js';
import { Proposal } from '../../src/domain/proposal/proposal.js';
import { rolesOf } from '../support/roles.js';

const invitation = {
  role: 'owner',
  accountId: null,
  accountIds: ['c'],
  by: 'olga',
  tokenHash: 'hash',
  expiresAt: '2026-11-22T12:00:00.000Z',
  acceptedBy: 'new',
  isConfirmed: false,
} as const;

/** Three logins of one person, of whom two have an account in common each, a login that waits, and a stranger. */
const roles = rolesOf(
  {
    one: { accountIds: ['a'] },
    two: { accountIds: ['b', 'a'] },
    three: { accountIds: ['c', 'b'], isDismissed: true },
    other: 'owner',
    zoe: { accountIds: ['z'] },
  },
  { i1: invitation },
);

it.each(['one', 'two', 'three', 'new', 'a', 'b', 'c'])(
  'by %s a person is found with all that is theirs',
  (id) => {
    const { loginIds, accountIds } = personOf(id, roles);
    expect(loginIds.toSorted()).toEqual(['new', 'one', 'three', 'two']);
    expect(accountIds.toSorted()).toEqual(['a', 'b', 'c']);
  },
);

it('a login without an account is a person', () =>
  expect(personOf('other', roles)).toEqual({ id: 'other', loginIds: ['other'], accountIds: [] }));

it('an id that is neither of a login nor linked has no login', () =>
  expect(personOf('d', roles)).toEqual({ id: 'd', loginIds: [], accountIds: ['d'] }));

it('strangers are two people', () => {
  const are = (one: string, other: string) => isSamePerson(personOf(one, roles), personOf(other, roles));
  expect(are('one', 'three')).toBe(true);
  expect(are('one', 'other')).toBe(false);
  expect(are('other', 'zoe')).toBe(false);
  expect(are('server', 'server')).toBe(true);
  expect(isSamePerson(NOBODY, personOf('other', roles))).toBe(false);
});

it('two logins are one person as soon as one side knows the link', () => {
  const before = personOf('one', rolesOf({}));
  expect(isSamePerson(before, personOf('two', roles))).toBe(true);
  expect(isSamePerson(personOf('two', roles), before)).toBe(true);
});

it('where a person decides, the id of a login does not compile', () => {
  const ask = { kind: 'PostHidden', isUndo: false, concerned: [] } as const;
  const refund = { refundId: 'f1', reference: 'r1', amount: { amount: 1, currency: 'usd' } };
  const facts = { now: '', refunded: 0, inVain: [], earlier: {}, limit: 1 };
  const order = { reference: 'r1', refundId: 'f1', reason: null, inTerminal: false, begun: null };
  const each = [
    // @ts-expect-error it is no person
    () => isSamePerson('one', 'two'),
    // @ts-expect-error it is no person
    () => RefundDay.CountRefund({ by: 'one', ...refund, ...facts }),
    // @ts-expect-error it is no person
    () => Payment.StartRefund({ ...order, amount: null, paid: null, decider: 'one' }),
    // @ts-expect-error it is no person
    () => refuseOwn('one', 'a'),
    // @ts-expect-error a part of a person is not a Person
    () => refuseOwnPayment({ accountIds: ['a'] }, 'a'),
    // @ts-expect-error an object of the same shape is not a Person
    () => refuseOwn({ id: 'one', loginIds: ['one'], accountIds: [] }, 'a'),
    // @ts-expect-error it is no person
    () => hasOtherDecider(roles, { ...ask, by: 'one' }),
    // @ts-expect-error it is no person
    () => Proposal.ConfirmAct({ proposalId: 'p1', by: 'one', roles, now: '' }),
    // @ts-expect-error it is no person
    () => Proposal.WithdrawAct({ proposalId: 'p1', by: 'one', roles }),
    // @ts-expect-error it is no person
    () => AdminRoles.DismissAdmin({ adminId: 'two', by: 'one', reason: '' }),
  ];
  expect(each).toHaveLength(10);
});
