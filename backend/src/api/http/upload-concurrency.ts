import { availableParallelism } from 'node:os';
import { HttpException, HttpStatus } from '@nestjs/common';
import { type SlotLimits, ConcurrencySlots, type Sender } from './concurrency-slots.js';

/** How many uploads a server takes at once. */
export interface UploadLimits {
  /** Uploads that are arriving; each needs up to 10 MB of memory. */
  readonly arriving: SlotLimits;
  /** Photos that have arrived, and are decoded and judged or wait for that. */
  readonly waiting: SlotLimits;
}

/** A core decodes about two large photos a second, so that the last in the queue waits for a few seconds. */
const CHECKED = Math.max(16, 8 * availableParallelism());

export const UPLOAD_LIMITS: UploadLimits = {
  arriving: { most: { people: 64, unverified: 16, visitors: 64 }, ofCaller: 8, ofSite: 16 },
  // None of these can be cut, so some places are for people alone, and a few people cannot take them all.
  waiting: {
    most: { people: 2 * CHECKED, unverified: CHECKED / 4, visitors: CHECKED },
    ofCaller: CHECKED / 4,
    ofSite: CHECKED / 2,
  },
};

/** Why an upload gets no place, or loses it to another. */
export const UPLOADS_BUSY = 'Many photos are being uploaded right now. Please try again in a minute.';

/** Counts the uploads of this server, and refuses or cuts those that it has no room for. */
export class UploadConcurrency {
  private readonly arriving: ConcurrencySlots;
  private readonly waiting: ConcurrencySlots;

  constructor(limits: UploadLimits = UPLOAD_LIMITS) {
    this.arriving = new ConcurrencySlots(limits.arriving);
    this.waiting = new ConcurrencySlots(limits.waiting);
  }

  /**
   * Lets the body of an upload arrive. Returns what to call when it has arrived, or is cut.
   * @param cut ends it, if another needs its place
   * @throws HttpException (503) if too many arrive or wait, (429) if too many of the sender do
   */
  arrive(sender: Sender, cut: () => void): () => void {
    refuseFor(this.waiting.refusalFor(sender) ?? this.arriving.refusalFor(sender));
    return this.arriving.take(sender, cut);
  }

  /** Takes a photo that has arrived. Returns what to call when it is done. @throws HttpException (503, 429) */
  wait(sender: Sender): () => void {
    refuseFor(this.waiting.refusalFor(sender));
    return this.waiting.take(sender, null);
  }
}

function refuseFor(refusal: ReturnType<ConcurrencySlots['refusalFor']>): void {
  if (refusal === 'own') {
    throw new HttpException(
      'Several photos are being uploaded from your network already. Please wait until they have arrived.',
      HttpStatus.TOO_MANY_REQUESTS,
    );
  }
  if (refusal === 'others') {
    throw new HttpException({ message: UPLOADS_BUSY, code: 'busy' }, HttpStatus.SERVICE_UNAVAILABLE);
  }
}
