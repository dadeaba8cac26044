import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IDEMPOTENCY_KEY, IdempotencyKeys } from '../src/api/idempotency-keys.ts';
import { repeatingFetch } from '../src/api/repeating-fetch.ts';

const LIKE = 'https://footnote.example/api/posts/1/like';
const lost = (): never => {
  throw new TypeError('Failed to fetch');
};
const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

/** A page on which the server answers in this order; then with 200. Notes what is sent and waited for. */
function pageWith(...answers: (() => Response | Promise<Response>)[]) {
  const sent: string[] = [];
  const waits: number[] = [];
  const page = { now: 0, isOnline: true };
  let made = 0;
  const keys = new IdempotencyKeys({ newKey: () => `key-${(made += 1)}`, now: () => page.now });
  const fetch = repeatingFetch({
    fetch: async (request) => {
      const body = await request.text();
      sent.push([request.headers.get(IDEMPOTENCY_KEY) ?? 'no key', body].filter(Boolean).join(' '));
      return (answers.shift() ?? (() => answer(200)))();
    },
    pause: async (milliseconds, signal) => {
      signal.throwIfAborted();
      waits.push(milliseconds);
    },
    isOnline: () => page.isOnline,
    keys,
  });
  const write = (body?: string, { method = 'POST', url = LIKE } = {}) =>
    fetch(new Request(url, { method, ...(body !== undefined && { body }) }));
  return { page, sent, waits, fetch, write };
}

describe('a write', () => {
  it('has a key of its own, which reads do not have', async () => {
    const { sent, fetch, write } = pageWith();
    await write();
    await write();
    await fetch(new Request(LIKE));
    assert.deepEqual(sent, ['key-1', 'key-2', 'no key']);
  });

  it('is repeated twice with the same key and body when the connection is lost', async () => {
    const { sent, waits, write } = pageWith(lost, lost);
    assert.equal((await write('{"text":"Nice."}')).status, 200);
    assert.deepEqual(
      sent,
      Array.from({ length: 3 }, () => 'key-1 {"text":"Nice."}'),
    );
    assert.deepEqual(waits, [500, 2000]);
  });

  it('fails like the last attempt after that', async () => {
    const { sent, write } = pageWith(lost, lost, lost);
    await assert.rejects(write(), TypeError);
    assert.equal(sent.length, 3);
    const { write: other } = pageWith(
      lost,
      () => answer(503),
      () => answer(504),
    );
    assert.equal((await other()).status, 504);
  });

  it('is repeated when the server is not available, after the time that it asks for', async () => {
    const busy = (seconds: string) => () => answer(503, { 'retry-after': seconds });
    const { waits, write } = pageWith(busy('4'), busy('1'));
    assert.equal((await write()).status, 200);
    assert.deepEqual(waits, [4000, 2000]);
  });

  it('is not repeated when the server asks for a longer time', async () => {
    const { sent, write } = pageWith(() => answer(503, { 'retry-after': '15' }));
    assert.equal((await write()).status, 503);
    assert.equal(sent.length, 1);
  });

  for (const status of [400, 401, 403, 409, 422, 429, 500, 507]) {
    it(`is not repeated after ${status}`, async () => {
      const { sent, write } = pageWith(() => answer(status));
      assert.equal((await write()).status, status);
      assert.equal(sent.length, 1);
    });
  }

  it('is not repeated while the browser is offline', async () => {
    const { page, sent, write } = pageWith(lost);
    page.isOnline = false;
    await assert.rejects(write(), TypeError);
    assert.equal(sent.length, 1);
  });

  it('is not repeated once it was cancelled', async () => {
    const { sent, fetch } = pageWith(lost);
    const controller = new AbortController();
    const request = new Request(LIKE, { method: 'POST', signal: controller.signal });
    controller.abort();
    await assert.rejects(fetch(request));
    assert.ok(sent.length <= 1);
  });
});

describe('a write of a page that is being closed', () => {
  it('is sent at once', () => {
    let isSent = false;
    const fetch = repeatingFetch({
      fetch: async () => {
        isSent = true;
        return answer(200);
      },
      keys: new IdempotencyKeys(),
    });
    void fetch(new Request(LIKE, { method: 'POST', body: 'a', keepalive: true }));
    assert.equal(isSent, true);
  });
});

describe('an action whose outcome is unknown', () => {
  const unknown = [lost, lost, lost] as const;

  it('keeps its key when the person does it again', async () => {
    const { sent, write } = pageWith(...unknown);
    await assert.rejects(write('a'));
    await write('a');
    assert.deepEqual(sent.slice(-2), ['key-1 a', 'key-1 a']);
    await write('a');
    assert.equal(sent.at(-1), 'key-2 a');
  });

  it('also after an error of the server, which may hide a write', async () => {
    const { sent, write } = pageWith(() => answer(500));
    await write('a');
    await write('a');
    assert.deepEqual(sent, ['key-1 a', 'key-1 a']);
  });

  it('gives it up for anything else that is done', async () => {
    const { sent, write } = pageWith(...unknown);
    await assert.rejects(write('a'));
    await write('b');
    await write('a');
    assert.deepEqual(sent.slice(-2), ['key-2 b', 'key-3 a']);
  });

  it('is not the same with another method or address', async () => {
    const { sent, write } = pageWith(...unknown, lost, lost, lost);
    await assert.rejects(write(undefined, { method: 'DELETE' }));
    await assert.rejects(write());
    assert.equal(sent.at(-1), 'key-2');
    await write(undefined, { url: `${LIKE}?again` });
    assert.equal(sent.at(-1), 'key-3');
  });

  it('gives it up after ten minutes', async () => {
    const { page, sent, write } = pageWith(...unknown);
    await assert.rejects(write());
    page.now = 600_000;
    await write();
    assert.equal(sent.at(-1), 'key-2');
  });

  it('also after an answer which says nothing about the attempts before', async () => {
    for (const status of [401, 408, 425, 429]) {
      const { sent, write } = pageWith(lost, () => answer(status));
      await write();
      await write();
      assert.deepEqual(sent, ['key-1', 'key-1', 'key-1'], String(status));
    }
  });

  it('keeps its key when an action that ran beside it is answered', async () => {
    const beside = Promise.withResolvers<Response>();
    const { sent, write } = pageWith(() => beside.promise, ...unknown);
    const other = write('b');
    await assert.rejects(write('a'));
    beside.resolve(answer(200));
    await other;
    await write('a');
    assert.equal(sent.at(-1), 'key-2 a');
  });

  it('keeps its key when the outcome of an action beside it is unknown too', async () => {
    const { sent, write } = pageWith(...unknown, ...unknown);
    await Promise.allSettled([write('a'), write('b')]);
    await write('a');
    await write('b');
    assert.deepEqual(sent.slice(-2), ['key-1 a', 'key-2 b']);
  });
});

describe('an answer that breaks off', () => {
  const broken = () =>
    new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) }));

  it('is asked for again with the same key', async () => {
    const { sent, write } = pageWith(broken, () => new Response('{"id":1}'));
    assert.equal(await (await write('a')).text(), '{"id":1}');
    assert.deepEqual(sent, ['key-1 a', 'key-1 a']);
  });

  it('leaves the outcome unknown', async () => {
    const { sent, write } = pageWith(broken, broken, broken);
    await assert.rejects(write('a'));
    await write('a');
    assert.equal(sent.at(-1), 'key-1 a');
  });
});
