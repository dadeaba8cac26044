import { ACT_KINDS, toldOf } from '../../domain/acts/acts.js';
import { RankChange } from '../../domain/boosts/boost-facts.js';
import { Achievement } from '../../domain/notification/achievement.js';
import { Activity, type Risen, risen } from '../../domain/notification/notification.js';
import type { DomainEvents } from '../../domain/events.js';
import type { Recorded } from '../../kernel/event.js';
import {
  type TypeOf,
  anyOf,
  id,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
  time,
  week,
} from '../../kernel/field.js';
import { UNDO_TYPES, doneBy, doneId, isUndoneBy, undoneId } from '../acts.js';
import { dayOf } from '../statistics/days.js';
import { view } from '../view.js';
import { readersOf } from './pending-notifications.js';

/** What every entry has. */
const entry = {
  accountId: id,
  /** When it came, or what it tells last changed: it is unread until the person has read up to then. */
  at: time,
  /** The place in the list, which begins with the day. What is known by day only comes before that day's rest. */
  order: text,
};

/** The votes and likes that one notice reported, and what it kept for the weekly digest. */
const Part = object({
  /** Of the notice, ISO 8601. */
  at: time,
  /** Times of the newest vote and the newest like; null without any, or if that is unknown. */
  votedAt: nullable(time),
  likedAt: nullable(time),
  votes: number,
  likes: number,
  ...risen,
  /** Null for what was mailed at once, or is in no mail. */
  forDigest: nullable(object({ activity: Activity, newest: list(id) })),
});

/** The votes and likes that a post got in a day. */
const Bundle = object({ ...entry, kind: oneOf('bundle'), postId: id, parts: list(Part) });
export type BundleDocument = TypeOf<typeof Bundle>;

/** An entry of a person's inbox: only ids and figures. Names and words are joined when it is read. */
const Entry = anyOf(
  Bundle,
  object({ ...entry, kind: oneOf('comment', 'reply'), postId: id, commentId: id }),
  object({ ...entry, kind: oneOf('trophy'), postId: id, achievement: Achievement }),
  /** The rank of the person's best post in a week, if this closing of it counts. */
  object({ ...entry, kind: oneOf('week'), week, closing: id, postId: id, rank: number }),
  object({
    ...entry,
    kind: oneOf('decision'),
    act: oneOf(...ACT_KINDS),
    actId: id,
    outcome: oneOf('decided', 'undone', 'granted', 'rejected'),
  }),
  /** A post that was published to be reviewed first. It is told once it is on the board. */
  object({ ...entry, kind: oneOf('approved'), postId: id }),
  object({
    ...entry,
    kind: oneOf('boostBegan', 'boostEnded'),
    postId: id,
    boostId: id,
    /** What it did when it began. */
    rank: nullable(RankChange),
  }),
);
export type InboxDocument = TypeOf<typeof Entry>;

/** Before all days: the entry is in no list. */
const NOWHERE = '';

const TOLD_KINDS = ACT_KINDS.filter((kind) => toldOf(kind) !== null);

export const inbox = view('inbox', {
  version: 2,
  document: Entry,
  isGathered: true,
  indexes: ['accountId -order', 'accountId -at', 'accountId kind -at'],
})
  .createdBy(
    ({ postId, accountId, at }: DomainEvents['ActivityNotified']) => `${postId}:${accountId}:${dayOf(at)}`,
    { ActivityNotified: bundled },
  )
  .createdBy(
    (comment: DomainEvents['CommentPosted']) =>
      readersOf(comment).map((accountId) => `${comment.commentId}:${accountId}`),
    {
      CommentPosted: (_, { commentId, postId, postOwnerId }, { at }, of) => {
        const accountId = of.slice(commentId.length + 1);
        const kind = accountId === postOwnerId ? 'comment' : 'reply';
        return { kind, ...placed(accountId, at, of), postId, commentId };
      },
    },
  )
  .changedBy(
    (comment: DomainEvents['CommentDeleted']) =>
      readersOf(comment).map((accountId) => `${comment.commentId}:${accountId}`),
    { CommentDeleted: () => null },
  )
  .createdBy(
    ({ postId, isPublic }: { readonly postId: string; readonly isPublic: boolean }) =>
      isPublic ? null : heldId(postId),
    {
      PostPublished: (_, { postId, ownerId }, { at }) => ({
        kind: 'approved',
        accountId: ownerId,
        at,
        order: NOWHERE,
        postId,
      }),
    },
  )
  .changedBy(
    ({ postId }: { readonly postId: string }) => heldId(postId),
    ['PostApproved', 'PostShown'],
    (post, _, { at }, of) => (post.order === NOWHERE ? { ...post, ...placed(post.accountId, at, of) } : post),
  )
  .createdBy((_: object, event) => event.id, {
    AchievementReached: (_, { postId, ownerId, achievement }, { at }, of) => ({
      kind: 'trophy',
      ...placed(ownerId, at, of),
      postId,
      achievement,
    }),
    BoostApplied: (_, { userId, boostId, postId, rank }, { at }, of) => ({
      kind: 'boostBegan',
      ...placed(userId, at, of),
      postId,
      boostId,
      rank,
    }),
    BoostEnded: (_, { userId, boostId, postId }, { at }, of) => ({
      kind: 'boostEnded',
      ...placed(userId, at, of),
      postId,
      boostId,
      rank: null,
    }),
  })
  .createdBy(
    ({ closing, standings }: DomainEvents['WeekRanked']) =>
      [...new Set(standings.map(({ ownerId }) => ownerId))].map((ownerId) => `${closing}:${ownerId}`),
    {
      WeekRanked: (before, { week: ranked, closing, standings }, { at }, of) => {
        const accountId = of.slice(closing.length + 1);
        const best = standings.find(({ ownerId }) => ownerId === accountId);
        // Standings come best first.
        if (before || !best) return before;
        const { postId, rank } = best;
        return { kind: 'week', ...placed(accountId, at, of), week: ranked, closing, postId, rank };
      },
    },
  )
  .createdBy(doneId, TOLD_KINDS, (before, _, { at }, of, event) => {
    const ownerId = doneBy(event)?.ownerId;
    if (before || !ownerId || isBySuspension(event)) return before;
    const act = event.type as (typeof TOLD_KINDS)[number];
    return { kind: 'decision', ...placed(ownerId, at, of), act, actId: of, outcome: 'decided' };
  })
  .changedBy(undoneId, UNDO_TYPES, (decision, _, { at }, __, event) =>
    // The decision on an appeal says it.
    decision.kind === 'decision' && decision.outcome === 'decided' && isUndoneBy(decision.act, event)
      ? { ...decision, ...placed(decision.accountId, at, decision.actId), outcome: 'undone' }
      : decision,
  )
  .changedBy('actId', {
    AppealDecided: (decision, { isGranted }, { at }) =>
      decision.kind === 'decision'
        ? {
            ...decision,
            ...placed(decision.accountId, at, decision.actId),
            outcome: isGranted ? 'granted' : 'rejected',
          }
        : decision,
  });

