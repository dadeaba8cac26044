import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { Clock } from '../../kernel/clock.js';
import { Site } from '../../site/site.js';

/**
 * Marks a browser in which an admin signed in, because the cookie of the session is not sent when a page is loaded. It
 * names nobody and permits nothing: with it, the server shows the pages of the back office, which are the same for all.
 * It is signed, so a stranger cannot make one to learn that there is a back office.
 */
@Injectable()
export class AdminMarker {
  constructor(
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly site: Site,
  ) {}

  /** Marks the browser for `lifeMs` milliseconds. */
  set(reply: FastifyReply, lifeMs: number): void {
    const expiresAt = String(this.clock.now().getTime() + lifeMs);
    const { name, options } = this.cookie;
    const value = `${expiresAt}.${this.sign(expiresAt).toString('base64url')}`;
    reply.setCookie(name, value, { ...options, maxAge: lifeMs / 1000 });
  }

  clear(reply: FastifyReply): void {
    const { name, options } = this.cookie;
    reply.clearCookie(name, options);
  }

  isSet(request: FastifyRequest): boolean {
    const [expiresAt = '', signature = '', ...more] = (request.cookies[this.cookie.name] ?? '').split('.');
    if (more.length > 0 || !sameBytes(Buffer.from(signature, 'base64url'), this.sign(expiresAt)))
      return false;
    return this.clock.now().getTime() < Number(expiresAt);
  }

  private sign(expiresAt: string): Buffer {
    return this.secret.hmac('admin-marker', expiresAt);
  }

  private get cookie() {
    const { name, options } = this.site.cookie('staff');
    return { name, options: { ...options, sameSite: 'strict' } } as const;
  }
}
