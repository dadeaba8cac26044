import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import type { TestTimer } from './timer.js';

/** A call as the server received it. */
export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** What the server does with a call. */
export type Reply = (response: ServerResponse) => void;

/** A complete chat completion with one choice. */
export function completion(
  message: { content?: string | null; refusal?: string | null },
  finishReason = 'stop',
): Reply {
  return json(200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'gpt-test-2026-08-01',
    choices: [
      {
        index: 0,
        finish_reason: finishReason,
        logprobs: null,
        message: { role: 'assistant', content: null, refusal: null, ...message },
      },
    ],
    usage: { prompt_tokens: 900, completion_tokens: 90, total_tokens: 990 },
  });
}

/** A moderation result; `flagged` names the flagged categories. */
export function moderation(...flagged: string[]): Reply {
  const families = ['harassment', 'hate', 'illicit', 'self-harm', 'sexual', 'sexual/minors', 'violence'];
  return json(200, {
    id: 'modr-1',
    model: 'omni-moderation-latest',
    results: [
      {
        flagged: flagged.length > 0,
        categories: Object.fromEntries(families.map((family) => [family, flagged.includes(family)])),
        category_scores: Object.fromEntries(
          families.map((family) => [family, flagged.includes(family) ? 0.97 : 0.01]),
        ),
      },
    ],
  });
}

/** Any JSON answer. */
export function json(status: number, body: unknown): Reply {
  return text(status, JSON.stringify(body));
}

/** An error in the format of the API. */
export function apiError(status: number, code: string): Reply {
  return json(status, { error: { message: `The error ${code}`, type: code, param: null, code } });
}

/** An answer with the content type JSON, whatever its body. */
export function text(status: number, body: string): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_test' });
    response.end(body);
  };
}

/** Accepts the call and never answers; the time of the caller passes as soon as the call has arrived. */
export function silence(timer: TestTimer): Reply {
  return () => void timer.advance(DEADLINES['judge answer'].ms);
}

/** Sends headers and the start of an endless body; the time of the caller passes after the first bytes. */
export function stalledBody(timer: TestTimer): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"id":"chatcmpl-1",', () => void timer.advance(DEADLINES['judge answer'].ms));
  };
}

/** Cuts the connection before the first byte. */
export const cutConnection: Reply = (response) => {
  response.socket?.destroy();
};

/** Cuts the connection in the middle of the body. */
export const cutBody: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"id":"chatcmpl-1",', () => response.socket?.destroy());
};

/**
 * A local server that answers like the API, with queued answers in order; a call without a queued answer gets a
 * 418.
 */
export class OpenAiServer {
  readonly calls: ReceivedCall[] = [];
  private replies: Reply[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OpenAiServer> {
    const server = createServer();
    const self = new OpenAiServer(server);
    server.on('request', (request, response) => void self.receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  /** The API base URL for an adapter. */
  get baseURL(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** The paths that were called, in order. */
  get paths(): string[] {
    return this.calls.map(({ path }) => path);
  }

  /** Queues the answers to the next calls and drops earlier ones. */
  willReply(...replies: Reply[]): void {
    this.calls.length = 0;
    this.replies = replies;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    // A call whose timeout passed before the last byte does not count.
    if (body === null) return;
    this.calls.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(body) as unknown });
    const reply = this.replies.shift() ?? apiError(418, 'no_answer_lined_up');
    reply(response);
  }
}

/** The whole body; null when the caller closed the connection before its end. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  try {
    return await textOf(request);
  } catch (error) {
    if (request.complete) throw error;
    return null;
  }
}

/** The part of a JSON schema of an object. */
interface ObjectSchema {
  readonly additionalProperties: boolean;
  readonly required: string[];
  readonly properties: Record<string, unknown>;
}

/** All schemas of objects inside a JSON schema. */
export function objectSchemas(schema: unknown): ObjectSchema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inside = Object.values(schema).flatMap(objectSchemas);
  return 'type' in schema && schema.type === 'object'
    ? [schema as unknown as ObjectSchema, ...inside]
    : inside;
}
