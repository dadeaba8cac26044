import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sameBytes } from '../../infrastructure/sessions/server-secret.js';

const LOCAL = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const ADDED_BY_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Decides who may see more of the health than its status. */
export class HealthAccess {
  /**
   * @param token the token of operators; null if none is set
   * @param trustsLocal whether requests from this machine need no token: never where a proxy may run on it, as its
   * requests need not differ from an operator's
   */
  constructor(
    private readonly token: string | null,
    private readonly trustsLocal: boolean,
  ) {}

  /** Whether the caller may see everything. */
  allows({ headers, socket }: FastifyRequest): boolean {
    const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
    if (given !== undefined) return this.token !== null && sameBytes(digest(given), digest(this.token));
    const isLocal = LOCAL.test(socket.remoteAddress ?? '');
    return this.trustsLocal && isLocal && ADDED_BY_PROXIES.every((name) => headers[name] === undefined);
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
