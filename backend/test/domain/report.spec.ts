import { Report } from '../../src/domain/report/report.js';
import { given } from '../support/given.js';

const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
const tell = (changes: Partial<Parameters<typeof Report.ReportPost>[0]> = {}) =>
  Report.ReportPost({ post, reporterId: 'bob', category: 'not-feet', reason: 'This is a hand.', ...changes });
const reported = {
  type: 'PostReported',
  data: { postId: 'p1', ownerId: 'ann', reporterId: 'bob', category: 'not-feet', reason: 'This is a hand.' },
} as const;

describe('reporting a post', () => {
  it('records the report', () => given(Report).when(tell()).then(reported));

  it('trims the reason', () =>
    given(Report)
      .when(tell({ reason: '  This is a hand.\n' }))
      .then(reported));

  it('rejects a second report while the first is open', () =>
    given(Report, reported)
      .when(tell({ reason: 'Still a hand.' }))
      .thenRejected('You have already reported this post.', 'conflict'));

  it.each(['', ' \n '])('rejects a report without a reason: %j', (reason) =>
    given(Report)
      .when(tell({ reason }))
      .thenRejected('Please provide a reason for reporting this post', 'invalid'),
  );

  it('accepts a reason of 1000 characters and rejects a longer one', () => {
    const reason = '🦶'.repeat(1000);
    given(Report)
      .when(tell({ reason }))
      .then({ type: 'PostReported', data: { ...reported.data, reason } });
    given(Report)
      .when(tell({ reason: `${reason}x` }))
      .thenRejected('A reason has at most 1000 characters', 'invalid');
  });

  it('rejects one’s own post', () =>
    given(Report)
      .when(tell({ reporterId: 'ann' }))
      .thenRejected('You cannot report your own post', 'forbidden'));

  it('does not find a hidden post', () =>
    given(Report)
      .when(tell({ post: { ...post, isPublic: false } }))
      .thenRejected('Post not found', 'notFound'));

  it('has one stream per person and post', () => expect(Report.id(tell().data)).toBe('p1-bob'));
});

describe('reporting a comment or a profile', () => {
  const said = { reporterId: 'bob', category: 'spam', reason: 'An advert.' } as const;
  const comment = { commentId: 'c1', postId: 'p1', authorId: 'ann' };

  it('records the report', () => {
    given(Report)
      .when(Report.ReportComment({ ...said, comment }))
      .then({ type: 'CommentReported', data: { ...said, commentId: 'c1', postId: 'p1', ownerId: 'ann' } });
    given(Report)
      .when(Report.ReportProfile({ ...said, profileId: 'ann' }))
      .then({ type: 'ProfileReported', data: { ...said, ownerId: 'ann' } });
  });

  it('rejects one’s own', () => {
    given(Report)
      .when(Report.ReportComment({ ...said, reporterId: 'ann', comment }))
      .thenRejected('You cannot report your own comment', 'forbidden');
    given(Report)
      .when(Report.ReportProfile({ ...said, reporterId: 'ann', profileId: 'ann' }))
      .thenRejected('You cannot report your own profile', 'forbidden');
  });

  it('has one stream per person and subject', () => {
    expect(Report.id(Report.ReportComment({ ...said, comment }).data)).toBe('c1-bob');
    expect(Report.id(Report.ReportProfile({ ...said, profileId: 'ann' }).data)).toBe('ann-bob');
  });
});
