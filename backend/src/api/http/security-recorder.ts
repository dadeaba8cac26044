import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { NetworkHashes } from '../../infrastructure/key-ring/network-hashes.port.js';
import { type SecurityEntry, SecurityLog } from '../../infrastructure/security-log/security-log.port.js';
import { Clock } from '../../kernel/clock.js';
import { networkOf } from './network.js';
import { isOfBackOffice } from './back-office.js';
import { securityEventOf } from './security-events.js';
import { SAFE_METHODS } from './same-origin.guard.js';
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

  private record(request: FastifyRequest, reply: FastifyReply): void {
    const {
      account = request.admin?.id ?? request.account?.id ?? null,
      wrote,
      acts,
      ...notes
    } = noted(request);
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const { statusCode: status } = reply;
    const isWrite = !SAFE_METHODS.has(request.method);
    const isExport = status < 400 && String(reply.getHeader('content-type')).startsWith('text/csv');
    const isOfAdmin = request.admin !== null;
    const isAdministrative = isOfBackOffice(request);
    const event = notes.event ?? securityEventOf({ route, status, isOfAdmin, isWrite, isExport });
    if (event === null) return;
    const at = this.clock.now();
    // What an admin did is never left out. A flood of one request must not hide another.
    const isKept = isOfAdmin && (isWrite || isExport);
    const unlogged = isKept ? 0 : this.countOf(`${event} ${route} ${networkOf(request.ip)}`, at);
    if (unlogged === null) return;
    const subject = subjectOf(request);
    const entry = {
      ...notes,
      event,
      account,
      requestId: request.id,
      route,
      status,
      ...(subject !== null && { subject }),
      ...(isAdministrative && wrote && { wrote }),
      ...(isAdministrative && acts && acts.length > 0 && { acts }),
      ...(unlogged > 0 && { unlogged }),
    };
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

/** The last id in the address, or null. Whatever else people type there is left out: it may say something about them. */
function subjectOf({ params }: FastifyRequest): string | null {
  const ids = Object.values((params ?? {}) as Record<string, unknown>).filter(
    (value) => typeof value === 'string' && ID.test(value),
  );
  return (ids.at(-1) as string | undefined) ?? null;
}

/** A UUID, or a hash in hexadecimal; two of them for a rating or a report. */
const ID = /^[0-9a-f]{8}[0-9a-f-]{24,65}$/i;
