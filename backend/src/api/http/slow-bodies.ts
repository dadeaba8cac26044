import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Timer } from '../../kernel/timer.js';
import { LARGEST_UPLOAD } from '../../shared/photo-file.js';
import { TOO_LARGE, TOO_SLOW, cutRequest } from './client-error-handler.js';

/** What a body has to bring on average, in bytes a second: 64 kbit/s, an old mobile network, without what TCP and TLS take. */
const LEAST_RATE = 7000;
/** How long a body may bring nothing, in milliseconds. */
const LONGEST_PAUSE_MS = 30_000;
export const CHECK_EVERY_MS = 5000;
/** A body without a length is cut beyond it: a photo of 10 MB in a form is smaller, and other bodies are refused before. */
const LARGEST = LARGEST_UPLOAD + 1_000_000;

/** How long a client may bring or take no bytes: 30 seconds, and less if it was slower before than it must be. */
export class Patience {
  /** Grows with every byte. */
  private leftMs = LONGEST_PAUSE_MS;

  /** @param bytes how many it has brought or taken so far; `at` is by the timer, `mostMs` what it can save up */
  constructor(
    private bytes: number,
    private at: number,
    private readonly leastRate = LEAST_RATE,
    private readonly mostMs = LONGEST_PAUSE_MS,
  ) {}

  /** @param isClientSlow false if it is the server that lets the client wait */
  isOver(bytes: number, now: number, isClientSlow: boolean): boolean {
    const earned = ((bytes - this.bytes) / this.leastRate) * 1000;
    const spent = isClientSlow ? now - this.at : 0;
    this.leftMs = Math.min(this.mostMs, this.leftMs + earned - spent);
    this.bytes = bytes;
    this.at = now;
    return this.leftMs < 0;
  }
}

interface Arriving {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly patience: Patience;
  /** Of its connection, before it. */
  readonly bytesBefore: number;
  /** At the last check. */
  wasAnswered: boolean;
}

/**
 * Cuts requests whose bodies arrive too slowly. A body may pause for 30 seconds, and must bring 7 kB a second on average.
 * So a photo of 10 MB may take 25 minutes, but a connection that sends a byte now and then ends after 30 seconds. A request
 * that is answered before its body has arrived is the last of its connection: else its client would go on sending.
 */
@Injectable()
export class SlowBodies {
  private readonly arriving = new Set<Arriving>();

  constructor(private readonly timer: Timer) {}

  /** Follows all requests of the server until it closes. */
  follow(fastify: FastifyInstance): void {
    const { server } = fastify;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!bringsBody(request)) return;
      const { bytesRead: bytesBefore } = request.socket;
      const patience = new Patience(bytesBefore, this.timer.elapsed());
      this.arriving.add({ request, response, patience, bytesBefore, wasAnswered: false });
    });
    const endChecks = this.timer.every(CHECK_EVERY_MS, () => this.check(server, this.timer.elapsed()));
    fastify.addHook('onClose', (_, done) => {
      endChecks();
      done();
    });
    fastify.addHook('onSend', ({ raw }, reply, payload, done) => {
      if (bringsBody(raw) && !raw.complete) {
        reply.header('connection', 'close');
        closeWithBody(raw);
      }
      done(null, payload);
    });
  }

  /** Cuts the requests that are too slow at `now`, by the timer. */
  check(server: Server, now: number): void {
    for (const body of this.arriving) {
      const { request, response, patience, wasAnswered } = body;
      // Bytes that this server has not read yet: it is not the client that is slow.
      const isClientSlow = request.readableLength === 0;
      const isTooSlow = patience.isOver(request.socket.bytesRead, now, isClientSlow);
      const isTooLarge = request.socket.bytesRead - body.bytesBefore > LARGEST;
      body.wasAnswered = response.writableFinished;
      if (request.complete || request.destroyed) this.arriving.delete(body);
      // The client of an answered one has until the next check to read the answer.
      else if (isTooSlow || isTooLarge || wasAnswered) {
        this.arriving.delete(body);
        // An answer that has been sent cannot be replaced.
        if (response.headersSent) request.socket.destroy();
        else cutRequest(server, request, isTooLarge ? TOO_LARGE : TOO_SLOW);
      }
    }
  }
}

function bringsBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

/**
 * Closes a connection after its last answer only when the body has arrived or the client has gone. Closing it with unread
 * bytes would reset it, and the answer could be lost.
 */
function closeWithBody(request: IncomingMessage): void {
  const { socket } = request;
  const close = socket.destroySoon.bind(socket);
  // Node calls it after the last answer of a connection.
  socket.destroySoon = () => {
    if (request.destroyed) return close();
    socket.end();
    request.once('close', close);
    request.resume();
  };
}
