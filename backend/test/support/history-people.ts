import { PROFILE_PARTS } from '../../src/domain/account/account-state.js';
import { type Act, type Teller, event } from './history-teller.js';
import { SUSPENSION, suspensionFor } from './suspensions.js';

/** What people do with their accounts. The first one creates an account. */
export function peopleActs(teller: Teller): readonly [Act, ...Act[]] {
  const { known, hex, uuid, pick, random, chapter } = teller;
  const later = (milliseconds: number) => new Date(teller.now().getTime() + milliseconds).toISOString();
  const verification = () => ({ verificationId: uuid(), tokenHash: hex(64), expiresAt: later(86_400_000) });

  function* register() {
    const accountId = uuid();
    const emailHash = hex(64);
    const username = `Somebody${teller.seed}x${known.accounts.length}`;
    const email = `${username}@example.org`;
    const usernameHash = hex(64);
    yield chapter(`username-${usernameHash}`, event('UsernameClaimed', { usernameHash, accountId }));
    yield chapter(`registrations-${emailHash}`, event('RegistrationOpened', { emailHash, accountId }));
    yield chapter(
      `account-${accountId}`,
      event('AccountRegistered', { accountId, email, emailHash, username, passwordHash: hex(80) }),
      event('VerificationRequested', { accountId, email, emailHash, username, ...verification() }),
    );
    known.accounts.push({ id: accountId, emailHash, isVerified: false, pictureId: null });
  }
  function* verify() {
    const account = pick(known.accounts);
    if (!account || account.isVerified) return;
    account.isVerified = true;
    const { id: accountId, emailHash } = account;
    yield chapter(`email-${emailHash}`, event('EmailClaimed', { emailHash, accountId }));
    yield chapter(`account-${accountId}`, event('EmailVerified', { accountId }));
  }
  function* correct() {
    const account = pick(known.accounts);
    if (!account || account.isVerified) return;
    const { id: accountId, emailHash: previousHash } = account;
    const emailHash = hex(64);
    account.emailHash = emailHash;
    const email = `${hex(8)}@example.org`;
    yield chapter(`registrations-${emailHash}`, event('RegistrationOpened', { emailHash, accountId }));
    yield chapter(
      `account-${accountId}`,
      event('EmailChanged', { accountId, email, emailHash, previousHash }),
    );
    // A verification of the former address was interrupted.
    yield chapter(
      `email-${previousHash}`,
      event('EmailClaimed', { emailHash: previousHash, accountId }),
      event('EmailReleased', { emailHash: previousHash, accountId }),
    );
  }
  function* secure() {
    const account = pick(known.accounts);
    if (!account) return;
    const { id: accountId } = account;
    const reset = { resetId: uuid(), tokenHash: hex(64), expiresAt: later(3_600_000) };
    yield chapter(
      `account-${accountId}`,
      event('PasswordResetRequested', { accountId, ...reset }),
      event('PasswordReset', { accountId, passwordHash: hex(80) }),
      event('PasswordChanged', { accountId, passwordHash: hex(80) }),
      event('PasswordHashRenewed', { accountId, passwordHash: hex(80) }),
      event('SignedInOnNewDevice', { accountId, device: 'Firefox on Linux' }),
    );
  }
  function* describe() {
    const account = pick(known.accounts);
    if (!account) return;
    const { id: accountId, pictureId: previousId } = account;
    account.pictureId = random() < 0.8 ? uuid() : null;
    const usernameHash = hex(64);
    const stream = `username-${usernameHash}`;
    yield chapter(stream, event('UsernameClaimed', { usernameHash, accountId }));
    if (random() < 0.5) yield chapter(stream, event('UsernameReleased', { usernameHash, accountId }));
    yield chapter(
      `account-${accountId}`,
      event('ProfileChanged', {
        accountId,
        displayUsername: random() < 0.7 ? `Åsa of ${hex(4)}` : null,
        bio: random() < 0.5 ? `I walk ${hex(6)}.` : null,
        socialLinks: random() < 0.5 ? { instagram: `walker${hex(4)}` } : null,
      }),
      event('ProfilePictureChanged', { accountId, pictureId: account.pictureId, previousId, look: hex(16) }),
      event('EmailPreferencesChanged', {
        accountId,
        emailNotificationsRating: random() < 0.5,
        emailNotificationsComment: random() < 0.5,
        emailNotificationsAchievements: random() < 0.5,
        emailNotificationsBoosts: random() < 0.5,
        emailWeekly: random() < 0.5,
      }),
    );
  }
  function* withhold() {
    const account = pick(known.accounts);
    if (!account) return;
    const { id: accountId } = account;
    const actId = uuid();
    const parts = PROFILE_PARTS.filter(() => random() < 0.5);
    const act = { accountId, actId, parts, reason: 'abuse' as const, note: 'a test' };
    yield chapter(`account-${accountId}`, event('ProfileWithheld', act));
    if (random() < 0.2) yield chapter(`account-${accountId}`, event('WithheldNameTaken', { accountId }));
    if (random() < 0.3) yield* describe();
    if (random() < 0.5) {
      const undoing = event('ProfileWithholdingUndone', { accountId, actId, because: 'a test' });
      yield chapter(`account-${accountId}`, undoing);
    }
  }
  function* moderate() {
    const account = pick(known.accounts);
    if (!account) return;
    const { id: accountId } = account;
    yield* withhold();
    yield chapter(
      `account-${accountId}`,
      event('AccountSuspended', { accountId, ...suspensionFor('a pause', SUSPENSION) }),
      event('AdminRightsGranted', { accountId }),
      event('AccountNoted', { accountId, noteId: uuid(), text: 'Asked twice by mail.' }),
    );
    if (random() < 0.5) {
      const actId = uuid();
      const strike = { accountId, actId, step: 'warning' as const, reason: 'spam' as const, note: 'a test' };
      yield chapter(
        `account-${accountId}`,
        event('AccountStruck', strike),
        ...(random() < 0.7 ? [event('StrikeUndone', { accountId, actId, because: 'a test' })] : []),
      );
    }
    if (random() < 0.7) {
      yield chapter(
        `account-${accountId}`,
        event('AccountRestored', { accountId, suspensionId: SUSPENSION, reason: 'all is well' }),
        event('AdminRightsRevoked', { accountId }),
      );
    }
  }
  function* leave() {
    const account = random() < 0.3 ? pick(known.accounts) : undefined;
    if (!account) return;
    const { id: accountId, emailHash, pictureId, isVerified } = account;
    const stream = `account-${accountId}`;
    yield chapter(stream, event('DeletionRequested', { accountId, dueAt: later(7 * 86_400_000) }));
    if (random() < 0.7) {
      yield chapter(stream, event('DeletionCancelled', { accountId }));
      return;
    }
    yield chapter(stream, event('AccountDeleted', { accountId, emailHash, pictureId }));
    if (isVerified) yield chapter(`email-${emailHash}`, event('EmailReleased', { emailHash, accountId }));
    known.accounts.splice(known.accounts.indexOf(account), 1);
  }

  return [register, register, verify, verify, correct, secure, describe, describe, moderate, leave];
}
