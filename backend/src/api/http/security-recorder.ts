import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { NetworkHashes } from '../../infrastructure/key-ring/network-hashes.port.js';
import {
  type RecordedEvent,
  type SecurityEntry,
  SecurityLog,
} from '../../infrastructure/security-log/security-log.port.js';
import { Clock } from '../../kernel/clock.js';
import { networkOf } from './network.js';
import { isOfBackOffice } from './back-office.js';
import { SAFE_METHODS } from './same-origin.guard.js';
import { noted } from './security-notes.js';

/** The event of an answer: `ok` for success, else by status. */
type Events = Readonly<Partial<Record<number | 'ok', RecordedEvent>>>;

const PASSWORD_REFUSED = { 400: 'password-refused' } as const;
const UPLOAD_REFUSED = { 403: 'upload-refused', 413: 'upload-refused', 422: 'upload-refused' } as const;

/** Which answers of which routes are recorded in the security log. */
export const SECURITY_EVENTS: Readonly<Record<string, Events>> = {
  'POST /api/auth/register': { ok: 'registered' },
  'POST /api/auth/login': { ok: 'sign-in', 401: 'sign-in-failed' },
  'POST /api/auth/logout': { ok: 'sign-out' },
  'POST /api/auth/verify-email': {
    ok: 'email-verified',
    400: 'verification-refused',
    403: 'verification-refused',
    409: 'verification-refused',
  },
  'POST /api/auth/resend-verification': { ok: 'verification-requested' },
  'POST /api/auth/forgot-password': { ok: 'reset-requested' },
  'POST /api/auth/reset-password': { ok: 'password-reset', 400: 'reset-refused' },
  'POST /api/auth/me/confirm': { ok: 'user-confirmed', ...PASSWORD_REFUSED },
  'PUT /api/auth/update-password': { ok: 'password-changed', ...PASSWORD_REFUSED },
  'DELETE /api/user/sessions': { ok: 'sessions-ended' },
  'DELETE /api/user/sessions/:id': { ok: 'sessions-ended' },
  'POST /api/user/deletion': { ok: 'deletion-requested', ...PASSWORD_REFUSED },
  'DELETE /api/user/deletion': { ok: 'deletion-cancelled' },
  'GET /api/user/export': { ok: 'data-exported' },
  'POST /api/rtm-sys/login': { ok: 'admin-sign-in', 401: 'admin-sign-in-failed' },
  'POST /api/rtm-sys/login/passkey': { ok: 'admin-sign-in', 401: 'admin-sign-in-failed' },
  'POST /api/rtm-sys/logout': { ok: 'admin-sign-out' },
  'DELETE /api/rtm-sys/sessions/:id': { ok: 'sessions-ended' },
  'PUT /api/rtm-sys/password': { ok: 'password-changed', ...PASSWORD_REFUSED },
  'POST /api/rtm-sys/totp': { ok: 'totp-connected' },
  'POST /api/rtm-sys/totp/remove': { ok: 'totp-removed' },
  'POST /api/rtm-sys/passkeys': { ok: 'passkey-added' },
  'POST /api/rtm-sys/passkeys/:id/remove': { ok: 'passkey-removed' },
  'PUT /api/rtm-sys/admins/:id/role': { ok: 'admin-role-changed' },
  'POST /api/rtm-sys/admins/:id/dismiss': { ok: 'admin-dismissed' },
  'DELETE /api/rtm-sys/admins/:id/sessions': { ok: 'sessions-ended' },
  'DELETE /api/rtm-sys/users/:id/sessions': { ok: 'sessions-ended' },
  'POST /api/rtm-sys/admins/:id/reinstate': { ok: 'admin-reinstated' },
  'POST /api/rtm-sys/admins/:id/unlink': { ok: 'admin-unlinking-asked' },
  'PATCH /api/rtm-sys/users/:id': { ok: 'admin-rights-changed' },
  'POST /api/rtm-sys/admins/invitations': { ok: 'admin-invited' },
  'DELETE /api/rtm-sys/admins/invitations/:id': { ok: 'admin-invitation-withdrawn' },
  'POST /api/rtm-sys/invitations/accept': {
    ok: 'admin-invitation-accepted',
    400: 'admin-invitation-refused',
  },
  'POST /api/rtm-sys/reset': { ok: 'password-reset', 400: 'reset-refused' },
  'POST /api/rtm-sys/me/confirm': { ok: 'admin-confirmed', ...PASSWORD_REFUSED },
  'POST /api/rtm-sys/users/:id/suspend': { ok: 'account-suspended' },
  'POST /api/rtm-sys/users/:id/restore': { ok: 'account-restored' },
  'POST /api/rtm-sys/users/:id/strikes': { ok: 'account-struck' },
  'DELETE /api/rtm-sys/users/:id': { ok: 'admin-act-proposed' },
  'POST /api/rtm-sys/users/:id/email': { ok: 'email-disclosed' },
  'POST /api/rtm-sys/admins/:id/email': { ok: 'email-disclosed' },
  'POST /api/rtm-sys/admins/invitations/:id/email': { ok: 'email-disclosed' },
  'GET /api/rtm-sys/audit/export': { ok: 'admin-export' },
  'POST /api/rtm-sys/audit/:id/look': { ok: 'event-disclosed' },
  'POST /api/rtm-sys/proposals/:id/confirm': {
    ok: 'admin-act-confirmed',
    403: 'admin-act-refused',
    ...PASSWORD_REFUSED,
  },
  'POST /api/rtm-sys/proposals/:id/withdraw': { ok: 'admin-act-withdrawn' },
  'POST /api/posts/publish': { 400: 'rating-refused' },
  'POST /api/stripe/webhook': { 400: 'webhook-refused' },
  'POST /sandbox/code': { ok: 'sandbox-opened', 401: 'sandbox-refused' },
  'POST /api/upload': UPLOAD_REFUSED,
  'POST /api/posts/publish-direct': UPLOAD_REFUSED,
  'POST /api/user/profile/picture': UPLOAD_REFUSED,
};

/** What is asked of the back office, as far as the security log needs to know. */
interface Answered {
  /** The method and the pattern of the address. */
  readonly route: string;
  readonly status: number;
  readonly isOfAdmin: boolean;
  readonly isWrite: boolean;
  /** Whether the answer is a file of data. */
  readonly isExport: boolean;
}

/** The event of an answer; null if it does not concern security. */
function securityEventOf({ route, status, ...answered }: Answered): RecordedEvent | null {
  if (status === 429) return 'limit-reached';
  const event = SECURITY_EVENTS[route]?.[status < 400 ? 'ok' : status];
  if (event !== undefined) return event;
  if (status === 403) return 'refused';
  if (!answered.isOfAdmin && answered.isWrite && REJECTED.has(status)) return 'write-refused';
  if (!route.includes(BACK_OFFICE)) return null;
  if (!answered.isOfAdmin) return status === 401 && route !== WHO_AM_I ? 'back-office-refused' : null;
  if (answered.isExport) return 'admin-export';
  if (!answered.isWrite || status >= 500) return null;
  return status < 400 ? 'admin-write' : 'admin-write-refused';
}

/** Of writes that a page of the site hardly sends: it checks its forms, and shows only what may be done. */
const REJECTED: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);
const BACK_OFFICE = ' /api/rtm-sys/';
/** The pages of the back office ask this before a sign-in, too. */
const WHO_AM_I = 'GET /api/rtm-sys/me';

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
