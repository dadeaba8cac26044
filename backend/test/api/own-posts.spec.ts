import { EventLogUnavailableError } from '../../src/kernel/event-log.js';
import type { PublicProfile } from '../../src/api/account/profiles.controller.js';
import type { OwnPost } from '../../src/projections/leaderboard/shown-posts.js';
import type { Post as ShownPost } from '../../src/projections/leaderboard/shown-posts.js';
import { Post } from '../../src/domain/post/post.js';
import { useOwnApp } from '../support/app.js';
import { settled } from '../support/settled.js';
import { toPublish } from '../support/made-up.js';
import { registered, verified, usePerson } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { send } from '../support/posts.js';
import { published } from '../support/publications.js';
import type { Visitor } from '../support/visitor.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const nextOf = (headers: Headers) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;

describe('the posts of a user', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  const mine = async () => (await ann.get<OwnPost[]>('/api/user/posts')).body;
  const profile = (id = ann.user.id) => app.browser().get<PublicProfile>(`/api/users/${id}`);

  it('are empty at first', async () => {
    expect(await ann.get('/api/user/posts')).toMatchObject({ status: 200, body: [] });
    expect((await profile()).body).toEqual({
      user: {
        id: ann.user.id,
        anonymousUsername: ann.user.anonymousUsername,
        displayUsername: null,
        bio: null,
        socialLinks: null,
        profilePictureUrl: null,
      },
      postsCount: 0,
      posts: [],
    });
  });

  it('are shown to their author and in public, newest first', async () => {
    const first = await published(ann, 601);
    app.clock.advance(1000);
    const second = await published(ann, 602);
    await published(bob, 603);
    const { body: post } = await app.browser().viewPost(second);
    const own = await mine();
    expect(own.map(({ id }) => id)).toEqual([second, first]);
    expect(own[0]).toEqual({
      id: second,
      imageUrl: post.imageUrl,
      thumbhash: post.thumbhash,
      width: post.width,
      height: post.height,
      averageRating: post.averageRating,
      aiScore: post.aiScore,
      voteCount: 0,
      likesCount: 0,
      commentsCount: 0,
      isBoosted: false,
      boostType: null,
      isPublic: true,
      moderationFlags: [],
      decision: null,
      createdAt: post.createdAt,
    });
    const { body } = await profile();
    expect(body.postsCount).toBe(2);
    expect(body.posts.map(({ id }) => id)).toEqual([second, first]);
    const {
      averageRating,
      voteCount,
      isPublic: _,
      moderationFlags: __,
      decision: ___,
      ...same
    } = own[0] as OwnPost;
    expect(body.posts[0]).toEqual({ ...same, overallRating: averageRating, ratingsCount: voteCount });
  });

  it('are hidden from others, but not from their author, while they wait for review', async () => {
    const hidden = toPublish(crypto.randomUUID(), {
      ownerId: bob.user.id,
      moderationFlags: ['may show a face'],
    });
    await send(app, Post.PublishPost({ ...hidden, publishedAt: app.clock.now().toISOString() }));
    const own = await bob.get<OwnPost[]>('/api/user/posts');
    expect(own.body.find(({ id }) => id === hidden.postId)).toMatchObject({
      isPublic: false,
      moderationFlags: ['may show a face'],
    });
    const { body } = await profile(bob.user.id);
    expect(body.postsCount).toBe(1);
    expect(body.posts.map(({ id }) => id)).not.toContain(hidden.postId);
  });

  it('page to the end, each post once, with a cursor that is valid for this list only', async () => {
    const carol = await verified(app, 'carol@example.org');
    const ids: string[] = [];
    for (let index = 0; index < 205; index += 1) {
      const fields = toPublish(crypto.randomUUID());
      // Some at the same time, so that the id decides the order.
      const publishedAt = new Date(Date.UTC(2026, 10, 21, 12, 0, Math.floor(index / 3))).toISOString();
      await send(app, Post.PublishPost({ ...fields, ownerId: carol.user.id, publishedAt }));
      ids.push(fields.postId);
    }
    const pages = async <Body>(browser: Visitor, start: string, of: (body: Body) => { id: string }[]) => {
      const seen: string[] = [];
      const sizes: number[] = [];
      for (let next: string | null = start; next !== null;) {
        const { body, headers }: { body: Body; headers: Headers } = await browser.get<Body>(next);
        seen.push(...of(body).map(({ id }) => id));
        sizes.push(of(body).length);
        next = nextOf(headers);
      }
      expect(sizes).toEqual([100, 100, 5]);
      return seen;
    };
    const own = await pages<OwnPost[]>(carol.browser, '/api/user/posts', (body) => body);
    const shown = await pages<PublicProfile>(app.browser(), `/api/users/${carol.user.id}`, (body) => [
      ...body.posts,
    ]);
    expect(own).toEqual(shown);
    expect(own.toSorted()).toEqual(ids.toSorted());
    const { headers } = await carol.browser.get('/api/user/posts');
    const cursor = nextOf(headers)?.split('?')[1] ?? '';
    for (const address of [`/api/users/${carol.user.id}`, '/api/posts']) {
      expect((await carol.browser.get(`${address}?${cursor}`)).status).toBe(400);
    }
    expect((await ann.get(`/api/user/posts?${cursor}`)).status).toBe(400);
    expect((await carol.browser.get('/api/user/posts?cursor=a&cursor=b')).status).toBe(400);
  });

  it.each([UNKNOWN_ID, 'no-id'])('are not found for an unknown user: %s', async (id) => {
    expect(await profile(id)).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });

  describe('when deleted', () => {
    it('are not found anywhere, and the picture can be published again', async () => {
      const photo = await jpegPhoto(610);
      const id = await published(ann, photo);
      const { body: post } = await app.browser().viewPost(id);
      expect((await app.browser().get(post.imageUrl)).status).toBe(200);

      expect(await ann.deletePost(id)).toMatchObject({
        status: 200,
        body: { success: true },
      });

      for (const browser of [app.browser(), ann]) {
        expect(await browser.viewPost(id)).toMatchObject({
          status: 404,
          body: { message: 'Post not found' },
        });
      }
      expect((await mine()).map((own) => own.id)).not.toContain(id);
      expect((await profile()).body.posts.map((shown) => shown.id)).not.toContain(id);
      const { body: board } = await app.browser().get<ShownPost[]>('/api/posts');
      expect(board.map((shown) => shown.id)).not.toContain(id);
      await settled(app);
      for (const width of [320, 640, 1280]) {
        expect((await app.browser().get(`/images/${id}/${width}.webp`)).status).toBe(404);
      }
      expect((await ann.deletePost(id)).status).toBe(404);

      const again = await published(ann, photo);
      expect(again).not.toBe(id);
      expect((await app.browser().viewPost(again)).body.imageHash).toBe(post.imageHash);
    });

    it('release the picture even when the call fails halfway', async () => {
      const photo = await jpegPhoto(611);
      const id = await published(ann, photo);
      const { log } = app.adapters.storage;
      const append = log.append.bind(log);
      log.append = async (stream, expected, events) => {
        if (stream.startsWith('publication-')) throw new EventLogUnavailableError('no answer');
        return append(stream, expected, events);
      };
      expect((await ann.deletePost(id)).status).toBe(503);
      expect((await app.browser().viewPost(id)).status).toBe(404);
      log.append = append;
      await settled(app);
      const rating = await ann.uploadPhoto(photo);
      expect((await ann.publish(rating.body as object)).status).toBe(201);
    });

    it('are deleted only by their author', async () => {
      const id = await published(ann, 612);
      expect(await bob.deletePost(id)).toMatchObject({
        status: 404,
        body: { message: 'Post not found' },
      });
      expect((await app.browser().deletePost(id)).status).toBe(401);
      expect((await ann.deletePost(UNKNOWN_ID)).status).toBe(404);
      expect((await ann.delete('/api/user/posts/no-id')).status).toBe(404);
      expect((await app.browser().viewPost(id)).status).toBe(200);
    });
  });

  it('need a login, but not a verified address', async () => {
    expect((await app.browser().get('/api/user/posts')).status).toBe(401);
    const { browser } = await registered(app, 'dora@example.org');
    expect(await browser.get('/api/user/posts')).toMatchObject({ status: 200, body: [] });
  });
});
