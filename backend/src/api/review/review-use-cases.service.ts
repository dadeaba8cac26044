import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { GivenReason } from '../../domain/moderation/reasons.js';
import { actOnReport, actsOfReview, undosOfReview } from '../../domain/acts/implied-acts.js';
import { type ReviewDecision, CLAIM_MINUTES, Reviews } from '../../domain/review/review.js';
import { Post } from '../../domain/post/post.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { unlessUndecodable } from '../../kernel/undecodable.js';
import {
  type ReviewDocument,
  ReviewQueueReader,
  afterReview,
} from '../../projections/moderation/review-queue.js';
import { ReportsReader } from '../../projections/reports.js';
import { AdminSessions } from '../http/admin-sessions.js';
import { type AdminUser, Admins } from '../http/admins.js';
import { postNotFound } from '../posts/posts.contract.js';
import { CarryingOut } from '../decisions/carrying-out.service.js';
import { Deciders } from '../decisions/decider.js';
import { actNotFound } from '../acts/moderation.requests.js';
import type { ReviewDecided as Decided } from './review-items.service.js';

/** How many posts of the queue are tried at once. */
const TRIED = 50;
/** How many reports are decided together. Of more, the others wait for another decision about the post. */
const MOST_REPORTS = 1000;

/** Hands posts of the review queue to admins, and takes their decisions. The stream of each review decides who has it. */
@Injectable()
export class ReviewUseCases {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly queue: ReviewQueueReader,
    private readonly reports: ReportsReader,
    private readonly admins: Admins,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly carrying: CarryingOut,
    private readonly deciders: Deciders,
    sessions: AdminSessions,
  ) {
    sessions.whenSignedOut((adminId) => this.releaseAll(adminId));
  }

  /**
   * Claims the first post of the queue that nobody has and that is not in `passed`, and returns its id, or null if no
   * such post waits.
   */
  async next(admin: AdminUser, passed: readonly string[]): Promise<string | null> {
    const { accountIds } = admin;
    const isPassed = new Set(passed);
    for (let last: Stored<ReviewDocument> | undefined, isEnd = false; !isEnd;) {
      const page = await this.queue.page({ limit: TRIED, after: last ? afterReview(last) : null });
      const now = this.clock.now().toISOString();
      // A server may answer a newer document than the one that matched the query, so `isOpen` is compared again.
      const free = page.filter(
        ({ _id, isOpen, claim, ownerId }) =>
          isOpen && !isPassed.has(_id) && !(claim && claim.until > now) && !accountIds.includes(ownerId),
      );
      for (const waiting of free) {
        // What can't be read can't be reviewed.
        if (await unlessUndecodable(this.tryToClaim(waiting, admin), () => false)) return waiting._id;
      }
      last = page.at(-1);
      isEnd = page.length < TRIED;
    }
    return null;
  }

  /** Claims a certain post. @throws Rejected (conflict) if another admin has it, or if it is decided */
  async claim(postId: string, admin: AdminUser): Promise<void> {
    const waiting = await this.queue.one(postId);
    if (!waiting || (await this.isEscalated(postId))) throw postNotFound();
    if (!waiting.isOpen) throw await this.decidedAlready(postId);
    await this.claimed(waiting, admin, false);
  }

  /** Gives a post back to the queue; nothing happens if the admin does not have it. */
  async release(postId: string, adminId: string): Promise<void> {
    await this.commands.execute(Reviews.ReleaseReview({ postId, adminId }));
  }

  async releaseAll(adminId: string): Promise<void> {
    for (const postId of await this.queue.claimedBy(adminId)) {
      // Its claim ends by itself. It must not keep the admin from signing out.
      await unlessUndecodable(this.release(postId, adminId), () => undefined);
    }
  }

  /**
   * Decides about a claimed post and the reports on it. Repeating it changes nothing.
   * @throws Rejected (conflict) if it was decided already or another admin has it
   */
  async decide(
    postId: string,
    admin: AdminUser,
    decision: ReviewDecision,
    given: GivenReason | null,
  ): Promise<Decided> {
    const { ownerId, deleted, legalHold } = await this.states.of(Post, postId);
    if (ownerId === null || deleted || legalHold !== null) throw postNotFound();
    const decider = await this.deciders.onPost(postId, admin);
    const about = { postId, ownerId, adminId: admin.id, decision };
    const reports = [];
    for (const reporterId of await this.reportersOf(postId)) {
      const report = { reporterId, actId: this.ids.uuid() };
      // Another admin may have decided it since the queue was read.
      if (await this.carrying.allows(actOnReport(report, about, decider).command)) reports.push(report);
    }
    const actId = this.ids.uuid();
    const decided = { ...about, actId, reason: given?.reason ?? null, note: given?.note ?? '', reports };
    const command = Reviews.DecideReview({ ...decided, decider });
    const isCarriedOut = await this.carrying
      .decide(command, actsOfReview(decided, decider))
      .catch(async (error: unknown) => {
        const isDecided = error instanceof Rejected && error.code === 'decided_already';
        throw isDecided ? await this.decidedAlready(postId) : error;
      });
    const { last } = await this.states.of(Reviews, postId);
    return { actId: last?.actId ?? actId, isCarriedOut };
  }

  /**
   * Undoes the latest decision about a post, which must be the admin's own: the act on the post, and those on the reports.
   * Repeating it changes nothing.
   * @throws Rejected (conflict) if another admin has decided since then
   */
  async undo(postId: string, admin: AdminUser, because: string): Promise<void> {
    const { last } = await this.states.of(Reviews, postId);
    if (!last || (await this.isEscalated(postId))) throw actNotFound();
    if (last.adminId !== admin.id) {
      throw new Rejected('conflict', 'Another admin has decided about this post since then.');
    }
    const decider = await this.deciders.onPost(postId, admin);
    const undos = undosOfReview(postId, last, { adminId: admin.id, decider, because });
    const refusals: Rejected[] = [];
    for (const undo of undos) {
      try {
        await this.commands.execute(undo);
      } catch (error) {
        // This part was not done then, or was overtaken since.
        if (!(error instanceof Rejected)) throw error;
        refusals.push(error);
      }
    }
    if (refusals.length === undos.length && refusals[0]) throw refusals[0];
  }

  /** Whose reports of a post wait for a decision. */
  private async reportersOf(postId: string): Promise<readonly string[]> {
    const [waiting, all] = await Promise.all([this.queue.one(postId), this.reports.on(postId)]);
    const listed = waiting?.reports.filter(({ isPending }) => isPending) ?? [];
    // One of the two may be behind.
    const pending = [...listed, ...all.filter(({ status }) => status === 'pending')];
    return [...new Set(pending.map(({ reporterId }) => reporterId))].slice(0, MOST_REPORTS);
  }

  private async tryToClaim(waiting: Stored<ReviewDocument>, admin: AdminUser): Promise<boolean> {
    // The queue may be behind.
    if (await this.isEscalated(waiting._id)) return false;
    try {
      await this.claimed(waiting, admin, true);
      return true;
    } catch (error) {
      // Another admin was faster, or the queue is behind.
      if (error instanceof Rejected) return false;
      throw error;
    }
  }

  private async claimed(
    { _id: postId, ownerId, round }: Stored<ReviewDocument>,
    admin: AdminUser,
    isNew: boolean,
  ): Promise<void> {
    const now = this.clock.now();
    const until = new Date(now.getTime() + CLAIM_MINUTES * 60_000).toISOString();
    await this.commands.execute(
      Reviews.ClaimReview({
        postId,
        ownerId,
        adminId: admin.id,
        decider: await this.deciders.onPost(postId, admin),
        round,
        now: now.toISOString(),
        until,
        isNew,
      }),
    );
  }

  /** A post under legal hold is in no queue. */
  private async isEscalated(postId: string): Promise<boolean> {
    return (await this.states.of(Post, postId)).legalHold !== null;
  }

  private async decidedAlready(postId: string): Promise<Rejected> {
    const { last } = await this.states.of(Reviews, postId);
    const by = last && (await this.admins.nameOf(last.adminId));
    const words = `This post was decided already${by ? ` by ${by}` : ''}.`;
    return new Rejected('conflict', words, 'decided_already');
  }
}
