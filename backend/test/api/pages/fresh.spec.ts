import { Account } from '../../../src/domain/account/account.js';
import { Comment } from '../../../src/domain/comment/comment.js';
import { Like } from '../../../src/domain/like/like.js';
import { Post } from '../../../src/domain/post/post.js';
import { Quarantine } from '../../../src/kernel/log/quarantine.js';
import { useOwnApp } from '../../support/app.js';
import { contentOf, pageStateOf, stateAt } from '../../support/pages.js';
import { decider, given } from '../../support/post-acts.js';
import { type Person, usePerson } from '../../support/people.js';
import { commentOn, publishPost, rate, send } from '../../support/posts.js';
import { newsSent, settled } from '../../support/settled.js';

describe('a page that is kept', () => {
  const app = useOwnApp('moves the clock');
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const gone = usePerson(app, 'gone');
  const page = async (address: string) => (await app.browser().get<string>(address)).body;
  /** A post, and the pages that show it. */
  const shown = async (owner: Person = ann) => {
    const id = await publishPost(app, owner.id, 9.9);
    await settled(app);
    const addresses = [`/post/${id}`, '/leaderboard', '/leaderboard?tab=week', `/user/${owner.id}`, '/'];
    const states = async () => {
      for (const address of addresses) contentOf(await page(address));
      return addresses.map((address) => stateAt(app, address));
    };
    return { id, addresses, before: await states(), now: () => addresses.map((one) => stateAt(app, one)) };
  };
  const about = (postId: string) => ({ postId, ownerId: ann.id, isPublic: true });

  it.each([
    ['a like', (id: string) => send(app, Like.LikePost({ post: about(id), userId: bob.id }))],
    ['a rating', (id: string) => rate(app, id, ann.id, 10)],
  ])('may show the figures before %s for a second, and then shows the new ones', async (_, act) => {
    const { id, addresses, before, now } = await shown();
    await act(id);
    expect(now()).toEqual(before);
    app.clock.advance(999);
    expect(now()).toEqual(before);
    // Further ones do not prolong it.
    await rate(app, id, ann.id, 10);
    app.clock.advance(1);
    expect(now()).toEqual(addresses.map(() => null));
    const { body } = await app.browser().get(`/api/posts/${id}`);
    for (const address of addresses.slice(0, 2)) {
      const { answers } = pageStateOf(await page(address));
      expect(JSON.stringify(Object.values(answers).map((one) => JSON.parse(one.body)))).toContain(
        JSON.stringify(body),
      );
    }
  });

  it('is kept when figures change while it is rendered', async () => {
    const id = await publishPost(app, ann.id, 3);
    await page(`/post/${id}`);
    await rate(app, id, ann.id, 1);
    app.clock.advance(1000);
    const [, html] = await Promise.all([rate(app, id, ann.id, 1), page(`/post/${id}`)]);
    expect(String(stateAt(app, `/post/${id}`)?.plain.body)).toBe(html);
  });

  it.each([
    ['hidden', (id: string) => Post.HidePost({ postId: id, actId: crypto.randomUUID(), decider, ...given })],
    ['deleted', (id: string) => Post.DeletePost({ postId: id, ownerId: ann.id, because: 'owner' })],
  ])('lacks a post with the next answer after it was %s, also right after a like', async (_, command) => {
    const { id, addresses, now } = await shown();
    expect(await page('/sitemap.xml')).toContain(`<loc>${app.url}/post/${id}</loc>`);
    await send(app, Like.LikePost({ post: about(id), userId: bob.id }));
    await rate(app, id, ann.id, 10);
    await send(app, command(id));
    expect(now()).toEqual(addresses.map(() => null));
    expect((await app.browser().get(`/post/${id}`)).status).toBe(404);
    for (const address of [...addresses.slice(1), '/sitemap.xml']) {
      expect(await page(address)).not.toContain(id);
    }
  });

  it('has the new name of a person, and a new comment, with the next answer', async () => {
    const { id, addresses, now } = await shown();
    expect((await ann.changeProfile({ displayUsername: 'A New Name' })).status).toBe(200);
    expect(now()).toEqual(addresses.map(() => null));
    for (const address of addresses) expect(contentOf(await page(address))).toContain('A New Name');
    const commentId = await commentOn(app, id, ann.id);
    expect(contentOf(await page(`/post/${id}`))).toContain('A calm picture.');
    await send(app, Comment.HideComment({ commentId, actId: crypto.randomUUID(), decider, ...given }));
    expect(contentOf(await page(`/post/${id}`))).not.toContain('A calm picture.');
  });

  it('has nothing of a person who was erased, with the next answer', async () => {
    const { id, addresses } = await shown(gone);
    // It becomes the first of its week, on the podium of home.
    for (let count = 0; count < 3; count += 1) await rate(app, id, gone.id, 10);
    app.clock.advance(1000);
    const name = gone.user.anonymousUsername;
    for (const address of addresses) expect(contentOf(await page(address))).toContain(name);
    const now = app.clock.now().toISOString();
    await send(app, Account.RequestDeletion({ accountId: gone.id, dueAt: now }));
    await send(app, Account.DeleteAccount({ accountId: gone.id, now }));
    for (const address of addresses) expect(await page(address)).not.toContain(name);
    expect((await app.browser().get(`/user/${gone.id}`)).status).toBe(404);
  });

  it('ends when the quarantine changes', async () => {
    const { addresses, now } = await shown();
    app.server.get(Quarantine).onChange();
    expect(now()).toEqual(addresses.map(() => null));
  });

  it('has the position of the live news before its data, and ends when it is too far behind', async () => {
    const id = await publishPost(app, ann.id, 2);
    await page('/termsofservice');
    const { position } = pageStateOf(await page(`/post/${id}`));
    const head = await app.adapters.storage.log.head();
    expect(Number(position)).toBeLessThanOrEqual(head);
    expect(Number(position)).toBeGreaterThan(0);
    const other = await publishPost(app, bob.id, 2);
    for (let like = 0; like < 260; like += 1) {
      const post = { postId: other, ownerId: bob.id, isPublic: true };
      await send(app, Like.LikePost({ post, userId: `u${like}` }));
    }
    await newsSent(app);
    expect(Number(pageStateOf(await page('/termsofservice')).position)).toBeGreaterThanOrEqual(head);
  });
});
