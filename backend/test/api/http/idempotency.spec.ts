import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { MOST_KEPT } from '../../../src/api/http/idempotency-keys.js';
import { LimitsSweeper } from '../../../src/api/http/sweepers.js';
import type { Comment } from '../../../src/projections/comments/comment.js';
import { signedInAdmin, useAdmin } from '../../support/admins.js';
import { unique, useApp, useOwnApp } from '../../support/app.js';
import type { Browser } from '../../support/browser.js';
import { LostAnswers } from '../../support/lost-answers.js';
import { usePerson } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';
import { PASSWORD, type Visitor } from '../../support/visitor.js';

const HOUR = 3_600_000;
const RESEND = '/api/auth/resend-verification';

const newKey = () => unique('an-action-of-a-test-');
const write = <Body>(browser: Browser, method: string, address: string, key: string, body?: object) =>
  browser.request<Body>(method, address, {
    headers: { 'idempotency-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
const isReplayed = ({ headers }: { readonly headers: Headers }) =>
  headers.get('idempotent-replayed') === 'true';

describe('an Idempotency-Key', () => {
  const app = useApp();
  const [ann, bob] = [usePerson(app, 'ann'), usePerson(app, 'bob')];
  const moe = unique('moe');
  const moderator = useAdmin(app, moe);
  let post: string;

  beforeAll(async () => {
    post = await publishPost(app, ann.id, 7.4);
  });
  const comment = (browser: Visitor, key: string, text: string) =>
    write<Comment>(browser, 'POST', `/api/posts/${post}/comments`, key, { text });
  const texts = async () => (await bob.comments(post)).body.map(({ text }) => text);

  it('gives a repeated request the first answer, and executes it once', async () => {
    const key = newKey();
    const first = await comment(bob, key, 'Lovely light.');
    const again = await comment(bob, key, 'Lovely light.');
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect([isReplayed(first), isReplayed(again)]).toEqual([false, true]);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect((await texts()).filter((text) => text === 'Lovely light.')).toHaveLength(1);
  });

  it('replays refusals, too', async () => {
    const key = newKey();
    const rate = () => write(ann, 'POST', '/api/ratings/submit', key, { postId: post, overallScore: 8 });
    const [refused, again] = [await rate(), await rate()];
    expect([refused.status, again.status, again.body]).toEqual([403, 403, refused.body]);
  });

  it('gives an answer without a body again', async () => {
    const key = newKey();
    await signedInAdmin(app, moe);
    const sessions = await moderator.get<{ id: string; isCurrent: boolean }[]>('/api/rtm-sys/sessions');
    const other = sessions.body.find(({ isCurrent }) => !isCurrent);
    for (const isAgain of [false, true]) {
      const answer = await write(moderator, 'DELETE', `/api/rtm-sys/sessions/${other?.id}`, key);
      expect([answer.status, answer.body, isReplayed(answer)]).toEqual([204, '', isAgain]);
    }
  });

  it.each([
    ['body', () => `/api/posts/${post}/comments`, { text: 'Something else.' }],
    ['address', () => `/api/posts/${post}/report`, { text: 'The text.' }],
    ['query', () => `/api/posts/${post}/comments?page=2`, { text: 'The text.' }],
  ] as const)('is refused for a request with another %s', async (_, address, body) => {
    const key = newKey();
    expect((await comment(bob, key, 'The text.')).status).toBe(201);
    const before = await texts();
    const other = await write(bob, 'POST', address(), key, body);
    expect(other).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', message: 'This Idempotency-Key was used for another request.' },
    });
    expect(await texts()).toEqual(before);
  });

  it('is refused for a request with another method', async () => {
    const [key, address] = [newKey(), `/api/posts/${post}/like`];
    expect((await write(bob, 'POST', address, key)).status).toBe(200);
    expect((await write(bob, 'DELETE', address, key)).status).toBe(422);
    expect((await write(bob, 'DELETE', address, newKey())).status).toBe(200);
  });

  it('belongs to its sender', async () => {
    const key = newKey();
    const answers = [await comment(ann, key, 'Mine.'), await comment(bob, key, 'Mine.')];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body.id).not.toBe(answers[1]?.body.id);
    // Visitors have no account, and get no answer that was given to one.
    expect((await comment(app.browser(), key, 'Mine.')).status).toBe(401);
  });

  it.each(['short', 'x'.repeat(129), 'with a blank', 'umlaut-%C3%A4', ''])('may not be %j', async (key) => {
    expect(await comment(bob, key, 'Not written.')).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^An Idempotency-Key has/) },
    });
    expect(await texts()).not.toContain('Not written.');
  });

  it.each([
    ['DELETE', '/api/ratings/pending'],
    ['POST', '/api/auth/logout'],
    ['POST', '/api/stripe/webhook'],
  ])('is not stored for an action that cannot need it: %s %s', async (method, address) => {
    const begin = jest.spyOn(app.adapters.storage.idempotency, 'begin');
    const key = newKey();
    for (let time = 0; time < 2; time += 1)
      expect(isReplayed(await write(app.browser(), method, address, key))).toBe(false);
    expect(begin).not.toHaveBeenCalled();
    begin.mockRestore();
  });

  it('does nothing in a request that only reads', async () => {
    const headers = { 'idempotency-key': 'x' };
    expect((await bob.request('GET', `/api/posts/${post}`, { headers })).status).toBe(200);
  });

  it('lets one of many simultaneous requests be executed, and gives all of them its answer', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => comment(bob, key, 'At once.')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(isReplayed)).toHaveLength(7);
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
    expect(isReplayed(await again)).toBe(true);
    late.mockRestore();
  });

  it('keeps no answer that signs in: a repeated sign-in gets a session of its own', async () => {
    const key = newKey();
    const browsers = [app.browser(), app.browser()];
    for (const browser of browsers) {
      const credentials = { email: bob.email, password: PASSWORD };
      const answer = await write(browser, 'POST', '/api/auth/login', key, credentials);
      expect([answer.status, isReplayed(answer)]).toEqual([200, false]);
    }
    expect(new Set(browsers.map(({ cookies }) => cookies.get('session'))).size).toBe(2);
  });
});

