import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { HealthAccess } from '../api/health/health.controller.js';
import { securityHeaders } from '../api/http/security-headers.js';
import type { Config } from '../config.js';

// As an ES module, node:http would load the client of `fetch` and of web sockets with it: 40 ms and 5 MB.
const { createServer } = process.getBuiltinModule('node:http');

/** When a client may ask again, in seconds. */
const RETRY_AFTER = '5';
const STARTING = 'Footnote is starting. Please try again in a moment.';
const JSON_TYPE = 'application/json; charset=utf-8';
/** For people; the browser asks again by itself. */
const STARTING_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta http-equiv="refresh" content="${RETRY_AFTER}" />
    <title>Footnote is starting</title>
  </head>
  <body>
    <h1>Footnote is starting</h1>
    <p>This page loads again by itself in a few seconds.</p>
  </body>
</html>
`;

/**
 * Answers on the address of the server while the program is loaded and its start is under way: that it lives, and what it
 * does. Everything else gets 503 before anything of it is read, because nothing may be served or decided yet.
 */
export class EarlyAnswers {
  private step = 'loading the program';
  private readonly server: Server;
  private readonly access: HealthAccess;
  private readonly headers: Readonly<Record<string, string>>;

  private constructor(config: Config) {
    this.access = HealthAccess.of(config);
    this.headers = {
      ...securityHeaders(config.publicUrl?.startsWith('https:') === true),
      'cache-control': 'private, no-store',
      // The next request of a client may be one for the whole server.
      connection: 'close',
    };
    this.server = createServer((request, response) => this.answer(request, response));
  }

  /** @throws Error if it can't listen there */
  static async listen(config: Config): Promise<EarlyAnswers> {
    const answers = new EarlyAnswers(config);
    const { port, host } = config;
    answers.server.listen({ port, host });
    await once(answers.server, 'listening');
    return answers;
  }

  /** What the start does now, for operators. */
  tell(step: string): void {
    this.step = step;
  }

  /** Frees the address for the whole server. */
  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const [path] = (request.url ?? '').split('?', 1);
    if (path === '/health/live') this.send(response, 200, { status: 'ok' });
    else if (path === '/health/ready' || path === '/health') {
      const status = 'unavailable';
      const problems = [`Footnote is starting: ${this.step}`];
      this.send(response, 503, this.access.allows(request) ? { status, problems } : { status });
    } else if (request.method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '')) {
      this.send(response, 503, STARTING_PAGE, 'text/html; charset=utf-8');
    } else this.send(response, 503, { message: STARTING, code: 'starting' });
  }

  private send(response: ServerResponse, status: number, body: object | string, type = JSON_TYPE): void {
    if (status === 503) response.setHeader('retry-after', RETRY_AFTER);
    response.writeHead(status, { ...this.headers, 'content-type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}
