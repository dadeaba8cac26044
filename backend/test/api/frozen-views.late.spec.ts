import { Account } from '../../src/domain/account/account.js';
import type { VerificationRequest } from '../../src/domain/account/account-state.js';
import { Photo, overallScore } from '../../src/domain/photo/photo.js';
import { ResetTokens, VerificationTokens } from '../../src/site/mailed-tokens.js';
import type { Comment } from '../../src/projections/comments/comment.js';
import { RatingResult } from '../../src/projections/photos/rating-result.js';
import { Views } from '../../src/kernel/projection.js';
import { projections } from '../../src/projections/projections.js';
import type { User } from '../../src/projections/accounts/accounts.js';
import { useOwnApp } from '../support/app.js';
import { freeze } from '../support/frozen-view.js';
import { photoRated } from '../support/made-up.js';
import { PASSWORD, type Visitor } from '../support/visitor.js';
import { signedUp } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';
import { sweep } from '../support/scope.js';
import { settled } from '../support/settled.js';
import { SUSPENSION, suspensionFor } from '../support/suspensions.js';

const SECOND = 'a loud run at dawn';
const THIRD = 'a slow swim at noon';

describe('while a view is frozen', () => {
  const app = useOwnApp('not shared yet');
  let person = 0;
  const freshEmail = () => {
    person += 1;
    return `person${person}@example.org`;
  };
  /** The mail may wait for the view, so the test issues the token that the mail would carry. */
  const newest = async (accountId: string, type: string) => {
    const events = await app.adapters.storage.log.readStream(`account-${accountId}`);
    return events.findLast((event) => event.type === type)?.data as VerificationRequest & { resetId: string };
  };
  const join = async (email: string) => {
    const { browser, user } = await signedUp(app, email);
    const { verificationId } = await newest(user.id, 'VerificationRequested');
    const token = new VerificationTokens(app.adapters.secret).issue(user.id, verificationId);
    const answer = await browser.verifyEmail(token);
    expect(answer).toMatchObject({ status: 200, body: { id: user.id, emailVerified: true } });
    return { browser, user: answer.body };
  };
  const login = async (email: string, password: string) => {
    const browser = app.browser();
    const { status } = await browser.login(email, password);
    return { browser, status };
  };
  const me = async (browser: Visitor) => (await browser.me()).status;

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

    it('users register, sign in unverified, and verify their address', async () => {
      const email = freshEmail();
      const { browser, user } = await signedUp(app, email);
      expect(user).toMatchObject({ email, emailVerified: false });
      expect(await me(browser)).toBe(200);
      expect((await login(email, PASSWORD)).status).toBe(200);
      const { verificationId } = await newest(user.id, 'VerificationRequested');
      const token = new VerificationTokens(app.adapters.secret).issue(user.id, verificationId);
      expect(await browser.verifyEmail(token)).toMatchObject({
        status: 200,
        body: { id: user.id, emailVerified: true },
      });
      expect((await login(email, PASSWORD)).status).toBe(200);
    });

    it('only the new password works after a change or reset, and the old sessions end', async () => {
      const email = freshEmail();
      const { browser, user } = await join(email);
      const { browser: other } = await login(email, PASSWORD);
      const change = { currentPassword: PASSWORD, newPassword: SECOND };
      expect((await browser.put('/api/auth/update-password', change)).status).toBe(200);
      expect([await me(browser), await me(other)]).toEqual([200, 401]);
      expect([(await login(email, PASSWORD)).status, (await login(email, SECOND)).status]).toEqual([
        401, 200,
      ]);
      expect((await browser.put('/api/auth/update-password', change)).status).toBe(400);

      expect((await app.browser().post('/api/auth/forgot-password', { email })).status).toBe(200);
      const { resetId } = await newest(user.id, 'PasswordResetRequested');
      const token = new ResetTokens(app.adapters.secret).issue(user.id, resetId);
      const reset = () => app.browser().post('/api/auth/reset-password', { token, password: THIRD });
      expect([(await reset()).status, (await reset()).status]).toEqual([200, 400]);
      expect(await me(browser)).toBe(401);
      expect([(await login(email, SECOND)).status, (await login(email, THIRD)).status]).toEqual([401, 200]);
    });

    it('a suspension and its end apply at once, and the account shows each change', async () => {
      const { browser, user } = await join(freshEmail());
      const post = await publishPost(app, crypto.randomUUID(), 7.4);
      const like = async () => (await browser.like(post)).status;
      await send(app, Account.SuspendAccount({ accountId: user.id, ...suspensionFor('Spam.') }));
      expect([await like(), await me(browser)]).toEqual([403, 200]);
      await send(
        app,
        Account.RestoreAccount({ accountId: user.id, suspensionId: SUSPENSION, reason: 'A mistake.' }),
      );
      expect(await like()).toBe(200);
      const profile = { displayUsername: `Ann of ${name}` };
      expect(await browser.changeProfile(profile)).toMatchObject({ status: 200, body: profile });
      const preferences = { emailNotificationsRating: false };
      expect(await browser.patch('/api/auth/email-preferences', preferences)).toMatchObject({
        status: 200,
        body: preferences,
      });
      const asked = await browser.post<User>('/api/user/deletion', { password: PASSWORD });
      expect([asked.status, asked.body.deletionDueAt]).toEqual([200, expect.any(String)]);
      expect(await browser.delete('/api/user/deletion')).toMatchObject({
        status: 200,
        body: { deletionDueAt: null },
      });
    });

    it('users rate, like, comment, delete their comments and report', async () => {
      const { browser, user } = await join(freshEmail());
      const post = await publishPost(app, crypto.randomUUID(), 7.4);
      const statusOf = async (method: 'post' | 'delete', address: string, body?: object) =>
        (await (method === 'post' ? browser.post(address, body) : browser.delete(address))).status;
      const rate = () => statusOf('post', '/api/ratings/submit', { postId: post, overallScore: 8 });
      expect([await rate(), await rate()]).toEqual([200, 409]);
      for (const method of ['post', 'post', 'delete', 'post'] as const) {
        expect(await statusOf(method, `/api/posts/${post}/like`)).toBe(200);
      }
      const writeComment = (body: object) => browser.post<Comment>(`/api/posts/${post}/comments`, body);
      const comment = await writeComment({ text: 'Lovely light.' });
      expect(comment).toMatchObject({
        status: 201,
        body: {
          userId: user.id,
          username: user.anonymousUsername,
          text: 'Lovely light.',
          createdAt: app.clock.now().toISOString(),
          likesCount: 0,
          parentCommentId: null,
          replies: [],
        },
      });
      const parentCommentId = comment.body.id;
      const reply = await writeComment({ text: 'Is it not?', parentCommentId });
      expect(reply).toMatchObject({ status: 201, body: { parentCommentId } });
      const deeper = await writeComment({ text: 'It is.', parentCommentId: reply.body.id });
      expect(await statusOf('post', `/api/comments/${parentCommentId}/like`)).toBe(200);
      expect(await statusOf('delete', `/api/comments/${parentCommentId}`)).toBe(200);
      for (const { id } of [comment.body, reply.body, deeper.body]) {
        expect((await writeComment({ text: 'And then?', parentCommentId: id })).status).toBe(404);
        expect(await statusOf('post', `/api/comments/${id}/like`)).toBe(404);
        expect((await browser.get(`/api/comments/${id}/like`)).status).toBe(404);
        expect(await statusOf('delete', `/api/comments/${id}`)).toBe(404);
      }
      const report = { reason: 'It is an advertisement.', category: 'spam' };
      const reports = [1, 2].map(() => statusOf('post', `/api/posts/${post}/report`, report));
      expect((await Promise.all(reports)).toSorted()).toEqual([200, 409]);
    });

    it('a rating is published as issued, and its post is deleted for all users', async () => {
      const { browser, user } = await join(freshEmail());
      const { browser: other } = await join(freshEmail());
      const photoId = crypto.randomUUID();
      const { score: _, ...toRate } = photoRated(photoId, { uploader: `account:${user.id}` }).data;
      await send(app, Photo.IssueVerdict(toRate));
      const { scores, comment, picture } = toRate;
      const rating = { scores, comment, score: overallScore(scores) };
      const issued = { ...new RatingResult({ photoId, picture, rating, judge: 'demo' }) };
      const { imageUrl, imageHash } = issued;
      expect((await browser.put('/api/ratings/pending', { imageUrl, imageHash })).status).toBe(204);
      expect((await browser.get('/api/ratings/pending')).body).toMatchObject({ rating: issued });
      const publish = (changes: object) => browser.publish({ ...issued, ...changes });
      expect((await publish({ averageRating: '9.9' })).status).toBe(400);
      for (let tries = 1; tries <= 2; tries += 1) {
        expect(await publish({})).toMatchObject({ status: 201, body: { id: photoId } });
      }
      expect((await browser.get('/api/ratings/pending')).body).toEqual({ rating: null });
      expect((await other.deletePost(photoId)).status).toBe(404);
      expect((await browser.deletePost(photoId)).status).toBe(200);
      expect((await browser.deletePost(photoId)).status).toBe(404);
      expect((await browser.comment(photoId, 'Gone?')).status).toBe(404);
      expect((await publish({})).status).toBe(400);
    });

    it('the view itself shows nothing of this', async () => {
      expect(await count()).toBe(shown);
    });
  });
});
