import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { Ids } from '../../kernel/clock.js';
import { Site } from '../../site/site.js';

const DAYS_7 = 7 * 24 * 60 * 60;
/** A cookie must stay small. */
const MOST_CHECKOUTS = 5;
const SEPARATOR = '~';

/** A browser in which checkouts were started. */
export interface CheckoutBrowser {
  /** Random, and the same again for a repeated request. */
  readonly name: string;
  /** The payments of the latest checkouts, the newest first. */
  readonly references: readonly string[];
}

/**
 * Remembers for 7 days which checkouts a browser has started, also without an account and after signing out. The cookie is
 * signed, so it cannot be forged.
 */
@Injectable()
export class CheckoutCookie {
  constructor(
    private readonly secret: ServerSecret,
    private readonly ids: Ids,
    private readonly site: Site,
  ) {}

  /** The browser of a request. It has a new name without a cookie, or if the signature is invalid. */
  read(request: FastifyRequest): CheckoutBrowser {
    const [content = '', signature = ''] = (request.cookies[this.cookie.name] ?? '').split('.');
    const [name = '', ...references] = content.split(SEPARATOR);
    const isOurs = name !== '' && sameBytes(Buffer.from(signature, 'base64url'), this.sign(content));
    return isOurs ? { name, references } : { name: this.ids.uuid(), references: [] };
  }

  /** Remembers one more checkout. */
  add(reply: FastifyReply, { name, references }: CheckoutBrowser, reference: string): void {
    const latest = [...new Set([reference, ...references])].slice(0, MOST_CHECKOUTS);
    const content = [name, ...latest].join(SEPARATOR);
    const { name: cookie, options } = this.cookie;
    const value = `${content}.${this.sign(content).toString('base64url')}`;
    reply.setCookie(cookie, value, { ...options, maxAge: DAYS_7 });
  }

  private sign(content: string): Buffer {
    return this.secret.hmac('checkout', content);
  }

  private get cookie() {
    return this.site.cookie('checkout');
  }
}
