import type { OwnPost, Post } from '../../src/projections/leaderboard/shown-posts.js';
import { useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { joining } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { commentOn, publishPost } from '../support/posts.js';
import type { Visitor } from '../support/visitor.js';

describe('moderating posts', () => {
  const app = useOwnApp('not shared yet');
  const admin = useAdmin(app, 'moe');
  const join = joining(app, 'poster');
  const visitor = () => app.browser();
  const REASON = { reason: 'identifies', note: 'We can see a name tag.' };

  const undo = (actId: string | null, browser = admin) => browser.undo(actId, 'Wrong post.');
  const posted = async () => {
    const owner = await join();
    return { owner, postId: await publishPost(app, owner.user.id, 7) };
  };
  const statusFor = async (browser: Visitor, postId: string) => (await browser.viewPost(postId)).status;
  /** Whether each list of the site has the post. */
  const lists = async (postId: string, ownerId: string, username: string) => {
    const has = async (address: string) => {
      const { body } = await visitor().get<Post[] | { posts: Post[] }>(address);
      return (Array.isArray(body) ? body : body.posts).some(({ id }) => id === postId);
    };
    return Promise.all([
      has('/api/posts'),
      has(`/api/posts?search=${username}`),
      has('/api/leaderboard/weekly'),
      has(`/api/users/${ownerId}`),
    ]);
  };

  it.each([
    ['hiding', 'hidden', (id: string) => admin.decide(id, { isPublic: false, ...REASON })],
    ['removing', 'removed', (id: string) => admin.remove(id, REASON)],
  ] as const)(
    '%s takes a post off the site; its owner sees why; undo brings it back',
    async (_, kind, act) => {
      const { owner, postId } = await posted();
      const { id, anonymousUsername } = owner.user;
      expect(await lists(postId, id, anonymousUsername)).toEqual([true, true, true, true]);
      const before = (await visitor().viewPost(postId)).body;

      const { status, body } = await act(postId);
      expect([status, body]).toMatchObject([
        200,
        {
          id: postId,
          status: kind,
          isPublic: false,
          isModerated: false,
          isRemoved: kind === 'removed',
          waitsUntil: null,
          actId: body.actId,
        },
      ]);
      expect(await lists(postId, id, anonymousUsername)).toEqual([false, false, false, false]);
      expect(await statusFor(visitor(), postId)).toBe(404);
      expect(await statusFor((await join()).browser, postId)).toBe(404);
      for (const part of ['rank', 'comments', 'card.png', 'boost']) {
        expect([part, (await visitor().get(`/api/posts/${postId}/${part}`)).status]).toEqual([part, 404]);
      }
      const decision = {
        actId: body.actId,
        kind,
        ...REASON,
        label: 'Shows a face or identifies a person',
        section: 5,
        decidedAt: app.clock.now().toISOString(),
      };
      expect((await owner.browser.viewPost(postId)).body).toMatchObject({ decision });
      expect((await owner.browser.get<OwnPost[]>('/api/user/posts')).body).toEqual([
        expect.objectContaining({ id: postId, isPublic: false, decision }),
      ]);

      expect((await undo(body.actId)).status).toBe(200);
      expect(await lists(postId, id, anonymousUsername)).toEqual([true, true, true, true]);
      expect((await visitor().viewPost(postId)).body).toEqual(before);
      expect((await undo(body.actId)).status).toBe(200);
    },
  );

  it('approves a post of the review, which everyone sees then', async () => {
    const owner = await join();
    const postId = await publishPost(app, owner.user.id, 7, { moderationFlags: ['may show a face'] });
    expect(await statusFor(visitor(), postId)).toBe(404);
    const { status, body } = await admin.decide(postId, { isModerated: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'approved', isPublic: true, isModerated: true });
    expect((await visitor().viewPost(postId)).body).toMatchObject({
      isPublic: true,
      isModerated: true,
      moderationFlags: [],
    });
    expect((await undo(body.actId)).status).toBe(200);
    expect(await statusFor(visitor(), postId)).toBe(404);
  });

  it('shows a hidden post again', async () => {
    const { postId } = await posted();
    await admin.decide(postId, { isPublic: false, ...REASON });
    expect((await admin.decide(postId, { isPublic: true })).body).toMatchObject({
      isPublic: true,
      status: 'pending',
    });
    expect(await statusFor(visitor(), postId)).toBe(200);
  });

  it('hides without a reason, says so to the owner, and answers the updated post', async () => {
    const { owner, postId } = await posted();
    const { status, body } = await admin.decide(postId, { isPublic: false });
    const own = (await owner.browser.viewPost(postId)).body;
    expect(own.decision).toMatchObject({ reason: 'other', note: 'The moderator gave no reason.' });
    expect([status, body]).toEqual([
      200,
      {
        ...own,
        imageUrl: `/api/rtm-sys/pictures/${postId}/1280.webp`,
        status: 'hidden',
        isRemoved: false,
        actId: own.decision?.actId,
        waitsUntil: null,
      },
    ]);
  });

  it('answers a repeated decision with the act that it repeats', async () => {
    const { postId } = await posted();
    const first = await admin.decide(postId, { isPublic: false, ...REASON });
    expect((await admin.decide(postId, { isPublic: false, ...REASON })).body).toEqual(first.body);
  });

  it('serves the picture to its owner only', async () => {
    const owner = await join();
    const { body } = await owner.browser.publishPhoto(await jpegPhoto());
    const picture = `/images/${body.id}/640.webp`;
    expect((await visitor().get(picture)).status).toBe(200);
    await admin.remove(body.id, REASON);
    expect((await visitor().get(picture)).status).toBe(404);
    expect((await owner.browser.get(picture)).status).toBe(200);
  });

  it('answers unknown ids with 404, malformed ones and bodies with 400', async () => {
    const { owner, postId } = await posted();
    const commentId = await commentOn(app, postId, owner.user.id);
    const unknown = crypto.randomUUID();
    for (const id of [unknown, commentId]) {
      expect((await admin.decide(id, { isModerated: true })).status).toBe(404);
      expect((await admin.remove(id, REASON)).status).toBe(404);
    }
    expect((await admin.decide('not-an-id', { isModerated: true })).status).toBe(400);
    for (const body of [
      {},
      { isModerated: false },
      { isModerated: true, isPublic: true },
      { isPublic: false, reason: 'boredom' },
      { isPublic: false, reason: 'other' },
      { isPublic: false, reason: 'spam', note: 'x'.repeat(501) },
    ]) {
      expect([body, (await admin.decide(postId, body)).status]).toEqual([body, 400]);
    }
    expect((await admin.remove(postId, {})).status).toBe(400);
    expect((await undo(unknown)).status).toBe(404);
    expect((await undo('not-an-id')).status).toBe(400);
    expect(await statusFor(visitor(), postId)).toBe(200);
  });

  it('knows neither post nor act once its owner has deleted the post', async () => {
    const { owner, postId } = await posted();
    const { body } = await admin.decide(postId, { isPublic: false, ...REASON });
    expect((await owner.browser.deletePost(postId)).status).toBe(200);
    expect((await admin.decide(postId, { isPublic: true })).status).toBe(404);
    expect((await undo(body.actId)).status).toBe(404);
  });
});
