import { ApiProperty } from '@nestjs/swagger';
import { BadRequestException, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  Flag,
  Id,
  List,
  Maybe,
  OneOf,
  Part,
  Text,
  When,
  Whole,
  Matching,
  Optional,
} from '../../contract/fields.js';
import {
  AdminPost,
  ModeratedPostsReader,
  POST_SORTS,
  type PostSort,
  adminPictureUrl,
} from '../../projections/moderated-posts.js';
import { Act } from './acts.contract.js';
import { AdminReport } from './reports.contract.js';
import { NamesReader } from '../../projections/names.js';
import { answerList, columnsOf, listOf, AdminListRequest } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { RefusedUploads, Refusal } from '../photos/refused-uploads.service.js';
import { postNotFound } from '../posts/posts.contract.js';
import { SubjectId } from './moderation.requests.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { FilterOf, OfId, SortedBy, YesOrNo } from '../http/list-filters.js';
import { POST_STATUSES, type PostStatus } from '../../domain/post/post-moderation.js';
import type { DomainEvent } from '../../domain/events.js';
import { Post } from '../../domain/post/post.js';
import { EventLogUnavailableError } from '../../kernel/event-log.js';
import { History } from '../../kernel/history.js';
import { States } from '../../kernel/states.js';
import { UndecodableError, unlessUndecodable, unreadable } from '../../kernel/undecodable.js';
import { ActsReader } from '../../projections/acts.js';
import { hammingDistance } from '../../projections/photos/near-copy.js';
import { PhotosReader } from '../../projections/photos/photos.js';
import { RatingsReader } from '../../projections/ratings.js';
import { ReportsReader } from '../../projections/reports.js';
import { ShownActs } from './shown-acts.service.js';

class AdminVerdict {
  @OneOf(['pass', 'review']) readonly verdict!: 'pass' | 'review';
  @List(Text) readonly reasons!: readonly string[];
  @OneOf(['demo', 'ai']) readonly judge!: 'demo' | 'ai';
  @Text() readonly model!: string;
  @Text() readonly promptVersion!: string;
  @Maybe(Whole, 'Null for a photo without a rating.') readonly score!: number | null;

  @ApiProperty({ type: Object, nullable: true, additionalProperties: { type: 'number' } })
  readonly scores!: Readonly<Record<string, number>> | null;
  @Maybe(Text) readonly comment!: string | null;
  @When() readonly judgedAt!: string;
}

class NearCopy {
  @Id('The id of its post.') readonly id!: string;
  @Maybe(Text, 'The account that published it.') readonly ownerId!: string | null;
  @Text() readonly imageUrl!: string;
  @Whole('How many of 64 bits differ.') readonly distance!: number;
  @When() readonly uploadedAt!: string;
}

export class AdminPostDetails extends AdminPost {
  @List(Whole, 'How many people gave each score, from 0 to 10.')
  readonly ratingDistribution!: readonly number[];
  @Maybe(Part(() => AdminVerdict)) readonly verdict!: AdminVerdict | null;
  @List(() => NearCopy, '20 at most.') readonly nearCopies!: readonly NearCopy[];
  @List(() => Refusal, 'Of its owner, newest first, 20 at most.') readonly refusals!: readonly Refusal[];
  @Flag('False while the event log is not available: then `verdict` is null and `refusals` is empty.')
  readonly isLogAvailable!: boolean;
  @Maybe(Text, 'Why the post cannot be read at the moment, in a sentence. Then nobody but admins sees it.')
  readonly unreadable!: string | null;
  @List(() => AdminReport, 'Oldest first.') readonly reports!: readonly AdminReport[];
  @List(() => Act, 'Newest first.') readonly acts!: readonly Act[];
}

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

const MOST_COPIES = 20;

@Routes('back office', 'api/rtm-sys/posts', { who: ['moderator', 'owner'] })
export class PostsListController {
  constructor(
    private readonly posts: ModeratedPostsReader,
    private readonly names: NamesReader,
    private readonly holds: LegalHolds,
    private readonly ratings: RatingsReader,
    private readonly photos: PhotosReader,
    private readonly reports: ReportsReader,
    private readonly acts: ActsReader,
    private readonly shownActs: ShownActs,
    private readonly history: History,
    private readonly refused: RefusedUploads,
    private readonly states: States,
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
    const hidden = await this.holds.hiddenFrom(admin);
    const post = await this.posts.one(postId);
    const [shown] = post ? await this.posts.shown([post]) : [];
    if (!post || !shown) throw postNotFound();
    const [ratingDistribution, recorded, problem, nearCopies, reports, acts] = await Promise.all([
      this.ratings.distribution(postId),
      this.recorded(postId, post.ownerId),
      unlessUndecodable(
        this.states.toRead(Post, postId).then(() => null),
        unreadable,
      ),
      this.nearCopies(postId, post.picture.perceptualHash, hidden),
      this.reports.on(postId).then((found) => this.shownActs.reports(found)),
      this.acts.on(postId).then((found) => this.shownActs.of(found, admin.role)),
    ]);
    return { ...shown, ...recorded, unreadable: problem, ratingDistribution, nearCopies, reports, acts };
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

  /** What only the log knows. The rest of the page is shown without it while the log is away, or this part of it can't be read. */
  private async recorded(
    photoId: string,
    ownerId: string,
  ): Promise<Pick<AdminPostDetails, 'verdict' | 'refusals' | 'isLogAvailable'>> {
    try {
      const [verdict, refusals] = await Promise.all([this.verdict(photoId), this.refused.of(ownerId)]);
      return { verdict, refusals, isLogAvailable: true };
    } catch (error) {
      const isPart = error instanceof EventLogUnavailableError || error instanceof UndecodableError;
      if (!isPart) throw error;
      return { verdict: null, refusals: [], isLogAvailable: false };
    }
  }

  private async verdict(photoId: string): Promise<AdminVerdict | null> {
    const events = (await this.history.of(`photo-${photoId}`)) as readonly DomainEvent[];
    for (const { type, data, metadata } of events) {
      if (type !== 'PhotoRated' && type !== 'PhotoAdmitted') continue;
      const { verdict, reasons, judge } = data;
      const rating = type === 'PhotoRated' ? data : null;
      return {
        verdict,
        reasons,
        judge: judge.kind,
        model: judge.model,
        promptVersion: judge.promptVersion,
        score: rating && rating.score,
        scores: rating && { ...rating.scores },
        comment: rating && rating.comment,
        judgedAt: metadata.at,
      };
    }
    return null;
  }

  private async nearCopies(
    postId: string,
    perceptualHash: string,
    hidden: ReadonlySet<string>,
  ): Promise<readonly NearCopy[]> {
    const found = await this.photos.nearCopiesOf(postId, perceptualHash, MOST_COPIES);
    const shown = found.filter(({ _id }) => !hidden.has(_id));
    return shown.map(({ _id, claimedBy, picture, admittedAt }) => ({
      id: _id,
      ownerId: claimedBy,
      imageUrl: adminPictureUrl(_id),
      distance: hammingDistance(picture.perceptualHash, perceptualHash),
      uploadedAt: admittedAt,
    }));
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
