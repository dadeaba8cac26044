import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { judgeStatistics, reportStatistics } from '../../src/api/statistics/quality.controller.js';
import { judgedIn, judges } from '../../src/projections/statistics/judges.js';
import { reportTimes } from '../../src/projections/statistics/report-times.js';
import { visitors } from '../../src/projections/statistics/growth.js';
import { type Happened, folding } from '../support/given.js';

const HOUR_MS = 3_600_000;
const picture = { imageHash: 'a', perceptualHash: 'b', thumbhash: 'c', width: 4, height: 3 };
const rated = (photoId: string, at: string): Happened => ({
  type: 'PhotoRated',
  at,
  data: {
    photoId,
    uploader: 'address:1',
    picture,
    verdict: 'pass',
    reasons: [],
    scores: { toeAlignment: 7, toeNails: 7, footShape: 7, aesthetic: 7 },
    score: 7,
    comment: 'Fine.',
    judge: { kind: 'ai', model: 'gpt-5.1 mini', promptVersion: '3' },
    resembles: null,
  },
});
const claimed: Happened = { type: 'RatingClaimed', data: { photoId: 'one', accountId: 'ann' } };
const deleted: Happened = { type: 'PhotoDeleted', data: { photoId: 'one' } };
const TUESDAY = '2026-11-24T10:00:00.000Z';
const upload = {
  visitor: 'visitor:one',
  uploadedIn: '2026-11-23',
  claimedWeek: null,
  accountId: null,
  isPublished: false,
};

describe('the visitors who uploaded a photo', () => {
  it('without a name are one for each photo, which waits to be claimed', () =>
    folding(visitors, rated('one', TUESDAY)).gives({
      'visitor:one': { week: '2026-11-23' },
      'photo:one': upload,
    }));

  it('stay visitors when their photo is deleted, which is then forgotten unless it was claimed', () => {
    folding(visitors, rated('one', TUESDAY), deleted).gives({ 'visitor:one': { week: '2026-11-23' } });
    folding(visitors, rated('one', TUESDAY), claimed, deleted).gives({
      'visitor:one': { week: '2026-11-23' },
      'photo:one': { ...upload, claimedWeek: '2026-11-23', accountId: 'ann' },
    });
  });
});

describe('the time of a report', () => {
  const people = { ownerId: 'ann', reporterId: 'bob' };
  const of = { ...people, subject: 'post', subjectId: 'post', postId: 'post' } as const;
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour)).toISOString();
  const reported = (hour: number): Happened => ({
    type: 'PostReported',
    at: at(hour),
    data: { ...people, postId: 'post', category: 'explicit', reason: null },
  });
  const decided = (hour: number): Happened => ({
    type: 'ReportReviewed',
    at: at(hour),
    data: { ...of, actId: 'act', note: null },
  });
  const reopened = (hour: number): Happened => ({
    type: 'ReportReopened',
    at: at(hour),
    data: { ...of, actId: 'act', because: null },
  });
  const time = (from: number, to: number) => ({
    at: at(to),
    category: 'explicit' as const,
    milliseconds: (to - from) * HOUR_MS,
  });

  it('is that to its first decision, also when that is undone', () =>
    folding(reportTimes, reported(1), decided(3), reopened(4), decided(9)).gives({
      'post-bob': { open: null, decided: [time(1, 3)], lastDecidedAt: at(3) },
    }));

  it('is kept beside that of a later report of the same person', () =>
    folding(reportTimes, reported(1), decided(3), reported(5), decided(9)).gives({
      'post-bob': { open: null, decided: [time(1, 3), time(5, 9)], lastDecidedAt: at(9) },
    }));

  it('is not below zero after a clock was set back', () =>
    expect(folding(reportTimes, reported(3), decided(2)).document('post-bob')?.decided).toMatchObject([
      { milliseconds: 0 },
    ]));

  it('is summed up by its category, against the target', () => {
    // The target of this category is 4 hours.
    const hours = [...Array.from({ length: 18 }, () => 1), 4, 5];
    const times = hours.map((hour) => time(0, hour));
    expect(reportStatistics(times)).toEqual([
      {
        category: 'explicit',
        count: 20,
        median: HOUR_MS,
        p95: 4 * HOUR_MS,
        targetHours: 4,
        inTime: 19,
      },
    ]);
    expect(reportStatistics([time(0, 1), time(0, 4)])).toMatchObject([
      { median: 2.5 * HOUR_MS, p95: 4 * HOUR_MS },
    ]);
    expect(reportStatistics([])).toEqual([]);
  });
});

describe('the drift of an AI score', () => {
  const by = (userId: string, score: number): Happened => ({
    type: 'Rated',
    data: { postId: 'one', ownerId: 'ann', userId, score, ...UNRECORDED },
  });
  const excluded = (counted: boolean): Happened => ({
    type: 'RatingExcluded',
    data: { postId: 'one', ownerId: 'ann', userId: 'eve', score: 0, actId: 'act', counted, note: null },
  });
  const photo = (...story: readonly Happened[]) =>
    folding(judges, rated('one', TUESDAY), ...story).document('photo:one');

  it('leaves out excluded ratings, once each', () => {
    expect(photo(by('bob', 8), by('eve', 0))).toMatchObject({ ratings: 2, sum: 8 });
    expect(photo(by('bob', 8), by('eve', 0), excluded(true), excluded(false))).toMatchObject({
      ratings: 1,
      sum: 8,
    });
  });

  it('belongs to a model and a version of the prompt, whatever their names', () => {
    const week = folding(judges, rated('one', TUESDAY), rated('two', TUESDAY)).document('week:2026-11-23');
    const scores = 'scores' in (week ?? {}) ? Object.entries((week as { scores: object }).scores) : [];
    expect(scores).toHaveLength(1);
    const [[name, count] = ['', 0]] = scores;
    expect(name).not.toContain('.');
    expect([judgedIn(name), count]).toEqual([{ model: 'gpt-5.1 mini', promptVersion: '3', tenths: 70 }, 2]);
  });

  it('is a mean over posts, and counted by whole points', () => {
    const judge = { model: 'm', promptVersion: '1' };
    const summed = judgeStatistics({
      ...judge,
      scores: new Map([[70, 3]]),
      drifts: new Map([
        [-4, 1],
        [16, 1],
      ]),
    });
    expect(summed).toMatchObject({ photos: 3, meanScore: 7, posts: 2, meanDrift: 0.6 });
    expect([summed.scores[7], summed.drifts[10], summed.drifts[12]]).toEqual([3, 1, 1]);
    expect(judgeStatistics({ ...judge, scores: new Map(), drifts: new Map() })).toMatchObject({
      meanScore: null,
      meanDrift: null,
    });
  });
});
