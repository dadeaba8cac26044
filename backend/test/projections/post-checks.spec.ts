import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { moderatedPosts } from '../../src/projections/moderated-posts.js';
import { trustFacts } from '../../src/projections/moderation/trust-facts.js';
import { reports } from '../../src/projections/reports.js';
import { hasPlace } from '../../src/projections/weekly/final-standings.js';
import { type Happened, folding } from '../support/given.js';
import { postPublished } from '../support/made-up.js';
import { acted, checkBegan, checkEnded } from '../support/post-acts.js';

const at = '2026-11-21T09:00:00.000Z';
const published = postPublished('p1');
const hidden = [checkEnded({ actId: 'a1', isPublic: false }), acted('PostHidden', 'a1')] as const;

describe('a post in check', () => {
  const onBoard = (...story: Happened[]) => folding(leaderboard, published, ...story).document('p1');

  it('has no rank on the board, and keeps its figures and its place in the week', () => {
    const before = onBoard();
    const during = onBoard(checkBegan('bob'));
    expect(during).toEqual({
      ...before,
      isPublic: false,
      checkedSince: at,
      publicRank: null,
      tier: null,
    });
    expect(onBoard(checkBegan('bob'), checkEnded())).toEqual(before);
    const documents = [
      before,
      during,
      onBoard(checkBegan('bob'), ...hidden),
      onBoard(acted('PostHidden', 'a1')),
    ];
    expect(documents.map((document) => document && hasPlace(document))).toEqual([true, true, false, false]);
  });

  it('is shown to admins with the number of reports', () => {
    const listed = (...story: Happened[]) => folding(moderatedPosts, published, ...story).document('p1');
    expect(listed(checkBegan('bob', 'cleo'))).toMatchObject({
      isPublic: false,
      checkedBy: 2,
      status: 'pending',
    });
    expect(listed(checkBegan('bob'), checkEnded())).toEqual(listed());
    expect(listed(checkBegan('bob'), ...hidden)).toMatchObject({ checkedBy: 0, status: 'hidden' });
  });

  it('counts neither against its owner nor less', () =>
    expect(folding(trustFacts, published, checkBegan('bob')).document('ann')).toEqual(
      folding(trustFacts, published).document('ann'),
    ));
});

describe('a false report of a person under 18', () => {
  const by = { ownerId: 'ann', reporterId: 'bob' };
  const about = { subject: 'post', subjectId: 'p1', postId: 'p1', ...by } as const;
  const reported = (category: 'minor' | 'spam'): Happened => ({
    type: 'PostReported',
    data: { ...by, postId: 'p1', category, reason: 'Look.' },
  });
  const dismissed: Happened = { type: 'ReportDismissed', data: { ...about, actId: 'd1', note: '' } };
  const reopened: Happened = { type: 'ReportReopened', data: { ...about, actId: 'd1', because: 'No.' } };
  const again = '2026-11-22T09:00:00.000Z';
  const dismissedAgain: Happened = {
    type: 'ReportDismissed',
    at: again,
    data: { ...about, actId: 'd2', note: '' },
  };
  const falseAt = (...story: Happened[]) => folding(reports, ...story).document('p1-bob')?.falseAt;

  it('is known while its dismissal stands, also after another report', () => {
    expect(falseAt(reported('minor'), dismissed)).toBe(at);
    expect(falseAt(reported('minor'), dismissed, reported('spam'))).toBe(at);
    expect(falseAt(reported('minor'), dismissed, reopened)).toBeNull();
    expect(falseAt(reported('spam'), dismissed)).toBeNull();
  });

  it('is known by an older dismissal that stands once a later one is undone', () => {
    const story = [reported('minor'), dismissed, reported('minor'), dismissedAgain] as const;
    expect(falseAt(...story)).toBe(again);
    const undone: Happened = { type: 'ReportReopened', data: { ...about, actId: 'd2', because: 'No.' } };
    expect(falseAt(...story, undone)).toBe(at);
  });
});
