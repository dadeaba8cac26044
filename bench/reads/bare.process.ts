import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createLogger } from '@footnote/backend/api/http/logger.js';

/**
 * The minimum work of a read: Node's own server, which sends the answers that it is told, with their headers, a request id
 * and a log line, unless `LOG_LINES` is off. Gets the answers from the address in its argument: the real server.
 */
const [origin = '', ...paths] = process.argv.slice(2);
/** Node's server adds these. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'x-request-id']);

interface Answer {
  readonly etag: string | null;
  readonly headers: readonly string[];
  readonly unchanged: readonly string[];
  readonly body: Buffer;
}

const answers = new Map<string, Answer>();
for (const path of paths) {
  const response = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': 'identity' } });
  const headers = [...response.headers].filter(([name]) => !OWN.has(name));
  answers.set(path, {
    etag: response.headers.get('etag'),
    headers: headers.flat(),
    unchanged: headers.filter(([name]) => !name.startsWith('content-')).flat(),
    body: Buffer.from(await response.arrayBuffer()),
  });
}

// The fields contain no secrets, so nothing is redacted, as in the real server's line.
const log = createLogger('info').child({}, { redact: [] });
const writesLines = process.env['LOG_LINES'] !== 'off';
const server = createServer((request, response) => {
  const begin = performance.now();
  const { method, url: path = '' } = request;
  const answer = answers.get(path);
  if (!answer) throw new Error(`there is no answer for ${path}`);
  const requestId = randomUUID();
  const isUnchanged = answer.etag !== null && request.headers['if-none-match'] === answer.etag;
  const status = isUnchanged ? 304 : 200;
  response.writeHead(status, [
    ...(isUnchanged ? answer.unchanged : answer.headers),
    'x-request-id',
    requestId,
  ]);
  response.end(isUnchanged ? undefined : answer.body);
  const milliseconds = Math.round((performance.now() - begin) * 10) / 10;
  if (writesLines) log.info({ requestId, method, path, status, milliseconds }, 'request');
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`listening on http://127.0.0.1:${address?.port}`);
});
