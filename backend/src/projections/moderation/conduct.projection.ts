import { projection } from '../projection.js';

/** A decision against a person, until it is undone. */
interface Decision {
  readonly actId: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What a person's standing depends on, under the id of the account. */
export interface ConductDocument {
  readonly verifiedAt: string | null;
  /** How many of their posts went public. */
  readonly publicPosts: number;
  /** The posts that wait for a review, as many as matter, ordered by id. */
  readonly held: readonly string[];
  /** The latest ones, oldest first, as many as matter. */
  readonly decisions: readonly Decision[];
}

const NOBODY: ConductDocument = { verifiedAt: null, publicPosts: 0, held: [], decisions: [] };
const MOST_HELD = 100;
const MOST_DECISIONS = 10;

const withDecision = (before: ConductDocument | null, decision: Decision): ConductDocument => {
  const conduct = before ?? NOBODY;
  // A strike and the suspension that it leads to are one decision.
  const others = conduct.decisions.filter(({ actId }) => actId !== decision.actId);
  return { ...conduct, decisions: [...others, decision].slice(-MOST_DECISIONS) };
};

const withoutDecision = (conduct: ConductDocument | null, id: string) =>
  conduct && { ...conduct, decisions: conduct.decisions.filter(({ actId }) => actId !== id) };

interface OnPost {
  readonly data: { readonly postId: string; readonly actId: string };
  readonly metadata: { readonly at: string };
}

/** A post that waits for a review, from its publication on or again. */
function withHeld(held: readonly string[], postId: string): readonly string[] {
  return [...held, postId].toSorted().slice(-MOST_HELD);
}

/** An approval may have been undone, or what kept it from having an effect. */
function afterUndo(
  conduct: ConductDocument | null,
  event: OnPost & { readonly data: { readonly isHeld: boolean } },
): ConductDocument | null {
  const { postId, actId, isHeld } = event.data;
  const left = withoutDecision(conduct, actId);
  if (!isHeld) return madePublic(left, event);
  if (!left || left.held.includes(postId)) return left;
  return { ...left, held: withHeld(left.held, postId), publicPosts: left.publicPosts - 1 };
}

/** A post that waited counts once it is public. */
function madePublic(conduct: ConductDocument | null, { data: { postId } }: OnPost): ConductDocument | null {
  if (!conduct?.held.includes(postId)) return conduct;
  const held = conduct.held.filter((id) => id !== postId);
  return { ...conduct, held, publicPosts: conduct.publicPosts + 1 };
}

function decidedAgainst(conduct: ConductDocument | null, { data, metadata }: OnPost): ConductDocument {
  return withDecision(conduct, { actId: data.actId, at: metadata.at });
}

export const conduct = projection<ConductDocument>({
  name: 'conduct',
  version: 3,
  indexes: [],
  on: {
    EmailVerified: {
      ids: ({ data }) => [data.accountId],
      fold: (before, { metadata }) => ({ ...(before ?? NOBODY), verifiedAt: metadata.at }),
    },
    PostPublished: {
      ids: ({ data }) => [data.ownerId],
      fold: (before, { data: { postId, isPublic } }) => {
        const { publicPosts, held, ...rest } = before ?? NOBODY;
        return isPublic
          ? { ...rest, held, publicPosts: publicPosts + 1 }
          : { ...rest, publicPosts, held: withHeld(held, postId) };
      },
    },
    PostApproved: { ids: ({ data }) => [data.ownerId], fold: madePublic },
    PostShown: { ids: ({ data }) => [data.ownerId], fold: madePublic },
    PostHidden: { ids: ({ data }) => [data.ownerId], fold: decidedAgainst },
    PostRemoved: { ids: ({ data }) => [data.ownerId], fold: decidedAgainst },
    PostActUndone: { ids: ({ data }) => [data.ownerId], fold: afterUndo },
    PostEscalated: { ids: ({ data }) => [data.ownerId], fold: decidedAgainst },
    LegalHoldLifted: {
      ids: ({ data }) => [data.ownerId],
      fold: (before, { data }) => withoutDecision(before, data.actId),
    },
    AccountSuspended: {
      ids: ({ data: { accountId, cause } }) => (cause === 'moderation' ? [accountId] : []),
      fold: (before, { data, metadata }) =>
        withDecision(before, { actId: data.suspensionId, at: metadata.at }),
    },
    AccountRestored: {
      ids: ({ data }) => [data.accountId],
      fold: (before, { data }) => withoutDecision(before, data.suspensionId),
    },
    AccountStruck: {
      ids: ({ data }) => [data.accountId],
      fold: (before, { data, metadata }) => withDecision(before, { actId: data.actId, at: metadata.at }),
    },
    StrikeUndone: {
      ids: ({ data }) => [data.accountId],
      fold: (before, { data }) => withoutDecision(before, data.actId),
    },
    AccountDeleted: { ids: ({ data }) => [data.accountId], fold: () => null },
  },
});
