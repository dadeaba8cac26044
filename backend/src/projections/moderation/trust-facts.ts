import { Injectable } from '@nestjs/common';
import { hidingId } from '../../domain/account/sanctions.js';
import { type ActKind, actsWith, rowOf } from '../../domain/acts/acts.js';
import type { TrustFacts } from '../../domain/moderation/trust-level.js';
import { POST_ACT_RESULTS, POST_ACTS } from '../../domain/post/post-moderation.js';
import type { Recorded } from '../../kernel/event.js';
import { type TypeOf, id, list, nullable, number, object, time } from '../../kernel/field.js';
import { readerOf, view } from '../view.js';

/** What a person's standing depends on, under the id of the account. */
const Facts = object({
  verifiedAt: nullable(time),
  /** How many of their posts went public. */
  publicPosts: number,
  /** The posts that wait for a review, as many as matter, ordered by id. */
  held: list(id),
  /** The decisions against the person that were not undone: the latest ones, oldest first, as many as matter. */
  decisions: list(object({ actId: id, at: time })),
});
type TrustFactsDocument = TypeOf<typeof Facts>;

const NOBODY: TrustFactsDocument = { verifiedAt: null, publicPosts: 0, held: [], decisions: [] };
const MOST_HELD = 100;
const MOST_DECISIONS = 10;

const AGAINST = actsWith(({ isAgainst }) => isAgainst);
/** The acts after which a post does not wait for a review any more. */
const SHOWING = POST_ACTS.filter((type) => POST_ACT_RESULTS[type].becomes.isHeld === false);

const actIn = ({ type, data }: Recorded) => rowOf(type as ActKind).of(data as never);

export const trustFacts = view('conduct', { version: 5, document: Facts })
  .createdBy('accountId', {
    EmailVerified: (before, _, { at }) => ({ ...(before ?? NOBODY), verifiedAt: at }),
  })
  .createdBy('ownerId', {
    PostPublished: (before, { postId, isPublic }) => {
      const { publicPosts, held, ...rest } = before ?? NOBODY;
      return isPublic
        ? { ...rest, held, publicPosts: publicPosts + 1 }
        : { ...rest, publicPosts, held: withHeld(held, postId) };
    },
  })
  .createdBy(
    (_: object, event: Recorded) => actIn(event)?.ownerId || null,
    AGAINST,
    (before, _, { at }, __, event) => {
      const act = actIn(event);
      if (!act) return before;
      const known = before ?? NOBODY;
      // A strike, the suspension that it leads to, and the posts that the suspension hides are one decision.
      if (known.decisions.some(({ actId }) => hidingId(actId, act.subjectId) === act.actId)) return known;
      const others = withoutDecision(known, act.actId).decisions;
      return { ...known, decisions: [...others, { actId: act.actId, at }].slice(-MOST_DECISIONS) };
    },
  )
  .changedBy('ownerId', SHOWING, (before, { postId }) => madePublic(before, postId))
  .changedBy('ownerId', {
    // An approval may have been undone, or what kept it from having an effect.
    PostActUndone: (before, { postId, actId, isHeld }) => {
      const left = withoutDecision(before, actId);
      if (!isHeld) return madePublic(left, postId);
      if (left.held.includes(postId)) return left;
      return { ...left, held: withHeld(left.held, postId), publicPosts: left.publicPosts - 1 };
    },
    LegalHoldLifted: (before, { actId }) => withoutDecision(before, actId),
  })
  .changedBy('accountId', {
    // A suspension that has ended was right.
    AccountRestored: (before, { suspensionId }, { actor }) =>
      actor.kind === 'admin' ? withoutDecision(before, suspensionId) : before,
    ProfileWithholdingUndone: (before, { actId }) => withoutDecision(before, actId),
    StrikeUndone: (before, { actId }) => withoutDecision(before, actId),
    AccountDeleted: () => null,
  });

function withoutDecision(before: TrustFactsDocument, undone: string): TrustFactsDocument {
  return { ...before, decisions: before.decisions.filter(({ actId }) => actId !== undone) };
}

/** A post that waits for a review, from its publication on or again. */
function withHeld(held: readonly string[], postId: string): readonly string[] {
  return [...held, postId].toSorted().slice(-MOST_HELD);
}

/** A post that waited counts once it is public. */
function madePublic(before: TrustFactsDocument, postId: string): TrustFactsDocument {
  if (!before.held.includes(postId)) return before;
  const held = before.held.filter((other) => other !== postId);
  return { ...before, held, publicPosts: before.publicPosts + 1 };
}

@Injectable()
export class TrustFactsReader extends readerOf(trustFacts) {
  /** With the acts against them by id, oldest first: the latest {@link MOST_DECISIONS}. */
  async of(accountId: string): Promise<TrustFacts & { readonly actIds: readonly string[] }> {
    const found = await this.one(accountId);
    return {
      verifiedAt: found?.verifiedAt ?? null,
      publicPosts: found?.publicPosts ?? 0,
      decidedAgainst: found?.decisions.map(({ at }) => at) ?? [],
      actIds: found?.decisions.map(({ actId }) => actId) ?? [],
    };
  }
}
