import { Photo } from '../../../src/domain/photo/photo.js';
import { PublishedPicture } from '../../../src/domain/post/published-picture.js';
import { normalisePhoto } from '../../../src/infrastructure/images/photo.js';
import type { WeeklyBoard } from '../../../src/api/leaderboard/leaderboard.controller.js';
import type { Post } from '../../../src/projections/leaderboard/shown-posts.js';
import { type RatingResult, photoIdIn } from '../../../src/projections/photos/rating-result.js';
import { PhotoExpiry } from '../../../src/reactions/timers/photo-expiry.js';
import { type AppInUse, unique, useApp, useOwnApp } from '../../support/app.js';
import { type Person, mailedToken, registered, usePerson, verified } from '../../support/people.js';
import { newPhoto } from '../../support/photos.js';
import { send } from '../../support/posts.js';
import { published } from '../../support/publications.js';
import { DOUBTFUL, PASSED, REFUSAL, judging } from '../../support/scripted-judge.js';
import { settled } from '../../support/settled.js';
import type { Visitor } from '../../support/visitor.js';

const HOUR = 3_600_000;
const PENDING = '/api/ratings/pending';
const SCORES = { toeAlignment: 9, toeNails: 9.2, footShape: 9.4, aesthetic: 9.6 };
const invalid = { status: 400, body: { message: 'Invalid saved rating' } };
const twice = { status: 409, body: { message: 'You have already published this photo.' } };

const rate = async (browser: Visitor, bytes?: Buffer) =>
  (await browser.uploadPhoto(bytes ?? (await newPhoto()))).body;

/** Publishing a photo without a rating is interrupted before the post exists. Returns the id of the photo. */
async function interrupt(app: AppInUse, owner: Person, bytes: Buffer, isClaimed: boolean): Promise<string> {
  const { renditions: _, ...picture } = await normalisePhoto(bytes);
  const [photoId, ownerId] = [app.adapters.ids.uuid(), owner.id];
  const judge = { kind: 'ai', model: 'test', promptVersion: '1' } as const;
  const verdict = {
    uploader: `account:${ownerId}`,
    verdict: 'pass',
    reasons: [],
    judge,
    resembles: null,
  } as const;
  await send(app, Photo.AdmitPhoto({ photoId, ownerId, picture, ...verdict }));
  if (isClaimed) {
    const { imageHash } = picture;
    await send(
      app,
      PublishedPicture.PublishPicture({ ownerId, imageHash, postId: photoId, abandoned: null }),
    );
  }
  return photoId;
}

