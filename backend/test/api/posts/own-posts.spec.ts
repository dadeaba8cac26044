import type { PublicProfile } from '../../../src/api/account/profiles.controller.js';
import { EventLogUnavailableError } from '../../../src/kernel/event-log.js';
import type { OwnPost, Post } from '../../../src/projections/leaderboard/shown-posts.js';
import { unique, useApp } from '../../support/app.js';
import { registered, usePerson } from '../../support/people.js';
import { newPhoto } from '../../support/photos.js';
import { publishPost } from '../../support/posts.js';
import { published } from '../../support/publications.js';
import { settled } from '../../support/settled.js';
import type { Visitor } from '../../support/visitor.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const notFound = { status: 404, body: { message: 'Post not found' } };

describe('the posts of a user', () => {
  afterEach(() => jest.restoreAllMocks());
  const app = useApp();
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const carol = usePerson(app, 'carol');
  const own = async (browser: Visitor) => (await browser.get<OwnPost[]>('/api/user/posts')).body;
  const profile = (id: string) => app.browser().get<PublicProfile>(`/api/users/${id}`);
  const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id);

  it('are empty at first, and need a login, but not a verified address', async () => {
    const { browser, user } = await registered(app, `${unique('dora')}@example.org`);
    expect(await browser.get('/api/user/posts')).toMatchObject({ status: 200, body: [] });
    expect((await profile(user.id)).body).toEqual({
      user: {
        id: user.id,
        anonymousUsername: user.anonymousUsername,
        displayUsername: null,
        bio: null,
        socialLinks: null,
        profilePictureUrl: null,
      },
      postsCount: 0,
      posts: [],
    });
    expect((await app.browser().get('/api/user/posts')).status).toBe(401);
    for (const id of [UNKNOWN_ID, 'no-id']) {
      expect(await profile(id)).toMatchObject({ status: 404, body: { message: 'User not found' } });
    }
  });

  it('are shown to their author and in public, while one in review is shown to its author only', async () => {
    const id = await published(bob);
    const { body: post } = await app.browser().viewPost(id);
    const [mine] = await own(bob);
    const { imageUrl, thumbhash, width, height, averageRating, aiScore, createdAt } = post;
    const same = {
      id,
      imageUrl,
      thumbhash,
      width,
      height,
      aiScore,
      createdAt,
      likesCount: 0,
      commentsCount: 0,
      isBoosted: false,
      boostType: null,
    };
    const decided = { isPublic: true, moderationFlags: [], decision: null };
    expect(mine).toEqual({ ...same, averageRating, voteCount: 0, ...decided });
    const flags = ['may show a face'];
    const hidden = await publishPost(app, bob.id, 7, { moderationFlags: flags });
    expect((await own(bob)).find((one) => one.id === hidden)).toMatchObject({
      isPublic: false,
      moderationFlags: flags,
    });
    const shown = { ...same, overallRating: averageRating, ratingsCount: 0 };
    expect((await profile(bob.id)).body).toMatchObject({ postsCount: 1, posts: [shown] });
  });

  it('come in pages of 100 by the Link header', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 101; index += 1) ids.push(await publishPost(app, carol.id, null));
    const pages = async <Body>(browser: Visitor, start: string, of: (body: Body) => { id: string }[]) => {
      const found: string[][] = [];
      for (let next: string | undefined = start; next;) {
        const { body, headers }: { body: Body; headers: Headers } = await browser.get<Body>(next);
        found.push(idsOf(of(body)));
        next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      }
      expect(found.map(({ length }) => length)).toEqual([100, 1]);
      expect(found.flat().toSorted()).toEqual(ids.toSorted());
      return found;
    };
    const mine = await pages<OwnPost[]>(carol, '/api/user/posts', (body) => body);
    const shown = await pages<PublicProfile>(app.browser(), `/api/users/${carol.id}`, ({ posts }) => [
      ...posts,
    ]);
    expect(mine).toEqual(shown);
    expect((await carol.get('/api/user/posts?cursor=a&cursor=b')).status).toBe(400);
  });

  it('are not found anywhere once deleted, and the picture can be published again', async () => {
    const photo = await newPhoto();
    const id = await published(ann, photo);
    const { body: post } = await app.browser().viewPost(id);
    expect((await app.browser().get(post.imageUrl)).status).toBe(200);
    const onBoard = async () =>
      idsOf((await app.browser().get<Post[]>(`/api/posts?search=${ann.user.anonymousUsername}`)).body);
    expect(await onBoard()).toContain(id);

    expect(await ann.deletePost(id)).toMatchObject({ status: 200, body: { success: true } });
    for (const browser of [app.browser(), ann]) expect(await browser.viewPost(id)).toMatchObject(notFound);
    expect(idsOf(await own(ann))).not.toContain(id);
    expect(idsOf((await profile(ann.id)).body.posts)).not.toContain(id);
    expect(await onBoard()).not.toContain(id);
    await settled(app);
    for (const width of [320, 640, 1280]) {
      expect((await app.browser().get(`/images/${id}/${width}.webp`)).status).toBe(404);
    }
    expect(await ann.deletePost(id)).toMatchObject(notFound);

    const again = await published(ann, photo);
    expect(again).not.toBe(id);
    expect((await app.browser().viewPost(again)).body.imageHash).toBe(post.imageHash);
  });

  it('release the picture even when the deletion fails halfway', async () => {
    const photo = await newPhoto();
    const id = await published(ann, photo);
    const { log } = app.adapters.storage;
    const append = log.append.bind(log);
    const failing = jest.spyOn(log, 'append').mockImplementation(async (stream, expected, events) => {
      if (stream.startsWith('publication-')) throw new EventLogUnavailableError('no answer');
      return append(stream, expected, events);
    });
    expect((await ann.deletePost(id)).status).toBe(503);
    expect((await app.browser().viewPost(id)).status).toBe(404);
    failing.mockRestore();
    await settled(app);
    expect(await published(ann, photo)).not.toBe(id);
  });

  it('are deleted only by people who have signed in, and by ids', async () => {
    const id = await publishPost(app, ann.id, 7);
    expect((await app.browser().deletePost(id)).status).toBe(401);
    for (const unknown of [UNKNOWN_ID, 'no-id'])
      expect(await ann.deletePost(unknown)).toMatchObject(notFound);
    expect((await app.browser().viewPost(id)).status).toBe(200);
  });
});
