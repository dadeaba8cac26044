import type { AdminAppeal } from '../../src/api/review/decisions.contract.js';
import { Appeal } from '../../src/domain/review/appeal.js';
import { useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { mailsTo } from '../support/mails.js';
import { joining } from '../support/people.js';
import { commentOn, publishPost, send } from '../support/posts.js';
import { settled } from '../support/settled.js';
import type { Visitor } from '../support/visitor.js';
import { NOBODY } from '../../src/domain/admin/person.js';
import { someone } from '../support/roles.js';

const APPEALS = '/api/rtm-sys/appeals';
const TEXT = 'Please look at it once more.';
const WHY = 'It shows a street sign of my village.';

describe('appeals', () => {
  const app = useOwnApp('not shared yet');
  const moe = useAdmin(app, 'moe');
  const mia = useAdmin(app, 'mia');
  const olga = useAdmin(app, 'olga', 'owner');
  const otto = useAdmin(app, 'otto', 'owner');
  const person = joining(app, 'person');

  const decisions = async (browser: Visitor) => (await browser.decisions()).body;
  const newestMail = async (email: string, subject: string) => {
    await settled(app);
    const mails = await mailsTo(app, email, 1);
    expect(mails.map((mail) => mail.subject)).toContain(subject);
    return mails.find((mail) => mail.subject === subject)?.text.replaceAll(/\s+/g, ' ') ?? '';
  };

  const reported = async (status: 'reviewed' | 'dismissed') => {
    const [owner, reporter] = [await person(), await person()];
    const postId = await publishPost(app, owner.user.id, 7);
    await reporter.browser.report(postId, { category: 'identifies', reason: WHY });
    const id = `${postId}-${reporter.user.id}`;
    const answer = await moe.decideReport(id, {
      status,
      note: 'No village is named.',
    });
    return { owner, reporter, postId, id, actId: answer.body.actIds[0] ?? '' };
  };
  const hiddenComment = async () => {
    const [owner, author] = [await person(), await person()];
    const postId = await publishPost(app, owner.user.id, 7);
    const { body } = await author.browser.comment(postId, 'What a toe.');
    const hidden = await moe.hideComment(body.id, {
      reason: 'abuse',
      note: 'Be kind.',
    });
    return { author, postId, actId: hidden.body.actId };
  };
  const canWrite = async (browser: Visitor) =>
    (await browser.changeProfile({ bio: 'I walk.' })).status === 200;

  describe('against a dismissed report', () => {
    it('are filed by the reporter, who learns nothing about the owner', async () => {
      const { owner, reporter, postId, actId } = await reported('dismissed');
      const told = await newestMail(reporter.user.email, 'Your report was dismissed');
      expect(told).toContain('The moderator wrote: No village is named.');
      expect(told).toContain('you can appeal once');
      const [decision] = await decisions(reporter.browser);
      expect(decision).toEqual({
        actId,
        kind: 'reportDismissed',
        title: 'Your report was dismissed',
        postId,
        text: WHY,
        reason: null,
        label: null,
        section: null,
        note: 'No village is named.',
        decidedAt: app.clock.now().toISOString(),
        decidedBy: 'person',
        keptUntil: null,
        endsAt: null,
        isUndone: false,
        canAppeal: true,
        appeal: null,
      });
      expect(told + JSON.stringify(decision)).not.toContain(owner.user.id);
      expect(told + JSON.stringify(decision)).not.toContain(owner.user.anonymousUsername);
      expect((await owner.browser.appeal(actId, TEXT)).status).toBe(404);
      expect(await decisions(owner.browser)).toEqual([]);
    });

    it('open the report again when another admin grants them', async () => {
      const { owner, reporter, postId, id, actId } = await reported('dismissed');
      expect(await reporter.browser.appeal(actId, TEXT)).toMatchObject({
        status: 201,
        body: { canAppeal: false, appeal: { outcome: 'waiting' } },
      });
      expect(await reporter.browser.appeal(actId, 'Again.')).toMatchObject({
        status: 409,
        body: { message: 'You have already appealed this decision.' },
      });
      expect((await mia.get<AdminAppeal>(`${APPEALS}/${actId}`)).body).toMatchObject({
        id: actId,
        about: 'report',
        kind: 'reportDismissed',
        postId,
        subjectText: WHY,
        text: TEXT,
        username: reporter.user.anonymousUsername,
        actBy: 'moe',
        refusal: null,
      });
      expect((await moe.decideAppeal(actId, true)).status).toBe(403);
      expect(await mia.decideAppeal(actId, true)).toMatchObject({ status: 200, body: { isUndone: true } });
      const { body } = await moe.reportsOn(postId);
      expect(body).toMatchObject([{ id, status: 'pending' }]);
      const told = await newestMail(reporter.user.email, 'Your appeal was granted');
      expect(told).toContain('Your report is open again');
      expect(await decisions(reporter.browser)).toMatchObject([
        { isUndone: true, appeal: { outcome: 'granted', note: 'We looked twice.' } },
      ]);
      const subjects = (await mailsTo(app, reporter.user.email, 3)).map(({ subject }) => subject);
      expect(subjects).not.toContain('Your report is open again');
      // The owner of the post learns nothing of all this.
      expect((await mailsTo(app, owner.user.email, 1)).length).toBe(1);
    });

    it('leave it dismissed when they are rejected', async () => {
      const { reporter, postId, actId } = await reported('dismissed');
      await reporter.browser.appeal(actId, TEXT);
      expect((await mia.decideAppeal(actId, false)).status).toBe(200);
      const { body } = await moe.reportsOn(postId);
      expect(body).toMatchObject([{ status: 'dismissed' }]);
      expect(await newestMail(reporter.user.email, 'Your appeal was rejected')).toContain(
        'about your report',
      );
    });

    it('are not possible once the post is reported again', async () => {
      const { reporter, postId, actId } = await reported('dismissed');
      await reporter.browser.report(postId, { category: 'spam', reason: 'Still.' });
      expect(await reporter.browser.appeal(actId, TEXT)).toMatchObject({
        status: 409,
        body: { message: 'This decision is no longer in force.' },
      });
    });
  });

  it('are not possible against a report that was right, of which the reporter learns', async () => {
    const { reporter, actId } = await reported('reviewed');
    const told = await newestMail(reporter.user.email, 'Your report was right');
    expect(told).not.toContain('appeal');
    expect(await decisions(reporter.browser)).toMatchObject([{ kind: 'reportReviewed', canAppeal: false }]);
    expect((await reporter.browser.appeal(actId, TEXT)).status).toBe(404);
  });

  it('against a hidden comment show it again when they are granted', async () => {
    const { author, postId, actId } = await hiddenComment();
    const told = await newestMail(author.user.email, 'Your comment was hidden');
    expect(told).toContain('Insults or harassment (section 6 of our Terms of Service).');
    expect(await decisions(author.browser)).toMatchObject([
      { kind: 'commentHidden', text: 'What a toe.', reason: 'abuse', note: 'Be kind.', canAppeal: true },
    ]);
    expect((await author.browser.appeal(actId, TEXT)).status).toBe(201);
    expect((await mia.get<AdminAppeal>(`${APPEALS}/${actId}`)).body).toMatchObject({
      about: 'comment',
      subjectText: 'What a toe.',
    });
    expect((await moe.decideAppeal(actId, true)).status).toBe(403);
    expect((await mia.decideAppeal(actId, true)).status).toBe(200);
    expect(await newestMail(author.user.email, 'Your appeal was granted')).toContain('your comment');
    expect((await app.browser().comments(postId)).body[0]?.text).toBe('What a toe.');
  });

  it('against a suspension are filed by the suspended person, and lift it', async () => {
    const { user, browser } = await person();
    const suspension = { reason: 'abuse', note: 'Insults.', endsAt: null };
    expect((await olga.post(`/api/rtm-sys/users/${user.id}/suspend`, suspension)).status).toBe(200);
    expect(await canWrite(browser)).toBe(false);
    const [decision] = await decisions(browser);
    expect(decision).toMatchObject({ kind: 'suspended', postId: null, reason: 'abuse', canAppeal: true });
    const actId = decision?.actId ?? '';
    expect((await browser.appeal(actId, TEXT)).status).toBe(201);
    const needsOwner = 'An owner has to decide this appeal.';
    expect((await mia.get<AdminAppeal>(`${APPEALS}/${actId}`)).body.refusal).toBe(needsOwner);
    expect(await mia.decideAppeal(actId, true)).toMatchObject({ status: 403, body: { message: needsOwner } });
    expect((await olga.decideAppeal(actId, true)).status).toBe(403);
    expect((await otto.decideAppeal(actId, true)).status).toBe(200);
    await newestMail(user.email, 'Your appeal was granted');
    expect(await canWrite(browser)).toBe(true);
    const subjects = (await mailsTo(app, user.email, 3)).map(({ subject }) => subject);
    expect(subjects).not.toContain('A suspension of your account was lifted');
  });

  it('against a strike undo it, also after a crash before that', async () => {
    const { user, browser } = await person();
    for (const attempt of [crypto.randomUUID(), crypto.randomUUID()]) {
      await olga.post(`/api/rtm-sys/users/${user.id}/strikes`, { reason: 'spam', note: '', attempt });
      app.clock.advance(1000);
    }
    expect(await canWrite(browser)).toBe(false);
    const [second] = await decisions(browser);
    expect(second).toMatchObject({ kind: 'struck', canAppeal: true });
    const actId = second?.actId ?? '';
    await browser.appeal(actId, TEXT);
    const decider = NOBODY;
    await send(app, Appeal.DecideAppeal({ actId, adminId: 'otto', decider, isGranted: true, note: '' }));
    expect(await newestMail(user.email, 'Your appeal was granted')).toContain('a strike');
    expect(await canWrite(browser)).toBe(true);
    expect(await decisions(browser)).toMatchObject([{ isUndone: true }, { isUndone: false }]);
  });

  it('are not decided by an admin whose post was reported', async () => {
    const { reporter, postId } = await reported('dismissed');
    const [decision] = await decisions(reporter.browser);
    const actId = decision?.actId ?? '';
    await reporter.browser.appeal(actId, TEXT);
    const { ownerId } = (await olga.details(postId)).body;
    const own = Appeal.DecideAppeal({
      actId,
      adminId: 'mia',
      decider: someone(ownerId),
      isGranted: false,
      note: 'No.',
    });
    await expect(send(app, own)).rejects.toThrow('You cannot decide about your own content.');
  });

  it('are listed by outcome and subject, in pages, as a file, and counted', async () => {
    const { author, actId } = await hiddenComment();
    await author.browser.appeal(actId, TEXT);
    const list = (query: string) => olga.get<AdminAppeal[]>(`${APPEALS}?${query}`);
    const waiting = await list('outcome=waiting&about=comment');
    expect(waiting.body.map(({ id }) => id)).toContain(actId);
    expect(waiting.body.every(({ about, outcome }) => about === 'comment' && outcome === 'waiting')).toBe(
      true,
    );
    const { body, headers } = await list('limit=1&sort=createdAt');
    expect(body).toHaveLength(1);
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const second = (await olga.get<AdminAppeal[]>(next)).body;
    expect(second).toHaveLength(1);
    expect(second[0]?.id).not.toBe(body[0]?.id);
    expect((await list('outcome=perhaps')).status).toBe(400);
    const all = (await list('outcome=waiting')).body.length;
    const counts = (await olga.get<{ appeals: number }>('/api/rtm-sys/counts')).body;
    expect(counts.appeals).toBe(all);
    const csv = await olga.get<string>(`${APPEALS}?format=csv&outcome=waiting`);
    expect(String(csv.body)).toContain(TEXT);
  });

  it('are unknown for other acts', async () => {
    const { user, browser } = await person();
    const postId = await publishPost(app, user.id, 7);
    const commentId = await commentOn(app, postId, user.id);
    expect((await browser.appeal(commentId, TEXT)).status).toBe(404);
    expect((await olga.get(`${APPEALS}/${commentId}`)).status).toBe(404);
  });

  // The last one: sessions of admins end meanwhile.
  it('against a suspension that has ended are not possible', async () => {
    const { user, browser } = await person();
    const endsAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    await olga.post(`/api/rtm-sys/users/${user.id}/suspend`, { reason: 'abuse', note: '', endsAt });
    expect(await decisions(browser)).toMatchObject([{ endsAt, canAppeal: true }]);
    app.clock.advance(3_600_001);
    const [decision] = await decisions(browser);
    expect(decision).toMatchObject({ canAppeal: false });
    expect((await browser.appeal(decision?.actId ?? '', TEXT)).status).toBe(409);
  });
});
