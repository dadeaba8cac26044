import { AdminRoles } from '../../src/domain/admin/admin-roles.js';
import type { AdminRole } from '../../src/domain/admin/admin-role.js';
import type { EventOf } from '../../src/kernel/aggregate.js';
import { given } from '../support/given.js';
import { personWith } from '../support/roles.js';

const reason = 'New duties.';
const appointed = (adminId: string, role: AdminRole) =>
  ({ type: 'AdminAppointed', data: { adminId, role, accountId: null, invitationId: null } }) as const;
const changed = (adminId: string, role: AdminRole) =>
  ({ type: 'AdminRoleChanged', data: { adminId, role, reason } }) as const;
const dismissed = (adminId: string) => ({ type: 'AdminDismissed', data: { adminId, reason } }) as const;
const reinstated = (adminId: string, role: AdminRole) =>
  ({ type: 'AdminReinstated', data: { adminId, role, reason } }) as const;
const change = (adminId: string, role: AdminRole, by = 'olga') =>
  AdminRoles.ChangeAdminRole({ adminId, role, by: personWith(by), reason });
const dismiss = (adminId: string, by = 'olga') =>
  AdminRoles.DismissAdmin({ adminId, by: personWith(by), reason });
const reinstate = (adminId: string, by = 'olga') =>
  AdminRoles.ReinstateAdmin({ adminId, by: personWith(by), reason });

const sharedBy = (...adminIds: readonly string[]) =>
  adminIds.map((adminId) => ({ type: 'AccountLinked', data: { adminId, accountId: 'ann' } }) as const);

const olga = appointed('olga', 'owner');
const mo = appointed('mo', 'moderator');
const otto = appointed('otto', 'owner');
const MAKES_OWNER = 'An admin becomes an owner only if a second owner confirms it.';
const NEEDS_TWO = 'An owner leaves only if a second owner confirms it.';

describe('appointing an admin', () => {
  const appoint = AdminRoles.AppointAdmin({ adminId: 'mo', role: 'moderator' });

  it('gives a role', () => given(AdminRoles).when(appoint).then(mo));
  it('does nothing when repeated', () => given(AdminRoles, mo).when(appoint).thenNothing());
  it('is rejected for an admin with another role', () =>
    given(AdminRoles, appointed('mo', 'finance'))
      .when(appoint)
      .thenRejected('This admin has a role already.', 'conflict'));
  it('does not bring back a dismissed admin', () =>
    given(AdminRoles, olga, mo, dismissed('mo'))
      .when(appoint)
      .thenRejected('This admin has a role already.', 'conflict'));
});

describe('changing a role', () => {
  it('changes it', () =>
    given(AdminRoles, olga, mo).when(change('mo', 'finance')).then(changed('mo', 'finance')));
  it('does nothing for the same role', () =>
    given(AdminRoles, olga, mo).when(change('mo', 'moderator')).thenNothing());
  it('is rejected for oneself', () =>
    given(AdminRoles, olga, appointed('otto', 'owner'))
      .when(change('olga', 'finance'))
      .thenRejected('You cannot change your own role.', 'forbidden'));
  it('is rejected for a dismissed admin', () =>
    given(AdminRoles, olga, mo, dismissed('mo'))
      .when(change('mo', 'finance'))
      .thenRejected('This admin is dismissed.', 'conflict'));
  it('needs a second owner for an owner', () => {
    given(AdminRoles, olga, otto).when(change('otto', 'finance')).thenRejected(NEEDS_TWO, 'conflict');
    given(AdminRoles, olga, otto)
      .when(
        AdminRoles.ChangeAdminRole({
          adminId: 'otto',
          role: 'finance',
          by: personWith('olga'),
          reason,
          isConfirmed: true,
        }),
      )
      .then(changed('otto', 'finance'));
  });
  it('needs a second owner for a new owner', () => {
    given(AdminRoles, olga, mo).when(change('mo', 'owner')).thenRejected(MAKES_OWNER, 'conflict');
    given(AdminRoles, olga, mo)
      .when(
        AdminRoles.ChangeAdminRole({
          adminId: 'mo',
          role: 'owner',
          by: personWith('olga'),
          reason,
          isConfirmed: true,
        }),
      )
      .then(changed('mo', 'owner'));
  });
  it('keeps the last owner', () =>
    given(AdminRoles, olga, mo, appointed('otto', 'owner'), dismissed('otto'))
      .when(change('olga', 'finance', 'mo'))
      .thenRejected('The last owner cannot be revoked.', 'conflict'));
});

