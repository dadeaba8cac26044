import { ReportPost } from '../../src/domain/report/report.commands.js';
import { report } from '../../src/domain/report/report.js';
import { given } from '../support/given.js';

const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
const tell = (changes: Partial<ReportPost['data']> = {}) =>
  new ReportPost({ post, reporterId: 'bob', category: 'not-feet', reason: 'This is a hand.', ...changes });
const reported = {
  type: 'PostReported',
  data: { postId: 'p1', ownerId: 'ann', reporterId: 'bob', category: 'not-feet', reason: 'This is a hand.' },
} as const;

describe('reporting a post', () => {
  it('is written down', () => given(report).when(tell()).then(reported));

  it('leaves out the space around the reason', () =>
    given(report)
      .when(tell({ reason: '  This is a hand.\n' }))
      .then(reported));

  it('refuses a second one while the first is open', () =>
    given(report, reported)
      .when(tell({ reason: 'Still a hand.' }))
      .thenRejected('You have already reported this post.', 'conflict'));

  it.each(['', ' \n '])('refuses one without a reason: %j', (reason) =>
    given(report)
      .when(tell({ reason }))
      .thenRejected('Please provide a reason for reporting this post', 'invalid'),
  );

  it('takes a reason of 1000 characters, and refuses a longer one', () => {
    const reason = '🦶'.repeat(1000);
    given(report)
      .when(tell({ reason }))
      .then({ type: 'PostReported', data: { ...reported.data, reason } });
    given(report)
      .when(tell({ reason: `${reason}x` }))
      .thenRejected('A reason has at most 1000 characters', 'invalid');
  });

  it('refuses one’s own post', () =>
    given(report)
      .when(tell({ reporterId: 'ann' }))
      .thenRejected('You cannot report your own post', 'forbidden'));

  it('finds no hidden post', () =>
    given(report)
      .when(tell({ post: { ...post, isPublic: false } }))
      .thenRejected('Post not found', 'notFound'));

  it('is one stream a person and post', () => expect(report.id(tell().data)).toBe('p1-bob'));
});
