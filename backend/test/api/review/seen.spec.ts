import { adminBrowser, newAdmin, signedInAdmin, useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { DESK, type Desk } from '../../support/desk.js';
import { usePerson } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';
import type { PublicProfile } from '../../../src/api/account/profiles.controller.js';
import type { AdminAppeal } from '../../../src/api/review/decisions.contract.js';
import type { ReviewItem } from '../../../src/api/review/reviews.contract.js';

const approve = (desk: Desk, postId: string, shown = true) =>
  desk.post(`${DESK}/posts/${postId}/acts`, { act: 'PostApproved', shown });
const QUEUE = `${DESK}/queue`;

describe('a report that arrives between opening and deciding', () => {
  const app = useApp();
  const moe = useAdmin(app, unique('moe'));
  const ann = usePerson(app, 'ann');
  const [bob, cleo] = [usePerson(app, 'bob'), usePerson(app, 'cleo')];

  let postId: string;
  beforeEach(async () => {
    postId = await publishPost(app, ann.id, 7);
    await bob.report(postId, { category: 'other', reason: 'Blurred.' });
  });
  const late = () => cleo.report(postId, { category: 'identifies', reason: 'There is a name on the shoe.' });
  const statuses = async () => {
    const { body } = await moe.reportsOn(postId);
    return Object.fromEntries(body.map(({ userId, status }) => [userId === bob.id ? 'bob' : 'cleo', status]));
  };
  const item = async (id = postId) =>
    (await moe.get<ReviewItem[]>(QUEUE)).body.find((one) => one.id === id) ?? null;

  it('stays open after the decision of a review, and puts the post back', async () => {
    const opened = await moe.claim(postId);
    expect(opened.body.reports).toMatchObject([{ id: `${postId}-${bob.id}`, reason: 'Blurred.' }]);
    await late();
    expect((await moe.review(postId, { decision: 'dismiss' })).body).toMatchObject({ newer: 1 });
    expect(await statuses()).toEqual({ bob: 'dismissed', cleo: 'pending' });
    expect(await item()).toMatchObject({ reasons: [{ category: 'identifies', reports: 1 }] });
  });

  it('is decided where the decision names it, as it was shown after the claim', async () => {
    await moe.claim(postId);
    await late();
    const reports = [bob, cleo].map(({ id }) => `${postId}-${id}`);
    expect((await moe.review(postId, { decision: 'dismiss', reports })).body).toMatchObject({ newer: 0 });
    expect([await statuses(), await item()]).toEqual([{ bob: 'dismissed', cleo: 'dismissed' }, null]);
  });

  it('is shown, and covered, once the admin keeps the post for longer', async () => {
    await moe.claim(postId);
    await late();
    expect((await moe.claim(postId)).body.reports).toHaveLength(2);
    await moe.review(postId, { decision: 'dismiss' });
    expect(await statuses()).toEqual({ bob: 'dismissed', cleo: 'dismissed' });
  });

  it('stays open where one report is decided with the others that were shown, or that were claimed', async () => {
    const together = { together: true, reports: [`${postId}-${bob.id}`] };
    await late();
    await moe.decideReport(`${postId}-${bob.id}`, { status: 'dismissed', ...together });
    expect(await statuses()).toEqual({ bob: 'dismissed', cleo: 'pending' });
    await moe.claim(postId);
    await bob.report(postId, { category: 'other', reason: 'Still blurred.' });
    await moe.decideReport(`${postId}-${cleo.id}`, { status: 'dismissed', together: true });
    expect(await statuses()).toEqual({ bob: 'pending', cleo: 'dismissed' });
  });

  it('stays open when the post is approved in a list', async () => {
    await late();
    expect((await approve(moe, postId)).status).toBe(200);
    expect(await statuses()).toEqual({ bob: 'pending', cleo: 'pending' });
    expect(await item()).toMatchObject({ isOpen: true });
  });

  it('cannot be named for another post', async () => {
    const other = await publishPost(app, ann.id, 7);
    await moe.claim(postId);
    expect(await moe.review(postId, { decision: 'dismiss', reports: [`${other}-${bob.id}`] })).toMatchObject({
      status: 400,
      body: { message: 'These reports are not about what you decide.' },
    });
    expect(await statuses()).toEqual({ bob: 'pending' });
  });
});

describe('what an approval says of the picture', () => {
  const app = useApp();
  const moe = useAdmin(app, unique('moe'));
  const ann = usePerson(app, 'ann');
  const approved = async (postId: string) =>
    (await app.adapters.storage.log.readStream(`post-${postId}`)).findLast(
      ({ type }) => type === 'PostApproved',
    )?.data;

  it('is that it was shown, or nothing where the call does not say it', async () => {
    const posts = await Promise.all([1, 2, 3].map(() => publishPost(app, ann.id, 7, { standing: 'new' })));
    const [reviewed = '', listed = '', bare = ''] = posts;
    await moe.claim(reviewed);
    await moe.review(reviewed, { decision: 'approve', shown: true });
    await approve(moe, listed);
    await moe.decide(bare, { isModerated: true });
    expect(await Promise.all(posts.map((postId) => approved(postId)))).toMatchObject([
      { shown: true },
      { shown: true },
      { shown: null },
    ]);
    expect((await approve(moe, bare, false)).status).toBe(400);
  });
});

describe('the sheet of posts that the judge passed', () => {
  const app = useApp();
  const [moe, olga] = [useAdmin(app, unique('moe')), useAdmin(app, unique('olga'))];
  const [ann, bob] = [usePerson(app, 'ann'), usePerson(app, 'bob')];
  const publish = () => publishPost(app, ann.id, 7, { standing: 'new' });
  const listed = async (posts: readonly string[]) => {
    const { body } = await moe.get<ReviewItem[]>(`${QUEUE}/sheet`);
    return posts.filter((postId) => body.some(({ id }) => id === postId));
  };

  it('has those that nobody reported and no admin has, and leaves in the queue what is reported meanwhile', async () => {
    const [fine = '', late = '', claimed = '', reported = ''] = await Promise.all([1, 2, 3, 4].map(publish));
    const trusted = await publishPost(app, ann.id, 7);
    for (const postId of [reported, trusted])
      await bob.report(postId, { category: 'spam', reason: 'Socks.' });
    await olga.claim(claimed);
    expect(await listed([fine, late, claimed, reported, trusted])).toEqual([fine, late]);
    await bob.report(late, { category: 'spam', reason: 'Socks.' });
    for (const postId of [fine, late]) expect((await approve(moe, postId)).status).toBe(200);
    const { body } = await moe.get<ReviewItem[]>(QUEUE);
    expect([fine, late].map((postId) => body.some(({ id }) => id === postId))).toEqual([false, true]);
    expect(await listed([fine, late])).toEqual([]);
  });
});

describe('a post for which nothing asks', () => {
  const app = useApp();
  const [moe, olga] = [useAdmin(app, unique('moe')), useAdmin(app, unique('olga'))];
  const ann = usePerson(app, 'ann');

  it('can be reviewed once, again after that is undone, and shows whose it is', async () => {
    const postId = await publishPost(app, ann.id, 7);
    expect((await moe.claim(postId)).body).toMatchObject({
      isOpen: false,
      person: { registeredAt: expect.any(String) as string, publicPosts: 1, decisions: [] },
    });
    await moe.review(postId, { decision: 'hide', reason: 'spam', note: '' });
    expect((await olga.claim(postId)).status).toBe(409);
    await moe.post(`${QUEUE}/${postId}/undo`, { reason: 'A mistake.' });
    expect((await moe.claim(postId)).status).toBe(200);
    await moe.review(postId, { decision: 'hide', reason: 'spam', note: '' });
    const other = await publishPost(app, ann.id, 7);
    expect((await moe.claim(other)).body.person?.decisions).toMatchObject([{ reason: 'spam' }]);
  });
});

describe('a reported comment', () => {
  const app = useApp();
  const moe = useAdmin(app, unique('moe'));
  const [ann, bob] = [usePerson(app, 'ann'), usePerson(app, 'bob')];

  const reported = async () => {
    const postId = await publishPost(app, ann.id, 7);
    const { id = '' } = (await ann.comment(postId, 'Rude.')).body;
    expect(
      (await bob.post(`/api/comments/${id}/report`, { category: 'abuse', reason: 'Rude.' })).status,
    ).toBe(200);
    return { postId, id };
  };

  it('is reviewed like a post: hidden with its reports, and shown again by undo', async () => {
    const { postId, id } = await reported();
    const { body } = await moe.claim(id);
    expect(body).toMatchObject({
      subject: 'comment',
      postId,
      ownerId: ann.id,
      text: 'Rude.',
      imageUrl: null,
      reports: [{ category: 'abuse', reason: 'Rude.' }],
    });
    const texts = async () => (await app.browser().comments(postId)).body.map(({ text }) => text);
    expect((await moe.review(id, { decision: 'hide', reason: 'abuse' })).status).toBe(200);
    expect(await texts()).toEqual([]);
    expect((await moe.reportsOn(id)).body).toMatchObject([{ subject: 'comment', status: 'reviewed' }]);
    expect((await moe.post(`${QUEUE}/${id}/undo`, { reason: 'A joke.' })).status).toBe(200);
    expect(await texts()).toEqual(['Rude.']);
    expect((await moe.reportsOn(id)).body).toMatchObject([{ status: 'pending' }]);
  });

  it('keeps its text when the reports are dismissed, and cannot be removed', async () => {
    const { id } = await reported();
    await moe.claim(id);
    expect((await moe.review(id, { decision: 'remove', reason: 'abuse' })).status).toBe(400);
    expect((await moe.review(id, { decision: 'approve' })).status).toBe(200);
    expect((await moe.reportsOn(id)).body).toMatchObject([{ status: 'dismissed' }]);
  });

  it('is hidden with its decisions while the post is under legal hold', async () => {
    const { postId, id } = await reported();
    const waiting = async () => (await moe.get<{ queue: number }>(`${DESK}/counts`)).body.queue;
    const before = await waiting();
    await moe.claim(id);
    await moe.review(id, { decision: 'dismiss', note: 'Noted.' });
    await bob.post(`/api/comments/${id}/report`, { category: 'abuse', reason: 'Still rude.' });
    expect(await waiting()).toBe(before);
    await moe.escalate(postId, { reason: 'explicit' });
    expect(await waiting()).toBe(before - 1);
    expect((await moe.claim(id)).status).toBe(404);
    expect((await moe.post(`${QUEUE}/${id}/undo`, { reason: 'Hm.' })).status).toBe(404);
    expect((await moe.actsOn(`${id}-${bob.id}`)).body).toEqual([]);
  });

  it('is not decided by the admin who wrote or reported it', async () => {
    const { id } = await reported();
    for (const { email } of [ann, bob]) {
      const login = unique('self');
      await newAdmin(app, login, 'moderator', email);
      expect((await (await signedInAdmin(app, login)).claim(id)).status).toBe(403);
    }
  });
});

describe('a reported profile', () => {
  const app = useApp();
  const moe = useAdmin(app, unique('moe'));
  const [ann, bob] = [usePerson(app, 'ann'), usePerson(app, 'bob')];

  it('is reviewed: parts of it are withheld, and shown again by undo', async () => {
    await ann.patch('/api/user/profile', { bio: 'Buy my shoes.' });
    const reported = await bob.post(`/api/users/${ann.id}/report`, {
      category: 'spam',
      reason: 'An advert.',
    });
    expect(reported.status).toBe(200);
    expect((await moe.claim(ann.id)).body).toMatchObject({
      subject: 'profile',
      postId: null,
      profile: { bio: 'Buy my shoes.' },
      reports: [{ reason: 'An advert.' }],
    });
    const hide = { decision: 'hide', reason: 'spam' };
    for (const parts of [[], null, 'bio', ['bio', 'age'], ['bio', 'bio', 'bio', 'bio', 'bio']]) {
      expect((await moe.review(ann.id, { ...hide, parts })).status).toBe(400);
    }
    expect((await moe.review(ann.id, { ...hide, parts: ['bio', 'bio'] })).status).toBe(200);
    const decided = (await app.adapters.storage.log.readStream(`review-${ann.id}`)).at(-1);
    expect(decided).toMatchObject({ type: 'ReviewDecided', data: { parts: ['bio'] } });
    const bio = async () =>
      (await app.browser().get<PublicProfile>(`/api/users/${ann.id}`)).body.user.bio ?? null;
    expect(await bio()).toBeNull();
    expect((await moe.reportsOn(ann.id)).body).toMatchObject([{ subject: 'profile', status: 'reviewed' }]);
    expect((await moe.post(`${QUEUE}/${ann.id}/undo`, { reason: 'No advert.' })).status).toBe(200);
    expect(await bio()).toBe('Buy my shoes.');
  });

  it('is not decided as the person has changed it since it was shown', async () => {
    await ann.patch('/api/user/profile', { bio: 'Buy my hats.' });
    await bob.post(`/api/users/${ann.id}/report`, { category: 'spam', reason: 'An advert.' });
    const { profile } = (await moe.claim(ann.id)).body;
    expect(profile).toMatchObject({ bio: 'Buy my hats.', withheld: [] });
    const seen = new Date(Date.parse(profile?.profileChangedAt ?? '') - 1).toISOString();
    expect(
      await moe.review(ann.id, { decision: 'hide', reason: 'spam', parts: ['bio'], seen }),
    ).toMatchObject({
      status: 409,
      body: { message: 'This profile has changed. Please look at it again.' },
    });
    await moe.post(`${DESK}/users/${ann.id}/withhold`, { parts: ['bio'], reason: 'spam' });
    expect((await moe.claim(ann.id)).body.profile).toMatchObject({ bio: null, withheld: [{ part: 'bio' }] });
    await moe.review(ann.id, { decision: 'approve', parts: ['bio'] });
    const decided = (await app.adapters.storage.log.readStream(`review-${ann.id}`)).at(-1);
    expect(decided).toMatchObject({ data: { decision: 'approve', parts: [] } });
  });

  it('is decided by another admin than who reported it, and so are its person and their appeal', async () => {
    await ann.patch('/api/user/profile', { bio: 'Buy my gloves.' });
    await bob.post(`/api/users/${ann.id}/report`, { category: 'spam', reason: 'An advert.' });
    const login = unique('self');
    await newAdmin(app, login, 'owner', bob.email);
    const self = await signedInAdmin(app, login);
    const given = { reason: 'spam', note: '' };
    await Promise.all(
      [
        ['withhold', { ...given, parts: ['bio'] }],
        ['strikes', given],
        ['suspend', given],
      ].map(async ([act, body]) =>
        expect((await self.post(`${DESK}/users/${ann.id}/${act}`, body as object)).status).toBe(403),
      ),
    );
    await moe.post(`${DESK}/users/${ann.id}/withhold`, { ...given, parts: ['bio'] });
    const actId = (await moe.actsOn(ann.id)).body[0]?.id ?? '';
    expect((await ann.appeal(actId, 'It is no advert.')).status).toBe(201);
    expect((await self.get<AdminAppeal>(`${DESK}/appeals/${actId}`)).body.refusal).not.toBeNull();
    expect((await self.decideAppeal(actId, true)).status).toBe(403);
    const olga = await adminBrowser(app, unique('olga'), 'owner');
    await olga.post(`${DESK}/users/${ann.id}/suspend`, given);
    expect((await self.post(`${DESK}/users/${ann.id}/restore`, { reason: 'Enough.' })).status).toBe(403);
  });
});
