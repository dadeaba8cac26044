import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Commenting } from '../api/community/comments.controller.js';
import { Facts } from '../api/community/facts.service.js';
import { Rejected } from '../kernel/aggregate.js';
import { CommentLike } from '../domain/comment/comment-like.js';
import { Like } from '../domain/like/like.js';
import type { PostFacts } from '../domain/post/post-facts.js';
import { Rating, UNRECORDED } from '../domain/rating/rating.js';
import { reportIdOf, Report } from '../domain/report/report.js';
import { States } from '../kernel/states.js';
import type { Complain, CrowdScene, Say } from './scenes.js';

/** Plays likes, ratings, comments and reports at public posts. Playing a scene again changes nothing. */
export class Conversation {
  private readonly commentIds = new Map<string, string>();
  private readonly commands: CommandBus;
  private readonly facts: Facts;
  private readonly commenting: Commenting;
  private readonly states: States;

  constructor(app: INestApplicationContext) {
    this.commands = app.get(CommandBus, { strict: false });
    this.facts = app.get(Facts, { strict: false });
    this.commenting = app.get(Commenting, { strict: false });
    this.states = app.get(States, { strict: false });
  }

  /** Plays one scene at a post. Skips posts that are not public. */
  async play(scene: CrowdScene, postId: string, userId: string): Promise<void> {
    const post = await this.facts.findPost(postId);
    if (!post?.isPublic) return;
    if (scene.kind === 'like') await this.commands.execute(Like.LikePost({ post, userId }));
    else if (scene.kind === 'rate') await this.rate(post, userId, scene.score);
    else if (scene.kind === 'complain') await this.complain(post, userId, scene);
    else if (scene.kind === 'say') await this.say(scene, postId, userId);
    else await this.applaud(post, scene.comment, userId);
  }

  private async rate(post: PostFacts, userId: string, score: number): Promise<void> {
    try {
      await this.commands.execute(Rating.RatePost({ post, userId, score, ...UNRECORDED }));
    } catch (error) {
      // Already rated by an earlier run.
      if (!(error instanceof Rejected && error.refusal === 'conflict')) throw error;
    }
  }

  private async complain(post: PostFacts, reporterId: string, { category, text }: Complain): Promise<void> {
    const { status } = await this.states.of(Report, reportIdOf(post.postId, reporterId));
    // Reported by an earlier run, and perhaps decided since.
    if (status !== 'none') return;
    await this.commands.execute(Report.ReportPost({ post, reporterId, category, reason: text }));
  }

  private async say({ comment, parent, text }: Say, postId: string, userId: string): Promise<void> {
    const parentCommentId = parent === null ? null : (this.commentIds.get(parent) ?? null);
    const { id } = await this.commenting.say(postId, { text, parentCommentId }, userId);
    this.commentIds.set(comment, id);
  }

  private async applaud(post: PostFacts, name: string, userId: string): Promise<void> {
    const id = this.commentIds.get(name);
    const comment = id ? await this.facts.findComment(id) : null;
    if (comment) await this.commands.execute(CommentLike.LikeComment({ comment, post, userId }));
  }
}
