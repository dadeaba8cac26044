import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import { NOTHING } from '../../domain/notification/notification.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { inbox, risenIn } from '../../projections/inbox/inbox.js';
import { InboxReader } from '../../projections/inbox/inbox.reader.js';
import { counted } from '../../projections/inbox/inbox-words.js';
import { weekly } from '../../projections/weekly/weekly.js';
import { haveSeen } from '../seen-views.js';
import { MailReaction } from './mail-reaction.js';
import { MailSender, toOwner } from './mail-sender.js';
import type { Recipient } from './recipients.js';
import type { Words } from './texts/render-mail.js';
import { writtenDay, writtenMoment } from './texts/written-dates.js';
import { type Notice, type Told, ToldActivity, linesOf } from './told-activity.js';

/** How many posts a digest has; it counts the others. */
const MOST_POSTS = 20;
/** Of so many newest comments at a post it is known whether they are gone. */
const MOST_KNOWN = 30;

/** Sends the weekly digests: one mail with all that was kept for it, by post, newest first. */
@Injectable()
export class DigestMails extends MailReaction {
  constructor(
    sender: MailSender,
    private readonly told: ToldActivity,
    private readonly inboxes: InboxReader,
    private readonly views: ViewProgress,
  ) {
    super('digest-mails', sender, {
      DigestNotified: ({ data, position }) =>
        toOwner(data.accountId, ({ wants }) => this.written(data, wants, position), { isHandedOver: true }),
    });
  }

  private async written(
    { accountId, week, since, upTo }: DomainEvents['DigestNotified'],
    wants: Recipient['wants'],
    position: number,
  ): Promise<Words | null> {
    await haveSeen(this.views, [inbox, weekly], position);
    const kept = await this.inboxes.forDigest(accountId, since, upTo);
    const notices = new Map(kept.map(([postId, ofPost]) => [postId, together(ofPost, week)]));
    const told = await this.told.of({ accountId, wants, position }, notices);
    if (told.length === 0) return null;
    const finish = wants.achievements ? await this.inboxes.finish(accountId, week) : null;
    return digestMail(accountId, told, finish);
  }
}

/** Several notices about a post as one. Of ranks, those in the week of the digest count. */
export function together(notices: readonly Notice[], week: string): Notice {
  const rated = notices
    .filter(({ activity }) => activity.ratings > 0)
    .map(({ average, rank }) => ({ average, rank: rank?.week === week ? rank : null }));
  return {
    activity: notices.reduce(
      (sum, { activity }) => ({
        ratings: sum.ratings + activity.ratings,
        likes: 0,
        comments: sum.comments + activity.comments,
        replies: sum.replies + activity.replies,
        achievements: [...sum.achievements, ...activity.achievements],
      }),
      NOTHING,
    ),
    ...risenIn(rated),
    newest: notices
      .flatMap(({ activity: { comments, replies }, newest }) => (comments + replies > 0 ? newest : []))
      .slice(-MOST_KNOWN),
  };
}

export function digestMail(accountId: string, told: readonly Told[], finish: string | null): Words {
  const more = told.length - MOST_POSTS;
  const days = told.map(({ post }) => writtenDay(post.publishedAt));
  return {
    subject: 'Your week on Footnote',
    preview: `There is news at ${counted(told.length, 'post')}.`,
    lines: [
      ...(finish === null ? [] : [`${finish}.`]),
      ...told.slice(0, MOST_POSTS).map((one) => ({
        title: titleOf(one, accountId, days),
        path: `/post/${one.postId}`,
        items: linesOf(one, ''),
      })),
      ...(more > 0 ? [`There is news at ${counted(more, 'more post')}.`] : []),
    ],
    button: ['See your inbox', '/inbox'],
    footer: 'digest',
    kinds: ['rating', 'comment', 'achievements'],
  };
}

/** @param days those of all posts in the mail: of two on one day, the time tells them apart */
function titleOf(
  { post: { ownerId, publishedAt } }: Told,
  accountId: string,
  days: readonly string[],
): string {
  const ofDay = writtenDay(publishedAt);
  const day = days.filter((one) => one === ofDay).length > 1 ? writtenMoment(publishedAt) : ofDay;
  return ownerId === accountId ? `Your post of ${day}` : `Replies to you on a post of ${day}`;
}
