import type { CommandBus } from '@nestjs/cqrs';
import { HoldBoost, ReleaseBoost } from '../../domain/boosts/boosts.commands.js';
import { type Wallet, boosts } from '../../domain/boosts/boosts.js';
import type { Hold } from '../../domain/boosts/boosts.events.js';
import type { PostFacts } from '../../domain/post/post-facts.js';
import { post } from '../../domain/post/post.js';
import type { Clock } from '../../kernel/clock.js';
import type { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';

/** What the reaction works with. */
export interface ModeratedBoostsParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly states: Pick<States, 'of'>;
  readonly clock: Clock;
}

/**
 * Holds the boost of a post while admins keep it from the public, and releases it once they no longer do. It compares
 * states, so the order of events and repeated events make no difference.
 */
export function moderatedBoosts({ commands, states, clock }: ModeratedBoostsParts): Reaction {
  const settle = async (postId: string, userId: string) => {
    const { ownerId, isPublic, deleted } = await states.of(post, postId);
    const facts: PostFacts | null = ownerId === null || deleted ? null : { postId, ownerId, isPublic };
    const wallet = await states.of(boosts, userId);
    const hold: Hold = { kind: 'moderation', id: postId };
    const now = clock.now().toISOString();
    if (facts && !facts.isPublic) {
      for (const boostId of boostsOn(wallet, postId)) {
        await commands.execute(new HoldBoost({ userId, boostId, hold, now }));
      }
    } else {
      for (const boostId of boostsHeldBy(wallet, hold)) {
        await commands.execute(new ReleaseBoost({ userId, boostId, hold, post: facts, now }));
      }
    }
  };
  const decided = ({ data: { postId, ownerId } }: { readonly data: { postId: string; ownerId: string } }) =>
    settle(postId, ownerId);
  return {
    name: 'moderated-boosts',
    on: {
      PostApproved: decided,
      PostHidden: decided,
      PostShown: decided,
      PostRemoved: decided,
      PostActUndone: decided,
      PostEscalated: decided,
      LegalHoldLifted: decided,
      // A held boost of a post that is gone becomes unclaimed.
      PostDeleted: decided,
      // It was decided while the post was still public.
      BoostApplied: ({ data: { postId, userId } }) => settle(postId, userId),
    },
  };
}

/** The boosts that lift this post, or would if they were not held. */
function boostsOn({ boosts: known }: Wallet, postId: string): readonly string[] {
  return Object.entries(known).flatMap(([boostId, { state }]) =>
    (state.is === 'active' || state.is === 'held') && state.postId === postId ? [boostId] : [],
  );
}

function boostsHeldBy({ boosts: known }: Wallet, hold: Hold): readonly string[] {
  return Object.entries(known).flatMap(([boostId, { state }]) =>
    state.is === 'held' && state.holds.some(({ kind, id }) => kind === hold.kind && id === hold.id)
      ? [boostId]
      : [],
  );
}
