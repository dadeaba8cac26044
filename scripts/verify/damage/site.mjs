// A site on a data folder, its operator, and the person who uses it.
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '../../process.mjs';
import { built, dist } from '../outage/built.mjs';

const PASSWORD = 'a quiet walk at dusk';
const PATIENCE_MS = 90_000;
const SETTINGS = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
  REBUILD_PRIORITY: 'normal',
  HOST: '127.0.0.1',
  PORT: '0',
  SMTP_URL: '',
};

/** Runs a program of the backend to its end, from this build or the one in `from`. @returns {Promise<{ code: number, output: string }>} */
export async function run(folder, program, args = [], settings = {}, from = dist) {
  const { child, said } = launch(from, folder, program, args, settings);
  const [code, signal] = await once(child, 'close');
  return { code: code ?? signal, output: said() };
}

export class Server {
  /** The servers that were started and have not ended. */
  static running = new Set();

  /** Answers a running server, or how it ended. @returns {Promise<Server | { code: number, output: string }>} */
  static async start(folder, settings = {}, from = dist) {
    const { child, said } = launch(from, folder, 'main.js', [], settings);
    const ended = once(child, 'close').then(([code, signal]) => ({ code: code ?? signal, output: said() }));
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
      if (child.exitCode !== null || child.signalCode !== null) return ended;
      const url = /listening on (http:\S+)/.exec(said())?.[1];
      if (url && (await isReady(url))) return new Server(child, url, said, ended);
    }
    child.kill('SIGKILL');
    const { output } = await ended;
    return { code: 'not ready in time', output };
  }

  constructor(child, url, said, ended) {
    Object.assign(this, { child, url, said, ended });
    Server.running.add(this);
    void ended.then(() => Server.running.delete(this));
  }

  get isAlive() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async end(signal) {
    this.child.kill(signal);
    return this.ended;
  }

  async browser() {
    const { Browser } = await built('test/support/browser.js');
    return new Browser(this);
  }
}

/** Two people make every file of a data folder: a post with comments, likes and a checkout. */
export async function makeHistory(folder) {
  const server = await Server.start(folder);
  return { server, history: await historyOn(server, folder) };
}

/** A post of ann with comments, likes and a checkout; she is signed in. */
export async function historyOn(server, folder) {
  const { drawFeet } = await built('src/demo/drawing/draw-feet.js');
  const { seededRandom } = await built('src/demo/random.js');
  const ann = await verified(server, folder, 'ann@example.org');
  const rating = await needed(ann.upload('/api/upload', await drawFeet(seededRandom('damage'))));
  const { id: post } = await needed(ann.post('/api/posts/publish', rating));
  await needed(ann.post('/api/boost/checkout', { boostType: 'mega' }));
  const bob = await verified(server, folder, 'bob@example.org');
  const comments = [];
  for (let number = 0; number < 20; number += 1) comments.push(await comment(bob, post));
  await needed(bob.post(`/api/posts/${post}/like`));
  return { ann, post, comments };
}

/**
 * Uses the site. Answers what does not work.
 * @param expected whether the people of the history can sign in, and their comments are there
 */
export async function useSite(server, { post, comments }, expected = { people: true }) {
  const problems = [];
  const visitor = await server.browser();
  const expect = (what, holds, found) =>
    holds || problems.push(`${what}: ${JSON.stringify(found).slice(0, 200)}`);
  const email = `${crypto.randomUUID()}@example.org`;
  const registered = await visitor.post('/api/auth/register', { email, password: PASSWORD });
  expect('somebody registers', registered.status === 201, registered);
  if (!expected.people) return problems;
  const login = await visitor.post('/api/auth/login', { email: 'bob@example.org', password: PASSWORD });
  expect('bob signs in', login.status === 200, login);
  const said = await visitor.post(`/api/posts/${post}/comments`, { text: 'A calm picture.' });
  expect('bob comments', said.status === 201, said);
  const page = await visitor.get(`/api/posts/${post}/comments?limit=100`);
  const found = new Set(page.status === 200 ? page.body.map(({ id }) => id) : []);
  const lost = comments.filter((id) => !found.has(id));
  expect('acknowledged comments are there', lost.length === 0, { status: page.status, lost: lost.length });
  const board = await visitor.get('/api/posts');
  expect('the board is there', board.status === 200, board.status);
  return problems;
}

/** Reads and writes while a file is damaged. Answers the statuses, and the comments that were acknowledged. */
export async function goOn(server, { post }, rounds, bob) {
  const statuses = new Map();
  const comments = [];
  const seen = ({ status }) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  for (let round = 0; round < rounds && server.isAlive; round += 1) {
    try {
      seen(await bob.post('/api/auth/login', { email: 'bob@example.org', password: PASSWORD }));
      const said = await bob.post(`/api/posts/${post}/comments`, { text: 'A calm picture.' });
      seen(said);
      if (said.status === 201) comments.push(said.body.id);
      for (const address of [`/api/posts/${post}`, '/api/posts?sort=recent', '/api/auth/me', '/health']) {
        seen(await bob.get(address));
      }
    } catch {
      statuses.set('cut', (statuses.get('cut') ?? 0) + 1);
    }
    await sleep(100);
  }
  return {
    statuses: [...statuses].map(([status, count]) => `${status}×${count}`).join(' '),
    comments,
    seen: statuses,
  };
}

async function comment(person, post) {
  return (await needed(person.post(`/api/posts/${post}/comments`, { text: 'A calm picture.' }))).id;
}

async function verified(server, folder, email) {
  const { FolderMailer } = await built('src/infrastructure/mail/folder-mailer.js');
  const box = new FolderMailer(join(folder, 'mail'), { name: '', address: email }, { now: () => new Date() });
  const browser = await server.browser();
  await needed(browser.post('/api/auth/register', { email, password: PASSWORD }));
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const id = (await box.list(100)).find(({ to }) => to === email)?.id;
    const token = id && /verify-email\?token=([\w-]+)/.exec((await box.read(id))?.text ?? '')?.[1];
    if (token) {
      await needed(browser.post('/api/auth/verify-email', { token }));
      return browser;
    }
    await sleep(100);
  }
  throw new Error(`No mail to ${email} arrived.`);
}

async function needed(answer) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`A request was answered with ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function isReady(url) {
  const answer = await fetch(`${url}/health/ready`).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.status === 200;
}

function launch(from, folder, program, args, settings) {
  const child = start(process.execPath, [join(from, 'src', program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...SETTINGS, DATA_DIR: folder, ...settings },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  // Each start says that first.
  return { child, said: () => output.replace(/^Footnote is starting.*\n/m, '') };
}
