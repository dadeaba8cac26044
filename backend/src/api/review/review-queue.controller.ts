import { Body, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsIn, IsOptional, IsUUID } from 'class-validator';
import { PROFILE_PARTS, type ProfilePart } from '../../domain/account/account-state.js';
import { Clock } from '../../kernel/clock.js';
import { REVIEW_CURSOR, ReviewQueueReader, afterReview } from '../../projections/moderation/review-queue.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { cutPage, decodeCursor, DEFAULT_PAGE, PageLimit, PageRequest } from '../http/paging.js';
import { postNotFound } from '../posts/posts.contract.js';
import { DONE, Done } from '../community/community.contract.js';
import { answerDecision } from '../decisions/carrying-out.service.js';
import { NamedReports, Shown, SubjectId, UndoRequest, DecisionRequest } from '../acts/moderation.requests.js';
import { ReviewUseCases } from './review-use-cases.service.js';
import { ReviewItems } from './review-items.service.js';
import { NextReview, ReviewDecided, ReviewItem } from './reviews.contract.js';
import { Route, Routes } from '../http/route.js';
import { OneOf, Optional, When } from '../../contract/fields.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { REVIEW_DECISIONS, type ReviewDecision } from '../../domain/review/review.js';

const MOST_PASSED = 500;

class ReviewQueueRequest extends PageRequest {
  @PageLimit() readonly limit: number = DEFAULT_PAGE;
}

class NextReviewRequest {
  @IsOptional()
  @ArrayMaxSize(MOST_PASSED, { message: `At most ${MOST_PASSED} posts can be passed over` })
  @IsUUID(undefined, { each: true, message: 'This is not a valid id' })
  @Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.map((id) => (typeof id === 'string' ? id.toLowerCase() : id)) : value,
  )
  @ApiPropertyOptional({
    type: [String],
    format: 'uuid',
    default: [],
    maxItems: MOST_PASSED,
    description: 'Posts that you pass over.',
  })
  readonly passed: readonly string[] = [];
}

/** What an admin decides about what they have claimed. Hiding and removing need a reason. */
class ReviewDecisionRequest extends PickType(DecisionRequest, ['note']) {
  @OneOf(REVIEW_DECISIONS, {
    about:
      '`dismiss` leaves it as it is, and only rejects the reports, as `approve` does for comments and profiles.',
    message: `The decision is one of ${REVIEW_DECISIONS.join(', ')}`,
  })
  readonly decision!: ReviewDecision;

  @Optional(OneOf(REASON_CODES), { message: 'Please choose a reason from the list' })
  readonly reason?: ReasonCode;

  @NamedReports() readonly reports?: readonly string[];

  @Shown() readonly shown?: true;

  @IsOptional()
  @ArrayMaxSize(PROFILE_PARTS.length, { message: 'The parts of a profile are a list of at most 4' })
  @IsIn(PROFILE_PARTS, { each: true, message: 'A part of a profile is one of name, bio, links and picture' })
  @ApiPropertyOptional({
    type: [String],
    enum: PROFILE_PARTS,
    description: 'What is withheld of a profile that you hide.',
  })
  readonly parts?: readonly ProfilePart[];

  @Optional(When, {
    about: '`profileChangedAt` of a profile as you saw it: a later change of it is a conflict.',
    message: 'seen is a date and time',
  })
  readonly seen?: string | null;
}

const LIST = ['queue'];

/** The review queue: posts, comments and profiles that admins have to look at, each for one admin at a time. */
@Routes('back office', 'api/rtm-sys/queue', { who: ['moderator', 'owner'] })
export class ReviewQueueController {
  constructor(
    private readonly queue: ReviewQueueReader,
    private readonly useCases: ReviewUseCases,
    private readonly items: ReviewItems,
    private readonly clock: Clock,
    private readonly holds: LegalHolds,
  ) {}

