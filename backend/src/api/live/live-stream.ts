import { Readable } from 'node:stream';
import type { LiveMessage } from './live.requests.js';

/** What may wait for a reader who does not keep up, in bytes. */
const MOST_WAITING = 256 * 1024;

/** One open stream of events. A reader who does not keep up is dropped, and may come back for what was missed. */
export class LiveStream extends Readable {
  /** Hands on a piece of the stream; does nothing once the stream has ended. */
  say(text: string): void {
    if (this.readableEnded || this.destroyed) return;
    if (this.readableLength + Buffer.byteLength(text) > MOST_WAITING) this.destroy();
    else this.push(text);
  }

  /** Ends the stream when what waits has been read. */
  finish(): void {
    if (!this.destroyed) this.push(null);
  }

  /** What there is, is pushed; reading asks for nothing more. */
  override _read(): void {}
}

/** How long a browser waits before it asks again after the connection broke, in milliseconds. */
const RETRY_MS = 3000;

/** The first words of a stream, an event `ready`: when to come back, and the place from which to go on then. */
export function opening(position: number): string {
  return `retry: ${RETRY_MS}\nevent: ready\nid: ${position}\ndata: {}\n\n`;
}

/** An event `posts`. JSON has no line breaks, so it is one line of data. */
export function postsEvent(position: number, message: LiveMessage): string {
  return `event: posts\nid: ${position}\ndata: ${JSON.stringify(message)}\n\n`;
}

/** Tells that it cannot be told what was missed: everything shown is to be fetched anew. */
export function reloadEvent(position: number): string {
  return `event: reload\nid: ${position}\ndata: {}\n\n`;
}

/** A comment, which keeps whatever stands in between from closing a quiet connection. */
export const HEARTBEAT = ': still here\n\n';
