import { useOwnApp } from '../support/app.js';
import { publishPost } from '../support/posts.js';
import { type Visitor } from '../support/visitor.js';
import { usePerson } from '../support/people.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const notFound = { status: 404, body: { message: 'Post not found', code: 'not_found' } };

describe('ratings, likes and reports', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  const bob = usePerson(app, 'bob@example.org');
  const eve = usePerson(app, 'eve@example.org');
  let post: string;
  let hidden: string;

  beforeEach(async () => {
    post = await publishPost(app, ann.id, 7.4);
    hidden = await publishPost(app, ann.id, 7.4, { moderationFlags: ['may show a face'] });
  });

  const shown = async (id = post) => (await app.browser().viewPost(id)).body;

  describe('ratings', () => {
    const rate = (browser: Visitor, overallScore: unknown, postId: unknown = post) =>
      browser.rate(postId, overallScore);
    const own = async (browser: Visitor) =>
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

    it.each([-1, 11, 7.5, '7', null, undefined, true])('reject %j (V15.3.5)', async (score) => {
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
      expect(await ann.like(hidden)).toMatchObject({ status: 200 }));
  });

  describe('reports', () => {
    const report = (browser: Visitor, body: object, id = post) => browser.report(id, body);

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
    await bob.like(post);
    await ann.deletePost(post);
    expect(await bob.get(`/api/posts/${post}/like`)).toMatchObject(notFound);
    expect(await bob.delete(`/api/posts/${post}/like`)).toMatchObject(notFound);
    expect(await bob.rate(post, 7)).toMatchObject(notFound);
    expect(await bob.comments(post)).toMatchObject(notFound);
  });
});
