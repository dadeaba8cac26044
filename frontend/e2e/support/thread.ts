import { randomUUID } from 'node:crypto';
import type { Comment, Post } from '../../src/api/generated/schema.d.ts';
import { type Api, known } from './screen.ts';
import { type Answer, recording } from './screen-server.ts';

const PAGE = 50;
const address = `GET /api/posts/${known.post}`;
const post = recording.answers.visitor[address]!.body as Post;
const [model] = recording.answers.visitor[`${address}/comments`]!.body as [Comment];
const gone = { message: 'Comment not found', code: 'not_found', requestId: 'a-request' };

/** The comments on {@link known.post}, as the server keeps them. */
export interface Thread {
  /** Another person says this, or replies, and the pages hear of it. Returns the id. */
  say(text: string, parent?: string): string;
  /** The member has said this. */
  sayAsMember(text: string, parent?: string): string;
  /** Deletes a comment with its replies, and the pages hear of it. */
  remove(id: string): void;
}

/** Answers all calls about the comments on {@link known.post}, which has none at first. */
export function serveThread(api: Api): Thread {
  let all: readonly Comment[] = [];
  const treeUnder = (parent: string | null): Comment[] =>
    all
      .filter(({ parentCommentId }) => parentCommentId === parent)
      .map((comment) => ({ ...comment, replies: treeUnder(comment.id) }));
  const tell = () => api.tell({ posts: [{ ...post, commentsCount: all.length }] });
  function add(userId: string, text: string, parentCommentId: string | null, id: string): string {
    if (all.some((comment) => comment.id === id)) return id;
    all = [...all, { ...model, id, userId, text, parentCommentId, likesCount: 0, replies: [] }];
    tell();
    return id;
  }
  function remove(id: string): void {
    all = all.filter((comment) => comment.id !== id);
    for (const { id: reply } of all.filter(({ parentCommentId }) => parentCommentId === id)) remove(reply);
    tell();
  }
  const ifThere = (id: unknown, answer: () => Answer): Answer =>
    all.some((comment) => comment.id === id) ? answer() : { status: 404, body: gone };
  api.answer('GET /api/posts/{id}', () => ({ ...post, commentsCount: all.length }));
  api.on('GET /api/posts/{id}/comments', async ({ query: { cursor = 0 } }) => {
    const end = Number(cursor) + PAGE;
    const threads = treeUnder(null).toReversed();
    const link = `</api/posts/${post.id}/comments?cursor=${end}>; rel="next"`;
    const headers = { 'x-total-count': `${all.length}`, ...(end < threads.length && { link }) };
    return { status: 200, headers, body: threads.slice(Number(cursor), end) };
  });
  api.on('POST /api/posts/{id}/comments', async ({ body }) => {
    const { text, parentCommentId = null, id } = body as Comment;
    const answer = () => {
      add(known.member!, text, parentCommentId, id);
      return { status: 201, body: all.find((comment) => comment.id === id) };
    };
    return parentCommentId === null ? answer() : ifThere(parentCommentId, answer);
  });
  api.on('GET /api/comments/{id}/like', async ({ params: { id } }) =>
    ifThere(id, () => ({ status: 200, body: { liked: false } })),
  );
  api.on('DELETE /api/comments/{id}', async ({ params: { id } }) =>
    ifThere(id, () => {
      remove(id!);
      return { status: 200, body: { success: true } };
    }),
  );
  return {
    say: (text, parent = null!) => add(known.author!, text, parent, randomUUID()),
    sayAsMember: (text, parent = null!) => add(known.member!, text, parent, randomUUID()),
    remove,
  };
}
