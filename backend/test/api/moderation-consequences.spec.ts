import type { Boost } from '../../src/projections/payments/shown-payments.js';
import { RemovedPosts } from '../../src/reactions/timers/removed-posts.js';
import { adminBrowser } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { buyBoost } from '../support/payments.js';
import { joining } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { publishPost } from '../support/posts.js';
import { settled } from '../support/settled.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const REASON = { reason: 'quality' };

describe('what follows from decisions about posts', () => {
  const app = useOwnApp('not shared yet');
  const join = joining(app, 'owner');
  let admins = 0;
  /** A session of an admin ends after half an hour without use. */
  const signedIn = () => adminBrowser(app, `admin${(admins += 1)}`);
  const remove = async (postId: string) => (await (await signedIn()).remove(postId, REASON)).body.actId;
  const undo = async (actId: string | null) => (await signedIn()).undo(actId, 'No.');

  it('holds the boost of a hidden post, and gives its time back', async () => {
    const ann = await join();
    const postId = await publishPost(app, ann.user.id, 7);
    await buyBoost(app, ann.browser, 'regular');
    await ann.browser.post(`/api/posts/${postId}/apply-boost`);
    app.clock.advance(HOUR);
    const { body } = await (await signedIn()).hide(postId, REASON);
    await settled(app);
    const boost = async () =>
      (await ann.browser.get<{ boost: Boost }>(`/api/posts/${postId}/boost`)).body.boost;
    expect(await boost()).toMatchObject({ state: 'held', remainingMs: 23 * HOUR });
    app.clock.advance(5 * HOUR);
    expect((await undo(body.actId)).status).toBe(200);
    await settled(app);
    const expiresAt = new Date(app.clock.now().getTime() + 23 * HOUR).toISOString();
    expect(await boost()).toMatchObject({ state: 'active', expiresAt });
  });

  it('deletes a removed post 30 days later, with its files; nobody can undo that', async () => {
    const ann = await join();
    const upload = async () => {
      const { body } = await ann.browser.publishPhoto(await jpegPhoto(7));
      return body.id;
    };
    const postId = await upload();
    const picture = `/api/rtm-sys/pictures/${postId}/640.webp`;
    const actId = await remove(postId);
    const removed = app.server.get(RemovedPosts, { strict: false });
    app.clock.advance(30 * DAY - 1);
    await removed.delete();
    await settled(app);
    const admin = await signedIn();
    expect((await admin.get(picture)).status).toBe(200);
    app.clock.advance(1);
    await removed.delete();
    await settled(app);
    expect((await admin.get(picture)).status).toBe(404);
    expect((await admin.details(postId)).status).toBe(404);
    expect((await undo(actId)).status).toBe(404);
    expect(await removed.delete()).toBe(0);
  });

  it('keeps the files while an appeal is open', async () => {
    const ann = await join();
    const postId = await publishPost(app, ann.user.id, 7);
    const actId = await remove(postId);
    const appeal = { text: 'These are my own feet.' };
    expect((await ann.browser.post(`/api/user/decisions/${actId}/appeal`, appeal)).status).toBe(201);
    app.clock.advance(31 * DAY);
    const removed = app.server.get(RemovedPosts, { strict: false });
    await removed.delete();
    await settled(app);
    const admin = await signedIn();
    expect((await admin.details(postId)).status).toBe(200);
    const decision = { granted: false, note: 'They are not.' };
    expect((await admin.post(`/api/rtm-sys/appeals/${actId}/decide`, decision)).status).toBe(200);
    await removed.delete();
    await settled(app);
    expect((await admin.details(postId)).status).toBe(404);
  });

  it('keeps the files if the removal was undone', async () => {
    const ann = await join();
    const postId = await publishPost(app, ann.user.id, 7);
    await undo(await remove(postId));
    app.clock.advance(31 * DAY);
    expect(await app.server.get(RemovedPosts, { strict: false }).delete()).toBe(0);
    expect((await app.browser().viewPost(postId)).status).toBe(200);
  });
});
