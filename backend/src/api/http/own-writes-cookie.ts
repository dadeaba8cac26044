import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServerSecret, sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { ActiveRole } from '../../kernel/active-role.js';
import { DocumentStore } from '../../kernel/document-store.js';
import type { Position } from '../../kernel/event-log.js';
import { ViewProgress } from '../../kernel/view-progress.js';
import { Site } from '../../site/site.js';

/** Longer than any view lags. */
const SECONDS = 60;
const NAME = 'written';

/**
 * Tells the next process that a browser asks, of several, up to which position of the log the browser has written, so that it
 * sees that. Signed: nobody can let requests wait for what is not in this log.
 */
@Injectable()
export class OwnWritesCookie {
  /** What answers that are not sent yet tell. */
  private readonly noted = new WeakMap<FastifyReply, Position>();

  constructor(
    private readonly role: ActiveRole,
    private readonly store: DocumentStore,
    private readonly views: ViewProgress,
    private readonly secret: ServerSecret,
    private readonly site: Site,
  ) {}

  /** The name of the cookie. */
  get name(): string {
    return this.site.cookie(NAME).name;
  }

  /** Notes that a request has written up to a position. What the browser has written before stays. */
  note(request: FastifyRequest, reply: FastifyReply, position: Position): void {
    if (this.role.isAlone || reply.sent) return;
    const latest = Math.max(position, this.positionIn(request), this.noted.get(reply) ?? 0);
    this.noted.set(reply, latest);
    const { name, options } = this.site.cookie(NAME);
    reply.setCookie(name, `${latest}.${this.signatureOf(latest)}`, { ...options, maxAge: SECONDS });
  }

  /**
   * Waits until the views have what the browser has written, or the deadline expires. Returns its position; 0 if it has written
   * nothing lately.
   */
  async seen(request: FastifyRequest): Promise<Position> {
    const position = this.role.isAlone ? 0 : this.positionIn(request);
    if (position > 0) await this.views.reached(position, 'own writes', 'all');
    return position;
  }

  private positionIn({ cookies }: FastifyRequest): Position {
    const value = cookies[this.name];
    if (value === undefined) return 0;
    const [text = '', signature = ''] = value.split('.');
    const position = Number(text);
    const isSigned = sameBytes(Buffer.from(signature), Buffer.from(this.signatureOf(position)));
    return isSigned ? position : 0;
  }

  private signatureOf(position: Position): string {
    return this.secret.hmac('own writes', String(this.store.log), String(position)).toString('base64url');
  }
}
