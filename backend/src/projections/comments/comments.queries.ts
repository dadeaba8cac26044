import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicPeople, type PublicPerson } from '../accounts/people.queries.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { Comment } from './comment.js';
import { type CommentLikeDocument, commentLikes } from './comment-likes.projection.js';
import { threadsOf } from './comment-threads.js';
import { type CommentDocument, comments } from './comments.projection.js';

/** How many comments of a post are shown at most: the newest. */
export const MOST_COMMENTS = 5000;

/** The comments on a post in threads, as `viewerId` sees them. Whether the post may be seen is not looked at. */
export class FindComments extends Query<readonly Comment[]> {
  constructor(
    readonly postId: string,
    readonly viewerId: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindComments)
export class FindCommentsHandler implements IQueryHandler<FindComments> {
  private readonly comments: ViewReader<CommentDocument>;
  private readonly likes: ViewReader<CommentLikeDocument>;

  constructor(
    @Inject(PublicViews) views: PublicViews,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {
    this.comments = views.of(comments);
    this.likes = views.of(commentLikes);
  }

  async execute({ postId, viewerId }: FindComments): Promise<readonly Comment[]> {
    const [found, liked] = await Promise.all([
      wholeList(this.comments, { postId }, { createdAt: -1 }, MOST_COMMENTS),
      this.likedBy(postId, viewerId),
    ]);
    const people = await this.queries.execute(new PublicPeople(found.map(({ authorId }) => authorId)));
    return threadsOf(
      found.flatMap((comment) => shown(comment, people.get(comment.authorId), liked.has(comment._id)) ?? []),
    );
  }

  private async likedBy(postId: string, userId: string | null): Promise<ReadonlySet<string>> {
    if (userId === null) return new Set();
    const given = await wholeList(this.likes, { userId, postId }, { _id: 1 });
    return new Set(given.map(({ commentId }) => commentId));
  }
}

/** Of a person whose key is destroyed nothing is shown, even before it is deleted. */
function shown(
  comment: Stored<CommentDocument>,
  author: PublicPerson | undefined,
  liked: boolean,
): Comment | null {
  return comment.text === null || !author ? null : new Comment(comment, comment.text, author, liked);
}

/** Every comment of a person, newest first. */
export class FindCommentsOf extends Query<readonly Stored<CommentDocument>[]> {
  constructor(readonly authorId: string) {
    super();
  }
}

@QueryHandler(FindCommentsOf)
export class FindCommentsOfHandler implements IQueryHandler<FindCommentsOf> {
  private readonly comments: ViewReader<CommentDocument>;

  constructor(@Inject(Views) views: Views) {
    this.comments = views.of(comments);
  }

  execute({ authorId }: FindCommentsOf) {
    return wholeList(this.comments, { authorId }, { createdAt: -1 });
  }
}
