import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock, Ids } from '../../kernel/clock.js';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { normaliseEmail } from './email-address.js';
import { Site } from '../../site/site.js';

const DAYS_180 = 180 * 24 * 60 * 60;
const ID_BYTES = 16;
/** People share browsers. The accounts that signed in last are remembered. */
const MOST_ACCOUNTS = 4;
const SEPARATOR = '~';

/**
 * Remembers for 180 days in which accounts this browser has signed in, so that wrong passwords from elsewhere do not slow
 * it down. Each entry is signed for one address, without containing it.
 */
@Injectable()
export class DeviceCookie {
  constructor(
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly site: Site,
  ) {}

  /** The id of this browser for an address; null if nobody has signed in with that address here. */
  idFor(request: FastifyRequest, email: string): string | null {
    return this.idOf(request, normaliseEmail(email));
  }

  private idOf(request: FastifyRequest, login: string): string | null {
    const now = this.clock.now().getTime();
    const entry = this.entriesOf(request).find((each) => this.isFor(login, each));
    const [id = null, expiresAt] = entry?.split('.') ?? [];
    return now < Number(expiresAt) ? id : null;
  }

  /**
   * Remembers that this browser signed in with this address. Does nothing while it is unverified: anyone can register any
   * address.
   */
  remember(
    request: FastifyRequest,
    reply: FastifyReply,
    user: { readonly email: string; readonly emailVerified: boolean },
  ): void {
    if (user.emailVerified) this.write(request, reply, normaliseEmail(user.email));
  }

  /** Whether the admin has signed in to the back office here. */
  knowsAdmin(request: FastifyRequest, adminId: string): boolean {
    return this.idOf(request, loginOf(adminId)) !== null;
  }

  rememberAdmin(request: FastifyRequest, reply: FastifyReply, adminId: string): void {
    this.write(request, reply, loginOf(adminId));
  }

  /** @param login a normalised address, or the login of an admin */
  private write(request: FastifyRequest, reply: FastifyReply, login: string): void {
    const id = this.idOf(request, login) ?? this.ids.secret(ID_BYTES);
    const expiresAt = String(this.clock.now().getTime() + DAYS_180 * 1000);
    const entry = [id, expiresAt, this.sign(login, id, expiresAt).toString('base64url')].join('.');
    const others = this.entriesOf(request).filter((each) => !this.isFor(login, each));
    const value = [entry, ...others].slice(0, MOST_ACCOUNTS).join(SEPARATOR);
    const { name, options } = this.site.cookie('device');
    reply.setCookie(name, value, { ...options, maxAge: DAYS_180 });
  }

  private entriesOf(request: FastifyRequest): string[] {
    const { name } = this.site.cookie('device');
    const entries = (request.cookies[name] ?? '').split(SEPARATOR, MOST_ACCOUNTS);
    return entries.filter((entry) => entry !== '');
  }

  private isFor(login: string, entry: string): boolean {
    const [id = '', expiresAt = '', signature = ''] = entry.split('.');
    return sameBytes(Buffer.from(signature, 'base64url'), this.sign(login, id, expiresAt));
  }

  private sign(login: string, id: string, expiresAt: string): Buffer {
    return this.secret.hmac('device', login, id, expiresAt);
  }
}

/** No address has a blank. */
function loginOf(adminId: string): string {
  return `admin ${adminId}`;
}
