import {
  Body,
  Controller,
  Get,
  HttpCode,
  HttpStatus,
  NotFoundException,
  Param,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ErrorBody } from '../http/error-body.js';
import { deciderOf } from '../acts/moderation.requests.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin, ForAdmins } from '../http/current-admin.js';
import { decodeCursor, encodeCursor, linkNext } from '../http/paging.js';
import { RATERS_CURSOR_LENGTH } from '../../projections/raters/raters.reader.js';
import {
  ActAnswer,
  Comparison,
  ExcludeRatingRequest,
  NoteRequest,
  Rater,
  RaterDetails,
  RatersRequest,
  RingAnswer,
  WhatIfRequest,
} from './raters.requests.js';
import { SuspiciousRatings } from './suspicious-ratings.service.js';

/** Ratings that look as if they were meant to move the board, for moderators. */
@ApiTags('back office')
@ForAdmins('moderator', 'owner')
@Controller('api/rtm-sys')
export class RatersController {
  constructor(private readonly ratings: SuspiciousRatings) {}

  @Get('raters')
  @ApiOperation({
    summary: 'People whose ratings are suspicious, those who rated last first.',
    description:
      'Signals: onePerson (a new account that rates mostly one person), extremes (always 0 or 10), burst (many ratings in a short time). Rings are a list of their own.',
  })
  @ApiOkResponse({
    type: [Rater],
    headers: { Link: { description: '<…>; rel="next"', schema: { type: 'string' } } },
  })
  async listRaters(
    @Query() { signal, limit, cursor }: RatersRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly Rater[]> {
    const list = ['raters', signal ?? ''];
    const after = cursor ? decodeCursor(cursor, list, RATERS_CURSOR_LENGTH) : null;
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

  @Get('rings')
  @ApiOperation({ summary: 'People who rate each other high, several times each; the largest ring first.' })
  @ApiOkResponse({ type: [RingAnswer] })
  rings(): Promise<readonly RingAnswer[]> {
    return this.ratings.rings();
  }

  @Get('raters/:id')
  @ApiOperation({ summary: 'The evidence about one person: their signals, rings and ratings.' })
  @ApiOkResponse({ type: RaterDetails })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'User not found' })
  async rater(@Param('id') id: string): Promise<RaterDetails> {
    const rater = await this.ratings.details(id);
    if (!rater) throw new NotFoundException('User not found');
    return rater;
  }

  @Get('raters/:id/what-if')
  @ApiOperation({ summary: 'The board with and without the ratings of a person, or one of them.' })
  @ApiOkResponse({ type: Comparison })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'User not found, or rating not found' })
  whatIf(@Param('id') id: string, @Query() { postId }: WhatIfRequest): Promise<Comparison> {
    return this.ratings.without(id, postId ?? null);
  }

  @Post('raters/:id/exclude')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Lets no rating of a person count, neither those given nor later ones.' })
  @ApiOkResponse({ type: ActAnswer })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'User not found' })
  @ApiConflictResponse({ type: ErrorBody, description: 'The ratings of this person are excluded already.' })
  excludeRater(
    @Param('id') id: string,
    @Body() { note }: NoteRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ActAnswer> {
    return this.ratings.excludeRater(id, note, deciderOf(admin));
  }

  @Post('ratings/exclude')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Lets one rating no longer count.' })
  @ApiOkResponse({ type: ActAnswer })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Rating not found' })
  excludeRating(
    @Body() { postId, userId, note }: ExcludeRatingRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ActAnswer> {
    return this.ratings.excludeRating(postId, userId, { note, decider: deciderOf(admin) });
  }
}
