import { Injectable } from '@nestjs/common';
import { type Appealed, Appeal } from '../../domain/review/appeal.js';
import { type ActKind, actsWith, rowOf, toldOf } from '../../domain/acts/acts.js';
import { REASONS, type ReasonCode } from '../../domain/moderation/reasons.js';
import type { Recorded } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { heldId, inbox } from '../../projections/inbox/inbox.js';
import { InboxReader } from '../../projections/inbox/inbox.reader.js';
import { acts, ActsReader } from '../../projections/acts.js';
import { haveSeen } from '../seen-views.js';
import { type Letters, MailReaction } from './mail-reaction.js';
import { type Letter, MailSender, toOwner } from './mail-sender.js';
import type { Words } from './texts/render-mail.js';

/** Where all decisions about a person are, with their appeals. */
export const DECISIONS_PATH = '/account/settings#decisions';

const APPROVED = 'It waited for a review. Everyone can see it now.';
const CLEARED =
  'Somebody reported your post, and we hid it until one of us had looked at it. We found nothing wrong with it, and everyone can see it again.';
const APPEAL = 'If you think this is wrong, you can appeal once. Another moderator then decides.';

/** What an appeal was about, in words, and what a granted one did. */
const APPEALED_WORDS: Readonly<Record<Appealed, readonly [about: string, granted: string]>> = {
  post: ['about your post', 'and undid it.'],
  comment: ['about your comment', 'and undid it.'],
  report: ['about your report', 'and undid it. Your report is open again, and we will look at it once more.'],
  suspension: ['to suspend your account', 'and undid it.'],
  strike: ['to give you a strike', 'and undid it, with the suspension that it led to.'],
  profile: ['to withhold a part of your profile', 'and undid it.'],
};

/**
 * Tells people what admins decided about their posts, comments, reports and appeals. Mails about their accounts are in
 * `account-mails.ts`. These mails ignore the owner's mail settings.
 */
@Injectable()
export class DecisionMails extends MailReaction {
  constructor(
    sender: MailSender,
    states: States,
    views: ViewProgress,
    reader: ActsReader,
    inboxes: InboxReader,
  ) {
    super('decision-mails', sender, lettersOf(states, views, reader, inboxes));
  }
}

function lettersOf(states: States, views: ViewProgress, reader: ActsReader, inboxes: InboxReader): Letters {
  // The mail about the appeal says it.
  const isByAppeal = async (actId: string) => (await states.of(Appeal, actId)).decided?.isGranted === true;
  // The mail about the suspension says it.
  const isBySuspension = async ({
    data,
    position,
  }: Recorded<string, Parameters<ActsReader['isBySuspension']>[0]>) => {
    await haveSeen(views, [acts], position);
    return reader.isBySuspension(data);
  };
  const approved = async ({
    data: { postId, ownerId },
    metadata: { at },
    position,
  }: Recorded<string, { readonly postId: string; readonly ownerId: string }>) => {
    await haveSeen(views, [inbox], position);
    // Only a post that waited is told: others were on the board before.
    const isNews = (await inboxes.one(heldId(postId)))?.at === at;
    return isNews ? letter(ownerId, 'Your post is on the board', [APPROVED], postId) : null;
  };
  return {
    PostApproved: approved,
    PostShown: approved,
    PostCheckEnded: ({ data: { postId, ownerId, isCleared, isPublic } }) =>
      isCleared && isPublic
        ? letter(ownerId, 'Your post is shown again', [CLEARED, 'We are sorry for the trouble.'], postId)
        : null,
    ...Object.fromEntries(
      actsWith(({ told }) => told !== null && told.means !== null).map((kind) => [kind, decided]),
    ),
    PostHidden: async (event) => ((await isBySuspension(event)) ? null : decided(event)),
    PostActUndone: async (event) => {
      if (await isBySuspension(event)) return null;
      const { actId, postId, ownerId } = event.data;
      const act = await reader.one(actId);
      const was = act && toldOf(act.kind)?.as;
      if (!was || (await isByAppeal(actId))) return null;
      return undone(ownerId, 'post', was, postId);
    },
    CommentActUndone: async ({ data: { actId, authorId } }) =>
      (await isByAppeal(actId)) ? null : undone(authorId, 'comment', 'hidden', null),
    ReportReopened: async ({ data: { actId, reporterId } }) => {
      if (await isByAppeal(actId)) return null;
      const lines = ['The decision about your report was undone. We will look at it once more.'];
      return letter(reporterId, 'Your report is open again', lines, null);
    },
    AppealDecided: ({ data: { about, postId, ownerId, isGranted, note } }) => {
      const [decision, granted] = APPEALED_WORDS[about];
      const looked = `Another moderator looked at the decision ${decision}`;
      return letter(
        ownerId,
        isGranted ? 'Your appeal was granted' : 'Your appeal was rejected',
        [isGranted ? `${looked} ${granted}` : `${looked}. It stays as it is.`, ...writtenBy(note)],
        about === 'post' ? postId : null,
      );
    },
  };
}

/** @param postId the post that it is about, for its owner; null for anything else */
function letter(
  accountId: string | null,
  subject: string,
  lines: Words['lines'],
  postId: string | null,
): Letter {
  const button =
    postId === null
      ? (['See the decision', DECISIONS_PATH] as const)
      : (['See your post', `/post/${postId}`] as const);
  return toOwner(accountId, () => ({ subject, lines, button, footer: 'decision' }));
}

/** A decision about a post or a comment was undone without an appeal. */
function undone(accountId: string | null, about: 'post' | 'comment', was: string, postId: string | null) {
  const lines = [`Your ${about} had been ${was}. That was undone.`, 'We are sorry for the trouble.'];
  return letter(accountId, `A decision about your ${about} was undone`, lines, postId);
}

function writtenBy(note: string | null): readonly string[] {
  return note ? [`The moderator wrote: ${note}`] : [];
}

/** What was decided. To a reporter, it says nothing about the owner of the post. */
function decided({ type, data, metadata }: Recorded): Letter | null {
  const kind = type as ActKind;
  const { subject, of } = rowOf(kind);
  const told = toldOf(kind);
  const act = of(data as never);
  if (!told || !act) return null;
  const { sentence, means, appeal } = told;
  const reason = act.reason as ReasonCode | null;
  const by = metadata.actor.kind === 'admin' ? 'A person' : 'Software';
  const lines = [
    ...(means === null ? [] : [means]),
    ...(reason === null ? [] : [reasonLine(reason)]),
    ...writtenBy(act.note),
    ...(subject === 'report' ? [] : [`${by} decided this.`]),
    ...(appeal === null ? [] : [APPEAL]),
  ];
  return letter(act.ownerId, sentence, lines, subject === 'post' ? act.subjectId : null);
}

function reasonLine(code: ReasonCode): string {
  const { label, section } = REASONS[code];
  return `The reason: ${label} (section ${section} of our Terms of Service).`;
}
