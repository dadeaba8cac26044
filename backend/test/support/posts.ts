import { CommandBus, type ICommand } from '@nestjs/cqrs';
import type { Command } from '../../src/kernel/aggregate.js';
import { Comment } from '../../src/domain/comment/comment.js';
import { Post } from '../../src/domain/post/post.js';
import { Rating, UNRECORDED } from '../../src/domain/rating/rating.js';
import { weekOf } from '../../src/domain/week/iso-week.js';
import { causedBy } from '../../src/kernel/causation.js';
import type { RunningApp } from './app.js';
import { toPublish } from './made-up.js';

/** Sends a command as the server itself would, with a test as its cause. */
export async function send(app: RunningApp, command: Command<object>): Promise<void> {
  const causation = {
    actor: { kind: 'system' as const, id: 'test' },
    requestId: null,
    correlationId: 'test',
    causationId: 'test',
  };
  await causedBy(causation, () => app.server.get(CommandBus).execute(command));
}

/** Lets something happen once, just before the next command of a kind. */
export function beforeNext(
  app: RunningApp,
  kind: new (data: never) => ICommand,
  happen: () => Promise<unknown>,
): void {
  const commands = app.server.get(CommandBus, { strict: false });
  const execute = commands.execute.bind(commands);
  const spy = jest.spyOn(commands, 'execute').mockImplementation(async (command) => {
    if (command instanceof kind) {
      spy.mockRestore();
      await happen();
    }
    return execute(command);
  });
}

/** Publishes a generated post with this AI score (or none), now; returns its id. */
export async function publishPost(
  app: RunningApp,
  ownerId: string,
  score: number | null,
  changes: Partial<Parameters<typeof Post.PublishPost>[0]> = {},
): Promise<string> {
  const now = app.clock.now();
  const post = toPublish(crypto.randomUUID(), {
    ownerId,
    rating: score === null ? null : { scores: equalScores(score), score, comment: 'A fine photo.' },
    publishedAt: now.toISOString(),
    week: weekOf(now, 'UTC'),
    ...changes,
  });
  await send(app, Post.PublishPost(post));
  return post.postId;
}

/** Rates a public post as a generated person. */
export async function rate(
  app: RunningApp,
  postId: string,
  ownerId: string,
  score: number,
  userId: string = crypto.randomUUID(),
): Promise<void> {
  await send(
    app,
    Rating.RatePost({ post: { postId, ownerId, isPublic: true }, userId, score, ...UNRECORDED }),
  );
}

/** Comments on a post as its owner, or replies to a comment of theirs; returns the comment's id. */
export async function commentOn(
  app: RunningApp,
  postId: string,
  ownerId: string,
  parentId: string | null = null,
): Promise<string> {
  const commentId = crypto.randomUUID();
  const post = { postId, ownerId, isPublic: true };
  const parent = parentId === null ? null : { commentId: parentId, postId, authorId: ownerId, depth: 1 };
  const text = 'A calm picture.';
  await send(app, Comment.PostComment({ commentId, post, authorId: ownerId, parent, text }));
  return commentId;
}

function equalScores(score: number) {
  return { toeAlignment: score, toeNails: score, footShape: score, aesthetic: score };
}
