import { Admin } from '../../src/domain/admin/admin.js';
import type { ProvenFactor } from '../../src/domain/admin/admin-state.js';
import type { DomainEvents } from '../../src/domain/events.js';
import { MOST_PASSKEYS } from '../../src/domain/admin/passkeys.js';
import { given } from '../support/given.js';

const NONE = { kind: 'none' } as const;
const code = (step: number) => ({ kind: 'totp', step }) as const;
const key = (passkeyId: string) => ({ kind: 'passkey', passkeyId }) as const;

const created = {
  type: 'AdminCreated',
  data: { adminId: 'a1', username: 'mo', email: null, passwordHash: 'hash' },
} as const;
const enrolment = { adminId: 'a1', secret: 'SECRET', recoveryHashes: ['r1'], step: 100 };
const enrolled = { type: 'TotpEnrolled', data: enrolment } as const;
const keyData = (id: string, factor: ProvenFactor = NONE, counter = 0) => ({
  adminId: 'a1',
  passkeyId: id,
  name: `key ${id}`,
  credentialId: `credential ${id}`,
  publicKey: `public ${id}`,
  transports: ['internal'],
  counter,
  factor,
});
const added = (id: string, factor?: ProvenFactor, counter?: number) =>
  ({ type: 'PasskeyAdded', data: keyData(id, factor, counter) }) as const;
const used = (id: string, counter: number) =>
  ({
    type: 'AdminSignedInWithPasskey',
    data: { adminId: 'a1', passkeyId: id, counter } satisfies DomainEvents['AdminSignedInWithPasskey'],
  }) as const;
const removed = (id: string, factor: ProvenFactor = key(id)) =>
  ({
    type: 'PasskeyRemoved',
    data: { adminId: 'a1', passkeyId: id, factor } satisfies DomainEvents['PasskeyRemoved'],
  }) as const;
const add = (id: string, shown: ProvenFactor = NONE, changes = 0) => {
  const { factor, ...data } = keyData(id, shown);
  return Admin.AddPasskey({ ...data, proof: { factor, changes } });
};
const use = (id: string, counter: number) =>
  Admin.SignInWithPasskey({ adminId: 'a1', passkeyId: id, counter });
const remove = (id: string, { factor = key(id) as ProvenFactor, changes = 0, isRequired = false } = {}) =>
  Admin.RemovePasskey({ adminId: 'a1', passkeyId: id, proof: { factor, changes }, isRequired });

describe('adding a passkey', () => {
  it('adds it', () => given(Admin, created).when(add('k1')).then(added('k1')));
  it('is rejected for a login that does not exist', () =>
    given(Admin).when(add('k1')).thenRejected('Admin not found', 'notFound'));
  it('is rejected for one that was added before', () =>
    given(Admin, created, added('k1'))
      .when(Admin.AddPasskey({ ...add('k2', key('k1')).data, credentialId: 'credential k1' }))
      .thenRejected('This passkey was added already.', 'conflict'));
  it('is possible again after it was removed', () =>
    given(Admin, created, added('k1'), removed('k1')).when(add('k1')).then(added('k1')));
  it('is rejected beyond ten', () =>
    given(Admin, created, ...Array.from({ length: MOST_PASSKEYS }, (_, index) => added(`k${index}`)))
      .when(add('one more', key('k0')))
      .thenRejected('You have 10 passkeys. Remove one first.', 'conflict'));
  it('says what proved who adds it', () => {
    given(Admin, created, enrolled)
      .when(add('k1', code(101), 1))
      .then(added('k1', code(101)));
    given(Admin, created, added('k1'))
      .when(add('k2', key('k1')))
      .then(added('k2', key('k1')));
  });
  it('used up the code in events from before, and brings no later one back', () => {
    const signIn = (step: number) =>
      Admin.SignInAdmin({
        adminId: 'a1',
        passwordHash: 'hash',
        factor: code(step),
        changes: 1,
        isRequired: false,
      });
    for (const step of [102, 103]) {
      given(Admin, created, enrolled, added('k1', code(103)), added('k2', code(102)))
        .when(signIn(step))
        .thenRejected('This code was used already. Please wait for the next one.', 'invalid');
    }
  });
});

