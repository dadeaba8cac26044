import type { DomainEvents } from '../../domain/events.js';
import { REASONS, type ReasonCode } from '../../domain/moderation/reasons.js';
import {
  POST_ACTS,
  PostModeration,
  isShown,
  moderated,
  moderationIn,
  unmoderated,
} from '../../domain/post/post-moderation.js';
import { postIn } from '../../domain/report/subject.js';
import type { Recorded } from '../../kernel/event.js';
import {
  type TypeOf,
  flag,
  id,
  list,
  nullable,
  number,
  object,
  record,
  text,
  time,
  week,
} from '../../kernel/field.js';
import { view } from '../view.js';

/** The first votes of a post: `/rate` lets young accounts give one of them at most. */
const FIRST_VOTES = 5;

const QueuedPost = object({
  week,
  moderation: PostModeration,
  isEscalated: flag,
  isInCheck: flag,
  votes: number,
  /** Whether a young account gave one of its first votes. */
  hasYoungVote: flag,
  /** The reports by their reporters: whether each waits for a decision, and names something that does harm. */
  reports: record(object({ isOpen: flag, isHarmful: flag })),
});
type QueuedPost = TypeOf<typeof QueuedPost>;

/**
 * A post, or a person who was suspended, under its id. The order of photos to rate is made of these in memory
 * (`photo-order.ts`); a reader that has read it once reads on from the latest `turn`.
 */
const Entry = object({
  ownerId: id,
  /** The position of the last event that changed it. */
  turn: number,
  /** `2026-W47 3 0 id,id`: week, votes, whether it has a young vote, reporters. `until …`: of a suspended person. Null for neither. */
  state: nullable(text),
  post: nullable(QueuedPost),
  suspensions: list(object({ suspensionId: id, endsAt: nullable(time) })),
});
export type QueueDocument = TypeOf<typeof Entry>;

export const ratingQueue = view('rating-queue', {
  version: 2,
  document: Entry,
  isGathered: true,
  indexes: [{ fields: { turn: 1 }, also: ['ownerId', 'state'] }],
})
  .createdBy('postId', {
    PostPublished: (_, { ownerId, week: of, isPublic }, __, ___, event) =>
      queued(
        ownerId,
        {
          week: of,
          moderation: unmoderated(!isPublic),
          isEscalated: false,
          isInCheck: false,
          votes: 0,
          hasYoungVote: false,
          reports: {},
        },
        event,
      ),
  })
  .changedBy('postId', POST_ACTS, (entry, { actId, reason }, { at }, _, event) =>
    changed(entry, event, ({ moderation }) => ({
      moderation: moderated(moderation, { type: event.type, actId, reason, at }),
    })),
  )
  .changedBy('postId', {
    PostDeleted: () => null,
    PostActUndone: (entry, data, _, __, event) =>
      changed(entry, event, () => ({ moderation: moderationIn(data) })),
    PostEscalated: (entry, _, __, ___, event) => changed(entry, event, () => ({ isEscalated: true })),
    LegalHoldLifted: (entry, _, __, ___, event) => changed(entry, event, () => ({ isEscalated: false })),
    PostCheckBegan: (entry, _, __, ___, event) => changed(entry, event, () => ({ isInCheck: true })),
    PostCheckEnded: (entry, _, __, ___, event) => changed(entry, event, () => ({ isInCheck: false })),
    Rated: (entry, { isYoung }, _, __, event) =>
      changed(entry, event, ({ votes, hasYoungVote }) => ({
        votes: votes + 1,
        hasYoungVote: hasYoungVote || (isYoung && votes < FIRST_VOTES),
      })),
    PostReported: (entry, { reporterId, category }, _, __, event) =>
      reported(entry, event, reporterId, { isOpen: true, isHarmful: isHarmful(category) }),
  })
  .changedBy(postIn, {
    ReportCategorised: (entry, { reporterId, category }, _, __, event) =>
      reported(entry, event, reporterId, { isHarmful: isHarmful(category) }),
    ReportReviewed: (entry, { reporterId }, _, __, event) =>
      reported(entry, event, reporterId, { isOpen: false }),
    ReportDismissed: (entry, { reporterId }, _, __, event) =>
      reported(entry, event, reporterId, { isOpen: false }),
    ReportReopened: (entry, { reporterId }, _, __, event) =>
      reported(entry, event, reporterId, { isOpen: true }),
  })
  .changedBy(({ postId, counted }: DomainEvents['RatingExcluded']) => (counted ? postId : null), {
    RatingExcluded: (entry, _, __, ___, event) =>
      changed(entry, event, ({ votes }) => ({ votes: votes - 1 })),
  })
  .changedBy(({ postId, counts }: DomainEvents['RatingIncluded']) => (counts ? postId : null), {
    RatingIncluded: (entry, _, __, ___, event) =>
      changed(entry, event, ({ votes }) => ({ votes: votes + 1 })),
  })
  .createdBy('accountId', {
    AccountSuspended: (entry, { accountId, suspensionId, endsAt }, { at }, __, event) => {
      const open = (entry?.suspensions ?? []).filter((known) => known.endsAt === null || known.endsAt > at);
      return suspended(accountId, [...open.slice(1 - MOST_KNOWN), { suspensionId, endsAt }], event);
    },
  })
  .changedBy('accountId', {
    AccountRestored: ({ suspensions }, { accountId, suspensionId }, _, __, event) =>
      suspended(
        accountId,
        suspensions.filter((known) => known.suspensionId !== suspensionId),
        event,
      ),
    AccountDeleted: () => null,
  });

