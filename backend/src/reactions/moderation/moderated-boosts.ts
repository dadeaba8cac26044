import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { eventsOn } from '../../domain/acts/acts.js';
import type { Wallet, Hold } from '../../domain/boosts/boost-facts.js';
import { Boosts } from '../../domain/boosts/boosts.js';
import type { PostFacts } from '../../domain/post/post-facts.js';
import { Post } from '../../domain/post/post.js';
import type { Recorded } from '../../kernel/event.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';

interface AboutPost {
  readonly data: { readonly postId: string; readonly ownerId: string };
}

/**
 * Holds the boost of a post while admins keep it from the public, and releases it once they no longer do. It compares
 * states, so the order of events and repeated events make no difference.
 */
@Injectable()
export class ModeratedBoosts implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly clock: Clock,
  ) {}

  private readonly decided = ({ data: { postId, ownerId } }: AboutPost) => this.settle(postId, ownerId);

  readonly name = 'moderated-boosts';
  readonly on: Reaction['on'] = {
    ...Object.fromEntries(eventsOn('post').map((type) => [type, this.decided])),
    PostCheckBegan: this.decided,
    PostCheckEnded: this.decided,
    // A held boost of a post that is gone becomes unclaimed.
    PostDeleted: this.decided,
    // It was decided while the post was still public.
    BoostApplied: ({ data: { postId, userId } }) => this.settle(postId, userId),
  };
  /** What is settled by an older state of the post must not follow what is settled by a newer one. */
  readonly sequence = ({ data }: Recorded): string => (data as AboutPost['data']).postId;

  private async settle(postId: string, userId: string): Promise<void> {
    const { ownerId, isPublic, deleted } = await this.states.of(Post, postId);
    const facts: PostFacts | null = ownerId === null || deleted ? null : { postId, ownerId, isPublic };
    const wallet = await this.states.of(Boosts, userId);
    const hold: Hold = { kind: 'moderation', id: postId };
    const now = this.clock.now().toISOString();
    if (facts && !facts.isPublic) {
      for (const boostId of boostsOn(wallet, postId)) {
        await this.commands.execute(Boosts.HoldBoost({ userId, boostId, hold, now }));
      }
    } else {
      for (const boostId of boostsHeldBy(wallet, hold)) {
        await this.commands.execute(Boosts.ReleaseBoost({ userId, boostId, hold, post: facts, now }));
      }
    }
  }
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
