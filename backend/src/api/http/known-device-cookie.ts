import type { FastifyRequest, FastifyReply } from 'fastify';
import { Injectable } from '@nestjs/common';
import { isOfBackOffice } from './back-office.js';
import { normaliseEmail } from './email-address.js';
import { normaliseUsername } from './admins.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { Site } from '../../site/site.js';

/** Under what somebody signs in, normalised, whether or not such a login exists. */
export interface LoginThrottleKey {
  readonly kind: 'email' | 'username';
  readonly value: string;
}

/** Stands for every admin: nobody types a name to sign in with a passkey. It is no valid username. */
export const ANY_ADMIN: LoginThrottleKey = { kind: 'username', value: '' };

export function emailName(email: string): LoginThrottleKey {
  return { kind: 'email', value: normaliseEmail(email) };
}

export function usernameName(username: string): LoginThrottleKey {
  return { kind: 'username', value: normaliseUsername(username) };
}

/** The name in the body of a request, valid or not; null if it has none. */
export function loginThrottleKeyOf(request: FastifyRequest): LoginThrottleKey | null {
  const { email, username } = Object(request.body) as { email?: unknown; username?: unknown };
  if (isOfBackOffice(request)) {
    return typeof username === 'string' ? usernameName(username) : ANY_ADMIN;
  }
  return typeof email === 'string' ? emailName(email) : null;
}

const DAYS_180 = 180 * 24 * 60 * 60;
const ID_BYTES = 16;
/** People share browsers. The logins that were used last are remembered; those of admins take two entries. */
const MOST_ENTRIES = 6;
const SEPARATOR = '~';

/**
 * Remembers for 180 days with which logins this browser has signed in, so that wrong passwords from elsewhere do not slow
 * it down. Each entry is signed for one name, without containing it.
 */
@Injectable()
export class KnownDeviceCookie {
  constructor(
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly site: Site,
  ) {}

  /** The id of this browser for a name; null if nobody has signed in with that name here. */
  idFor(request: FastifyRequest, name: LoginThrottleKey): string | null {
    const now = this.clock.now().getTime();
    const entry = this.entriesOf(request).find((each) => this.isFor(name, each));
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
    if (user.emailVerified) this.add(request, reply, [emailName(user.email)]);
  }

  /** Remembers that this browser signed in to the back office with this username. */
  rememberAdmin(request: FastifyRequest, reply: FastifyReply, username: string): void {
    this.add(request, reply, [usernameName(username), ANY_ADMIN]);
  }

  private add(request: FastifyRequest, reply: FastifyReply, names: readonly LoginThrottleKey[]): void {
    const expiresAt = String(this.clock.now().getTime() + DAYS_180 * 1000);
    const entries = names.map((name) => {
      const id = this.idFor(request, name) ?? this.ids.secret(ID_BYTES);
      return [id, expiresAt, this.sign(name, id, expiresAt).toString('base64url')].join('.');
    });
    const others = this.entriesOf(request).filter((each) => !names.some((name) => this.isFor(name, each)));
    const value = [...entries, ...others].slice(0, MOST_ENTRIES).join(SEPARATOR);
    const { name, options } = this.site.cookie('device');
    reply.setCookie(name, value, { ...options, maxAge: DAYS_180 });
  }

  private entriesOf(request: FastifyRequest): string[] {
    const { name } = this.site.cookie('device');
    const entries = (request.cookies[name] ?? '').split(SEPARATOR, MOST_ENTRIES);
    return entries.filter((entry) => entry !== '');
  }

  private isFor(name: LoginThrottleKey, entry: string): boolean {
    const [id = '', expiresAt = '', signature = ''] = entry.split('.');
    return sameBytes(Buffer.from(signature, 'base64url'), this.sign(name, id, expiresAt));
  }

  private sign({ kind, value }: LoginThrottleKey, id: string, expiresAt: string): Buffer {
    return this.secret.hmac(kind === 'email' ? 'device' : 'admin-device', value, id, expiresAt);
  }
}
