import { reportIdOf, reportOf, Report } from '../../src/domain/report/report.js';
import { given } from '../support/given.js';
import { NOBODY } from '../../src/domain/admin/person.js';
import { someone } from '../support/roles.js';

const people = { ownerId: 'ann', reporterId: 'bob' };
const about = { ...people, subject: 'post', subjectId: 'p1', postId: 'p1' } as const;
const of = (accountId?: string) => ({
  subjectId: 'p1',
  reporterId: 'bob',
  decider: accountId === undefined ? NOBODY : someone(accountId),
});
const reported = {
  type: 'PostReported',
  data: { ...people, postId: 'p1', category: 'not-feet', reason: 'This is a hand.' },
} as const;
const reviewed = { type: 'ReportReviewed', data: { ...about, actId: 'a1', note: 'Thank you.' } } as const;
const dismissed = { type: 'ReportDismissed', data: { ...about, actId: 'a1', note: '' } } as const;
const reopened = (actId = 'a1') =>
  ({ type: 'ReportReopened', data: { ...about, actId, because: 'Too early.' } }) as const;

const commands = {
  review: (accountId?: string) =>
    Report.DecideReport({ ...of(accountId), status: 'reviewed', actId: 'a1', note: ' Thank you. ' }),
  dismiss: (accountId?: string) =>
    Report.DecideReport({ ...of(accountId), status: 'dismissed', actId: 'a1', note: '' }),
  assign: (accountId?: string, assigneeId: string | null = 'moe') =>
    Report.AssignReport({ ...of(accountId), assigneeId }),
  note: (accountId?: string, text = ' Look twice. ') =>
    Report.NoteOnReport({ ...of(accountId), noteId: 'n1', text }),
  categorise: (accountId?: string) => Report.CategoriseReport({ ...of(accountId), category: 'quality' }),
  reopen: (accountId?: string) =>
    Report.ReopenReport({ ...of(accountId), actId: 'a1', because: 'Too early.' }),
};
type Name = keyof typeof commands;
const names = Object.keys(commands) as Name[];
const assigned = { type: 'ReportAssigned', data: { ...about, assigneeId: 'moe' } } as const;
const noted = { type: 'ReportNoted', data: { ...about, noteId: 'n1', text: 'Look twice.' } } as const;
const categorised = { type: 'ReportCategorised', data: { ...about, category: 'quality' } } as const;

describe('working on a report', () => {
  it('reviews it', () => given(Report, reported).when(commands.review()).then(reviewed));
  it('dismisses it', () => given(Report, reported).when(commands.dismiss()).then(dismissed));
  it('assigns it', () => given(Report, reported).when(commands.assign()).then(assigned));
  it('gives it back', () =>
    given(Report, reported, assigned)
      .when(commands.assign(undefined, null))
      .then({ type: 'ReportAssigned', data: { ...about, assigneeId: null } }));
  it('adds a note', () => given(Report, reported).when(commands.note()).then(noted));
  it('puts it into another category', () =>
    given(Report, reported).when(commands.categorise()).then(categorised));

  it.each([
    ['review', reviewed],
    ['dismiss', dismissed],
    ['assign', assigned],
    ['note', noted],
    ['categorise', categorised],
  ] as const)('does nothing when repeated: %s', (name, event) =>
    given(Report, reported, event).when(commands[name]()).thenNothing(),
  );

  it.each(['review', 'assign', 'note', 'categorise'] as const)('is rejected once it is decided: %s', (name) =>
    given(Report, reported, dismissed)
      .when(commands[name]())
      .thenRejected('This report has been decided.', 'conflict'),
  );

  it.each(names)('is rejected without a report: %s', (name) =>
    given(Report).when(commands[name]()).thenRejected('Report not found', 'notFound'),
  );

  it.each(names.flatMap((name) => [[name, 'bob'] as const, [name, 'ann'] as const]))(
    'is rejected for an admin who reported the post or owns it: %s by %s',
    (name, accountId) =>
      given(Report, reported)
        .when(commands[name](accountId))
        .thenRejected('You cannot decide about your own content. Another admin has to.', 'forbidden'),
  );

  it.each([
    ['  ', 'Please write something first.'],
    ['x'.repeat(501), 'A note has at most 500 characters'],
  ])('rejects the note %j', (text, message) =>
    given(Report, reported).when(commands.note(undefined, text)).thenRejected(message, 'invalid'),
  );
});

describe('undoing a decision about a report', () => {
  it('makes it pending', () => {
    given(Report, reported, reviewed).when(commands.reopen()).then(reopened());
    given(Report, reported, reviewed, reopened())
      .when(Report.DecideReport({ ...of(), status: 'dismissed', actId: 'a2', note: '' }))
      .then({ ...dismissed, data: { ...dismissed.data, actId: 'a2' } });
  });

  it('does nothing when repeated', () =>
    given(Report, reported, reviewed, reopened()).when(commands.reopen()).thenNothing());

  it('is not taken back by a late retry of the decision', () => {
    given(Report, reported, reviewed, reopened()).when(commands.review()).thenNothing();
    given(Report, reported, dismissed, reopened()).when(commands.dismiss()).thenNothing();
  });

  it('is rejected once the person has reported the post again', () =>
    given(Report, reported, reviewed, reported)
      .when(commands.reopen())
      .thenRejected('The person has reported it again since then.', 'conflict'));
});

describe('reporting a post again', () => {
  const again = Report.ReportPost({
    post: { postId: 'p1', ownerId: 'ann', isPublic: true },
    reporterId: 'bob',
    category: 'not-feet',
    reason: 'This is a hand.',
  });

  it('is possible once the report is decided', () =>
    given(Report, reported, dismissed).when(again).then(reported));

  it('is rejected after the decision was undone', () =>
    given(Report, reported, dismissed, reopened())
      .when(again)
      .thenRejected('You have already reported this post.', 'conflict'));

  it('needs to be assigned and decided again', () => {
    given(Report, reported, assigned, dismissed, reported).when(commands.assign()).then(assigned);
    given(Report, reported, dismissed, reported).when(commands.dismiss()).then(dismissed);
  });
});

describe('the id of a report', () => {
  const postId = '01a20568-51f1-7236-8697-aff4fe4ff098';
  const reporterId = '8c5f8e5e-9d5a-4a55-9d25-c3f6a2ed1f3b';

  it('names subject and reporter', () =>
    expect(reportOf(reportIdOf(postId, reporterId).toUpperCase())).toEqual({
      subjectId: postId,
      reporterId,
    }));

  it.each(['', postId, `${postId}-bob`, `${postId}-${reporterId}-1`])('is not %j', (id) =>
    expect(reportOf(id)).toBeNull(),
  );
});
