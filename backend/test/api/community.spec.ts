import type { User } from '../../src/projections/accounts/accounts.reader.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';
import { useApp } from '../support/app.js';
import type { Browser } from '../support/browser.js';
import { verified } from '../support/people.js';
import { publishPost } from '../support/posts.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const notFound = { status: 404, body: { message: 'Post not found', code: 'not_found' } };

describe('ratings, likes and reports', () => {
  const app = useApp();
  let ann: Browser;
  let bob: Browser;
  let eve: Browser;
  let annId: string;
  let post: string;
  let hidden: string;

  beforeAll(async () => {
    const people: { browser: Browser; user: User }[] = [];
    for (const name of ['ann', 'bob', 'eve']) people.push(await verified(app, `${name}@example.org`));
    [ann, bob, eve] = people.map(({ browser }) => browser) as [Browser, Browser, Browser];
    annId = people[0]?.user.id ?? '';
  });
  beforeEach(async () => {
    post = await publishPost(app, annId, 7.4);
    hidden = await publishPost(app, annId, 7.4, { moderationFlags: ['may show a face'] });
  });

  const shown = async (id = post) => (await app.browser().get<Post>(`/api/posts/${id}`)).body;

  describe('ratings', () => {
    const rate = (browser: Browser, overallScore: unknown, postId: unknown = post) =>
      browser.post('/api/ratings/submit', { postId, overallScore });
    const own = async (browser: Browser) =>
      (await browser.get<{ rating: number | null }>(`/api/posts/${post}/user-rating`)).body;

    it('change the average shown, and each user can read their own', async () => {
      expect(await own(bob)).toEqual({ rating: null });
      expect(await rate(bob, 10)).toMatchObject({ status: 200, body: { success: true } });
      // (7.4 + 10) / 2
      expect(await shown()).toMatchObject({ averageRating: '8.7', ratingsCount: 1 });
      await rate(eve, 0);
      // (7.4 + 10 + 0) / 3
      expect(await shown()).toMatchObject({ averageRating: '5.8', ratingsCount: 2 });
      expect([await own(bob), await own(eve), await own(ann), await own(app.browser())]).toEqual([
        { rating: 10 },
        { rating: 0 },
        { rating: null },
        { rating: null },
      ]);
    });

    it('are given once per user', async () => {
      await rate(bob, 3);
      expect(await rate(bob, 9)).toMatchObject({
        status: 409,
        body: { message: 'You may have already rated this post.' },
      });
      expect(await own(bob)).toEqual({ rating: 3 });
    });

    it('are given once when a user sends ten at the same time', async () => {
      const tries = await Promise.all(Array.from({ length: 10 }, (_, score) => rate(bob, score)));
      expect(tries.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
      expect(await shown()).toMatchObject({ ratingsCount: 1 });
    });

    it('reject the owner of the post', async () =>
      expect(await rate(ann, 10)).toMatchObject({
        status: 403,
        body: { message: 'You cannot rate your own post' },
      }));

    it.each([-1, 11, 7.5, '7', null, undefined, true])('reject %j', async (score) => {
      expect(await rate(bob, score)).toMatchObject({
        status: 400,
        body: { errors: { overallScore: ['A rating is a whole number from 0 to 10'] } },
      });
      expect(await shown()).toMatchObject({ ratingsCount: 0 });
    });

    it('need an existing, visible post', async () => {
      expect(await rate(bob, 7, NOWHERE)).toMatchObject(notFound);
      expect(await rate(bob, 7, hidden)).toMatchObject(notFound);
      expect(await rate(bob, 7, 'first')).toMatchObject({ status: 400 });
      expect(await bob.get(`/api/posts/${hidden}/user-rating`)).toMatchObject(notFound);
    });
  });

  describe('likes', () => {
    const like = () => `/api/posts/${post}/like`;

    it('are idempotent, and can be removed', async () => {
      expect((await bob.get(like())).body).toEqual({ liked: false });
      for (let count = 0; count < 2; count += 1) {
        expect(await bob.post(like())).toMatchObject({ status: 200, body: { success: true } });
      }
      await ann.post(like());
      expect((await bob.get(like())).body).toEqual({ liked: true });
      expect((await app.browser().get(like())).body).toEqual({ liked: false });
      expect((await shown()).likesCount).toBe(2);
      for (let count = 0; count < 2; count += 1) {
        expect(await bob.delete(like())).toMatchObject({ status: 200, body: { success: true } });
      }
      expect((await bob.get(like())).body).toEqual({ liked: false });
      expect((await shown()).likesCount).toBe(1);
    });

    it('need an existing, visible post', async () => {
      for (const id of [NOWHERE, hidden, 'first']) {
        const address = `/api/posts/${id}/like`;
        expect(await bob.get(address)).toMatchObject(notFound);
        expect(await bob.post(address)).toMatchObject(notFound);
        expect(await bob.delete(address)).toMatchObject(notFound);
        expect(await app.browser().get(address)).toMatchObject(notFound);
      }
    });

    it('are allowed to the owner of a hidden post', async () =>
      expect(await ann.post(`/api/posts/${hidden}/like`)).toMatchObject({ status: 200 }));
  });

  describe('reports', () => {
    const report = (browser: Browser, body: object, id = post) =>
      browser.post(`/api/posts/${id}/report`, body);

    it('are accepted with or without a category', async () => {
      expect(await report(bob, { reason: ' This is a hand. ', category: 'not-feet' })).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(await report(eve, { reason: 'Odd.' })).toMatchObject({ status: 200 });
      expect(await shown()).toMatchObject({ id: post });
    });

    it('are accepted once per user', async () => {
      await report(bob, { reason: 'A hand.' });
      expect(await report(bob, { reason: 'Still a hand.' })).toMatchObject({
        status: 409,
        body: { message: 'You have already reported this post.' },
      });
    });

    it.each([{}, { reason: '' }, { reason: ' \n' }, { reason: '\ud800\u200b' }, { reason: 7 }])(
      'need a reason: %j',
      async (body) =>
        expect(await report(bob, body)).toMatchObject({
          status: 400,
          body: {
            message: 'Please provide a reason for reporting this post',
            errors: { reason: [expect.any(String)] },
          },
        }),
    );

    it('reject a reason that is too long and an unknown category', async () => {
      expect(await report(bob, { reason: 'x'.repeat(1001) })).toMatchObject({
        status: 400,
        body: { message: 'A reason has at most 1000 characters' },
      });
      expect(await report(bob, { reason: 'Odd.', category: 'dull' })).toMatchObject({
        status: 400,
        body: { errors: { category: ['This category does not exist'] } },
      });
    });

    it('reject the owner of the post, and need an existing, visible post', async () => {
      expect(await report(ann, { reason: 'Mine.' })).toMatchObject({
        status: 403,
        body: { message: 'You cannot report your own post' },
      });
      expect(await report(bob, { reason: 'Odd.' }, hidden)).toMatchObject(notFound);
      expect(await report(bob, { reason: 'Odd.' }, NOWHERE)).toMatchObject(notFound);
    });
  });

  it('are rejected after the post was deleted', async () => {
    await bob.post(`/api/posts/${post}/like`);
    await ann.delete(`/api/user/posts/${post}`);
    expect(await bob.get(`/api/posts/${post}/like`)).toMatchObject(notFound);
    expect(await bob.delete(`/api/posts/${post}/like`)).toMatchObject(notFound);
    expect(await bob.post('/api/ratings/submit', { postId: post, overallScore: 7 })).toMatchObject(notFound);
    expect(await bob.get(`/api/posts/${post}/comments`)).toMatchObject(notFound);
  });
});
