import { availableParallelism } from 'node:os';
import { HttpException, HttpStatus } from '@nestjs/common';

/** How many uploads a server takes at once. */
export interface UploadLimits {
  /** Uploads that are arriving; each needs up to 10 MB of memory. */
  readonly arriving: number;
  /** Those of one network. */
  readonly ofNetwork: number;
  /** Photos that have arrived, and are decoded and judged or wait for that. */
  readonly waiting: number;
}

/** A core decodes about two large photos a second, so that the last in the queue waits for a few seconds. */
export const UPLOAD_LIMITS: UploadLimits = {
  arriving: 64,
  ofNetwork: 8,
  waiting: Math.max(16, 8 * availableParallelism()),
};

/** Counts the uploads of this server, and refuses those that it has no room for. */
export class UploadTurns {
  private arriving = 0;
  private waiting = 0;
  private readonly ofNetworks = new Map<string, number>();

  constructor(private readonly limits: UploadLimits = UPLOAD_LIMITS) {}

  /**
   * Lets the body of an upload arrive. Returns what to call when it has arrived.
   * @param network null to not count it for its network
   * @throws HttpException (503) if too many arrive or wait, (429) if too many of the network arrive
   */
  arrive(network: string | null): () => void {
    if (!this.hasRoom() || this.arriving >= this.limits.arriving) throw tooMany();
    const ofNetwork = network === null ? 0 : (this.ofNetworks.get(network) ?? 0);
    if (ofNetwork >= this.limits.ofNetwork) {
      throw new HttpException(
        'Several photos are being uploaded from your network already. Please wait until they have arrived.',
        HttpStatus.TOO_MANY_REQUESTS,
      );
    }
    this.arriving += 1;
    if (network !== null) this.ofNetworks.set(network, ofNetwork + 1);
    return () => {
      this.arriving -= 1;
      if (network !== null) this.leave(network);
    };
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

  private leave(network: string): void {
    const left = (this.ofNetworks.get(network) ?? 1) - 1;
    if (left === 0) this.ofNetworks.delete(network);
    else this.ofNetworks.set(network, left);
  }
}

function tooMany(): HttpException {
  return new HttpException(
    { message: 'Many photos are being uploaded right now. Please try again in a minute.', code: 'busy' },
    HttpStatus.SERVICE_UNAVAILABLE,
  );
}
