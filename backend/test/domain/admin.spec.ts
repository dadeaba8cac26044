import { Admin } from '../../src/domain/admin/admin.js';
import type { SecondFactor } from '../../src/domain/admin/admin-state.js';
import type { DomainEvents } from '../../src/domain/events.js';
import { given } from '../support/given.js';

const login = { adminId: 'a1', username: 'mo', email: null, passwordHash: 'hash' };
const created = { type: 'AdminCreated', data: login } as const;
const enrolment = { adminId: 'a1', secret: 'SECRET', recoveryHashes: ['r1', 'r2'], step: 100 };
const enrolled = { type: 'TotpEnrolled', data: enrolment } as const;
const removed = { type: 'TotpRemoved', data: { adminId: 'a1' } } as const;
const none = { kind: 'none' } as const;
const code = (step: number) => ({ kind: 'totp', step }) as const;
const recovery = (codeHash: string) => ({ kind: 'recovery', codeHash }) as const;
const signedIn = (factor: SecondFactor) =>
  ({
    type: 'AdminSignedIn',
    data: { adminId: 'a1', factor } satisfies DomainEvents['AdminSignedIn'],
  }) as const;
/** With password and factor of the login after so many changes. */
const signIn = (factor: SecondFactor, changes = 0, passwordHash = 'hash') =>
  Admin.SignInAdmin({ adminId: 'a1', passwordHash, factor, changes, isRequired: false });
const proof = { factor: none, changes: 0 };

describe('creating a login', () => {
  it('creates it', () => given(Admin).when(Admin.CreateAdmin(login)).then(created));
  it('is rejected for a taken username', () =>
    given(Admin, created).when(Admin.CreateAdmin(login)).thenRejected('This username is taken.', 'conflict'));
});

describe('a new device', () => {
  const record = Admin.RecordNewAdminDevice({ adminId: 'a1', device: 'Firefox on Linux' });
  const recorded = { type: 'AdminSignedInOnNewDevice', data: record.data } as const;
  it('is not that of the first sign-in', () =>
    given(Admin, created, signedIn(none)).when(record).thenNothing());
  it('is recorded for each later one', () =>
    given(Admin, created, signedIn(none), signedIn(none), recorded).when(record).then(recorded));
  it('is rejected for a login that does not exist', () =>
    given(Admin).when(record).thenRejected('Invalid credentials', 'invalid'));
});

describe('the deletion of their person', () => {
  const erase = Admin.EraseAdmin({ adminId: 'a1' });
  const erased = { type: 'AdminErased', data: { adminId: 'a1' } } as const;
  it('is recorded', () => given(Admin, created).when(erase).then(erased));
  it('is recorded once', () => given(Admin, created, erased).when(erase).thenNothing());
  it('is nothing for a login that was not completed', () => given(Admin).when(erase).thenNothing());
  it('does not free the username', () =>
    given(Admin, created, erased)
      .when(Admin.CreateAdmin(login))
      .thenRejected('This username is taken.', 'conflict'));
});

describe('signing in', () => {
  it('is recorded', () => given(Admin, created).when(signIn(none)).then(signedIn(none)));
  it('is rejected when the password changed while it was checked', () =>
    given(Admin, created)
      .when(signIn(none, 0, 'old hash'))
      .thenRejected('Invalid credentials', 'invalid'));
  it('is rejected when the app changed while its code was checked', () =>
    given(Admin, created, enrolled, enrolled)
      .when(signIn(code(101), 1))
      .thenRejected('Invalid credentials', 'invalid'));
  it('is rejected for a login that does not exist', () =>
    given(Admin).when(signIn(none)).thenRejected('Invalid credentials', 'invalid'));
  it('needs a code once an app is connected', () =>
    given(Admin, created, enrolled).when(signIn(none, 1)).thenRejected('Invalid credentials', 'invalid'));
  it('takes no code without an app', () =>
    given(Admin, created, enrolled, removed)
      .when(signIn(code(101), 2))
      .thenRejected('Invalid credentials', 'invalid'));
  it('accepts a code that is newer than the last one', () =>
    given(Admin, created, enrolled)
      .when(signIn(code(101), 1))
      .then(signedIn(code(101))));
  it.each([100, 99])('rejects a code of step %i, which was used up with step 100', (step) =>
    given(Admin, created, enrolled)
      .when(signIn(code(step), 1))
      .thenRejected('This code was used already. Please wait for the next one.', 'invalid'),
  );
  it('rejects the same code a second time (V6.5.1)', () =>
    given(Admin, created, enrolled, signedIn(code(101)))
      .when(signIn(code(101), 1))
      .thenRejected('This code was used already. Please wait for the next one.', 'invalid'));
  it('accepts a recovery code once, and the other one after it', () => {
    given(Admin, created, enrolled)
      .when(signIn(recovery('r1'), 1))
      .then(signedIn(recovery('r1')));
    given(Admin, created, enrolled, signedIn(recovery('r1')))
      .when(signIn(recovery('r1'), 1))
      .thenRejected('This code was used already. Please wait for the next one.', 'invalid');
    given(Admin, created, enrolled, signedIn(recovery('r1')))
      .when(signIn(recovery('r2'), 1))
      .then(signedIn(recovery('r2')));
  });
});

