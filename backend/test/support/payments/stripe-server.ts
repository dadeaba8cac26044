import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** What happens to one request: `lost` and `cut` happen to the answer, after the work is done. */
export type Fault = 'too many' | 'broken' | 'reset' | 'lost' | 'cut' | 'silent';

/** What a checkout session shows before anything happened to it. */
const BEFORE = { status: 'open', payment_status: 'unpaid', payment_intent: null };

/** Serves the API of the sandbox over HTTP, with faults on demand. */
export class StripeServer {
  /** The requests in order, such as `POST /v1/refunds`. */
  readonly requests: string[] = [];
  /** How long each answer takes. */
  latencyMs = 0;
  /** What happens to every request, before those of {@link willFail} count. */
  weather: Fault | null = null;
  /** The objects that it never answers about, by id. */
  readonly silentAbout = new Set<string>();
  /** The checkout sessions that the next read shows as they were before they were paid, by id. */
  readonly staleOnce = new Set<string>();
  private faults: (Fault | null)[] = [];

  private constructor(
    private readonly server: Server,
    private readonly api: typeof fetch,
  ) {}

  static async before(api: typeof fetch): Promise<StripeServer> {
    const server = createServer();
    const self = new StripeServer(server, api);
    server.on('request', (request, response) => void self.receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The faults of the next requests, in order, and none afterwards; null for none. Forgets earlier requests. */
  willFail(...faults: readonly (Fault | null)[]): void {
    this.requests.length = 0;
    this.faults = [...faults];
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    this.requests.push(`${request.method} ${request.url?.split('?', 1)[0]}`);
    const id = request.url?.split('?', 1)[0]?.split('/').at(-1) ?? '';
    const isSilent = this.silentAbout.has(id);
    const fault = isSilent ? 'silent' : (this.weather ?? this.faults.shift());
    if (fault === 'silent') return;
    if (this.latencyMs > 0) await sleep(this.latencyMs);
    if (fault === 'reset') {
      response.socket?.resetAndDestroy();
      return;
    }
    if (fault === 'too many' || fault === 'broken') {
      const status = fault === 'broken' ? 500 : 429;
      const error = { type: 'api_error', message: 'Something is wrong with the sandbox.' };
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' });
      response.end(JSON.stringify({ error }));
      return;
    }
    const answer = await this.api(new URL(request.url ?? '/', this.url), {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      ),
      ...(request.method !== 'GET' && { body }),
    });
    const isStale = request.method === 'GET' && this.staleOnce.delete(id);
    const whole = isStale
      ? JSON.stringify({ ...((await answer.json()) as object), ...BEFORE })
      : await answer.text();
    if (fault === 'lost') {
      response.socket?.resetAndDestroy();
      return;
    }
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'content-length': Buffer.byteLength(whole),
    });
    if (fault === 'cut') response.write(whole.slice(0, 20), () => response.socket?.destroy());
    else response.end(whole);
  }
}
