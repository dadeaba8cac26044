import { useAdmin } from '../support/admins.js';
import { useApp, unique } from '../support/app.js';
import { settled } from '../support/settled.js';
import { usePerson } from '../support/people.js';
import { commentOn, publishPost } from '../support/posts.js';
import { METADATA } from '../support/test-kernel.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const NONE = { likedPosts: [], likedComments: [], ratings: {} };

describe('own marks', () => {
  const app = useApp();
  const moe = useAdmin(app, unique('moe'));
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const eve = usePerson(app, 'eve');
  let post: string;
  let comment: string;
  let reply: string;

  beforeEach(async () => {
    post = await publishPost(app, ann.id, 7.4);
    comment = await commentOn(app, post, ann.id);
    reply = await commentOn(app, post, ann.id, comment);
  });

  const likeComment = async (id: string, who = bob) =>
    expect((await who.post(`/api/comments/${id}/like`)).status).toBe(200);
  /** Bob likes and rates the post, and likes both comments. */
  const mark = async () => {
    await bob.like(post);
    await bob.rate(post, 8);
    await likeComment(comment);
    await likeComment(reply);
  };
  const ask = async (query: Readonly<Record<string, string>>, who = bob) => {
    const { status, body } = await who.marks(query);
    expect(status).toBe(200);
    return { ...body, likedComments: body.likedComments.toSorted() };
  };
  const askAll = (who = bob) => ask({ posts: post, comments: `${comment},${reply}` }, who);
  const thread = (who = bob) => ask({ thread: post }, who);
  const bothComments = () => [comment, reply].toSorted();

  it('are the posts and comments that one likes, and the ratings that one gave', async () => {
    const unmarked = await publishPost(app, ann.id, 7.4);
    await mark();
    const marks = { likedPosts: [post], likedComments: bothComments(), ratings: { [post]: 8 } };
    expect(await askAll()).toEqual(marks);
    expect(await ask({ posts: [unmarked, post, NOWHERE, post].join(',') })).toEqual({
      ...marks,
      likedComments: [],
    });
    expect(await ask({ comments: [NOWHERE, reply].join(',') })).toEqual({ ...NONE, likedComments: [reply] });
    expect(await ask({})).toEqual(NONE);
    await bob.delete(`/api/posts/${post}/like`);
    await bob.delete(`/api/comments/${comment}/like`);
    expect(await askAll()).toEqual({ likedPosts: [], likedComments: [reply], ratings: { [post]: 8 } });
  });

  it('of a thread are those of the post and all its comments, and no others', async () => {
    const other = await publishPost(app, ann.id, 7.4);
    const elsewhere = await commentOn(app, other, ann.id);
    await mark();
    await bob.like(other);
    await likeComment(elsewhere);
    const marks = { likedPosts: [post], likedComments: bothComments(), ratings: { [post]: 8 } };
    expect(await thread()).toEqual(marks);
    expect(await ask({ thread: post, posts: other, comments: `${elsewhere},${reply}` })).toEqual({
      likedPosts: expect.arrayContaining([post, other]),
      likedComments: [comment, reply, elsewhere].toSorted(),
      ratings: { [post]: 8 },
    });
  });

  it('are nobody else’s, and visitors have none', async () => {
    await mark();
    await likeComment(reply, eve);
    await eve.rate(post, 0);
    expect([await askAll(ann), await thread(ann)]).toEqual([NONE, NONE]);
    const marks = { likedPosts: [], likedComments: [reply], ratings: { [post]: 0 } };
    expect([await askAll(eve), await thread(eve)]).toEqual([marks, marks]);
    expect((await app.browser().marks({ thread: post })).status).toBe(401);
  });

  it('leave out a hidden post with its comments, except for its owner', async () => {
    await mark();
    await ann.like(post);
    await likeComment(comment, ann);
    await moe.hide(post, { reason: 'spam', note: 'Spam.' });
    expect([await askAll(), await thread()]).toEqual([NONE, NONE]);
    const marks = { likedPosts: [post], likedComments: [comment], ratings: {} };
    expect([await askAll(ann), await thread(ann)]).toEqual([marks, marks]);
  });

  it('leave out a hidden comment and a deleted post', async () => {
    await mark();
    await moe.hideComment(comment, { reason: 'abuse', note: 'Be kind.' });
    expect((await askAll()).likedComments).toEqual([reply]);
    expect((await thread()).likedComments).toEqual([reply]);
    await ann.deletePost(post);
    expect([await askAll(), await thread()]).toEqual([NONE, NONE]);
    expect((await bob.marks({ thread: NOWHERE })).body).toEqual(NONE);
  });

  it('leave out what is in quarantine, like the public answers', async () => {
    await mark();
    const { log, quarantine } = app.adapters.storage;
    const damage = async (stream: string) => {
      const event = { id: crypto.randomUUID(), type: 'SomethingNew', data: {} };
      await log.append(stream, 'any', [{ ...event, metadata: { ...METADATA, version: 1 } }]);
      await settled(app);
      expect(quarantine.has(stream)).toBe(true);
    };
    await damage(`comment-${reply}`);
    expect((await askAll()).likedComments).toEqual([comment]);
    expect((await thread()).likedComments).toEqual([comment]);
    await damage(`post-${post}`);
    expect([await askAll(), await thread()]).toEqual([NONE, NONE]);
  });

  it('are asked for at most 100 ids together', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID()).join(',');
    expect(await ask({ posts: ids(100) })).toEqual(NONE);
    expect(await ask({ posts: ids(40), comments: ids(60), thread: post })).toEqual(NONE);
    for (const query of [{ posts: ids(101) }, { posts: ids(40), comments: ids(61) }]) {
      expect(await bob.marks(query)).toMatchObject({
        status: 400,
        body: { message: 'Please ask about at most 100 ids.' },
      });
    }
  });

  it.each([
    ['posts', 'first', 'This is not a list of ids of posts'],
    ['posts', `${NOWHERE},`, 'This is not a list of ids of posts'],
    ['comments', `${NOWHERE};${NOWHERE}`, 'This is not a list of ids of comments'],
    ['comments', '', 'This is not a list of ids of comments'],
    ['thread', `${NOWHERE},${NOWHERE}`, 'This is not the id of a post'],
  ])('reject %s=%s', async (field, value, message) =>
    expect(await bob.marks({ [field]: value })).toMatchObject({
      status: 400,
      body: { errors: { [field]: [message] } },
    }),
  );
});
