import { Body } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { Rating, HIGHEST_SCORE, LOWEST_SCORE } from '../../domain/rating/rating.js';
import { RatingsReader } from '../../projections/ratings.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { PostId } from '../posts/posts.contract.js';
import { DONE, Done } from './community.contract.js';
import { Facts } from './facts.service.js';
import { Route, Routes } from '../http/route.js';
import { Maybe, Whole, Id } from '../../contract/fields.js';

const SCORE = { message: `A rating is a whole number from ${LOWEST_SCORE} to ${HIGHEST_SCORE}` };

class RatingRequest {
  @Id({ message: 'Please say which post you rate' }) readonly postId!: string;

  @ApiProperty({ type: 'integer', minimum: LOWEST_SCORE, maximum: HIGHEST_SCORE })
  @IsInt(SCORE)
  @Min(LOWEST_SCORE, SCORE)
  @Max(HIGHEST_SCORE, SCORE)
  readonly overallScore!: number;
}

class UserRating {
  @Maybe(Whole, { min: 0, max: 10, about: 'Null without a rating, and for visitors.' })
  readonly rating!: number | null;
}

@Routes('community', 'api', { errors: { 404: '' } })
export class RatingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly ratings: RatingsReader,
    private readonly facts: Facts,
  ) {}

  @Route('GET', 'posts/:id/user-rating', { summary: 'Your rating of the post.', answer: UserRating })
  async userRating(@PostId() id: string, @CurrentAccount() viewer: Account | null): Promise<UserRating> {
    const { postId } = await this.facts.postToRead(id, viewer?.id ?? null);
    return { rating: viewer && (await this.ratings.score(postId, viewer.id)) };
  }

  @Route('POST', 'ratings/submit', {
    who: 'verified',
    summary: 'Rates another user’s post, once. Ratings are final.',
    answer: Done,
    errors: { 409: 'You may have already rated this post.' },
  })
  async submitRating(
    @Body() { postId, overallScore }: RatingRequest,
    @CurrentAccount() { id: userId }: Account,
  ): Promise<Done> {
    const post = await this.facts.post(postId, userId);
    await this.commands.execute(Rating.RatePost({ post, userId, score: overallScore }));
    return DONE;
  }
}