describe('publishing', () => {
  afterEach(() => jest.restoreAllMocks());
  const app = useApp();
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const shown = (id: string, browser: Visitor = app.browser()) => browser.viewPost(id);
  /** Whether a post of Ann is among hers on the board of all posts and on that of the week. */
  const onBoards = async (id: string) => {
    const search = `search=${ann.user.anonymousUsername}`;
    const board = await ann.get<Post[]>(`/api/posts?${search}`);
    const week = await app.browser().get<WeeklyBoard>(`/api/leaderboard/weekly?${search}`);
    return [board.body, week.body.posts].map((posts) => posts.some((post) => post.id === id));
  };

  describe('a rating', () => {
    it('puts it on the boards under the name of the user, and shows nothing else of them (V15.3.1)', async () => {
      judging(app, { ...PASSED, scores: SCORES });
      const rating = await rate(ann);
      const { status, body } = await ann.publish(rating);
      expect(status).toBe(201);
      const post = await shown(body.id);
      expect(post.body).toMatchObject({
        id: body.id,
        averageRating: '9.3',
        aiScore: '9.3',
        ratingsCount: 0,
        imageUrl: rating.imageUrl,
        username: expect.stringMatching(/^[A-Z][a-z]+[A-Z][a-z]+\d{4}$/),
        isPublic: true,
        moderationFlags: [],
      });
      expect(JSON.stringify(post.body)).not.toContain(ann.email.split('@')[0]);
      expect(await onBoards(body.id)).toEqual([true, true]);
    });

    it('needs an account (401) with a verified address (403)', async () => {
      const { browser: unverified } = await registered(app, `${unique('new')}@example.org`);
      const rating = await rate(unverified);
      expect(await app.browser().publish(rating)).toMatchObject({ status: 401 });
      expect(await unverified.publish(rating)).toMatchObject({
        status: 403,
        body: { message: 'Please verify your email address first.' },
      });
    });

    it.each([
      { averageRating: '9.9' },
      { toeAlignment: '10.0' },
      { toeNails: '10.0' },
      { footShape: '10.0' },
      { aesthetic: '10.0' },
      { aesthetic: '11' },
      { footShape: undefined },
      { aiComment: 'The best ever.' },
      { imageHash: 'f'.repeat(64) },
      { imageUrl: '/images/00000000-0000-4000-8000-000000000000/1280.webp' },
      { imageUrl: 'https://example.org/feet.jpg' },
    ])('that was forged is rejected: %j', async (forged) => {
      judging(app, { ...PASSED, scores: SCORES });
      const rating = await rate(bob);
      await settled(app);
      const before = await app.adapters.storage.log.head();
      expect(await bob.publish({ ...rating, ...forged })).toMatchObject(invalid);
      expect(await app.adapters.storage.log.head()).toBe(before);
    });

    it('is for the account that uploaded the photo; repeated, it has the same answer and no event', async () => {
      const rating = await rate(ann);
      const tries = await Promise.all([bob, ann, bob, ann].map((browser) => browser.publish(rating)));
      expect(tries.map(({ status }) => status)).toEqual([400, 201, 400, 201]);
      await settled(app);
      const before = await app.adapters.storage.log.head();
      expect(await ann.publish(rating)).toMatchObject({ status: 201, body: { id: tries[1]?.body.id } });
      expect(await app.adapters.storage.log.head()).toBe(before);
    });

    it('completes after an attempt that was interrupted, also with a new upload of the photo', async () => {
      const bytes = await newPhoto();
      const { imageUrl, imageHash } = await rate(ann, bytes);
      const postId = photoIdIn(imageUrl) ?? '';
      await send(
        app,
        PublishedPicture.PublishPicture({ ownerId: ann.id, imageHash, postId, abandoned: null }),
      );
      const { status, body } = await ann.publish(await rate(ann, bytes));
      expect([status, (await shown(body.id)).status]).toEqual([201, 200]);
      expect(await ann.publish(await rate(ann, bytes))).toMatchObject(twice);
    });

    it('of two copies, published at the same time, goes to the board for one only', async () => {
      const bytes = await newPhoto();
      const ratings = await Promise.all([rate(ann, bytes), rate(bob, bytes)]);
      const both = await Promise.all([ann.publish(ratings[0]), bob.publish(ratings[1])]);
      const seen = await Promise.all(both.map(({ body }) => shown(body.id)));
      expect(seen.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    });
  });

  it('shows a photo held for review to its owner only', async () => {
    judging(app, DOUBTFUL);
    for (const { body } of [await ann.publish(await rate(ann)), await ann.publishPhoto(await newPhoto())]) {
      expect(await shown(body.id)).toMatchObject({ status: 404, body: { message: 'Post not found' } });
      expect((await shown(body.id, ann)).body).toMatchObject({
        isPublic: false,
        moderationFlags: ['may show a face'],
      });
      expect(await onBoards(body.id)).toEqual([false, false]);
    }
  });

  describe('a photo without a rating', () => {
    it('puts it on the boards, which show 0.0 until users rate it', async () => {
      const { status, body } = await ann.publishPhoto(await newPhoto());
      expect(status).toBe(201);
      const { body: post } = await shown(body.id);
      expect(post).toMatchObject({ userId: ann.id, averageRating: '0.0', ratingsCount: 0, isPublic: true });
      expect((await app.browser().get(post.imageUrl)).status).toBe(200);
      const { imageUrl, imageHash } = post;
      expect(await bob.put(PENDING, { imageUrl, imageHash })).toMatchObject(invalid);
      expect(await onBoards(body.id)).toEqual([true, true]);
      await bob.rate(body.id, 8);
      expect((await shown(body.id)).body).toMatchObject({ averageRating: '8.0', ratingsCount: 1 });
    });

    it('is possible once for a picture, and holds a copy of another user’s for review', async () => {
      const [direct, rated] = [await newPhoto(), await newPhoto()];
      // The second request continues the first, or is rejected if it comes too late for that.
      const tries = await Promise.all([ann.publishPhoto(direct), ann.publishPhoto(direct)]);
      const made = tries.filter(({ status }) => status === 201);
      expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
      expect(tries.filter(({ status }) => status === 409)).toHaveLength(tries.length - made.length);
      await published(ann, rated);
      for (const bytes of [direct, rated]) {
        expect(await ann.publishPhoto(bytes)).toMatchObject(twice);
        const { status, body } = await bob.publishPhoto(bytes);
        expect([status, (await shown(body.id)).status]).toEqual([201, 404]);
        expect((await shown(body.id, bob)).body.moderationFlags).toEqual([
          'looks like a photo that another user has published',
        ]);
      }
    });

    it('rejects a refused photo and a file that is not a photo', async () => {
      judging(app, REFUSAL);
      expect(await bob.publishPhoto(await newPhoto())).toMatchObject({
        status: 422,
        body: { code: 'picture_refused' },
      });
      expect((await bob.publishPhoto(Buffer.from('not a photo'))).status).toBe(422);
    });

    it.each([false, true])('goes on after an interrupted attempt; picture claimed: %s', async (isClaimed) => {
      const bytes = await newPhoto();
      const photoId = await interrupt(app, ann, bytes, isClaimed);
      const { status, body } = await ann.publishPhoto(bytes);
      expect([status, body.id]).toEqual([201, photoId]);
      expect((await app.browser().get((await shown(photoId)).body.imageUrl)).status).toBe(200);
    });
  });

  describe('a saved rating', () => {
    const pendingIn = async (browser: Visitor) =>
      (await browser.get<{ rating: RatingResult | null }>(PENDING)).body.rating;
    const save = async (browser: Visitor, rating: object) => {
      expect((await browser.put(PENDING, rating)).status).toBe(204);
      expect(await pendingIn(browser)).toMatchObject(rating);
    };
    const newcomer = async () => (await verified(app, `${unique('cleo')}@example.org`)).user.email;
    const signsIn = async (browser: Visitor, email: string) =>
      expect((await browser.login(email)).status).toBe(200);
    /** A browser in which a visitor has uploaded a photo, wants to publish it, and signs in. */
    const arrived = async () => {
      const email = await newcomer();
      const browser = app.browser();
      const rating = await rate(browser);
      await save(browser, rating);
      await signsIn(browser, email);
      expect(await pendingIn(browser)).toEqual(rating);
      return { browser, rating, email };
    };

    it('of a visitor is published after they register and verify, and then is no longer named', async () => {
      const browser = app.browser();
      const rating = await rate(browser);
      const { imageUrl, imageHash } = rating;
      await save(browser, { imageUrl, imageHash });
      const email = `${unique('dora')}@example.org`;
      await browser.register(email);
      expect(await pendingIn(browser)).toEqual(rating);
      expect((await browser.verifyEmail(await mailedToken(app, email))).status).toBe(200);
      expect(await pendingIn(browser)).toEqual(rating);
      expect((await browser.publish(rating)).status).toBe(201);
      expect(await pendingIn(browser)).toBeNull();
    });

    it('need not be saved to be published, but is not named then', async () => {
      const browser = app.browser();
      const rating = await rate(browser);
      await signsIn(browser, await newcomer());
      expect(await pendingIn(browser)).toBeNull();
      expect((await browser.publish(rating)).status).toBe(201);
    });

    it('is not shown to another browser', async () => {
      const rating = await rate(app.browser());
      expect(await ann.publish(rating)).toMatchObject(invalid);
      for (const browser of [ann, app.browser()]) {
        expect(await browser.put(PENDING, rating)).toMatchObject(invalid);
      }
    });

    it('ends at sign-out, so that the next person publishes nothing of the first', async () => {
      const { browser, rating } = await arrived();
      const copy = browser.cookies.get('claim') ?? '';
      expect((await browser.logout()).status).toBe(204);
      expect(browser.cookies.has('claim')).toBe(false);
      await signsIn(browser, await newcomer());
      for (let tries = 0; tries < 2; tries += 1) {
        expect(await pendingIn(browser)).toBeNull();
        expect(await browser.publish(rating)).toMatchObject(invalid);
        // The browser did not delete the cookie.
        browser.cookies.set('claim', copy);
      }
    });

    it('ends when another account signs in over the first', async () => {
      const { browser, rating } = await arrived();
      await signsIn(browser, await newcomer());
      expect(browser.cookies.has('claim')).toBe(false);
      expect(await browser.publish(rating)).toMatchObject(invalid);
    });

    it('waits for its account after the session has ended, hidden from visitors and other accounts', async () => {
      const { browser, rating, email } = await arrived();
      browser.cookies.delete('session');
      expect(await pendingIn(browser)).toBeNull();
      expect(await browser.put(PENDING, rating)).toMatchObject(invalid);
      await signsIn(browser, email);
      expect(await pendingIn(browser)).toEqual(rating);
      expect((await browser.publish(rating)).status).toBe(201);
    });

    it('of a photo that was uploaded while signed in is kept for that account only', async () => {
      const { browser, user } = await verified(app, `${unique('kim')}@example.org`);
      const rating = await rate(browser);
      await save(browser, rating);
      await signsIn(browser, await newcomer());
      expect(await pendingIn(browser)).toBeNull();
      expect(await browser.put(PENDING, rating)).toMatchObject(invalid);
      expect(await browser.publish(rating)).toMatchObject(invalid);
      await signsIn(browser, user.email);
      expect((await browser.publish(rating)).status).toBe(201);
    });

    it('is forgotten on request, ignored with a wrong signature, and not saved if it is forged', async () => {
      const browser = app.browser();
      const { imageUrl, imageHash } = await rate(browser);
      await save(browser, { imageUrl, imageHash });
      expect((await browser.delete(PENDING)).status).toBe(204);
      expect(await pendingIn(browser)).toBeNull();
      expect(await browser.put(PENDING, { imageUrl, imageHash: 'f'.repeat(64) })).toMatchObject(invalid);
      await save(browser, { imageUrl, imageHash });
      const claim = browser.cookies.get('claim') ?? '';
      browser.cookies.set(
        'claim',
        claim.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      );
      expect(await pendingIn(browser)).toBeNull();
    });
  });
});

describe('what is left of an interrupted attempt', () => {
  const app = useOwnApp('moves the clock');
  const ann = usePerson(app, 'ann@example.org');

  it('expires after a day, and then the picture can be published again', async () => {
    const bytes = await newPhoto();
    const photoId = await interrupt(app, ann, bytes, true);
    app.clock.advance(24 * HOUR + 1);
    await app.server.get(PhotoExpiry).expire();
    const { status, body } = await ann.publishPhoto(bytes);
    expect([status, body.id === photoId]).toEqual([201, false]);
  });
});
