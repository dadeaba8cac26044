import { type Achievement, AchievementRecord } from '../../src/domain/notification/achievement.js';
import { NOTHING, NO_FIGURES, Notification, wantedOf } from '../../src/domain/notification/notification.js';
import { given } from '../support/given.js';

const reached = (what: Achievement) =>
  ({ type: 'AchievementReached', data: { postId: 'p1', ownerId: 'ann', achievement: what } }) as const;
const first = { kind: 'weeklyRank', rank: 1, week: '2026-W47' } as const;

describe('recording an achievement', () => {
  it('appends the event', () =>
    given(AchievementRecord)
      .when(AchievementRecord.RecordAchievement(reached(first).data))
      .then(reached(first)));

  it('happens once', () =>
    given(AchievementRecord, reached(first))
      .when(AchievementRecord.RecordAchievement(reached({ ...first, rank: 3 }).data))
      .thenNothing());

  it('has a stream for each kind of achievement of a post', () => {
    const streams = (
      [
        first,
        { kind: 'highScore', score: '9.2' },
        { kind: 'ratings', count: 10 },
        { kind: 'ratings', count: 50 },
      ] as const
    ).map((what) => AchievementRecord.id(reached(what).data));
    expect(streams).toEqual(['p1-weeklyRank', 'p1-highScore', 'p1-ratings-10', 'p1-ratings-50']);
  });
});

describe('notifying a person of activity at a post', () => {
  const activity = { ...NOTHING, ratings: 2 };
  const told = (at: string) =>
    ({
      type: 'ActivityNotified',
      data: { postId: 'p1', accountId: 'ann', activity, unwanted: NOTHING, ...NO_FIGURES, at },
    }) as const;
  const leftOut = (at: string) =>
    ({
      type: 'ActivityNotified',
      data: { postId: 'p1', accountId: 'ann', activity: NOTHING, unwanted: activity, ...NO_FIGURES, at },
    }) as const;
  const tell = (at: string, notices: number) => Notification.NotifyActivity({ ...told(at).data, notices });
  const NOON = '2026-11-21T12:00:00.000Z';

  it('appends the event', () => given(Notification).when(tell(NOON, 0)).then(told(NOON)));

  it('is allowed again after an hour', () =>
    given(Notification, told(NOON))
      .when(tell('2026-11-21T13:00:00.000Z', 1))
      .then(told('2026-11-21T13:00:00.000Z')));

  it('does nothing within an hour', () =>
    given(Notification, told(NOON)).when(tell('2026-11-21T12:59:59.999Z', 1)).thenNothing());

  it('does not wait after a notice without a mail, and such a notice does not wait', () => {
    given(Notification, leftOut(NOON))
      .when(tell('2026-11-21T12:00:01.000Z', 1))
      .then(told('2026-11-21T12:00:01.000Z'));
    given(Notification, told(NOON))
      .when(Notification.NotifyActivity({ ...leftOut('2026-11-21T12:00:01.000Z').data, notices: 1 }))
      .then(leftOut('2026-11-21T12:00:01.000Z'));
  });

  it('does nothing when another sender was faster', () =>
    given(Notification, told(NOON)).when(tell('2026-11-21T14:00:00.000Z', 0)).thenNothing());
});

describe('the activity that a person wants', () => {
  const news = { ...NOTHING, ratings: 1, comments: 2, replies: 3, achievements: [first] };
  const all = { rating: true, comment: true, achievements: true };

  it('follows their mail preferences; replies count as comments', () => {
    expect(wantedOf(news, all)).toEqual(news);
    expect(wantedOf(news, { ...all, rating: false })).toEqual({ ...news, ratings: 0 });
    expect(wantedOf(news, { ...all, comment: false })).toEqual({ ...news, comments: 0, replies: 0 });
    expect(wantedOf(news, { ...all, achievements: false })).toEqual({ ...news, achievements: [] });
    // No mail tells likes.
    expect(wantedOf({ ...news, likes: 4 }, all)).toEqual(news);
    expect(wantedOf(news, { rating: false, comment: false, achievements: false })).toEqual(NOTHING);
  });
});
