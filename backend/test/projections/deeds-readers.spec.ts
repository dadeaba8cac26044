import { UNRECORDED } from '../../src/domain/rating/rating.js';
import { NOTHING, NO_FIGURES } from '../../src/domain/notification/notification.js';
import { pendingNotifications } from '../../src/projections/inbox/pending-notifications.js';
import { likes } from '../../src/projections/likes.js';
import { names } from '../../src/projections/names.js';
import { ratings } from '../../src/projections/ratings.js';
import { timelines } from '../../src/projections/timelines.js';
import { postPublished } from '../support/made-up.js';
import { useSite } from '../support/story-site.js';
import type { Happened } from '../support/given.js';
import { registered } from '../support/people-story.js';

const site = useSite([pendingNotifications, likes, names, ratings, timelines]);

const at = (minute: number) => `2026-11-21T09:0${minute}:00.000Z`;
const rated = (postId: string, userId: string, score: number, minute = 0): Happened => ({
  type: 'Rated',
  data: { postId, ownerId: 'ann', userId, score, ...UNRECORDED },
  at: at(minute),
});
const liked = (postId: string, userId: string, minute: number): Happened => ({
  type: 'Liked',
  data: { postId, userId },
  at: at(minute),
});

describe('the readers of activity', () => {
  it('list ratings by post and by person, oldest first', async () => {
    await site.tell(rated('p1', 'bob', 9, 1), rated('p1', 'cleo', 3), rated('p2', 'bob', 0, 2));
    expect(await site.readers.ratings.score('p1', 'bob')).toBe(9);
    expect(await site.readers.ratings.score('p2', 'bob')).toBe(0);
    expect(await site.readers.ratings.score('p2', 'cleo')).toBeNull();
    expect(await site.readers.ratings.by('bob')).toMatchObject([
      { postId: 'p1', userId: 'bob', score: 9, ratedAt: at(1) },
      { postId: 'p2', userId: 'bob', score: 0, ratedAt: at(2) },
    ]);
  });

  it('list likes by post and by person, oldest first', async () => {
    await site.tell(liked('p2', 'bob', 2), liked('p1', 'bob', 1), liked('p1', 'cleo', 0));
    expect(await site.readers.likes.has('p1', 'bob')).toBe(true);
    expect(await site.readers.likes.has('p2', 'cleo')).toBe(false);
    expect(await site.readers.likes.by('bob')).toMatchObject([
      { postId: 'p1', userId: 'bob', likedAt: at(1) },
      { postId: 'p2', userId: 'bob', likedAt: at(2) },
    ]);
  });

  it('list the streams about a person', async () => {
    await site.tell(liked('p1', 'bob', 1));
    expect(await site.readers.timelines.streamsOf('bob')).toEqual(['story']);
    expect(await site.readers.timelines.streamsOf('cleo')).toEqual([]);
  });

  it('list news that wait since a given moment or before, the longest wait first', async () => {
    const notified = (postId: string, time: string): Happened => ({
      type: 'ActivityNotified',
      data: {
        postId,
        accountId: 'ann',
        activity: { ...NOTHING, ratings: 1 },
        unwanted: NOTHING,
        ...NO_FIGURES,
        at: time,
      },
    });
    await site.tell(
      ...['p1', 'p2', 'p3', 'quiet'].map((postId) => postPublished(postId)),
      rated('p1', 'bob', 5),
      notified('p1', at(2)),
      rated('p1', 'cleo', 5),
      rated('p2', 'bob', 5),
      notified('p2', at(1)),
      rated('p2', 'cleo', 5),
      rated('p3', 'bob', 5),
      rated('quiet', 'bob', 5),
      notified('quiet', at(0)),
    );
    const pending = async (lastAt: number, limit = 10) =>
      (await site.readers.activity.pending(new Date(lastAt), limit)).map(({ postId }) => postId);
    expect(await pending(Date.parse(at(2)))).toEqual(['p3', 'p2', 'p1']);
    expect(await pending(Date.parse(at(2)) - 1)).toEqual(['p3', 'p2']);
    expect(await pending(Date.parse(at(2)), 1)).toEqual(['p3']);
  });

  it('find people by a part of their name once their address is verified', async () => {
    const verified = (accountId: string): Happened => ({ type: 'EmailVerified', data: { accountId } });
    await site.tell(
      registered('ann', 'SunnyOtter4821'),
      verified('ann'),
      registered('bob', 'MellowOtter0007'),
      registered('cleo', 'QuietOtter1234'),
      verified('cleo'),
    );
    const found = async (text: string) => {
      const { few, among } = await site.readers.names.named(text);
      const chosen = await among(['cleo', 'bob', 'ann', 'nobody']);
      expect(chosen).toEqual(new Set(few));
      return [...chosen].toSorted();
    };
    expect(await found('OTTER')).toEqual(['ann', 'cleo']);
    expect(await found('ötter')).toEqual(['ann', 'cleo']);
    expect(await found('sunny')).toEqual(['ann']);
    expect(await found('heron')).toEqual([]);
    expect(await found(' \u0301')).toEqual([]);
  });

  it.each([
    [49, true],
    [50, false],
    [799, false],
    [801, false],
  ])(
    'find all people with a text that %i names have ten times, and list them if they are few',
    async (people, isFew) => {
      const crowd = Array.from({ length: people }, (_, index): Happened[] => {
        const accountId = `p${index}`;
        return [registered(accountId, 'eeeeeeeeee'), { type: 'EmailVerified', data: { accountId } }];
      }).flat();
      await site.tell(...crowd, registered('ann', 'SunnyElk0001'), registered('bob', 'SunnyOtter0001'));
      const { few, among } = await site.readers.names.named('E');
      expect(few?.length ?? null).toBe(isFew ? people : null);
      expect(await among(['p0', 'ann', `p${people - 1}`, 'nobody', 'bob'])).toEqual(
        new Set(['p0', `p${people - 1}`]),
      );
    },
  );
});
