import { availableParallelism } from 'node:os';
import { HttpException, HttpStatus } from '@nestjs/common';
import { Places } from './places.js';

/** How many uploads a server takes at once. */
export interface UploadLimits {
  /** Uploads that are arriving; each needs up to 10 MB of memory. */
  readonly arriving: number;
  /** Those of one person, or of the visitors of one network. */
  readonly ofCaller: number;
  /** Photos that have arrived, and are decoded and judged or wait for that. */
  readonly waiting: number;
}

/** A core decodes about two large photos a second, so that the last in the queue waits for a few seconds. */
export const UPLOAD_LIMITS: UploadLimits = {
  arriving: 64,
  ofCaller: 8,
  waiting: Math.max(16, 8 * availableParallelism()),
};

/** Counts the uploads of this server, and refuses those that it has no room for. */
export class UploadTurns {
  private readonly arriving: Places;
  private waiting = 0;

  constructor(private readonly limits: UploadLimits = UPLOAD_LIMITS) {
    this.arriving = new Places(limits.arriving, limits.ofCaller);
  }

  /**
   * Lets the body of an upload arrive. Returns what to call when it has arrived.
   * @param caller null to not count it for its sender
   * @throws HttpException (503) if too many arrive or wait, (429) if too many of the caller arrive
   */
  arrive(caller: string | null): () => void {
    if (!this.hasRoom() || this.arriving.isFull()) throw tooMany();
    if (this.arriving.isFullFor(caller)) {
      throw new HttpException(
        'Several photos are being uploaded from your network already. Please wait until they have arrived.',
        HttpStatus.TOO_MANY_REQUESTS,
      );
    }
    return this.arriving.take(caller);
  }

  /** Takes a photo that has arrived. Returns what to call when it is done. @throws HttpException (503) */
  wait(): () => void {
    if (!this.hasRoom()) throw tooMany();
    this.waiting += 1;
    return () => {
      this.waiting -= 1;
    };
  }

  private hasRoom(): boolean {
    return this.waiting < this.limits.waiting;
  }
}

function tooMany(): HttpException {
  return new HttpException(
    { message: 'Many photos are being uploaded right now. Please try again in a minute.', code: 'busy' },
    HttpStatus.SERVICE_UNAVAILABLE,
  );
}