describe('signing in with a passkey', () => {
  it('is recorded', () => given(Admin, created, added('k1')).when(use('k1', 0)).then(used('k1', 0)));
  it('needs no code', () =>
    given(Admin, created, added('k1'), enrolled).when(use('k1', 0)).then(used('k1', 0)));
  it('is rejected for one that was removed meanwhile', () =>
    given(Admin, created, added('k1'), removed('k1'))
      .when(use('k1', 0))
      .thenRejected('Invalid credentials', 'invalid'));
  it.each([
    [5, 4],
    [5, 5],
    [5, 0],
  ])('is rejected after count %i with count %i', (last, counter) =>
    given(Admin, created, added('k1'), used('k1', last))
      .when(use('k1', counter))
      .thenRejected('Invalid credentials', 'invalid'),
  );
  it('is rejected with the count of the creation', () =>
    given(Admin, created, added('k1', NONE, 3))
      .when(use('k1', 3))
      .thenRejected('Invalid credentials', 'invalid'));
  it('goes on with a higher count', () =>
    given(Admin, created, added('k1'), used('k1', 5)).when(use('k1', 6)).then(used('k1', 6)));
  it('counts each passkey apart', () =>
    given(Admin, created, added('k1'), added('k2'), used('k1', 5)).when(use('k2', 1)).then(used('k2', 1)));
});

describe('removing a passkey', () => {
  it('removes it', () => given(Admin, created, added('k1')).when(remove('k1')).then(removed('k1')));
  it('does nothing on a repeat', () =>
    given(Admin, created, added('k1'), removed('k1')).when(remove('k1')).thenNothing());
  it('is rejected for the only second factor where one is required', () =>
    given(Admin, created, added('k1'))
      .when(remove('k1', { isRequired: true }))
      .thenRejected('Every admin needs an authenticator app or a passkey here.', 'forbidden'));
  it('is possible where another one stays', () =>
    given(Admin, created, added('k1'), added('k2'))
      .when(remove('k1', { isRequired: true }))
      .then(removed('k1')));
  it('is possible where the app stays', () =>
    given(Admin, created, added('k1'), enrolled)
      .when(remove('k1', { factor: code(101), changes: 1, isRequired: true }))
      .then(removed('k1', code(101))));
});

describe('where every admin needs a second factor', () => {
  const signIn = (isRequired: boolean) =>
    Admin.SignInAdmin({ adminId: 'a1', passwordHash: 'hash', factor: NONE, changes: 0, isRequired });
  const signedIn = { type: 'AdminSignedIn', data: { adminId: 'a1', factor: NONE } } as const;

  it('the password alone does not replace a passkey (V6.3.4)', () =>
    given(Admin, created, added('k1')).when(signIn(true)).thenRejected('Invalid credentials', 'invalid'));
  it('the password alone signs in before there is one', () =>
    given(Admin, created).when(signIn(true)).then(signedIn));
  it('the password alone signs in beside a passkey elsewhere', () =>
    given(Admin, created, added('k1')).when(signIn(false)).then(signedIn));
  it('the app may go if a passkey stays', () =>
    given(Admin, created, added('k1'), enrolled)
      .when(Admin.RemoveTotp({ adminId: 'a1', proof: { factor: key('k1'), changes: 1 }, isRequired: true }))
      .then({ type: 'TotpRemoved', data: { adminId: 'a1' } }));
  it('an app can be connected beside a passkey', () =>
    given(Admin, created, added('k1'))
      .when(Admin.EnrolTotp({ ...enrolment, proof: { factor: key('k1'), changes: 0 } }))
      .then(enrolled));
});
