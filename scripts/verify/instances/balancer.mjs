// A proxy in front of all processes, which sends each request of a client to another one than the request before.
import { once } from 'node:events';
import { Agent, createServer, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const CHECK_MS = 250;
/** A process that does not answer for so long gets no requests, and loses those that it has. */
const SILENCE_MS = 2000;
const SAFE = new Set(['GET', 'HEAD']);
/** One in so many requests is spoiled. */
const SPOILED = 100;

/** The name of the client, by which the balancer tells its requests. */
export const CLIENT = 'x-client';

export class Balancer {
  /** @type {import('./processes.mjs').Instance[]} */
  instances = [];
  /** How many requests a process did not answer. Another one answers reads instead. */
  unanswered = 0;
  #ready = new Set();
  /** The process of the last request, by client. */
  #last = new Map();
  #turn = 0;
  #running = new Map();
  #agent = new Agent({ keepAlive: true });
  #isOver = false;
  /** Answers to reads, for a balancer that gives out old ones. */
  #copies = new Map();

  /** @param {string | undefined} spoils  what a wrong site would do, to see that this is found: lost, doubled or stale */
  constructor(spoils) {
    this.spoils = spoils;
    this.server = createServer((request, response) => {
      this.#pass(request, response).catch((error) => response.destroy(error));
    });
  }

  async listen() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const { port } = this.server.address();
    this.url = `http://127.0.0.1:${port}`;
    // Passkeys work there.
    this.publicUrl = `http://localhost:${port}`;
    return this;
  }

  /** Begins to send requests to these processes, as long as they are ready. */
  async serve(instances) {
    this.instances = instances;
    const checks = instances.map(async (instance) => {
      while (!this.#isOver) {
        await this.#check(instance);
        await sleep(CHECK_MS);
      }
    });
    this.checks = Promise.all(checks);
    while (this.#ready.size < instances.length) await sleep(20);
  }

  async stop() {
    this.#isOver = true;
    await this.checks;
    this.server.closeAllConnections();
    this.server.close();
    this.#agent.destroy();
  }

  async #check(instance) {
    const isReady = await instance.isReady(SILENCE_MS);
    if (isReady) this.#ready.add(instance);
    else this.#ready.delete(instance);
    // One that is about to end answers what it has.
    if (isReady !== null) return;
    for (const [passed, by] of this.#running) if (by === instance) passed.destroy(new Error('no answer'));
  }

  async #pass(request, response) {
    const body = await buffer(request);
    const client = request.headers[CLIENT];
    const tried = new Set();
    for (let instance; (instance = this.#next(client, tried)); tried.add(instance)) {
      this.#last.set(client, instance);
      const answer = await this.#ask(instance, request, body);
      if (answer) {
        response.writeHead(answer.status, answer.reason, [...answer.headers, 'x-served-by', instance.name]);
        response.end(answer.body);
        return;
      }
      this.unanswered += 1;
      // It may have been done: only who sent it can repeat it, with its key.
      if (!SAFE.has(request.method)) break;
    }
    response.writeHead(502).end();
  }

  /** Another process than the last one of this client, if there is one. */
  #next(client, tried) {
    const left = [...this.#ready].filter((instance) => !tried.has(instance));
    const others = left.filter((instance) => instance !== this.#last.get(client));
    const choice = others.length > 0 ? others : left;
    this.#turn += 1;
    return choice[this.#turn % choice.length];
  }

  /** The answer of a process, or what a wrong site would give out. */
  async #ask(instance, request, body) {
    const { method, url, headers } = request;
    const isNow = this.#turn % SPOILED === 0 ? this.spoils : undefined;
    if (isNow === 'lost' && url.endsWith('/like') && method !== 'GET')
      return { status: 200, headers: ['content-type', 'application/json'], body: '{"success":true}' };
    const copy = `${headers[CLIENT]} ${url}`;
    if (isNow === 'stale' && method === 'GET' && this.#copies.has(copy)) return this.#copies.get(copy);
    const answer = await this.#forward(instance, request, body);
    if (this.spoils === 'stale' && method === 'GET') this.#copies.set(copy, answer);
    if (isNow === 'doubled' && url.endsWith('/comments') && method === 'POST')
      await this.#forward(instance, request, body, { 'idempotency-key': crypto.randomUUID() });
    return answer;
  }

  /** The answer of a process, or null without one. */
  async #forward(instance, request, body, more = {}) {
    const passed = send(new URL(request.url, instance.url), {
      method: request.method,
      agent: this.#agent,
      headers: { ...request.headers, ...more, 'content-length': body.length },
    });
    this.#running.set(passed, instance);
    try {
      passed.end(body);
      const [answer] = await once(passed, 'response');
      const headers = answer.rawHeaders;
      return { status: answer.statusCode, reason: answer.statusMessage, headers, body: await buffer(answer) };
    } catch {
      return null;
    } finally {
      this.#running.delete(passed);
    }
  }
}
