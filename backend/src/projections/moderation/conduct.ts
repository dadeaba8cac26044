import { Injectable } from '@nestjs/common';
import { type ActKind, actsWith, rowOf } from '../../domain/acts/acts.js';
import type { DomainEvents } from '../../domain/events.js';
import { POST_ACT_RESULTS, POST_ACTS } from '../../domain/post/post-moderation.js';
import { type EventFold, Views } from '../../kernel/projection.js';
import { foldEach, projection } from '../projection.js';
import type { ConductFacts } from '../../domain/moderation/conduct-facts.js';
import type { ViewReader } from '../../kernel/document-store.js';

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

const AGAINST = actsWith(({ isAgainst }) => isAgainst);
/** The acts after which a post does not wait for a review any more. */
const SHOWING = POST_ACTS.filter((type) => POST_ACT_RESULTS[type].becomes.isHeld === false);

function against<Kind extends ActKind>(kind: Kind): EventFold<ConductDocument, Kind, DomainEvents[Kind]> {
  const done = (data: object) => rowOf(kind).of(data as never);
  return {
    ids: ({ data }) => {
      const ownerId = done(data)?.ownerId;
      return ownerId ? [ownerId] : [];
    },
    fold: (before, { data, metadata }) => {
      const act = done(data);
      return act ? withDecision(before, { actId: act.actId, at: metadata.at }) : before;
    },
  };
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
    ...foldEach(SHOWING, () => ({ ids: ({ data }) => [data.ownerId], fold: madePublic })),
    ...foldEach(AGAINST, against),
    PostActUndone: { ids: ({ data }) => [data.ownerId], fold: afterUndo },
    LegalHoldLifted: {
      ids: ({ data }) => [data.ownerId],
      fold: (before, { data }) => withoutDecision(before, data.actId),
    },
    AccountRestored: {
      ids: ({ data }) => [data.accountId],
      fold: (before, { data }) => withoutDecision(before, data.suspensionId),
    },
    StrikeUndone: {
      ids: ({ data }) => [data.accountId],
      fold: (before, { data }) => withoutDecision(before, data.actId),
    },
    AccountDeleted: { ids: ({ data }) => [data.accountId], fold: () => null },
  },
});

@Injectable()
export class ConductReader {
  private readonly conduct: ViewReader<ConductDocument>;

  constructor(views: Views) {
    this.conduct = views.of(conduct);
  }

  async of(accountId: string): Promise<ConductFacts> {
    const found = await this.conduct.get(accountId);
    return {
      verifiedAt: found?.verifiedAt ?? null,
      publicPosts: found?.publicPosts ?? 0,
      decidedAgainst: found?.decisions.map(({ at }) => at) ?? [],
    };
  }
}
