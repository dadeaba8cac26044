import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Suspension } from '../../domain/account/account-state.js';
import { Account } from '../../domain/account/account.js';
import { hidingId } from '../../domain/account/sanctions.js';
import type { DomainEvents } from '../../domain/events.js';
import { NOBODY } from '../../domain/admin/person.js';
import { Post } from '../../domain/post/post.js';
import { type Command, Rejected } from '../../kernel/aggregate.js';
import { Clock } from '../../kernel/clock.js';
import { forEachSettled } from '../../kernel/settle-all.js';
import { States } from '../../kernel/states.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { leaderboard } from '../../projections/leaderboard/leaderboard.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { haveSeen } from '../seen-views.js';

const NOTE = 'Your account is suspended.';
const decider = NOBODY;

/**
 * Hides the posts of a suspended person, if the suspension says so, and shows them when it is lifted or has ended. Each
 * post gets an act of its own, whose id derives from suspension and post. So a post that was hidden for another reason
 * stays hidden, and repeating it changes nothing.
 */
@Injectable()
export class SuspendedPosts {
  constructor(
    private readonly commands: CommandBus,
    private readonly views: ViewProgress,
    private readonly states: States,
    private readonly posts: LeaderboardReader,
    private readonly clock: Clock,
  ) {}

  async hide(suspension: DomainEvents['AccountSuspended'], position: number): Promise<void> {
    if (!suspension.hidesPosts) return;
    await this.each(suspension.accountId, position, async (postId) => {
      await this.unlessRejected(Post.HidePost({ postId, decider, ...hidingBy(suspension, postId) }));
    });
  }

  async show(
    { accountId, suspensionId, reason: because }: DomainEvents['AccountRestored'],
    position: number,
  ): Promise<void> {
    const { suspensions } = await this.states.of(Account, accountId);
    const now = this.clock.now().toISOString();
    const other = suspensions.find(
      ({ hidesPosts, endsAt }) => hidesPosts && (endsAt === null || now < endsAt),
    );
    await this.each(accountId, position, async (postId) => {
      const actId = hidingId(suspensionId, postId);
      const hiddenBy = other && { ...hidingBy(other, postId), at: now };
      const isUndone = await this.unlessRejected(
        Post.UndoPostAct({ postId, actId, decider, because, hiddenBy }),
      );
      // An admin had hidden it before, and has undone that since.
      if (!isUndone && hiddenBy) await this.unlessRejected(Post.HidePost({ postId, decider, ...hiddenBy }));
    });
  }

  private async each(accountId: string, position: number, act: (postId: string) => Promise<void>) {
    await haveSeen(this.views, [leaderboard], position);
    await forEachSettled(await this.posts.postIdsOf(accountId), act);
  }

  /** Whether no rule rejects it: the post was removed or deleted meanwhile, or this suspension did not hide it. */
  private async unlessRejected(command: Command<object>): Promise<boolean> {
    try {
      await this.commands.execute(command);
      return true;
    } catch (error) {
      if (error instanceof Rejected) return false;
      throw error;
    }
  }
}

/** The act by which a suspension hides a post. */
function hidingBy({ suspensionId, code }: Pick<Suspension, 'suspensionId' | 'code'>, postId: string) {
  return { actId: hidingId(suspensionId, postId), reason: code ?? 'other', note: NOTE } as const;
}
