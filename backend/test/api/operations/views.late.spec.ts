import { Account } from '../../../src/domain/account/account.js';
import type { VerificationRequest } from '../../../src/domain/account/account-state.js';
import { Photo, overallScore } from '../../../src/domain/photo/photo.js';
import { ResetTokens, VerificationTokens } from '../../../src/site/mailed-tokens.js';
import { RatingResult } from '../../../src/projections/photos/rating-result.js';
import { Views } from '../../../src/kernel/projection.js';
import { projections } from '../../../src/projections/projections.js';
import type { User } from '../../../src/projections/accounts/accounts.js';
import { unique, useOwnApp } from '../../support/app.js';
import { freeze } from '../../support/frozen-view.js';
import { photoRated } from '../../support/made-up.js';
import { PASSWORD, type Visitor } from '../../support/visitor.js';
import { signedUp } from '../../support/people.js';
import { sweep } from '../../support/scope.js';
import { settled } from '../../support/settled.js';
import { suspensionFor } from '../../support/suspensions.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Projector } from '../../../src/kernel/views/projector.js';
import type { PostRank } from '../../../src/projections/weekly/rank.reader.js';
import { verified } from '../../support/people.js';
import { commentOn, publishPost, rate, send } from '../../support/posts.js';
import { allDocuments } from '../../support/test-kernel.js';

const SECOND = 'a loud run at dawn';
const THIRD = 'a slow swim at noon';

