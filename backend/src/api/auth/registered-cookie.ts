import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { Site } from '../../site/site.js';

const DAYS_7 = 7 * 24 * 60 * 60;

/**
 * Remembers for 7 days which account a browser has registered last, so that a verification link needs no password
 * there, even after signing out. The cookie is signed, so it cannot be forged. Without a link it permits nothing.
 */
@Injectable()
export class RegisteredCookie {
  constructor(
    private readonly secret: ServerSecret,
    private readonly site: Site,
  ) {}

  /** The id of the account; null without a cookie, or if its signature is invalid. */
  read(request: FastifyRequest): string | null {
    const [accountId, signature, ...more] = (request.cookies[this.cookie.name] ?? '').split('.');
    if (!accountId || !signature || more.length > 0) return null;
    return sameBytes(Buffer.from(signature, 'base64url'), this.sign(accountId)) ? accountId : null;
  }

  /** Remembers this account in place of an earlier one. */
  write(reply: FastifyReply, accountId: string): void {
    const value = `${accountId}.${this.sign(accountId).toString('base64url')}`;
    const { name, options } = this.cookie;
    reply.setCookie(name, value, { ...options, maxAge: DAYS_7 });
  }

  /** Forgets the account: once it is verified, its links do nothing. */
  clear(reply: FastifyReply): void {
    const { name, options } = this.cookie;
    reply.clearCookie(name, options);
  }

  private sign(accountId: string): Buffer {
    return this.secret.hmac('registered', accountId);
  }

  private get cookie() {
    return this.site.cookie('registered');
  }
}
