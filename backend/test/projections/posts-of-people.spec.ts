import fc from 'fast-check';
import type { Stored } from '../../src/kernel/document-store.js';
import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import { type LeaderboardDocument, leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import type { Order } from '../../src/projections/leaderboard/board-order.js';
import { postsOfPeople } from '../../src/projections/leaderboard/post-search.js';
import { useFolder } from '../support/folder.js';

const RECENT: Order = {
  field: 'publishedAt',
  sort: { publishedAt: -1 },
  direction: -1,
  key: ({ publishedAt = '' }) => publishedAt,
};
const TOP: Order = { field: 'rank', sort: { rank: 1 }, direction: 1, key: ({ rank = '' }) => rank };

const made = fc.array(
  fc.record({
    owner: fc.integer({ min: 0, max: 5 }),
    hour: fc.integer({ min: 0, max: 9 }),
    rank: fc.integer({ min: 0, max: 5 }),
    isPublic: fc.boolean(),
  }),
  { maxLength: 60 },
);

const folder = useFolder({ per: 'file' });

describe('the posts of several people', () => {
  let store: SqliteDocumentStore;
  let count = 0;
  beforeAll(() => {
    store = new SqliteDocumentStore(folder);
  });
  afterAll(() => store.close());

  it('are listed page by page in the order of one merged list', async () => {
    await fc.assert(
      fc.asyncProperty(
        made,
        fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(RECENT, TOP),
        async (posts, wanted, limit, order) => {
          count += 1;
          const { name, indexes } = leaderboard;
          const view = await store.open<LeaderboardDocument>({
            name,
            generation: `v1-${count}`,
            indexes,
            create: true,
          });
          const documents = posts.map(({ owner, hour, rank, isPublic }, index) => ({
            id: `p${String((index * 37) % 100).padStart(2, '0')}`,
            position: 1,
            document: {
              ownerId: `o${owner}`,
              publishedAt: `2026-11-21T0${hour}:00:00.000Z`,
              rank: `00${rank}`,
              tier: isPublic ? 'none' : null,
            } as LeaderboardDocument,
          }));
          await view.commit({ from: 0, to: 1, documents, parked: [] });
          const owners = wanted.map((owner) => `o${owner}`);
          const whole = await view.find({
            where: { tier: 'none', ownerId: { $in: owners } },
            sort: order.sort,
            limit: 1000,
          });
          const paged: Stored<LeaderboardDocument>[] = [];
          for (let after: string[] | null = null; ;) {
            const page = await postsOfPeople(view, owners, order, { limit, after });
            paged.push(...page);
            const last = page.at(-1);
            if (!last || page.length < limit) break;
            after = [order.key(last), last._id];
          }
          expect(paged).toEqual(whole);
          await view.close();
          await store.drop(name, `v1-${count}`);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('are read in pieces when all first posts are by one person', async () => {
    const { name, indexes } = leaderboard;
    const view = await store.open<LeaderboardDocument>({ name, generation: 'v2-1', indexes, create: true });
    const documents = Array.from({ length: 20 }, (_, index) => ({
      id: `p${index + 10}`,
      position: 1,
      document: {
        ownerId: 'o0',
        publishedAt: `2026-11-21T09:00:${index + 10}.000Z`,
        rank: '',
        tier: 'none',
      } as LeaderboardDocument,
    }));
    await view.commit({ from: 0, to: 1, documents, parked: [] });
    const owners = ['o0', 'o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7'];
    const page = await postsOfPeople(view, owners, RECENT, { limit: 16, after: null });
    expect(page.map(({ _id }) => _id)).toEqual(Array.from({ length: 16 }, (_, index) => `p${29 - index}`));
    await view.close();
  });
});
