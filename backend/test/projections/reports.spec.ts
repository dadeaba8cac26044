import { moderatedPosts } from '../../src/projections/moderated-posts.js';
import { type ReportDocument, reports } from '../../src/projections/reports.js';
import { type Happened, folding } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';

const about = { postId: 'p1', ownerId: 'ann', reporterId: 'bob' };
const reported = {
  type: 'PostReported',
  data: { ...about, category: 'spam', reason: 'An advert.' },
} as const;
const reviewed = { type: 'ReportReviewed', data: { ...about, actId: 'a1', note: 'Thank you.' } } as const;
const reopened = { type: 'ReportReopened', data: { ...about, actId: 'a1', because: 'No.' } } as const;
const at = '2026-11-21T09:00:00.000Z';
const pending: ReportDocument = {
  ...about,
  category: 'spam',
  reason: 'An advert.',
  status: 'pending',
  reportedAt: at,
  earlier: 0,
  assigneeId: null,
  notes: [],
  decision: null,
  falseAlarm: null,
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
