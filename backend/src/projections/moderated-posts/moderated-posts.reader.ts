import { Injectable } from '@nestjs/common';
import type { PostStatus } from '../../domain/post/post-acts.events.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { Filter } from '../../kernel/query.js';
import { PeopleReader } from '../accounts/people.reader.js';
import { type ActDocument, acts } from '../acts/acts.projection.js';
import type { AdminList } from '../admin-list.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.projection.js';
import { type ModeratedPostDocument, moderatedPosts } from './moderated-posts.projection.js';
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
    const conditions = conditionsOf(filters);
    const isByReports = sort.endsWith('openReports');
    // By the number of reports, only the posts of people have an index of their own.
    const served = conditions.find(({ field }) => !isByReports || field === 'ownerId');
    const rest = conditions.filter((condition) => condition !== served);
    return {
      view: this.posts,
      where: served ? ({ [served.field]: served.condition } as Filter) : {},
      sort: {
        field: isByReports ? 'openReports' : 'publishedAt',
        direction: sort.startsWith('-') ? -1 : 1,
        ...(isByReports && { isNumber: true }),
      },
      fits: rest.length === 0 ? null : (post) => rest.every(({ fits }) => fits(post)),
    };
  }
}

interface Condition {
  readonly field: keyof ModeratedPostDocument;
  readonly condition: Filter[string];
  readonly fits: (post: ModeratedPostDocument) => boolean;
}

/** The conditions, those first that fewest posts meet. */
function conditionsOf({ ownerIds, isReported, isFlagged, isPublic, status, week }: PostFilters): Condition[] {
  const equal = <Field extends 'isReported' | 'isFlagged' | 'isPublic' | 'status' | 'week'>(
    field: Field,
    value: ModeratedPostDocument[Field] | undefined,
  ): Condition[] =>
    value === undefined ? [] : [{ field, condition: value, fits: (post) => post[field] === value }];
  const few = [...equal('isReported', isReported), ...equal('isFlagged', isFlagged)];
  const owned: Condition[] = ownerIds
    ? [
        {
          field: 'ownerId',
          condition: { $in: ownerIds },
          fits: (post) => ownerIds.includes(post.ownerId),
        },
      ]
    : [];
  const isRare = status === 'hidden' || status === 'removed' || status === 'escalated';
  return [
    ...owned,
    ...few.filter(({ condition }) => condition === true),
    ...(isRare ? equal('status', status) : []),
    ...(isPublic === false ? equal('isPublic', isPublic) : []),
    ...equal('week', week),
    ...(isRare ? [] : equal('status', status)),
    ...(isPublic === true ? equal('isPublic', isPublic) : []),
    ...few.filter(({ condition }) => condition === false),
  ];
}
