import type { OwnPost, Post } from '../../../src/projections/leaderboard/shown-posts.js';
import { newAdmin, signedInAdmin, useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { usePerson } from '../../support/people.js';
import { newPhoto } from '../../support/photos.js';
import { commentOn, publishPost, rate } from '../../support/posts.js';
import type { Visitor } from '../../support/visitor.js';

const REASON = { reason: 'identifies', note: 'We can see a name tag.' };
const POSTS = '/api/rtm-sys/posts';

describe('moderating posts', () => {
  const app = useApp();
  const name = unique('moe');
  const admin = useAdmin(app, name);
  const olga = useAdmin(app, unique('olga'), 'owner');
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const visitor = () => app.browser();

  const statusFor = async (browser: Visitor, postId: string) => (await browser.viewPost(postId)).status;
  /** Whether each list of the site has the post. */
  const lists = async (postId: string, owner = ann) => {
    const has = async (address: string) => {
      const { body } = await visitor().get<Post[] | { posts: Post[] }>(address);
      return (Array.isArray(body) ? body : body.posts).some(({ id }) => id === postId);
    };
    const search = `search=${owner.user.anonymousUsername}`;
    return Promise.all([
      has(`/api/posts?${search}`),
      has(`/api/leaderboard/weekly?${search}`),
      has(`/api/users/${owner.id}`),
    ]);
  };

  it.each([
    ['hiding', 'hidden', (id: string) => admin.decide(id, { isPublic: false, ...REASON })],
    ['removing', 'removed', (id: string) => admin.remove(id, REASON)],
  ] as const)(
    '%s takes a post off the site; its owner sees why; undo brings it back',
    async (_, kind, act) => {
      const { id: postId } = (await ann.publishPhoto(await newPhoto())).body;
      const picture = `/images/${postId}/640.webp`;
      expect(await lists(postId)).toEqual([true, true, true]);
      expect((await visitor().get(picture)).status).toBe(200);
      const before = (await visitor().viewPost(postId)).body;

      const { status, body } = await act(postId);
      const { actId } = body;
      const answer = { id: postId, status: kind, isPublic: false, isModerated: false, waitsUntil: null };
      expect([status, body]).toMatchObject([200, { ...answer, isRemoved: kind === 'removed' }]);
      expect((await act(postId)).body).toEqual(body);
      expect(await lists(postId)).toEqual([false, false, false]);
      expect([await statusFor(visitor(), postId), await statusFor(bob, postId)]).toEqual([404, 404]);
      expect((await visitor().get(picture)).status).toBe(404);
      expect((await ann.get(picture)).status).toBe(200);
      for (const part of ['rank', 'comments', 'card.png', 'boost']) {
        expect([part, (await visitor().get(`/api/posts/${postId}/${part}`)).status]).toEqual([part, 404]);
      }
      const label = 'Shows a face or identifies a person';
      const decidedAt = app.clock.now().toISOString();
      const decision = { actId, kind, ...REASON, label, section: 5, decidedAt };
      expect((await ann.viewPost(postId)).body).toMatchObject({ decision });
      expect((await ann.get<OwnPost[]>('/api/user/posts')).body).toContainEqual(
        expect.objectContaining({ id: postId, isPublic: false, decision }),
      );

      expect((await admin.undo(actId)).status).toBe(200);
      expect(await lists(postId)).toEqual([true, true, true]);
      expect((await visitor().viewPost(postId)).body).toEqual(before);
      expect((await admin.undo(actId)).status).toBe(200);
      await ann.deletePost(postId);
    },
  );

  it('approves a post of the review, which everyone sees then', async () => {
    const postId = await publishPost(app, ann.id, 7, { moderationFlags: ['may show a face'] });
    expect(await statusFor(visitor(), postId)).toBe(404);
    const { status, body } = await admin.decide(postId, { isModerated: true });
    expect([status, body]).toMatchObject([200, { status: 'approved', isPublic: true, isModerated: true }]);
    expect((await visitor().viewPost(postId)).body).toMatchObject({
      isPublic: true,
      isModerated: true,
      moderationFlags: [],
    });
    expect((await admin.undo(body.actId)).status).toBe(200);
    expect(await statusFor(visitor(), postId)).toBe(404);
  });

  it('hides without a reason, says so to the owner, answers the updated post, and shows it again', async () => {
    const postId = await publishPost(app, ann.id, 7);
    const { status, body } = await admin.decide(postId, { isPublic: false });
    const own = (await ann.viewPost(postId)).body;
    expect(own.decision).toMatchObject({ reason: 'other', note: 'The moderator gave no reason.' });
    const imageUrl = `${POSTS.replace('posts', 'pictures')}/${postId}/1280.webp`;
    const moderated = { status: 'hidden', isRemoved: false, actId: own.decision?.actId, waitsUntil: null };
    expect([status, body]).toEqual([200, { ...own, imageUrl, ...moderated }]);
    const shown = (await admin.decide(postId, { isPublic: true })).body;
    expect(shown).toMatchObject({ isPublic: true, status: 'pending' });
    expect(await statusFor(visitor(), postId)).toBe(200);
    expect((await ann.deletePost(postId)).status).toBe(200);
    expect((await admin.undo(body.actId)).status).toBe(404);
  });

  it('answers malformed ids and bodies with 400', async () => {
    const postId = await publishPost(app, ann.id, 7);
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
    expect((await admin.undo(crypto.randomUUID())).status).toBe(404);
    expect((await admin.undo('not-an-id')).status).toBe(400);
    expect((await admin.details(crypto.randomUUID())).status).toBe(404);
    expect((await admin.get(`${POSTS}/nothing`)).status).toBe(400);
    expect(await statusFor(visitor(), postId)).toBe(200);
  });

  it('is not for an admin whose post, comment or report it is about', async () => {
    const login = unique('ann');
    await newAdmin(app, login, 'moderator', ann.email);
    const self = await signedInAdmin(app, login);
    const [own, other] = [await publishPost(app, ann.id, 7), await publishPost(app, bob.id, 7)];
    const third = await publishPost(app, bob.id, 7);
    const ownComment = await commentOn(app, own, ann.id);
    await ann.report(other, { reason: 'Hm.' });
    await bob.report(own, { reason: 'Hm.' });
    const { actId } = (await olga.hide(own)).body;
    const answers = [
      await self.decide(own, { isModerated: true }),
      await self.remove(own),
      await self.decide(other, { isModerated: true }),
      await self.undo(actId),
      await self.hideComment(ownComment, { reason: 'quality' }),
      await self.decideReport(`${other}-${ann.id}`, { status: 'dismissed' }),
      await self.decideReport(`${own}-${bob.id}`, { status: 'dismissed' }),
    ];
    const message = 'You cannot decide about your own content. Another admin has to.';
    const refused = { status: 403, body: { message } };
    expect(answers).toMatchObject(answers.map(() => refused));
    expect((await self.decide(third, { isModerated: true })).status).toBe(200);
    expect((await olga.undo(actId)).status).toBe(200);
  });

  it('has a page with all that is known of a post, and a picture that only admins may see', async () => {
    const photo = await newPhoto();
    const first = (await ann.publishPhoto(photo)).body.id;
    const copy = (await bob.publishPhoto(photo)).body.id;
    for (const score of [8, 8, 3]) await rate(app, first, ann.id, score);
    await commentOn(app, first, ann.id);
    await admin.hide(first, { reason: 'quality' });

    const { status, body } = await admin.details(first);
    expect([status, body]).toMatchObject([
      200,
      {
        id: first,
        status: 'hidden',
        commentsCount: 1,
        ratingsCount: 3,
        ratingDistribution: [0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0],
        isLogAvailable: true,
        verdict: { verdict: 'pass', judge: 'demo', score: null },
        nearCopies: [{ id: copy, ownerId: bob.id, distance: 0 }],
        refusals: [],
        acts: [{ kind: 'PostHidden', adminName: name, reason: 'quality' }],
      },
    ]);
    const picture = body.imageUrl.replace('1280', '640');
    const { status: shown, headers } = await admin.get(picture);
    const sent = [headers.get('content-type'), headers.get('cache-control')];
    expect([shown, ...sent]).toEqual([200, 'image/webp', 'private, no-store']);
    expect((await ann.get(picture)).status).toBe(401);
    expect((await admin.get(picture.replace('640', '123'))).status).toBe(404);
    expect((await admin.get(`/images/${first}/640.webp`)).status).toBe(404);
  });
});
