import { Body, Query, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import {
  Rating,
  HIGHEST_SCORE,
  LOWEST_SCORE,
  RATING_PLACES,
  type RatingPlace,
  isYoungAt,
} from '../../domain/rating/rating.js';
import { Calendar, weekOf } from '../../domain/week/iso-week.js';
import { Clock } from '../../kernel/clock.js';
import { DocumentStoreUnavailableError, type Stored } from '../../kernel/document-store.js';
import type { LeaderboardDocument } from '../../projections/leaderboard/leaderboard.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { type Scores, shownAiScore, shownAverage } from '../../projections/leaderboard/scores.js';
import { imageUrlOf } from '../../projections/photos/rating-result.js';
import { AT_ONCE, TAIL } from '../../projections/rating-queue/photo-order.js';
import { RatingQueueReader } from '../../projections/rating-queue/rating-queue.reader.js';
import { RatingsReader } from '../../projections/ratings.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { rateLimitKeyOf } from '../http/rate-limit-key.js';
import { PostId } from '../posts/posts.contract.js';
import { Done } from './community.contract.js';
import { Facts } from './facts.service.js';
import { Counted } from '../http/list-filters.js';
import { Route, Routes } from '../http/route.js';
import { Flag, Id, List, Matching, Maybe, OneOf, Optional, Text, Whole } from '../../contract/fields.js';

const SCORE = { message: `A rating is a whole number from ${LOWEST_SCORE} to ${HIGHEST_SCORE}` };

class RatingRequest {
  @Id({ message: 'Please say which post you rate' }) readonly postId!: string;

  @ApiProperty({ type: 'integer', minimum: LOWEST_SCORE, maximum: HIGHEST_SCORE })
  @IsInt(SCORE)
  @Min(LOWEST_SCORE, SCORE)
  @Max(HIGHEST_SCORE, SCORE)
  readonly overallScore!: number;

  @Optional(OneOf(RATING_PLACES), {
    about: '`rate`: the photo came from `GET /api/rate`. Else `post`.',
    message: 'A rating comes from "rate" or "post"',
  })
  readonly via: RatingPlace = 'post';
}

class UserRating {
  @Maybe(Whole, { min: 0, max: 10, about: 'Null without a rating, and for visitors.' })
  readonly rating!: number | null;
}

class SentRating extends Done {
  @Maybe(Text, { example: '8.6', about: 'The average of all other ratings; null without any.' })
  readonly community!: string | null;
  @Maybe(Text, { example: '7.2', about: 'The AI score; null for a post without one.' })
  readonly judge!: string | null;
}

const MOST_WITHOUT = 300;
const ENDS = new RegExp(`^[0-9a-f]{${TAIL}}(\\.[0-9a-f]{${TAIL}}){0,${MOST_WITHOUT - 1}}$`);

class PhotosRequest {
  @Optional(Matching(ENDS), {
    about: `The posts that must not come, in the order in which they were shown: the last ${TAIL} characters of their ids, with dots between them; at most ${MOST_WITHOUT}. The last ${AT_ONCE} may still be rated.`,
    message: 'This is not a list of ends of ids of posts',
  })
  readonly without?: string;

  @Counted({ min: 1, max: AT_ONCE, default: AT_ONCE, message: `You get 1 to ${AT_ONCE} photos at once` })
  readonly limit: number = AT_ONCE;
}

class RatePhoto {
  @Id() readonly id: string;
  @Text('The 1280 pixel rendition; 640.webp and 320.webp are beside it.') readonly imageUrl: string;
  @Text('A placeholder of about 25 bytes, base64.') readonly thumbhash: string;
  @Whole('Of the largest rendition, in pixels.') readonly width: number;
  @Whole('Of the largest rendition, in pixels.') readonly height: number;
  @Flag('Whether it competes in the running week.') readonly isThisWeek: boolean;

  /** @param week the running one */
  constructor(post: Stored<LeaderboardDocument>, week: string) {
    const { thumbhash, width, height } = post.picture;
    this.id = post._id;
    this.imageUrl = imageUrlOf(post._id);
    this.thumbhash = thumbhash;
    this.width = width;
    this.height = height;
    this.isThisWeek = post.week === week;
  }
}

class PhotosToRate {
  @List(() => RatePhoto, 'In the order to show; ten at most, none when nothing is left.')
  readonly photos!: readonly RatePhoto[];
  @Flag('Whether nothing else of the running week is left for you.') readonly isWeekOver!: boolean;
}

@Routes('community', 'api', { errors: { 404: '' } })
export class RatingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly ratings: RatingsReader,
    private readonly queue: RatingQueueReader,
    private readonly board: LeaderboardReader,
    private readonly facts: Facts,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
  ) {}

  @Route('GET', 'rate', {
    summary: 'The next photos to rate: nothing of their people, scores or boosts.',
    description:
      'Posts of this week with the fewest ratings first. Never your own, those that you have rated, those that wait for a review or were reported for harm, and those of suspended people.',
    answer: PhotosToRate,
  })
  async photosToRate(
    @Query() { without, limit }: PhotosRequest,
    @CurrentAccount() viewer: Account | null,
    @Req() request: FastifyRequest,
  ): Promise<PhotosToRate> {
    const now = this.clock.now();
    const week = weekOf(now, this.calendar.timeZone);
    const { posts, isWeekOver } = await this.queue.next(
      {
        accountId: viewer?.id ?? null,
        key: viewer?.id ?? rateLimitKeyOf(request).join(' '),
        mayRate: viewer !== null && viewer.emailVerified && viewer.suspension === null,
        isYoung: isYoungAt(viewer?.verifiedAt ?? null, now),
      },
      { without: without?.split('.') ?? [], limit },
      now,
      week,
    );
    return { photos: posts.map((post) => new RatePhoto(post, week)), isWeekOver };
  }

  @Route('GET', 'posts/:id/user-rating', { summary: 'Your rating of the post.', answer: UserRating })
  async userRating(@PostId() id: string, @CurrentAccount() viewer: Account | null): Promise<UserRating> {
    const { postId } = await this.facts.postToRead(id, viewer?.id ?? null);
    return { rating: viewer && (await this.ratings.score(postId, viewer.id)) };
  }

  @Route('POST', 'ratings/submit', {
    who: 'verified',
    limit: 'rate',
    summary: 'Rates another user’s post, once. Ratings are final.',
    answer: SentRating,
    errors: { 409: 'You may have already rated this post.' },
  })
  async submitRating(
    @Body() { postId, overallScore, via }: RatingRequest,
    @CurrentAccount() { id: userId, verifiedAt }: Account,
  ): Promise<SentRating> {
    const post = await this.facts.post(postId, userId);
    const others = await this.scoresOf(postId);
    const isYoung = isYoungAt(verifiedAt, this.clock.now());
    const othersTenths = others && meanOfVotes(others);
    await this.commands.execute(
      Rating.RatePost({ post, userId, score: overallScore, via, isYoung, othersTenths }),
    );
    return {
      success: true,
      community: others && others.voteCount > 0 ? shownAverage({ ...others, aiTenths: null }) : null,
      judge: others && shownAiScore(others),
    };
  }

  /** The scores of a post so far; null when they cannot be read: a rating does not depend on them. */
  private async scoresOf(postId: string): Promise<Scores | null> {
    try {
      return await this.board.one(postId);
    } catch (error) {
      if (error instanceof DocumentStoreUnavailableError) return null;
      throw error;
    }
  }
}

/** With fewer votes, their mean says little. */
const ENOUGH_OTHERS = 3;

function meanOfVotes({ voteTenths, voteCount }: Scores): number | null {
  return voteCount < ENOUGH_OTHERS ? null : Math.round(voteTenths / voteCount);
}
