import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { CursorPart, Scalar, Sort } from '../../kernel/query.js';
import { wholeList } from '../whole-list.js';
import type { CommentDocument } from './comments.js';

type Row = Stored<CommentDocument>;

/** How many root comments a page has at most. */
export const ROOTS_PER_PAGE = 50;
/** How many replies a page has at most, at any depth. */
export const REPLIES_PER_PAGE = 1000;
/** The root, and below it the level and the last reply: level 0 and the root itself, where no replies are left. */
export const COMMENTS_CURSOR: readonly CursorPart[] = ['time', 'text', 'number', 'time', 'text'];

export interface CommentPage {
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
export async function readCommentPage(
  view: ViewReader<CommentDocument>,
  postId: string,
  cursor: readonly Scalar[] | null,
): Promise<CommentPage> {
  const [createdAt = null, rootId = null, level, replyAt, replyId] = cursor ?? [];
  if (level) {
    const root = await view.get(String(rootId));
    const after = { level: Number(level), reply: { createdAt: String(replyAt), _id: String(replyId) } };
    // Unless it was deleted meanwhile.
    if (root?.postId === postId && root.parentId === null) return longThread(view, root, after);
  }
  const found = await rootsAfter(view, postId, cursor && [createdAt, rootId], ROOTS_PER_PAGE + 1);
  for (let count = Math.min(found.length, ROOTS_PER_PAGE); count > 1; count = Math.floor(count / 2)) {
    const roots = found.slice(0, count);
    const replies = await repliesBelow(view, roots, null);
    if (replies.length > REPLIES_PER_PAGE) continue;
    const next = found.length > count ? cursorAfter(roots.at(-1)) : null;
    return { roots, replies: replies.map(({ reply }) => reply), goesOn: false, next };
  }
  const [root] = found;
  return root ? longThread(view, root, null) : { roots: [], replies: [], goesOn: false, next: null };
}

function rootsAfter(
  view: ViewReader<CommentDocument>,
  postId: string,
  after: readonly Scalar[] | null,
  limit: number,
): Promise<Row[]> {
  const where = { postId, parentId: null };
  return view.find({ where, sort: { createdAt: -1 }, limit, ...(after && { after }) });
}

/** One root with its replies after a place, as many as fit. */
async function longThread(
  view: ViewReader<CommentDocument>,
  root: Row,
  after: Place | null,
): Promise<CommentPage> {
  const found = await repliesBelow(view, [root], after);
  const fitting = found.slice(0, REPLIES_PER_PAGE);
  const last = found.length > fitting.length ? fitting.at(-1) : undefined;
  const hasMore = last || (await rootsAfter(view, root.postId, [root.createdAt, root._id], 1)).length > 0;
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
  view: ViewReader<CommentDocument>,
  roots: readonly Row[],
  after: Place | null,
): Promise<(Place & { readonly reply: Row })[]> {
  const found: (Place & { readonly reply: Row })[] = [];
  let above = roots;
  for (let level = 1; above.length > 0; level += 1) {
    // Nobody sees the replies to a comment whose text is gone.
    const parents = above.flatMap(({ _id, text }) => (text === null ? [] : _id));
    if (parents.length === 0) break;
    const where = { parentId: { $in: parents } };
    const from = after?.level === level ? [after.reply.createdAt, after.reply._id] : null;
    const isBefore = after !== null && level < after.level;
    const most = REPLIES_PER_PAGE + 1 - found.length;
    const replies = isBefore ? [] : await wholeList(view, where, OLDEST_FIRST, most, from);
    found.push(...replies.map((reply) => ({ level, reply })));
    if (found.length > REPLIES_PER_PAGE) break;
    above = isBefore || from ? await wholeList(view, where, OLDEST_FIRST) : replies;
  }
  return found;
}
