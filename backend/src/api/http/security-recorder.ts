import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { NetworkHashes } from '../../infrastructure/key-ring/network-hashes.port.js';
import { type SecurityEntry, SecurityLog } from '../../infrastructure/security-log/security-log.port.js';
import { Clock } from '../../kernel/clock.js';
import { networkOf } from './network.js';
import { securityEventOf } from './security-events.js';
import { noted } from './security-notes.js';

const MINUTE_MS = 60_000;
/** Of each event and network. A flood must not fill the log. */
const MOST_PER_MINUTE = 30;
const MOST_COUNTED = 10_000;

interface Count {
  readonly minute: number;
  written: number;
  unlogged: number;
}

/** Records answers that concern security, after they were sent: so recording changes no response time. */
@Injectable()
export class SecurityRecorder {
  private readonly counts = new LRUCache<string, Count>({ max: MOST_COUNTED });
  /** The last entry and all before it: entries are written in the order of their answers. */
  private written: Promise<void> = Promise.resolve();

  constructor(
    private readonly log: SecurityLog,
    private readonly networks: NetworkHashes,
    private readonly clock: Clock,
  ) {}

  /** Records the answers of a server from now on. */
  listen(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      this.record(request, reply);
      done();
    });
    fastify.addHook('onClose', async () => {
      await this.written;
    });
  }

  private record(request: FastifyRequest, { statusCode }: FastifyReply): void {
    const { account = request.admin?.id ?? request.account?.id ?? null, ...notes } = noted(request);
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const event = notes.event ?? securityEventOf(route, statusCode);
    if (event === null) return;
    const at = this.clock.now();
    const unlogged = this.countOf(`${event} ${networkOf(request.ip)}`, at);
    if (unlogged === null) return;
    const entry = { ...notes, event, account, requestId: request.id, ...(unlogged > 0 && { unlogged }) };
    this.written = this.write(entry, this.hashOf(request.ip), at, this.written);
  }

  private async write(
    entry: SecurityEntry,
    network: Promise<string | null>,
    at: Date,
    before: Promise<void>,
  ): Promise<void> {
    await before;
    this.log.record({ ...entry, network: await network }, at);
  }

  /** How many entries were left out before this one; null if this one is left out too. */
  private countOf(key: string, at: Date): number | null {
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    const before = this.counts.get(key);
    const count =
      before?.minute === minute ? before : { minute, written: 0, unlogged: before?.unlogged ?? 0 };
    this.counts.set(key, count);
    if (count.written >= MOST_PER_MINUTE) {
      count.unlogged += 1;
      return null;
    }
    const { unlogged } = count;
    count.written += 1;
    count.unlogged = 0;
    return unlogged;
  }

  /** Null while the keys can't be read: the entry is worth more than its network. */
  private async hashOf(ip: string): Promise<string | null> {
    try {
      const [hash] = await this.networks.hashesOf(networkOf(ip), 0);
      return hash;
    } catch {
      return null;
    }
  }
}
