import { useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { usePerson } from '../../support/people.js';
import { commentOn, publishPost } from '../../support/posts.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const NONE = { likedPosts: [], likedComments: [], ratings: {} };
const postNotFound = { status: 404, body: { message: 'Post not found', code: 'not_found' } };

describe('what people think of a post', () => {
  const app = useApp();
  const moe = useAdmin(app, unique('moe'));
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const eve = usePerson(app, 'eve');
  let post: string;
  beforeEach(async () => {
    post = await publishPost(app, ann.id, 7.4);
  });
  const shown = async () => (await app.browser().viewPost(post)).body;

  it('changes its average by ratings, and each user can read their own', async () => {
    const own = async (browser = bob) => (await browser.get(`/api/posts/${post}/user-rating`)).body;
    expect(await own()).toEqual({ rating: null });
    expect(await bob.rate(post, 10)).toMatchObject({ status: 200, body: { success: true } });
    // (7.4 + 10) / 2
    expect(await shown()).toMatchObject({ averageRating: '8.7', ratingsCount: 1 });
    await eve.rate(post, 0);
    // (7.4 + 10 + 0) / 3
    expect(await shown()).toMatchObject({ averageRating: '5.8', ratingsCount: 2 });
    expect([await own(), await own(eve), await own(ann)]).toEqual([
      { rating: 10 },
      { rating: 0 },
      { rating: null },
    ]);
    expect((await app.browser().get(`/api/posts/${post}/user-rating`)).body).toEqual({ rating: null });
  });

  it('is a rating from 0 to 10, as a whole number (V15.3.5)', async () => {
    for (const score of [-1, 11, 7.5, '7', null, undefined, true]) {
      expect(await bob.rate(post, score)).toMatchObject({
        status: 400,
        body: { errors: { overallScore: ['A rating is a whole number from 0 to 10'] } },
      });
    }
    expect(await bob.rate('first', 7)).toMatchObject({
      status: 400,
      body: { errors: { postId: ['Please say which post you rate'] } },
    });
    expect(await shown()).toMatchObject({ ratingsCount: 0 });
  });

  it('is a like, given any number of times, and taken back', async () => {
    const like = `/api/posts/${post}/like`;
    expect((await bob.get(like)).body).toEqual({ liked: false });
    for (let count = 0; count < 2; count += 1) {
      expect(await bob.like(post)).toMatchObject({ status: 200, body: { success: true } });
    }
    await ann.like(post);
    expect((await bob.get(like)).body).toEqual({ liked: true });
    expect((await app.browser().get(like)).body).toEqual({ liked: false });
    expect((await shown()).likesCount).toBe(2);
    for (let count = 0; count < 2; count += 1) {
      expect(await bob.delete(like)).toMatchObject({ status: 200, body: { success: true } });
    }
    expect((await bob.get(like)).body).toEqual({ liked: false });
    expect((await shown()).likesCount).toBe(1);
  });

  it('is a report with a reason, and with a category if they know one', async () => {
    for (const [report, errors] of [
      [{ reason: '\ud800\u200b' }, { reason: ['Please provide a reason for reporting this post'] }],
      [{ reason: 'x'.repeat(1001) }, { reason: ['A reason has at most 1000 characters'] }],
      [{ reason: 'Odd.', category: 'dull' }, { category: ['This category does not exist'] }],
    ] as const) {
      expect(await bob.report(post, report)).toMatchObject({ status: 400, body: { errors } });
    }
    const filed = { status: 200, body: { success: true } };
    expect(await bob.report(post, { reason: ' This is a hand. ', category: 'not-feet' })).toMatchObject(
      filed,
    );
    expect(await eve.report(post, { reason: 'Odd.' })).toMatchObject(filed);
    expect((await moe.reportsOn(post)).body.map(({ reason, category }) => [reason, category])).toEqual(
      expect.arrayContaining([
        ['This is a hand.', 'not-feet'],
        ['Odd.', 'other'],
      ]),
    );
    expect(await shown()).toMatchObject({ id: post });
  });

  it('is not asked about a post that they do not find, or that is hidden or deleted', async () => {
    const hidden = await publishPost(app, ann.id, 7.4, { moderationFlags: ['may show a face'] });
    expect((await ann.like(hidden)).status).toBe(200);
    await bob.like(post);
    await ann.deletePost(post);
    for (const id of [NOWHERE, hidden, post, 'first']) {
      const [like, own] = [`/api/posts/${id}/like`, `/api/posts/${id}/user-rating`];
      const answers = [
        await bob.get(like),
        await bob.like(id),
        await bob.delete(like),
        await app.browser().get(like),
        await bob.get(own),
        await bob.comments(id),
        await bob.comment(id, 'Lovely light.'),
        await bob.report(id, { reason: 'Odd.' }),
        ...(id === 'first' ? [] : [await bob.rate(id, 7)]),
      ];
      for (const answer of answers) expect(answer).toMatchObject(postNotFound);
    }
  });

  describe('is marked as their own', () => {
    let comment: string;
    let reply: string;
    beforeEach(async () => {
      comment = await commentOn(app, post, ann.id);
      reply = await commentOn(app, post, ann.id, comment);
      await bob.like(post);
      await bob.rate(post, 8);
      await likeComment(comment);
      await likeComment(reply);
    });
    const likeComment = async (id: string, who = bob) =>
      expect((await who.post(`/api/comments/${id}/like`)).status).toBe(200);
    const ask = async (query: Readonly<Record<string, string>>, who = bob) => {
      const { status, body } = await who.marks(query);
      expect(status).toBe(200);
      return { ...body, likedComments: body.likedComments.toSorted() };
    };
    /** By their ids, and by their thread. */
    const both = (who = bob) =>
      Promise.all([ask({ posts: post, comments: `${comment},${reply}` }, who), ask({ thread: post }, who)]);
    const likedComments = () => [comment, reply].toSorted();

    it('among the posts, comments and threads that they ask about', async () => {
      const other = await publishPost(app, ann.id, 7.4);
      const elsewhere = await commentOn(app, other, ann.id);
      await bob.like(other);
      await likeComment(elsewhere);
      const unmarked = await publishPost(app, ann.id, 7.4);
      const marks = { likedPosts: [post], likedComments: likedComments(), ratings: { [post]: 8 } };
      expect(await both()).toEqual([marks, marks]);
      expect(await ask({ posts: [unmarked, post, NOWHERE, post].join(',') })).toEqual({
        ...marks,
        likedComments: [],
      });
      expect(await ask({ comments: [NOWHERE, reply].join(',') })).toEqual({
        ...NONE,
        likedComments: [reply],
      });
      expect(await ask({ thread: post, posts: other, comments: `${elsewhere},${reply}` })).toEqual({
        likedPosts: expect.arrayContaining([post, other]),
        likedComments: [comment, reply, elsewhere].toSorted(),
        ratings: { [post]: 8 },
      });
      expect([await ask({}), await ask({ thread: NOWHERE })]).toEqual([NONE, NONE]);
      await bob.delete(`/api/posts/${post}/like`);
      await bob.delete(`/api/comments/${comment}/like`);
      const left = { likedPosts: [], likedComments: [reply], ratings: { [post]: 8 } };
      expect(await both()).toEqual([left, left]);
    });

    it('for nobody else, and not for visitors', async () => {
      await likeComment(reply, eve);
      await eve.rate(post, 0);
      expect(await both(ann)).toEqual([NONE, NONE]);
      const marks = { likedPosts: [], likedComments: [reply], ratings: { [post]: 0 } };
      expect(await both(eve)).toEqual([marks, marks]);
      expect((await app.browser().marks({ thread: post })).status).toBe(401);
    });

    it('unless an admin hides it: a hidden post with its comments is left to its owner', async () => {
      await ann.like(post);
      await likeComment(comment, ann);
      await moe.hideComment(reply, { reason: 'abuse', note: 'Be kind.' });
      for (const { likedComments: liked } of await both()) expect(liked).toEqual([comment]);
      await moe.hide(post, { reason: 'spam', note: 'Spam.' });
      expect(await both()).toEqual([NONE, NONE]);
      const marks = { likedPosts: [post], likedComments: [comment], ratings: {} };
      expect(await both(ann)).toEqual([marks, marks]);
      await ann.deletePost(post);
      expect(await both(ann)).toEqual([NONE, NONE]);
    });

    it('unless it is in quarantine, like the public answers', async () => {
      const { quarantine } = app.adapters.storage;
      const record = (id: string, stream: string) =>
        quarantine.record([{ id, stream, position: 1, type: 'SomethingNew', reason: 'a test' }]);
      try {
        await record(reply, `comment-${reply}`);
        for (const { likedComments: liked } of await both()) expect(liked).toEqual([comment]);
        await record(post, `post-${post}`);
        expect(await both()).toEqual([NONE, NONE]);
      } finally {
        await quarantine.release([reply, post]);
      }
    });
  });

  it('is looked up for at most 100 ids together', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(',');
    for (const query of [{ posts: ids(100) }, { posts: ids(40), comments: ids(60), thread: post }]) {
      expect(await bob.marks(query)).toMatchObject({ status: 200, body: NONE });
    }
    for (const query of [{ posts: ids(101) }, { posts: ids(40), comments: ids(61) }]) {
      expect(await bob.marks(query)).toMatchObject({
        status: 400,
        body: { message: 'Please ask about at most 100 ids.' },
      });
    }
  });

  it.each([
    ['posts', `${NOWHERE},`, 'This is not a list of ids of posts'],
    ['comments', '', 'This is not a list of ids of comments'],
    ['thread', `${NOWHERE},${NOWHERE}`, 'This is not the id of a post'],
  ])('is not looked up for %s=%s', async (field, value, message) =>
    expect(await bob.marks({ [field]: value })).toMatchObject({
      status: 400,
      body: { errors: { [field]: [message] } },
    }),
  );
});
