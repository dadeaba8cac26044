import { MAIL_KINDS, type MailKind } from '../domain/account/mail-kind.js';
import { appeal } from '../domain/review/appeal.js';
import type { Mailer } from '../infrastructure/mail/mailer.port.js';
import type { States } from '../kernel/states.js';
import type { ViewProgress } from '../kernel/view-progress.js';
import { acts } from '../projections/acts/acts.projection.js';
import type { ActsReader } from '../projections/acts/acts.reader.js';
import { appealDecidedMail, decisionUndoneMail, postDecidedMail } from './mails/decision-mails.js';
import type { MailContent, Sender } from './mails/mail-content.js';
import type { Reaction } from './reaction.js';
import type { Recipients } from './recipients.js';
import { haveSeen } from './seen-views.js';

/** What the reaction works with. */
export interface DecisionMailParts {
  readonly mailer: Mailer;
  readonly recipients: Recipients;
  readonly states: Pick<States, 'of'>;
  readonly views: Pick<ViewProgress, 'seen'>;
  readonly acts: Pick<ActsReader, 'one'>;
  /** Makes the token that unsubscribes an account from mails of some kinds. */
  readonly unsubscribing: { issue(accountId: string, kinds: readonly MailKind[]): string };
  readonly site: { readonly publicUrl: string };
}

interface Told {
  readonly id: string;
  readonly position: number;
  readonly data: { readonly ownerId: string };
}

const KINDS = { PostHidden: 'hidden', PostRemoved: 'removed' } as const;

/** Tells people what admins decided about their posts and appeals. These mails ignore the owner's mail settings. */
export function decisionMails(parts: DecisionMailParts): Reaction {
  const { mailer, recipients, unsubscribing, site } = parts;
  const mail = async (
    { id, position, data: { ownerId } }: Told,
    write: (sender: Sender) => Promise<MailContent>,
  ) => {
    const recipient = await recipients.find(ownerId, position);
    if (!recipient?.isVerified) return;
    const unsubscribeToken = unsubscribing.issue(ownerId, MAIL_KINDS);
    const content = await write({ publicUrl: site.publicUrl, unsubscribeToken });
    await mailer.send({ id, to: recipient.email, ...content });
  };
  return {
    name: 'decision-mails',
    // Each mail is its own sequence: a failed mail delays no other.
    sequence: ({ id }) => id,
    on: {
      PostHidden: (event) => mail(event, (to) => postDecidedMail(to, decisionIn(event, 'hidden'))),
      PostRemoved: (event) => mail(event, (to) => postDecidedMail(to, decisionIn(event, 'removed'))),
      PostActUndone: async (event) => {
        const { actId } = event.data;
        await haveSeen(parts.views, [acts], event.position);
        const act = await parts.acts.one(actId);
        if (act?.kind !== 'PostHidden' && act?.kind !== 'PostRemoved') return;
        // The mail about the appeal says it.
        if ((await parts.states.of(appeal, actId)).decided?.isGranted) return;
        await mail(event, (to) =>
          decisionUndoneMail(to, { postId: event.data.postId, kind: KINDS[act.kind as keyof typeof KINDS] }),
        );
      },
      AppealDecided: (event) => {
        const { postId, isGranted, note } = event.data;
        return mail(event, (to) => appealDecidedMail(to, { postId, isGranted, note: note ?? '' }));
      },
    },
  };
}

function decisionIn(
  {
    data: { postId, reason, note },
    metadata: { actor },
  }: {
    readonly data: {
      readonly postId: string;
      readonly reason: Parameters<typeof postDecidedMail>[1]['reason'];
      readonly note: string | null;
    };
    readonly metadata: { readonly actor: { readonly kind: string } };
  },
  kind: 'hidden' | 'removed',
): Parameters<typeof postDecidedMail>[1] {
  return { postId, kind, reason, note: note ?? '', by: actor.kind === 'admin' ? 'person' : 'software' };
}
