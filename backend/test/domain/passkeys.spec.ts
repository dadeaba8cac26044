import {
  AddPasskey,
  EnrolTotp,
  RemovePasskey,
  RemoveTotp,
  SignInAdmin,
  SignInWithPasskey,
} from '../../src/domain/admin/admin.commands.js';
import { admin } from '../../src/domain/admin/admin.js';
import type { AdminEvents, SecondFactor } from '../../src/domain/admin/admin.events.js';
import { MOST_PASSKEYS } from '../../src/domain/admin/passkeys.js';
import { given } from '../support/given.js';

const NONE = { kind: 'none' } as const;
const USED = 'This code was used already. Please wait for the next one.';
const code = (step: number) => ({ kind: 'totp', step }) as const;

const created = {
  type: 'AdminCreated',
  data: { adminId: 'a1', username: 'mo', email: null, passwordHash: 'hash' },
} as const;
const enrolment = { adminId: 'a1', secret: 'SECRET', recoveryHashes: ['r1'], step: 100 };
const enrolled = { type: 'TotpEnrolled', data: enrolment } as const;
const keyData = (id: string, factor: SecondFactor = NONE, counter = 0) => ({
  adminId: 'a1',
  passkeyId: id,
  name: `key ${id}`,
  credentialId: `credential ${id}`,
  publicKey: `public ${id}`,
  transports: ['internal'],
  counter,
  factor,
});
const added = (id: string, factor?: SecondFactor, counter?: number) =>
  ({ type: 'PasskeyAdded', data: keyData(id, factor, counter) }) as const;
const used = (id: string, counter: number) =>
  ({
    type: 'AdminSignedInWithPasskey',
    data: { adminId: 'a1', passkeyId: id, counter } satisfies AdminEvents['AdminSignedInWithPasskey'],
  }) as const;
const removed = (id: string, factor: SecondFactor = NONE) =>
  ({
    type: 'PasskeyRemoved',
    data: { adminId: 'a1', passkeyId: id, factor } satisfies AdminEvents['PasskeyRemoved'],
  }) as const;
const add = (id: string, factor?: SecondFactor) => new AddPasskey(keyData(id, factor));
const use = (id: string, counter: number) => new SignInWithPasskey({ adminId: 'a1', passkeyId: id, counter });
const remove = (id: string, { factor = NONE as SecondFactor, isRequired = false } = {}) =>
  new RemovePasskey({ adminId: 'a1', passkeyId: id, factor, isRequired });

describe('adding a passkey', () => {
  it('adds it', () => given(admin, created).when(add('k1')).then(added('k1')));
  it('is rejected for a login that does not exist', () =>
    given(admin).when(add('k1')).thenRejected('Admin not found', 'notFound'));
  it('is rejected for one that was added before', () =>
    given(admin, created, added('k1'))
      .when(new AddPasskey({ ...keyData('k2'), credentialId: 'credential k1' }))
      .thenRejected('This passkey was added already.', 'conflict'));
  it('is possible again after it was removed', () =>
    given(admin, created, added('k1'), removed('k1')).when(add('k1')).then(added('k1')));
  it('is rejected beyond ten', () =>
    given(admin, created, ...Array.from({ length: MOST_PASSKEYS }, (_, index) => added(`k${index}`)))
      .when(add('one more'))
      .thenRejected('You have 10 passkeys. Remove one first.', 'conflict'));
  it('needs a code once an app is connected', () =>
    given(admin, created, enrolled).when(add('k1')).thenRejected('This code is not valid.', 'invalid'));
  it('takes no code without an app', () =>
    given(admin, created)
      .when(add('k1', code(101)))
      .thenRejected('This code is not valid.', 'invalid'));
  it('uses up the code', () => {
    given(admin, created, enrolled)
      .when(add('k1', code(101)))
      .then(added('k1', code(101)));
    given(admin, created, enrolled, added('k1', code(101)))
      .when(add('k2', code(101)))
      .thenRejected(USED, 'invalid');
  });
});

