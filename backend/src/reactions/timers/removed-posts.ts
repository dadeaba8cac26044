import { Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { REMOVED_LIFE_MS } from '../../domain/post/legal-hold.js';
import { Post } from '../../domain/post/post.js';
import { Appeal } from '../../domain/review/appeal.js';
import { Clock } from '../../kernel/clock.js';
import { EventLog } from '../../kernel/event-log.js';
import { States } from '../../kernel/states.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { moderatedPosts, ModeratedPostsReader } from '../../projections/moderated-posts.js';
import { haveSeenAll } from '../seen-views.js';
import { TimedCommands } from './timed-commands.js';

const EVERY_MS = 60 * 60_000;
const SOON_MS = 30_000;

/**
 * Deletes posts that admins removed 30 days ago, later while an appeal is open or under legal hold; another reaction then
 * deletes their files. Due posts come from the view, and the rule of the post decides again, so running twice or late is
 * safe.
 */
@Injectable()
export class RemovedPosts {
  constructor(
    private readonly commands: TimedCommands,
    private readonly reader: ModeratedPostsReader,
    private readonly log: EventLog,
    private readonly views: ViewProgress,
    private readonly states: States,
    private readonly clock: Clock,
  ) {}

  @Timeout(SOON_MS)
  async catchUp(): Promise<void> {
    await this.delete();
  }

  /** Deletes the posts that are due now. Returns how many were looked at: 0 while the view is behind the log. */
  @Interval(EVERY_MS)
  async delete(): Promise<number> {
    if (!(await haveSeenAll(this.views, [moderatedPosts], this.log))) return 0;
    const now = this.clock.now();
    const due = await this.reader.removedBefore(new Date(now.getTime() - REMOVED_LIFE_MS));
    return this.commands.send('removed-posts', due, async ({ _id: postId }) => {
      const hasOpenAppeal = await this.hasOpenAppeal(postId);
      return Post.DeleteRemovedPost({ postId, now: now.toISOString(), hasOpenAppeal });
    });
  }

  /** Whether the owner has appealed an act on the post, and no admin has decided. */
  private async hasOpenAppeal(postId: string): Promise<boolean> {
    const { acts } = await this.states.of(Post, postId);
    const appeals = await Promise.all(acts.map(({ actId }) => this.states.of(Appeal, actId)));
    return appeals.some(({ filed, decided }) => filed !== null && decided === null);
  }
}
