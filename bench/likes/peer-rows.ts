import { once } from 'node:events';
import { type WriteStream, createWriteStream } from 'node:fs';
import type { DomainEvents } from '@footnote/backend/domain/events.js';
import type { Session } from '@footnote/backend/infrastructure/sessions/session-store.port.js';
import type { Chapter } from '@footnote/backend/test/support/history-teller.js';

/**
 * The rows of a program with tables instead of a log after the same history: one JSON array for each line, with the table
 * name first. Rows of deleted accounts and posts stay, because they do not slow a like.
 */
export class PeerRows {
  private readonly file: WriteStream;
  private readonly likes = new Map<string, string>();

  constructor(file: string) {
    this.file = createWriteStream(file);
  }

  /** Yields the history unchanged and collects its rows. */
  *noting(history: Iterable<Chapter>): Generator<Chapter> {
    for (const chapter of history) {
      for (const { type, data, metadata } of chapter.events)
        this.note(type as keyof DomainEvents, data, metadata.at);
      yield chapter;
    }
  }

  session({ tokenHash, accountId, expiresAt }: Session): void {
    this.row('sessions', tokenHash, accountId, expiresAt.toISOString());
  }

  /** Writes the final likes, and flushes everything to the file. */
  async close(): Promise<void> {
    for (const [like, at] of this.likes) this.row('likes', ...like.split(' '), at);
    this.file.end();
    await once(this.file, 'close');
  }

  private note(type: keyof DomainEvents, data: object, at: string): void {
    if (type === 'AccountRegistered') {
      const { accountId, email } = data as DomainEvents['AccountRegistered'];
      this.row('users', accountId, email, at);
    } else if (type === 'PostPublished') {
      const { postId, ownerId, publishedAt } = data as DomainEvents['PostPublished'];
      this.row('posts', postId, ownerId, publishedAt);
    } else if (type === 'Liked' || type === 'Unliked') {
      const { postId, userId } = data as DomainEvents['Liked'];
      if (type === 'Liked') this.likes.set(`${postId} ${userId}`, at);
      else this.likes.delete(`${postId} ${userId}`);
    }
  }

  private row(...values: readonly (string | null)[]): void {
    this.file.write(`${JSON.stringify(values)}\n`);
  }
}