/** So many reports of a post, and suspensions of a person, are known: the latest. */
const MOST_KNOWN = 100;

/** The category 'other' says too little to keep a post out. */
function isHarmful(category: ReasonCode): boolean {
  return REASONS[category].harm >= 2;
}

function isSerious({ isOpen, isHarmful: isOfHarm }: QueuedPost['reports'][string]): boolean {
  return isOpen && isOfHarm;
}

function reported(
  entry: QueueDocument,
  event: Recorded,
  reporterId: string,
  changes: Partial<QueuedPost['reports'][string]>,
): QueueDocument {
  return changed(entry, event, ({ reports }) => {
    const { [reporterId]: known = { isOpen: false, isHarmful: false }, ...others } = reports;
    const all = Object.entries(others);
    // Not one that keeps the post out.
    const first = all.findIndex(([, report]) => !isSerious(report));
    const room = all.length < MOST_KNOWN ? all : all.toSpliced(Math.max(0, first), 1);
    return { reports: Object.fromEntries([...room, [reporterId, { ...known, ...changes }]]) };
  });
}

function changed(
  entry: QueueDocument,
  event: Recorded,
  change: (post: QueuedPost) => Partial<QueuedPost>,
): QueueDocument {
  return entry.post ? queued(entry.ownerId, { ...entry.post, ...change(entry.post) }, event) : entry;
}

function queued(ownerId: string, post: QueuedPost, { position }: Recorded): QueueDocument {
  const isServed =
    isShown(post.moderation) &&
    !post.isEscalated &&
    !post.isInCheck &&
    !Object.values(post.reports).some(isSerious);
  const reporters = Object.keys(post.reports).join(',');
  const state = isServed ? `${post.week} ${post.votes} ${Number(post.hasYoungVote)} ${reporters}` : null;
  return { ownerId, turn: position, state, post, suspensions: [] };
}

function suspended(
  ownerId: string,
  suspensions: QueueDocument['suspensions'],
  { position }: Recorded,
): QueueDocument {
  const ends = suspensions.map(({ endsAt }) => endsAt ?? NEVER);
  const last = ends.toSorted().at(-1);
  const state = last === undefined ? null : `${UNTIL}${last}`;
  return { ownerId, turn: position, state, post: null, suspensions };
}

/** After every time (ISO 8601). */
const NEVER = 'never';
const UNTIL = 'until ';

const NOBODY: readonly string[] = [];

/** What the `state` of an entry says. `until` is null for a post, and for a person who is not suspended. */
export type QueueState =
  | { readonly until: string }
  | {
      readonly week: string;
      readonly votes: number;
      readonly hasYoungVote: boolean;
      readonly reporters: readonly string[];
    }
  | null;

export function queueState(state: string | null): QueueState {
  if (state === null) return null;
  if (state.startsWith(UNTIL)) return { until: state.slice(UNTIL.length) };
  const [of = '', votes, isMarked, reporters] = state.split(' ');
  return {
    week: of,
    votes: Number(votes),
    hasYoungVote: isMarked === '1',
    reporters: reporters ? reporters.split(',') : NOBODY,
  };
}
