import type { InboxEntry, News } from '../../../src/projections/inbox/shown-inbox.js';
import { useOwnApp } from '../../support/app.js';
import { EventStream } from '../../support/event-stream.js';
import { usePerson } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';

interface Answer {
  readonly entries: readonly InboxEntry[];
  readonly upTo: string;
}

describe('the inbox', () => {
  const app = useOwnApp('lets time pass between reading and news');
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const open: EventStream[] = [];
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  let post: string;
  beforeEach(async () => {
    post = await publishPost(app, ann.id, 5.4);
  });

  /** A stream of live news; `told` resolves at the next event of the inbox. */
  const follow = async (headers: Record<string, string> = {}) => {
    const stream = await EventStream.open(`${app.url}/api/live`, headers);
    open.push(stream);
    const seen: string[] = [];
    const until = async (event: string) => {
      for (;;) {
        const next = await stream.next();
        seen.push(next?.event ?? 'end');
        if (next?.event === event) return seen;
      }
    };
    await until('ready');
    return { until };
  };
  const news = async () => (await ann.get<News>('/api/me/news')).body;
  const inbox = async () => (await ann.get<Answer>('/api/me/inbox')).body;

  it('reports news live on each device, and is read on all of them', async () => {
    const phone = await follow(ann.cookieHeader());
    const visitor = await follow();
    await bob.rate(post, 9);
    await phone.until('inbox');
    expect(await news()).toEqual({ unread: 1, posts: [{ postId: post, votes: 1, likes: 0, comments: 0 }] });
    const { entries, upTo } = await inbox();
    expect(entries).toMatchObject([{ text: '1 new vote', isUnread: true, at: null, path: `/post/${post}` }]);
    app.clock.advance(1000);
    await bob.like(post);
    await phone.until('inbox');
    const read = await ann.put<News>('/api/me/inbox/read', { upTo });
    expect(read.body.posts).toEqual([{ postId: post, votes: 0, likes: 1, comments: 0 }]);
    await phone.until('inbox');
    await ann.put('/api/me/inbox/read', { upTo: (await inbox()).upTo, postId: post });
    await phone.until('inbox');
    expect(await news()).toEqual({ unread: 0, posts: [] });
    expect((await inbox()).entries.map(({ isUnread }) => isUnread)).toEqual([false]);
    // Visitors get news of the post alone.
    await bob.rate(await publishPost(app, ann.id, 6), 3);
    expect(await visitor.until('posts')).not.toContain('inbox');
  });

  it('reads nothing that is yet to come, and takes only times', async () => {
    await ann.put('/api/me/inbox/read', { upTo: '2999-01-01T00:00:00.000Z' });
    app.clock.advance(1000);
    await bob.rate(post, 9);
    expect((await news()).unread).toBeGreaterThan(0);
    const none = '00000000-0000-4000-8000-000000000000';
    const upTo = app.clock.now().toISOString();
    expect((await ann.put<News>('/api/me/inbox/read', { upTo, postId: none })).body).toEqual(await news());
    const local = upTo.replace('Z', '+00:00');
    expect(await ann.put('/api/me/inbox/read', { upTo: local })).toMatchObject({ body: { unread: 0 } });
    for (const bad of ['noon', null, undefined, 7]) {
      expect(await ann.put('/api/me/inbox/read', { upTo: bad })).toMatchObject({
        status: 400,
        body: { errors: { upTo: ['Please say up to when you have read'] } },
      });
    }
  });
});
