import type { AccountsReader } from '../../../src/projections/accounts/accounts.js';
import { EventLogUnavailableError } from '../../../src/kernel/event-log.js';
import { Accounts } from '../../../src/api/http/accounts.js';
import { Logins } from '../../../src/api/auth/logins.service.js';
import { UndecodableError } from '../../../src/kernel/undecodable.js';
import { AggregateRepository } from '../../../src/kernel/commands/aggregate-repository.js';
import { SUSPENSION, suspensionFor } from '../../support/suspensions.js';
import { useKernel } from '../../support/test-kernel.js';
import { statesWithoutLease } from '../../support/aggregate-cache.js';

const AT = '2026-11-21T12:00:00.000Z';

const testKernel = useKernel();

describe('accounts read from their streams', () => {
  let states: AggregateRepository;
  let accounts: Accounts;
  let isDown: boolean;
  const shown = { id: 'bob as the view shows him' };
  let read: string[];

  beforeEach(() => {
    isDown = false;
    read = [];
    const { log, codec } = testKernel.storage;
    const recording = {
      readStream: (stream: string, from?: number) => {
        read.push(stream);
        if (isDown) return Promise.reject(new EventLogUnavailableError('no answer'));
        return log.readStream(stream, from);
      },
      readLast: (stream: string) => {
        read.push(stream);
        return log.readLast(stream);
      },
    };
    states = new AggregateRepository(recording, codec, statesWithoutLease());
    accounts = new Accounts(states, {
      user: async () => shown,
    } as unknown as AccountsReader);
  });

  it('are read from memory while the log is down, or from the view if they are not in memory', async () => {
    await register('ann');
    const user = await accounts.signedInToRead('ann', new Date(AT));
    expect(user).toMatchObject({ id: 'ann' });
    isDown = true;
    expect(await accounts.signedInToRead('ann', new Date(AT))).toBe(user);
    await expect(accounts.signedIn('ann', new Date(AT))).rejects.toThrow(EventLogUnavailableError);
    expect(await accounts.signedInToRead('bob', new Date(AT))).toBe(shown);
  });

  it('are not returned for a session that is older than the password', async () => {
    await register('ann');
    const at = '2026-11-21T13:00:00.000Z';
    await record('ann', 'PasswordChanged', { passwordHash: 'new' }, at);
    expect(await accounts.signedInToRead('ann', new Date(Date.parse(at) - 1))).toBeNull();
    expect(await accounts.signedInToRead('ann', new Date(at))).toMatchObject({ id: 'ann' });
  });

  const record = (accountId: string, type: string, data: object = {}, at = AT) =>
    testKernel.write(`account-${accountId}`, type, { accountId, ...data }, at);
  const register = (accountId: string, emailHash = 'e1') =>
    record(accountId, 'AccountRegistered', {
      email: `${accountId}@example.org`,
      emailHash,
      username: `Name of ${accountId}`,
      passwordHash: `password of ${accountId}`,
    });
  const open = (accountId: string, emailHash = 'e1') =>
    testKernel.write(`registrations-${emailHash}`, 'RegistrationOpened', { emailHash, accountId });

  it('are returned to their owners', async () => {
    await register('ann');
    expect(await accounts.user('ann')).toEqual({
      id: 'ann',
      email: 'ann@example.org',
      anonymousUsername: 'Name of ann',
      displayUsername: null,
      bio: null,
      socialLinks: null,
      profilePictureUrl: null,
      isAdmin: false,
      emailVerified: false,
      verifiedAt: null,
      createdAt: AT,
      emailNotificationsRating: true,
      emailNotificationsComment: true,
      emailNotificationsAchievements: true,
      emailNotificationsBoosts: true,
      emailWeekly: false,
      deletionDueAt: null,
      suspension: null,
      withheld: [],
    });
    const profile = { displayUsername: 'Ann', bio: 'I walk.', socialLinks: { instagram: 'ann' } };
    const preferences = {
      emailNotificationsRating: false,
      emailNotificationsComment: true,
      emailNotificationsAchievements: false,
      emailWeekly: true,
    };
    await record('ann', 'ProfileChanged', profile);
    await record('ann', 'ProfilePictureChanged', { pictureId: 'p1', previousId: null });
    await record('ann', 'EmailPreferencesChanged', preferences);
    await record('ann', 'EmailVerified');
    await record('ann', 'AdminRightsGranted');
    await record('ann', 'AccountSuspended', suspensionFor('Spam.', SUSPENSION));
    await record('ann', 'DeletionRequested', { dueAt: '2026-11-28T12:00:00.000Z' });
    expect(await accounts.present('ann')).toMatchObject({
      ...profile,
      ...preferences,
      profilePictureUrl: '/images/p1/320.webp',
      emailVerified: true,
      isAdmin: true,
      suspension: { reason: 'Spam.', cause: 'moderation', endsAt: null },
      deletionDueAt: '2026-11-28T12:00:00.000Z',
    });
    await record('ann', 'AccountRestored', { suspensionId: SUSPENSION, reason: 'A mistake.' });
    expect(await accounts.user('ann')).toMatchObject({ suspension: null });
  });

  it('are built again only after a new event', async () => {
    await register('ann');
    const known = await accounts.user('ann');
    expect(await accounts.user('ann')).toBe(known);
    await record('ann', 'EmailVerified');
    expect(await accounts.user('ann')).not.toBe(known);
  });

  it('do not exist before registration, after deletion or after the key is destroyed', async () => {
    const answers = async () => [
      await accounts.user('ann'),
      await accounts.passwordHash('ann'),
      await accounts.signedIn('ann', new Date(AT)),
    ];
    expect(await answers()).toEqual([null, null, null]);
    await expect(accounts.present('ann')).rejects.toThrow('User not found');
    await register('ann');
    expect(await answers()).not.toContain(null);
    await testKernel.storage.keys.destroy('ann');
    states.forgetAll();
    expect(await answers()).toEqual([null, null, null]);
    await register('bob');
    await record('bob', 'AccountDeleted', { emailHash: 'e1', pictureId: null });
    expect(await accounts.user('bob')).toBeNull();
  });

  it.each(['PasswordChanged', 'PasswordReset'])('end sessions from before the last %s', async (type) => {
    await register('ann');
    expect(await accounts.passwordHash('ann')).toBe('password of ann');
    await record('ann', type, { passwordHash: 'another' }, '2026-11-21T13:00:00.000Z');
    expect(await accounts.passwordHash('ann')).toBe('another');
    expect(await accounts.signedIn('ann', new Date('2026-11-21T12:59:59.999Z'))).toBeNull();
    expect(await accounts.signedIn('ann', new Date('2026-11-21T13:00:00.000Z'))).toMatchObject({ id: 'ann' });
  });

  describe('that can sign in with an address', () => {
    const logins = (emailHash = 'e1') => new Logins(states, accounts).of(emailHash);
    const login = (accountId: string) => ({ accountId, passwordHash: `password of ${accountId}` });
    const join = async (accountId: string) => {
      await open(accountId);
      await register(accountId);
    };
    const verify = async (accountId: string) => {
      await testKernel.write('email-e1', 'EmailClaimed', { emailHash: 'e1', accountId });
      await record(accountId, 'EmailVerified');
    };

    it('are the one that verified it and the newest three that have not', async () => {
      for (const accountId of ['ann', 'bob', 'cat', 'dan', 'eve']) await join(accountId);
      await verify('dan');
      expect(await logins()).toEqual({
        verified: login('dan'),
        unverified: ['eve', 'cat', 'bob'].map(login),
      });
    });

    it('leave out unfinished and deleted accounts, and count a claim without EmailVerified as unverified', async () => {
      await join('ann');
      await open('unfinished');
      await join('gone');
      await record('gone', 'AccountDeleted', { emailHash: 'e1', pictureId: null });
      await testKernel.write('email-e1', 'EmailClaimed', { emailHash: 'e1', accountId: 'ann' });
      expect(await logins()).toEqual({ verified: null, unverified: [login('ann')] });
    });

    it('leave out an unverified account that cannot be decoded, and fail if the verified one cannot be', async () => {
      const corrupt = async (accountId: string) => {
        const event = { id: crypto.randomUUID(), type: 'Unheard', data: {}, metadata: { version: 1 } };
        await testKernel.storage.log.append(`account-${accountId}`, 'any', [event]);
      };
      for (const accountId of ['ann', 'bob', 'cat']) await join(accountId);
      await verify('ann');
      await corrupt('cat');
      expect(await logins()).toEqual({ verified: login('ann'), unverified: [login('bob')] });
      await corrupt('ann');
      await expect(logins()).rejects.toThrow(UndecodableError);
    });

    it('take the same number of reads, whether the address has accounts or not', async () => {
      const readsOf = async (emailHash: string) => {
        states.forgetAll();
        read.length = 0;
        await logins(emailHash);
        return read.length;
      };
      await join('ann');
      await verify('ann');
      await join('eve');
      const known = await readsOf('e1');
      expect(await readsOf('unknown')).toBe(known);
      expect(known).toBe(15);
    });
  });
});
