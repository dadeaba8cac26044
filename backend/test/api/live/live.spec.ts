import { once } from 'node:events';
import pLimit from 'p-limit';
import type { Sender } from '../../../src/api/http/concurrency-slots.js';
import { networkOf, siteOf } from '../../../src/api/http/network.js';
import { LiveChanges } from '../../../src/api/live/live-changes.js';
import {
  type LiveMessage,
  type LiveNews,
  parting,
  reloadEvent,
} from '../../../src/api/live/live-connection.js';
import { LiveFeed, type Listener } from '../../../src/api/live/live-feed.service.js';
import {
  LiveConnections,
  MOST_STREAMS,
  MOST_STREAMS_A_CALLER,
} from '../../../src/api/live/live.controller.js';
import { Boosts } from '../../../src/domain/boosts/boosts.js';
import { unmoderated } from '../../../src/domain/post/post-moderation.js';
import { Post } from '../../../src/domain/post/post.js';
import { ALONE, SERVING } from '../../../src/kernel/active-role.js';
import { DEADLINES } from '../../../src/kernel/deadlines.js';
import { type EventLog, EventLogUnavailableError } from '../../../src/kernel/event-log.js';
import type { Recorded } from '../../../src/kernel/event.js';
import { ReadsWithTimeout } from '../../../src/kernel/log-read-timeout.js';
import type { Consumer, LogReader } from '../../../src/kernel/log/log-reader.js';
import { Steps } from '../../../src/kernel/steps.js';
import type { ViewProgress } from '../../../src/kernel/view-progress.js';
import type { LeaderboardReader } from '../../../src/projections/leaderboard/leaderboard.reader.js';
import { useOwnApp } from '../../support/app.js';
import { EventStream } from '../../support/event-stream.js';
import { expires } from '../../support/expires.js';
import { verified } from '../../support/people.js';
import { acted } from '../../support/post-acts.js';
import { publishPost, rate, send } from '../../support/posts.js';
import { newsSent } from '../../support/settled.js';
import { METADATA } from '../../support/test-kernel.js';
import { TestTimer } from '../../support/timer.js';
import { Noted } from '../../support/waits.js';

const DAY = 86_400_000;

/** The visitors of an address. */
const visitor = (address: string): Sender => ({
  group: 'visitors',
  caller: networkOf(address),
  site: siteOf(address),
});

