import type { Achievement } from '../../src/domain/notification/achievement.js';
import { type Activity, NOTHING as nothing } from '../../src/domain/notification/notification.js';
import { achievementInWords } from '../../src/reactions/mails/texts/achievements.js';
import { activityMail } from '../../src/reactions/mails/texts/activity-mail.js';
import { accountExistsMail, verifyAddressMail } from '../../src/reactions/mails/texts/address-mails.js';
import { accountDeletedMail, deletionScheduledMail } from '../../src/reactions/mails/texts/deletion-mails.js';
import {
  appealDecidedMail,
  decidedMail,
  decisionUndoneMail,
  reportReopenedMail,
} from '../../src/reactions/mails/texts/decision-mails.js';
import type { MailContent } from '../../src/reactions/mails/texts/mail-content.js';
import { passwordChangedMail, resetPasswordMail } from '../../src/reactions/mails/texts/password-mails.js';

const publicUrl = 'https://footnote.example';
const sender = { publicUrl, unsubscribeToken: 'stop-token' };
const changedAt = new Date('2026-11-21T09:05:00.000Z');
const dueAt = new Date('2027-01-01T00:00:00.000Z');
const hostile = `<b onclick="x()">O'Neil & "Sons"</b>`;
const removed = ['your photos', 'your comments'];
const decision = { postId: null, reason: null, note: hostile, by: null } as const;

const rank: Achievement = { kind: 'weeklyRank', rank: 2, week: '2026-W07' };
const score: Achievement = { kind: 'highScore', score: '9.2' };
const fifty: Achievement = { kind: 'ratings', count: 50 };

/** Every mail with a malicious name, and the path of its button. */
const MAILS: Readonly<Record<string, [write: () => Promise<MailContent>, path: string]>> = {
  'verify the address': [
    () => verifyAddressMail(sender, { token: 'a_b-c', username: hostile }),
    '/verify-email?token=a_b-c',
  ],
  'the account exists': [() => accountExistsMail(sender), '/login'],
  'reset the password': [
    () => resetPasswordMail(sender, { token: 'a_b-c', username: hostile, isVerified: true }),
    '/reset-password?token=a_b-c',
  ],
  'reset the password, and verify the address': [
    () => resetPasswordMail(sender, { token: 'a_b-c', username: hostile, isVerified: false }),
    '/reset-password?token=a_b-c',
  ],
  'the password was changed': [
    () => passwordChangedMail(sender, { changedAt, username: hostile }),
    '/forgot-password',
  ],
  'the account will be deleted': [
    () => deletionScheduledMail(sender, { dueAt, username: hostile }),
    '/account/settings',
  ],
  'the account was deleted': [
    () => accountDeletedMail(publicUrl, { deletedAt: dueAt, removed: [hostile] }),
    '/',
  ],
  'a post was removed': [
    () => decidedMail(sender, { ...decision, as: 'removed', postId: 'p1', reason: 'spam', by: 'A person' }),
    '/post/p1',
  ],
  'a decision was undone': [
    () => decisionUndoneMail(sender, { about: 'post', was: 'hidden', postId: 'p1' }),
    '/post/p1',
  ],
  'an appeal was rejected': [
    () => appealDecidedMail(sender, { about: 'post', postId: 'p1', isGranted: false, note: hostile }),
    '/post/p1',
  ],
  'an appeal about a report was granted': [
    () => appealDecidedMail(sender, { about: 'report', postId: 'p1', isGranted: true, note: hostile }),
    '/account/settings#decisions',
  ],
  'a comment was hidden': [
    () => decidedMail(sender, { ...decision, as: 'commentHidden', reason: 'abuse', by: 'A person' }),
    '/account/settings#decisions',
  ],
  'a comment is shown again': [
    () => decisionUndoneMail(sender, { about: 'comment', was: 'hidden', postId: null }),
    '/account/settings#decisions',
  ],
  'a report was dismissed': [
    () => decidedMail(sender, { ...decision, as: 'reportDismissed' }),
    '/account/settings#decisions',
  ],
  'a report is open again': [() => reportReopenedMail(sender), '/account/settings#decisions'],
  'one thing around a post': [() => activityMail(sender, 'p1', { ...nothing, ratings: 1 }), '/post/p1'],
  'many things around a post': [
    () =>
      activityMail(sender, 'p1', {
        ratings: 2,
        comments: 1,
        replies: 3,
        achievements: [rank, score],
      }),
    '/post/p1',
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
  it('contains the account name unescaped, in plain text', async () => {
    const { text } = await verifyAddressMail(sender, { token: 't', username: hostile });
    expect(text).toContain(`your account ${hostile} is ready`);
  });

  it('contains the time of an event, in UTC, written out', async () => {
    const changed = await passwordChangedMail(sender, { changedAt, username: 'SunnyOtter4821' });
    expect(changed.text).toContain('SunnyOtter4821 was changed on Saturday, 21 November 2026, 09:05 UTC.');
    const scheduled = await deletionScheduledMail(sender, { dueAt, username: 'SunnyOtter4821' });
    expect(scheduled.text).toContain('will be deleted on Friday, 1 January 2027, 00:00 UTC');
  });

  it('lists removed data, without a link back or an unsubscribe link', async () => {
    const mail = await accountDeletedMail(publicUrl, { deletedAt: changedAt, removed });
    expect(mail.text).toContain('On Saturday, 21 November 2026, 09:05 UTC we permanently removed:');
    expect(mail.text).toMatch(/^ ?- your photos\n ?- your comments$/m);
    expect(mail.unsubscribe).toBeNull();
    expect(mail.html).not.toContain('unsubscribe');
  });

  it('reads as plain text from top to bottom', async () => {
    const { text } = await resetPasswordMail(sender, {
      token: 'abc',
      username: 'SunnyOtter4821',
      isVerified: true,
    });
    expect(text.split('\n\n')).toEqual([
      'Set a new password',
      'Someone, probably you, asked to set a new password for your account SunnyOtter4821.',
      'Set a new password:\nhttps://footnote.example/reset-password?token=abc',
      'The link works once, for 1 hour. Earlier links no longer work.',
      'If this was not you, simply ignore this mail: your password is unchanged.',
      'You get this mail because it is about the safety of your account at Footnote.',
      'Stop all mails except those about your account’s safety:\nhttps://footnote.example/unsubscribe?token=stop-token',
    ]);
  });

  it('has the same unsubscribe token for the reader and for their mail program', async () => {
    const { html, text, unsubscribe } = await accountExistsMail(sender);
    expect(unsubscribe).toBe('https://footnote.example/api/unsubscribe?token=stop-token');
    expect(text).toContain('https://footnote.example/unsubscribe?token=stop-token');
    expect(html).toContain('href="https://footnote.example/unsubscribe?token=stop-token"');
  });
});

