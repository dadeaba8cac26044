import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import { Appeal } from '../../domain/review/appeal.js';
import { type ActKind, type ToldOnPost, actsWith, toldOf } from '../../domain/acts/act-facts.js';
import type { PostActType } from '../../domain/post/post-moderation.js';
import type { Recorded } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { acts, ActsReader } from '../../projections/acts.js';
import { haveSeen } from '../seen-views.js';
import { type Letters, MailReaction } from './mail-reaction.js';
import { type Letter, MailSender, toOwner } from './mail-sender.js';
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
      TOLD_ON_POSTS.map((kind) => [kind, (event: PostDecided) => postDecided(kind, event)]),
    ),
    PostActUndone: async ({ data: { actId, postId, ownerId }, position }) => {
      await haveSeen(views, [acts], position);
      const act = await reader.one(actId);
      const told = act && toldOf(act.kind);
      if (!told || (await isByAppeal(actId))) return null;
      return toOwner(ownerId, (to) => decisionUndoneMail(to, { postId, kind: told.as as ToldOnPost }));
    },
    CommentHidden: (event) => toOwner(event.data.authorId, (to) => commentHiddenMail(to, whyIn(event))),
    CommentActUndone: async ({ data: { actId, authorId } }) =>
      (await isByAppeal(actId)) ? null : toOwner(authorId, commentShownMail),
    ReportReviewed: ({ data }) => reportDecided('reviewed', data),
    ReportDismissed: ({ data }) => reportDecided('dismissed', data),
    ReportReopened: async ({ data: { actId, reporterId } }) =>
      (await isByAppeal(actId)) ? null : toOwner(reporterId, reportReopenedMail),
    AppealDecided: ({ data: { about, postId, ownerId, isGranted, note } }) =>
      toOwner(ownerId, (to) => appealDecidedMail(to, { about, postId, isGranted, note: note ?? '' })),
  };
}

const TOLD_ON_POSTS = actsWith(({ subject, told }) => subject === 'post' && told !== null);

type PostDecided = Recorded<string, DomainEvents[PostActType]>;

function postDecided(kind: ActKind, event: PostDecided): Letter {
  const { ownerId, postId } = event.data;
  const facts = { postId, kind: toldOf(kind)?.as as ToldOnPost, ...whyIn(event) };
  return toOwner(ownerId, (to) => postDecidedMail(to, facts));
}

function reportDecided(
  status: 'reviewed' | 'dismissed',
  { reporterId, note }: DomainEvents['ReportReviewed' | 'ReportDismissed'],
): Letter {
  return toOwner(reporterId, (to) => reportDecidedMail(to, { status, note: note ?? '' }));
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
