import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clock } from '../../kernel/clock.js';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { Site } from '../../site/site.js';

const DAYS_7 = 7 * 24 * 60 * 60;
/** A cookie must stay small. A visitor who uploads more photos can publish the latest ones. */
const MOST_PHOTOS = 5;

/** What a browser may do with photos because its person uploaded them or wants to publish them. */
export interface Claim {
  /** A random name of this visitor, the actor of their uploads; null without a claim, and in older cookies. */
  readonly id: string | null;
  readonly photoIds: readonly string[];
  /** The photo that the person wants to publish as soon as they may; null if they did not choose one. */
  readonly wanted: string | null;
}

/** The content of the cookie. */
interface Stored extends Omit<Claim, 'id'> {
  /** Missing in older cookies. */
  readonly id?: string | null;
  /** The only account that the claim is valid for; null until its person signs in. */
  readonly accountId: string | null;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

const NOTHING: Claim = { id: null, photoIds: [], wanted: null };

/**
 * Remembers in the browser, for 7 days, which photos its person uploaded as a visitor, and which one they want to
 * publish. The claim belongs to that person: the first account that signs in takes it over, it ends at sign-out, and
 * another account that signs in ends it. The cookie is signed, so it cannot be forged.
 */
@Injectable()
export class AnonymousUploadCookie {
  constructor(
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly site: Site,
  ) {}

  /**
   * The claim of a request by this account, or by a visitor. It is empty without a cookie, if the cookie has expired
   * or has an invalid signature, and if the claim belongs to another account. So a visitor does not get the claim of
   * an account whose session has expired.
   */
  read(request: FastifyRequest, accountId: string | null): Claim {
    const [content, signature, ...more] = (request.cookies[this.cookie.name] ?? '').split('.');
    if (!content || !signature || more.length > 0) return NOTHING;
    if (!sameBytes(Buffer.from(signature, 'base64url'), this.sign(content))) return NOTHING;
    const claim = JSON.parse(Buffer.from(content, 'base64url').toString()) as Stored;
    const isOpen = claim.accountId === null || claim.accountId === accountId;
    return isOpen && this.clock.now().getTime() < claim.expiresAt ? { id: null, ...claim } : NOTHING;
  }

  /** Claims the photo that a visitor uploaded. An account needs no cookie: the photo's event names it. */
  add(request: FastifyRequest, reply: FastifyReply, photoId: string, id: string): void {
    const { photoIds, wanted } = this.read(request, null);
    this.write(reply, null, { id, photoIds: [photoId, ...photoIds], wanted });
  }

  /** Claims a photo and remembers that its person wants to publish it. */
  want(request: FastifyRequest, reply: FastifyReply, photoId: string, accountId: string | null): void {
    this.write(reply, accountId, { ...this.read(request, accountId), wanted: photoId });
  }

  /** Forgets what the person wants to publish. The claims on photos remain: the person may still change their mind. */
  forget(request: FastifyRequest, reply: FastifyReply, accountId: string | null): void {
    this.write(reply, accountId, { ...this.read(request, accountId), wanted: null });
  }

  /** Moves a visitor's claim to the account that signs in, and ends the claim of another account. */
  signIn(request: FastifyRequest, reply: FastifyReply, accountId: string): void {
    if (request.cookies[this.cookie.name] === undefined) return;
    this.write(reply, accountId, this.read(request, accountId));
  }

  clear(reply: FastifyReply): void {
    const { name, options } = this.cookie;
    reply.clearCookie(name, options);
  }

  private write(
    reply: FastifyReply,
    accountId: string | null,
    { id, photoIds: claimed, wanted }: Claim,
  ): void {
    const all = new Set([...(wanted === null ? [] : [wanted]), ...claimed]);
    if (all.size === 0) return this.clear(reply);
    const expiresAt = this.clock.now().getTime() + DAYS_7 * 1000;
    const photoIds = [...all].slice(0, MOST_PHOTOS);
    const claim: Stored = { id, photoIds, wanted, accountId, expiresAt };
    const content = Buffer.from(JSON.stringify(claim)).toString('base64url');
    const signature = this.sign(content).toString('base64url');
    const { name, options } = this.cookie;
    reply.setCookie(name, `${content}.${signature}`, { ...options, maxAge: DAYS_7 });
  }

  private sign(content: string): Buffer {
    return this.secret.hmac('claim', content);
  }

  private get cookie() {
    return this.site.cookie('claim');
  }
}
