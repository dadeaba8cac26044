import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { LiveMessage, paths } from '../../src/api/generated/schema.d.ts';

const FRONTEND = path.join(import.meta.dirname, '../..');
const DIST = path.join(FRONTEND, 'dist');
/** The headers of the product. */
const HEADERS = path.join(FRONTEND, '../backend/dist/src/api/http/security-headers.js');

/** Whose answers the API gives. */
export type Viewer = 'visitor' | 'member' | 'moderator' | 'finance' | 'owner';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined without one. A text is sent as it is, everything else as JSON. */
  readonly body?: unknown;
  /** Who the browser is signed in as from then on. */
  readonly as?: Viewer;
}

/** What `npm run answers` has recorded. */
interface Recording {
  /** When all of it was asked for. */
  readonly now: string;
  /** What the addresses name. */
  readonly known: Readonly<Record<string, string>>;
  /** By viewer, then by method and address, such as `GET /api/posts/4f0c…`. */
  readonly answers: Readonly<Record<Viewer, Readonly<Record<string, Answer>>>>;
}

export const recording = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../screens/answers.json'), 'utf8'),
) as Recording;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** The operations of the contract by name, such as `GET /api/posts/{id}`. */
export type Operations = {
  [
    Path in keyof paths & string as {
      [M in Method]: paths[Path][M] extends object ? `${Uppercase<M>} ${Path}` : never;
    }[Method]
  ]: paths[Path];
};
export type Operation = keyof Operations;

/** A call that a page has sent. */
export interface Call {
  readonly operation: Operation;
  readonly viewer: Viewer;
  /** By the names in the path of the operation. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  /** Parsed, if it is JSON. */
  readonly body: unknown;
}

/** What a test says of an operation: an answer, or null to break the connection; undefined for what is recorded. */
export type Reply = (call: Call, recorded: Answer | undefined) => Promise<Answer | null | undefined>;

interface Template {
  readonly operation: Operation;
  readonly method: string;
  readonly pattern: RegExp;
}

