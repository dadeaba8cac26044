import { BadRequestException, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  ModeratedPostsReader,
  AdminPost,
  POST_SORTS,
  type PostSort,
} from '../../projections/moderated-posts.js';
import { NamesReader } from '../../projections/names.js';
import { answerList, columnsOf, listOf, AdminListRequest } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { postNotFound } from '../posts/posts.contract.js';
import { AdminPostDetails } from './post-details.contract.js';
import { SubjectId } from './moderation.requests.js';
import { PostDetails } from './post-details.service.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { FilterOf, OfId, SortedBy, YesOrNo } from '../http/list-filters.js';
import { Matching, Optional } from '../../contract/fields.js';
import { POST_STATUSES, type PostStatus } from '../../domain/post/post-moderation.js';

/** Which posts the list of admins shows, in which order. `search` is a part of a name. */
class AdminPostsRequest extends AdminListRequest {
  @FilterOf(POST_STATUSES) readonly status?: PostStatus;
  @YesOrNo('Whether all visitors see them.') readonly isPublic?: boolean;
  @YesOrNo('Whether the check noticed something.') readonly flagged?: boolean;
  @YesOrNo('Whether reports wait for a decision.') readonly reported?: boolean;
  @OfId('Those of one account.') readonly owner?: string;

  @Optional(Matching(/^\d{4}-W(0[1-9]|[1-4]\d|5[0-3])$/), {
    example: '2026-W47',
    about: 'ISO week.',
    message: '$property is an ISO week, such as 2026-W47',
  })
  readonly week?: string;

  @SortedBy(POST_SORTS, '-createdAt') readonly sort: PostSort = '-createdAt';
}

@Routes('back office', 'api/rtm-sys/posts', { who: ['moderator', 'owner'] })
export class PostsListController {
  constructor(
    private readonly posts: ModeratedPostsReader,
    private readonly details: PostDetails,
    private readonly names: NamesReader,
    private readonly holds: LegalHolds,
  ) {}

  @Route('GET', '', {
    summary: 'All posts, newest first. A search is for a part of the name of their owners.',
    answer: listOf(AdminPost),
  })
  async listAdminPosts(
    @Query() request: AdminPostsRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminPost[] | GeneratedFile> {
    const { status, isPublic, flagged, reported, owner, week, search, sort } = request;
    const ownerIds = await this.ownerIds(owner, search);
    const filters = { status, isPublic, isFlagged: flagged, isReported: reported, week, ownerIds };
    return answerList(request, reply, {
      list: this.posts.list(filters, sort),
      hiddenFrom: await this.holds.hiddenFrom(admin),
      about: ({ _id }) => _id,
      shown: (rows) => this.posts.shown(rows),
      columns: COLUMNS,
    });
  }

  @Route('GET', ':id', {
    summary: 'Everything that is known of a post.',
    answer: AdminPostDetails,
    errors: { 404: 'Post not found' },
  })
  async adminPost(@SubjectId() id: string, @CurrentAdmin() admin: AdminUser): Promise<AdminPostDetails> {
    const postId = id.toLowerCase();
    await this.holds.requireVisible(postId, admin);
    const found = await this.details.of(postId, await this.holds.hiddenFrom(admin), admin.role);
    if (!found) throw postNotFound();
    return found;
  }

  /**
   * The ids for filters by id and by a part of a name; undefined without any.
   * @throws BadRequestException for a part that too many names have
   */
  private async ownerIds(id: string | undefined, search: string | undefined) {
    const text = search?.trim();
    if (!text) return id === undefined ? undefined : [id];
    const { few: found } = await this.names.named(text);
    if (!found)
      throw new BadRequestException('Too many names have this in them. Please enter more of the name.');
    return id === undefined ? found : found.filter((one) => one === id);
  }
}

const COLUMNS = columnsOf<AdminPost>()(
  'id createdAt week owner username status isPublic moderationFlags openReports averageRating ratings likes comments',
  {
    owner: 'ownerId',
    moderationFlags: (post) => post.moderationFlags.join('; '),
    ratings: 'ratingsCount',
    likes: 'likesCount',
    comments: 'commentsCount',
  },
);