describe('what is kept of an Idempotency-Key', () => {
  const app = useOwnApp('moves the clock of limits, restarts and loses answers', {
    env: { RATE_LIMITS: 'on' },
  });
  const bob = usePerson(app, 'bob');
  let post: string;

  beforeEach(async () => {
    app.clock.advance(HOUR);
    post = await publishPost(app, 'ann', 7.4);
  });
  const comment = (key: string, text: string) =>
    write<Comment>(bob, 'POST', `/api/posts/${post}/comments`, key, { text });
  const ask = (key: string, email: string, device: string | null = null) => {
    const browser = app.browser();
    if (device) browser.cookies.set('device', device);
    return write(browser, 'POST', RESEND, key, { email });
  };

  it('belongs to the browser of a visitor, or else to the network', async () => {
    const key = newKey();
    for (const isAgain of [false, true]) {
      for (const device of [null, 'one', 'other'])
        expect(isReplayed(await ask(key, 'nobody@example.org', device))).toBe(isAgain);
    }
  });

  it('is stored for the account, or for the network of visitors whatever their cookies', async () => {
    const begin = jest.spyOn(app.adapters.storage.idempotency, 'begin');
    for (const text of ['Owned by Bob.', 'Owned by Bob again.']) await comment(newKey(), text);
    for (const device of ['one', 'other']) await ask(newKey(), 'nobody@example.org', device);
    const charged = begin.mock.calls.map(([, , , each]) => each);
    expect(new Set(charged.map(({ owner }) => owner)).size).toBe(2);
    expect(new Set(charged.map(({ most }) => most))).toEqual(new Set([MOST_KEPT]));
    begin.mockRestore();
  });

  it('counts once for limits, and cannot be used for another request', async () => {
    const email = 'nobody@example.org';
    const keys = Array.from({ length: 6 }, newKey) as [string, ...string[]];
    const [fifth, sixth] = keys.slice(-2) as [string, string];
    for (const key of keys.slice(0, 4)) {
      for (let time = 0; time < 3; time += 1) expect((await ask(key, email)).status).toBe(200);
    }
    expect((await ask(keys[0], 'other@example.org')).status).toBe(422);
    expect((await ask(fifth, email)).status).toBe(200);
    expect((await ask(sixth, email)).status).toBe(429);
    expect((await ask(fifth, email)).status).toBe(200);
    // A request that was refused has not begun.
    expect((await ask(sixth, email)).status).toBe(429);
  });

  it('counts after five repetitions in an hour: its answer may not be kept', async () => {
    const statuses = [];
    const ann = { email: 'ann@example.org', password: PASSWORD };
    for (let time = 0; time < 12; time += 1)
      statuses.push((await write(app.browser(), 'POST', '/api/auth/register', 'a-key-of-ann', ann)).status);
    // Once, five repetitions, and four more that count: 5 in 30 minutes for an email.
    expect(statuses.map((status) => status === 429)).toEqual(
      Array.from({ length: 12 }, (_, index) => index >= 10),
    );
  });

  it('is known after a restart, and forgotten after 24 hours', async () => {
    const key = newKey();
    const first = await comment(key, 'Before the restart.');
    await app.restart();
    const again = await comment(key, 'Before the restart.');
    expect([isReplayed(again), again.body.id]).toEqual([true, first.body.id]);
    const sweeper = app.server.get(LimitsSweeper, { strict: false });
    app.clock.advance(24 * HOUR - 1000);
    await sweeper.sweep();
    expect((await comment(key, 'Another text.')).status).toBe(422);
    app.clock.advance(1000);
    await sweeper.sweep();
    expect((await comment(key, 'Another text.')).status).toBe(201);
  });

  it('lets a late repetition change nothing that was done since', async () => {
    const key = newKey();
    const like = (method: string, which: string) => write(bob, method, `/api/posts/${post}/like`, which);
    const lost = LostAnswers.in(app);
    lost.lose(1);
    expect((await like('POST', key)).status).toBe(503);
    lost.loseNone();
    expect((await like('DELETE', newKey())).status).toBe(200);
    expect((await like('POST', key)).status).toBe(200);
    expect((await bob.viewPost(post)).body).toMatchObject({ likesCount: 0 });
  });

  it('is stored as hashes and sealed answers', async () => {
    const key = newKey();
    await comment(key, 'A text to look for.');
    const files = readdirSync(app.dataDir)
      .filter((name) => name.startsWith('idempotency.db'))
      .map((name) => readFileSync(path.join(app.dataDir, name), 'latin1'));
    expect([...(await app.texts()), ...files].some((text) => text.includes(key))).toBe(false);
    expect(files.some((text) => text.includes('A text to look for.'))).toBe(false);
  });
});