/** Only a suspension hides posts without an admin. The entry about the suspension says it. */
function isBySuspension({ type, metadata: { actor } }: Recorded): boolean {
  return type === 'PostHidden' && actor.kind === 'system';
}

/** The id of the entry about a post that waits for a review. */
export function heldId(postId: string): string {
  return `held:${postId}`;
}

/** The place of what a post got on a day: before what came at a time of that day. */
export function bundleOrder(at: string, postId: string): string {
  return `${dayOf(at)}~${postId}`;
}

function placed(accountId: string, at: string, of: string) {
  return { accountId, at, order: `${at}#${of}` };
}

/** When what a notice tells happened: the day decides which entry tells it. */
function timeOf({ votedAt, likedAt, at }: DomainEvents['ActivityNotified']): string {
  const [, newer = at] = [votedAt ?? '', likedAt ?? ''].toSorted();
  return newer || at;
}

function bundled(
  before: InboxDocument | null,
  notice: DomainEvents['ActivityNotified'],
): InboxDocument | null {
  const { postId, accountId, activity, unwanted, average, rank, newest, mailed } = notice;
  const { votedAt, likedAt, at } = notice;
  const votes = activity.ratings + unwanted.ratings;
  const likes = activity.likes + unwanted.likes;
  const forDigest = mailed === 'weekly' ? { activity, newest } : null;
  if (votes + likes === 0 && forDigest === null) return before;
  const known = before?.kind === 'bundle' ? before : null;
  const part = { at, votedAt, likedAt, votes, likes, average, rank, forDigest };
  const isNews = votes + likes > 0 || !known;
  return {
    kind: 'bundle',
    accountId,
    at: isNews ? timeOf(notice) : known.at,
    order: bundleOrder(timeOf(notice), postId),
    postId,
    parts: few([...(known?.parts ?? []), part]),
  };
}

type Notice = TypeOf<typeof Part>;

/** More parts are joined, oldest first: people who get no mails may have a notice for each vote. */
const MOST_PARTS = 50;

function few(parts: readonly Notice[]): readonly Notice[] {
  if (parts.length <= MOST_PARTS) return parts;
  const [one, other] = parts.filter(({ forDigest }) => forDigest === null);
  if (!one || !other) return parts;
  const joined: Notice = {
    ...other,
    votedAt: other.votedAt ?? one.votedAt,
    likedAt: other.likedAt ?? one.likedAt,
    votes: one.votes + other.votes,
    likes: one.likes + other.likes,
    ...risenIn([one, other]),
  };
  return parts.flatMap((part) => (part === one ? [] : part === other ? [joined] : [part]));
}

/** What several notices together did, from the first to the last. */
export function risenIn(notices: readonly Risen[]): Risen {
  const averages = notices.flatMap(({ average }) => average ?? []);
  const ranks = notices.flatMap(({ rank }) => rank ?? []);
  const [first, last, rank] = [averages[0], averages.at(-1), ranks.at(-1)];
  const known = ranks.find((one) => one.week === rank?.week && one.before !== null);
  return {
    average: first && last ? { before: first.before, after: last.after } : null,
    rank: rank ? { ...rank, before: known?.before ?? null } : null,
  };
}
