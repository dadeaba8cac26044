import { Injectable } from '@nestjs/common';
import type { CommentFacts } from '../../domain/comment/comment.js';
import { ReasonCode } from '../../domain/moderation/reasons.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { type TypeOf, flag, id, nullable, number, object, text, time } from '../../kernel/field.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import type { CursorPart, Scalar, Sort } from '../../kernel/query.js';
import { PeopleReader, type PublicPerson } from '../accounts/people.js';
import { type AdminList, type Filters, containing, equal, filtered } from '../admin-list.js';
import { listedBy, readerOf, view } from '../view.js';
import { wholeList } from '../whole-list.js';
import { Comment as ShownComment, REMOVED_TEXT, threadsOf, withoutEmpty } from './comment.js';

/** A comment, until it is deleted. */
const Comment = object({
  postId: id,
  authorId: id,
  parentId: nullable(id),
  /** Null once the author's key is destroyed: then the comment is not shown. */
  text: nullable(text),
  createdAt: time,
  likesCount: number,
  /** Whether an admin hid its text. */
  isHidden: flag,
  /** The act that did. */
  hidden: nullable(object({ actId: id, reason: ReasonCode, at: time })),
});
export type CommentDocument = TypeOf<typeof Comment>;

export const comments = view('comments', {
  version: 3,
  document: Comment,
  isRemembered: true,
  ofLiving: (comment, isErased) => (isErased(comment.authorId) ? { ...comment, text: null } : comment),
  tellsOf: ({ _id, postId, authorId }) => [`comment-${_id}`, `post-${postId}`, `account-${authorId}`],
  figures: ['likesCount'],
  indexes: [
    ...listedBy('createdAt', 'isHidden'),
    'postId isHidden',
    'postId -createdAt',
    'postId parentId -createdAt',
    'parentId createdAt',
    'authorId -createdAt',
  ],
})
  .createdBy('commentId', {
    CommentPosted: (_, { postId, authorId, parent, text: written }, { at }) => ({
      postId,
      authorId,
      parentId: parent && parent.commentId,
      text: written,
      createdAt: at,
      likesCount: 0,
      isHidden: false,
      hidden: null,
    }),
  })
  .changedBy('commentId', {
    CommentDeleted: () => null,
    CommentHidden: (comment, { actId, reason }, { at }) => ({
      ...comment,
      isHidden: true,
      hidden: { actId, reason, at },
    }),
    CommentActUndone: (comment) => ({ ...comment, isHidden: false, hidden: null }),
    CommentLiked: (comment) => ({ ...comment, likesCount: comment.likesCount + 1 }),
    CommentUnliked: (comment) => ({ ...comment, likesCount: comment.likesCount - 1 }),
  });

/** A page of comments as it is shown. */
export interface ShownComments {
  readonly comments: readonly ShownComment[];
  /** The cursor of the next page; null on the last one. */
  readonly next: readonly Scalar[] | null;
}

/** What a person wrote. */
export interface Quote {
  /** The name that is shown of the author. */
  readonly by: string;
  readonly text: string;
}

export const COMMENT_SORTS = ['createdAt', '-createdAt'] as const;
export type CommentSort = (typeof COMMENT_SORTS)[number];

interface CommentFilters extends Filters<CommentDocument, 'postId' | 'authorId' | 'isHidden'> {
  readonly id?: string | undefined;
  /** A part of the text, in any case. */
  readonly text?: string | undefined;
}

@Injectable()
export class CommentsReader extends readerOf(comments) {
  /** Comments as the public sees them. Their authors and reactions see all. */
  private readonly shown: ViewReader<CommentDocument>;

  constructor(
    views: Views,
    publicViews: PublicViews,
    private readonly people: PeopleReader,
  ) {
    super(views);
    this.shown = publicViews.of(comments);
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
    return new Set(ids.filter((one) => isShown(found.get(one))));
  }

