import { RemovedPosts } from '../../../src/reactions/timers/removed-posts.js';
import { SuspensionEnds } from '../../../src/reactions/timers/suspension-ends.js';
import type { Boost } from '../../../src/projections/payments/shown-payments.js';
import { adminBrowser, useAdmin } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import { DESK } from '../../support/desk.js';
import { buyBoost } from '../../support/payments.js';
import { joining } from '../../support/people.js';
import { jpegPhoto } from '../../support/photos.js';
import { publishPost } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('what follows from decisions with time', () => {
  const app = useOwnApp('moves the clock');
  const admin = useAdmin(app, 'moe', 'owner');
  const join = joining(app, 'owner');
  // A session of an admin ends after half an hour without use.
  beforeEach(() => admin.signIn('moe'));
  const pass = async (milliseconds: number) => {
    app.clock.advance(milliseconds);
    await admin.signIn('moe');
  };
  const remove = async (postId: string) => (await admin.remove(postId)).body.actId;
  /** How many removed posts are looked at because they are due. */
  const deleteRemoved = async () => {
    const count = await app.server.get(RemovedPosts, { strict: false }).delete();
    await settled(app);
    return count;
  };

  it('lists people newest first, or oldest first', async () => {
    const first = (await join()).user.id;
    await pass(1000);
    const last = (await join()).user.id;
    const order = async (sort = '') => {
      const { body } = await admin.get<{ id: string }[]>(`${DESK}/users?limit=100${sort}`);
      return body.map(({ id }) => id).filter((id) => id === first || id === last);
    };
    expect([await order(), await order('&sort=createdAt')]).toEqual([
      [last, first],
      [first, last],
    ]);
  });

  it('holds the boost of a hidden post, and gives its time back', async () => {
    const ann = await join();
    const postId = await publishPost(app, ann.user.id, 7);
    await buyBoost(app, ann.browser, 'regular');
    await ann.browser.post(`/api/posts/${postId}/apply-boost`);
    await pass(HOUR);
    const { body } = await admin.hide(postId);
    await settled(app);
    const boost = async () =>
      (await ann.browser.get<{ boost: Boost }>(`/api/posts/${postId}/boost`)).body.boost;
    expect(await boost()).toMatchObject({ state: 'held', remainingMs: 23 * HOUR });
    await pass(5 * HOUR);
    expect((await admin.undo(body.actId)).status).toBe(200);
    await settled(app);
    const expiresAt = new Date(app.clock.now().getTime() + 23 * HOUR).toISOString();
    expect(await boost()).toMatchObject({ state: 'active', expiresAt });
  });

  it('deletes a removed post 30 days later, with its files, unless that was undone', async () => {
    const { browser, user } = await join();
    const postId = (await browser.publishPhoto(await jpegPhoto(7))).body.id;
    const kept = await publishPost(app, user.id, 7);
    const picture = `${DESK}/pictures/${postId}/640.webp`;
    const actId = await remove(postId);
    await admin.undo(await remove(kept));
    await pass(30 * DAY - 1);
    expect(await deleteRemoved()).toBe(0);
    expect((await admin.get(picture)).status).toBe(200);
    await pass(1);
    expect(await deleteRemoved()).toBe(1);
    expect((await admin.get(picture)).status).toBe(404);
    expect((await admin.details(postId)).status).toBe(404);
    expect((await admin.undo(actId)).status).toBe(404);
    expect(await deleteRemoved()).toBe(0);
    expect((await app.browser().viewPost(kept)).status).toBe(200);
  });

  it('keeps the files of a removed post while an appeal is open', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    const actId = await remove(postId);
    expect((await browser.appeal(actId, 'These are my own feet.')).status).toBe(201);
    await pass(31 * DAY);
    await deleteRemoved();
    expect((await admin.details(postId)).status).toBe(200);
    const mia = await adminBrowser(app, 'mia');
    expect((await mia.decideAppeal(actId, false)).status).toBe(200);
    await deleteRemoved();
    expect((await admin.details(postId)).status).toBe(404);
  });

  it('shows the posts again when the suspension has ended that hid them, and takes no appeal any more', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    const endsAt = new Date(app.clock.now().getTime() + HOUR).toISOString();
    const suspension = { reason: 'spam', hidePosts: true, endsAt };
    await admin.post(`${DESK}/users/${user.id}/suspend`, suspension);
    await settled(app);
    const shown = async () => (await app.browser().viewPost(postId)).status;
    const decision = async () => (await browser.decisions()).body.find(({ kind }) => kind === 'suspended');
    expect([await shown(), await decision()]).toMatchObject([404, { endsAt, canAppeal: true }]);
    const ends = app.server.get(SuspensionEnds, { strict: false });
    expect(await ends.record()).toBe(0);
    await pass(HOUR);
    const ended = await decision();
    expect(ended?.canAppeal).toBe(false);
    expect((await browser.appeal(ended?.actId, 'I did not.')).status).toBe(409);
    expect(await ends.record()).toBe(1);
    await settled(app);
    expect([await shown(), await ends.record()]).toEqual([200, 0]);
    expect((await admin.actsOn(user.id)).body).toMatchObject([{ undone: null }]);
  });
});
