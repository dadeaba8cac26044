import { type Activity, NOTHING, NO_FIGURES } from '../../src/domain/notification/notification.js';
import { Calendar } from '../../src/domain/week/iso-week.js';
import type { Mail } from '../../src/infrastructure/mail/mailer.port.js';
import type { Quote } from '../../src/projections/comments/comments.js';
import { ActivityMails } from '../../src/reactions/mails/activity-mails.js';
import type { Recipient } from '../../src/reactions/mails/recipients.js';
import type { ToldActivity } from '../../src/reactions/mails/told-activity.js';
import { TestClock } from '../support/app.js';
import { type Happened, recorded } from '../support/given.js';
import { Post, publicUrl, senderOver, toldOver, unsubscribing } from '../support/post.js';
import { FIRST_TRY } from '../support/reactions.js';

const ann: Recipient = {
  email: 'ann@example.org',
  isVerified: true,
  username: 'SunnyOtter4821',
  wants: { rating: true, comment: true, achievements: true, boosts: true },
};
const QUOTES: Readonly<Record<string, Quote>> = {
  c3: { by: 'Bob', text: 'What a fine\nphoto.' },
  c4: { by: 'Cleo', text: `So calm ${'and so very calm '.repeat(20)}.` },
};
const facts = {
  postId: 'p1',
  accountId: 'ann',
  unwanted: NOTHING,
  ...NO_FIGURES,
  average: { before: 54, after: 61 },
  rank: { week: '2026-W47', before: 30, after: 22 },
  newest: ['c2', 'c3', 'c4'],
  at: '2026-11-21T12:00:00.000Z',
} as const;
const ALL: Partial<Activity> = { ratings: 3, comments: 5, achievements: [{ kind: 'ratings', count: 10 }] };

interface Case {
  readonly activity?: Partial<Activity>;
  readonly mailed?: 'now' | 'weekly' | 'none';
  readonly reader?: Recipient | null;
  readonly told?: ToldActivity;
}

/** The mails about this activity. */
async function mails({
  activity = ALL,
  mailed = 'now',
  reader = ann,
  told = toldOver(QUOTES),
}: Case): Promise<Mail[]> {
  const mailer = new Post();
  const sender = senderOver(mailer, { find: () => Promise.resolve(reader) });
  const reaction = new ActivityMails(sender, told, new Calendar('UTC'), new TestClock());
  const data = { ...facts, mailed, activity: { ...NOTHING, ...activity } };
  const [event] = recorded([{ type: 'ActivityNotified', data } satisfies Happened]);
  await reaction.on.ActivityNotified?.(event as never, FIRST_TRY);
  return mailer.mails;
}
const bodyOf = ([mail]: readonly Mail[]) => mail?.text.split('\n\n').slice(1, -3);

describe('a mail about a post', () => {
  it('says what happened, with the newest comments first', async () => {
    const sent = await mails({});
    expect(sent).toMatchObject([
      {
        to: ann.email,
        subject: 'Your post has received 10 votes',
        unsubscribe: `${publicUrl}/api/unsubscribe?token=${unsubscribing.issue('ann', ['rating', 'comment', 'achievements'])}`,
      },
    ]);
    const [list] = bodyOf(sent) ?? [];
    // The trophy is the heading.
    expect(list?.split(/(?:^|\n) ?- /)).toEqual([
      '',
      '3 new votes: 5.4 → 6.1, 30th → 22nd this week',
      expect.stringMatching(/^Cleo: “So calm (and so very calm )+and[a-z ]*…”$/),
      'Bob: “What a fine photo.”',
      // Of five, the one that is named and gone is left out.
      'and 2 more comments',
    ]);
  });

  it('says a single vote in its subject only', async () => {
    const sent = await mails({ activity: { ratings: 1 } });
    expect(sent).toMatchObject([{ subject: '1 new vote on your post' }]);
    expect(bodyOf(sent)).toEqual(['Open the post to see the details.']);
  });

  it('leaves out kinds that were switched off before it is sent', async () => {
    const wants = { rating: true, comment: false, achievements: false, boosts: true };
    const sent = await mails({ reader: { ...ann, wants } });
    const token = unsubscribing.issue('ann', ['rating']);
    expect(sent).toMatchObject([
      { subject: '3 new votes on your post', unsubscribe: `${publicUrl}/api/unsubscribe?token=${token}` },
    ]);
    expect(bodyOf(sent)).toEqual(['3 new votes: 5.4 → 6.1, 30th → 22nd this week']);
  });

  const off = { rating: false, comment: false, achievements: false, boosts: true };
  it.each<[string, Case]>([
    ['all kinds are switched off', { reader: { ...ann, wants: off } }],
    ['the address is not verified', { reader: { ...ann, isVerified: false } }],
    ['the account is deleted', { reader: null }],
    ['the weekly digest tells it', { mailed: 'weekly' }],
    ['nobody wants it', { mailed: 'none' }],
    ['its comments are gone', { activity: { comments: 5 }, told: toldOver({}) }],
    ['the post is gone', { told: toldOver(QUOTES, {}) }],
  ])('is not sent if %s', async (_, about) => expect(await mails(about)).toEqual([]));
});
