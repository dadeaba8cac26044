import type { Achievement } from '../../src/domain/notification/achievement.js';
import { type Activity, NOTHING as nothing, NO_FIGURES } from '../../src/domain/notification/notification.js';
import { Calendar } from '../../src/domain/week/iso-week.js';
import { Outbox } from '../../src/infrastructure/mail/outbox.port.js';
import { Clock } from '../../src/kernel/clock.js';
import { History, UnmaskedHistory } from '../../src/kernel/history.js';
import { States } from '../../src/kernel/states.js';
import { ViewProgress } from '../../src/kernel/view-progress.js';
import { ActsReader } from '../../src/projections/acts.js';
import { Goodbyes } from '../../src/reactions/erasure/goodbyes.js';
import { AccountMails } from '../../src/reactions/mails/account-mails.js';
import { ActivityMails, activityMail } from '../../src/reactions/mails/activity-mails.js';
import { digestMail } from '../../src/reactions/mails/digest-mails.js';
import { DecisionMails } from '../../src/reactions/mails/decision-mails.js';
import type { MailReaction } from '../../src/reactions/mails/mail-reaction.js';
import { MailSender } from '../../src/reactions/mails/mail-sender.js';
import type { Recipient } from '../../src/reactions/mails/recipients.js';
import { type MailContent, renderMail } from '../../src/reactions/mails/texts/render-mail.js';
import { VerificationMail } from '../../src/reactions/mails/verification-mail.js';
import { ToldActivity } from '../../src/reactions/mails/told-activity.js';
import { ResetTokens, VerificationTokens } from '../../src/site/mailed-tokens.js';
import { Site } from '../../src/site/site.js';
import { TestClock } from '../support/app.js';
import { type Happened, recorded } from '../support/given.js';
import { made, stub } from '../support/made.js';
import { ANNS, Post, publicUrl, secret, senderOver, toldOver, unsubscribing } from '../support/post.js';
import { FIRST_TRY } from '../support/reactions.js';

const REQUEST = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
const [resets, verifications] = [new ResetTokens(secret), new VerificationTokens(secret)];
const hostile = `<b onclick="x()">O'Neil & "Sons"</b>`;
const STOP = unsubscribing.issue('ann', ['rating', 'comment', 'achievements', 'boosts']);
const DECISIONS = '/account/settings#decisions';

const rank: Achievement = { kind: 'weeklyRank', rank: 2, week: '2026-W07' };
const score: Achievement = { kind: 'highScore', score: '9.2' };
const fifty: Achievement = { kind: 'ratings', count: 50 };

const wants = { rating: true, comment: true, achievements: true, boosts: true };
const ann: Recipient = { email: 'ann@example.org', isVerified: true, username: hostile, wants };

/** The mail for an event, by the reaction to it. The post in it was hidden, and the address `taken` is another account's. */
async function mailOf(story: Happened, reader: Partial<Recipient> = {}): Promise<MailContent> {
  const post = new Post();
  const claims = recorded([{ type: 'EmailClaimed', data: { emailHash: 'taken', accountId: 'bob' } }]);
  const stubs = [
    stub(MailSender, senderOver(post, { find: () => Promise.resolve({ ...ann, ...reader }) })),
    stub(States, { of: () => Promise.resolve({ decided: null } as never) }),
    stub(ViewProgress, { seen: () => Promise.resolve(true) }),
    stub(ActsReader, {
      one: () => Promise.resolve({ kind: 'PostHidden' } as never),
      isBySuspension: () => Promise.resolve(false),
    }),
    stub(History, { of: (stream) => Promise.resolve(stream === 'email-taken' ? claims : []) }),
    stub(ToldActivity, toldOver({ c1: { by: hostile, text: hostile } })),
    stub(Calendar, new Calendar('UTC')),
    stub(Clock, new TestClock()),
    stub(ResetTokens, resets),
    stub(VerificationTokens, verifications),
  ];
  const [event] = recorded([story]);
  for (const type of [AccountMails, ActivityMails, DecisionMails, VerificationMail]) {
    await made<MailReaction>(type, ...stubs).on[story.type]?.(event as never, FIRST_TRY);
  }
  const [mail, ...more] = post.mails;
  if (!mail || more.length > 0) throw new Error(`expected one mail for ${story.type}`);
  return mail;
}

async function goodbye(): Promise<MailContent> {
  let letter: MailContent | null = null;
  const events = recorded([
    {
      type: 'AccountRegistered',
      data: { accountId: 'ann', email: ann.email, username: hostile, passwordHash: 'p' },
    } as never,
    { type: 'EmailVerified', data: { accountId: 'ann' } } as never,
  ]);
  const put: Outbox['put'] = (stored) => {
    ({ letter } = stored);
    return Promise.resolve();
  };
  const goodbyes = made(
    Goodbyes,
    stub(UnmaskedHistory, { of: () => Promise.resolve(events) }),
    stub(Outbox, { put }),
    stub(Clock, new TestClock()),
    stub(Site, new Site(publicUrl, true)),
  );
  await goodbyes.store('ann', new Date('2026-11-21T09:05:00.000Z'));
  if (!letter) throw new Error('expected a mail');
  return letter;
}

