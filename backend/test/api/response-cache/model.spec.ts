import { jsonOf } from '../../../src/api/response-cache/public-answer.js';
import { ResponseCache } from '../../../src/api/response-cache/response-cache.js';
import { seededRandom } from '../../../src/demo/random.js';
import type { ViewReader } from '../../../src/kernel/document-store.js';
import { Quarantine } from '../../../src/kernel/log/quarantine.js';
import { PublicViews, Views } from '../../../src/kernel/projection.js';
import type { Filter, Query } from '../../../src/kernel/query.js';
import { Projector } from '../../../src/kernel/views/projector.js';
import { ViewDependencies } from '../../../src/kernel/views/view-dependencies.js';
import { BoostChanges } from '../../../src/projections/leaderboard/next-boost-change.js';
import { type RunningApp, TestClock, startApp } from '../../support/app.js';
import { randomHistory } from '../../support/history.js';
import { START } from '../../support/history-teller.js';
import { readersOver } from '../../support/readers.js';
import { amount, seedOf } from '../../support/scope.js';

const EVENTS = amount(40, 300);
/** After so many turns views are rebuilt, and after half as many more rolled back. */
const REBUILT_EVERY = 12;
/** After so many turns a stream gets into quarantine, or leaves it. */
const QUARANTINE_TURNS = 5;
const REBUILT = ['leaderboard', 'people', 'comments'];
/** The addresses that are asked for again. */
const MOST_ADDRESSES = 24;

const LISTS = [
  '/api/posts?sort=top&limit=3',
  '/api/posts?sort=recent&limit=50',
  '/api/posts?sort=top&limit=50&search=a',
  '/api/posts?sort=recent&limit=2&search=otter',
  '/api/leaderboard/weekly?limit=3',
  '/api/leaderboard/weekly?sort=recent&search=e',
  '/api/leaderboard/weekly?week=2026-W41',
  '/api/leaderboard/weeks?limit=2',
  '/api/leaderboard/summary',
];

/** The public answers about what an event names. */
function addressesOf(data: object): readonly string[] {
  const { postId, accountId } = data as { readonly postId?: unknown; readonly accountId?: unknown };
  return [
    ...(typeof postId === 'string'
      ? [`/api/posts/${postId}`, `/api/posts/${postId}/rank`, `/api/posts/${postId}/comments`]
      : []),
    ...(typeof accountId === 'string' ? [`/api/users/${accountId}`] : []),
  ];
}

/** Reads from the store itself, not from documents and results in memory. */
async function fromStore<Result>(work: () => Promise<Result>): Promise<Result> {
  const { getMany, find, count } = ViewDependencies.prototype;
  Object.assign(ViewDependencies.prototype, {
    getMany: (_: unknown, ids: readonly string[], read: (ids: readonly string[]) => unknown) => read(ids),
    find: (_: unknown, query: Query, read: Pick<ViewReader<object>, 'find'>) => read.find(query),
    count: (_: unknown, _where: Filter, _most: unknown, read: () => unknown) => read(),
  });
  try {
    return await work();
  } finally {
    Object.assign(ViewDependencies.prototype, { getMany, find, count });
  }
}

/** Compares every answer that is kept for these addresses with a fresh one, byte for byte. Returns how many there were. */
async function compare(app: RunningApp, addresses: readonly string[]): Promise<number> {
  const kept = app.server.get(ResponseCache, { strict: false });
  const moments = app.server.get(BoostChanges, { strict: false });
  const groups = [await moments.shown(), await moments.all()];
  let count = 0;
  for (const address of addresses) {
    const answer = kept.at(address);
    const state = answer && kept.stateOf(answer);
    if (!state) continue;
    count += 1;
    const inMemory = await answer.source.compose();
    const fresh = await fromStore(answer.source.compose);
    expect([address, inMemory]).toEqual([address, fresh]);
    expect([address, String(state.plain.body)]).toEqual([address, fresh && JSON.stringify(fresh.body)]);
    expect([address, state.plain.headers]).toEqual([address, expect.objectContaining(fresh?.headers ?? {})]);
    expect(jsonOf(fresh?.body ?? {})).toBe(JSON.stringify(fresh?.body));
  }
  const [views, publicViews] = [Views, PublicViews].map((of) => app.server.get(of, { strict: false }));
  const { boardMoments } = readersOver(views as Views, publicViews as PublicViews, app.clock);
  const fresh = await fromStore(async () => [await boardMoments.shown(), await boardMoments.all()]);
  expect(groups.map(({ at, moved }) => [at, moved])).toEqual(fresh.map(({ at, moved }) => [at, moved]));
  return count;
}

/** The site erases people, after which the history still tells of them. */
function ofErased(error: unknown): null {
  if (error instanceof Error && error.message.includes('personal key was destroyed')) return null;
  throw error;
}

describe('every cached answer', () => {
  it.each(Array.from({ length: amount(1, 20) }, (_, index) => index + 1))(
    'equals a fresh one after each event of history %i, with rebuilds, rollbacks and quarantine',
    async (number) => {
      const seed = seedOf(number);
      const clock = new TestClock(new Date(START));
      await using app = await startApp({ clock });
      const { log, codec } = app.adapters.storage;
      const projector = app.server.get(Projector, { strict: false });
      const quarantine = app.server.get(Quarantine, { strict: false });
      const random = seededRandom(seed);
      let addresses = [...LISTS];
      let [compared, turn] = [0, 0];
      for (const { stream, events } of randomHistory(seed, EVENTS)) {
        const at = Date.parse(events[0]?.metadata.at ?? '');
        if (at > clock.now().getTime()) clock.advance(at - clock.now().getTime());
        const encoded = await codec.encode(events).catch(ofErased);
        if (encoded === null) continue;
        const { position } = await log.append(stream, 'any', encoded);
        await projector.caughtUp(position);
        compared += await compare(app, addresses);
        addresses.push(...events.flatMap(({ data }) => addressesOf(data)));
        addresses = [...LISTS, ...new Set(addresses.slice(LISTS.length))];
        if (addresses.length > MOST_ADDRESSES)
          addresses.splice(LISTS.length, addresses.length - MOST_ADDRESSES);
        // Some stay as they are, so that answers of different ages are compared.
        for (const address of addresses) {
          if (random() < 0.6) await app.browser().get(address);
        }
        turn += 1;
        if (turn % REBUILT_EVERY === 0) await projector.rebuild(REBUILT);
        if (turn > REBUILT_EVERY && turn % REBUILT_EVERY === REBUILT_EVERY / 2) {
          for (const name of REBUILT) await projector.trials.rollBack(name);
        }
        if (turn % QUARANTINE_TURNS === 0) {
          const [released] = quarantine.all();
          if (released) await quarantine.release([released.id]);
          else
            await quarantine.record([{ id: `q${turn}`, stream, position, type: 'Liked', reason: 'a test' }]);
        }
        compared += await compare(app, addresses);
      }
      expect(compared).toBeGreaterThan(EVENTS);
    },
  );
});
