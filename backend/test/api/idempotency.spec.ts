import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { LimitsSweeper } from '../../src/api/http/sweepers.js';
import type { Comment } from '../../src/projections/comments/comment.js';
import { MOST_KEPT } from '../../src/api/http/idempotency-keys.js';
import { signedInAdmin, useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import type { Browser } from '../support/browser.js';
import { LostAnswers } from '../support/lost-answers.js';
import { PASSWORD, type Visitor } from '../support/visitor.js';
import { joining, usePerson } from '../support/people.js';
import { publishPost } from '../support/posts.js';

describe('an Idempotency-Key', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  const moderator = useAdmin(app, 'moderator.mo');
  let post: string;
  let keys = 0;
  const join = joining(app, 'person');

  beforeAll(async () => {
    post = await publishPost(app, ann.id, 7.4);
  });
  const newKey = () => `action-${(keys += 1)}-of-a-test`;
  const write = <Body>(browser: Browser, method: string, address: string, key: string, body?: object) =>
    browser.request<Body>(method, address, {
      headers: { 'idempotency-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const comment = (browser: Visitor, key: string, text: string) =>
    write<Comment>(browser, 'POST', `/api/posts/${post}/comments`, key, { text });
  const texts = async () => (await bob.comments(post)).body.map(({ text }) => text);

  it('gives a repeated request the first answer, and executes it once', async () => {
    const key = newKey();
    const first = await comment(bob, key, 'Lovely light.');
    const again = await comment(bob, key, 'Lovely light.');
    expect(first.status).toBe(201);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect((await texts()).filter((text) => text === 'Lovely light.')).toHaveLength(1);
  });

  it('replays refusals and empty answers, too', async () => {
    const key = newKey();
    const refused = await write(ann, 'POST', '/api/ratings/submit', key, { postId: post, overallScore: 8 });
    const again = await write(ann, 'POST', '/api/ratings/submit', key, { postId: post, overallScore: 8 });
    expect(refused.status).toBe(403);
    expect([again.status, again.body]).toEqual([403, refused.body]);
  });

  it('gives an answer without a body again', async () => {
    const key = newKey();
    await signedInAdmin(app, 'moderator.mo');
    const sessions = await moderator.get<{ id: string; isCurrent: boolean }[]>('/api/rtm-sys/sessions');
    const other = sessions.body.find(({ isCurrent }) => !isCurrent);
    for (const isReplayed of [null, 'true']) {
      const { status, headers, body } = await write(
        moderator,
        'DELETE',
        `/api/rtm-sys/sessions/${other?.id}`,
        key,
      );
      expect([status, body, headers.get('idempotent-replayed')]).toEqual([204, '', isReplayed]);
    }
  });

  it.each([
    ['another body', () => `/api/posts/${post}/comments`, { text: 'Something else.' }],
    ['another address', () => `/api/posts/${post}/report`, { text: 'The text.' }],
    ['another query', () => `/api/posts/${post}/comments?page=2`, { text: 'The text.' }],
  ] as const)('is refused for a request with %s', async (_, address, body) => {
    const key = newKey();
    expect((await comment(bob, key, 'The text.')).status).toBe(201);
    const before = await texts();
    const other = await write(bob, 'POST', address(), key, body);
    expect([other.status, other.body]).toMatchObject([
      422,
      { code: 'unprocessable', message: 'This Idempotency-Key was used for another request.' },
    ]);
    expect(await texts()).toEqual(before);
  });

  it('is refused for a request with another method', async () => {
    const key = newKey();
    expect((await write(bob, 'POST', `/api/posts/${post}/like`, key)).status).toBe(200);
    expect((await write(bob, 'DELETE', `/api/posts/${post}/like`, key)).status).toBe(422);
    expect((await write(bob, 'DELETE', `/api/posts/${post}/like`, newKey())).status).toBe(200);
  });

  it('belongs to its sender', async () => {
    const key = newKey();
    const answers = [await comment(ann, key, 'Mine.'), await comment(bob, key, 'Mine.')];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body.id).not.toBe(answers[1]?.body.id);
    // Visitors have no account, and get no answer that was given to one.
    expect((await comment(app.browser(), key, 'Mine.')).status).toBe(401);
  });

  it('belongs to the browser of a visitor, or else to the network', async () => {
    const key = newKey();
    const ask = async (cookie: string | null) => {
      const browser = app.browser();
      if (cookie) browser.cookies.set('device', cookie);
      const body = { email: 'nobody@example.org' };
      const { headers } = await write(browser, 'POST', '/api/auth/resend-verification', key, body);
      return headers.get('idempotent-replayed');
    };
    expect([await ask(null), await ask('one'), await ask('other')]).toEqual([null, null, null]);
    expect([await ask(null), await ask('one'), await ask('other')]).toEqual(['true', 'true', 'true']);
  });

  it.each(['short', 'x'.repeat(129), 'with a blank', 'umlaut-%C3%A4', ''])('may not be %j', async (key) => {
    const { status, body } = await comment(bob, key, 'Not written.');
    expect([status, body]).toMatchObject([
      400,
      { message: expect.stringMatching(/^An Idempotency-Key has/) },
    ]);
    expect(await texts()).not.toContain('Not written.');
  });

  it.each([
    ['DELETE', '/api/ratings/pending'],
    ['POST', '/api/auth/logout'],
    ['POST', '/api/stripe/webhook'],
  ])('is not stored for an action that cannot need it: %s %s', async (method, address) => {
    const begin = jest.spyOn(app.adapters.storage.idempotency, 'begin');
    const key = newKey();
    for (let time = 0; time < 2; time += 1) {
      const { headers } = await write(app.browser(), method, address, key);
      expect(headers.get('idempotent-replayed')).toBeNull();
    }
    expect(begin).not.toHaveBeenCalled();
    begin.mockRestore();
  });

  it('is stored for the account, or for the network of visitors whatever their cookies', async () => {
    const begin = jest.spyOn(app.adapters.storage.idempotency, 'begin');
    await comment(bob, newKey(), 'Owned by Bob.');
    await comment(bob, newKey(), 'Owned by Bob again.');
    for (const cookie of ['one', 'other']) {
      const browser = app.browser();
      browser.cookies.set('device', cookie);
      await write(browser, 'POST', '/api/auth/resend-verification', newKey(), {
        email: 'nobody@example.org',
      });
    }
    const charged = begin.mock.calls.map(([, , , each]) => each);
    expect(new Set(charged.map(({ owner }) => owner)).size).toBe(2);
    expect(new Set(charged.map(({ most }) => most))).toEqual(new Set([MOST_KEPT]));
    begin.mockRestore();
  });

  it('does nothing in a request that only reads', async () => {
    const read = () => bob.request('GET', `/api/posts/${post}`, { headers: { 'idempotency-key': 'x' } });
    expect((await read()).status).toBe(200);
  });

  it('lets one of many simultaneous requests be executed, and gives all of them its answer', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => comment(bob, key, 'At once.')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(7);
    expect((await texts()).filter((text) => text === 'At once.')).toHaveLength(1);
  });

  it('lets a repetition wait until the answer is stored, though it has been sent', async () => {
    const { idempotency } = app.adapters.storage;
    const finish = idempotency.finish.bind(idempotency);
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const late = jest.spyOn(idempotency, 'finish').mockImplementationOnce(async (...answer) => {
      await gate;
      await finish(...answer);
    });
    const key = newKey();
    await comment(bob, key, 'Stored late.');
    let isAnswered = false;
    const again = comment(bob, key, 'Stored late.').finally(() => (isAnswered = true));
    // By then the repetition has arrived.
    for (let request = 0; request < 5; request += 1) await comment(ann, newKey(), 'Meanwhile.');
    expect(isAnswered).toBe(false);
    release();
    expect((await again).headers.get('idempotent-replayed')).toBe('true');
    late.mockRestore();
  });

  it('keeps no answer that signs in: a repeated sign-in gets a session of its own', async () => {
    const key = newKey();
    const { user } = await join();
    const credentials = { email: user.email, password: PASSWORD };
    const browsers = [app.browser(), app.browser()];
    for (const browser of browsers) {
      const { status, headers } = await write(browser, 'POST', '/api/auth/login', key, credentials);
      expect([status, headers.get('idempotent-replayed')]).toEqual([200, null]);
    }
    const cookies = browsers.map((browser) => browser.cookies.get('session'));
    expect(new Set(cookies).size).toBe(2);
  });

  it('is known after a restart, and forgotten after 24 hours', async () => {
    const key = newKey();
    const first = await comment(bob, key, 'Before the restart.');
    await app.restart();
    const again = await comment(bob, key, 'Before the restart.');
    expect([again.headers.get('idempotent-replayed'), again.body.id]).toEqual(['true', first.body.id]);
    const sweeper = app.server.get(LimitsSweeper, { strict: false });
    app.clock.advance(24 * 3_600_000 - 1000);
    await sweeper.sweep();
    expect((await comment(bob, key, 'Another text.')).status).toBe(422);
    app.clock.advance(1000);
    await sweeper.sweep();
    expect((await comment(bob, key, 'Another text.')).status).toBe(201);
  });

  it('lets a late repetition change nothing that was done since', async () => {
    const key = newKey();
    const like = (which: string) => write<{ liked: boolean }>(bob, 'POST', `/api/posts/${post}/like`, which);
    const lost = LostAnswers.in(app);
    lost.lose(1);
    expect((await like(key)).status).toBe(503);
    lost.loseNone();
    expect((await write(bob, 'DELETE', `/api/posts/${post}/like`, newKey())).status).toBe(200);
    expect((await like(key)).status).toBe(200);
    expect((await bob.viewPost(post)).body).toMatchObject({ likesCount: 0 });
  });

  it('is stored as hashes and sealed answers', async () => {
    const key = newKey();
    await comment(bob, key, 'A text to look for.');
    const files = readdirSync(app.dataDir).filter((name) => name.startsWith('idempotency.db'));
    const documents = await app.texts();
    for (const name of files) documents.push(readFileSync(path.join(app.dataDir, name), 'latin1'));
    expect(documents.some((text) => text.includes(key))).toBe(false);
    for (const name of files) {
      expect(readFileSync(path.join(app.dataDir, name), 'latin1')).not.toContain('A text to look for.');
    }
  });
});

describe('a repetition under limits', () => {
  const app = useOwnApp('not shared yet', { env: { RATE_LIMITS: 'on' } });
  const ask = (key: string, email: string) =>
    app.browser().request('POST', '/api/auth/resend-verification', {
      headers: { 'idempotency-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });

  it('counts once, and cannot be used for another request', async () => {
    const email = 'nobody@example.org';
    for (let time = 0; time < 4; time += 1) {
      for (let repetition = 0; repetition < 3; repetition += 1) {
        expect((await ask(`a-key-of-a-test-${time}`, email)).status).toBe(200);
      }
    }
    expect((await ask('a-key-of-a-test-0', 'other@example.org')).status).toBe(422);
    expect((await ask('a-fifth-key', email)).status).toBe(200);
    expect((await ask('a-sixth-key', email)).status).toBe(429);
    expect((await ask('a-fifth-key', email)).status).toBe(200);
    // A request that was refused has not begun.
    expect((await ask('a-sixth-key', email)).status).toBe(429);
  });

  it('is counted after five in an hour: its answer may not be kept', async () => {
    const statuses = [];
    for (let time = 0; time < 12; time += 1) {
      const { status } = await app.browser().request('POST', '/api/auth/register', {
        headers: { 'idempotency-key': 'a-key-that-registers', 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ann@example.org', password: PASSWORD }),
      });
      statuses.push(status);
    }
    // Once, five repetitions, and four more that count: 5 in 30 minutes for an email.
    expect(statuses.map((status) => status === 429)).toEqual(
      Array.from({ length: 12 }, (_, index) => index >= 10),
    );
  });
});