describe('signing in with a passkey', () => {
  it('is recorded', () => given(admin, created, added('k1')).when(use('k1', 0)).then(used('k1', 0)));
  it('needs no code', () =>
    given(admin, created, added('k1'), enrolled).when(use('k1', 0)).then(used('k1', 0)));
  it('is rejected for one that was removed meanwhile', () =>
    given(admin, created, added('k1'), removed('k1'))
      .when(use('k1', 0))
      .thenRejected('Invalid credentials', 'invalid'));
  it.each([
    [5, 4],
    [5, 5],
    [5, 0],
  ])('is rejected after count %i with count %i', (last, counter) =>
    given(admin, created, added('k1'), used('k1', last))
      .when(use('k1', counter))
      .thenRejected('Invalid credentials', 'invalid'),
  );
  it('is rejected with the count of the creation', () =>
    given(admin, created, added('k1', NONE, 3))
      .when(use('k1', 3))
      .thenRejected('Invalid credentials', 'invalid'));
  it('goes on with a higher count', () =>
    given(admin, created, added('k1'), used('k1', 5)).when(use('k1', 6)).then(used('k1', 6)));
  it('counts each passkey apart', () =>
    given(admin, created, added('k1'), added('k2'), used('k1', 5)).when(use('k2', 1)).then(used('k2', 1)));
});

describe('removing a passkey', () => {
  it('removes it', () => given(admin, created, added('k1')).when(remove('k1')).then(removed('k1')));
  it('does nothing on a repeat', () =>
    given(admin, created, added('k1'), removed('k1')).when(remove('k1')).thenNothing());
  it('uses up the code', () => {
    const story = [created, enrolled, added('k1', code(101)), added('k2', code(102))] as const;
    given(admin, ...story)
      .when(remove('k1', { factor: code(103) }))
      .then(removed('k1', code(103)));
    given(admin, ...story, removed('k1', code(103)))
      .when(remove('k2', { factor: code(103) }))
      .thenRejected(USED, 'invalid');
  });
  it('needs a code once an app is connected', () =>
    given(admin, created, added('k1'), enrolled)
      .when(remove('k1'))
      .thenRejected('This code is not valid.', 'invalid'));
  it('is rejected for the only second factor where one is required', () =>
    given(admin, created, added('k1'))
      .when(remove('k1', { isRequired: true }))
      .thenRejected('Every admin needs an authenticator app or a passkey here.', 'forbidden'));
  it('is possible where another one stays', () =>
    given(admin, created, added('k1'), added('k2'))
      .when(remove('k1', { isRequired: true }))
      .then(removed('k1')));
  it('is possible where the app stays', () =>
    given(admin, created, added('k1'), enrolled)
      .when(remove('k1', { factor: code(101), isRequired: true }))
      .then(removed('k1', code(101))));
});

describe('where every admin needs a second factor', () => {
  const signIn = (isRequired: boolean) =>
    new SignInAdmin({ adminId: 'a1', passwordHash: 'hash', factor: NONE, isRequired });
  const signedIn = { type: 'AdminSignedIn', data: { adminId: 'a1', factor: NONE } } as const;

  it('the password alone does not replace a passkey (V6.3.4)', () =>
    given(admin, created, added('k1')).when(signIn(true)).thenRejected('Invalid credentials', 'invalid'));
  it('the password alone signs in before there is one', () =>
    given(admin, created).when(signIn(true)).then(signedIn));
  it('the password alone signs in beside a passkey elsewhere', () =>
    given(admin, created, added('k1')).when(signIn(false)).then(signedIn));
  it('the app may go if a passkey stays', () =>
    given(admin, created, added('k1'), enrolled)
      .when(new RemoveTotp({ adminId: 'a1', factor: code(101), isRequired: true }))
      .then({ type: 'TotpRemoved', data: { adminId: 'a1' } }));
  it('an app can be connected beside a passkey', () =>
    given(admin, created, added('k1')).when(new EnrolTotp(enrolment)).then(enrolled));
});
