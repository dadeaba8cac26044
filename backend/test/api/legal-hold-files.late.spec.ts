import { RemovedPosts } from '../../src/reactions/timers/removed-posts.js';
import type { Browser } from '../support/browser.js';
import { DESK } from '../support/desk.js';
import { deleteDue, erased, leave } from '../support/erasure.js';
import { HOLD, HoldDesk } from '../support/legal-hold.js';
import { settled } from '../support/settled.js';

const DAY = 86_400_000;

describe('the files of a post under legal hold', () => {
  let desk: HoldDesk;
  beforeAll(async () => {
    desk = await HoldDesk.open();
  });
  afterAll(() => desk.app.stop());

  it('keeps its picture off the site, out of the sight of moderators', async () => {
    const { author, photo, postId, actId } = await desk.held();
    const blocked = async (by: Browser) =>
      JSON.stringify((await by.get(`${DESK}/blocked-pictures?limit=100`)).body).includes(postId);
    await settled(desk.app);
    expect(await blocked(desk.owner)).toBe(true);
    expect(await blocked(desk.moderator)).toBe(false);
    const [entry] = (await desk.owner.get<{ imageHash: string }[]>(`${DESK}/blocked-pictures`)).body;
    const address = `${DESK}/blocked-pictures/${entry?.imageHash}`;
    expect((await desk.moderator.delete(address, { reason: 'quality' })).status).toBe(404);
    expect((await desk.moderator.post(`${address}/notes`, { note: 'Why?' })).status).toBe(404);
    expect((await author.browser.uploadPhoto(photo)).status).toBe(422);
    await desk.lift(actId);
    await settled(desk.app);
    expect(await blocked(desk.owner)).toBe(false);
  });

  it('keeps the files of a removed post for as long as it lasts', async () => {
    const { postId } = await desk.posted();
    await desk.moderator.remove(postId, { reason: 'minor' });
    const { actId } = (await desk.escalate(postId)).body;
    await desk.later(31 * DAY);
    const removed = desk.app.server.get(RemovedPosts, { strict: false });
    await removed.delete();
    await settled(desk.app);
    expect(await desk.hasFiles(postId)).toBe(true);
    expect((await desk.lift(actId)).status).toBe(200);
    await settled(desk.app);
    expect(await removed.delete()).toBe(1);
    await settled(desk.app);
    expect(await desk.hasFiles(postId)).toBe(false);
  });

  it('keeps the files when its author deletes it, until the hold is lifted', async () => {
    const { author, postId, actId } = await desk.held();
    expect((await author.browser.deletePost(postId)).status).toBe(200);
    await settled(desk.app);
    expect(await desk.hasFiles(postId)).toBe(true);
    expect(await desk.statusOf(desk.owner, `${DESK}/pictures/${postId}/640.webp`)).toBe(200);
    expect((await desk.owner.details(postId)).body).toMatchObject({
      isDeleted: true,
    });
    expect((await desk.lift(actId)).status).toBe(200);
    await settled(desk.app);
    expect(await desk.hasFiles(postId)).toBe(false);
    expect(await desk.statusOf(desk.owner, `${DESK}/posts/${postId}`)).toBe(404);
  });

  it('keeps the files when its author leaves, until the hold is lifted', async () => {
    const { author, postId, actId } = await desk.held();
    await leave(desk.app, author.browser);
    await deleteDue(desk.app);
    await erased(desk.app, author.user.id);
    await desk.signIn();
    expect(await desk.hasFiles(postId)).toBe(true);
    const { body } = await desk.owner.details(postId);
    expect(body).toMatchObject({ isDeleted: true, username: null, acts: [{ note: HOLD.note }] });
    expect((await desk.lift(actId)).status).toBe(200);
    await settled(desk.app);
    expect(await desk.hasFiles(postId)).toBe(false);
  });
});
