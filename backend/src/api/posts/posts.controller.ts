import { Body, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { boardCursor } from '../../projections/leaderboard/board-pages.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { BoardPost, Post } from '../../projections/leaderboard/shown-posts.js';
import { PostRank, RankReader } from '../../projections/weekly/rank.reader.js';
import { PublicAnswer } from '../response-cache/public-answer.js';
import { AnonymousUploadCookie } from '../http/anonymous-upload-cookie.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { ImageForm, UploadedImage } from '../http/image-form.js';
import { CurrentUploader, type Uploader } from '../photos/photo-check.js';
import { decodeCursor, encodeCursor, linkTo, pageOf } from '../http/paging.js';
import { Published, ListPostsRequest, PostId, postNotFound, PublishRequest } from './posts.contract.js';
import { Route, Routes } from '../http/route.js';
import { Publishing } from './publishing.service.js';

@Routes('posts', 'api/posts')
export class PostsController {
  constructor(
    private readonly leaderboard: LeaderboardReader,
    private readonly ranks: RankReader,
    private readonly publishing: Publishing,
    private readonly claim: AnonymousUploadCookie,
  ) {}

  @Route('GET', ':id/rank', {
    summary: 'The figures behind the average of a post, and its ranks.',
    answer: PostRank,
    errors: { 404: '' },
  })
  rank(@PostId() id: string, @CurrentAccount() viewer: Account | null): PublicAnswer {
    return ofPost('rank', id, viewer, (viewerId) => this.ranks.rank(id, viewerId));
  }

  @Route('GET', '', {
    summary:
      'Public posts: first those with a mega boost, then those with a regular one, then all others; each group newest or best first.',
    description:
      'The next page is in the Link header. Its order is that of the time of the first page, so that boosts that begin or end meanwhile repeat or skip no post. A page of a search can be shorter than its limit, or empty, and still have a next page.',
    answer: pageOf(BoardPost),
  })
  list(@Query() request: ListPostsRequest): PublicAnswer {
    const { sort, limit, search, cursor } = request;
    const list = [sort, search?.trim() ?? ''];
    const after = cursor ? decodeCursor(cursor, list, boardCursor(sort)) : null;
    return new PublicAnswer(['posts', sort, limit, search, cursor], async () => {
      const { posts, next } = await this.leaderboard.page(sort, search?.trim() || null, { limit, after });
      return { body: posts, ...(next && linkTo(addressOf(request, encodeCursor(list, next)))) };
    });
  }

  @Route('GET', ':id', {
    summary: 'One post; only its owner sees a hidden one.',
    answer: Post,
    errors: { 404: '' },
  })
  one(@PostId() id: string, @CurrentAccount() viewer: Account | null): PublicAnswer {
    return ofPost('post', id, viewer, (viewerId) => this.leaderboard.post(id, viewerId));
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
    return this.publishing.rated(rating, account.id, this.claim.read(request, account.id).photoIds);
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
    return this.publishing.unrated(bytes, uploader, account.id);
  }
}

/** An answer about a post. Its owner gets one for a hidden post, too. @throws 'Post not found' */
function ofPost(
  what: string,
  postId: string,
  viewer: Account | null,
  read: (viewerId: string | null) => Promise<object | null>,
): PublicAnswer {
  return new PublicAnswer(
    [what, postId],
    async () => {
      const body = await read(null);
      return body && { body };
    },
    async () => {
      const body = viewer && (await read(viewer.id));
      if (!body) throw postNotFound();
      return body;
    },
  );
}

function addressOf({ search, sort, limit }: ListPostsRequest, cursor: string): string {
  const query = new URLSearchParams({ sort, limit: String(limit), ...(search && { search }), cursor });
  return `/api/posts?${query.toString()}`;
}
