import { OwnActDeadlines } from '../../../src/reactions/timers/own-act-deadlines.js';
import { newAdmin, signedInAdmin } from '../../support/admins.js';
import { useOwnApp } from '../../support/app.js';
import type { Desk } from '../../support/desk.js';
import { verified } from '../../support/people.js';
import { commentOn, publishPost } from '../../support/posts.js';
import { settled } from '../../support/settled.js';

const HOUR = 60 * 60_000;
const why = { reason: 'quality' };

describe('an admin with an account, where no other admin can decide', () => {
  const app = useOwnApp('moves the clock');
  let ann: Awaited<ReturnType<typeof verified>>;
  let admin: Desk;
  const settle = () => app.server.get(OwnActDeadlines, { strict: false }).settle();
  const inADay = () => new Date(app.clock.now().getTime() + 24 * HOUR).toISOString();
  const passADay = async () => {
    app.clock.advance(24 * HOUR);
    admin = await signedInAdmin(app, 'ann');
  };
  const actOn = async (subjectId: string) => (await admin.actsOn(subjectId)).body[0];
  const withdraw = (actId = '') => admin.post(`/api/rtm-sys/acts/${actId}/withdraw`);
  const waits = (isUndo = false) => ({ own: { isUndo, status: 'waiting', dueAt: inADay() } });

  app.onStart(async () => {
    ann = await verified(app, 'ann@example.org');
    await newAdmin(app, 'ann', 'owner', 'ann@example.org');
    await newAdmin(app, 'fin', 'finance', null);
  });
  beforeEach(async () => {
    admin = await signedInAdmin(app, 'ann');
  });

  it('waits a day to hide their own post, and to undo that', async () => {
    const postId = await publishPost(app, ann.user.id, 7);
    const { status, body } = await admin.hide(postId, why);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ waitsUntil: inADay(), isPublic: true, actId: null }),
    ]);
    const asked = await actOn(postId);
    expect(asked).toMatchObject({ ...waits(), name: 'Post hidden', canUndo: false, canWithdraw: true });
    expect((await ann.browser.decisions()).body).toEqual([]);
    expect(await settle()).toBe(0);

    await passADay();
    expect(await settle()).toBe(1);
    await settled(app);
    expect((await actOn(postId))?.own?.status).toBe('done');
    const hidden = (await app.adapters.storage.log.readStream(`post-${postId}`)).at(-1);
    expect(hidden).toMatchObject({
      type: 'PostHidden',
      metadata: { actor: { kind: 'admin', role: 'owner' } },
    });
    const [shown] = (await admin.details(postId)).body.acts;
    expect(shown).toMatchObject({ id: asked?.id, adminName: 'ann', own: { status: 'done' }, canUndo: true });

    expect((await admin.undo(asked?.id ?? '')).body.waitsUntil).toBe(inADay());
    expect(await actOn(postId)).toMatchObject({ ...waits(true), undone: null, canUndo: false });
    await passADay();
    await settle();
    await settled(app);
    expect((await actOn(postId))?.undone?.byName).toBe('ann');
    expect((await admin.details(postId)).body.isPublic).toBe(true);
  });

  it('can withdraw it meanwhile', async () => {
    const postId = await publishPost(app, ann.user.id, 7);
    const commentId = await commentOn(app, postId, ann.user.id);
    const { body } = await admin.hideComment(commentId, why);
    expect(body.waitsUntil).toBe(inADay());
    const { id } = (await actOn(commentId)) ?? {};
    expect((await withdraw(id)).status).toBe(200);
    expect(await actOn(commentId)).toMatchObject({ own: { status: 'withdrawn' }, canWithdraw: false });
    expect((await withdraw(id)).status).toBe(409);
    await passADay();
    expect(await settle()).toBe(0);
  });

  it('waits, too, for what they reported', async () => {
    const bob = await verified(app, 'bob@example.org');
    const postId = await publishPost(app, bob.user.id, 7);
    await ann.browser.report(postId, { reason: 'Hm.' });
    const reportId = `${postId}-${ann.user.id}`;
    const { body } = await admin.decideReport(reportId, { status: 'reviewed' });
    expect(body).toMatchObject({ status: 'pending', waitsUntil: inADay() });
    const [report] = (await admin.reportsOn(postId)).body;
    expect(report).toMatchObject({ status: 'pending', ...waits() });
    expect((await admin.remove(postId, why)).body.waitsUntil).toBe(inADay());
    expect((await admin.claim(postId)).status).toBe(403);
  });

  it('waits for a second admin, not for a day, with anything else', async () => {
    const strike = await admin.post(`/api/rtm-sys/users/${ann.user.id}/strikes`, { ...why, note: '' });
    expect(strike.status).toBe(403);
    const cleo = await verified(app, 'cleo@example.org');
    const postId = await publishPost(app, cleo.user.id, 7);
    await ann.browser.rate(postId, 9);
    const rating = { postId, userId: ann.user.id, note: 'A mistake.' };
    expect((await admin.post('/api/rtm-sys/ratings/exclude', rating)).status).toBe(403);
  });

  it('has no effect if another admin can decide by then', async () => {
    const postId = await publishPost(app, ann.user.id, 7);
    await admin.hide(postId, why);
    await newAdmin(app, 'olga', 'moderator');
    await passADay();
    expect(await settle()).toBeGreaterThan(0);
    expect(await actOn(postId)).toMatchObject({ own: { status: 'lapsed' }, canWithdraw: false });
    expect((await admin.hide(postId, why)).status).toBe(403);
    expect((await (await signedInAdmin(app, 'olga')).hide(postId, why)).status).toBe(200);
  });
});
