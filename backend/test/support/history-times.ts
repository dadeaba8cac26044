import { NOTHING } from '../../src/domain/notification/notification.js';
import { boundsOf, weekOf } from '../../src/domain/week/iso-week.js';
import { type Act, START, type Teller, event } from './history-teller.js';

const WEEK_MS = 7 * 86_400_000;

/** What the server does by the clock: it closes weeks, notes achievements and notifies people. */
export function timelyActs(teller: Teller): readonly Act[] {
  const { known, pick, random, chapter } = teller;

  function* closeWeek() {
    const monday = new Date(START + known.week * WEEK_MS);
    if (teller.now().getTime() < monday.getTime() + WEEK_MS) return;
    known.week += 1;
    const week = weekOf(monday, 'UTC');
    const { startsAt, endsAt } = boundsOf(week, 'UTC');
    const ofWeek = known.posts.filter((post) => post.week === week);
    const standings = ofWeek.slice(-5).map(({ postId, ownerId }, index) => ({
      rank: index + 1,
      postId,
      ownerId,
      scoreTenths: 90 - index,
      scoreCount: 1,
    }));
    const closed = (closing: string) => [
      event('WeekRanked', { week, closing, standings }),
      event('WeekClosed', {
        week,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        closing,
        ranks: standings.length,
      }),
    ];
    const first = `closing-of-${week}`;
    yield chapter(`week-${week}`, ...closed(first));
    if (known.week % 2 === 0) return;
    yield chapter(
      `week-${week}`,
      event('WeekReopened', { week, closing: first, asOf: first, reason: 'A score was missing.' }),
      ...closed(`second-${first}`),
    );
  }
  function* achieve() {
    const post = random() < 0.3 ? pick(known.posts) : undefined;
    const stream = `achievement-${post?.postId}-highScore`;
    if (!post || known.achievements.has(stream)) return;
    known.achievements.add(stream);
    const { postId, ownerId } = post;
    const achievement = { kind: 'highScore', score: '9.2' } as const;
    yield chapter(stream, event('AchievementReached', { postId, ownerId, achievement }));
  }
  function* read() {
    const post = random() < 0.3 ? pick(known.posts) : undefined;
    if (!post) return;
    const { postId, ownerId: accountId } = post;
    const upTo = teller.now().toISOString();
    yield chapter(
      `inbox-${accountId}`,
      event('InboxRead', { accountId, postId: random() < 0.5 ? postId : null, upTo }),
    );
  }
  function* notify() {
    const post = random() < 0.5 ? pick(known.posts) : undefined;
    if (!post) return;
    const { postId, ownerId: accountId } = post;
    const activity = { ...NOTHING, ratings: 1 };
    const unwanted = { ...NOTHING, comments: 1, likes: 2 };
    const after = 50 + Math.floor(random() * 40);
    const facts = {
      average: { before: after - 3, after },
      rank: { week: post.week, before: 30, after: 22 },
      newest: [],
      mailed: random() < 0.5 ? 'now' : 'weekly',
      votedAt: teller.now().toISOString(),
      likedAt: teller.now().toISOString(),
    } as const;
    const at = teller.now().toISOString();
    yield chapter(
      `notice-${postId}-${accountId}`,
      event('ActivityNotified', { postId, accountId, activity, unwanted, ...facts, at }),
    );
  }

  function* digest() {
    const account = random() < 0.3 ? pick(known.accounts) : undefined;
    if (!account || known.week === 0) return;
    const { id: accountId } = account;
    const week = weekOf(new Date(START + (known.week - 1) * WEEK_MS), 'UTC');
    const upTo = teller.now().toISOString();
    yield chapter(`digest-${accountId}`, event('DigestNotified', { accountId, week, since: null, upTo }));
  }

  return [closeWeek, achieve, notify, read, digest];
}
