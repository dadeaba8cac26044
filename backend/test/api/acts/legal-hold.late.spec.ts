import type { Footnote } from '../../../src/api/account/exported-data.service.js';
import { History } from '../../../src/kernel/history.js';
import { RemovedPosts } from '../../../src/reactions/timers/removed-posts.js';
import { adminBrowser } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import type { Browser } from '../../support/browser.js';
import { DESK } from '../../support/desk.js';
import { deleteDue, erased, leave } from '../../support/erasure.js';
import { freeze } from '../../support/frozen-view.js';
import { HOLD, HoldDesk } from '../../support/legal-hold.js';
import { mailBoxOf } from '../../support/mails.js';
import { jpegPhoto } from '../../support/photos.js';
import { commentOn } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { unzipped } from '../../support/zip.js';

const DAY = 86_400_000;

describe('a post under legal hold', () => {
  const app = useOwnApp('freezes views');
  let desk: HoldDesk;
  app.onStart(async () => {
    desk = await HoldDesk.open(app);
  });
  const statusOf = (by: Browser, address: string) => desk.statusOf(by, address);
  const listed = (by: Browser, path: string, postId: string) => desk.listed(by, path, postId);
  const has = async (by: Browser, path: string, postId: string) => (await listed(by, path, postId)).has;
  const inQueue = async (postId: string) =>
    JSON.stringify((await desk.moderator.get(`${DESK}/queue?limit=100`)).body).includes(postId);

  it('is seen by nobody on the site, not even by its author', async () => {
    const { author, postId } = await desk.held();
    const visitor = app.browser();
    for (const browser of [visitor, author.browser]) {
      expect(await statusOf(browser, `/images/${postId}/640.webp`)).toBe(404);
      for (const part of ['', '/rank', '/comments', '/card.png']) {
        const status = await statusOf(browser, `/api/posts/${postId}${part}`);
        expect({ part, status }).toEqual({ part, status: 404 });
      }
    }
    for (const address of ['/api/posts', '/api/leaderboard/weekly', `/api/users/${author.user.id}`]) {
      expect(JSON.stringify((await visitor.get(address)).body)).not.toContain(postId);
    }
    expect((await author.browser.get('/api/user/posts')).body).toEqual([]);
    expect((await author.browser.comment(postId, 'Mine.')).status).toBe(404);
    expect((await author.browser.get(`/api/posts/${postId}/history`)).status).toBe(404);
  });

  it('is in no list of decisions, no appeal and no export of its author', async () => {
    const { author, postId } = await desk.posted();
    const { body: act } = await desk.moderator.hide(postId);
    await desk.escalate(postId);
    expect((await author.browser.decisions()).body).toEqual([]);
    expect((await author.browser.appeal(act.actId, 'These are mine.')).status).toBe(404);
    const cookie = [...author.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${app.url}/api/user/export`, { headers: { cookie } });
    const files = await unzipped(new Uint8Array(await answer.arrayBuffer()));
    const record = JSON.parse(files.get('footnote.json')?.toString() ?? '') as Footnote;
    expect([...files.keys()]).toEqual(['footnote.json']);
    const types = new Set(record.timeline.map(({ type }) => type));
    const hidden = ['PostEscalated', 'PostPublished', 'PhotoAdmitted', 'PicturePublished'];
    expect(hidden.filter((type) => types.has(type))).toEqual([]);
    const { body: lines } = await author.browser.get('/api/user/timeline');
    expect(JSON.stringify([record.timeline, lines])).not.toContain(postId);
    expect(record.posts).toEqual([]);
  });

  it('is out of the sight of moderators: details, pictures, lists, files and counts', async () => {
    const { author, postId } = await desk.posted();
    const reporter = await desk.join();
    await reporter.browser.report(postId, { reason: 'Look at this.', category: 'explicit' });
    await commentOn(app, postId, author.user.id);
    const counts = async (by: Browser) => (await by.get<Record<string, number>>(`${DESK}/counts`)).body;
    const [before, ofOwner] = [await counts(desk.moderator), await counts(desk.owner)];
    const paths = ['posts', 'posts?reported=true', 'reports', 'acts', 'comments'];
    const counted = await Promise.all(
      paths.map(async (path) => (await listed(desk.moderator, path, postId)).count),
    );
    const { actId } = (await desk.escalate(postId)).body;

    for (const [index, path] of paths.entries()) {
      const count = (counted[index] ?? 0) - (path === 'acts' ? 0 : 1);
      expect({ path, ...(await listed(desk.moderator, path, postId)) }).toEqual({ path, has: false, count });
      expect({ path, has: await has(desk.owner, path, postId) }).toEqual({ path, has: true });
    }
    expect(await has(desk.moderator, 'posts?status=escalated', postId)).toBe(false);
    expect(await has(desk.owner, 'posts?status=escalated', postId)).toBe(true);
    expect(await has(desk.owner, 'posts?status=pending', postId)).toBe(false);
    const fewer = ['posts', 'reports', 'queue'].map((name) => [name, (before[name] ?? 0) - 1]);
    expect(await counts(desk.moderator)).toMatchObject(Object.fromEntries(fewer));
    expect(await counts(desk.owner)).toMatchObject({ posts: ofOwner['posts'], reports: ofOwner['reports'] });

    for (const address of [
      `posts/${postId}`,
      ...[320, 640, 1280].map((width) => `pictures/${postId}/${width}.webp`),
    ]) {
      const statuses = [desk.moderator, desk.owner].map((by) => statusOf(by, `${DESK}/${address}`));
      expect([address, ...(await Promise.all(statuses))]).toEqual([address, 404, 200]);
    }
    expect((await desk.owner.details(postId)).body).toMatchObject({
      status: 'escalated',
      isPublic: false,
      acts: [{ id: actId, kind: 'PostEscalated', ...HOLD, adminName: 'moe', undone: null }],
    });
  });

  it('takes the appeal of its author along: moderators neither see nor decide it', async () => {
    const { author, postId } = await desk.posted();
    const { actId } = (await desk.moderator.hide(postId)).body;
    expect((await author.browser.appeal(actId, 'These are my own feet.')).status).toBe(201);
    const waiting = async (by: Browser) => (await by.get<{ appeals: number }>(`${DESK}/counts`)).body.appeals;
    const before = await waiting(desk.moderator);
    const hold = (await desk.escalate(postId)).body.actId;
    expect(await has(desk.moderator, 'appeals', postId)).toBe(false);
    expect(await has(desk.owner, 'appeals', postId)).toBe(true);
    expect([await waiting(desk.moderator), await waiting(desk.owner)]).toEqual([before - 1, before]);
    expect(await statusOf(desk.moderator, `${DESK}/appeals/${actId}`)).toBe(404);
    expect(await statusOf(desk.owner, `${DESK}/appeals/${actId}`)).toBe(200);
    const mia = await adminBrowser(app, 'mia');
    expect((await mia.decideAppeal(actId, true)).status).toBe(404);
    expect((await desk.owner.decideAppeal(actId, true)).status).toBe(200);
    expect(await statusOf(app.browser(), `/api/posts/${postId}`)).toBe(404);
    await desk.lift(hold);
    expect(await statusOf(app.browser(), `/api/posts/${postId}`)).toBe(200);
  });

  it('cannot be decided about by moderators, who may repeat the escalation', async () => {
    const { postId, actId } = await desk.held();
    const report = `${postId}-${crypto.randomUUID()}`;
    const calls = [
      () => desk.moderator.decide(postId, { isPublic: true }),
      () => desk.moderator.remove(postId),
      () => desk.moderator.decideReport(report, { status: 'dismissed' }),
      () => desk.moderator.post(`${DESK}/reports/${report}/notes`, { text: 'Hm.' }),
      () => desk.lift(actId, desk.moderator),
    ];
    for (const call of calls) expect((await call()).status).toBe(404);
    expect((await desk.escalate(postId)).body.actId).toBe(actId);
    expect((await desk.owner.remove(postId, { reason: 'minor' })).status).toBe(200);
    const state = { status: 'escalated', isRemoved: true };
    expect((await desk.owner.details(postId)).body).toMatchObject(state);
    for (const body of [{}, { reason: 'boredom' }, { reason: 'other', note: ' ' }]) {
      expect((await desk.moderator.escalate((await desk.posted()).postId, body)).status).toBe(400);
    }
  });

  it('leaves the review queue, also for the admin who has claimed it', async () => {
    const { postId } = await desk.posted();
    expect((await desk.moderator.claim(postId)).status).toBe(200);
    const { actId } = (await desk.escalate(postId)).body;
    expect(await inQueue(postId)).toBe(false);
    for (const browser of [desk.moderator, desk.owner]) {
      expect((await browser.claim(postId)).status).toBe(404);
    }
    const decision = { decision: 'approve' };
    expect((await desk.moderator.review(postId, decision)).status).toBe(404);
    await desk.lift(actId);
    expect(await inQueue(postId)).toBe(true);
    expect((await desk.moderator.review(postId, decision)).status).toBe(200);
  });

  it('is not shown by a view that is behind', async () => {
    const { postId } = await desk.posted();
    using _ = freeze(app, 'moderated-posts', 'review-queue');
    await desk.escalate(postId);
    expect(await statusOf(desk.moderator, `${DESK}/posts/${postId}`)).toBe(404);
    expect(await statusOf(desk.moderator, `${DESK}/pictures/${postId}/640.webp`)).toBe(404);
    expect((await desk.moderator.claim(postId)).status).toBe(404);
    expect(await inQueue(postId)).toBe(false);
  });

  it('is as before once an owner lifts the hold, with a reason', async () => {
    const { author, postId } = await desk.posted();
    const before = (await app.browser().viewPost(postId)).body;
    const { actId } = (await desk.escalate(postId)).body;
    expect((await desk.owner.post(`${DESK}/acts/${actId}/undo`, {})).status).toBe(400);
    expect((await desk.lift(actId)).status).toBe(200);
    expect((await app.browser().viewPost(postId)).body).toEqual(before);
    expect(await statusOf(app.browser(), `/images/${postId}/640.webp`)).toBe(200);
    expect((await author.browser.get<object[]>('/api/user/posts')).body).toHaveLength(1);
    expect((await desk.lift(actId)).status).toBe(200);
    const [act] = (await desk.moderator.actsOn(postId)).body;
    expect(act).toMatchObject({ id: actId, undone: { byName: 'olga', reason: 'It is legal.' } });
    expect((await desk.escalate(postId)).body.actId).not.toBe(actId);
  });

  it('has its picture on the block list, out of the sight of moderators', async () => {
    const { author, photo, postId, actId } = await desk.held();
    const list = `${DESK}/blocked-pictures`;
    const blocked = async (by: Browser) => {
      const { body } = await by.get<{ imageHash: string; postId: string }[]>(`${list}?limit=100`);
      return body.find((picture) => picture.postId === postId);
    };
    await settled(app);
    const address = `${list}/${(await blocked(desk.owner))?.imageHash}`;
    expect(await blocked(desk.moderator)).toBeUndefined();
    expect((await desk.moderator.delete(address, { reason: 'quality' })).status).toBe(404);
    expect((await desk.moderator.post(`${address}/notes`, { note: 'Why?' })).status).toBe(404);
    expect((await author.browser.uploadPhoto(photo)).status).toBe(422);
    await desk.lift(actId);
    await settled(app);
    expect(await blocked(desk.owner)).toBeUndefined();
  });

  it('keeps the files of a removed post for as long as it lasts', async () => {
    const { postId } = await desk.posted();
    await desk.moderator.remove(postId, { reason: 'minor' });
    const { actId } = (await desk.escalate(postId)).body;
    await desk.later(31 * DAY);
    const removed = app.server.get(RemovedPosts, { strict: false });
    await removed.delete();
    await settled(app);
    expect(await desk.hasFiles(postId)).toBe(true);
    expect((await desk.lift(actId)).status).toBe(200);
    await settled(app);
    await removed.delete();
    await settled(app);
    expect(await desk.hasFiles(postId)).toBe(false);
  });

  it.each([
    [
      'deletes it',
      ({ author, postId }: Awaited<ReturnType<HoldDesk['held']>>) => author.browser.deletePost(postId),
      false,
    ],
    [
      'leaves',
      async ({ author }: Awaited<ReturnType<HoldDesk['held']>>) => {
        await leave(app, author.browser);
        await deleteDue(app);
        await erased(app, author.user.id);
        await desk.signIn();
      },
      true,
    ],
  ])('keeps the files when its author %s, until the hold is lifted', async (_, act, isErased) => {
    const held = await desk.held();
    const { author, postId, actId } = held;
    await act(held);
    await settled(app);
    expect(await desk.hasFiles(postId)).toBe(true);
    expect(await statusOf(desk.owner, `${DESK}/pictures/${postId}/640.webp`)).toBe(200);
    const { body } = await desk.owner.details(postId);
    expect(body).toMatchObject({ isDeleted: true, acts: [{ note: HOLD.note }] });
    expect(body.username).toBe(isErased ? null : author.user.anonymousUsername);
    expect((await desk.lift(actId)).status).toBe(200);
    await settled(app);
    expect(await desk.hasFiles(postId)).toBe(false);
    expect(await statusOf(desk.owner, `${DESK}/posts/${postId}`)).toBe(404);
  });

  it('keeps the key of its author who leaves, for nobody to read with, until the last hold is lifted', async () => {
    const { author, postId, actId } = await desk.held();
    const { id } = author.user;
    const second = (await author.browser.publishPhoto(await jpegPhoto(499))).body.id;
    const key = async () => {
      const found = await app.adapters.storage.keys.find([id, `held-${id}`]);
      return [found.get(id), found.get(`held-${id}`)].map((one) => (one instanceof Buffer ? 'living' : one));
    };
    await leave(app, author.browser);
    await desk.signIn();
    // A hold that begins between the request and the deletion.
    const { actId: later } = (await desk.escalate(second)).body;
    await deleteDue(app);
    await erased(app, id);
    expect(await key()).toEqual(['destroyed', 'living']);
    const { email } = author.user;
    expect((await app.browser().login(email ?? '')).status).toBe(401);
    expect((await app.adapters.erasures.list()).map((erasure) => erasure.id)).toContain(id);
    expect(await mailBoxOf(app).read(`deleted-${id}`)).not.toBeNull();
    const registered = async () =>
      (await app.server.get(History, { strict: false }).of(`account-${id}`))[0]?.data as {
        email: string | null;
      };
    expect((await registered()).email).toBeNull();

    await app.restart();
    await desk.signIn();
    expect([await key(), (await registered()).email]).toEqual([['destroyed', 'living'], null]);
    // Both posts are deleted by now.
    expect((await desk.lift(actId)).status).toBe(200);
    await settled(app);
    expect([await key(), await desk.hasFiles(postId), await desk.hasFiles(second)]).toEqual([
      ['destroyed', 'living'],
      false,
      true,
    ]);
    expect((await desk.lift(later)).status).toBe(200);
    await settled(app);
    expect([await key(), await desk.hasFiles(second)]).toEqual([['destroyed', 'destroyed'], false]);
  });
});
