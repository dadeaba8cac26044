import { ADMIN_ROLES, type AdminRole } from '../../src/domain/admin/admin-role.js';
import type { Appointment } from '../../src/domain/admin/admin-roles-state.js';
import { PROPOSED_ACTS, type ProposedAct } from '../../src/domain/proposal/proposal-facts.js';
import { type Asked, obstacleOf, rescheduled, scheduleOf } from '../../src/domain/proposal/second-person.js';
import { rolesOf } from '../support/roles.js';
import { personOf } from '../../src/domain/admin/person.js';

const NOW = '2026-11-21T12:00:00.000Z';
const YESTERDAY = '2026-11-20T12:00:00.000Z';
const AFTER_YESTERDAY = '2026-11-20T12:00:00.001Z';
const TOMORROW = '2026-11-22T12:00:00.000Z';
const IN_A_WEEK = '2026-11-28T12:00:00.000Z';

const refund = { reference: 'p1', amount: { amount: 6000, currency: 'usd' }, userId: 'ann', begun: 0 };
const invitation = {
  role: 'owner',
  accountId: 'ann',
  accountIds: ['ann'],
  by: 'olga',
  tokenHash: 'hash',
  expiresAt: TOMORROW,
  acceptedBy: 'new',
  isConfirmed: false,
} as const;

/** Acts by Olga about Ann, whose login is `ann-login` and whose account is `ann`. */
const asked = (act: ProposedAct): Asked => ({
  proposalId: 'r1',
  act,
  by: 'olga',
  subjectId:
    act === 'refundPayment' || act === 'inviteOwner'
      ? 'olga'
      : act.includes('Person') || act === 'revokeOwner'
        ? 'ann'
        : 'ann-login',
  refund: act === 'refundPayment' ? refund : null,
});

interface Confirmer {
  readonly who: string;
  readonly adminId: string;
  readonly login: Partial<Appointment>;
  readonly obstacle: string | null;
}

const CONFIRMERS: readonly Confirmer[] = [
  { who: 'another owner', adminId: 'otto', login: {}, obstacle: null },
  { who: 'an owner for exactly a day', adminId: 'otto', login: { ownerSince: YESTERDAY }, obstacle: null },
  { who: 'an owner for less', adminId: 'otto', login: { ownerSince: AFTER_YESTERDAY }, obstacle: 'new' },
  { who: 'a dismissed owner', adminId: 'otto', login: { isDismissed: true }, obstacle: 'noOwner' },
  { who: 'a moderator', adminId: 'otto', login: { role: 'moderator' }, obstacle: 'noOwner' },
  { who: 'finance', adminId: 'otto', login: { role: 'finance' }, obstacle: 'noOwner' },
  { who: 'the one who asked', adminId: 'olga', login: {}, obstacle: 'asked' },
  { who: 'their other login', adminId: 'otto', login: { accountIds: ['olga-account'] }, obstacle: 'asked' },
  {
    who: 'the login of the subject',
    adminId: 'ann-login',
    login: { accountIds: ['ann'] },
    obstacle: 'subject',
  },
  { who: 'their other login', adminId: 'otto', login: { accountIds: ['bob', 'ann'] }, obstacle: 'subject' },
];

/** These never take effect by waiting. */
const NEVER_DELAYED: ReadonlySet<ProposedAct> = new Set(['unlinkAccount']);

describe.each(PROPOSED_ACTS)('the act %s', (act) => {
  it.each(CONFIRMERS)('is confirmed by $who: $obstacle', ({ adminId, login, obstacle }) => {
    const roles = rolesOf(
      {
        'ann-login': { role: 'moderator', accountIds: ['ann'] },
        olga: { accountIds: ['olga-account'] },
        [adminId]: { ...(adminId === 'olga' && { accountIds: ['olga-account'] }), ...login },
      },
      { r1: invitation },
    );
    expect(obstacleOf(personOf(adminId, roles), asked(act), roles, NOW)).toBe(obstacle);
    // Nobody else is an owner for long enough.
    const isDelayed = obstacle !== null && !NEVER_DELAYED.has(act);
    expect(scheduleOf(asked(act), roles, NOW)).toEqual({
      isDelayed,
      dueAt: isDelayed ? TOMORROW : IN_A_WEEK,
    });
  });
});

const AGES = [
  ['a new one', AFTER_YESTERDAY],
  ['an old one', YESTERDAY],
] as const;
const pairs = ADMIN_ROLES.flatMap((one) =>
  ADMIN_ROLES.flatMap((other) =>
    AGES.flatMap(([, oneSince]) => AGES.map(([, otherSince]) => ({ one, oneSince, other, otherSince }))),
  ),
);

describe('two people', () => {
  const since = (role: AdminRole, ownerSince: string) => ({ role, ...(role === 'owner' && { ownerSince }) });

  it.each(pairs)(
    '$one of $oneSince asks, $other of $otherSince confirms',
    ({ one, oneSince, other, otherSince }) => {
      const roles = rolesOf({ one: since(one, oneSince), other: since(other, otherSince) });
      const act = { ...asked('refundPayment'), by: 'one', subjectId: 'one' };
      // The age and the role of the one who asks do not matter here: the route decides who may ask.
      const expected = other !== 'owner' ? 'noOwner' : otherSince === YESTERDAY ? null : 'new';
      expect(obstacleOf(personOf('other', roles), act, roles, NOW)).toBe(expected);
      expect(obstacleOf(personOf('one', roles), act, roles, NOW)).toBe('asked');
    },
  );

  it('are the one who asks and another, not the one who accepted the invitation', () => {
    const roles = rolesOf({ new: 'owner' }, { r1: { ...invitation, accountId: null, accountIds: [] } });
    expect(obstacleOf(personOf('new', roles), asked('inviteOwner'), roles, NOW)).toBe('subject');
  });

  it('are the one who asks and another, not another login of the one who accepted the invitation', () => {
    const linked = { ...invitation, accountId: null, accountIds: ['ann'] };
    const roles = rolesOf({ otto: { accountIds: ['ann'] } }, { r1: linked });
    expect(obstacleOf(personOf('otto', roles), asked('inviteOwner'), roles, NOW)).toBe('subject');
  });
});

describe('an act that needs a second person', () => {
  const unlinking = { ...asked('unlinkAccount'), isDelayed: false };

  it('is not delayed once nobody is left who may confirm it', () =>
    expect(rescheduled(unlinking, YESTERDAY, rolesOf({ olga: 'owner' }), NOW)).toBeNull());
});
