import { PersonalTimeline } from '../../../src/api/account/personal-timeline.service.js';
import type { Comment } from '../../../src/projections/comments/comment.js';
import { newAdmin, useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { type Person, usePerson } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';

const GONE = 'This comment was removed by a moderator.';
const REPORTS = '/api/rtm-sys/reports';

describe('moderating comments', () => {
  const app = useApp();
  const admin = useAdmin(app, unique('moe'));
  const owner = usePerson(app, 'owner');
  const other = usePerson(app, 'other');

  const say = async (postId: string, text: string, parentCommentId: string | null = null) =>
    (await owner.comment(postId, text, parentCommentId)).body.id;
  const hide = (id: string) => admin.hideComment(id, { reason: 'abuse', note: 'Be kind.' });
  /** The texts of the threads as a visitor sees them, and the number of comments, twice. */
  const shown = async (postId: string) => {
    const { body, headers } = await app.browser().comments(postId);
    const texts = (comments: readonly Comment[]): unknown[] =>
      comments.map(({ text, replies }) => (replies.length > 0 ? [text, ...texts(replies)] : text));
    const { commentsCount } = (await app.browser().viewPost(postId)).body;
    return [texts(body), Number(headers.get('x-total-count')), commentsCount];
  };

  it('takes a comment away, with a sentence in its place while it has replies, and brings it back', async () => {
    const postId = await publishPost(app, owner.id, 7);
    const rude = await say(postId, 'Rude.');
    const reply = await say(postId, 'No.', rude);
    const { status, body } = await hide(rude);
    const answer = { id: rude, isHidden: true, actId: expect.any(String), waitsUntil: null };
    expect([status, body]).toEqual([200, answer]);
    expect(await shown(postId)).toEqual([[[GONE, 'No.']], 1, 1]);
    expect((await hide(rude)).body).toEqual(body);
    await hide(reply);
    expect(await shown(postId)).toEqual([[], 0, 0]);
    expect((await admin.undo(body.actId)).status).toBe(200);
    expect(await shown(postId)).toEqual([['Rude.'], 1, 1]);
  });

  it('accepts neither replies nor likes, but its author may delete it', async () => {
    const postId = await publishPost(app, owner.id, 7);
    const rude = await say(postId, 'Rude.');
    const reply = await say(postId, 'No.', rude);
    const { body } = await hide(rude);
    expect((await other.comment(postId, 'Hm.', rude)).status).toBe(404);
    expect((await other.post(`/api/comments/${rude}/like`)).status).toBe(404);
    expect((await other.comment(postId, 'Hm.', reply)).status).toBe(201);
    expect((await owner.deleteComment(rude)).status).toBe(200);
    expect(await shown(postId)).toEqual([[], 0, 0]);
    expect((await admin.undo(body.actId)).status).toBe(404);
  });

  it('answers malformed ids and bodies with 400', async () => {
    const postId = await publishPost(app, owner.id, 7);
    const id = await say(postId, 'Kind.');
    expect((await hide('none')).status).toBe(400);
    expect((await admin.hideComment(id, {})).status).toBe(400);
    expect(await shown(postId)).toEqual([['Kind.'], 1, 1]);
  });
});

describe('moderating reports', () => {
  const app = useApp();
  const name = unique('moe');
  const admin = useAdmin(app, name);
  const owner = usePerson(app, 'owner');
  const [ann, bob, cleo] = [usePerson(app, 'ann'), usePerson(app, 'bob'), usePerson(app, 'cleo')];

  const posted = () => publishPost(app, owner.id, 7);
  const reportBy = async (person: Person, postId: string, reason = 'An advert.') => {
    const { status } = await person.report(postId, { reason, category: 'spam' });
    return { id: `${postId}-${person.id}`, status };
  };
  const on = async (postId: string) => (await admin.reportsOn(postId)).body;
  const one = async (id: string) => (await on(id.slice(0, 36))).find((report) => report.id === id);
  const work = (id: string, action: string, body: object) => admin.post(`${REPORTS}/${id}/${action}`, body);

  it('shows a report with post, people and notes, also on the page of the post', async () => {
    const postId = await posted();
    const { id } = await reportBy(bob, postId);
    const { id: adminId } = (await admin.self()).body;
    expect((await work(id, 'assign', { adminId })).status).toBe(200);
    expect((await work(id, 'notes', { text: 'Let us look twice.' })).status).toBe(200);
    expect((await work(id, 'category', { category: 'abuse' })).status).toBe(200);
    const shown = {
      id,
      postId,
      imageUrl: `/api/rtm-sys/pictures/${postId}/1280.webp`,
      postStatus: 'pending',
      openReports: 1,
      ownerName: owner.user.anonymousUsername,
      userId: bob.id,
      username: bob.user.anonymousUsername,
      category: 'abuse',
      reason: 'An advert.',
      status: 'pending',
      assigneeName: name,
      notes: [{ adminName: name, text: 'Let us look twice.' }],
      decision: null,
    };
    expect(await on(postId)).toMatchObject([shown]);
    expect((await admin.details(postId)).body.reports).toMatchObject([shown]);
    // What admins write for each other is not in the export of a person.
    await admin.decideReport(id, { status: 'dismissed' });
    const { moments } = await app.server.get(PersonalTimeline, { strict: false }).of(bob.id);
    const types = moments.map(({ type }) => type);
    expect(types).toContain('ReportDismissed');
    expect(types).not.toContain('ReportNoted');
  });

  it('decides once; undo makes it pending, unless the person has reported the post again', async () => {
    const postId = await posted();
    const { id } = await reportBy(bob, postId);
    const { status, body } = await admin.decideReport(id, { status: 'dismissed', note: 'We see no advert.' });
    const report = await one(id);
    expect([status, body]).toEqual([200, { ...report, actIds: [report?.decision?.actId], waitsUntil: null }]);
    expect(report).toMatchObject({
      status: 'dismissed',
      decision: { adminName: name, note: 'We see no advert.' },
    });
    expect((await admin.decideReport(id, { status: 'dismissed' })).body).toEqual(body);
    const [actId] = body.actIds;
    expect((await admin.actsOn(id)).body).toMatchObject([
      { id: actId, kind: 'ReportDismissed', subject: { kind: 'report' } },
    ]);
    expect((await admin.undo(actId)).status).toBe(200);
    expect(await one(id)).toMatchObject({ status: 'pending', decision: null, openReports: 1 });

    const again = (await admin.decideReport(id, { status: 'dismissed' })).body;
    expect((await reportBy(bob, postId, 'It still is one.')).status).toBe(200);
    expect(await one(id)).toMatchObject({ status: 'pending', reason: 'It still is one.', earlier: 1 });
    expect((await admin.undo(again.actIds[0])).status).toBe(409);
  });

  it('decides all pending reports on a post together', async () => {
    const postId = await posted();
    const [first, second, third] = [
      (await reportBy(ann, postId)).id,
      (await reportBy(bob, postId)).id,
      (await reportBy(cleo, postId)).id,
    ];
    await admin.decideReport(third, { status: 'dismissed' });
    const { body } = await admin.decideReport(first, { status: 'reviewed', together: true });
    expect(body.actIds).toHaveLength(2);
    const statuses = Object.fromEntries((await on(postId)).map(({ id, status }) => [id, status]));
    expect(statuses).toEqual({ [first]: 'reviewed', [second]: 'reviewed', [third]: 'dismissed' });
  });

  it('answers malformed ids and bodies, and admins who cannot decide, with 400', async () => {
    const { id } = await reportBy(bob, await posted());
    expect((await admin.decideReport(id.slice(0, 36), { status: 'dismissed' })).status).toBe(400);
    expect((await admin.decideReport(id, { status: 'pending' })).status).toBe(400);
    const finance = await newAdmin(app, unique('fin'), 'finance');
    for (const adminId of [finance, 'nobody']) {
      expect(await work(id, 'assign', { adminId })).toMatchObject({
        status: 400,
        body: { message: 'This admin cannot decide reports.' },
      });
    }
    expect((await work(id, 'assign', { adminId: null })).status).toBe(200);
    expect((await work(id, 'notes', { text: ' ' })).status).toBe(400);
    expect((await work(id, 'category', { category: 'boredom' })).status).toBe(400);
    expect(await one(id)).toMatchObject({ status: 'pending' });
  });
});
