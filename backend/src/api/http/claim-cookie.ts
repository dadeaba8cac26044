import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../../kernel/clock.js';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { Site } from './site.js';

const NAME = 'claim';
const DAYS_7 = 7 * 24 * 60 * 60;

/**
 * Remembers, for 7 days and in the browser alone, which photo's rating a visitor wants to publish. Signed, so
 * that none can be made up.
 */
@Injectable()
export class ClaimCookie {
  constructor(
    @Inject(ServerSecret) private readonly secret: ServerSecret,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Site) private readonly site: Site,
  ) {}

  /**
   * The id of the photo that was claimed; null when there is no claim, an expired one, or one that we did not
   * sign.
   */
  read(request: FastifyRequest): string | null {
    const [photoId, expiresAt, signature, ...more] = (request.cookies[NAME] ?? '').split('.');
    if (!photoId || !expiresAt || !signature || more.length > 0) return null;
    if (!sameBytes(Buffer.from(signature, 'base64url'), this.sign(photoId, expiresAt))) return null;
    return this.clock.now().getTime() < Number(expiresAt) ? photoId : null;
  }

  /** Remembers this photo, in place of the one before. */
  write(reply: FastifyReply, photoId: string): void {
    const expiresAt = String(this.clock.now().getTime() + DAYS_7 * 1000);
    const signature = this.sign(photoId, expiresAt).toString('base64url');
    reply.setCookie(NAME, `${photoId}.${expiresAt}.${signature}`, { ...this.options(), maxAge: DAYS_7 });
  }

  /** Forgets. */
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
