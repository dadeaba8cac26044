import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { Clock } from '../../kernel/clock.js';
import { isLoopback } from '../../site/loopback.js';
import { Site } from '../../site/site.js';
import { cameThroughProxy } from '../http/client-addresses.js';

const DAYS_180 = 180 * 24 * 60 * 60;

/** Who may use the sandboxes. */
export class SandboxPolicy {
  /**
   * @param code opens them to a browser
   * @param asksAll whether the code is asked of everybody; otherwise of requests from elsewhere than this machine
   */
  constructor(
    readonly code: string,
    readonly asksAll: boolean,
  ) {}
}

/** Opens the sandboxes to browsers whose person entered the code: a signed cookie remembers it for 180 days. */
@Injectable()
export class SandboxAccess {
  constructor(
    private readonly policy: SandboxPolicy,
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly site: Site,
  ) {}

  allows(request: FastifyRequest): boolean {
    return (!this.policy.asksAll && isLocal(request)) || this.knowsCode(request);
  }

  /** Remembers that this browser's person knows the code. Returns false if they don't. */
  open(given: string, reply: FastifyReply): boolean {
    if (!sameBytes(digest(given), digest(this.policy.code))) return false;
    const expiresAt = String(this.clock.now().getTime() + DAYS_180 * 1000);
    const { name, options } = this.site.cookie('sandbox');
    const value = `${expiresAt}.${this.sign(expiresAt).toString('base64url')}`;
    reply.setCookie(name, value, { ...options, maxAge: DAYS_180 });
    return true;
  }

  private knowsCode({ cookies }: FastifyRequest): boolean {
    const [expiresAt = '', signature = ''] = (cookies[this.site.cookie('sandbox').name] ?? '').split('.');
    if (!sameBytes(Buffer.from(signature, 'base64url'), this.sign(expiresAt))) return false;
    return this.clock.now().getTime() < Number(expiresAt);
  }

  /** With the code: a new one ends what the earlier one opened. */
  private sign(expiresAt: string): Buffer {
    return this.secret.hmac('sandbox', this.policy.code, expiresAt);
  }
}

/** A server that listens on this machine alone may still be reached through what passes requests on. */
function isLocal({ headers, host }: FastifyRequest): boolean {
  return !cameThroughProxy(headers) && isLoopback(new URL(`http://${host}`).hostname);
}

/** Of a code in either case, with or without what separates its groups. */
function digest(code: string): Buffer {
  return hash('sha256', code.toUpperCase().replaceAll(/[\s-]/g, ''), 'buffer');
}
