import type { LiveMessage } from './live-message.js';

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
