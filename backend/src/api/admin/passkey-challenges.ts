import { isIP } from 'node:net';
import { ConflictException, Injectable } from '@nestjs/common';
import type { FastifyRequest, FastifyReply } from 'fastify';
import { Site } from '../../site/site.js';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { BACK_OFFICE } from '../http/back-office.js';

/** What passkeys are bound to: they work for this origin alone. */
export interface RelyingParty {
  /** A domain, never an IP address. */
  readonly id: string;
  readonly origin: string;
}

@Injectable()
export class RelyingParties {
  constructor(private readonly site: Site) {}

  /**
   * The public address. If that is an IP address, as without `PUBLIC_URL`, the address of the request's page, provided that
   * it is `localhost`: any other name could be one that a stranger points at this server.
   * @throws ConflictException where browsers allow no passkeys: at IP addresses, and without https
   */
  of({ headers }: FastifyRequest): RelyingParty {
    const ours = new URL(this.site.publicUrl);
    const theirs = URL.canParse(headers.origin ?? '') ? new URL(headers.origin ?? '') : null;
    const page = isAddress(ours.hostname) && theirs && isLocal(theirs.hostname) ? theirs : ours;
    const isAllowed = page.protocol === 'https:' || isLocal(page.hostname);
    if (isAddress(page.hostname) || !isAllowed) {
      throw new ConflictException({
        code: 'passkeys_unavailable',
        message: 'Passkeys work only at an address with a name, over https or at localhost.',
      });
    }
    return { id: page.hostname, origin: page.origin };
  }
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** How long a challenge can be answered. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;

export type ChallengeUse = { readonly kind: 'sign-in' } | { readonly kind: 'add'; readonly adminId: string };

/** A challenge that was answered in time, for the first time, by the browser that asked for it. */
export interface TakenChallenge<Use extends ChallengeUse> {
  /** In Base64url. */
  readonly challenge: string;
  readonly use: Use;
}

/** The content of the cookie. */
interface Stored {
  readonly challenge: string;
  readonly use: ChallengeUse;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * The random challenges that passkeys sign. The browser that asked for one holds it, with what it is for and when it
 * expires, in a signed cookie of the back office. The server stores only which ones were used. So strangers who ask for many
 * of them fill no memory and cannot displace that of an admin.
 */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly limits: LimitStore,
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly site: Site,
  ) {}

  /** A new challenge, which replaces the one that the browser had. */
  start(reply: FastifyReply, use: ChallengeUse): string {
    const challenge = this.ids.secret(CHALLENGE_BYTES);
    const expiresAt = this.clock.now().getTime() + CHALLENGE_LIFE_MS;
    const stored: Stored = { challenge, use, expiresAt };
    const content = Buffer.from(JSON.stringify(stored)).toString('base64url');
    const signature = this.sign(content).toString('base64url');
    const { name, options } = this.cookie;
    reply.setCookie(name, `${content}.${signature}`, { ...options, maxAge: CHALLENGE_LIFE_MS / 1000 });
    return challenge;
  }

  /**
   * The challenge of the browser, which is used up from now on, whether or not its answer is right. Null if there is none of
   * this kind, and if it has expired or was used.
   * @throws DocumentStoreUnavailableError
   */
  async take<Kind extends ChallengeUse['kind']>(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: Kind,
  ): Promise<TakenChallenge<Extract<ChallengeUse, { kind: Kind }>> | null> {
    const stored = this.read(request);
    if (!stored || !isFor(stored.use, kind)) return null;
    const { name, options } = this.cookie;
    reply.clearCookie(name, options);
    const now = this.clock.now();
    if (now.getTime() >= stored.expiresAt) return null;
    const key = this.secret.hmac('limit', 'passkey-challenge', stored.challenge).toString('hex');
    const free = await this.limits.take([{ key, most: 1, windowMs: CHALLENGE_LIFE_MS }], now);
    return free === null ? { challenge: stored.challenge, use: stored.use } : null;
  }

  private read(request: FastifyRequest): Stored | null {
    const [content = '', signature = '', ...more] = (request.cookies[this.cookie.name] ?? '').split('.');
    if (more.length > 0 || !sameBytes(Buffer.from(signature, 'base64url'), this.sign(content))) return null;
    return JSON.parse(Buffer.from(content, 'base64url').toString()) as Stored;
  }

  private sign(content: string): Buffer {
    return this.secret.hmac('passkey-challenge', content);
  }

  private get cookie() {
    return {
      // As the cookie of the session: over https only, and for the back office alone.
      name: this.site.isSecure ? '__Secure-passkey' : 'passkey',
      options: { path: BACK_OFFICE, httpOnly: true, sameSite: 'strict', secure: this.site.isSecure },
    } as const;
  }
}

function isFor<Kind extends ChallengeUse['kind']>(
  use: ChallengeUse,
  kind: Kind,
): use is Extract<ChallengeUse, { kind: Kind }> {
  return use.kind === kind;
}