const verification = (emailHash: string): Happened => ({
  type: 'VerificationRequested',
  data: {
    accountId: 'ann',
    email: ann.email,
    emailHash,
    username: hostile,
    verificationId: REQUEST,
    tokenHash: 't',
    expiresAt: 'x',
  },
});
const reset: Happened = {
  type: 'PasswordResetRequested',
  data: { accountId: 'ann', resetId: REQUEST, tokenHash: 't', expiresAt: '2026-11-21T13:00:00.000Z' },
};
const changed: Happened = {
  type: 'PasswordChanged',
  data: { accountId: 'ann', passwordHash: 'p' },
  at: '2026-11-21T09:05:00.000Z',
};
const deletion: Happened = {
  type: 'DeletionRequested',
  data: { accountId: 'ann', dueAt: '2027-01-01T00:00:00.000Z' },
};
const told = (postId: string, activity: Partial<Activity>) => ({
  ...NO_FIGURES,
  postId,
  post: ANNS,
  activity: { ...nothing, ...activity },
  quotes: [],
});
const notified = (activity: Partial<Activity>, newest: string[] = []): Happened => ({
  type: 'ActivityNotified',
  data: {
    postId: 'p1',
    accountId: 'ann',
    activity: { ...nothing, ...activity },
    unwanted: nothing,
    ...NO_FIGURES,
    newest,
    at: '2026-11-21T12:00:00.000Z',
  },
});
/** An event of moderation, of which these fields matter. */
const decision = (type: keyof DecisionMails['on'], data: object): Happened =>
  ({ type, data: { postId: 'p1', actId: 'a1', note: hostile, ...data } }) as never;

const RESET_PATH = `/reset-password?token=${resets.issue('ann', REQUEST)}`;

/** Every mail to people, with a malicious name, and the path of its button. */
const MAILS: Readonly<Record<string, [write: () => Promise<MailContent>, path: string]>> = {
  'verify the address': [
    () => mailOf(verification('free')),
    `/verify-email?token=${verifications.issue('ann', REQUEST)}`,
  ],
  'the account exists': [() => mailOf(verification('taken')), '/login'],
  'reset the password': [() => mailOf(reset), RESET_PATH],
  'reset the password, and verify the address': [() => mailOf(reset, { isVerified: false }), RESET_PATH],
  'the password was changed': [() => mailOf(changed), '/forgot-password'],
  'the account will be deleted': [() => mailOf(deletion), '/account/settings'],
  'the account was deleted': [goodbye, '/'],
  'a post was removed': [
    () => mailOf(decision('PostRemoved', { ownerId: 'ann', reason: 'spam' })),
    '/post/p1',
  ],
  'a decision was undone': [() => mailOf(decision('PostActUndone', { ownerId: 'ann' })), '/post/p1'],
  'an appeal was rejected': [
    () => mailOf(decision('AppealDecided', { about: 'post', ownerId: 'ann', isGranted: false })),
    '/post/p1',
  ],
  'an appeal about a report was granted': [
    () => mailOf(decision('AppealDecided', { about: 'report', ownerId: 'ann', isGranted: true })),
    DECISIONS,
  ],
  'a comment was hidden': [
    () => mailOf(decision('CommentHidden', { commentId: 'c1', authorId: 'ann', reason: 'abuse' })),
    DECISIONS,
  ],
  'a comment is shown again': [
    () => mailOf(decision('CommentActUndone', { commentId: 'c1', authorId: 'ann' })),
    DECISIONS,
  ],
  'a report was dismissed': [
    () => mailOf(decision('ReportDismissed', { ownerId: 'bob', reporterId: 'ann' })),
    DECISIONS,
  ],
  'a report is open again': [
    () => mailOf(decision('ReportReopened', { ownerId: 'bob', reporterId: 'ann' })),
    DECISIONS,
  ],
  'one thing around a post': [() => mailOf(notified({ ratings: 1 })), '/post/p1'],
  'many things around a post': [
    () => mailOf(notified({ ratings: 2, comments: 3, achievements: [rank, score] }, ['c1'])),
    '/post/p1',
  ],
  'a week': [
    () =>
      renderMail(
        { publicUrl, unsubscribeToken: STOP },
        digestMail(
          'ann',
          [
            {
              ...told('p1', { ratings: 3, achievements: [score] }),
              quotes: [{ by: hostile, text: hostile }],
            },
            told('p2', { comments: 1 }),
          ],
          'Your best finish in week 47 of 2026: 3rd of 40.',
        ),
      ),
    '/inbox',
  ],
};

