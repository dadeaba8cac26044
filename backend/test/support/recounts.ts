import type { WeeklyBoard } from '../../src/api/leaderboard/leaderboard.controller.js';
import type { ClosedWeeks, PresentRecount } from '../../src/api/operations/week-recounts.contract.js';
import { WeekRecounts } from '../../src/api/operations/week-recounts.controller.js';
import { commandsToClose } from '../../src/domain/week/closings.js';
import { boundsOf } from '../../src/domain/week/iso-week.js';
import type { RunningApp } from './app.js';
import { DESK, type Desk } from './desk.js';
import { send } from './posts.js';
import { waited } from './waits.js';

const WEEKS = `${DESK}/weeks`;

/** Closes a week with these posts in this order, each with a score of 1, as a closing with a fault would; it is named `false`. */
export async function closeFalsely(app: RunningApp, week: string, posts: readonly string[]): Promise<void> {
  const { startsAt, endsAt } = boundsOf(week, 'UTC');
  const facts = {
    week,
    closing: 'false',
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    now: app.clock.now().toISOString(),
  };
  const standings = posts.map((postId, index) => ({
    rank: index + 1,
    postId,
    ownerId: 'ann',
    scoreTenths: 10,
    scoreCount: 1,
  }));
  for (const command of commandsToClose(facts, standings)) await send(app, command);
}

/** The posts on the board of a week: rank, id, and whether the post was removed. */
export async function placesIn(app: RunningApp, week: string): Promise<readonly [number, string, boolean][]> {
  const { body } = await app.browser().get<WeeklyBoard>(`/api/leaderboard/weekly?week=${week}`);
  return body.posts.map(({ rank, id, removed }) => [rank, id, removed]);
}

/** What an owner does about archives. */
export function recountsOf(app: RunningApp, desk: Desk, reason = 'A rating was lost.') {
  // Nobody else is told when a recount ends.
  const recounts: unknown = app.server.get(WeekRecounts, { strict: false });
  const counter = recounts as { count(recount: object): Promise<void> };
  const count = counter.count.bind(counter);
  let counted = Promise.resolve();
  counter.count = (recount) => (counted = count(recount));
  const recount = async () => (await desk.get<PresentRecount>(`${WEEKS}/recount`)).body.recount;
  return {
    weeks: async () => (await desk.get<ClosedWeeks>(WEEKS)).body.weeks,
    recount,
    begin: (week: string) => desk.post<PresentRecount>(`${WEEKS}/${week}/recount`, { reason }),
    throwAway: (week: string) => desk.post(`${WEEKS}/${week}/throw-away`, { reason }),
    accept: (week: string, closing: string) =>
      desk.post<{ message: string }>(`${WEEKS}/${week}/reopen`, { closing, reason }),
    /** The recount, once it is ready or has failed. */
    ready: async () => {
      await waited('the week is counted', counted);
      return recount();
    },
  };
}