describe('the subject of a mail about a post', () => {
  const ten: Achievement = { kind: 'ratings', count: 10 };

  it.each<[Partial<Activity>, string]>([
    [{ ratings: 1 }, 'Someone rated your post'],
    [{ ratings: 3 }, '3 new ratings on your post'],
    [{ comments: 1 }, 'Someone commented on your post'],
    [{ comments: 2 }, '2 new comments on your post'],
    [{ replies: 1 }, 'Someone replied to your comment'],
    [{ replies: 2 }, '2 new replies to your comments'],
    [{ ratings: 3, comments: 2 }, '3 new ratings and 2 comments on your post'],
    [{ ratings: 1, comments: 1 }, '1 new rating and 1 comment on your post'],
    [{ comments: 2, replies: 1 }, '2 new comments on your post and 1 reply to you'],
    [
      { ratings: 12, comments: 1, replies: 4 },
      '12 new ratings and 1 comment on your post and 4 replies to you',
    ],
    [{ achievements: [rank] }, 'Your post finished 2nd in week 7 of 2026'],
    [{ achievements: [score], ratings: 3 }, 'Your post has a score of 9.2 out of 10'],
    [{ achievements: [ten] }, 'Your post has received 10 ratings'],
    [{ achievements: [score, fifty], comments: 1 }, 'Your post has 2 new achievements'],
  ])('for %j is %j', async (news, subject) => {
    expect((await activityMail(sender, 'p1', { ...nothing, ...news })).subject).toBe(subject);
  });

  it('drops no news that the body lists', async () => {
    const { text } = await activityMail(sender, 'p1', {
      ratings: 2,
      comments: 1,
      replies: 1,
      achievements: [rank, fifty],
    });
    for (const line of [
      'Your post finished 2nd in week 7 of 2026',
      'Your post has received 50 ratings',
      '2 new ratings on your post',
      'Someone commented on your post',
      'Someone replied to your comment',
    ]) {
      expect(text).toContain(`- ${line}\n`);
    }
  });

  it('requires at least one news item and a valid week', async () => {
    await expect(activityMail(sender, 'p1', nothing)).rejects.toThrow(RangeError);
    expect(() => achievementInWords({ ...rank, week: 'last week' })).toThrow(RangeError);
  });
});
