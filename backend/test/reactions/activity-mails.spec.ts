import { UnsubscribeTokens } from '../../src/api/auth/mailed-tokens.js';
import { NOTHING } from '../../src/domain/notice/notice.events.js';
import { type Mail, Mailer } from '../../src/infrastructure/mail/mailer.port.js';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import { activityMails } from '../../src/reactions/mails/activity-mails.js';
import type { Recipient } from '../../src/reactions/mails/recipients.js';
import { type Happened, recorded } from '../support/given.js';

const unsubscribing = new UnsubscribeTokens(new ServerSecret(Buffer.alloc(32, 1)));
const publicUrl = 'https://footnote.example';
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
      ratings: 2,
      comments: 1,
      replies: 1,
      achievements: [{ kind: 'ratings', count: 10 }],
    },
    unwanted: NOTHING,
    at: '2026-11-21T12:00:00.000Z',
  },
};

/** The mails sent for `notified`, to the reader at that time. */
async function mailed(reader: Recipient | null): Promise<Mail[]> {
  const mails: Mail[] = [];
  const mailer = new (class extends Mailer {
    override send(mail: Mail): Promise<void> {
      mails.push(mail);
      return Promise.resolve();
    }

    override knows(): Promise<boolean> {
      return Promise.resolve(false);
    }

    override forget(): Promise<void> {
      return Promise.reject(new Error('forget is not expected here'));
    }
  })();
  const recipients = { find: () => Promise.resolve(reader) };
  const reaction = activityMails({ mailer, recipients, unsubscribing, site: { publicUrl } });
  const [event] = recorded([notified]);
  await reaction.on.ActivityNotified?.(event as never);
  return mails;
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
