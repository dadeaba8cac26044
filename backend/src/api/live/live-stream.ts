import { Readable } from 'node:stream';

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
