import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import { Comment } from '../../domain/comment/comment.js';
import { PROFILE_PARTS, type ProfilePart } from '../../domain/account/account-state.js';
import type { GivenReason } from '../../domain/moderation/reasons.js';
import { actOnReport, actsOfReview, undosOfReview } from '../../domain/acts/implied-acts.js';
import { type ReviewDecision, CLAIM_MINUTES, Reviews } from '../../domain/review/review.js';
import { Post } from '../../domain/post/post.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import { EventLog } from '../../kernel/event-log.js';
import { ReactionProgress } from '../../kernel/reaction.js';
import { States } from '../../kernel/states.js';
import { unlessUndecodable } from '../../kernel/undecodable.js';
import {
  type ReviewDocument,
  ReviewQueueReader,
  afterReview,
} from '../../projections/moderation/review-queue.js';
import type { AdminPart } from '../../projections/admin-list.js';
import { ReportsReader } from '../../projections/reports.js';
import { AdminSessions } from '../http/admin-sessions.js';
import { type AdminUser, Admins } from '../http/admins.js';
import { commentNotFound } from '../community/community.contract.js';
import { postNotFound } from '../posts/posts.contract.js';
import { CarryingOut } from '../decisions/carrying-out.service.js';
import { CoveredReports } from '../decisions/covered-reports.service.js';
import { Deciders } from '../decisions/decider.js';
import { actNotFound } from '../acts/moderation.requests.js';
import type { ReviewDecided as Decided } from './reviews.contract.js';

/** How many posts of the queue are tried at once. */
const TRIED = 50;
/** How many posts are approved together. */
const SHEET = 20;
/** How many reports are decided together. Of more, the others wait for another decision. */
const MOST_REPORTS = 1000;

/** What an admin decides. */
export interface Ruling {
  readonly decision: ReviewDecision;
  readonly given: GivenReason | null;
  /** The ids of the reports that were shown; null for those that the queue had when it was claimed. */
  readonly reports: readonly string[] | null;
  /** Whether the picture was shown; null where it is not known. */
  readonly shown: boolean | null;
  /** What of a profile is withheld. */
  readonly parts: readonly ProfilePart[];
  /** When the profile had last changed as it was shown; null where it is not known. */
  readonly seen: string | null;
}

