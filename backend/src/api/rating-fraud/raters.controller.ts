import { Body, NotFoundException, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AdminActs } from '../decisions/admin-acts.service.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import {
  decodeCursor,
  encodeCursor,
  linkNext,
  pageOf,
  DEFAULT_PAGE,
  PageLimit,
  PageRequest,
} from '../http/paging.js';
import { RATERS_CURSOR, RATER_SIGNALS, type RaterSignal } from '../../projections/rating-fraud/raters.js';
import { ActAnswer, Comparison, Rater, RaterDetails, RingAnswer } from './raters.contract.js';
import { SuspiciousRatings } from './suspicious-ratings.service.js';
import { Route, Routes } from '../http/route.js';
import { Id, Text } from '../../contract/fields.js';
import { LONGEST_NOTE } from '../../domain/moderation/reasons.js';
import { written } from '../../shared/visible-text.js';
import { FilterOf, OfId } from '../http/list-filters.js';

class RatersRequest extends PageRequest {
  @FilterOf(RATER_SIGNALS, 'Only raters with this signal.')
  readonly signal?: RaterSignal;

  @PageLimit() readonly limit: number = DEFAULT_PAGE;
}

class WhatIfRequest {
  @OfId('Only the rating of this post; else all of the person.')
  readonly postId?: string;
}

class NoteRequest {
  @Text({
    min: 1,
    max: LONGEST_NOTE,
    normalise: written,
    message: 'Please give a reason',
    tooLong: `A reason has at most ${LONGEST_NOTE} characters`,
  })
  readonly note!: string;
}

class ExcludeRatingRequest extends NoteRequest {
  @Id({ message: 'A post is given by its id' }) readonly postId!: string;
  @Id({ message: 'A person is given by their id' }) readonly userId!: string;
}

/** Ratings that look as if they were meant to move the board, for moderators. */
@Routes('back office', 'api/rtm-sys', { who: ['moderator', 'owner'] })
export class RatersController {
  constructor(
    private readonly ratings: SuspiciousRatings,
    private readonly acts: AdminActs,
  ) {}

  @Route('GET', 'raters', {
    summary: 'People whose ratings are suspicious, those who rated last first.',
    description:
      'Signals: onePerson (a new account that rates mostly one person), extremes (always 0 or 10), burst (many ratings in a short time). Rings are a list of their own.',
    answer: pageOf(Rater),
  })
  async listRaters(
    @Query() { signal, limit, cursor }: RatersRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly Rater[]> {
    const list = ['raters', signal ?? ''];
    const after = cursor ? decodeCursor(cursor, list, RATERS_CURSOR) : null;
    const { raters, next } = await this.ratings.page(signal ?? null, { limit, after });
    if (next) {
      linkNext(reply, '/api/rtm-sys/raters', {
        limit: String(limit),
        cursor: encodeCursor(list, next),
        ...(signal && { signal }),
      });
    }
    return raters;
  }

  @Route('GET', 'rings', {
    summary: 'People who rate each other high, several times each; the largest ring first.',
    answer: [RingAnswer],
  })
  rings(): Promise<readonly RingAnswer[]> {
    return this.ratings.rings();
  }

  @Route('GET', 'raters/:id', {
    summary: 'The evidence about one person: their signals, rings and ratings.',
    answer: RaterDetails,
    errors: { 404: 'User not found' },
  })
  async rater(@Param('id') id: string): Promise<RaterDetails> {
    const rater = await this.ratings.details(id);
    if (!rater) throw new NotFoundException('User not found');
    return rater;
  }

  @Route('GET', 'raters/:id/what-if', {
    summary: 'The board with and without the ratings of a person, or one of them.',
    answer: Comparison,
    errors: { 404: 'User not found, or rating not found' },
  })
  whatIf(@Param('id') id: string, @Query() { postId }: WhatIfRequest): Promise<Comparison> {
    return this.ratings.without(id, postId ?? null);
  }

  @Route('POST', 'raters/:id/exclude', {
    summary: 'Lets no rating of a person count, neither those given nor later ones.',
    answer: ActAnswer,
    errors: { 404: 'User not found', 409: 'The ratings of this person are excluded already.' },
  })
  excludeRater(
    @Param('id') id: string,
    @Body() { note }: NoteRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ActAnswer> {
    return this.ratings.excludeRater(id, note, admin);
  }

  @Route('POST', 'ratings/exclude', {
    summary: 'Lets one rating no longer count.',
    answer: ActAnswer,
    errors: { 404: 'Rating not found' },
  })
  async excludeRating(
    @Body() { postId, userId, note }: ExcludeRatingRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ActAnswer> {
    const given = { reason: null, note };
    const { actId } = await this.acts.do('RatingExcluded', `${postId}-${userId}`, given, admin);
    return { actId };
  }
}