describe('the password', () => {
  const change = Admin.ChangeAdminPassword({
    adminId: 'a1',
    currentHash: 'hash',
    passwordHash: 'new',
    proof,
  });
  const changed = { type: 'AdminPasswordChanged', data: { adminId: 'a1', passwordHash: 'new' } } as const;

  it('is changed by an admin who knows it', () => given(Admin, created).when(change).then(changed));
  it('keeps its meaning when its hash is renewed, unless it was changed or reset since it was checked', () => {
    const renew = Admin.RenewAdminPasswordHash({
      adminId: 'a1',
      currentHash: 'hash',
      passwordHash: 'renewed',
    });
    const renewed = {
      type: 'AdminPasswordHashRenewed',
      data: { adminId: 'a1', passwordHash: 'renewed' },
    } as const;
    const reset = { adminId: 'a1', tokenHash: 'token', expiresAt: '2026-11-22T12:00:00.000Z' };
    given(Admin, created).when(renew).then(renewed);
    given(Admin, created, renewed)
      .when(signIn(none, 0, 'renewed'))
      .then(signedIn(none));
    for (const later of [renewed, changed, { type: 'AdminReset', data: reset } as const]) {
      given(Admin, created, later).when(renew).thenNothing();
    }
    given(Admin).when(renew).thenNothing();
  });
  it('is not changed twice from the same one', () =>
    given(Admin, created, changed).when(change).thenRejected('Current password is incorrect', 'invalid'));
});

describe('the authenticator app', () => {
  const byCode = { factor: code(101), changes: 1 };
  const remove = (isRequired: boolean) => Admin.RemoveTotp({ adminId: 'a1', proof: byCode, isRequired });

  it('is connected', () =>
    given(Admin, created)
      .when(Admin.EnrolTotp({ ...enrolment, proof }))
      .then(enrolled));
  it('is replaced by another one, whose codes count from then on', () => {
    const other = { ...enrolment, secret: 'OTHER', step: 90 };
    const replaced = { type: 'TotpEnrolled', data: other } as const;
    given(Admin, created, enrolled)
      .when(Admin.EnrolTotp({ ...other, proof: byCode }))
      .then(replaced);
    given(Admin, created, enrolled, replaced)
      .when(signIn(code(91), 2))
      .then(signedIn(code(91)));
  });
  it('is not connected to a login that does not exist', () =>
    given(Admin)
      .when(Admin.EnrolTotp({ ...enrolment, proof }))
      .thenRejected('Admin not found', 'notFound'));
  it('is disconnected', () => given(Admin, created, enrolled).when(remove(false)).then(removed));
  it('stays where every admin needs one', () =>
    given(Admin, created, enrolled)
      .when(remove(true))
      .thenRejected('Every admin needs an authenticator app or a passkey here.', 'forbidden'));
  it('is disconnected once', () => given(Admin, created).when(remove(false)).thenNothing());
});

describe('a reset', () => {
  const NOON = '2026-11-21T12:00:00.000Z';
  const reset = { adminId: 'a1', tokenHash: 'token', expiresAt: '2026-11-22T12:00:00.000Z' };
  const wasReset = { type: 'AdminReset', data: reset, at: NOON } as const;
  const changed = { type: 'AdminPasswordChanged', data: { adminId: 'a1', passwordHash: 'new' } } as const;
  const setNew = (tokenHash = 'token', now = NOON) =>
    Admin.SetNewAdminPassword({ adminId: 'a1', tokenHash, passwordHash: 'new', now });
  const INVALID = 'This link is not valid any more. Please ask for a new one.';

  it('is recorded, once for each link', () => {
    given(Admin, created).when(Admin.ResetAdmin(reset)).then({ type: 'AdminReset', data: reset });
    given(Admin, created, wasReset).when(Admin.ResetAdmin(reset)).thenNothing();
    given(Admin).when(Admin.ResetAdmin(reset)).thenRejected('Admin not found', 'notFound');
  });
  it('makes the old password worthless', () => {
    given(Admin, created, wasReset).when(signIn(none, 1)).thenRejected('Invalid credentials', 'invalid');
    given(Admin, created, wasReset)
      .when(Admin.ChangeAdminPassword({ adminId: 'a1', currentHash: 'hash', passwordHash: 'mine', proof }))
      .thenRejected('Current password is incorrect', 'invalid');
  });
  it('removes the app', () =>
    given(Admin, created, enrolled, wasReset, changed)
      .when(signIn(none, 3, 'new'))
      .then(signedIn(none)));
  it('is followed by a new password, set with the last link in time', () => {
    given(Admin, created, wasReset).when(setNew()).then(changed);
    given(Admin, created, wasReset).when(setNew('other')).thenRejected(INVALID, 'invalid');
    given(Admin, created, wasReset).when(setNew('token', reset.expiresAt)).thenRejected(INVALID, 'invalid');
    given(Admin, created, wasReset, changed).when(setNew()).thenRejected(INVALID, 'invalid');
    given(Admin, created).when(setNew()).thenRejected(INVALID, 'invalid');
  });
});
