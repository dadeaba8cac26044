import { Readable } from 'node:stream';
import { Flag, Id, List, Text } from '../../contract/fields.js';
import { LivePost } from '../../projections/leaderboard/shown-posts.js';

/** The data of a `posts` event: the changed public posts, as they are now. */
export class LiveMessage {
  @List(() => LivePost, 'Every changed post, new ones included.') readonly posts!: readonly LivePost[];
  @List(Id, 'Ids of new posts on the board.') readonly published!: readonly string[];
  @List(Id, 'Ids of changed posts whose boost began or ended: the order of all posts has changed.')
  readonly boosted!: readonly string[];
  @List(Id, 'Ids of posts that were deleted or hidden.') readonly removed!: readonly string[];
}

/** What happened after the position that was given. */
export class LiveNews extends LiveMessage {
  @Text('The position up to which the client then knows everything: for the next request, or a stream.')
  readonly position!: string;
  @Flag('Whether the client missed too much, or its position is not in the log: it reloads everything.')
  readonly reload!: boolean;
}

/** The largest backlog of a slow reader, in bytes. */
const MOST_WAITING = 256 * 1024;

/** One open event stream. A reader that is too slow is disconnected, and may reconnect to get what it missed. */
export class LiveConnection extends Readable {
  /** Writes a piece of the stream; does nothing after the stream has ended. */
  say(text: string): void {
    if (this.readableEnded || this.destroyed) return;
    if (this.readableLength + Buffer.byteLength(text) > MOST_WAITING) this.destroy();
    else this.push(text);
  }

  /** Ends the stream once the buffered data is read. */
  finish(): void {
    if (!this.destroyed) this.push(null);
  }

  /** Data is pushed; reading requests nothing. */
  override _read(): void {}
}

/** The reconnection delay for browsers, in milliseconds. Those that take each other's places come back later. */
const RETRY_MS = { usual: 3000, full: 30_000 } as const;

/** The first event of a stream, `ready`: the reconnection delay, the position to resume from, and the time of the server. */
export function opening(position: number, now: Date, load: keyof typeof RETRY_MS): string {
  const data = JSON.stringify({ now: now.toISOString() });
  return `retry: ${RETRY_MS[load]}\nevent: ready\nid: ${position}\ndata: ${data}\n\n`;
}

/** The last words of one of several processes: the delay for a browser, which comes back to another one, from 1 to 5 seconds. */
export function parting(chance: number): string {
  return `retry: ${1000 + Math.round(chance * 4000)}\n\n`;
}

/** An event `posts`. JSON has no line breaks, so the data is one line. */
export function postsEvent(position: number, message: LiveMessage): string {
  return `event: posts\nid: ${position}\ndata: ${JSON.stringify(message)}\n\n`;
}

/** Tells a signed-in reader that their inbox has changed. It moves no position: a reader that connects again reads the inbox anyway. */
export const INBOX_EVENT = 'event: inbox\ndata: {}\n\n';

/** Tells the reader to reload everything, as what it missed is unknown. */
export function reloadEvent(position: number): string {
  return `event: reload\nid: ${position}\ndata: {}\n\n`;
}

/** A comment that keeps proxies from closing an idle connection. */
export const HEARTBEAT = ': still here\n\n';