/** Hands what is in the review queue to admins, and takes their decisions. The stream of each review decides who has it. */
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
    private readonly covered: CoveredReports,
    private readonly reactions: ReactionProgress,
    private readonly log: EventLog,
    sessions: AdminSessions,
  ) {
    sessions.whenSignedOut((adminId) => this.releaseAll(adminId));
  }

  /**
   * Claims the first post of the queue that nobody has and that is not in `passed`, and returns its id, or null if no
   * such post waits.
   */
  async next(admin: AdminUser, passed: readonly string[]): Promise<string | null> {
    const isPassed = new Set(passed);
    // What is in the queue because its owner is new does no harm, and comes last.
    for await (const waiting of this.free(admin, (part) => this.queue.page(part))) {
      if (isPassed.has(waiting._id)) continue;
      // What can't be read can't be reviewed.
      if (await unlessUndecodable(this.tryToClaim(waiting, admin), () => false)) return waiting._id;
    }
    return null;
  }

  /** Public posts that the judge passed and nobody reported, at most 20, as the queue has them. */
  async sheet(admin: AdminUser): Promise<readonly Stored<ReviewDocument>[]> {
    const found: Stored<ReviewDocument>[] = [];
    for await (const waiting of this.free(admin, (part) => this.queue.pageFromEnd(part))) {
      const isReported =
        waiting.reports.some(({ isPending }) => isPending) || (waiting.others?.pending ?? 0) > 0;
      const isPassed = waiting.review === 'after' && waiting.waits && waiting.flags.length === 0;
      if (isPassed && !isReported) found.push(waiting);
      if (found.length === SHEET || waiting.harm > 0) break;
    }
    return found;
  }

  /** What waits in a part of the queue for this admin, and no admin has. */
  private async *free(
    { accountIds }: AdminUser,
    read: (part: AdminPart) => Promise<readonly Stored<ReviewDocument>[]>,
  ): AsyncGenerator<Stored<ReviewDocument>> {
    for (let last: Stored<ReviewDocument> | undefined, isEnd = false; !isEnd;) {
      const page = await read({ limit: TRIED, after: last ? afterReview(last) : null });
      const now = this.clock.now().toISOString();
      // A server may answer a newer document than the one that matched the query, so `isOpen` is compared again.
      yield* page.filter(
        ({ isOpen, claim, ownerId }) =>
          isOpen && !(claim && claim.until > now) && !accountIds.includes(ownerId),
      );
      last = page.at(-1);
      isEnd = page.length < TRIED;
    }
  }

  /** Claims a certain subject. @throws Rejected (conflict) if another admin has it, or if it is decided */
  async claim(subjectId: string, admin: AdminUser): Promise<void> {
    const waiting = await this.queue.one(subjectId);
    if (!waiting || (await this.isEscalated(waiting))) throw postNotFound();
    if (!waiting.isOpen && !(await this.isUndecided(waiting))) throw await this.decidedAlready(waiting);
    await this.claimed(waiting, admin, false);
  }

  /** Whether no decision about a post stands, which can be reviewed although nothing asks for it. */
  private async isUndecided({ _id, subject }: Stored<ReviewDocument>): Promise<boolean> {
    if (subject !== 'post') return false;
    const [{ acts, undone, deleted }, { last }] = await Promise.all([
      this.states.of(Post, _id),
      this.states.of(Reviews, _id),
    ]);
    return !deleted && acts.length === 0 && (last === null || undone.includes(last.actId));
  }

  /** Gives a subject back to the queue; nothing happens if the admin does not have it. */
  async release(subjectId: string, adminId: string): Promise<void> {
    const waiting = await this.queue.one(subjectId);
    if (waiting) await this.releaseOne(waiting, adminId);
  }

  async releaseAll(adminId: string): Promise<void> {
    for (const waiting of await this.queue.claimedBy(adminId)) {
      // Its claim ends by itself. It must not keep the admin from signing out.
      await unlessUndecodable(this.releaseOne(waiting, adminId), () => undefined);
    }
  }

  private async releaseOne({ _id: subjectId, subject, postId }: Stored<ReviewDocument>, adminId: string) {
    await this.commands.execute(Reviews.ReleaseReview({ subject, subjectId, postId, adminId }));
  }

  /**
   * Decides about a claimed subject and the reports that were shown. Later reports wait. Repeating it changes nothing.
   * @throws Rejected (invalid) if a report is not about it; (conflict) if it was decided already or another admin has it
   */
  async decide(subjectId: string, admin: AdminUser, ruling: Ruling): Promise<Decided> {
    const { decision, given, shown } = ruling;
    const { subject, postId, ownerId } = await this.subjectOf(subjectId);
    const isWithheld = subject === 'profile' && decision === 'hide';
    const decider = await this.deciders.on(subjectId, admin);
    const about = { subject, subjectId, postId, ownerId, adminId: admin.id, decision };
    const reports = [];
    const seen = { shown: ruling.reports, adminId: admin.id, now: null };
    const covered = await this.covered.on(subjectId, seen);
    for (const reporterId of covered) {
      const report = { reporterId, actId: this.ids.uuid() };
      // Another admin may have decided it since it was shown.
      if (await this.carrying.allows(actOnReport(report, about, decider).command)) reports.push(report);
    }
    const actId = this.ids.uuid();
    const decided = {
      ...about,
      actId,
      reason: given?.reason ?? null,
      note: given?.note ?? '',
      reports,
      shown,
      parts: isWithheld ? PROFILE_PARTS.filter((part) => ruling.parts.includes(part)) : [],
      seen: isWithheld ? ruling.seen : null,
    };
    const command = Reviews.DecideReview({ ...decided, decider });
    const isCarriedOut = await this.carrying
      .decide(command, actsOfReview(decided, decider))
      .catch(async (error: unknown) => {
        const isDecided = error instanceof Rejected && error.code === 'decided_already';
        throw isDecided ? await this.decidedAlready({ _id: subjectId, subject }) : error;
      });
    // A dismissal may end the check of the post: `next` must not give the same post again.
    if (subject === 'post' && (await this.states.of(Post, subjectId)).check !== null) {
      await this.reactions.handled('minor-reports', await this.log.head(), 'report of a minor');
    }
    const { last } = await this.states.of(Reviews, subjectId);
    const newer = (await this.reports.on(subjectId)).filter(
      ({ status, reporterId }) => status === 'pending' && !covered.includes(reporterId),
    );
    return { actId: last?.actId ?? actId, isCarriedOut, newer: newer.length };
  }

  /**
   * Undoes the latest decision about a subject, which must be the admin's own: the act on it, and those on the reports.
   * Repeating it changes nothing.
   * @throws Rejected (conflict) if another admin has decided since then
   */
  async undo(subjectId: string, admin: AdminUser, because: string): Promise<void> {
    const { last } = await this.states.of(Reviews, subjectId);
    if (!last || (last.postId !== null && (await this.isHeld(last.postId)))) throw actNotFound();
    if (last.adminId !== admin.id) {
      throw new Rejected('conflict', `Another admin has decided about this ${last.subject} since then.`);
    }
    const decider = await this.deciders.on(subjectId, admin);
    const undos = undosOfReview({ ...last, subjectId }, { adminId: admin.id, decider, because });
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

  /** What is decided, from its stream. @throws NotFoundException for what is gone, or under legal hold */
  private async subjectOf(
    subjectId: string,
  ): Promise<Pick<ReviewDocument, 'subject' | 'postId' | 'ownerId'>> {
    const { ownerId, deleted, legalHold } = await this.states.of(Post, subjectId);
    if (ownerId !== null) {
      if (deleted || legalHold !== null) throw postNotFound();
      return { subject: 'post', postId: subjectId, ownerId };
    }
    const comment = await this.states.of(Comment, subjectId);
    if (comment.posted) {
      const { postId, authorId } = comment.posted;
      if (comment.deleted || (await this.isHeld(postId))) throw commentNotFound();
      return { subject: 'comment', postId, ownerId: authorId };
    }
    const account = await this.states.of(Account, subjectId);
    if (!account.registered || account.deleted) throw postNotFound();
    return { subject: 'profile', postId: null, ownerId: subjectId };
  }

  /** Whose reports wait for a decision. */
  private async reportersOf({ _id, reports }: Stored<ReviewDocument>): Promise<readonly string[]> {
    const all = await this.reports.on(_id);
    // One of the two may be behind.
    const pending = [
      ...reports.filter(({ isPending }) => isPending),
      ...all.filter(({ status }) => status === 'pending'),
    ];
    return [...new Set(pending.map(({ reporterId }) => reporterId))].slice(0, MOST_REPORTS);
  }

  private async tryToClaim(waiting: Stored<ReviewDocument>, admin: AdminUser): Promise<boolean> {
    // The queue may be behind.
    if (await this.isEscalated(waiting)) return false;
    try {
      await this.claimed(waiting, admin, true);
      return true;
    } catch (error) {
      // Another admin was faster, or the queue is behind.
      if (error instanceof Rejected) return false;
      throw error;
    }
  }

  private async claimed(waiting: Stored<ReviewDocument>, admin: AdminUser, isNew: boolean): Promise<void> {
    const { _id: subjectId, subject, postId, ownerId, round } = waiting;
    const now = this.clock.now();
    const until = new Date(now.getTime() + CLAIM_MINUTES * 60_000).toISOString();
    await this.commands.execute(
      Reviews.ClaimReview({
        subject,
        subjectId,
        postId,
        ownerId,
        adminId: admin.id,
        decider: await this.deciders.on(subjectId, admin),
        round,
        reporters: await this.reportersOf(waiting),
        now: now.toISOString(),
        until,
        isNew,
      }),
    );
  }

  private async isEscalated({ postId }: ReviewDocument): Promise<boolean> {
    return postId !== null && this.isHeld(postId);
  }

  /** A post under legal hold is in no queue. */
  private async isHeld(postId: string): Promise<boolean> {
    return (await this.states.of(Post, postId)).legalHold !== null;
  }

  private async decidedAlready({
    _id,
    subject,
  }: Pick<Stored<ReviewDocument>, '_id' | 'subject'>): Promise<Rejected> {
    const { last } = await this.states.of(Reviews, _id);
    const by = last && (await this.admins.nameOf(last.adminId));
    const words = `This ${subject} was decided already${by ? ` by ${by}` : ''}.`;
    return new Rejected('conflict', words, 'decided_already');
  }
}
