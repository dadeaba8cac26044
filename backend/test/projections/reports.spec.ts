import { moderatedPosts } from '../../src/projections/moderated-posts.js';
import { type ReportDocument, reports } from '../../src/projections/reports.js';
import { type Happened, folding } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';

const people = { ownerId: 'ann', reporterId: 'bob' };
const about = { ...people, subject: 'post', subjectId: 'p1', postId: 'p1' } as const;
const reported = {
  type: 'PostReported',
  data: { ...people, postId: 'p1', category: 'spam', reason: 'An advert.' },
} as const;
const reviewed = { type: 'ReportReviewed', data: { ...about, actId: 'a1', note: 'Thank you.' } } as const;
const reopened = { type: 'ReportReopened', data: { ...about, actId: 'a1', because: 'No.' } } as const;
const at = '2026-11-21T09:00:00.000Z';
const pending: ReportDocument = {
  ...about,
  postId: 'p1',
  category: 'spam',
  reason: 'An advert.',
  status: 'pending',
  reportedAt: at,
  earlier: 0,
  assigneeId: null,
  notes: [],
  decision: null,
  falseAlarms: [],
  falseAt: null,
};

describe('the list of reports', () => {
  it('has a report as it was made', () => folding(reports, reported).gives({ 'p1-bob': pending }));

  it('shows what admins did with it', () =>
    folding(
      reports,
      reported,
      { type: 'ReportAssigned', data: { ...about, assigneeId: 'moe' } },
      { type: 'ReportNoted', data: { ...about, noteId: 'n1', text: 'Hm.' } },
      { type: 'ReportCategorised', data: { ...about, category: 'quality' } },
      reviewed,
    ).gives({
      'p1-bob': {
        ...pending,
        category: 'quality',
        status: 'reviewed',
        assigneeId: 'moe',
        notes: [{ at, adminId: null, text: 'Hm.' }],
        decision: { actId: 'a1', at, adminId: null, note: 'Thank you.' },
      },
    }));

  it('is as before after an undo', () =>
    folding(reports, reported, reviewed, reopened).gives({ 'p1-bob': pending }));

  it('has reports of comments and profiles', () => {
    const said = { ...people, category: 'abuse', reason: 'Insults.' } as const;
    folding(
      reports,
      { type: 'CommentReported', data: { ...said, commentId: 'c1', postId: 'p1' } },
      { type: 'ProfileReported', data: said },
    ).gives({
      'c1-bob': { ...pending, ...said, subject: 'comment', subjectId: 'c1' },
      'ann-bob': { ...pending, ...said, subject: 'profile', subjectId: 'ann', postId: null },
    });
  });

  it('remembers a report of a minor that was dismissed, until that is undone', () => {
    const minor = { type: 'ReportCategorised', data: { ...about, category: 'minor' } } as const;
    const dismissed = { ...reviewed, type: 'ReportDismissed' } as const;
    const after = (...story: Happened[]) =>
      folding(reports, reported, ...story).document('p1-bob')?.falseAlarms;
    expect(after(dismissed)).toEqual([]);
    expect(after(minor, reviewed)).toEqual([]);
    expect(after(minor, dismissed)).toEqual([{ actId: 'a1', at }]);
    expect(after(minor, dismissed, reported)).toEqual([{ actId: 'a1', at }]);
    expect(after(minor, dismissed, reopened)).toEqual([]);
  });

  it('starts again when the person reports the post again', () =>
    folding(reports, reported, reviewed, reported).gives({ 'p1-bob': { ...pending, earlier: 1 } }));
});

describe('the number of open reports of a post', () => {
  const openIn = (...story: Happened[]) => {
    const { openReports, isReported } = folding(moderatedPosts, ...story).document('p1') ?? {};
    return [openReports, isReported];
  };
  const other = { ...reported, data: { ...reported.data, reporterId: 'cleo' } };

  it('follows reports, decisions and undos', () => {
    const published = postPublished('p1');
    expect(openIn(published)).toEqual([0, false]);
    expect(openIn(published, reported, other)).toEqual([2, true]);
    expect(openIn(published, reported, other, reviewed)).toEqual([1, true]);
    expect(openIn(published, reported, { ...reviewed, type: 'ReportDismissed' })).toEqual([0, false]);
    expect(openIn(published, reported, reviewed, reopened)).toEqual([1, true]);
    expect(openIn(published, postDeleted('p1'), reported)).toEqual([undefined, undefined]);
  });
});
