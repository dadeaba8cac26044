import type { DomainEvents } from '../../src/domain/events.js';

/** The data of Ann's registration. */
export const facts: DomainEvents['AccountRegistered'] = {
  accountId: 'ann',
  email: 'ann@example.org',
  emailHash: 'e1',
  username: 'SunnyOtter4821',
  passwordHash: 'first password',
};

/** Events of Ann's account, for stories. */
export const registered = { type: 'AccountRegistered', data: facts } as const;
export const verified = { type: 'EmailVerified', data: { accountId: 'ann' } } as const;
export const deleted = {
  type: 'AccountDeleted',
  data: { accountId: 'ann', emailHash: 'e1', pictureId: null },
} as const;
