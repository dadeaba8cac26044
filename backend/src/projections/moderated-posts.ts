import { Injectable } from '@nestjs/common';
import { Flag, Id, List, Maybe, OneOf, Part, Text, When, Whole, show } from '../contract/fields.js';
import { Picture } from '../domain/photo/photo.js';
import {
  POST_ACTS,
  POST_STATUSES,
  PostModeration,
  type PostStatus,
  isShown,
  moderated,
  moderationIn,
  statusOf,
  unmoderated,
} from '../domain/post/post-moderation.js';
import { postIn } from '../domain/report/subject.js';
import type { Stored, ViewReader } from '../kernel/document-store.js';
import {
  type TypeOf,
  flag,
  id,
  list,
  number,
  object,
  oneOf,
  text,
  time,
  week as isoWeek,
} from '../kernel/field.js';
import { Views } from '../kernel/projection.js';
import { PeopleReader, type PublicPerson } from './accounts/people.js';
import { type ActDocument, acts } from './acts.js';
import { type AdminList, type Filters, equal, filtered } from './admin-list.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard/leaderboard.js';
import { shownAiScore, shownAverage } from './leaderboard/scores.js';
import { type Notes, PostDecision, decisionOn } from './leaderboard/shown-posts.js';
import { listedBy, readerOf, view } from './view.js';

/** A post as admins list it. Likes and ratings do not change it. */
const ModeratedPost = object({
  ownerId: id,
  picture: Picture,
  publishedAt: time,
  week: isoWeek,
  isPublic: flag,
  moderation: PostModeration,
  /** Whether it is under legal hold. */
  isEscalated: flag,
  /** How many reports of a minor hide it until an admin has looked at it. */
  checkedBy: number,
  /** Whether it was deleted while it is under legal hold: its files are kept. */
  isDeleted: flag,
  status: oneOf(...POST_STATUSES),
  moderationFlags: list(text),
  isFlagged: flag,
  /** How many reports wait for a decision. */
  openReports: number,
  isReported: flag,
});
export type ModeratedPostDocument = TypeOf<typeof ModeratedPost>;

export const moderatedPosts = view('moderated-posts', {
  version: 5,
  document: ModeratedPost,
  indexes: [
    ...listedBy('publishedAt', 'status', 'isPublic', 'isFlagged', 'isReported', 'ownerId', 'week'),
    'openReports',
    'status moderation.cause.at',
    'ownerId openReports',
  ],
})
  .createdBy('postId', {
    PostPublished: (_, { ownerId, picture, publishedAt, week, isPublic, moderationFlags }) =>
      decided(
        {
          ownerId,
          picture,
          publishedAt,
          week,
          moderationFlags,
          isFlagged: moderationFlags.length > 0,
          openReports: 0,
          isReported: false,
          isEscalated: false,
          checkedBy: 0,
          isDeleted: false,
        },
        unmoderated(!isPublic),
      ),
  })
  .changedBy('postId', POST_ACTS, (post, { actId, reason }, { at }, _, { type }) =>
    decided(post, moderated(post.moderation, { type, actId, reason, at })),
  )
  .changedBy('postId', {
    PostActUndone: (post, data) => decided(post, moderationIn(data)),
    PostDeleted: (post) => (post.isEscalated ? { ...post, isDeleted: true } : null),
    PostEscalated: (post) => decided({ ...post, isEscalated: true }, post.moderation),
    LegalHoldLifted: (post) =>
      post.isDeleted ? null : decided({ ...post, isEscalated: false }, post.moderation),
    PostCheckBegan: (post, { reporters }) =>
      decided({ ...post, checkedBy: reporters.length }, post.moderation),
    PostCheckEnded: (post) => decided({ ...post, checkedBy: 0 }, post.moderation),
  })
  .changedBy('postId', { PostReported: (post) => reported(post, 1) })
  .changedBy(postIn, { ReportReopened: (post) => reported(post, 1) })
  .changedBy(postIn, ['ReportReviewed', 'ReportDismissed'], (post) => reported(post, -1));

