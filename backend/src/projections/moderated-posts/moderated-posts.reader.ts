import { Injectable } from '@nestjs/common';
import type { PostStatus } from '../../domain/post/post-moderation.js';
import { wholeList } from '../whole-list.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { PeopleReader } from '../accounts/people.js';
import { type ActDocument, acts } from '../acts.js';
import { type AdminList, equal, filtered } from '../admin-list.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.js';
import { type ModeratedPostDocument, moderatedPosts } from './moderated-posts.js';
import { AdminPost } from './shown-moderated-posts.js';

/** The orders of the list of posts. */
export const POST_SORTS = ['createdAt', '-createdAt', 'openReports', '-openReports'] as const;
export type PostSort = (typeof POST_SORTS)[number];

/** Which posts a list shows; what is not given does not matter. */
export interface PostFilters {
  readonly status?: PostStatus | undefined;
  readonly isPublic?: boolean | undefined;
  readonly isFlagged?: boolean | undefined;
  readonly isReported?: boolean | undefined;
  readonly week?: string | undefined;
  readonly ownerIds?: readonly string[] | undefined;
}

/** How many removed posts one run of the clock handles. */
const MOST_DUE = 1000;

@Injectable()
export class ModeratedPostsReader {
  private readonly posts: ViewReader<ModeratedPostDocument>;

  private readonly figures: ViewReader<LeaderboardDocument>;
  private readonly acts: ViewReader<ActDocument>;

  constructor(
    views: Views,
    private readonly people: PeopleReader,
  ) {
    this.posts = views.of(moderatedPosts);
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

  /** A post, public or not; null if it does not exist. */
  one(postId: string): Promise<Stored<ModeratedPostDocument> | null> {
    return this.posts.get(postId);
  }

  /** Those of `ids` that exist. */
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, Stored<ModeratedPostDocument>>> {
    return this.posts.getMany([...new Set(ids)]);
  }

  /** Posts that were removed at or before a time, the earliest first, {@link MOST_DUE} at most. */
  removedBefore(time: Date): Promise<readonly Stored<ModeratedPostDocument>[]> {
    return this.posts.find({
      where: { status: 'removed', 'moderation.cause.at': { $lte: time.toISOString() } },
      sort: { 'moderation.cause.at': 1 },
      limit: MOST_DUE,
    });
  }

  count(): Promise<number> {
    return this.posts.count({});
  }

  list(filters: PostFilters, sort: PostSort): AdminList<ModeratedPostDocument> {
    const { ownerIds } = filters;
    const isByReports = sort.endsWith('openReports');
    return filtered(
      {
        name: 'posts',
        view: this.posts,
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
export class EscalatedPostsReader {
  private readonly posts: ViewReader<ModeratedPostDocument>;

  constructor(views: Views) {
    this.posts = views.of(moderatedPosts);
  }

  /** The ids of all. There are few. */
  async ids(): Promise<ReadonlySet<string>> {
    const found = await wholeList(this.posts, { status: 'escalated' }, { publishedAt: 1 });
    return new Set(found.map(({ _id }) => _id));
  }
}