  /**
   * The comments of `ids` whose text is shown, with the names of their authors, by id. Does not check who may see their
   * posts.
   */
  async quotes(ids: readonly string[]): Promise<ReadonlyMap<string, Quote>> {
    const found = await this.shown.getMany(ids);
    const people = await this.people.byIds([...found.values()].map(({ authorId }) => authorId));
    const quotes = [...found].flatMap(([one, { authorId, text: written, isHidden }]): [string, Quote][] => {
      const author = people.get(authorId);
      if (!author || written === null || isHidden) return [];
      return [[one, { by: author.displayUsername ?? author.username, text: written }]];
    });
    return new Map(quotes);
  }

  /** The number of comments on a post, without those that an admin hid. */
  count(postId: string): Promise<number> {
    return this.shown.count({ postId, isHidden: false });
  }

  /** How many comments there are on all posts. */
  countAll(): Promise<number> {
    return this.documents.count({});
  }

  /** All comments of a person, newest first. */
  by(authorId: string): Promise<readonly Stored<CommentDocument>[]> {
    return this.all({ authorId }, { createdAt: -1 });
  }

  /** The facts that commands need about a comment; null if it does not exist. */
  async facts(commentId: string): Promise<CommentFacts | null> {
    const comment = await this.one(commentId);
    return comment && { commentId, postId: comment.postId, authorId: comment.authorId };
  }

  /** The ids of all direct replies to any of these comments. */
  async repliesTo(commentIds: readonly string[]): Promise<readonly string[]> {
    return (await this.all({ parentId: { $in: commentIds } }, { createdAt: 1 })).map(({ _id }) => _id);
  }

  async idsOn(postId: string): Promise<readonly string[]> {
    return (await this.all({ postId }, { createdAt: -1 })).map(({ _id }) => _id);
  }

  /** The comments that pass all filters, in order, for admins. */
  list(
    { id: only, postId, authorId, isHidden, text: part }: CommentFilters,
    sort: CommentSort,
  ): AdminList<CommentDocument> {
    return filtered(
      {
        name: 'comments',
        view: this.documents,
        sort: { field: 'createdAt', direction: sort === 'createdAt' ? 1 : -1, type: 'time' },
      },
      [
        only !== undefined && { where: { _id: only }, fits: ({ _id }) => _id === only },
        ...equal<CommentDocument>({ postId, authorId, isHidden }),
        containing<CommentDocument>(part, (comment) => comment.text),
      ],
    );
  }
}

function isShown(comment: CommentDocument | undefined): boolean {
  return comment !== undefined && comment.text !== null && !comment.isHidden;
}

/** Comments whose author's key is destroyed are hidden, even before they are deleted. */
function shown(comment: Stored<CommentDocument>, author: PublicPerson | undefined): ShownComment | null {
  if (comment.text === null || !author) return null;
  return new ShownComment(comment, comment.isHidden ? REMOVED_TEXT : comment.text, author);
}

type Row = Stored<CommentDocument>;

/** How many root comments a page has at most. */
export const ROOTS_PER_PAGE = 50;
/** How many replies a page has at most, at any depth. */
export const REPLIES_PER_PAGE = 1000;
/** The root, and below it the level and the last reply: level 0 and the root itself, where no replies are left. */
export const COMMENTS_CURSOR: readonly CursorPart[] = ['time', 'text', 'number', 'time', 'text'];

interface CommentPage {
  /** Newest first. */
  readonly roots: readonly Row[];
  /** Replies to them, at any depth. */
  readonly replies: readonly Row[];
  /** Whether the page goes on with the replies to its root: earlier ones are on the pages before. */
  readonly goesOn: boolean;
  /** The cursor of the next page; null on the last one. */
  readonly next: readonly Scalar[] | null;
}

/** A reply, and how far below its root it is. */
interface Place {
  readonly level: number;
  readonly reply: Pick<Row, 'createdAt' | '_id'>;
}

const OLDEST_FIRST: Sort = { createdAt: 1 };

