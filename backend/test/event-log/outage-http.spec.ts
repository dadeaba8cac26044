import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import type { RatingResult } from '../../src/projections/photos/rating-result.js';
import { type OwnApp, startApp } from '../support/app.js';
import { States } from '../../src/kernel/states.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { PASSWORD } from '../support/visitor.js';
import { verified } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { settled } from '../support/settled.js';
import { waited } from '../support/waits.js';

const AN_HOUR_MS = 3_600_000;

describe('the site while its log is frozen', () => {
  let log: EventStoreStandIn;
  let app: OwnApp;
  beforeAll(async () => {
    log = await EventStoreStandIn.start();
    app = await startApp({ storage: { env: { EVENTSTORE_URL: log.url }, stop: () => log.stop() } });
  });
  afterAll(() => app.stop());

  it('answers reads from memory and views, and refuses those that show the log itself', async () => {
    const { browser } = await verified(app, 'ann@example.org');
    const rating = await browser.upload<RatingResult>('/api/upload', await jpegPhoto(1));
    const { body: post } = await browser.post<{ id: string }>('/api/posts/publish', rating.body);
    const statusOf = async (page: string) => (await browser.get(page)).status;
    const asked = log.calls.get('arrivedRead') ?? 0;
    log.faults.freeze();
    const pages = ['/api/auth/me', '/api/posts', `/api/posts/${post.id}`, rating.body.imageUrl];
    expect(await Promise.all(pages.map(statusOf))).toEqual(pages.map(() => 200));
    const ready = statusOf('/health/ready');
    await log.calls.atLeast(asked + 1, 'arrivedRead');
    await app.timer.advance(DEADLINES['log for a read'].ms);
    expect(await ready).toBe(200);
    // From now on nothing waits for the log.
    app.server.get(States).forgetAll();
    expect(await Promise.all(pages.map(statusOf))).toEqual(pages.map(() => 200));
    expect(await statusOf(`/api/posts/${post.id}/history`)).toBe(503);
    expect((await browser.get('/health/ready')).body).toMatchObject({ status: 'degraded' });
    log.faults.thaw();
    // Reads the log, which first answers what it was asked before.
    await settled(app);
    expect(await statusOf(`/api/posts/${post.id}/history`)).toBe(200);
    expect((await browser.get('/health/ready')).body).toEqual({ status: 'ok', problems: [] });
  });
});

describe('the site during an outage of its log', () => {
  let log: EventStoreStandIn;
  let app: OwnApp;
  beforeAll(async () => {
    log = await EventStoreStandIn.start();
    app = await startApp({
      storage: { env: { EVENTSTORE_URL: log.url }, stop: () => log.stop() },
      callLimits: { eventstore: { breakAfterMs: 0, leastClientMs: 0 } },
    });
  });
  afterAll(() => app.stop());

  const register = (name: string) =>
    app
      .browser()
      .post<{ message: string }>('/api/auth/register', { email: `${name}@example.org`, password: PASSWORD });
  const ready = () => app.browser().get<{ problems: string[] }>('/health/ready');

  it('rejects writes with a message, serves its views, reports the problem, and recovers', async () => {
    const { browser } = await verified(app, 'ann@example.org');
    const rating = await browser.upload<RatingResult>('/api/upload', await jpegPhoto(1));
    const { body: post } = await browser.post<{ id: string }>('/api/posts/publish', rating.body);
    const unseen = '00000000-0000-4000-8000-000000000000';
    const files = { 320: Buffer.from('a'), 640: Buffer.from('b'), 1280: Buffer.from('c') };
    await app.adapters.images.put(unseen, files);

    await log.stop();
    const refused = await register('bob');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.body.message).toMatch(/not available right now/);
    expect((await browser.get<Post[]>('/api/posts')).body).toMatchObject([{ id: post.id }]);
    expect((await browser.get('/api/auth/me')).status).toBe(200);
    expect((await app.browser().get(rating.body.imageUrl)).status).toBe(200);
    expect((await app.browser().get(`/api/posts/${post.id}/card.png`)).status).toBe(200);
    // Nothing in memory says whether this picture may be seen.
    const unknown = await app.browser().get(`/images/${unseen}/320.webp`);
    expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([503, 'private, no-store']);
    expect(await ready()).toMatchObject({
      status: 200,
      body: { status: 'degraded', problems: expect.arrayContaining(['the event log does not answer']) },
    });

    // Ends when the server counts as back.
    const pause = app.adapters.storage.returns.pause(AN_HOUR_MS, new AbortController().signal);
    await log.resume();
    await waited('the return of the log', pause);
    expect((await register('cleo')).status).toBe(201);
    await settled(app);
    expect((await ready()).body.problems).toEqual([]);
    const next = await browser.upload<RatingResult>('/api/upload', await jpegPhoto(2));
    const { body: second } = await browser.post<{ id: string }>('/api/posts/publish', next.body);
    expect((await browser.get<Post[]>('/api/posts')).body.map(({ id }) => id)).toContain(second.id);
  });
});