function templatesOf(contract: { paths: Record<string, object> }): readonly Template[] {
  return Object.entries(contract.paths)
    .toSorted(([one], [other]) => one.split('{').length - other.split('{').length)
    .flatMap(([address, methods]) =>
      Object.keys(methods).map((method) => ({
        operation: `${method.toUpperCase()} ${address}` as Operation,
        method: method.toUpperCase(),
        pattern: new RegExp(`^${address.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      })),
    );
}

const templates = templatesOf(
  JSON.parse(readFileSync(path.join(FRONTEND, '../backend/openapi.json'), 'utf8')),
);

function templateOf(method: string, pathname: string) {
  for (const { operation, pattern, method: own } of templates) {
    const match = own === method ? pattern.exec(pathname) : null;
    if (match) return { operation, params: { ...match.groups } };
  }
  return undefined;
}

/** What visitors get, everybody does, unless it was recorded for them. */
function recordedFor(viewer: Viewer, method: string, address: string, operation: Operation) {
  const isPersonal = /^\/api\/(?:me|user|auth|rtm-sys)\b/.test(address);
  const own = recording.answers[viewer];
  const shared = isPersonal ? {} : recording.answers.visitor;
  const key = `${method} ${address}`;
  const exact = own[key] ?? shared[key];
  if (exact || method === 'GET') return exact;
  // A write is like any other of its kind.
  const isAlike = (name: string) => {
    const [verb = '', target = ''] = name.split(' ');
    return templateOf(verb, target.split('?')[0]!)?.operation === operation;
  };
  return Object.entries({ ...shared, ...own }).find(([name]) => isAlike(name))?.[1];
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const isPicture = /^\/(?:images|api\/rtm-sys\/pictures)\//;

const cookiesOf = (request: IncomingMessage) =>
  new Map((request.headers.cookie ?? '').split('; ').map((cookie) => cookie.split('=') as [string, string]));

/** The cookies of a viewer. The page asks who it is only if there is the second one, whatever its value. */
export const cookiesFor = (viewer: Viewer, url: string) => [
  { name: 'viewer', value: viewer, url, expires: -1 },
  { name: 'member', value: '1', url, expires: viewer === 'member' ? -1 : 0 },
];

/**
 * Serves the built site with recorded answers, to one test at a time. It takes the place of the whole server: pages come
 * without content, and every photo is the same picture.
 */
export class ScreenServer {
  /** What this test says, the last first. */
  replies: { operation: Operation; reply: Reply }[] = [];
  calls: Call[] = [];
  /** Calls without an answer. */
  unanswered: string[] = [];
  private readonly streams = new Set<ServerResponse>();
  private position = 1;
  private server: Server | undefined;
  private picture = Buffer.alloc(0);
  private headers = new Map<string, string>();

  /** Returns its address. */
  async open(): Promise<string> {
    const colours = { width: 640, height: 768, channels: 3, background: '#b9835f' } as const;
    this.picture = await sharp({ create: colours }).webp().toBuffer();
    const { securityHeaders } = (await import(HEADERS)) as {
      securityHeaders: (isHttps: boolean) => Record<string, string>;
    };
    this.headers = new Map(Object.entries(securityHeaders(false)));
    this.server = createServer((request, response) => void this.serve(request, response));
    // Chromium sends a call again, and tells no one, if a connection breaks that it has used before.
    this.server.maxRequestsPerSocket = 1;
    await new Promise<void>((resolve) => void this.server!.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  /** Forgets what a test has said and seen. */
  reset(): void {
    this.replies = [];
    this.calls = [];
    this.unanswered = [];
    for (const stream of this.streams) stream.destroy();
  }

  /** Sends live news to all pages. */
  tell(message: Partial<LiveMessage>): void {
    this.position += 1;
    const data = JSON.stringify({ posts: [], published: [], boosted: [], removed: [], ...message });
    for (const stream of this.streams) stream.write(`event: posts\nid: ${this.position}\ndata: ${data}\n\n`);
  }

  /** Tells all pages that the inbox of their person has changed. */
  tellInbox(): void {
    for (const stream of this.streams) stream.write('event: inbox\ndata: {}\n\n');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url!, 'http://site');
    response.setHeader('date', new Date(recording.now).toUTCString());
    response.setHeaders(this.headers);
    if (pathname === '/api/live') this.follow(response);
    else if (isPicture.test(pathname)) this.send(response, '.webp', this.picture);
    else if (pathname.startsWith('/api/')) await this.answer(request, response, pathname, search);
    else if (pathname === '/health/live') this.send(response, '.txt', 'ok');
    else this.sendFile(response, pathname);
  }

  private follow(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(
      `retry: 1\nevent: ready\nid: ${this.position}\ndata: ${JSON.stringify({ now: recording.now })}\n\n`,
    );
    this.streams.add(response);
    response.on('close', () => this.streams.delete(response));
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    search: string,
  ): Promise<void> {
    const { method = 'GET', headers } = request;
    const template = templateOf(method, pathname);
    const viewer = (cookiesOf(request).get('viewer') ?? 'visitor') as Viewer;
    const bytes = await buffer(request);
    const isJson = headers['content-type'] === 'application/json' && bytes.length > 0;
    const body: unknown = isJson ? JSON.parse(bytes.toString()) : bytes;
    if (!template) return this.send(response, '.json', this.missing(method, pathname + search), 501);
    const query = Object.fromEntries(new URLSearchParams(search));
    const call: Call = { ...template, viewer, query, headers, body };
    this.calls.push(call);
    const recorded = recordedFor(viewer, method, pathname + search, template.operation);
    const answer = await this.reply(call, recorded);
    if (answer === null) return void response.destroy();
    if (!answer && pathname.endsWith('.png')) return this.send(response, '.webp', this.picture);
    if (!answer) return this.send(response, '.json', this.missing(method, pathname + search), 501);
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    if (answer.as) {
      const cookies = cookiesFor(answer.as, '/');
      response.setHeader(
        'set-cookie',
        cookies.map(
          ({ name, value, url: at, expires }) =>
            `${name}=${value}; Path=${at}${expires ? '' : '; Max-Age=0'}`,
        ),
      );
    }
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? null);
    // Links in the answers lead back here.
    const own = text.replaceAll(recording.known['site']!, `http://${headers.host}`);
    return this.send(response, '.json', answer.body === undefined ? '' : own, answer.status);
  }

  private async reply(call: Call, recorded: Answer | undefined): Promise<Answer | null | undefined> {
    for (const { reply } of this.replies.filter(({ operation }) => operation === call.operation)) {
      const answer = await reply(call, recorded);
      if (answer !== undefined) return answer;
    }
    return recorded;
  }

  private missing(method: string, address: string): string {
    this.unanswered.push(`${method} ${address}`);
    return JSON.stringify({ message: 'No answer is recorded.', code: 'not_recorded', requestId: 'none' });
  }

  private sendFile(response: ServerResponse, pathname: string): void {
    const file = path.join(DIST, path.normalize(pathname));
    const extension = path.extname(pathname);
    if (extension && !existsSync(file)) return this.send(response, '.txt', '', 404);
    const sent = extension ? file : path.join(DIST, 'index.html');
    // The worker keeps what is public.
    if (!extension) response.setHeader('cache-control', 'public, no-cache');
    if (pathname.startsWith('/assets/'))
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    this.send(response, path.extname(sent), readFileSync(sent));
  }

  private send(response: ServerResponse, extension: string, body: string | Buffer, status = 200): void {
    if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store');
    if (!response.hasHeader('content-type')) response.setHeader('content-type', TYPES[extension]!);
    response.writeHead(status).end(body);
  }
}
