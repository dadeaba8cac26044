import { Body, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BOARD_CURSOR_LENGTH, LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { Post } from '../../projections/leaderboard/shown-posts.js';
import { PostRank, RankReader } from '../../projections/weekly/rank.reader.js';
import { ClaimCookie } from '../http/claim-cookie.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { ImageForm, UploadedImage } from '../http/image-form.js';
import { CurrentUploader } from '../photos/current-uploader.js';
import type { Uploader } from '../photos/photo-check.js';
import { decodeCursor, encodeCursor, pageOf } from '../http/paging.js';
import { DirectPublishing } from './direct-publishing.service.js';
import { Published } from './posts.responses.js';
import { ListPostsRequest, PostId, postNotFound, PublishRequest } from './posts.requests.js';
import { RatedPublishing } from './rated-publishing.service.js';
import { Route, Routes } from '../http/route.js';

@Routes('posts', 'api/posts')
export class PostsController {
  constructor(
    private readonly leaderboard: LeaderboardReader,
    private readonly ranks: RankReader,
    private readonly publishing: RatedPublishing,
    private readonly direct: DirectPublishing,
    private readonly claim: ClaimCookie,
  ) {}

  @Route('GET', ':id/rank', {
    summary: 'The figures behind the average of a post, and its ranks.',
    answer: PostRank,
    errors: { 404: '' },
  })
  async rank(@PostId() id: string, @CurrentAccount() viewer: Account | null): Promise<PostRank> {
    const rank = await this.ranks.rank(id, viewer?.id ?? null);
    if (!rank) throw postNotFound();
    return rank;
  }

  @Route('GET', '', {
    summary:
      'Public posts: first those with a mega boost, then those with a regular one, then all others; each group newest or best first.',
    description:
      'The next page is in the Link header. Its order is that of the time of the first page, so that boosts that begin or end meanwhile repeat or skip no post. A page of a search can be shorter than its limit, or empty, and still have a next page.',
    answer: pageOf(Post),
  })
  async list(
    @Query() request: ListPostsRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly Post[]> {
    const { sort, limit, search, cursor } = request;
    const list = [sort, search?.trim() ?? ''];
    const after = cursor ? decodeCursor(cursor, list, BOARD_CURSOR_LENGTH) : null;
    const page = await this.leaderboard.page(sort, search?.trim() || null, { limit, after });
    if (page.next) reply.header('link', `<${addressOf(request, encodeCursor(list, page.next))}>; rel="next"`);
    return page.posts;
  }

  @Route('GET', ':id', {
    summary: 'One post; only its owner sees a hidden one.',
    answer: Post,
    errors: { 404: '' },
  })
  async one(@PostId() id: string, @CurrentAccount() viewer: Account | null): Promise<Post> {
    const post = await this.leaderboard.post(id, viewer?.id ?? null);
    if (!post) throw postNotFound();
    return post;
  }

  @Route('POST', 'publish', {
    who: 'verified',
    summary: 'Publishes a rating issued by the server, once.',
    description:
      'Only its uploader may: the account that uploaded the photo or, for a photo that a visitor uploaded, the account that signed in in the same browser. Repeating the request, for example after a lost response, returns the first result.',
    status: 201,
    answer: Published,
  })
  publish(
    @Body() rating: PublishRequest,
    @CurrentAccount() account: Account,
    @Req() request: FastifyRequest,
  ): Promise<Published> {
    return this.publishing.publish(rating, account.id, this.claim.read(request, account.id).photoIds);
  }

  @Route('POST', 'publish-direct', {
    who: 'verified',
    limit: 'upload',
    summary: 'Publishes a photo without an AI score; other users rate it.',
    status: 201,
    answer: Published,
    errors: { 409: 'You have already published this photo.' },
  })
  @ImageForm('image')
  publishDirect(
    @UploadedImage() bytes: Buffer,
    @CurrentUploader() uploader: Uploader,
    @CurrentAccount() account: Account,
  ): Promise<Published> {
    return this.direct.publish(bytes, uploader, account.id);
  }
}

function addressOf({ search, sort, limit }: ListPostsRequest, cursor: string): string {
  const query = new URLSearchParams({ sort, limit: String(limit), ...(search && { search }), cursor });
  return `/api/posts?${query.toString()}`;
}
