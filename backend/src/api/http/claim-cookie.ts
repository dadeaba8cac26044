import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../../kernel/clock.js';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { Site } from './site.js';

const NAME = 'claim';
const DAYS_7 = 7 * 24 * 60 * 60;

/**
 * Remembers in the browser, for 7 days, which photo's rating a visitor wants to publish. The cookie is signed, so it
 * cannot be forged.
 */
@Injectable()
export class ClaimCookie {
  constructor(
    @Inject(ServerSecret) private readonly secret: ServerSecret,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Site) private readonly site: Site,
  ) {}

  /** The id of the claimed photo; null without a cookie, or if it is expired or its signature is invalid. */
  read(request: FastifyRequest): string | null {
    const [photoId, expiresAt, signature, ...more] = (request.cookies[NAME] ?? '').split('.');
    if (!photoId || !expiresAt || !signature || more.length > 0) return null;
    if (!sameBytes(Buffer.from(signature, 'base64url'), this.sign(photoId, expiresAt))) return null;
    return this.clock.now().getTime() < Number(expiresAt) ? photoId : null;
  }

  /** Sets the claim, replacing an earlier one. */
  write(reply: FastifyReply, photoId: string): void {
    const expiresAt = String(this.clock.now().getTime() + DAYS_7 * 1000);
    const signature = this.sign(photoId, expiresAt).toString('base64url');
    reply.setCookie(NAME, `${photoId}.${expiresAt}.${signature}`, { ...this.options(), maxAge: DAYS_7 });
  }

  /** Removes the claim. */
  clear(reply: FastifyReply): void {
    reply.clearCookie(NAME, this.options());
  }

  private sign(photoId: string, expiresAt: string): Buffer {
    return this.secret.hmac('claim', photoId, expiresAt);
  }

  private options() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.site.isSecure } as const;
  }
}
