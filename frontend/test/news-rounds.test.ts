import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { type LiveReader, newsRounds } from '../src/features/live/news-rounds.ts';

const nothing = { posts: [], published: [], boosted: [], removed: [] };
const news = (position: string, reload = false) => Response.json({ ...nothing, position, reload });
const unchanged = () => new Response(null, { status: 304 });

/** When the page asked, in seconds, and with what. */
let asked: { at: number; path: string; named: string | null }[] = [];
let answer: () => Response | Promise<Response> = unchanged;
let seen: string[] = [];
/** How often the inbox was to be read. */
let inboxes = 0;

/** A reader that notes what it is told, and its rounds. */
function follow(position: string | undefined) {
  const reader: LiveReader = {
    position,
    onPosts: () => seen.push('posts'),
    onGap: (since) => seen.push(`gap ${since / 1000}`),
    onInbox: () => (inboxes += 1),
  };
  return { reader, rounds: newsRounds(reader) };
}

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    mock.timers.tick(1000);
    // Promises of answers that are there.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const times = () => asked.map(({ at }) => at);

describe('the rounds of a page without a stream', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    mock.method(Math, 'random', () => 0.5);
    mock.method(globalThis, 'fetch', (path: string, { headers }: RequestInit) => {
      const named = new Headers(headers).get('if-none-match');
      asked.push({ at: Math.round(Date.now() / 1000), path, named });
      return Promise.resolve(answer());
    });
    [asked, seen, answer, inboxes] = [[], [], unchanged, 0];
  });
  afterEach(() => mock.reset());

  it('asks at some moment of the first interval, and then once in each, and has the inbox read', async () => {
    const { rounds } = follow('7');
    rounds.start();
    await pass(140);
    assert.deepEqual(times(), [23, 76, 129]);
    assert.equal(inboxes, 3);
    assert.deepEqual(asked[0], { at: 23, path: '/api/live/news?after=7', named: '"7"' });
  });

  for (const [chance, interval] of [
    [0, 45],
    [0.999, 60],
  ] as const) {
    it(`waits ${interval} seconds if chance is ${chance}`, async () => {
      mock.method(Math, 'random', () => chance);
      follow('7').rounds.start();
      await pass(180);
      const [first = 0, second = 0, third = 0] = times();
      assert.deepEqual([second - first, third - second], [interval, interval]);
    });
  }

  it('tells what has happened, and asks from there on', async () => {
    const { reader, rounds } = follow('7');
    answer = () => news('9');
    rounds.start();
    await pass(80);
    assert.equal(reader.position, '9');
    assert.deepEqual([asked.at(-1)?.path, seen], ['/api/live/news?after=9', ['posts', 'posts']]);
  });

  it('reads everything again that is older than the first position, or than one that is too old', async () => {
    const { reader, rounds } = follow(undefined);
    answer = () => news('9', asked.length > 1);
    rounds.start();
    await pass(80);
    assert.deepEqual(asked[0], { at: 23, path: '/api/live/news', named: null });
    assert.deepEqual([seen, reader.position], [['gap 23', 'gap Infinity'], '9']);
  });

  it('leaves a server alone as long as it wants', async () => {
    follow('7').rounds.start();
    answer = () => new Response('', { status: 503, headers: { 'retry-after': '200' } });
    await pass(230);
    assert.deepEqual(times(), [23]);
    await pass(5);
    assert.equal(asked.length, 2);
  });

  it('survives pages of proxies, and answers that never come', async () => {
    const { reader, rounds } = follow('7');
    const answers = [
      () => new Response('<title>Log in to the network</title>'),
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Promise<Response>(() => undefined),
      () => news('9'),
    ];
    answer = () => answers[asked.length - 1]?.() ?? unchanged();
    rounds.start();
    await pass(190);
    assert.deepEqual([asked.length, seen, reader.position], [4, ['posts'], '9']);
  });

  it('asks nothing while it is stopped, and not earlier after that', async () => {
    const { rounds } = follow('7');
    rounds.start();
    await pass(30);
    rounds.stop();
    rounds.start();
    await pass(30);
    assert.deepEqual(times(), [23]);
    rounds.stop();
    await pass(100);
    assert.deepEqual(times(), [23]);
    rounds.start();
    await pass(1);
    assert.deepEqual(times(), [23, 161]);
  });

  it('drops an answer that comes after a stream is ready', async () => {
    const { reader, rounds } = follow('7');
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    rounds.start();
    await pass(30);
    rounds.stop();
    late.resolve(news('9'));
    await pass(1);
    assert.deepEqual([seen, reader.position], [[], '7']);
  });
});
