import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Timer } from '../../kernel/timer.js';
import { TOO_SLOW } from './unreadable.js';

/** Bytes per second that a body has to bring on average: 64 kbit/s, an old mobile network. */
const LEAST_RATE = 8 * 1024;
/** How long a body may bring nothing, in milliseconds. */
const LONGEST_PAUSE_MS = 30_000;
const CHECK_EVERY_MS = 5000;

interface Arriving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The bytes of its connection at the last check. */
  bytes: number;
  checkedAt: number;
  /** How long it may still bring nothing; grows with every byte. */
  patienceMs: number;
}

/**
 * Cuts requests whose bodies arrive too slowly. A body may pause for 30 seconds, and must bring 8 kB a second on average.
 * So a photo of 10 MB may take 22 minutes, but a connection that sends a byte now and then ends after 30 seconds.
 */
@Injectable()
export class SlowBodies {
  private readonly arriving = new Set<Arriving>();

  constructor(private readonly timer: Timer) {}

  /** Follows all requests of the server until it closes. */
  follow(fastify: FastifyInstance): void {
    const { server } = fastify;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
      if (length === '0' && encoding === undefined) return;
      const { bytesRead: bytes } = request.socket;
      const checkedAt = this.timer.elapsed();
      this.arriving.add({ request, response, bytes, checkedAt, patienceMs: LONGEST_PAUSE_MS });
    });
    const endChecks = this.timer.every(CHECK_EVERY_MS, () => this.check(server, this.timer.elapsed()));
    fastify.addHook('onClose', (_, done) => {
      endChecks();
      done();
    });
  }

  /** Cuts the requests that are too slow at `now`, by the timer. */
  check(server: Server, now: number): void {
    for (const body of this.arriving) {
      const { request, response } = body;
      if (request.complete || request.destroyed) this.arriving.delete(body);
      else if (!this.isInTime(body, now)) {
        this.arriving.delete(body);
        // An answer that has been sent cannot be replaced.
        if (response.headersSent) request.socket.destroy();
        else server.emit('clientError', Object.assign(new Error(), { code: TOO_SLOW }), request.socket);
      }
    }
  }

  private isInTime(body: Arriving, now: number): boolean {
    const { request } = body;
    const { bytesRead } = request.socket;
    const earned = ((bytesRead - body.bytes) / LEAST_RATE) * 1000;
    // Bytes that this server has not read yet: it is not the client that is slow.
    const spent = request.readableLength > 0 ? 0 : now - body.checkedAt;
    body.patienceMs = Math.min(LONGEST_PAUSE_MS, body.patienceMs + earned - spent);
    body.bytes = bytesRead;
    body.checkedAt = now;
    return body.patienceMs >= 0;
  }
}
