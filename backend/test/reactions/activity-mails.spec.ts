import { NOTHING, NO_FIGURES } from '../../src/domain/notification/notification.js';
import type { Mail } from '../../src/infrastructure/mail/mailer.port.js';
import { ActivityMails } from '../../src/reactions/mails/activity-mails.js';
import type { Recipient } from '../../src/reactions/mails/recipients.js';
import { type Happened, recorded } from '../support/given.js';
import { Post, publicUrl, senderOver, unsubscribing } from '../support/post.js';
import { FIRST_TRY } from '../support/reactions.js';

const ann: Recipient = {
  email: 'ann@example.org',
  isVerified: true,
  username: 'SunnyOtter4821',
  wants: { rating: true, comment: true, achievements: true, boosts: true },
};
const notified: Happened = {
  type: 'ActivityNotified',
  data: {
    postId: 'p1',
    accountId: 'ann',
    activity: {
      ...NOTHING,
      ratings: 2,
      comments: 1,
      replies: 1,
      achievements: [{ kind: 'ratings', count: 10 }],
    },
    unwanted: NOTHING,
    ...NO_FIGURES,
    at: '2026-11-21T12:00:00.000Z',
  },
};

/** The mails sent for `notified`, to the reader at that time. */
async function mailed(reader: Recipient | null): Promise<Mail[]> {
  const mailer = new Post();
  const reaction = new ActivityMails(senderOver(mailer, { find: () => Promise.resolve(reader) }));
  const [event] = recorded([notified]);
  await reaction.on.ActivityNotified?.(event as never, FIRST_TRY);
  return mailer.mails;
}

describe('a delayed mail about a post', () => {
  it('contains all collected news', async () => {
    const token = unsubscribing.issue('ann', ['rating', 'comment', 'achievements']);
    expect(await mailed(ann)).toMatchObject([
      {
        to: ann.email,
        subject: 'Your post has received 10 ratings',
        text: expect.stringContaining('2 new ratings on your post'),
        unsubscribe: `${publicUrl}/api/unsubscribe?token=${token}`,
      },
    ]);
  });

  it('leaves out kinds that were disabled before it is sent', async () => {
    const wants = { rating: true, comment: false, achievements: false, boosts: true };
    const token = unsubscribing.issue('ann', ['rating']);
    expect(await mailed({ ...ann, wants })).toMatchObject([
      {
        subject: '2 new ratings on your post',
        unsubscribe: `${publicUrl}/api/unsubscribe?token=${token}`,
      },
    ]);
  });

  it('is not sent when all kinds were disabled, or to an unverified address', async () => {
    const wants = { rating: false, comment: false, achievements: false, boosts: true };
    expect(await mailed({ ...ann, wants })).toEqual([]);
    expect(await mailed({ ...ann, isVerified: false })).toEqual([]);
    expect(await mailed(null)).toEqual([]);
  });
});
