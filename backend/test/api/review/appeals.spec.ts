import type { AdminAppeal, OwnDecision } from '../../../src/api/review/decisions.contract.js';
import { Account } from '../../../src/domain/account/account.js';
import { NOBODY } from '../../../src/domain/admin/person.js';
import { Appeal } from '../../../src/domain/review/appeal.js';
import { useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { DESK } from '../../support/desk.js';
import { mailsTo } from '../../support/mails.js';
import { joining, usePerson } from '../../support/people.js';
import { commentOn, publishPost, send } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import { suspensionFor } from '../../support/suspensions.js';
import type { Visitor } from '../../support/visitor.js';

const APPEALS = `${DESK}/appeals`;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const WHY = 'It shows a street sign of my village.';

describe('decisions of moderation and appeals against them', () => {
  const app = useApp();
  const [moeName, olgaName] = [unique('moe'), unique('olga')];
  const moe = useAdmin(app, moeName);
  const mia = useAdmin(app, unique('mia'));
  const olga = useAdmin(app, olgaName, 'owner');
  const otto = useAdmin(app, unique('otto'), 'owner');
  const bob = usePerson(app, 'bob');
  const person = joining(app, unique('person'));

  const text = unique('Please look at it once more ');
  const appeal = (browser: Visitor, actId: string | null) => browser.appeal(actId, text);
  const decisions = async (browser: Visitor) => (await browser.decisions()).body;
  const one = async (actId: string | null, by = mia) =>
    (await by.get<AdminAppeal>(`${APPEALS}/${actId}`)).body;
  const mails = async ({ email }: { email: string }) => {
    await settled(app);
    return mailsTo(app, email, 1);
  };
  const mailNamed = async (to: { email: string }, subject: string) => {
    const found = await mails(to);
    expect(found.map((mail) => mail.subject)).toContain(subject);
    return found.find((mail) => mail.subject === subject)?.text.replaceAll(/\s+/g, ' ') ?? '';
  };
  const expectNoMail = async (to: { email: string }, subject: string) =>
    expect((await mails(to)).map((mail) => mail.subject)).not.toContain(subject);
  const isShown = async (postId: string) => (await app.browser().viewPost(postId)).status === 200;
  const canWrite = async (browser: Visitor) =>
    (await browser.changeProfile({ bio: 'I walk.' })).status === 200;
  const now = () => app.clock.now().toISOString();

  const hidden = async () => {
    const { user, browser } = await person();
    const postId = await publishPost(app, user.id, 7);
    const { body } = await moe.hide(postId, { reason: 'identifies', note: 'A name is in the picture.' });
    return { user, browser, postId, actId: body.actId };
  };
  const reported = async (status: 'reviewed' | 'dismissed') => {
    const [owner, reporter] = [await person(), await person()];
    const postId = await publishPost(app, owner.user.id, 7);
    await reporter.browser.report(postId, { category: 'identifies', reason: WHY });
    const id = `${postId}-${reporter.user.id}`;
    const { body } = await moe.decideReport(id, { status, note: 'No village is named.' });
    return { owner, ...reporter, postId, id, actId: body.actIds[0] ?? '' };
  };

  describe('about a post', () => {
    it('are shown and mailed to the owner, with the rule, and who decided', async () => {
      const { user, browser, postId, actId } = await hidden();
      const decision = {
        actId,
        kind: 'hidden',
        title: 'Your post was hidden',
        postId,
        text: null,
        reason: 'identifies',
        label: 'Shows a face or identifies a person',
        section: 5,
        note: 'A name is in the picture.',
        decidedAt: now(),
        decidedBy: 'person',
        keptUntil: null,
        endsAt: null,
        isUndone: false,
        canAppeal: true,
        appeal: null,
      };
      expect(await decisions(browser)).toEqual([decision]);
      const mail = await mailNamed(user, 'Your post was hidden');
      for (const part of [
        'Shows a face or identifies a person (section 5 of our Terms of Service).',
        'The moderator wrote: A name is in the picture.',
        'A person decided this.',
        `/post/${postId}`,
      ]) {
        expect(mail).toContain(part);
      }
      await moe.remove(postId);
      // It says until when the picture is kept.
      const removed = { kind: 'removed', keptUntil: '2026-12-21T12:00:00.000Z' };
      expect(await decisions(browser)).toContainEqual(expect.objectContaining(removed));
    });

    it('can be appealed by the owner only, also if they are suspended', async () => {
      const { user, browser, actId } = await hidden();
      const address = `/api/user/decisions/${actId}/appeal`;
      expect((await appeal(bob, actId)).status).toBe(404);
      expect(await decisions(bob)).toEqual([]);
      expect((await browser.post(address, { text: ' ' })).status).toBe(400);
      await send(app, Account.SuspendAccount({ accountId: user.id, ...suspensionFor('Spam.') }));
      const { status, body } = await browser.post<OwnDecision>(address, { text });
      expect(status).toBe(201);
      expect(body).toMatchObject({ canAppeal: false, appeal: { text, outcome: 'waiting' } });
      expect((await appeal(browser, actId)).status).toBe(201);
      expect((await app.texts()).some((content) => content.includes(text))).toBe(false);
    });

    it('cannot be appealed once they are undone', async () => {
      const { user, browser, actId } = await hidden();
      await moe.undo(actId);
      expect(await decisions(browser)).toMatchObject([{ isUndone: true, canAppeal: false }]);
      expect(await appeal(browser, actId)).toMatchObject({
        status: 409,
        body: { message: 'This decision was undone already.' },
      });
      await mailNamed(user, 'A decision about your post was undone');
    });

    it('are undone when another admin grants the appeal, and the owner is told', async () => {
      const { user, browser, postId, actId } = await hidden();
      await appeal(browser, actId);
      const about = `owner=${user.id}`;
      const list = async (query: string, by = olga) =>
        (await by.get<AdminAppeal[]>(`${APPEALS}?${about}&${query}`)).body;
      expect(await list('outcome=waiting')).toMatchObject([
        {
          id: actId,
          postId,
          text,
          reason: 'identifies',
          actBy: moeName,
          refusal: null,
          outcome: 'waiting',
        },
      ]);
      const refusal = 'This appeal is about your own decision. Another admin has to decide it.';
      expect(await list('outcome=waiting', moe)).toMatchObject([{ refusal }]);
      expect((await moe.decideAppeal(actId, true)).status).toBe(403);
      expect(await isShown(postId)).toBe(false);
      const granted = { status: 200, body: { outcome: 'granted' } };
      expect(await olga.decideAppeal(actId, true)).toMatchObject(granted);
      expect((await olga.decideAppeal(actId, true)).status).toBe(200);
      expect(await isShown(postId)).toBe(true);
      expect(await list('outcome=waiting')).toEqual([]);
      const [row] = await list('outcome=granted&about=post&sort=createdAt');
      expect(row).toMatchObject({ id: actId, decidedBy: olgaName });
      expect(await list('about=comment')).toEqual([]);
      const csv = await olga.get<string>(`${APPEALS}?format=csv&${about}`);
      expect(csv.body).toContain(text);
      expect(await decisions(browser)).toMatchObject([
        { isUndone: true, appeal: { outcome: 'granted', note: 'We looked twice.' } },
      ]);
      await mailNamed(user, 'Your appeal was granted');
      await expectNoMail(user, 'A decision about your post was undone');
    });

    it('stand when the appeal is rejected with a note, and the owner is told', async () => {
      const { user, browser, postId, actId } = await hidden();
      await appeal(browser, actId);
      expect((await olga.decideAppeal(actId, false, '')).status).toBe(400);
      expect((await olga.decideAppeal(actId, false)).status).toBe(200);
      expect(await olga.decideAppeal(actId, true)).toMatchObject({
        status: 409,
        body: { message: 'This appeal was decided already.' },
      });
      expect(await isShown(postId)).toBe(false);
      expect(await mailNamed(user, 'Your appeal was rejected')).toContain('We looked twice.');
    });
  });

  it.each([
    ['none', 400],
    [UNKNOWN, 404],
  ])('do not exist with the id %s', async (actId, status) => {
    expect((await appeal(bob, actId)).status).toBe(status);
    expect((await olga.decideAppeal(actId, true)).status).toBe(status);
    expect((await olga.get(`${APPEALS}/${actId}`)).status).toBe(status);
  });

  it('about a dismissed report are shown to the reporter, who learns nothing about the owner', async () => {
    const { owner, user, browser, postId, actId } = await reported('dismissed');
    const told = await mailNamed(user, 'Your report was dismissed');
    expect(told).toContain('The moderator wrote: No village is named.');
    expect(told).toContain('you can appeal once');
    const [decision] = await decisions(browser);
    expect(decision).toMatchObject({
      kind: 'reportDismissed',
      title: 'Your report was dismissed',
      postId,
      text: WHY,
      reason: null,
      label: null,
      section: null,
      note: 'No village is named.',
      canAppeal: true,
    });
    for (const secret of [owner.user.id, owner.user.anonymousUsername])
      expect(told + JSON.stringify(decision)).not.toContain(secret);
    expect((await appeal(owner.browser, actId)).status).toBe(404);
    expect(await decisions(owner.browser)).toEqual([]);
  });

  it('about a dismissed report open it again when another admin grants the appeal', async () => {
    const { owner, user, browser, postId, id, actId } = await reported('dismissed');
    const waiting = { status: 201, body: { canAppeal: false, appeal: { outcome: 'waiting' } } };
    expect(await appeal(browser, actId)).toMatchObject(waiting);
    expect(await one(actId)).toMatchObject({
      id: actId,
      about: 'report',
      kind: 'reportDismissed',
      postId,
      subjectText: WHY,
      text,
      username: user.anonymousUsername,
      actBy: moeName,
      refusal: null,
    });
    expect(await mia.decideAppeal(actId, true)).toMatchObject({ status: 200, body: { isUndone: true } });
    expect((await moe.reportsOn(postId)).body).toMatchObject([{ id, status: 'pending' }]);
    const told = await mailNamed(user, 'Your appeal was granted');
    expect(told).toContain('Your report is open again');
    expect(await decisions(browser)).toMatchObject([
      { isUndone: true, appeal: { outcome: 'granted', note: 'We looked twice.' } },
    ]);
    await expectNoMail(user, 'Your report is open again');
    // The owner of the post learns nothing of all this.
    expect(await mails(owner.user)).toHaveLength(1);
  });

  it('about a dismissed report stand when the appeal is rejected, and end when the post is reported again', async () => {
    const { user, browser, postId, actId } = await reported('dismissed');
    await appeal(browser, actId);
    expect((await mia.decideAppeal(actId, false)).status).toBe(200);
    expect((await moe.reportsOn(postId)).body).toMatchObject([{ status: 'dismissed' }]);
    expect(await mailNamed(user, 'Your appeal was rejected')).toContain('about your report');

    const again = await reported('dismissed');
    await again.browser.report(again.postId, { category: 'spam', reason: 'Still.' });
    expect(await appeal(again.browser, again.actId)).toMatchObject({
      status: 409,
      body: { message: 'This decision is no longer in force.' },
    });
  });

  it('about a report that was right are shown to the reporter, who cannot appeal', async () => {
    const { user, browser, actId } = await reported('reviewed');
    expect(await mailNamed(user, 'Your report was right')).not.toContain('appeal');
    expect(await decisions(browser)).toMatchObject([{ kind: 'reportReviewed', canAppeal: false }]);
    expect((await appeal(browser, actId)).status).toBe(404);
  });

  it('about a comment show it again when the appeal is granted', async () => {
    const { user, browser } = await person();
    const postId = await publishPost(app, bob.id, 7);
    const { id } = (await browser.comment(postId, 'What a toe.')).body;
    const { actId } = (await moe.hideComment(id, { reason: 'abuse', note: 'Be kind.' })).body;
    const told = await mailNamed(user, 'Your comment was hidden');
    expect(told).toContain('Insults or harassment (section 6 of our Terms of Service).');
    expect(await decisions(browser)).toMatchObject([
      { kind: 'commentHidden', text: 'What a toe.', reason: 'abuse', note: 'Be kind.', canAppeal: true },
    ]);
    expect((await appeal(browser, actId)).status).toBe(201);
    expect(await one(actId)).toMatchObject({ about: 'comment', subjectText: 'What a toe.' });
    expect((await moe.decideAppeal(actId, true)).status).toBe(403);
    expect((await mia.decideAppeal(actId, true)).status).toBe(200);
    expect(await mailNamed(user, 'Your appeal was granted')).toContain('your comment');
    expect((await app.browser().comments(postId)).body[0]?.text).toBe('What a toe.');
    // Comments themselves are no decisions.
    const commentId = await commentOn(app, postId, bob.id);
    expect((await appeal(bob, commentId)).status).toBe(404);
  });

  it('to suspend a person are lifted when an owner grants their appeal', async () => {
    const { user, browser } = await person();
    const suspension = { reason: 'abuse', note: 'Insults.', endsAt: null };
    await olga.post(`${DESK}/users/${user.id}/suspend`, suspension);
    expect(await canWrite(browser)).toBe(false);
    const [decision] = await decisions(browser);
    expect(decision).toMatchObject({ kind: 'suspended', postId: null, reason: 'abuse', canAppeal: true });
    const actId = decision?.actId ?? '';
    expect((await appeal(browser, actId)).status).toBe(201);
    const message = 'An owner has to decide this appeal.';
    expect((await one(actId)).refusal).toBe(message);
    expect(await mia.decideAppeal(actId, true)).toMatchObject({ status: 403, body: { message } });
    expect((await olga.decideAppeal(actId, true)).status).toBe(403);
    expect((await otto.decideAppeal(actId, true)).status).toBe(200);
    await mailNamed(user, 'Your appeal was granted');
    expect(await canWrite(browser)).toBe(true);
    await expectNoMail(user, 'A suspension of your account was lifted');
  });

  it('to strike a person are undone when the appeal is granted, also after a crash before that', async () => {
    const { user, browser } = await person();
    const strike = () => olga.post(`${DESK}/users/${user.id}/strikes`, { reason: 'spam', note: '' });
    await strike();
    const [first] = await decisions(browser);
    await strike();
    expect(await canWrite(browser)).toBe(false);
    const second = (await decisions(browser)).find(({ actId }) => actId !== first?.actId);
    expect(second).toMatchObject({ kind: 'struck', canAppeal: true });
    const actId = second?.actId ?? '';
    await appeal(browser, actId);
    const decided = { actId, adminId: 'otto', decider: NOBODY, isGranted: true, note: '' };
    await send(app, Appeal.DecideAppeal(decided));
    expect(await mailNamed(user, 'Your appeal was granted')).toContain('a strike');
    expect(await canWrite(browser)).toBe(true);
    const undone = (await decisions(browser)).filter(({ isUndone }) => isUndone);
    expect(undone.map((decision) => decision.actId)).toEqual([actId]);
  });
});
