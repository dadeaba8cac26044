import { MAIL_KINDS, type MailKind } from '../../domain/account/mail-kind.js';
import { appeal } from '../../domain/review/appeal.js';
import { toldAct } from '../../domain/review/told-acts.js';
import type { Mailer } from '../../infrastructure/mail/mailer.port.js';
import type { States } from '../../kernel/states.js';
import type { ViewProgress } from '../../kernel/view-progress.js';
import { acts } from '../../projections/acts/acts.projection.js';
import type { ActsReader } from '../../projections/acts/acts.reader.js';
import {
  appealDecidedMail,
  commentHiddenMail,
  commentShownMail,
  decisionUndoneMail,
  postDecidedMail,
  reportDecidedMail,
  reportReopenedMail,
  type ToldDecision,
} from './texts/decision-mails.js';
import type { MailContent, Sender } from './texts/mail-content.js';
import type { Reaction } from '../reaction.js';
import type { Recipients } from './recipients.js';
import { haveSeen } from '../seen-views.js';

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

/** What a mail is sent about. */
interface Told {
  readonly id: string;
  readonly position: number;
}

/**
 * Tells people what admins decided about their posts, comments, reports and appeals. Mails about their accounts are in
 * `account-mails.ts`. These mails ignore the owner's mail settings.
 */
export function decisionMails(parts: DecisionMailParts): Reaction {
  const { mailer, recipients, unsubscribing, site, states } = parts;
  const mail = async (
    { id, position }: Told,
    accountId: string,
    write: (sender: Sender) => Promise<MailContent>,
  ) => {
    const recipient = await recipients.find(accountId, position);
    if (!recipient?.isVerified) return;
    const unsubscribeToken = unsubscribing.issue(accountId, MAIL_KINDS);
    const content = await write({ publicUrl: site.publicUrl, unsubscribeToken });
    await mailer.send({ id, to: recipient.email, ...content });
  };
  // The mail about the appeal says it.
  const isByAppeal = async (actId: string) => (await states.of(appeal, actId)).decided?.isGranted === true;
  return {
    name: 'decision-mails',
    // Each mail is its own sequence: a failed mail delays no other.
    sequence: ({ id }) => id,
    on: {
      PostHidden: (event) =>
        mail(event, event.data.ownerId, (to) =>
          postDecidedMail(to, { postId: event.data.postId, kind: 'hidden', ...whyIn(event) }),
        ),
      PostRemoved: (event) =>
        mail(event, event.data.ownerId, (to) =>
          postDecidedMail(to, { postId: event.data.postId, kind: 'removed', ...whyIn(event) }),
        ),
      PostActUndone: async (event) => {
        const { actId, postId, ownerId } = event.data;
        await haveSeen(parts.views, [acts], event.position);
        const act = await parts.acts.one(actId);
        const kind = act && toldAct(act.kind);
        if ((kind !== 'hidden' && kind !== 'removed') || (await isByAppeal(actId))) return;
        await mail(event, ownerId, (to) => decisionUndoneMail(to, { postId, kind }));
      },
      CommentHidden: (event) => mail(event, event.data.authorId, (to) => commentHiddenMail(to, whyIn(event))),
      CommentActUndone: async (event) => {
        if (!(await isByAppeal(event.data.actId))) await mail(event, event.data.authorId, commentShownMail);
      },
      ReportReviewed: (event) =>
        mail(event, event.data.reporterId, (to) =>
          reportDecidedMail(to, { status: 'reviewed', note: event.data.note ?? '' }),
        ),
      ReportDismissed: (event) =>
        mail(event, event.data.reporterId, (to) =>
          reportDecidedMail(to, { status: 'dismissed', note: event.data.note ?? '' }),
        ),
      ReportReopened: async (event) => {
        if (!(await isByAppeal(event.data.actId)))
          await mail(event, event.data.reporterId, reportReopenedMail);
      },
      AppealDecided: (event) => {
        const { about, postId, ownerId, isGranted, note } = event.data;
        return mail(event, ownerId, (to) =>
          appealDecidedMail(to, { about, postId, isGranted, note: note ?? '' }),
        );
      },
    },
  };
}

/** Why an admin, or software, decided something. */
function whyIn({
  data: { reason, note },
  metadata: { actor },
}: {
  readonly data: Pick<ToldDecision, 'reason'> & { readonly note: string | null };
  readonly metadata: { readonly actor: { readonly kind: string } };
}): Pick<ToldDecision, 'reason' | 'note' | 'by'> {
  return { reason, note: note ?? '', by: actor.kind === 'admin' ? 'person' : 'software' };
}
