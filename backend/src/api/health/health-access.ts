import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sameBytes } from '../../infrastructure/sessions/server-secret.js';
import { isLoopback } from '../../site/loopback.js';
import { cameThroughProxy } from '../http/proxy-headers.js';

/** The settings that decide it. */
interface HealthSettings {
  readonly healthToken: string | null;
  readonly environment: string;
  readonly trustedProxies: number;
}

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

  static of({ healthToken, environment, trustedProxies }: HealthSettings): HealthAccess {
    return new HealthAccess(healthToken, environment !== 'production' && trustedProxies === 0);
  }

  /** Whether the caller may see everything. */
  allows({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
    const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
    if (given !== undefined) return this.token !== null && sameBytes(digest(given), digest(this.token));
    return this.trustsLocal && isLoopback(socket.remoteAddress ?? '') && !cameThroughProxy(headers);
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
