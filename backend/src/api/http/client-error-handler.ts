import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { UPLOADS_BUSY } from './upload-concurrency.js';

// As in composition/early-answers.ts.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** The code of Node's error for headers or a body that took too long. */
export const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT';
/** The code of Node's error for a chunk that is too long. */
export const TOO_LARGE = 'HPE_CHUNK_EXTENSIONS_OVERFLOW';
/** An upload whose place another one needs. */
export const CUT_UPLOAD = 'CUT_UPLOAD';
/** What a client should wait after an upload that was refused or cut, in seconds. */
export const RETRY_AFTER_UPLOADS = 15;

type Answer = readonly [
  status: number,
  code: string,
  message: string,
  headers?: Readonly<Record<string, string>>,
];

/** The answers to what is not a request, or is cut: by the code of Node's error or ours. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large', 'The headers are too large.'],
  [TOO_LARGE]: [413, 'too_large', 'The request is too large.'],
  [TOO_SLOW]: [408, 'timeout', 'The request took too long to arrive. Please try again.'],
  [CUT_UPLOAD]: [503, 'busy', UPLOADS_BUSY, { 'retry-after': String(RETRY_AFTER_UPLOADS) }],
};
const UNREADABLE: Answer = [400, 'invalid', 'The request could not be understood.'];

/**
 * Answers what is not a request, or did not arrive in time: like any other error, with a line in the log. There is no
 * request object, so the answer is written to the socket, which is then closed.
 */
export function handleClientErrors(log: Logger, headers: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: { headersSent: boolean } }) => {
    // The client is gone, or has never sent a byte: browsers open spare connections. As Node does, an answer that has
    // begun is cut: nothing else can be sent after it.
    const isSilent = socket.bytesRead === 0 || error.code === 'ECONNRESET' || !socket.writable;
    // oxlint-disable-next-line no-underscore-dangle -- Node has no public name for it, and reads it in the same place.
    if (isSilent || socket._httpMessage?.headersSent) {
      socket.destroy();
      return;
    }
    const [status, code, message, more] = ANSWERS[error.code ?? ''] ?? UNREADABLE;
    const requestId = randomUUID();
    const body = JSON.stringify({ message, code, requestId });
    const sent = {
      ...headers,
      ...more,
      'x-request-id': requestId,
      'cache-control': 'private, no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
    log.info({ requestId, status, reason: error.code }, 'an unreadable request');
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
    // Else a client that does not close its side would keep the connection.
    socket.destroySoon();
  };
}

/** Ends a request before its body has arrived, with the answer to a code of ours. */
export function cutRequest(server: Server, { socket }: IncomingMessage, code: string): void {
  server.emit('clientError', Object.assign(new Error(code), { code }), socket);
}