/**
 * Reads the page after a cursor: root comments, newest first, each with all its replies. A page that would have more than
 * {@link REPLIES_PER_PAGE} replies has fewer roots. If a single root has more replies, the page has only that root and
 * its first replies, level by level; the next pages repeat the root, each with its next replies.
 */
async function readCommentPage(
  from: ViewReader<CommentDocument>,
  postId: string,
  cursor: readonly Scalar[] | null,
): Promise<CommentPage> {
  const [createdAt = null, rootId = null, level, replyAt, replyId] = cursor ?? [];
  if (level) {
    const root = await from.get(String(rootId));
    const after = { level: Number(level), reply: { createdAt: String(replyAt), _id: String(replyId) } };
    // Unless it was deleted meanwhile.
    if (root?.postId === postId && root.parentId === null) return longThread(from, root, after);
  }
  const found = await rootsAfter(from, postId, cursor && [createdAt, rootId], ROOTS_PER_PAGE + 1);
  for (let count = Math.min(found.length, ROOTS_PER_PAGE); count > 1; count = Math.floor(count / 2)) {
    const roots = found.slice(0, count);
    const replies = await repliesBelow(from, roots, null);
    if (replies.length > REPLIES_PER_PAGE) continue;
    const next = found.length > count ? cursorAfter(roots.at(-1)) : null;
    return { roots, replies: replies.map(({ reply }) => reply), goesOn: false, next };
  }
  const [root] = found;
  return root ? longThread(from, root, null) : { roots: [], replies: [], goesOn: false, next: null };
}

function rootsAfter(
  from: ViewReader<CommentDocument>,
  postId: string,
  after: readonly Scalar[] | null,
  limit: number,
): Promise<Row[]> {
  const where = { postId, parentId: null };
  return from.find({ where, sort: { createdAt: -1 }, limit, ...(after && { after }) });
}

/** One root with its replies after a place, as many as fit. */
async function longThread(
  from: ViewReader<CommentDocument>,
  root: Row,
  after: Place | null,
): Promise<CommentPage> {
  const found = await repliesBelow(from, [root], after);
  const fitting = found.slice(0, REPLIES_PER_PAGE);
  const last = found.length > fitting.length ? fitting.at(-1) : undefined;
  const hasMore = last || (await rootsAfter(from, root.postId, [root.createdAt, root._id], 1)).length > 0;
  const next = hasMore ? cursorAfter(root, last) : null;
  return { roots: [root], replies: fitting.map(({ reply }) => reply), goesOn: after !== null, next };
}

function cursorAfter(root: Row | undefined, last?: Place): readonly Scalar[] | null {
  if (!root) return null;
  const { level, reply } = last ?? { level: 0, reply: root };
  return [root.createdAt, root._id, level, reply.createdAt, reply._id];
}

/** The replies below these roots, level by level, the oldest first: one more than fits, at most. */
async function repliesBelow(
  from: ViewReader<CommentDocument>,
  roots: readonly Row[],
  after: Place | null,
): Promise<(Place & { readonly reply: Row })[]> {
  const found: (Place & { readonly reply: Row })[] = [];
  let above = roots;
  for (let level = 1; above.length > 0; level += 1) {
    // Nobody sees the replies to a comment whose text is gone.
    const parents = above.flatMap(({ _id, text: written }) => (written === null ? [] : _id));
    if (parents.length === 0) break;
    const where = { parentId: { $in: parents } };
    const start = after?.level === level ? [after.reply.createdAt, after.reply._id] : null;
    const isBefore = after !== null && level < after.level;
    const most = REPLIES_PER_PAGE + 1 - found.length;
    const replies = isBefore ? [] : await wholeList(from, where, OLDEST_FIRST, most, start);
    found.push(...replies.map((reply) => ({ level, reply })));
    if (found.length > REPLIES_PER_PAGE) break;
    above = isBefore || start ? await wholeList(from, where, OLDEST_FIRST) : replies;
  }
  return found;
}