  @Route('GET', '', {
    summary: 'What waits for a review: most harm first, then most reach, then oldest.',
    description:
      'The next page is in the Link header; X-Total-Count has the number of all, X-Overdue-Count of those past their target.',
    answer: [ReviewItem],
  })
  async listReviews(
    @Query() { limit, cursor }: ReviewQueueRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly ReviewItem[]> {
    const after = cursor ? decodeCursor(cursor, LIST, REVIEW_CURSOR) : null;
    const held = await this.holds.held();
    const [found, waiting, overdue] = await Promise.all([
      this.queue.page({ limit: limit + 1, after }),
      this.queue.waiting(held),
      this.queue.overdue(this.clock.now(), held),
    ]);
    reply.header('x-total-count', String(waiting)).header('x-overdue-count', String(overdue));
    const page = cutPage(
      found,
      {
        path: '/api/rtm-sys/queue',
        limit,
        list: LIST,
        after: afterReview,
      },
      reply,
    );
    return this.items.shown(page, admin);
  }

  @Route('GET', 'sheet', {
    summary:
      'Posts of new owners that the judge passed and nobody reported, 20 at most: to approve together.',
    answer: [ReviewItem],
  })
  async reviewSheet(@CurrentAdmin() admin: AdminUser): Promise<readonly ReviewItem[]> {
    return this.items.shown(await this.useCases.sheet(admin), admin);
  }

  @Route('POST', 'next', {
    withoutKey: true,
    summary: 'Claims the next post, comment or profile for 10 minutes. No other admin gets it meanwhile.',
    answer: NextReview,
  })
  async nextReview(
    @Body() { passed }: NextReviewRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<NextReview> {
    const postId = await this.useCases.next(admin, passed);
    return { item: postId === null ? null : await this.items.one(postId, admin) };
  }

  @Route('POST', 'release', {
    withoutKey: true,
    summary: 'Gives all that you have claimed back to the queue.',
  })
  async releaseReviews(@CurrentAdmin() { id }: AdminUser): Promise<void> {
    await this.useCases.releaseAll(id);
  }

  @Route('POST', ':id/claim', {
    withoutKey: true,
    summary: 'Claims a certain post, comment or profile for 10 minutes, or for 10 minutes more.',
    answer: ReviewItem,
    errors: { 404: 'Post not found', 409: 'Another admin has it, or it was decided already.' },
  })
  async claimReview(@SubjectId() id: string, @CurrentAdmin() admin: AdminUser): Promise<ReviewItem> {
    const postId = id.toLowerCase();
    await this.useCases.claim(postId, admin);
    const item = await this.items.one(postId, admin);
    if (!item) throw postNotFound();
    return item;
  }

  @Route('POST', ':id/release', { withoutKey: true, summary: 'Gives it back to the queue.' })
  async releaseReview(@SubjectId() id: string, @CurrentAdmin() admin: AdminUser): Promise<void> {
    await this.useCases.release(id.toLowerCase(), admin.id);
  }

  @Route('POST', ':id/decide', {
    summary: 'Decides about what you have claimed, and about the reports on it that you saw.',
    description: 'Repeating a decision changes nothing. Reports that came later wait for another decision.',
    answer: ReviewDecided,
    isDecision: true,
    errors: { 400: '', 404: 'Post not found', 409: 'It was decided already, or another admin has it.' },
  })
  async decideReview(
    @SubjectId() id: string,
    @Body() { decision, reason, note, reports, shown, parts, seen = null }: ReviewDecisionRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReviewDecided> {
    const given = reason ? { reason, note } : null;
    const ruling = {
      decision,
      given,
      reports: reports ?? null,
      shown: shown ?? null,
      parts: parts ?? [],
      seen,
    };
    const decided = await this.useCases.decide(id.toLowerCase(), admin, ruling);
    return answerDecision(decided, decided.isCarriedOut, reply);
  }

  @Route('POST', ':id/undo', {
    summary: 'Undoes your decision and those about the reports, if it is the latest.',
    description: 'Repeating it changes nothing.',
    answer: Done,
    errors: {
      404: 'Nothing was decided, or it does not exist.',
      409: 'Another admin has decided since then.',
    },
  })
  async undoReview(
    @SubjectId() id: string,
    @Body() { reason }: UndoRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<Done> {
    await this.useCases.undo(id.toLowerCase(), admin, reason);
    return DONE;
  }
}
