import { pastBoard } from '../../src/composition/past-board.js';
import { seededRandom } from '../../src/demo/random.js';
import type { Recorded } from '../../src/kernel/event.js';
import type { EventFold, Projection } from '../../src/kernel/projection.js';
import { people, type PersonDocument } from '../../src/projections/accounts/people.js';
import { type LeaderboardDocument, leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import type { PastBoard, PastBoardNews, PastBoardOrder } from '../../src/projections/past-board.js';
import { randomHistory, writeHistory } from '../support/history.js';
import { amount, seedOf } from '../support/scope.js';
import { METADATA, useKernel } from '../support/test-kernel.js';
import { wholeLog, withWrongClocks } from '../support/wrong-clocks.js';

const testKernel = useKernel();

/** A plain fold of a view, by separate code. */
function folded<Document>(view: Projection<never>, events: readonly Recorded[]): Map<string, Document> {
  const folds = view.on as Readonly<Record<string, EventFold<Document, string, object> | undefined>>;
  const documents = new Map<string, Document>();
  for (const event of events) {
    for (const id of folds[event.type]?.ids(event) ?? []) {
      const after = folds[event.type]?.fold(documents.get(id) ?? null, event, id);
      if (after) documents.set(id, after);
      else documents.delete(id);
    }
  }
  return documents;
}

/** The week before that of an instant, in UTC, counted in days from a Monday. */
function weekBefore(at: string): string {
  const thursday = new Date((Math.floor((Date.parse(at) / 86_400_000 + 3) / 7) * 7 - 7) * 86_400_000);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - first) / (7 * 86_400_000)) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

/** Scores in tenths, the AI score included. */
const scoresOf = ({ aiTenths, voteTenths, voteCount }: LeaderboardDocument) => {
  const [sum, count] = [voteTenths + (aiTenths ?? 0), voteCount + (aiTenths === null ? 0 : 1)];
  return { sum, count, average: count === 0 ? 0 : Math.round(sum / count) };
};

/** Best rated first, then more votes, then the older one. */
const better = ([id, one]: [string, LeaderboardDocument], [otherId, other]: [string, LeaderboardDocument]) =>
  scoresOf(other).average - scoresOf(one).average ||
  other.voteCount - one.voteCount ||
  Date.parse(one.publishedAt) - Date.parse(other.publishedAt) ||
  (id < otherId ? -1 : 1);

/** The board after these events, by separate code. */
function expectedBoard(events: readonly Recorded[], at: string) {
  const all = [...folded<LeaderboardDocument>(leaderboard as never, events)].toSorted(better);
  const posts = all.filter(([, { isPublic }]) => isPublic);
  const isHidden = ({ isHeld, isHidden: hides, isRemoved }: LeaderboardDocument['moderation']) =>
    isHeld || hides || isRemoved;
  const names = folded<PersonDocument>(people as never, events);
  const groupOf = ({ boosts }: LeaderboardDocument) =>
    boosts.toReversed().find(({ from, until }) => from <= at && at < until)?.boostType ?? 'none';
  const board = ['mega', 'regular', 'none'].flatMap((group) =>
    posts.filter(([, post]) => groupOf(post) === group),
  );
  const week = weekBefore(at);
  return {
    week,
    count: board.length,
    posts: board.map(([id, post], index) => ({
      rank: index + 1,
      id,
      ownerId: post.ownerId,
      username: names.get(post.ownerId)?.username ?? null,
      displayUsername: names.get(post.ownerId)?.displayUsername ?? null,
      average: (scoresOf(post).average / 10).toFixed(1),
      votes: post.voteCount,
      likes: post.likesCount,
      comments: post.commentsCount,
      tier: groupOf(post),
      publishedAt: post.publishedAt,
      week: post.week,
    })),
    standings: all
      .filter(([, { isPublic, checkedSince, moderation, week: of }]) => {
        const isInCheck = checkedSince !== null && !isHidden(moderation);
        return of === week && (isPublic || isInCheck);
      })
      .map(([postId, post], index) => ({
        rank: index + 1,
        postId,
        ownerId: post.ownerId,
        scoreTenths: scoresOf(post).sum,
        scoreCount: scoresOf(post).count,
      })),
  };
}

