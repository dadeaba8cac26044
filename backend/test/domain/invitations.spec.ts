import { AdminRoles } from '../../src/domain/admin/admin-roles.js';
import type { AdminRole } from '../../src/domain/admin/admin-role.js';
import { given } from '../support/given.js';
import { personWith } from '../support/roles.js';

const NOON = '2026-11-21T12:00:00.000Z';
const TOMORROW = '2026-11-22T12:00:00.000Z';
const INVALID = 'This invitation is not valid any more. Please ask for a new one.';

const invitation = (invitationId: string, accountId: string | null = 'ann') => ({
  invitationId,
  role: 'moderator' as const,
  accountId,
  email: accountId === null ? 'mo@example.org' : null,
  by: 'olga',
  tokenHash: `hash of ${invitationId}`,
  expiresAt: TOMORROW,
});
const invited = (invitationId: string, accountId?: string | null) =>
  ({ type: 'AdminInvited', data: invitation(invitationId, accountId) }) as const;
const withdrawn = (invitationId: string) =>
  ({ type: 'InvitationWithdrawn', data: { invitationId } }) as const;
const appointed = (
  adminId: string,
  role: AdminRole,
  accountId: string | null = null,
  invitationId: string | null = null,
) => ({ type: 'AdminAppointed', data: { adminId, role, accountId, invitationId } }) as const;
const dismissed = (adminId: string) =>
  ({ type: 'AdminDismissed', data: { adminId, reason: 'Left.' } }) as const;

const olga = appointed('olga', 'owner');
const invite = (id: string, accountId: string | null = 'ann', now = NOON) =>
  AdminRoles.InviteAdmin({ ...invitation(id, accountId), now });
const accept = (adminId = 'mo', { tokenHash = 'hash of i1', now = NOON } = {}) =>
  AdminRoles.AcceptInvitation({ invitationId: 'i1', tokenHash, adminId, now });
const dismissAnn = (by = 'olga') =>
  AdminRoles.DismissAccount({ accountId: 'ann', by: personWith(by), reason: 'Left.' });

describe('inviting a person to the back office', () => {
  it('records whom, by whom and until when', () =>
    given(AdminRoles, olga).when(invite('i1')).then(invited('i1')));
  it('does nothing while an invitation of the account is open', () =>
    given(AdminRoles, olga, invited('i1')).when(invite('i2')).thenNothing());
  it('replaces an invitation that has expired', () =>
    given(AdminRoles, olga, invited('i1'))
      .when(invite('i2', 'ann', TOMORROW))
      .then(withdrawn('i1'), invited('i2')));
  it('does nothing for an account with a login', () =>
    given(AdminRoles, olga, appointed('mo', 'moderator', 'ann'))
      .when(invite('i1'))
      .thenNothing());
  it('is possible again once that login was dismissed', () =>
    given(AdminRoles, olga, appointed('mo', 'moderator', 'ann'), dismissed('mo'))
      .when(invite('i1'))
      .then(invited('i1')));
  it('counts addresses and other accounts apart', () =>
    given(AdminRoles, olga, invited('i1'), invited('i2', 'bob'))
      .when(invite('i3', null))
      .then(invited('i3', null)));
  it('does nothing when repeated', () =>
    given(AdminRoles, olga, invited('i1', null)).when(invite('i1', null)).thenNothing());
});

describe('accepting an invitation', () => {
  const login = appointed('mo', 'moderator', 'ann', 'i1');

  it('appoints the login for the account', () =>
    given(AdminRoles, olga, invited('i1')).when(accept()).then(login));
  it('works once', () =>
    given(AdminRoles, olga, invited('i1'), login).when(accept('max')).thenRejected(INVALID, 'invalid'));
  it('does nothing when repeated for the same login', () =>
    given(AdminRoles, olga, invited('i1'), login).when(accept()).thenNothing());
  it('needs the mailed token', () =>
    given(AdminRoles, olga, invited('i1'))
      .when(accept('mo', { tokenHash: 'another' }))
      .thenRejected(INVALID, 'invalid'));
  it('is rejected once it has expired (V6.4.1)', () =>
    given(AdminRoles, olga, invited('i1'))
      .when(accept('mo', { now: TOMORROW }))
      .thenRejected(INVALID, 'invalid'));
  it('is rejected once it was withdrawn', () =>
    given(AdminRoles, olga, invited('i1'), withdrawn('i1')).when(accept()).thenRejected(INVALID, 'invalid'));
  it('is rejected for the name of another login', () =>
    given(AdminRoles, olga, invited('i1'))
      .when(accept('olga'))
      .thenRejected('This username is taken.', 'conflict'));
});

