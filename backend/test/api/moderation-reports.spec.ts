import { PersonalTimeline } from '../../src/api/account/personal-timeline.service.js';
import type { AdminReport } from '../../src/api/acts/reports.contract.js';
import { newAdmin, useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { joining } from '../support/people.js';
import { publishPost } from '../support/posts.js';

const REPORTS = '/api/rtm-sys/reports';

describe('moderating reports', () => {
  const app = useOwnApp('not shared yet');
  const admin = useAdmin(app, 'moe');
  let moeId: string;
  const join = joining(app, 'person');

  beforeAll(async () => {
    moeId = (await admin.self()).body.id;
  });
  const posted = async () => {
    const owner = await join();
    return { owner, postId: await publishPost(app, owner.user.id, 7) };
  };
  const reportBy = async (
    person: Awaited<ReturnType<typeof join>>,
    postId: string,
    reason = 'An advert.',
  ) => {
    app.clock.advance(1000);
    const answer = await person.browser.report(postId, { reason, category: 'spam' });
    return { id: `${postId}-${person.user.id}`, status: answer.status };
  };
  const on = async (postId: string) => (await admin.reportsOn(postId)).body;
  const one = async (id: string) => (await on(id.slice(0, 36))).find((report) => report.id === id);

  it('shows a report with post, people and notes, also on the page of the post', async () => {
    const { owner, postId } = await posted();
    const bob = await join();
    const { id } = await reportBy(bob, postId);
    expect((await admin.post(`${REPORTS}/${id}/assign`, { adminId: moeId })).status).toBe(200);
    expect((await admin.post(`${REPORTS}/${id}/notes`, { text: 'Let us look twice.' })).status).toBe(200);
    expect((await admin.post(`${REPORTS}/${id}/category`, { category: 'abuse' })).status).toBe(200);
    const shown = {
      id,
      postId,
      imageUrl: `/api/rtm-sys/pictures/${postId}/1280.webp`,
      postStatus: 'pending',
      openReports: 1,
      ownerName: owner.user.anonymousUsername,
      userId: bob.user.id,
      username: bob.user.anonymousUsername,
      category: 'abuse',
      reason: 'An advert.',
      status: 'pending',
      assigneeName: 'moe',
      notes: [{ adminName: 'moe', text: 'Let us look twice.' }],
      decision: null,
    };
    expect(await on(postId)).toMatchObject([shown]);
    expect((await admin.details(postId)).body.reports).toMatchObject([shown]);
  });

  it('decides once; undo makes it pending', async () => {
    const { postId } = await posted();
    const { id } = await reportBy(await join(), postId);
    const { status, body } = await admin.decideReport(id, { status: 'dismissed', note: 'We see no advert.' });
    const report = await one(id);
    expect([status, body]).toEqual([200, { ...report, actIds: [report?.decision?.actId], waitsUntil: null }]);
    expect(report).toMatchObject({
      status: 'dismissed',
      decision: { adminName: 'moe', note: 'We see no advert.' },
    });
    expect((await admin.decideReport(id, { status: 'dismissed' })).body).toEqual(body);
    expect((await admin.decideReport(id, { status: 'reviewed' })).status).toBe(409);
    for (const [action, of] of [
      ['assign', { adminId: moeId }],
      ['notes', { text: 'Hm.' }],
      ['category', { category: 'abuse' }],
    ] as const) {
      expect([action, (await admin.post(`${REPORTS}/${id}/${action}`, of)).status]).toEqual([action, 409]);
    }
    const acts = await admin.actsOn(id);
    expect(acts.body).toMatchObject([
      { id: body.actIds[0], kind: 'ReportDismissed', subject: { kind: 'report' } },
    ]);
    expect((await admin.undo(body.actIds[0], 'No.')).status).toBe(200);
    expect(await one(id)).toMatchObject({ status: 'pending', decision: null, openReports: 1 });
  });

  it('decides all pending reports on a post together', async () => {
    const { postId } = await posted();
    const people = [await join(), await join(), await join()];
    const ids: string[] = [];
    for (const person of people) ids.push((await reportBy(person, postId)).id);
    const [first = '', second = '', third = ''] = ids;
    await admin.decideReport(third, { status: 'dismissed' });
    const { body } = await admin.decideReport(first, { status: 'reviewed', together: true });
    expect(body.actIds).toHaveLength(2);
    const statuses = new Map((await on(postId)).map(({ id, status }) => [id, status]));
    expect(statuses).toEqual(
      new Map([
        [third, 'dismissed'],
        [second, 'reviewed'],
        [first, 'reviewed'],
      ]),
    );
  });

  it('lets a person report a post again once the report is decided', async () => {
    const { postId } = await posted();
    const bob = await join();
    const { id } = await reportBy(bob, postId);
    expect((await reportBy(bob, postId)).status).toBe(409);
    const { body } = await admin.decideReport(id, { status: 'dismissed' });
    expect((await reportBy(bob, postId, 'It still is one.')).status).toBe(200);
    expect(await one(id)).toMatchObject({ status: 'pending', reason: 'It still is one.', earlier: 1 });
    expect((await admin.undo(body.actIds[0], 'No.')).status).toBe(409);
  });

  it('filters by status, category, assignee, people and text', async () => {
    const { owner, postId } = await posted();
    const bob = await join();
    const { id } = await reportBy(bob, postId, 'Ein Wërbefoto');
    const found = async (query: string) =>
      (await admin.get<AdminReport[]>(`${REPORTS}?post=${postId}&${query}`)).body.map((report) => report.id);
    for (const query of [
      'status=pending',
      'category=spam',
      'assignee=nobody',
      `owner=${owner.user.id}`,
      `reporter=${bob.user.id}`,
      'search=werbe',
    ]) {
      expect([query, await found(query)]).toEqual([query, [id]]);
    }
    for (const query of [
      'status=reviewed',
      'category=abuse',
      `assignee=${moeId}`,
      `owner=${bob.user.id}`,
      'search=nothing',
    ]) {
      expect([query, await found(query)]).toEqual([query, []]);
    }
  });

  it('answers unknown ids with 404, malformed ones and bodies with 400', async () => {
    const { postId } = await posted();
    const { id } = await reportBy(await join(), postId);
    const unknown = `${postId}-${crypto.randomUUID()}`;
    expect((await admin.decideReport(unknown, { status: 'dismissed' })).status).toBe(404);
    expect((await admin.decideReport(postId, { status: 'dismissed' })).status).toBe(400);
    expect((await admin.decideReport(id, { status: 'pending' })).status).toBe(400);
    expect((await admin.decideReport(id, { status: 'reviewed', note: 'x'.repeat(501) })).status).toBe(400);
    const finance = await newAdmin(app, 'fin', 'finance');
    for (const adminId of [finance, 'nobody']) {
      expect((await admin.post(`${REPORTS}/${id}/assign`, { adminId })).status).toBe(400);
    }
    expect((await admin.post(`${REPORTS}/${id}/notes`, { text: ' ' })).status).toBe(400);
    expect((await admin.post(`${REPORTS}/${id}/category`, { category: 'boredom' })).status).toBe(400);
    expect(await one(id)).toMatchObject({ status: 'pending' });
  });

  it('keeps what admins write for each other out of a person’s export', async () => {
    const { postId } = await posted();
    const bob = await join();
    const { id } = await reportBy(bob, postId);
    await admin.post(`${REPORTS}/${id}/notes`, { text: 'Bob again.' });
    await admin.decideReport(id, { status: 'dismissed' });
    const moments = await app.server.get(PersonalTimeline, { strict: false }).of(bob.user.id);
    const types = moments.moments.map(({ type }) => type);
    expect(types).toContain('ReportDismissed');
    expect(types).not.toContain('ReportNoted');
  });
});
