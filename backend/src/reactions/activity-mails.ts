import type { MailKind } from '../domain/account/mail-kind.js';
import { type Activity, isNothing } from '../domain/notice/notice.events.js';
import { wantedOf } from '../domain/notice/wanted-activity.js';
import type { Mailer } from '../infrastructure/mail/mailer.port.js';
import { activityLetter } from './mails/activity-letter.js';
import type { Reaction } from './reaction.js';
import type { Recipients } from './recipients.js';

/** What the reaction works with. */
export interface ActivityMailParts {
  readonly mailer: Mailer;
  readonly recipients: Recipients;
  /** Makes the token that stops mails of some kinds to an account. */
  readonly unsubscribing: { issue(accountId: string, kinds: readonly MailKind[]): string };
  readonly site: { readonly publicUrl: string };
}

/**
 * Mails what was decided to be told about a post; the link in it stops mails of the kinds that it is about. The mail may
 * have waited for its server: what its reader has switched off by now is left out, too.
 */
export function activityMails({ mailer, recipients, unsubscribing, site }: ActivityMailParts): Reaction {
  return {
    name: 'activity-mails',
    // No mail waits for another one.
    sequence: ({ id }) => id,
    on: {
      ActivityNotified: async ({ id, position, data: { postId, accountId, activity } }) => {
        if (isNothing(activity)) return;
        const recipient = await recipients.find(accountId, position);
        if (!recipient?.isVerified) return;
        const news = wantedOf(activity, recipient.wants);
        if (isNothing(news)) return;
        const sender = {
          publicUrl: site.publicUrl,
          unsubscribeToken: unsubscribing.issue(accountId, kindsIn(news)),
        };
        const letter = await activityLetter(sender, postId, news);
        await mailer.send({ id, to: recipient.email, ...letter });
      },
    },
  };
}

function kindsIn({ ratings, comments, replies, achievements }: Activity): MailKind[] {
  return [
    ...(ratings > 0 ? (['rating'] as const) : []),
    ...(comments + replies > 0 ? (['comment'] as const) : []),
    ...(achievements.length > 0 ? (['achievements'] as const) : []),
  ];
}
