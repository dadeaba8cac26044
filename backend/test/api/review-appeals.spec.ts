import type { AdminAppeal, OwnDecision } from '../../src/api/review/decisions.contract.js';
import { Account } from '../../src/domain/account/account.js';
import { Appeal } from '../../src/domain/review/appeal.js';
import { useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { settled } from '../support/settled.js';
import { mailsTo } from '../support/mails.js';
import { verified, usePerson } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';
import { suspensionFor } from '../support/suspensions.js';
import { NOBODY } from '../../src/domain/admin/person.js';

const DECISIONS = '/api/user/decisions';
const APPEALS = '/api/rtm-sys/appeals';
const TEXT = 'These are my own feet, without a name.';

describe('a decision about a post', () => {
  const app = useOwnApp('not shared yet', { per: 'test' });
  const moe = useAdmin(app, 'moe');
  const olga = useAdmin(app, 'olga', 'owner');
  const ann = usePerson(app, 'ann@example.org');
  const hidden = async () => {
    const postId = await publishPost(app, ann.id, 7);
    const { body } = await moe.hide(postId, { reason: 'identifies', note: 'A name is in the picture.' });
    return { postId, actId: body.actId ?? '' };
  };
  const appealed = async () => {
    const decision = await hidden();
    await ann.appeal(decision.actId, TEXT);
    return decision;
  };
  const decisions = async (browser = ann) => (await browser.decisions()).body;
  const waiting = async (browser = olga) =>
    (await browser.get<AdminAppeal[]>(`${APPEALS}?outcome=waiting`)).body;
  const isShown = async (postId: string) => (await app.browser().viewPost(postId)).status === 200;

  it('is shown and mailed to the owner, with the rule, and who decided', async () => {
    const { postId, actId } = await hidden();
    expect(await decisions()).toEqual([
      {
        actId,
        kind: 'hidden',
        title: 'Your post was hidden',
        postId,
        text: null,
        reason: 'identifies',
        label: 'Shows a face or identifies a person',
        section: 5,
        note: 'A name is in the picture.',
        decidedAt: app.clock.now().toISOString(),
        decidedBy: 'person',
        keptUntil: null,
        endsAt: null,
        isUndone: false,
        canAppeal: true,
        appeal: null,
      },
    ]);
    const mail = (await mailsTo(app, 'ann@example.org', 2)).find(({ subject }) => subject.includes('hidden'));
    expect(mail?.subject).toBe('Your post was hidden');
    for (const part of [
      'Shows a face or identifies a person (section 5 of our Terms of Service).',
      'The moderator wrote: A name is in the picture.',
      'A person decided this.',
      `/post/${postId}`,
    ]) {
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(part);
    }
  });

  it('says until when the picture of a removed post is kept', async () => {
    const postId = await publishPost(app, ann.id, 7);
    await moe.remove(postId);
    expect(await decisions()).toMatchObject([{ kind: 'removed', keptUntil: '2026-12-21T12:00:00.000Z' }]);
  });

  it('can be appealed once, by its owner only', async () => {
    const { actId } = await hidden();
    const { browser: bob } = await verified(app, 'bob@example.org');
    const address = `${DECISIONS}/${actId}/appeal`;
    expect((await bob.post(address, { text: TEXT })).status).toBe(404);
    expect(await bob.decisions()).toMatchObject({ body: [] });
    expect((await ann.post(address, { text: ' ' })).status).toBe(400);
    const { status, body } = await ann.post<OwnDecision>(address, { text: TEXT });
    expect(status).toBe(201);
    expect(body).toMatchObject({ canAppeal: false, appeal: { text: TEXT, outcome: 'waiting' } });
    expect((await ann.post(address, { text: TEXT })).status).toBe(201);
    expect(await ann.post(address, { text: 'Again.' })).toMatchObject({
      status: 409,
      body: { message: 'You have already appealed this decision.' },
    });
    expect((await app.texts()).some((text) => text.includes(TEXT))).toBe(false);
  });

  it('can be appealed by a suspended person', async () => {
    const { actId } = await hidden();
    await send(app, Account.SuspendAccount({ accountId: ann.id, ...suspensionFor('Spam.') }));
    expect((await ann.appeal(actId, TEXT)).status).toBe(201);
  });

  it('cannot be appealed once it is undone', async () => {
    const { actId } = await hidden();
    await moe.undo(actId);
    expect(await decisions()).toMatchObject([{ isUndone: true, canAppeal: false }]);
    expect((await ann.appeal(actId, TEXT)).status).toBe(409);
    const mails = await mailsTo(app, 'ann@example.org', 3);
    expect(mails.map(({ subject }) => subject)).toContain('A decision about your post was undone');
  });

  it('is undone when another admin grants the appeal, and the owner is told', async () => {
    const { postId, actId } = await appealed();
    expect(await waiting()).toMatchObject([
      {
        id: actId,
        postId,
        text: TEXT,
        reason: 'identifies',
        actBy: 'moe',
        refusal: null,
        outcome: 'waiting',
      },
    ]);
    const own = 'This appeal is about your own decision. Another admin has to decide it.';
    expect(await waiting(moe)).toMatchObject([{ refusal: own }]);
    expect(await moe.decideAppeal(actId, true, 'We looked twice.')).toMatchObject({
      status: 403,
      body: { message: own },
    });
    expect(await isShown(postId)).toBe(false);
    expect(await olga.decideAppeal(actId, true, 'We looked twice.')).toMatchObject({
      status: 200,
      body: { outcome: 'granted' },
    });
    expect((await olga.decideAppeal(actId, true, 'We looked twice.')).status).toBe(200);
    expect(await isShown(postId)).toBe(true);
    expect(await waiting()).toEqual([]);
    expect((await olga.get<AdminAppeal[]>(`${APPEALS}?outcome=granted&about=post`)).body).toMatchObject([
      { id: actId, decidedBy: 'olga' },
    ]);
    expect(await decisions()).toMatchObject([
      { isUndone: true, appeal: { outcome: 'granted', note: 'We looked twice.' } },
    ]);
    const mails = await mailsTo(app, 'ann@example.org', 3);
    const subjects = mails.map(({ subject }) => subject);
    expect(subjects).toContain('Your appeal was granted');
    expect(subjects).not.toContain('A decision about your post was undone');
  });

  it('stands when the appeal is rejected with a note, and the owner is told', async () => {
    const { postId, actId } = await appealed();
    expect((await olga.decideAppeal(actId, false, '')).status).toBe(400);
    expect((await olga.decideAppeal(actId, false, 'We looked twice.')).status).toBe(200);
    expect(await olga.decideAppeal(actId, true, 'We looked twice.')).toMatchObject({
      status: 409,
      body: { message: 'This appeal was decided already.' },
    });
    expect(await isShown(postId)).toBe(false);
    const mails = await mailsTo(app, 'ann@example.org', 3);
    const mail = mails.find(({ subject }) => subject === 'Your appeal was rejected');
    expect(mail?.text).toContain('We looked twice.');
  });

  it('is undone after a crash between the decision of the appeal and its act', async () => {
    const { postId, actId } = await appealed();
    const decider = NOBODY;
    await send(app, Appeal.DecideAppeal({ actId, adminId: 'olga', decider, isGranted: true, note: '' }));
    await settled(app);
    expect(await isShown(postId)).toBe(true);
    expect(await decisions()).toMatchObject([{ isUndone: true }]);
  });

  it.each(['none', '00000000-0000-4000-8000-000000000000'])(
    'does not exist with the id %s',
    async (actId) => {
      const status = actId === 'none' ? 400 : 404;
      expect((await ann.appeal(actId, TEXT)).status).toBe(status);
      expect((await olga.decideAppeal(actId, true, 'We looked twice.')).status).toBe(status);
    },
  );
});
