import { HttpException, HttpStatus, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LimitSwitch } from './limits.guard.js';
import { networkOf } from './network.js';
import { Places } from './places.js';

/** A search reads some hundred documents; more at once would only keep the other requests waiting. */
export const SEARCH_LIMITS = { inProgress: 8, ofNetwork: 4 };

/** When to try again, in seconds. A search takes a fraction of one. */
const RETRY_AFTER = 2;

/** Counts the searches of this server, and refuses those that it has no room for. */
@Injectable()
export class SearchTurns {
  private readonly places = new Places(SEARCH_LIMITS.inProgress, SEARCH_LIMITS.ofNetwork);

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
    if (this.places.isFullFor(network)) {
      throw refused(reply, HttpStatus.TOO_MANY_REQUESTS, 'Several searches from your network are running.');
    }
    if (this.places.isFull()) {
      throw refused(reply, HttpStatus.SERVICE_UNAVAILABLE, 'Many people are searching right now.');
    }
    return this.places.take(network);
  }
}

function refused(reply: FastifyReply, status: HttpStatus, reason: string): HttpException {
  reply.header('retry-after', RETRY_AFTER);
  return new HttpException({ message: `${reason} Please try again in a moment.`, code: 'busy' }, status);
}
