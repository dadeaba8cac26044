import type { Mail } from '../../src/infrastructure/mail/mailer.port.js';
import { States } from '../../src/kernel/states.js';
import { ViewProgress } from '../../src/kernel/view-progress.js';
import { AccountsReader } from '../../src/projections/accounts/accounts.js';
import { AccountMails } from '../../src/reactions/mails/account-mails.js';
import { MailSender } from '../../src/reactions/mails/mail-sender.js';
import { Recipients } from '../../src/reactions/mails/recipients.js';
import { ResetTokens } from '../../src/site/mailed-tokens.js';
import { type Happened, recorded } from '../support/given.js';
import { made, stub } from '../support/made.js';
import { Post, publicUrl, secret, senderOver, unsubscribing } from '../support/post.js';
import { FIRST_TRY } from '../support/reactions.js';

const RESET = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
const tokens = new ResetTokens(secret);

const ann = {
  email: 'ann@example.org',
  emailVerified: true,
  anonymousUsername: 'SunnyOtter4821',
  // These mails ignore her other preferences.
  emailNotificationsRating: false,
  emailNotificationsComment: false,
  emailNotificationsAchievements: false,
};

/** No decision was appealed. */
const states = { of: () => Promise.resolve({ decided: null } as never) };

/** The mails sent for an event, when the views contain `user` and are up to date or not. */
async function react(story: Happened, user: object | null = ann, isSeen = true): Promise<Mail[]> {
  const mailer = new Post();
  const recipients = made(
    Recipients,
    stub(ViewProgress, { seen: () => Promise.resolve(isSeen) }),
    stub(AccountsReader, { user: () => Promise.resolve(user as never) }),
  );
  const sender = senderOver(mailer, recipients);
  const reaction = made(
    AccountMails,
    stub(MailSender, sender),
    stub(States, states),
    stub(ResetTokens, tokens),
  );
  const [event] = recorded([story]);
  await reaction.on[story.type]?.(event as never, FIRST_TRY);
  return mailer.mails;
}

const requested: Happened = {
  type: 'PasswordResetRequested',
  data: { accountId: 'ann', resetId: RESET, tokenHash: 't', expiresAt: '2026-11-21T13:00:00.000Z' },
};
const events: readonly Happened[] = [
  requested,
  { type: 'PasswordReset', data: { accountId: 'ann', passwordHash: 'p' } },
  { type: 'PasswordChanged', data: { accountId: 'ann', passwordHash: 'p' } },
  { type: 'DeletionRequested', data: { accountId: 'ann', dueAt: '2026-11-28T12:00:00.000Z' } },
];
const subjects = [
  'Reset your password',
  'Your password was changed',
  'Your password was changed',
  'Your account will be deleted',
];

describe('account security mails', () => {
  it.each(events.map((event, index) => [event.type, event, subjects[index]] as const))(
    'are sent for %s to the owner, whatever mails they have enabled',
    async (_, event, subject) => {
      const mails = await react(event);
      const token = unsubscribing.issue('ann', ['rating', 'comment', 'achievements', 'boosts']);
      expect(mails).toMatchObject([
        { to: ann.email, subject, unsubscribe: `${publicUrl}/api/unsubscribe?token=${token}` },
      ]);
      expect(mails[0]?.text).toContain(ann.anonymousUsername);
    },
  );

  it.each(events.filter((event) => event !== requested).map((event) => [event.type, event] as const))(
    'are not sent for %s to an unverified address',
    async (_, event) => expect(await react(event, { ...ann, emailVerified: false })).toEqual([]),
  );

  it('say to an unverified address that the link of a reset verifies it', async () => {
    const verifies =
      'Its email address is not verified yet. The link verifies it, and signs out all devices.';
    const [mail] = await react(requested, { ...ann, emailVerified: false });
    expect(mail).toMatchObject({ to: ann.email, subject: 'Reset your password' });
    expect(mail?.text).toContain(verifies);
    expect(mail?.text).toContain(`you did not sign up as ${ann.anonymousUsername}`);
    expect((await react(requested))[0]?.text).not.toContain(verifies);
  });

  it('contain the token of the request, which can be computed again, and one id each', async () => {
    const [mail] = await react(requested);
    expect(mail?.id).toBe(RESET);
    expect(mail?.text).toContain(`${publicUrl}/reset-password?token=${tokens.issue('ann', RESET)}`);
    expect(await react(requested)).toEqual([mail]);
  });

  it.each(events.map((event) => [event.type, event] as const))(
    'are not sent for %s once the account is deleted, and retried while the views are behind',
    async (_, event) => {
      expect(await react(event, null)).toEqual([]);
      await expect(react(event, ann, false)).rejects.toThrow('the views are behind');
    },
  );
});
