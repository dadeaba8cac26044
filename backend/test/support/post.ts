import { type Mail, Mailer } from '../../src/infrastructure/mail/mailer.port.js';
import { LateMails } from '../../src/infrastructure/mail/late-mails.port.js';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import { Clock } from '../../src/kernel/clock.js';
import { ViewProgress } from '../../src/kernel/view-progress.js';
import { CommentsReader, type Quote } from '../../src/projections/comments/comments.js';
import { LeaderboardReader, type PostOrigin } from '../../src/projections/leaderboard/leaderboard.reader.js';
import { MailSender } from '../../src/reactions/mails/mail-sender.js';
import { Recipients } from '../../src/reactions/mails/recipients.js';
import { ToldActivity } from '../../src/reactions/mails/told-activity.js';
import { UnsubscribeTokens } from '../../src/site/mailed-tokens.js';
import { Site } from '../../src/site/site.js';
import { TestClock } from './app.js';
import { type Stub, made, stub } from './made.js';

export const secret = new ServerSecret(Buffer.alloc(32, 1));
export const unsubscribing = new UnsubscribeTokens(secret);
export const publicUrl = 'https://footnote.example';

/** Keeps the mails that it is to send. */
export class Post extends Mailer {
  readonly mails: Mail[] = [];

  override send(mail: Mail): Promise<void> {
    this.mails.push(mail);
    return Promise.resolve();
  }

  override knows(_id: string): Promise<boolean> {
    return Promise.resolve(false);
  }

  override forget(): Promise<void> {
    return Promise.reject(new Error('forget is not expected here'));
  }
}

/** Sends the mails of reactions through `mailer` to those whom `recipients` find; no mail may be late. */
export function senderOver(mailer: Mailer, recipients: Partial<Recipients>, ...others: Stub[]): MailSender {
  return made(
    MailSender,
    stub(Mailer, mailer),
    stub(LateMails, {}),
    stub(Clock, new TestClock()),
    stub(Recipients, recipients),
    stub(UnsubscribeTokens, unsubscribing),
    stub(Site, new Site(publicUrl, true)),
    ...others,
  );
}

/** Ann's post, from the day before. */
export const ANNS: PostOrigin = { ownerId: 'ann', publishedAt: '2026-11-20T12:00:00.000Z' };

/** What mails tell while these posts can be seen, and these comments are there. */
export function toldOver(
  quotes: Readonly<Record<string, Quote>> = {},
  posts: Readonly<Record<string, PostOrigin>> = { p1: ANNS },
): ToldActivity {
  const among = <Of>(ids: readonly string[], all: Readonly<Record<string, Of>>) =>
    new Map(Object.entries(all).filter(([id]) => ids.includes(id)));
  return made(
    ToldActivity,
    stub(ViewProgress, { seen: () => Promise.resolve(true) }),
    stub(LeaderboardReader, { visibleAmong: (ids) => Promise.resolve(among(ids, posts)) }),
    stub(CommentsReader, { quotes: (ids) => Promise.resolve(among(ids, quotes)) }),
  );
}