describe.each(Object.entries(MAILS))('the mail: %s', (_, [write, path]) => {
  let mail: MailContent;

  beforeAll(async () => {
    mail = await write();
  });

  it('links to exactly one page, by a button and by its address, in both parts', () => {
    const link = `${publicUrl}${path}`;
    expect([...mail.html.matchAll(/<a [^>]*class="button"[^>]*>/g)]).toHaveLength(1);
    expect(mail.html).toMatch(new RegExp(`<a class="button" href="${link.replace('?', '[?]')}"`));
    expect(mail.text).toMatch(new RegExp(`^.+:\n${link.replace('?', '[?]')}$`, 'm'));
  });

  it('contains its language, its title and the preview text', () => {
    expect(mail.html).toMatch(/<html [^>]*lang="en"/);
    expect(mail.html.match(/<title>/g)).toHaveLength(1);
    expect(mail.html).toContain(`<title>${mail.subject}</title>`);
    expect(mail.html).toMatch(/<h1 /);
    expect(mail.html).toMatch(/data-skip-in-text="true">[^<]{10,}/);
    expect(mail.html).toContain('prefers-color-scheme: dark');
    // The outer cell has its own background colour, and needs a rule for dark mode.
    expect(mail.html).toContain('.paper > table > tbody > tr > td {');
  });

  it('escapes user text', () => {
    expect(mail.html).not.toContain('<b onclick');
    expect(mail.html).not.toContain('"Sons"');
  });

  it('loads nothing, runs nothing and has no missing values', () => {
    expect(mail.html).not.toMatch(/<img|<script|<link|url\(|@import|src=/i);
    expect(`${mail.subject}${mail.html}${mail.text}`).not.toMatch(/undefined|NaN|\[object|Invalid Date|null/);
    expect(mail.text).not.toMatch(/<\/?(p|a|td|table)[ >]/);
  });

  it('is deterministic', async () => expect(await write()).toEqual(mail));
});

describe('the text of mails', () => {
  const username = 'SunnyOtter4821';

  it('contains the account name unescaped, in plain text', async () => {
    const { text } = await mailOf(verification('free'));
    expect(text).toContain(`your account ${hostile} is ready`);
  });

  it('contains the time of an event, in UTC, written out', async () => {
    const { text } = await mailOf(changed, { username });
    expect(text).toContain('SunnyOtter4821 was changed on Saturday, 21 November 2026, 09:05 UTC.');
    const scheduled = await mailOf(deletion, { username });
    expect(scheduled.text).toContain('will be deleted on Friday, 1 January 2027, 00:00 UTC');
  });

  it('lists removed data, without a link back or an unsubscribe link', async () => {
    const mail = await goodbye();
    expect(mail.text).toContain('On Saturday, 21 November 2026, 09:05 UTC we permanently removed:');
    expect(mail.text).toMatch(
      /^ ?- your posts and their pictures\n ?- your comments, and the replies to them$/m,
    );
    expect(mail.unsubscribe).toBeNull();
    expect(mail.html).not.toContain('unsubscribe');
  });

  it('escapes what it lists', async () => {
    const { html } = await renderMail(
      { publicUrl, unsubscribeToken: null },
      { subject: 'News', lines: [[hostile, 'more']], button: ['Look', '/'], footer: 'unstoppable' },
    );
    expect(html).toMatch(/<li [^>]*>&lt;b onclick/);
  });

  it('reads as plain text from top to bottom', async () => {
    const { text } = await mailOf(reset, { username });
    expect(text.split('\n\n')).toEqual([
      'Set a new password',
      'Someone, probably you, asked to set a new password for your account SunnyOtter4821.',
      `Set a new password:\n${publicUrl}${RESET_PATH}`,
      'The link works once, for 1 hour. Earlier links no longer work.',
      'If this was not you, simply ignore this mail: your password is unchanged.',
      'You get this mail because it is about the safety of your account at Footnote.',
      `Stop all mails except those about your account’s safety:\n${publicUrl}/unsubscribe?token=${STOP}`,
    ]);
  });

  it('has the same unsubscribe token for the reader and for their mail program', async () => {
    const { html, text, unsubscribe } = await mailOf(changed);
    expect(unsubscribe).toBe(`${publicUrl}/api/unsubscribe?token=${STOP}`);
    expect(text).toContain(`${publicUrl}/unsubscribe?token=${STOP}`);
    expect(html).toContain(`href="${publicUrl}/unsubscribe?token=${STOP}"`);
  });
});

describe('the subject of a mail about a post', () => {
  const ten: Achievement = { kind: 'ratings', count: 10 };

  it.each<[Partial<Activity>, string]>([
    [{ ratings: 1 }, '1 new vote on your post'],
    [{ ratings: 3 }, '3 new votes on your post'],
    [{ comments: 1 }, 'Someone commented on your post'],
    [{ comments: 2 }, '2 new comments on your post'],
    [{ replies: 1 }, 'Someone replied to your comment'],
    [{ replies: 2 }, '2 new replies to your comments'],
    [{ ratings: 3, comments: 2 }, '3 new votes and 2 comments on your post'],
    [{ ratings: 1, comments: 1 }, '1 new vote and 1 comment on your post'],
    [{ achievements: [rank] }, 'Your post finished 2nd in week 7 of 2026'],
    [{ achievements: [score], ratings: 3 }, 'Your post has a new achievement'],
    [{ achievements: [ten] }, 'Your post has received 10 votes'],
    [{ achievements: [score, fifty], comments: 1 }, 'Your post has 2 new achievements'],
  ])('for %j is %j', (news, subject) => {
    expect(activityMail(told('p1', news), '2026-W47').subject).toBe(subject);
  });
});