describe('live news', () => {
  const app = useOwnApp('tells of every post');
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
  /** Opens a stream that goes on from a position, which browsers name in either way. */
  const openAfter = (way: string, position: string) =>
    way === 'header' ? openStream({ 'last-event-id': position }) : openStream({}, `?after=${position}`);
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
  const publish = (changes: Parameters<typeof publishPost>[3] = {}) => publishPost(app, 'ann', 7, changes);
  const missMuch = async () => {
    const { log, codec } = app.adapters.storage;
    await pLimit(50).map(Array.from({ length: 1001 }).keys(), async () => {
      const data = { postId: crypto.randomUUID(), userId: 'u' };
      const event = { id: crypto.randomUUID(), type: 'Liked', data, metadata: METADATA };
      await log.append(`like-${data.postId}-u`, 'noStream', await codec.encode([event]));
    });
    await allSent();
  };
  const ask = (after?: string, named = after) =>
    app.browser().request<LiveNews>('GET', `/api/live/news${after === undefined ? '' : `?after=${after}`}`, {
      ...(named !== undefined && { headers: { 'if-none-match': `"${named}"` } }),
    });
  const nothing = { reload: false, posts: [], published: [], boosted: [], removed: [] };

  it('read what happened before it followed the log; who read that goes on from memory', async () => {
    // Nothing has started it yet: the first reader does.
    expect(app.server.get(LiveFeed).position).toBe(0);
    const before = String(await head());
    const postId = await publish();
    const after = String(await head());
    await verified(app, 'cleo@example.org');
    expect(await ask(before)).toMatchObject({ status: 200, body: { published: [postId] } });
    // Nothing public happened.
    const { status, body } = await ask(after);
    expect([status, body]).toEqual([200, { ...nothing, position: body.position }]);
    expect(Number(body.position)).toBeGreaterThan(Number(after));
    expect(await ask(body.position)).toMatchObject({ status: 304 });
  });

  it('are an uncached stream that starts with its position and the delay for reconnecting', async () => {
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
    app.server.get(LiveConnections).beat();
    await stream.until(() => stream.comments > 0);
    expect(stream.comments).toBe(1);
  });

  it('tell all readers of a new post, of its figures and of its deletion, and of no hidden post', async () => {
    const streams = [await openStream(), await openStream()];
    const toldAll = async (wanted: object) => {
      for (const stream of streams) {
        const { event, id, message } = await nextOf(stream);
        expect({ event, id }).toEqual({ event: 'posts', id: String(await head()) });
        expect(message).toEqual({ posts: [], published: [], boosted: [], removed: [], ...wanted });
      }
    };
    const postId = await publish();
    const counts = { likesCount: 0, commentsCount: 0, isBoosted: false, boostType: null };
    const figures = { id: postId, averageRating: '7.0', ratingsCount: 0, ...counts };
    await toldAll({ posts: [figures], published: [postId] });
    await rate(app, postId, 'ann', 9);
    await toldAll({ posts: [{ ...figures, averageRating: '8.0', ratingsCount: 1 }] });
    await publish({ moderationFlags: ['may show a face'] });
    await send(app, Post.DeletePost({ postId, ownerId: 'ann', because: 'owner' }));
    await toldAll({ removed: [postId] });
  });

  it('combine what happens together into few messages, the last with the final figures', async () => {
    const postId = await publish();
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

  it.each(['header', 'query'])('go on after the last event that was read, given by %s', async (way) => {
    const before = await openStream();
    const from = before.lastEventId;
    before.close();
    const published = [await publish(), await publish()];
    const end = await head();
    await allSent();
    const stream = await openAfter(way, from);
    const { id, message } = await nextOf(stream);
    expect(message.published).toEqual(published);
    expect(Number(id)).toBeGreaterThanOrEqual(end);
    const third = await publish();
    expect((await nextOf(stream)).message.published).toEqual([third]);
  });

  it('lose nothing for a reader who reconnects often while posts are published', async () => {
    await allSent();
    let from = String(await head());
    const wanted = Array.from({ length: 60 }, () => crypto.randomUUID());
    const seen: string[] = [];
    const writing = (async () => {
      for (const postId of wanted) await publish({ postId });
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

  it('tell a reader who missed too much to reload, and go on from there', async () => {
    const from = String(await head());
    await missMuch();
    const stream = await openStream({ 'last-event-id': from });
    expect(await stream.next()).toMatchObject({ event: 'reload', data: '{}' });
    const reload = { status: 200, body: { ...nothing, reload: true, position: String(await head()) } };
    expect(await ask(from)).toMatchObject(reload);
    expect(await ask('9999999999999999')).toMatchObject(reload);
    const postId = await publish();
    expect((await nextOf(stream)).message.published).toEqual([postId]);
  });

  it.each([
    ['header', '9999999999999999'],
    ['query', '123456789012'],
    ['header', 'of-another-site'],
  ])('tell a reader with an unknown position to reload: by %s, %s', async (way, position) => {
    await allSent();
    const here = await head();
    const stream = await openAfter(way, position);
    expect(Number(stream.lastEventId)).toBeGreaterThanOrEqual(here);
    expect(await stream.next()).toMatchObject({ event: 'reload', id: stream.lastEventId, data: '{}' });
    const postId = await publish();
    expect((await nextOf(stream)).message.published).toEqual([postId]);
  });

  it('end for a reader who is too slow, instead of buffering for them', async () => {
    const stream = await app.server.get(LiveConnections).connect(visitor('192.0.2.1'), null);
    const much = 'x'.repeat(100_000);
    expect([1, 2].map(() => (stream.say(much), stream.destroyed))).toEqual([false, false]);
    stream.say(much);
    expect(stream.destroyed).toBe(true);
  });

  it.each([
    ['the only process stops', ALONE, /^retry: 3000\n(?!.*retry:)/s],
    [
      'one of several stops, and say when to come back',
      SERVING,
      /^retry: 3000\n.*\n\nretry: [1-5]\d\d\d\n\n$/s,
    ],
  ])('end when %s', async (_when, role, text) => {
    const streams = new LiveConnections(app.server.get(LiveFeed), app.clock, role);
    const stream = await streams.connect(visitor('192.0.2.1'), null);
    streams.onModuleDestroy();
    expect((await stream.toArray()).join('')).toMatch(text);
  });

  it('do not let all come back at once', () => {
    expect([0, 0.5, 1].map(parting)).toEqual(['retry: 1000\n\n', 'retry: 3000\n\n', 'retry: 5000\n\n']);
  });

  it('end for the oldest connection of the site that has most when all are taken', async () => {
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

  it('forget a reader who has disconnected, and answer HEAD without a stream', async () => {
    await noReaderLeft();
    const stream = await openStream();
    expect(app.server.get(LiveConnections).count).toBe(1);
    stream.close();
    await noReaderLeft();
    const { status, headers } = await app.browser().request('HEAD', '/api/live');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await noReaderLeft();
  });

  it.each(['?after=x', '?after=1&after=2', '?after=-1'])('reject %s (V15.3.7)', async (query) => {
    for (const address of ['/api/live', '/api/live/news']) {
      expect(await app.browser().get(`${address}${query}`)).toMatchObject({
        status: 400,
        body: { errors: { after: [expect.any(String)] } },
      });
    }
  });

  it('answer their position first, then 304 until something happens, then all of it at once', async () => {
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

    const [kept, gone] = [await publish(), await publish()];
    await rate(app, kept, 'ann', 9);
    await send(app, Post.DeletePost({ postId: gone, ownerId: 'ann', because: 'owner' }));
    await allSent();
    const end = String(await head());
    const posts = [expect.objectContaining({ id: kept, averageRating: '8.0', ratingsCount: 1 })];
    const news = { ...nothing, position: end, posts, published: [kept], removed: [gone] };
    expect(await ask(position)).toMatchObject({ status: 200, body: news });
    expect(await ask(end)).toMatchObject({ status: 304 });
    // Who names another ETag gets an answer.
    expect(await ask(end, '1')).toMatchObject({ status: 200, body: nothing });
  });

  it('remember the latest changes, and read earlier ones again', async () => {
    const feed = app.server.get(LiveFeed);
    const from = String(await head());
    const read = jest.spyOn(app.adapters.storage.log, 'readAll');
    const postId = await publish();
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

  it('tell when a boost begins, and when its time is over', async () => {
    const postId = await publish();
    await allSent();
    const stream = await openStream();
    const now = app.clock.now().toISOString();
    const about = { userId: 'ann', boostId: crypto.randomUUID(), now };
    const price = { amount: 199, currency: 'usd' };
    await send(app, Boosts.GrantBoost({ ...about, boostType: 'mega', price, target: null }));
    const post = { postId, ownerId: 'ann', isPublic: true };
    await send(app, Boosts.ApplyBoost({ ...about, post, rank: { before: 1, after: 1 } }));
    expect((await nextOf(stream)).message).toMatchObject({
      posts: [{ id: postId, isBoosted: true, boostType: 'mega' }],
      boosted: [postId],
      published: [],
    });
    app.clock.advance(7 * DAY);
    await app.server.get(LiveFeed).tellEndedBoosts();
    expect((await nextOf(stream)).message).toMatchObject({
      posts: [{ id: postId, isBoosted: false, boostType: null }],
      boosted: [postId],
    });
  });
});

describe('live news behind a proxy', () => {
  const app = useOwnApp('limits by network, and stops', {
    env: { TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
  });

  it('are streams for a /64 network of IPv6 as for one address, and end at once when the server stops', async () => {
    const from = (address: string) => EventStream.open(`${app.url}/api/live`, { 'x-forwarded-for': address });
    for (let host = 1; host <= MOST_STREAMS_A_CALLER; host += 1) await from(`2001:db8:0:1::${host}`);
    await expect(from('2001:db8:0:1:ffff::1')).rejects.toThrow('429');
    const stream = await from('2001:db8:0:2::1');
    expect(await stream.next()).toMatchObject({ event: 'ready' });
    const ended = stream.next();
    await app.stop();
    expect(await ended).toBeNull();
  });
});

describe('live news of the acts of admins', () => {
  const after = (...events: { type: string; data: object }[]) => {
    const { published, removed, touched } = new LiveChanges().add(events);
    return { published: [...published], removed: [...removed], touched: [...touched] };
  };
  const undone = (isPublic: boolean) => ({
    type: 'PostActUndone',
    data: { postId: 'p1', isPublic, ...unmoderated(!isPublic) },
  });
  const touched = { published: [], removed: [], touched: ['p1'] };

  it('take the post away, bring it, or undo that as it turns out', () => {
    for (const type of ['PostHidden', 'PostRemoved'] as const) {
      expect(after(acted(type, 'a1'))).toEqual({ ...touched, removed: ['p1'] });
    }
    expect(after(acted('PostShown', 'a1'))).toEqual({ ...touched, published: ['p1'] });
    expect(after(undone(true))).toEqual(touched);
    expect(after(undone(false))).toEqual({ ...touched, removed: ['p1'] });
  });

  it('skip what names no post, as in an event that cannot be decoded', () => {
    const odd = [{}, { postId: null }, { postId: '' }, { postId: 7 }, '{"postId":'].flatMap((data) =>
      ['PostPublished', 'PostActUndone'].map((type) => ({ type, data: data as object })),
    );
    expect(after(...odd, acted('PostHidden', 'a1'))).toEqual({ ...touched, removed: ['p1'] });
  });
});

const rated = (position: number, postId: string) =>
  ({ position, type: 'Rated', data: { postId } }) as unknown as Recorded;

/** A feed over a log and views that the test moves: one post with one rating per event. */
class FeedHarness {
  private deliver: Consumer['onBatch'] = () => Promise.resolve();
  private readonly timer = new TestTimer();
  private readonly steps = new Steps();
  private viewsAt = 0;
  private isLogLate = false;
  readonly sent = new Noted<LiveMessage>();
  readonly feed: LiveFeed;

  constructor(private readonly events: readonly Recorded[]) {
    const inTime = <Answer>(answer: Answer) =>
      this.isLogLate ? Promise.reject(new EventLogUnavailableError('late')) : Promise.resolve(answer);
    const log = { head: () => inTime(9), readAll: () => inTime(events) };
    const reader = {
      position: 0,
      start: () => Promise.resolve(),
      follow: ({ onBatch }: Consumer) => {
        this.deliver = onBatch;
        return { close: () => Promise.resolve() };
      },
    };
    const { timer } = this;
    const reached: ViewProgress['reached'] = (position, deadline) =>
      this.steps.until(
        () => this.viewsAt >= position,
        (expire) => timer.deadline(deadline, expire),
      );
    const live = (ids: readonly string[]) => Promise.resolve(ids.map((id) => this.postOf(id)));
    this.feed = new LiveFeed(
      new ReadsWithTimeout(log as unknown as EventLog, timer),
      reader as unknown as LogReader,
      { reached } as unknown as ViewProgress,
      { live } as unknown as LeaderboardReader,
      { now: () => new Date(0) },
      timer,
    );
  }

  async open(): Promise<void> {
    await this.feed.start();
    await this.join((text) =>
      this.sent.push(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '{}') as LiveMessage),
    );
  }

  /** Joins a listener who has seen nothing. */
  async join(listener: Listener): Promise<void> {
    await this.feed.join(listener, 0, () => false);
  }

  /** From now on the log answers no request in time. */
  delayLog(): void {
    this.isLogLate = true;
  }

  /** Delivers the event at this position. */
  async log(position: number): Promise<void> {
    const events = this.events.filter((event) => event.position === position);
    await this.deliver({ events, undecodable: [], to: position });
  }

  /** Resolves when the feed waits for the views. */
  waits(): Promise<void> {
    return this.timer.begun('views of live news');
  }

  /** Moves the views to this position. */
  views(position: number): void {
    this.viewsAt = position;
    this.steps.step();
  }

  /** Lets the wait for the views take too long. */
  async timeOut(): Promise<void> {
    await this.timer.advance(DEADLINES['views of live news'].ms);
  }

  private postOf(id: string) {
    const seen = this.events.filter(({ position }) => position <= this.viewsAt);
    const ratingsCount = seen.filter(({ data }) => (data as { postId: string }).postId === id).length;
    return { id, ratingsCount };
  }
}

describe('the live feed', () => {
  const openFeed = async () => {
    const made = new FeedHarness([rated(1, 'first'), rated(2, 'second')]);
    await made.open();
    return made;
  };
  const postsSent = ({ sent }: FeedHarness) => sent.map(({ posts }) => posts);

  it('sends an event only after the views have seen it, with the figures of that moment', async () => {
    const harness = await openFeed();
    await harness.log(1);
    await harness.waits();
    await harness.log(2);
    harness.views(1);
    await harness.waits();
    harness.views(2);
    await harness.sent.atLeast(2);
    expect(harness.feed.position).toBe(2);
    expect(postsSent(harness)).toEqual([
      [{ id: 'first', ratingsCount: 1 }],
      [{ id: 'second', ratingsCount: 1 }],
    ]);
    await harness.feed.onModuleDestroy();
  });

  expires('views of live news', async () => {
    const harness = await openFeed();
    await harness.log(1);
    await harness.waits();
    await harness.log(2);
    await harness.timeOut();
    await harness.waits();
    harness.views(2);
    await harness.sent.atLeast(1);
    expect(harness.feed.position).toBe(2);
    expect(postsSent(harness)).toEqual([
      [
        { id: 'first', ratingsCount: 1 },
        { id: 'second', ratingsCount: 1 },
      ],
    ]);
    await harness.feed.onModuleDestroy();
  });

  it('tells a reader to reload what the log does not read in time', async () => {
    const harness = await openFeed();
    await harness.log(1);
    harness.views(1);
    await harness.sent.atLeast(1);
    expect(harness.feed.position).toBe(1);
    expect(await harness.feed.knows(2)).toBe(true);
    harness.delayLog();
    expect([await harness.feed.knows(1), await harness.feed.knows(2)]).toEqual([true, false]);
    const heard = new Noted<string>();
    await harness.join((text) => heard.push(text));
    expect(heard).toEqual([reloadEvent(1)]);
    await harness.log(2);
    harness.views(2);
    await heard.atLeast(2);
    await harness.feed.onModuleDestroy();
  });
});
