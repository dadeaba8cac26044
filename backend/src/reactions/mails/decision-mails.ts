import { Injectable } from '@nestjs/common';
import { Appeal } from '../../domain/review/appeal.js';
import { type ActKind, actsWith, rowOf, toldOf } from '../../domain/acts/acts.js';
import type { ReasonCode } from '../../domain/moderation/reasons.js';
import type { Recorded } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { acts, ActsReader } from '../../projections/acts.js';
import { haveSeen } from '../seen-views.js';
import { type Letters, MailReaction } from './mail-reaction.js';
import { type Letter, MailSender, toOwner } from './mail-sender.js';
import {
  appealDecidedMail,
  decidedMail,
  decisionUndoneMail,
  reportReopenedMail,
} from './texts/decision-mails.js';

/**
 * Tells people what admins decided about their posts, comments, reports and appeals. Mails about their accounts are in
 * `account-mails.ts`. These mails ignore the owner's mail settings.
 */
@Injectable()
export class DecisionMails extends MailReaction {
  constructor(sender: MailSender, states: States, views: ViewProgress, reader: ActsReader) {
    super('decision-mails', sender, lettersOf(states, views, reader));
  }
}

function lettersOf(states: States, views: ViewProgress, reader: ActsReader): Letters {
  // The mail about the appeal says it.
  const isByAppeal = async (actId: string) => (await states.of(Appeal, actId)).decided?.isGranted === true;
  return {
    ...Object.fromEntries(
      actsWith(({ told }) => told !== null && told.means !== null).map((kind) => [kind, decided]),
    ),
    PostActUndone: async ({ data: { actId, postId, ownerId }, position }) => {
      await haveSeen(views, [acts], position);
      const act = await reader.one(actId);
      const was = act && toldOf(act.kind)?.as;
      if (!was || (await isByAppeal(actId))) return null;
      return toOwner(ownerId, (to) => decisionUndoneMail(to, { about: 'post', was, postId }));
    },
    CommentActUndone: async ({ data: { actId, authorId } }) => {
      const mail = { about: 'comment', was: 'hidden', postId: null } as const;
      return (await isByAppeal(actId)) ? null : toOwner(authorId, (to) => decisionUndoneMail(to, mail));
    },
    ReportReopened: async ({ data: { actId, reporterId } }) =>
      (await isByAppeal(actId)) ? null : toOwner(reporterId, reportReopenedMail),
    AppealDecided: ({ data: { about, postId, ownerId, isGranted, note } }) =>
      toOwner(ownerId, (to) => appealDecidedMail(to, { about, postId, isGranted, note: note ?? '' })),
  };
}

function decided({ type, data, metadata }: Recorded): Letter | null {
  const kind = type as ActKind;
  const { subject, of } = rowOf(kind);
  const told = toldOf(kind);
  const act = of(data as never);
  if (!told || !act) return null;
  const { ownerId, subjectId, reason, note } = act;
  const by = metadata.actor.kind === 'admin' ? 'A person' : 'Software';
  return toOwner(ownerId, (to) =>
    decidedMail(to, {
      as: told.as,
      postId: subject === 'post' ? subjectId : null,
      reason: reason as ReasonCode | null,
      note: note ?? '',
      by: subject === 'report' ? null : by,
    }),
  );
}