describe('the board of a moment', () => {
  const fold = async (order: Partial<PastBoardOrder>) => {
    const news: PastBoardNews[] = [];
    const whole = { position: null, at: null, seesHolds: true, hidden: [], timeZone: 'UTC', ...order };
    await pastBoard(testKernel.storage, whole, (one) => news.push(one));
    return {
      progress: news.flatMap((one) => ('progress' in one ? [one.progress] : [])),
      standings: news.flatMap((one) => ('standings' in one ? one.standings : [])),
      board: (news.at(-1) as { board: PastBoard }).board,
    };
  };

  it('is what a fold of the log that was cut there gives, with the ranks of the week before', async () => {
    const { log, codec } = testKernel.storage;
    const random = seededRandom(seedOf(280));
    await writeHistory(log, codec, withWrongClocks(randomHistory(seedOf(280), amount(2000, 20_000)), random));
    const events = await wholeLog(testKernel.storage);
    const times = events.map(({ metadata }) => Date.parse(metadata.at));
    const [first, last] = [Math.min(...times), Math.max(...times)];
    // Boosts are short: half of the moments are the first at which a boost is in the log that is cut there, and still runs.
    const boosts = events.flatMap(({ type, data }, index) => {
      if (type !== 'BoostApplied') return [];
      const time = Math.max(...times.slice(0, index + 1));
      return time < Date.parse((data as { expiresAt: string }).expiresAt) ? [time] : [];
    });
    const found = { boosted: 0, ranked: 0, named: 0 };
    for (let round = 0; round < amount(8, 200); round += 1) {
      const boost = round % 2 === 0 ? boosts[Math.floor(random() * boosts.length)] : undefined;
      const time = boost ?? first + random() * (last - first) * 1.05;
      const at = new Date(time).toISOString();
      const beyond = events.find(({ metadata }) => metadata.at > at);
      const until = events.filter(({ position }) => !beyond || position < beyond.position);
      const { board, standings, progress } = await fold({
        position: beyond ? beyond.position - 1 : null,
        at,
      });
      const { standings: ranks, posts, ...rest } = expectedBoard(until, at);
      expect([at, board]).toEqual([
        at,
        {
          ...rest,
          posts: posts.slice(0, 1000),
          position: beyond ? beyond.position - 1 : events.at(-1)?.position,
          at,
          events: until.length,
          isIncomplete: false,
        },
      ]);
      expect([at, standings]).toEqual([at, ranks]);
      expect(progress.at(-1)?.events).toBe(until.length);
      found.boosted += posts.filter(({ tier }) => tier !== 'none').length;
      found.named += posts.filter(({ username }) => username !== null).length;
      found.ranked += ranks.length;
    }
    expect(Math.min(found.ranked, found.named)).toBeGreaterThan(0);
    // The sample of some seeds has no boosted post that is public.
    expect(found.boosted).toBeGreaterThanOrEqual(amount(0, 1));
  });

  it('shows boosts at the latest time of its events, which is not that of the last one', async () => {
    const post = { postId: 'p1', ownerId: 'ann', rating: null, isPublic: true };
    const facts = { ...post, moderationFlags: [], publishedAt: '2026-11-21T10:00:00.000Z', week: '2026-W47' };
    await testKernel.write('post-p1', 'PostPublished', facts, '2026-11-21T10:00:00.000Z');
    const boost = {
      boostId: 'b1',
      userId: 'ann',
      postId: 'p1',
      boostType: 'mega',
      appliedAt: '2026-11-21T11:00:00.000Z',
      expiresAt: '2026-11-21T12:00:00.000Z',
    };
    await testKernel.write('boosts-ann', 'BoostApplied', boost, '2026-11-21T11:30:00.000Z');
    const position = await testKernel.write(
      'post-p1',
      'Liked',
      { postId: 'p1', userId: 'bob' },
      '2026-11-21T10:30:00.000Z',
    );
    expect((await fold({ position })).board).toMatchObject({
      position,
      at: '2026-11-21T11:30:00.000Z',
      count: 1,
      posts: [{ id: 'p1', tier: 'mega', likes: 1, username: null }],
    });
    expect((await fold({ position: position - 1 })).board.posts).toMatchObject([{ tier: 'mega', likes: 0 }]);
    expect((await fold({ at: '2026-11-21T12:00:00.000Z' })).board.posts[0]?.tier).toBe('none');
    expect((await fold({ position: 0 })).board).toMatchObject({ at: null, count: 0, week: null });
  });

  it('is one without legal holds for those who may not see them, and without what is hidden from them', async () => {
    const facts = { ownerId: 'ann', rating: null, isPublic: true, moderationFlags: [] };
    for (const postId of ['held', 'seen', 'hidden']) {
      const published = { ...facts, postId, publishedAt: '2026-11-21T10:00:00.000Z', week: '2026-W47' };
      await testKernel.write(`post-${postId}`, 'PostPublished', published);
    }
    const hold = { postId: 'held', ownerId: 'ann', actId: 'a1', adminId: 'moe', reason: 'minor', note: null };
    await testKernel.write('post-held', 'PostEscalated', hold);
    const act = { postId: 'hidden', ownerId: 'ann', actId: 'a2', adminId: 'moe', reason: 'spam', note: null };
    await testKernel.write('post-hidden', 'PostHidden', act);
    const idsOf = async (order: Partial<PastBoardOrder>) => {
      const { board } = await fold(order);
      return [board.count, board.posts.map(({ id, rank }) => [id, rank])];
    };
    expect(await idsOf({})).toEqual([1, [['seen', 1]]]);
    expect(await idsOf({ seesHolds: false })).toEqual([
      2,
      [
        ['held', 1],
        ['seen', 2],
      ],
    ]);
    expect(await idsOf({ seesHolds: false, hidden: ['held'] })).toEqual([1, [['seen', 1]]]);
  });

  it('says that an event could not be read', async () => {
    const { log } = testKernel.storage;
    const metadata = { ...METADATA, version: 99 };
    await log.append('post-odd', 'any', [
      { id: crypto.randomUUID(), type: 'PostDeleted', data: {}, metadata },
    ]);
    expect((await fold({})).board).toMatchObject({ isIncomplete: true, count: 0 });
  });
});