type Undecided = Omit<ModeratedPostDocument, 'moderation' | 'status' | 'isPublic'>;

function decided(post: Undecided, moderation: PostModeration): ModeratedPostDocument {
  const { isEscalated, checkedBy } = post;
  return {
    ...post,
    moderation,
    status: statusOf(moderation, isEscalated),
    isPublic: isShown(moderation) && !isEscalated && checkedBy === 0,
  };
}

/** The post after so many more reports wait for a decision. */
function reported(post: ModeratedPostDocument, more: 1 | -1): ModeratedPostDocument {
  const openReports = post.openReports + more;
  return { ...post, openReports, isReported: openReports > 0 };
}

/** What is joined to a post for admins. */
interface Joined {
  /** Null while the account does not exist, or no longer. */
  readonly author: PublicPerson | null;
  readonly figures: Stored<LeaderboardDocument> | null;
  readonly notes: Notes;
}

/** The address of a picture for admins: their cookie is not sent elsewhere. */
export function adminPictureUrl(photoId: string, width: 640 | 1280 = 1280): string {
  return `/api/rtm-sys/pictures/${photoId}/${width}.webp`;
}

export class AdminPost {
  @Id() readonly id!: string;
  @Text('The 1280 pixel rendition; 640.webp and 320.webp are beside it.') readonly imageUrl!: string;
  @Text('A placeholder of about 25 bytes, base64.') readonly thumbhash!: string;
  @Whole() readonly width!: number;
  @Whole() readonly height!: number;
  @Id() readonly ownerId!: string;
  @Maybe(Text, 'Null once the account is deleted.') readonly username!: string | null;
  @Maybe(Text) readonly displayUsername!: string | null;
  @OneOf(POST_STATUSES, 'A pending post may be public; only owners see an escalated one.')
  readonly status!: PostStatus;
  @Flag('Whether all visitors see it.') readonly isPublic!: boolean;
  @Whole('How many reports of a minor hide it until an admin has decided about it.')
  readonly checkedBy!: number;
  @Flag('Whether an admin approved it.') readonly isModerated!: boolean;
  @Flag() readonly isRemoved!: boolean;
  @Flag('Whether it was deleted under legal hold: its files are kept.') readonly isDeleted!: boolean;
  @List(Text, 'What the check noticed about the photo.') readonly moderationFlags!: readonly string[];
  @Whole('How many reports wait for a decision.') readonly openReports!: number;
  @Maybe(Part(() => PostDecision), 'Why it is hidden or removed.') readonly decision!: PostDecision | null;
  @Text({ about: 'One decimal; "0.0" without any rating.', example: '7.4' }) readonly averageRating!: string;
  @Maybe(Text, { example: '7.4' }) readonly aiScore!: string | null;
  @Whole() readonly ratingsCount!: number;
  @Whole() readonly likesCount!: number;
  @Whole() readonly commentsCount!: number;
  @When() readonly createdAt!: string;
  @Text({ about: 'ISO week.', example: '2026-W47' }) readonly week!: string;

  constructor(post: Stored<ModeratedPostDocument>, { author, figures, notes }: Joined) {
    const { picture, moderation } = post;
    show<AdminPost>(this, {
      ...post,
      id: post._id,
      imageUrl: adminPictureUrl(post._id),
      thumbhash: picture.thumbhash,
      width: picture.width,
      height: picture.height,
      username: author?.username ?? null,
      displayUsername: author?.displayUsername ?? null,
      isModerated: moderation.isModerated,
      isRemoved: moderation.isRemoved,
      decision: decisionOn(moderation, notes),
      averageRating: figures ? shownAverage(figures) : '0.0',
      aiScore: figures && shownAiScore(figures),
      ratingsCount: figures?.voteCount ?? 0,
      likesCount: figures?.likesCount ?? 0,
      commentsCount: figures?.commentsCount ?? 0,
      createdAt: post.publishedAt,
    });
  }
}

/** The orders of the list of posts. */
export const POST_SORTS = ['createdAt', '-createdAt', 'openReports', '-openReports'] as const;
export type PostSort = (typeof POST_SORTS)[number];

