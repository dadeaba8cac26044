import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Commenting } from '../api/community/comments.controller.js';
import { Facts } from '../api/community/facts.service.js';
import { type Command, Rejected } from '../kernel/aggregate.js';
import { CommentLike } from '../domain/comment/comment-like.js';
import { Like } from '../domain/like/like.js';
import { NOBODY } from '../domain/admin/person.js';
import { Post } from '../domain/post/post.js';
import type { PostFacts } from '../domain/post/post-facts.js';
import { Rating, UNRECORDED } from '../domain/rating/rating.js';
import { reportIdOf, Report } from '../domain/report/report.js';
import { actAs } from '../kernel/causation.js';
import { Ids } from '../kernel/clock.js';
import { States } from '../kernel/states.js';
import type { Complain, CrowdScene, Say } from './scenes.js';

/** Moderators of the demo have no logins. */
const MODERATOR = { kind: 'system', id: 'demo' } as const;

/** Plays likes, ratings, comments and reports at public posts, and what moderators decide. Playing a scene again changes nothing. */
export class Conversation {
  private readonly commentIds = new Map<string, string>();
  private readonly commands: CommandBus;
  private readonly facts: Facts;
  private readonly commenting: Commenting;
  private readonly states: States;
  private readonly ids: Ids;

  constructor(app: INestApplicationContext) {
    this.commands = app.get(CommandBus, { strict: false });
    this.facts = app.get(Facts, { strict: false });
    this.commenting = app.get(Commenting, { strict: false });
    this.states = app.get(States, { strict: false });
    this.ids = app.get(Ids, { strict: false });
  }

  /** Plays one scene at a post. Skips posts that are not public. */
  async play(scene: CrowdScene, postId: string, userId: string): Promise<void> {
    if (scene.kind === 'approve') return this.approve(postId);
    if (scene.kind === 'dismiss') return this.dismiss(postId, userId);
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

  /** Approves a post, unless it is deleted. */
  private async approve(postId: string): Promise<void> {
    const { ownerId, deleted } = await this.states.of(Post, postId);
    if (ownerId === null || deleted) return;
    await this.decide(Post.ApprovePost({ postId, shown: null, ...this.decision() }));
  }

  /** Finds nothing wrong with a post, unless the report is decided. */
  private async dismiss(postId: string, reporterId: string): Promise<void> {
    const { status } = await this.states.of(Report, reportIdOf(postId, reporterId));
    if (status !== 'pending') return;
    await this.decide(
      Report.DecideReport({
        subjectId: postId,
        reporterId,
        status: 'dismissed',
        note: '',
        ...this.decision(),
      }),
    );
  }

  private decision() {
    return { actId: this.ids.uuid(), decider: NOBODY };
  }

  private decide(command: Command): Promise<unknown> {
    return actAs(MODERATOR, () => this.commands.execute(command));
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
