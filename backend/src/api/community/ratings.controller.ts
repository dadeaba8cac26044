import { Body, Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { RatePost } from '../../domain/rating/rating.commands.js';
import { RatingsReader } from '../../projections/ratings/ratings.reader.js';
import { type Account, CurrentAccount, Verified } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { PostId } from '../posts/posts.requests.js';
import { DONE, Done, RatingRequest, UserRating } from './community.requests.js';
import { Facts } from './facts.service.js';

@ApiTags('community')
@ApiNotFoundResponse({ type: ErrorBody })
@Controller('api')
export class RatingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly ratings: RatingsReader,
    private readonly facts: Facts,
  ) {}

  @Get('posts/:id/user-rating')
  @ApiOperation({ summary: 'Your rating of the post.' })
  @ApiOkResponse({ type: UserRating })
  async userRating(@PostId() id: string, @CurrentAccount() viewer: Account | null): Promise<UserRating> {
    const { postId } = await this.facts.postToRead(id, viewer?.id ?? null);
    return { rating: viewer && (await this.ratings.score(postId, viewer.id)) };
  }

  @Post('ratings/submit')
  @Verified()
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Rates another user’s post, once. Ratings are final.' })
  @ApiOkResponse({ type: Done })
  @ApiConflictResponse({ type: ErrorBody, description: 'You may have already rated this post.' })
  async submitRating(
    @Body() { postId, overallScore }: RatingRequest,
    @CurrentAccount() { id: userId }: Account,
  ): Promise<Done> {
    const post = await this.facts.post(postId, userId);
    await this.commands.execute(new RatePost({ post, userId, score: overallScore }));
    return DONE;
  }
}