describe('the invitation of an owner', () => {
  const invitedOwner = { type: 'AdminInvited', data: { ...invitation('i1', null), role: 'owner' } } as const;
  const accepted = { type: 'InvitationAccepted', data: { invitationId: 'i1', adminId: 'mo' } } as const;
  const confirmed = { type: 'InvitationConfirmed', data: { invitationId: 'i1' } } as const;
  const login = appointed('mo', 'owner', null, 'i1');
  const confirm = (now = NOON) => AdminRoles.ConfirmInvitation({ invitationId: 'i1', now });

  it('gives no role when it is accepted first', () =>
    given(AdminRoles, olga, invitedOwner).when(accept()).then(accepted));
  it('gives no role when it is confirmed first', () =>
    given(AdminRoles, olga, invitedOwner).when(confirm()).then(confirmed));
  it('gives the role once it is both', () => {
    given(AdminRoles, olga, invitedOwner, accepted).when(confirm(TOMORROW)).then(confirmed, login);
    given(AdminRoles, olga, invitedOwner, confirmed).when(accept()).then(login);
  });
  it('does nothing when repeated', () => {
    given(AdminRoles, olga, invitedOwner, accepted).when(accept()).thenNothing();
    given(AdminRoles, olga, invitedOwner, confirmed).when(confirm()).thenNothing();
    given(AdminRoles, olga, invitedOwner, accepted, confirmed, login).when(confirm()).thenNothing();
  });
  it('is accepted once', () =>
    given(AdminRoles, olga, invitedOwner, accepted).when(accept('max')).thenRejected(INVALID, 'invalid'));
  it('is not accepted with the name of a login that waits', () =>
    given(AdminRoles, olga, invitedOwner, accepted, invited('i2'))
      .when(
        AdminRoles.AcceptInvitation({
          invitationId: 'i2',
          tokenHash: 'hash of i2',
          adminId: 'mo',
          now: NOON,
        }),
      )
      .thenRejected('This username is taken.', 'conflict'));
  it('knows the accounts of the login that waits', () => {
    const linked = { type: 'AccountLinked', data: { adminId: 'mo', accountId: 'ann' } } as const;
    const link = AdminRoles.LinkAccount({ adminId: 'mo', accountId: 'ann' });
    given(AdminRoles, olga, invitedOwner, accepted).when(link).then(linked);
    given(AdminRoles, olga, invitedOwner, accepted, linked).when(link).thenNothing();
    given(AdminRoles, olga, invitedOwner, accepted, linked).when(dismissAnn()).then(withdrawn('i1'));
    given(AdminRoles, olga, invitedOwner, accepted, linked, confirmed, login)
      .when(
        AdminRoles.DismissAccount({
          accountId: 'ann',
          by: personWith('olga'),
          reason: 'Left.',
          isConfirmed: true,
        }),
      )
      .then(dismissed('mo'));
  });
  it('is not confirmed once it was withdrawn, or nobody accepted it in time', () => {
    given(AdminRoles, olga, invitedOwner, accepted, withdrawn('i1'))
      .when(confirm())
      .thenRejected('The invitation was withdrawn.', 'conflict');
    given(AdminRoles, olga, invitedOwner)
      .when(confirm(TOMORROW))
      .thenRejected('Nobody accepted the invitation in time.', 'conflict');
  });
});

describe('withdrawing an invitation', () => {
  const withdraw = AdminRoles.WithdrawInvitation({ invitationId: 'i1' });

  it('makes it invalid', () => given(AdminRoles, invited('i1')).when(withdraw).then(withdrawn('i1')));
  it('does nothing when repeated', () =>
    given(AdminRoles, invited('i1'), withdrawn('i1')).when(withdraw).thenNothing());
});

describe('dismissing the logins of an account', () => {
  const mo = appointed('mo', 'moderator', 'ann');

  it('also withdraws its invitations, and leaves those of others', () =>
    given(AdminRoles, olga, mo, invited('i1'), invited('i2', 'bob'))
      .when(dismissAnn())
      .then(withdrawn('i1'), dismissed('mo')));
  it('does nothing when repeated', () =>
    given(AdminRoles, olga, mo, dismissed('mo')).when(dismissAnn()).thenNothing());
  it('is rejected for the own login', () =>
    given(AdminRoles, olga, appointed('otto', 'owner', 'ann'))
      .when(dismissAnn('otto'))
      .thenRejected('You cannot change your own role.', 'forbidden'));
  it('needs a second owner for an owner', () => {
    const otto = appointed('otto', 'owner', 'ann');
    given(AdminRoles, olga, otto)
      .when(dismissAnn())
      .thenRejected('An owner leaves only if a second owner confirms it.', 'conflict');
    given(AdminRoles, olga, otto)
      .when(
        AdminRoles.DismissAccount({
          accountId: 'ann',
          by: personWith('olga'),
          reason: 'Left.',
          isConfirmed: true,
        }),
      )
      .then(dismissed('otto'));
  });
  it('is rejected for the last owner', () =>
    given(AdminRoles, appointed('otto', 'owner', 'ann'))
      .when(dismissAnn('fin'))
      .thenRejected('The last owner cannot be revoked.', 'conflict'));
});