/** Which posts a list shows; what is not given does not matter. */
type PostFilters = Filters<
  ModeratedPostDocument,
  'status' | 'isPublic' | 'isFlagged' | 'isReported' | 'week'
> & { readonly ownerIds?: readonly string[] | undefined };

/** How many removed posts one run of the clock handles. */
const MOST_DUE = 1000;

@Injectable()
export class ModeratedPostsReader extends readerOf(moderatedPosts) {
  private readonly figures: ViewReader<LeaderboardDocument>;
  private readonly acts: ViewReader<ActDocument>;

  constructor(
    views: Views,
    private readonly people: PeopleReader,
  ) {
    super(views);
    this.figures = views.of(leaderboard);
    this.acts = views.of(acts);
  }

  /** Posts as admins see them, with names, figures and the notes of decisions, in three look-ups. */
  async shown(posts: readonly Stored<ModeratedPostDocument>[]): Promise<AdminPost[]> {
    const actIds = posts.flatMap(({ moderation: { cause } }) => cause?.actId ?? []);
    const [people, figures, notes] = await Promise.all([
      this.people.byIds(posts.map(({ ownerId }) => ownerId)),
      this.figures.getMany(posts.map(({ _id }) => _id)),
      this.acts.getMany(actIds),
    ]);
    return posts.map(
      (post) =>
        new AdminPost(post, {
          author: people.get(post.ownerId) ?? null,
          figures: figures.get(post._id) ?? null,
          notes,
        }),
    );
  }

  /** Those of `ids` that exist. */
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, Stored<ModeratedPostDocument>>> {
    return this.documents.getMany([...new Set(ids)]);
  }

  /** Posts that were removed at or before a time, the earliest first, {@link MOST_DUE} at most. */
  removedBefore(at: Date): Promise<readonly Stored<ModeratedPostDocument>[]> {
    return this.documents.find({
      where: { status: 'removed', 'moderation.cause.at': { $lte: at.toISOString() } },
      sort: { 'moderation.cause.at': 1 },
      limit: MOST_DUE,
    });
  }

  count(): Promise<number> {
    return this.documents.count({});
  }

  list(filters: PostFilters, sort: PostSort): AdminList<ModeratedPostDocument> {
    const { ownerIds } = filters;
    const isByReports = sort.endsWith('openReports');
    return filtered(
      {
        name: 'posts',
        view: this.documents,
        sort: {
          field: isByReports ? 'openReports' : 'publishedAt',
          direction: sort.startsWith('-') ? -1 : 1,
          type: isByReports ? 'number' : 'time',
        },
      },
      [
        ownerIds !== undefined && {
          where: { ownerId: { $in: ownerIds } },
          fits: ({ ownerId }) => ownerIds.includes(ownerId),
        },
        // By the number of reports, only the posts of people have an index of their own.
        ...rareFirst(filters).map(({ where, fits }) => (isByReports ? { fits } : { where, fits })),
      ],
    );
  }
}

/** The filters without that by people, those first that fewest posts meet. */
function rareFirst({ isReported, isFlagged, isPublic, status, week }: PostFilters) {
  const isRare = status === 'hidden' || status === 'removed' || status === 'escalated';
  return [
    ...equal<ModeratedPostDocument>({
      isReported: isReported || undefined,
      isFlagged: isFlagged || undefined,
      status: isRare ? status : undefined,
      isPublic: isPublic === false ? false : undefined,
      week,
    }),
    ...equal<ModeratedPostDocument>({
      status: isRare ? undefined : status,
      isPublic: isPublic || undefined,
      isReported: isReported === false ? false : undefined,
      isFlagged: isFlagged === false ? false : undefined,
    }),
  ];
}

/** Reads which posts are under legal hold. */
@Injectable()
export class EscalatedPostsReader extends readerOf(moderatedPosts) {
  /** The ids of all. There are few. */
  async ids(): Promise<ReadonlySet<string>> {
    const found = await this.all({ status: 'escalated' }, { publishedAt: 1 });
    return new Set(found.map(({ _id }) => _id));
  }
}
