import { Injectable } from '@nestjs/common';
import type { CommentFacts } from '../../domain/comment/comment-facts.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import type { Scalar } from '../../kernel/query.js';
import { PeopleReader, type PublicPerson } from '../accounts/people.js';
import { type AdminList, containing, equal, filtered } from '../admin-list.js';
import { wholeList } from '../whole-list.js';
import { Comment, REMOVED_TEXT, threadsOf, withoutEmpty } from './comment.js';
import { readCommentPage } from './comment-pages.js';
import { type CommentDocument, comments } from './comments.js';

/** A page of comments as it is shown. */
export interface ShownComments {
  readonly comments: readonly Comment[];
  /** The cursor of the next page; null on the last one. */
  readonly next: readonly Scalar[] | null;
}

export const COMMENT_SORTS = ['createdAt', '-createdAt'] as const;
export type CommentSort = (typeof COMMENT_SORTS)[number];

/** Which comments a list shows; what is not given does not matter. */
export interface CommentFilters {
  readonly id?: string | undefined;
  readonly postId?: string | undefined;
  readonly authorId?: string | undefined;
  readonly isHidden?: boolean | undefined;
  /** A part of the text, in any case. */
  readonly text?: string | undefined;
}

@Injectable()
export class CommentsReader {
  /** Comments as the public sees them. */
  private readonly shown: ViewReader<CommentDocument>;
  /** All comments, for their authors and for reactions. */
  private readonly all: ViewReader<CommentDocument>;

  constructor(
    publicViews: PublicViews,
    views: Views,
    private readonly people: PeopleReader,
  ) {
    this.shown = publicViews.of(comments);
    this.all = views.of(comments);
  }

  /**
   * The comments on a post after a cursor as threads, see {@link readCommentPage}. Does not check who may see the post.
   */
  async page(postId: string, cursor: readonly Scalar[] | null): Promise<ShownComments> {
    const { roots, replies, goesOn, next } = await readCommentPage(this.shown, postId, cursor);
    const found = [...roots, ...replies];
    const people = await this.people.byIds(found.map(({ authorId }) => authorId));
    const listed = found.flatMap((comment) => shown(comment, people.get(comment.authorId)) ?? []);
    return { comments: withoutEmpty(threadsOf(listed, goesOn ? roots[0]?._id : undefined)), next };
  }

  /** Those of `ids` that are comments whose text is shown, in one look-up. Does not check who may see their posts. */
  async shownAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.shown.getMany(ids);
    return new Set(ids.filter((id) => isShown(found.get(id))));
  }

  /** The number of comments on a post, without those that an admin hid. */
  count(postId: string): Promise<number> {
    return this.shown.count({ postId, isHidden: false });
  }

  /** How many comments there are on all posts. */
  countAll(): Promise<number> {
    return this.all.count({});
  }

  /** All comments of a person, newest first. */
  by(authorId: string): Promise<readonly Stored<CommentDocument>[]> {
    return wholeList(this.all, { authorId }, { createdAt: -1 });
  }

  /** The facts that commands need about a comment; null if it does not exist. */
  async facts(commentId: string): Promise<CommentFacts | null> {
    const comment = await this.all.get(commentId);
    return comment && { commentId, postId: comment.postId, authorId: comment.authorId };
  }

  /** The ids of all direct replies to any of these comments. */
  async repliesTo(commentIds: readonly string[]): Promise<readonly string[]> {
    const found = await wholeList(this.all, { parentId: { $in: commentIds } }, { createdAt: 1 });
    return found.map(({ _id }) => _id);
  }

  async idsOn(postId: string): Promise<readonly string[]> {
    const found = await wholeList(this.all, { postId }, { createdAt: -1 });
    return found.map(({ _id }) => _id);
  }

  /** A comment, hidden or not; null if it does not exist. */
  one(commentId: string): Promise<Stored<CommentDocument> | null> {
    return this.all.get(commentId);
  }

  /** The comments that pass all filters, in order, for admins. */
  list(
    { id, postId, authorId, isHidden, text }: CommentFilters,
    sort: CommentSort,
  ): AdminList<CommentDocument> {
    return filtered(
      {
        name: 'comments',
        view: this.all,
        sort: { field: 'createdAt', direction: sort === 'createdAt' ? 1 : -1, type: 'time' },
      },
      [
        id !== undefined && { where: { _id: id }, fits: ({ _id }) => _id === id },
        ...equal<CommentDocument>({ postId, authorId, isHidden }),
        containing<CommentDocument>(text, (comment) => comment.text),
      ],
    );
  }
}

function isShown(comment: CommentDocument | undefined): boolean {
  return comment !== undefined && comment.text !== null && !comment.isHidden;
}

/** Comments whose author's key is destroyed are hidden, even before they are deleted. */
function shown(comment: Stored<CommentDocument>, author: PublicPerson | undefined): Comment | null {
  if (comment.text === null || !author) return null;
  return new Comment(comment, comment.isHidden ? REMOVED_TEXT : comment.text, author);
}