describe('dismissing an admin', () => {
  it('keeps them from signing in', () =>
    given(AdminRoles, olga, mo).when(dismiss('mo')).then(dismissed('mo')));
  it('does nothing when repeated', () =>
    given(AdminRoles, olga, mo, dismissed('mo')).when(dismiss('mo')).thenNothing());
  it('is rejected for oneself', () =>
    given(AdminRoles, olga, appointed('otto', 'owner'))
      .when(dismiss('olga'))
      .thenRejected('You cannot change your own role.', 'forbidden'));
  it.each([dismiss('mo'), change('mo', 'finance')])(
    'is rejected for another login of oneself: %j',
    (command) =>
      given(AdminRoles, olga, mo, ...sharedBy('olga', 'mo'))
        .when(command)
        .thenRejected('You cannot change your own role.', 'forbidden'),
  );
  it('keeps the last owner, but not the last but one', () => {
    given(AdminRoles, olga, mo)
      .when(dismiss('olga', 'mo'))
      .thenRejected('The last owner cannot be revoked.', 'conflict');
    given(AdminRoles, olga, otto)
      .when(AdminRoles.DismissAdmin({ adminId: 'otto', by: personWith('olga'), reason, isConfirmed: true }))
      .then(dismissed('otto'));
  });
  it('needs a second owner for an owner', () =>
    given(AdminRoles, olga, otto).when(dismiss('otto')).thenRejected(NEEDS_TWO, 'conflict'));
  it('is rejected for an unknown admin', () =>
    given(AdminRoles, olga).when(dismiss('nobody')).thenRejected('Admin not found', 'notFound'));
});

describe('reinstating an admin', () => {
  it('gives the role from before', () =>
    given(AdminRoles, olga, mo, changed('mo', 'finance'), dismissed('mo'))
      .when(reinstate('mo'))
      .then(reinstated('mo', 'finance')));
  it('needs a second owner for an owner', () => {
    given(AdminRoles, olga, otto, dismissed('otto'))
      .when(reinstate('otto'))
      .thenRejected(MAKES_OWNER, 'conflict');
    given(AdminRoles, olga, otto, dismissed('otto'))
      .when(AdminRoles.ReinstateAdmin({ adminId: 'otto', by: personWith('olga'), reason, isConfirmed: true }))
      .then(reinstated('otto', 'owner'));
  });
  it('does nothing for an admin who was not dismissed', () =>
    given(AdminRoles, olga, mo).when(reinstate('mo')).thenNothing());
  it('is rejected for oneself', () =>
    given(AdminRoles, olga, mo, dismissed('mo'))
      .when(reinstate('mo', 'mo'))
      .thenRejected('You cannot change your own role.', 'forbidden'));
});

describe('the account of the same person', () => {
  const linked = (accountId = 'ann') =>
    ({ type: 'AccountLinked', data: { adminId: 'mo', accountId } }) as const;
  const unlinked = { type: 'AccountUnlinked', data: { adminId: 'mo', accountId: 'ann', reason } } as const;
  const link = AdminRoles.LinkAccount({ adminId: 'mo', accountId: 'ann' });
  const unlink = AdminRoles.UnlinkAccounts({ adminId: 'mo', reason, isConfirmed: true });

  it('is linked to the login', () => given(AdminRoles, mo).when(link).then(linked()));
  it('is linked once', () => given(AdminRoles, mo, linked()).when(link).thenNothing());
  it('is linked beside an earlier one', () => given(AdminRoles, mo, linked('bob')).when(link).then(linked()));
  it('is not linked to an unknown login', () =>
    given(AdminRoles).when(link).thenRejected('Admin not found', 'notFound'));
  it('is unlinked if a second owner confirms it', () =>
    given(AdminRoles, mo, linked()).when(unlink).then(unlinked));
  it('is not unlinked by one person', () =>
    given(AdminRoles, mo, linked())
      .when(AdminRoles.UnlinkAccounts({ adminId: 'mo', reason }))
      .thenRejected('A login is unlinked only if a second owner confirms it.', 'conflict'));
  it('is not unlinked twice', () => given(AdminRoles, mo, linked(), unlinked).when(unlink).thenNothing());
  it('is not linked again by its address', () =>
    given(AdminRoles, mo, linked(), unlinked).when(link).thenNothing());
});

describe('since when an admin is an owner', () => {
  const sinceOf = (...events: EventOf<typeof AdminRoles.events>[]) =>
    events.reduce(
      (roles, { type, data }, day) =>
        AdminRoles.evolve[type](roles, data as never, `2026-11-0${day + 1}T12:00:00.000Z`),
      AdminRoles.initial,
    ).admins['otto']?.ownerSince;

  it.each([
    ['the appointment', [otto], '01'],
    ['the change of the role', [appointed('otto', 'finance'), changed('otto', 'owner')], '02'],
    ['the last change', [otto, changed('otto', 'finance'), changed('otto', 'owner')], '03'],
    ['the reinstatement', [otto, dismissed('otto'), reinstated('otto', 'owner')], '03'],
  ])('is the time of %s', (_, events, day) =>
    expect(sinceOf(...events)).toBe(`2026-11-${day}T12:00:00.000Z`),
  );
  it.each([
    ['a role of another kind', [otto, changed('otto', 'finance')]],
    ['one from the start', [appointed('otto', 'finance')]],
  ])('is unknown for %s', (_, events) => expect(sinceOf(...events)).toBeNull());
});
