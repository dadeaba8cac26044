import { Controller, Get, Inject } from '@nestjs/common';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { PostRank, RankReader } from '../../projections/weekly/rank.reader.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { PostId, postNotFound } from '../posts/post-id.js';

@ApiTags('posts')
@Controller('api/posts/:id/rank')
export class PostRankController {
  constructor(@Inject(RankReader) private readonly ranks: RankReader) {}

  @Get()
  @ApiOperation({
    summary: 'Why a post stands where it does: the figures behind its rating, and its places.',
  })
  @ApiOkResponse({ type: PostRank })
  @ApiNotFoundResponse({ type: ErrorBody })
  async rank(@PostId() id: string, @CurrentAccount() viewer: Account | null): Promise<PostRank> {
    const rank = await this.ranks.rank(id, viewer?.id ?? null);
    if (!rank) throw postNotFound();
    return rank;
  }
}
