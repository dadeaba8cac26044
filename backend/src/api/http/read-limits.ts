import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../kernel/clock.js';
import { rateLimitKeyOf } from './rate-limit-key.js';

/**
 * How many reads a person, or all visitors of a network, may send in a minute. A page of the site needs about ten, and many
 * visitors can share a network. Searches cost more.
 */
export const READ_LIMITS = { reads: 3000, searches: 120 } as const;

const MINUTE = 60_000;
const MOST_CALLERS = 20_000;

interface Count {
  readonly endsAt: number;
  reads: number;
  searches: number;
}

/**
 * Limits the reads of a person, and of the visitors of a network. They are counted in the memory of this process: a shared
 * count would cost a write for each read. Pictures, pages and the health endpoints are not counted.
 */
@Injectable()
export class ReadLimits {
  private readonly counts = new LRUCache<string, Count>({ max: MOST_CALLERS });

  constructor(private readonly clock: Clock) {}

  /** Counts a read. Returns how many milliseconds to wait if there were too many, else null. */
  take(request: FastifyRequest): number | null {
    const { url, query } = request;
    if (!isLimited(url)) return null;
    return this.takeFor(rateLimitKeyOf(request), Boolean(Object(query).search));
  }

  /** The same for a caller. */
  takeFor([kind, id]: ReturnType<typeof rateLimitKeyOf>, isSearch: boolean): number | null {
    const caller = `${kind} ${id}`;
    const now = this.clock.now().getTime();
    let count = this.counts.get(caller);
    if (!count || count.endsAt <= now) {
      count = { endsAt: now + MINUTE, reads: 0, searches: 0 };
      this.counts.set(caller, count);
    }
    if (count.reads >= READ_LIMITS.reads || (isSearch && count.searches >= READ_LIMITS.searches)) {
      return count.endsAt - now;
    }
    count.reads += 1;
    if (isSearch) count.searches += 1;
    return null;
  }

  /** Takes back the count of a read that is counted again. */
  giveBack([kind, id]: ReturnType<typeof rateLimitKeyOf>, isSearch: boolean): void {
    const count = this.counts.get(`${kind} ${id}`);
    if (!count) return;
    count.reads -= 1;
    if (isSearch) count.searches -= 1;
  }
}

/** Whether a read of an address is counted. */
export function isLimited(url: string): boolean {
  return url.startsWith('/api/');
}
