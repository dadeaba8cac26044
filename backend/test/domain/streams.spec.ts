import { aggregates } from '../../src/domain/aggregates.js';
import { type Command, streamOf } from '../../src/kernel/aggregate.js';

const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
const comment = { commentId: 'c1', postId: 'p1', authorId: 'bob' };

/** What the commands of each aggregate name, and the stream that it has been stored in since the first day. */
const STREAMS: readonly [facts: object, stream: string][] = [
  [{ accountId: 'ann' }, 'account-ann'],
  [{ emailHash: 'e1', accountId: 'ann' }, 'email-e1'],
  [{ emailHash: 'e1', accountId: 'ann' }, 'registrations-e1'],
  [{ usernameHash: 'u1', accountId: 'ann' }, 'username-u1'],
  [{ photoId: 'p1' }, 'photo-p1'],
  [{ uploader: 'account:ann', photoId: 'p1' }, 'uploader-account:ann'],
  [{ postId: 'p1', ownerId: 'ann' }, 'post-p1'],
  [{ ownerId: 'ann', imageHash: 'h1', postId: 'p1' }, 'publication-ann-h1'],
  [{ post, userId: 'bob', score: 8 }, 'rating-p1-bob'],
  [{ post, userId: 'bob' }, 'like-p1-bob'],
  [{ commentId: 'c1', post }, 'comment-c1'],
  [{ comment, post, userId: 'cleo' }, 'commentLike-c1-cleo'],
  [{ post, reporterId: 'bob' }, 'report-p1-bob'],
  [{ week: '2026-W47' }, 'week-2026-W47'],
  [
    { postId: 'p1', ownerId: 'ann', achievement: { kind: 'ratings', count: 10 } },
    'achievement-p1-ratings-10',
  ],
  [{ postId: 'p1', accountId: 'ann' }, 'notice-p1-ann'],
];

describe('the streams of the aggregates', () => {
  it('keep their names, as data folders hold them', () => {
    const streams = aggregates.map((aggregate, place) =>
      streamOf(aggregate, { data: STREAMS[place]?.[0] ?? {} } as Command<object>),
    );
    expect(streams).toEqual(STREAMS.map(([, stream]) => stream));
  });

  it('belong to one aggregate each, whose table answers each of its commands', () => {
    expect(new Set(aggregates.map(({ category }) => category)).size).toBe(aggregates.length);
    for (const { commands, decide } of aggregates) {
      expect(Object.keys(decide).toSorted()).toEqual(Object.keys(commands).toSorted());
    }
  });

  it('have snapshots where they may grow, sealed where they hold what is personal', () => {
    const snapshots = aggregates.flatMap(({ category, snapshot }) =>
      snapshot ? [[category, snapshot.isPersonal]] : [],
    );
    expect(snapshots).toEqual([
      ['account', true],
      ['registrations', false],
      ['uploader', false],
      ['notice', false],
    ]);
  });
});
