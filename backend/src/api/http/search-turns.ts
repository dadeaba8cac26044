import { HttpException, HttpStatus, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LimitSwitch } from './limits.guard.js';
import { networkOf } from './network.js';

/** How many searches a server answers at once. */
export interface SearchLimits {
  readonly inProgress: number;
  /** Those of one network. */
  readonly ofNetwork: number;
}

/** A search reads some hundred documents; more at once would only keep the other requests waiting. */
export const SEARCH_LIMITS: SearchLimits = { inProgress: 8, ofNetwork: 4 };

/** When to try again, in seconds. A search takes a fraction of one. */
const RETRY_AFTER = 2;

/** Counts the searches of this server, and refuses those that it has no room for. */
@Injectable()
export class SearchTurns {
  private inProgress = 0;
  private readonly ofNetworks = new Map<string, number>();

  constructor(private readonly limits: LimitSwitch) {}

  /**
   * Does the work of a request for a list; without a `search` it does not count.
   * @throws HttpException (503) if too many searches are in progress, (429) if too many of the network are
   */
  async run<Result>(
    search: string | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!search?.trim()) return work();
    const network = this.limits.isOn ? networkOf(request.ip) : null;
    const leave = this.enter(network, reply);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Takes a turn. Returns what ends it. */
  enter(network: string | null, reply: FastifyReply): () => void {
    const ofNetwork = network === null ? 0 : (this.ofNetworks.get(network) ?? 0);
    if (ofNetwork >= SEARCH_LIMITS.ofNetwork) {
      throw refused(reply, HttpStatus.TOO_MANY_REQUESTS, 'Several searches from your network are running.');
    }
    if (this.inProgress >= SEARCH_LIMITS.inProgress) {
      throw refused(reply, HttpStatus.SERVICE_UNAVAILABLE, 'Many people are searching right now.');
    }
    this.inProgress += 1;
    if (network !== null) this.ofNetworks.set(network, ofNetwork + 1);
    return () => {
      this.inProgress -= 1;
      if (network === null) return;
      const left = (this.ofNetworks.get(network) ?? 1) - 1;
      if (left === 0) this.ofNetworks.delete(network);
      else this.ofNetworks.set(network, left);
    };
  }
}

function refused(reply: FastifyReply, status: HttpStatus, reason: string): HttpException {
  reply.header('retry-after', RETRY_AFTER);
  return new HttpException({ message: `${reason} Please try again in a moment.`, code: 'busy' }, status);
}
