import { once } from 'node:events';
import pLimit from 'p-limit';
import { networkOf, siteOf } from '../../src/api/http/network.js';
import type { Sender } from '../../src/api/http/concurrency-slots.js';
import { LiveChanges } from '../../src/api/live/live-changes.js';
import { LiveFeed } from '../../src/api/live/live-feed.service.js';
import type { LiveMessage, LiveNews } from '../../src/api/live/live-connection.js';
import { LiveConnections, MOST_STREAMS, MOST_STREAMS_A_CALLER } from '../../src/api/live/live.controller.js';
import { Post } from '../../src/domain/post/post.js';
import { type RunningApp, startApp, useOwnApp } from '../support/app.js';
import { EventStream } from '../support/event-stream.js';
import { verified } from '../support/people.js';
import { publishPost, rate, send } from '../support/posts.js';
import { newsSent } from '../support/settled.js';
import { METADATA } from '../support/test-kernel.js';

/** The visitors of an address. */
const visitor = (address: string): Sender => ({
  group: 'visitors',
  caller: networkOf(address),
  site: siteOf(address),
});

const unboosted = { isBoosted: false, boostType: null };

describe('live news', () => {
  const app = useOwnApp('not shared yet');
  const open: EventStream[] = [];
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  const openStream = async (headers: Record<string, string> = {}, query = '') => {
    const stream = await EventStream.open(`${app.url}/api/live${query}`, headers);
    open.push(stream);
    const data = JSON.stringify({ now: app.clock.now() });
    expect(await stream.next()).toMatchObject({ event: 'ready', data });
    return stream;
  };
  const nextOf = async (stream: EventStream) => {
    const next = await stream.next();
    return { ...next, message: JSON.parse(next?.data ?? '{}') as LiveMessage };
  };
  const noReaderLeft = async () => {
    const left = [...app.server.get(LiveConnections)['open'].keys()];
    await Promise.all(left.map((stream) => once(stream, 'close')));
    expect(app.server.get(LiveConnections).count).toBe(0);
  };
  const head = () => app.adapters.storage.log.head();
  /** A reader who joins before the feed has sent an event receives it, even if they know of it already. */
  const allSent = () => newsSent(app);

  it('is an uncached stream that starts with its position and the delay for reconnecting', async () => {
    // The first reader starts the feed, which may still be behind what was appended at the start.
    await openStream();
    await allSent();
    const stream = await openStream();
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toBe('private, no-store');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(stream.lastEventId).toBe(String(await head()));
    expect(stream.retry).toBe(3000);
  });

  it('tells all readers of a new post, of its figures and of its deletion', async () => {
    const streams = [await openStream(), await openStream()];
    const postId = await publishPost(app, 'ann', 7);
    for (const stream of streams) {
      const { event, id, message } = await nextOf(stream);
      expect({ event, id }).toEqual({ event: 'posts', id: String(await head()) });
      expect(message).toEqual({
        posts: [
          {
            id: postId,
            averageRating: '7.0',
            ratingsCount: 0,
            likesCount: 0,
            commentsCount: 0,
            ...unboosted,
          },
        ],
        published: [postId],
        boosted: [],
        removed: [],
      });
    }
    await rate(app, postId, 'ann', 9);
    for (const stream of streams) {
      expect((await nextOf(stream)).message).toEqual({
        posts: [
          {
            id: postId,
            averageRating: '8.0',
            ratingsCount: 1,
            likesCount: 0,
            commentsCount: 0,
            ...unboosted,
          },
        ],
        published: [],
        boosted: [],
        removed: [],
      });
    }
    await send(app, Post.DeletePost({ postId, ownerId: 'ann', because: 'owner' }));
    for (const stream of streams) {
      expect((await nextOf(stream)).message).toEqual({
        posts: [],
        published: [],
        boosted: [],
        removed: [postId],
      });
    }
  });

  it('does not mention hidden posts', async () => {
    const stream = await openStream();
    await publishPost(app, 'ann', 9, { moderationFlags: ['may show a face'] });
    const shown = await publishPost(app, 'ann', 6);
    const { message } = await nextOf(stream);
    expect(message.posts.map(({ id }) => id)).toEqual([shown]);
    expect(message.published).toEqual([shown]);
  });

  it('combines what happens together into few messages, the last with the final figures', async () => {
    const postId = await publishPost(app, 'ann', null);
    const stream = await openStream();
    await Promise.all(Array.from({ length: 40 }, (_, count) => rate(app, postId, 'ann', count % 11)));
    let messages = 0;
    for (let ratings = 0; ratings < 40;) {
      const { message } = await nextOf(stream);
      messages += 1;
      ratings = message.posts[0]?.ratingsCount ?? 0;
    }
    expect(messages).toBeLessThan(40);
  });

  it.each(['header', 'query'])('continues after the last event that was read, given by %s', async (way) => {
    const before = await openStream();
    const from = before.lastEventId;
    before.close();
    const first = await publishPost(app, 'ann', 5);
    const second = await publishPost(app, 'bob', 4);
    const end = await head();
    await allSent();
    const stream = await (way === 'header'
      ? openStream({ 'last-event-id': from })
      : openStream({}, `?after=${from}`));
    const { id, message } = await nextOf(stream);
    expect(message.published).toEqual([first, second]);
    expect(Number(id)).toBeGreaterThanOrEqual(end);
    const third = await publishPost(app, 'bob', 3);
    expect((await nextOf(stream)).message.published).toEqual([third]);
  });

  it('misses nothing for a reader who reconnects often while posts are published', async () => {
    await allSent();
    let from = String(await head());
    const wanted = Array.from({ length: 60 }, () => crypto.randomUUID());
    const seen: string[] = [];
    const writing = (async () => {
      for (const postId of wanted) await publishPost(app, 'ann', 5, { postId });
    })();
    // While a post is missing, another message must come.
    while (seen.length < wanted.length) {
      const stream = await openStream({ 'last-event-id': from });
      const { id = from, message } = await nextOf(stream);
      seen.push(...message.published);
      from = id;
      stream.close();
    }
    await writing;
    expect(seen).toEqual(wanted);
  });

  it('tells a reader who missed too much to reload, and continues from there', async () => {
    const { log, codec } = app.adapters.storage;
    const from = await head();
    const fewAtOnce = pLimit(50);
    await fewAtOnce.map(Array.from({ length: 1001 }).keys(), async (index) => {
      const data = { postId: 'gone', userId: `u${index}` };
      const event = { id: crypto.randomUUID(), type: 'Liked', data, metadata: METADATA };
      await log.append(`like-gone-u${index}`, 'noStream', await codec.encode([event]));
    });
    await allSent();
    const stream = await openStream({ 'last-event-id': String(from) });
    expect(await stream.next()).toMatchObject({ event: 'reload', data: '{}' });
    const postId = await publishPost(app, 'ann', 5);
    expect((await nextOf(stream)).message.published).toEqual([postId]);
  });

  it.each([
    ['header', '9999999999999999'],
    ['query', '9999999999999999'],
    ['query', '123456789012'],
    ['header', 'of-another-site'],
  ])('tells a reader with an unknown position to reload: by %s, %s', async (way, position) => {
    await allSent();
    const here = await head();
    const stream = await (way === 'header'
      ? openStream({ 'last-event-id': position })
      : openStream({}, `?after=${position}`));
    expect(Number(stream.lastEventId)).toBeGreaterThanOrEqual(here);
    expect(await stream.next()).toMatchObject({ event: 'reload', id: stream.lastEventId, data: '{}' });
    const postId = await publishPost(app, 'ann', 5);
    expect((await nextOf(stream)).message.published).toEqual([postId]);
  });

  it('does not tell a reader at the end of the log to reload', async () => {
    await allSent();
    const stream = await openStream({}, `?after=${await head()}`);
    const postId = await publishPost(app, 'ann', 5);
    expect((await nextOf(stream)).message.published).toEqual([postId]);
  });

  it('keeps idle connections open with a comment', async () => {
    const stream = await openStream();
    app.server.get(LiveConnections).beat();
    await stream.until(() => stream.comments > 0);
    expect(stream.comments).toBe(1);
  });

  it('drops a reader who is too slow, instead of buffering for them', async () => {
    const streams = app.server.get(LiveConnections);
    const stream = await streams.connect(visitor('192.0.2.1'), null);
    const much = 'x'.repeat(100_000);
    expect([1, 2].map(() => (stream.say(much), stream.destroyed))).toEqual([false, false]);
    stream.say(much);
    expect(stream.destroyed).toBe(true);
  });

  it('limits the connections of one address', async () => {
    const streams = app.server.get(LiveConnections);
    await noReaderLeft();
    const held = await Promise.all(
      Array.from({ length: MOST_STREAMS_A_CALLER }, () => streams.connect(visitor('192.0.2.2'), null)),
    );
    await expect(streams.connect(visitor('192.0.2.2'), null)).rejects.toMatchObject({ status: 429 });
    for (const stream of held) stream.destroy();
  });

  it('ends the oldest connection of the site that has most when all are taken', async () => {
    const streams = app.server.get(LiveConnections);
    await noReaderLeft();
    const held = [await streams.connect(visitor('192.0.2.1'), null)];
    for (let index = 1; index < MOST_STREAMS; index += 1) {
      // One address has 40, and five /64 networks of a /48 have ten each.
      const address = index <= 40 ? '192.0.2.2' : `2001:db8:0:${index % 5}::1`;
      held.push(await streams.connect(visitor(index <= 90 ? address : `198.51.100.${index}`), null));
    }
    expect((await openStream()).retry).toBe(30_000);
    expect(held.filter(({ destroyed }) => destroyed)).toEqual([held[41]]);
    expect(streams.count).toBe(MOST_STREAMS);
    for (const stream of held) stream.destroy();
  });

  it('forgets a reader who has disconnected', async () => {
    await noReaderLeft();
    const stream = await openStream();
    expect(app.server.get(LiveConnections).count).toBe(1);
    stream.close();
    await noReaderLeft();
  });

  it('answers HEAD without a stream', async () => {
    const { status, headers } = await app.browser().request('HEAD', '/api/live');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/event-stream');
    await noReaderLeft();
  });

  it.each(['?after=x', '?after=1&after=2', '?after=-1'])('rejects %s (V15.3.7)', async (query) => {
    expect(await app.browser().get(`/api/live${query}`)).toMatchObject({
      status: 400,
      body: { errors: { after: [expect.any(String)] } },
    });
  });

  describe('without a stream', () => {
    const ask = (after?: string, named = after, of: Pick<RunningApp, 'browser'> = app) =>
      of.browser().request<LiveNews>('GET', `/api/live/news${after === undefined ? '' : `?after=${after}`}`, {
        ...(named !== undefined && { headers: { 'if-none-match': `"${named}"` } }),
      });
    const nothing = { reload: false, posts: [], published: [], boosted: [], removed: [] };

    it('answers its position first, then 304 until something happens, then all of it at once', async () => {
      await ask();
      await allSent();
      const first = await ask();
      const position = String(await head());
      expect(first).toMatchObject({ status: 200, body: { ...nothing, position } });
      expect(first.headers.get('etag')).toBe(`"${position}"`);
      expect(first.headers.get('cache-control')).toBe('private, no-store');
      // Browsers send this along with a request that names an ETag.
      const headers = { 'if-none-match': `W/"${position}"`, 'cache-control': 'no-cache' };
      const unchanged = await app.browser().request('GET', `/api/live/news?after=${position}`, { headers });
      expect(unchanged).toMatchObject({ status: 304, body: '' });

      const [kept, gone] = [await publishPost(app, 'ann', 7), await publishPost(app, 'ann', 5)];
      await rate(app, kept, 'ann', 9);
      await send(app, Post.DeletePost({ postId: gone, ownerId: 'ann', because: 'owner' }));
      await allSent();
      const news = {
        ...nothing,
        position: String(await head()),
        posts: [expect.objectContaining({ id: kept, averageRating: '8.0', ratingsCount: 1 })],
        published: [kept],
        removed: [gone],
      };
      expect(await ask(position)).toMatchObject({ status: 200, body: news });
      expect(await ask(String(await head()))).toMatchObject({ status: 304 });
      // Who names another ETag gets an answer.
      expect(await ask(String(await head()), '1')).toMatchObject({ status: 200, body: nothing });
    });

    it('tells who missed too much, or names an unknown position, to reload', async () => {
      await allSent();
      const from = String(await head());
      const { log, codec } = app.adapters.storage;
      await pLimit(50).map(Array.from({ length: 1001 }).keys(), async (index) => {
        const data = { postId: `gone-${index}`, userId: 'u' };
        const event = { id: crypto.randomUUID(), type: 'Liked', data, metadata: METADATA };
        await log.append(`like-gone-${index}-u`, 'noStream', await codec.encode([event]));
      });
      await allSent();
      const reload = { status: 200, body: { ...nothing, reload: true, position: String(await head()) } };
      expect(await ask(from)).toMatchObject(reload);
      expect(await ask('9999999999999999')).toMatchObject(reload);
      expect(await app.browser().get('/api/live/news?after=x')).toMatchObject({ status: 400 });
    });

    it('reads what happened before it followed the log', async () => {
      await using started = await startApp();
      const from = String(await started.adapters.storage.log.head());
      const postId = await publishPost(started, 'ann', 7);
      expect(await ask(from, from, started)).toMatchObject({ status: 200, body: { published: [postId] } });
    });

    it('lets a reader from before that go on from memory, though nothing public happened', async () => {
      await using started = await startApp();
      const from = String(await started.adapters.storage.log.head());
      await verified(started, 'cleo@example.org');
      const { status, body } = await ask(from, from, started);
      expect([status, body]).toEqual([200, { ...nothing, position: body.position }]);
      expect(Number(body.position)).toBeGreaterThan(Number(from));
      expect(await ask(body.position, body.position, started)).toMatchObject({ status: 304 });
    });

    it('remembers the latest changes, and reads earlier ones again', async () => {
      const feed = app.server.get(LiveFeed);
      const from = String(await head());
      const read = jest.spyOn(app.adapters.storage.log, 'readAll');
      const postId = await publishPost(app, 'ann', 7);
      await allSent();
      read.mockClear();
      expect(await ask(from)).toMatchObject({ body: { published: [postId] } });
      expect(read).not.toHaveBeenCalled();
      const many = Array.from({ length: 5000 }, (_, index) => ({
        type: 'Liked',
        data: { postId: `p${index}` },
      }));
      feed['remember'](new LiveChanges().add(many));
      expect(await ask(from)).toMatchObject({ body: { published: [postId] } });
      expect(read).toHaveBeenCalled();
      read.mockRestore();
    });
  });

  it('counts a /64 network of IPv6 as one address', async () => {
    await using behindProxy = await startApp({ env: { TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' } });
    const from = async (address: string) => {
      open.push(await EventStream.open(`${behindProxy.url}/api/live`, { 'x-forwarded-for': address }));
    };
    for (let host = 1; host <= MOST_STREAMS_A_CALLER; host += 1) await from(`2001:db8:0:1::${host}`);
    await expect(from('2001:db8:0:1:ffff::1')).rejects.toThrow('429');
    await from('2001:db8:0:2::1');
    expect(open).toHaveLength(MOST_STREAMS_A_CALLER + 1);
  });

  it('ends at once when the server stops', async () => {
    const stopped = await startApp();
    const stream = await EventStream.open(`${stopped.url}/api/live`);
    expect(await stream.next()).toMatchObject({ event: 'ready' });
    const ended = stream.next();
    await stopped.stop();
    expect(await ended).toBeNull();
  });
});
