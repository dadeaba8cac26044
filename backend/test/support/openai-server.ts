import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/** A call as it came over the wire. */
export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** What the server does with a call. */
export type Reply = (response: ServerResponse) => void;

/** A whole chat completion with one choice. */
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

/** A moderation result; `flagged` names the categories that are. */
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

/** An error as the API words it. */
export function apiError(status: number, code: string): Reply {
  return json(status, { error: { message: `The error ${code}`, type: code, param: null, code } });
}

/** An answer that calls itself JSON, whatever it is. */
export function text(status: number, body: string): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_test' });
    response.end(body);
  };
}

/** Takes the call and never answers; the caller's time is up as soon as the call has come. */
export function silence(deadlines: Deadlines): Reply {
  return () => deadlines.passNow();
}

/** Sends headers and the start of a body that never ends; the caller's time is up after the first bytes. */
export function stalledBody(deadlines: Deadlines): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"id":"chatcmpl-1",', () => deadlines.passNow());
  };
}

/** Deadlines that pass when a test says so, so that no test depends on how fast a machine is. */
export class Deadlines {
  private running: AbortController[] = [];

  readonly start = (): AbortSignal => {
    const controller = new AbortController();
    this.running.push(controller);
    return controller.signal;
  };

  passNow(): void {
    for (const controller of this.running.splice(0)) controller.abort();
  }
}

/** Cuts the connection before a word. */
export const cutConnection: Reply = (response) => {
  response.socket?.destroy();
};

/** Cuts the connection in the middle of the body. */
export const cutBody: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"id":"chatcmpl-1",', () => response.socket?.destroy());
};

/**
 * A local server that answers like the API, in the order its answers were lined up; an answer too few is a
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

  /** What to give an adapter as the API's address. */
  get baseURL(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** The paths that were called, in order. */
  get paths(): string[] {
    return this.calls.map(({ path }) => path);
  }

  /** Lines up the answers to the calls to come and forgets those before. */
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
    // A caller whose time was up before the last byte has made no call.
    if (body === null) return;
    this.calls.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(body) as unknown });
    const reply = this.replies.shift() ?? apiError(418, 'no_answer_lined_up');
    reply(response);
  }
}

/** The whole body; null when the caller hung up before its end. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  try {
    return await textOf(request);
  } catch (error) {
    if (request.complete) throw error;
    return null;
  }
}