describe('while a view is frozen', () => {
  const app = useOwnApp('freezes views');
  /** The mail may wait for the view, so the test issues the token that the mail would carry. */
  const newest = async (accountId: string, type: string) => {
    const events = await app.adapters.storage.log.readStream(`account-${accountId}`);
    return events.findLast((event) => event.type === type)?.data as VerificationRequest & { resetId: string };
  };
  const login = async (email: string, password: string) =>
    (await app.browser().login(email, password)).status;
  const me = async (browser: Visitor) => (await browser.me()).status;
  const join = async () => {
    const email = `${unique('person')}@example.org`;
    const { browser, user: unverified } = await signedUp(app, email);
    expect(unverified).toMatchObject({ email, emailVerified: false });
    expect([await me(browser), await login(email, PASSWORD)]).toEqual([200, 200]);
    const { verificationId } = await newest(unverified.id, 'VerificationRequested');
    const token = new VerificationTokens(app.adapters.secret).issue(unverified.id, verificationId);
    const { status, body: user } = await browser.verifyEmail(token);
    expect([status, user]).toEqual([
      200,
      expect.objectContaining({ id: unverified.id, emailVerified: true }),
    ]);
    return { browser, user, email };
  };

  const frozen = sweep(projections, ({ name }) => name, ['accounts', 'leaderboard', 'comments', 'photos']);

  describe.each(frozen.map((view) => [view.name, view] as const))('view %s', (name, view) => {
    let cold: Disposable;
    let shown: number;
    const count = () => app.server.get(Views).of(view).count({});
    beforeAll(async () => {
      await settled(app);
      shown = await count();
      cold = freeze(app, name);
    });
    afterAll(async () => {
      cold[Symbol.dispose]();
      await settled(app);
    });

    it('people join, and only the new password works after a change or reset', async () => {
      const { browser, user, email } = await join();
      const other = app.browser();
      expect((await other.login(email, PASSWORD)).status).toBe(200);
      const change = { currentPassword: PASSWORD, newPassword: SECOND };
      expect((await browser.put('/api/auth/update-password', change)).status).toBe(200);
      expect([await me(browser), await me(other)]).toEqual([200, 401]);
      expect([await login(email, PASSWORD), await login(email, SECOND)]).toEqual([401, 200]);
      expect((await browser.put('/api/auth/update-password', change)).status).toBe(400);

      expect((await app.browser().post('/api/auth/forgot-password', { email })).status).toBe(200);
      const { resetId } = await newest(user.id, 'PasswordResetRequested');
      const token = new ResetTokens(app.adapters.secret).issue(user.id, resetId);
      const reset = () => app.browser().post('/api/auth/reset-password', { token, password: THIRD });
      expect([(await reset()).status, (await reset()).status]).toEqual([200, 400]);
      expect([await me(browser), await login(email, SECOND), await login(email, THIRD)]).toEqual([
        401, 401, 200,
      ]);
    });

    it('a suspension and its end apply at once, and the account shows each change', async () => {
      const { browser, user } = await join();
      const post = await publishPost(app, crypto.randomUUID(), 7.4);
      const like = async () => (await browser.like(post)).status;
      const suspension = suspensionFor('Spam.');
      await send(app, Account.SuspendAccount({ accountId: user.id, ...suspension }));
      expect([await like(), await me(browser)]).toEqual([403, 200]);
      const { suspensionId } = suspension;
      const restored = { accountId: user.id, suspensionId, reason: 'A mistake.' };
      await send(app, Account.RestoreAccount(restored));
      expect(await like()).toBe(200);
      const profile = { displayUsername: `Ann of ${name}` };
      expect((await browser.changeProfile(profile)).body).toMatchObject(profile);
      const preferences = { emailNotificationsRating: false };
      const changed = await browser.patch('/api/auth/email-preferences', preferences);
      expect(changed.body).toMatchObject(preferences);
      const asked = await browser.post<User>('/api/user/deletion', { password: PASSWORD });
      expect(asked.body.deletionDueAt).toEqual(expect.any(String));
      expect((await browser.delete<User>('/api/user/deletion')).body.deletionDueAt).toBeNull();
    });

    it('people rate, like, comment, delete their comments and report', async () => {
      const { browser, user } = await join();
      const post = await publishPost(app, crypto.randomUUID(), 7.4);
      expect([(await browser.rate(post, 8)).status, (await browser.rate(post, 8)).status]).toEqual([
        200, 409,
      ]);
      for (const method of ['POST', 'POST', 'DELETE', 'POST']) {
        expect((await browser.request(method, `/api/posts/${post}/like`)).status).toBe(200);
      }
      const { body: comment } = await browser.comment(post, 'Lovely light.');
      expect(comment).toMatchObject({
        userId: user.id,
        username: user.anonymousUsername,
        text: 'Lovely light.',
        createdAt: app.clock.now().toISOString(),
        likesCount: 0,
        parentCommentId: null,
        replies: [],
      });
      const { body: reply } = await browser.comment(post, 'Is it not?', comment.id);
      expect(reply.parentCommentId).toBe(comment.id);
      const { body: deeper } = await browser.comment(post, 'It is.', reply.id);
      expect((await browser.post(`/api/comments/${comment.id}/like`)).status).toBe(200);
      expect((await browser.deleteComment(comment.id)).status).toBe(200);
      for (const { id } of [comment, reply, deeper]) {
        expect((await browser.comment(post, 'And then?', id)).status).toBe(404);
        expect((await browser.post(`/api/comments/${id}/like`)).status).toBe(404);
        expect((await browser.get(`/api/comments/${id}/like`)).status).toBe(404);
        expect((await browser.deleteComment(id)).status).toBe(404);
      }
      const report = () => browser.report(post, { reason: 'It is an advertisement.', category: 'spam' });
      const reports = await Promise.all([report(), report()]);
      expect(reports.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });

    it('a rating is published as issued, and its post is deleted for all users', async () => {
      const [{ browser, user }, { browser: other }] = [await join(), await join()];
      const photoId = crypto.randomUUID();
      const { score: _, ...toRate } = photoRated(photoId, { uploader: `account:${user.id}` }).data;
      await send(app, Photo.IssueVerdict(toRate));
      const { scores, comment, picture } = toRate;
      const rating = { scores, comment, score: overallScore(scores) };
      const issued = { ...new RatingResult({ photoId, picture, rating, judge: 'demo' }) };
      const { imageUrl, imageHash } = issued;
      const pending = async () => (await browser.get('/api/ratings/pending')).body;
      expect((await browser.put('/api/ratings/pending', { imageUrl, imageHash })).status).toBe(204);
      expect(await pending()).toMatchObject({ rating: issued });
      expect((await browser.publish({ ...issued, averageRating: '9.9' })).status).toBe(400);
      for (let tries = 1; tries <= 2; tries += 1) {
        expect(await browser.publish(issued)).toMatchObject({ status: 201, body: { id: photoId } });
      }
      expect(await pending()).toEqual({ rating: null });
      expect((await other.deletePost(photoId)).status).toBe(404);
      expect((await browser.deletePost(photoId)).status).toBe(200);
      expect((await browser.deletePost(photoId)).status).toBe(404);
      expect((await browser.comment(photoId, 'Gone?')).status).toBe(404);
      expect((await browser.publish(issued)).status).toBe(400);
    });

    it('the view itself shows nothing of this', async () => {
      expect(await count()).toBe(shown);
    });
  });
});

describe('views that are built again', () => {
  const app = useOwnApp('rebuilds views');
  const projector = () => app.server.get(Projector, { strict: false });

  const documents = async () => {
    const { store } = app.adapters.storage;
    const all = new Map<string, object>();
    for (const view of projections) {
      all.set(view.name, await allDocuments(store, view, (await store.current(view.name)) ?? ''));
    }
    return all;
  };

  it('fail no read and lose no write: each is compared, switched to and rolled back under load', async () => {
    const ownerId = (await verified(app, 'ann@example.org')).user.id;
    const posts = await Promise.all([9, 7, 5].map((score) => publishPost(app, ownerId, score)));
    const acknowledged = new Map(posts.map((postId) => [postId, 0]));
    const reads = new Map<number, number>();
    let isOver = false;

    const write = async (): Promise<void> => {
      for (let turn = 0; !isOver; turn += 1) {
        const postId = posts[turn % posts.length] ?? '';
        await rate(app, postId, ownerId, turn % 11);
        acknowledged.set(postId, (acknowledged.get(postId) ?? 0) + 1);
        if (turn % 5 === 0) await commentOn(app, postId, ownerId);
        await nextTurn();
      }
    };
    const read = async (): Promise<void> => {
      const browser = app.browser();
      const pages = [
        '/api/posts',
        '/api/leaderboard/weekly',
        '/api/leaderboard/weeks',
        `/api/posts/${posts[0]}/rank`,
      ];
      for (let turn = 0; !isOver; turn += 1) {
        const { status } = await browser.get(pages[turn % pages.length] ?? '');
        reads.set(status, (reads.get(status) ?? 0) + 1);
      }
    };
    const load = Promise.all([write(), write(), read(), read()]);
    try {
      const { trials } = projector();
      for (const { name } of projections) {
        trials.begin(name);
        await trials.settled(name);
        expect({ name, trial: trials.of(name) }).toMatchObject({
          name,
          trial: { state: 'ready', error: null, comparison: { differences: 0 } },
        });
        await trials.accept(name);
        await trials.rollBack(name);
      }
      await projector().rebuild(projections.map(({ name }) => name));
    } finally {
      isOver = true;
      await load;
    }
    expect([...reads.keys()]).toEqual([200]);

    await settled(app);
    for (const [postId, ratings] of acknowledged) {
      const { body } = await app.browser().get<PostRank>(`/api/posts/${postId}/rank`);
      expect([ratings > 0, body.ratingsCount]).toEqual([true, ratings]);
    }
    const before = await documents();
    await projector().rebuild(projections.map(({ name }) => name));
    expect(await documents()).toEqual(before);
  });
});
