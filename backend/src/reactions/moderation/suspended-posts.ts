import type { CommandBus } from '@nestjs/cqrs';
import { account } from '../../domain/account/account.js';
import type { ReasonCode } from '../../domain/moderation/reasons.js';
import { HidePost, UndoPostAct } from '../../domain/post/post.commands.js';
import { type Command, Rejected } from '../../kernel/aggregate.js';
import { derivedId } from '../../kernel/derived-id.js';
import type { Clock } from '../../kernel/clock.js';
import type { States } from '../../kernel/states.js';
import type { ViewProgress } from '../../kernel/view-progress.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.projection.js';
import type { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import type { Reaction } from '../reaction.js';
import { haveSeen } from '../seen-views.js';

const NOTE = 'Your account is suspended.';
/** The server decides, so nobody decides on their own. */
const decider = { accountId: null };

/** What the reaction works with. */
export interface SuspendedPostsParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly views: Pick<ViewProgress, 'seen'>;
  readonly states: Pick<States, 'of'>;
  readonly readers: { readonly posts: Pick<LeaderboardReader, 'postIdsOf'> };
  readonly clock: Clock;
}

/**
 * Hides the posts of a suspended person, if the suspension says so, and shows them when it is lifted or has ended. Each
 * post gets an act of its own, whose id derives from suspension and post. So a post that was hidden for another reason
 * stays hidden, and repeating it changes nothing.
 */
export function suspendedPosts(parts: SuspendedPostsParts): Reaction {
  const { clock, commands, readers, states, views } = parts;
  const each = async (accountId: string, position: number, act: (postId: string) => Promise<void>) => {
    await haveSeen(views, [leaderboard], position);
    for (const postId of await readers.posts.postIdsOf(accountId)) await act(postId);
  };
  const unlessRejected = async (command: Command<object>) => {
    await commands.execute(command).catch((error: unknown) => {
      // It was removed or deleted meanwhile, or this suspension did not hide it.
      if (!(error instanceof Rejected)) throw error;
    });
  };
  const hide = (postId: string, suspensionId: string, code: ReasonCode | null) =>
    unlessRejected(
      new HidePost({
        postId,
        actId: derivedId(suspensionId, postId),
        decider,
        reason: code ?? 'other',
        note: NOTE,
      }),
    );
  return {
    name: 'suspended-posts',
    on: {
      AccountSuspended: async ({ data: { accountId, suspensionId, code, hidesPosts }, position }) => {
        if (hidesPosts) await each(accountId, position, (postId) => hide(postId, suspensionId, code));
      },
      AccountRestored: async ({ data: { accountId, suspensionId, reason: because }, position }) => {
        const { suspensions } = await states.of(account, accountId);
        const now = clock.now().toISOString();
        const other = suspensions.find(
          ({ hidesPosts, endsAt }) => hidesPosts && (endsAt === null || now < endsAt),
        );
        await each(accountId, position, async (postId) => {
          const actId = derivedId(suspensionId, postId);
          await unlessRejected(new UndoPostAct({ postId, actId, decider, because }));
          if (other) await hide(postId, other.suspensionId, other.code);
        });
      },
    },
  };
}
