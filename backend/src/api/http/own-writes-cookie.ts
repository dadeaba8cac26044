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

  /** Notes that a request has written up to a position. */
  note(reply: FastifyReply, position: Position): void {
    if (this.role.isAlone || reply.sent) return;
    const { name, options } = this.site.cookie(NAME);
    reply.setCookie(name, `${position}.${this.signatureOf(position)}`, { ...options, maxAge: SECONDS });
  }

  /**
   * Waits until the views have what the browser has written, or the deadline expires. Returns its position; 0 if it has written
   * nothing lately.
   */
  async seen(request: FastifyRequest): Promise<Position> {
    const value = this.role.isAlone ? undefined : request.cookies[this.name];
    if (value === undefined) return 0;
    const [text = '', signature = ''] = value.split('.');
    const position = Number(text);
    if (!sameBytes(Buffer.from(signature), Buffer.from(this.signatureOf(position)))) return 0;
    await this.views.reached(position, 'own writes', 'all');
    return position;
  }

  private signatureOf(position: Position): string {
    return this.secret.hmac('own writes', String(this.store.log), String(position)).toString('base64url');
  }
}
