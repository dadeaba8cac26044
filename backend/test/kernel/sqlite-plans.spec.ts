import type { ViewReader } from '../../src/kernel/document-store.js';
import type { Query, Scalar } from '../../src/kernel/query.js';
import { selectsOf } from '../../src/infrastructure/document-store/sqlite-query.js';
import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import type { SqliteView } from '../../src/infrastructure/document-store/sqlite-view.js';
import { adminPage } from '../../src/projections/admin-list.js';
import { Views } from '../../src/kernel/projection.js';
import { TIERS } from '../../src/projections/leaderboard/post-boosts.js';
import { ENDING_FIELDS } from '../../src/projections/names.js';
import type { Projection } from '../../src/projections/view.js';
import { projections } from '../../src/projections/projections.js';
import { type Readers, readersOver } from '../support/readers.js';
import { useFolder } from '../support/folder.js';

/** Returns the views and records their queries. */
class WatchedViews extends Views {
  readonly queries: { readonly name: string; readonly query: Query; readonly fields?: readonly string[] }[] =
    [];

  constructor(private readonly views: ReadonlyMap<string, SqliteView<object>>) {
    super();
  }

  of<Document extends object>({ name }: Projection<Document>): ViewReader<Document> {
    const view = this.views.get(name) as unknown as ViewReader<Document>;
    return {
      get: (id) => view.get(id),
      getMany: (ids) => view.getMany(ids),
      count: (where, most) => view.count(where, most),
      find: (query) => {
        this.queries.push({ name, query });
        return view.find(query);
      },
      pick: (query, fields) => {
        this.queries.push({ name, query, fields });
        return view.pick(query, fields);
      },
    };
  }
}

const folder = useFolder({ per: 'file' });

describe('the query plans of SQLite', () => {
  let store: SqliteDocumentStore;
  const views = new Map<string, SqliteView<object>>();
  let watched: WatchedViews;
  let readers: Readers;

  beforeAll(async () => {
    store = new SqliteDocumentStore(folder);
    for (const { name, indexes } of projections) {
      views.set(name, await store.open({ name, generation: 'v1-1', indexes, create: true }));
    }
    watched = new WatchedViews(views);
    readers = readersOver(watched);
  });
  afterAll(() => store.close());
  beforeEach(() => {
    watched.queries.length = 0;
  });

  /** Creates this many authors, all of whom a search for "some" finds. */
  const settle = async (count: number): Promise<void> => {
    const people = Array.from({ length: count }, (_, index) => `person-${index}`);
    await put('names', people, (accountId) => ({ accountId, e0: `some${accountId}` }));
  };

  const put = async (
    name: string,
    ids: readonly string[],
    document: (id: string) => object,
  ): Promise<void> => {
    const view = viewOf(name);
    const from = await view.checkpoint();
    const documents = ids.map((id) => ({ id, position: from + 1, document: document(id) }));
    await view.commit({ from, to: from + 1, documents, parked: [] });
  };

  const viewOf = (name: string): SqliteView<object> => {
    const view = views.get(name);
    if (!view) throw new Error(`there is no view ${name}`);
    return view;
  };

  const planOf = (name: string, query: Query, fields?: readonly string[]): string[] =>
    viewOf(name).planOf(query, fields);

  /** The query plans of a view for one call of a reader. */
  const plansOf = async (name: string, ask: (readers: Readers) => Promise<unknown>): Promise<string[][]> => {
    await ask(readers);
    const queries = watched.queries.filter((known) => known.name === name);
    expect(queries.length).toBeGreaterThan(0);
    return queries.map(({ query: found, fields }) => planOf(name, found, fields));
  };

  const indexCases = projections.flatMap(({ name, indexes }) =>
    indexes
      .filter(({ isList }) => !isList)
      .map((index) => [`${name} by ${Object.keys(index.fields).join(', ')}`, name, index] as const),
  );

  describe.each(indexCases)('for the list of %s', (_, name, { fields, isSparse, also = [] }) => {
    const known = Object.entries(fields).slice(0, -1);
    const [[last, direction]] = Object.entries(fields).slice(-1) as [[string, 1 | -1]];
    const isById = last === '_id';
    const nameOfIndex = [
      ...(isById ? Object.entries(fields) : [...Object.entries(fields), ['_id', direction] as const]).map(
        ([field, order]) => (order === 1 ? field : `${field} DESC`),
      ),
      ...(isSparse ? ['sparse'] : []),
      ...also,
    ].join(', ');
    /** A sparse index has no nulls, and serves comparisons only. */
    const isCompared = isSparse === true && !isById;
    const values: [string, Scalar][] = [
      ['texts', 'x'],
      ['numbers', 7],
      ...(isCompared ? [] : [['booleans', true] satisfies [string, Scalar]]),
      ...(isSparse ? [] : [['nulls', null] satisfies [string, Scalar]]),
    ];
    // Ids are texts.
    const cursors: [string, Scalar[]][] = isById
      ? [['an id', ['id']]]
      : [
          ['a text', ['x', 'id']],
          ['a number', [7, 'id']],
          ...(isCompared ? [] : [['null', [null, 'id']] satisfies [string, Scalar[]]]),
        ];

    const listed = (value: Scalar, turn: 1 | -1, after?: readonly Scalar[]): string[] =>
      planOf(name, {
        where: {
          ...Object.fromEntries(known.map(([field]) => [field, value])),
          ...(isCompared && { [last]: { $gte: typeof value === 'string' ? '' : 0 } }),
        },
        sort: { [last]: (direction * turn) as 1 | -1 },
        limit: 100,
        ...(after && { after }),
      });

    it.each(values)(
      'reads the first page of %s from the index, in both directions, without sorting',
      (_type, value) => {
        for (const turn of [1, -1] as const) {
          const way = known.length > 0 || isCompared ? 'SEARCH' : 'SCAN';
          expect(listed(value, turn)).toEqual([
            expect.stringContaining(`${way} documents USING INDEX by ${nameOfIndex}`),
          ]);
        }
      },
    );

    it.each(cursors)('finds the cursor after %s in the index, without sorting', (_type, after) => {
      for (const turn of [1, -1] as const) {
        const plan = listed('x', turn, after);
        expect(plan.length).toBeGreaterThan(0);
        for (const step of plan) expect(step).toContain(`SEARCH documents USING INDEX by ${nameOfIndex}`);
      }
    });
  });

  describe('for the queries of the application', () => {
    const MOVED = ['by boostEndsAt, _id', 'by tierSince, _id'];
    const RECENT = [...MOVED, 'by tier, publishedAt DESC, _id DESC, ownerId'];
    const TOP = [...MOVED, 'by tier, rank, _id, ownerId'];
    const CURSOR = ['a key', 'an id'];
    const boardCursor = (tier: string) => ['2026-11-21T12:00:00.000Z', tier, ...CURSOR];

    it.each<[string, (readers: Readers) => Promise<unknown>, string, string | readonly string[]]>([
      [
        'recent posts',
        ({ leaderboard }) => leaderboard.page('recent', null, { limit: 100, after: null }),
        'leaderboard',
        RECENT,
      ],
      [
        'recent posts, the next page',
        ({ leaderboard }) => leaderboard.page('recent', null, { limit: 100, after: boardCursor('mega') }),
        'leaderboard',
        RECENT,
      ],
      [
        'top posts',
        ({ leaderboard }) => leaderboard.page('top', null, { limit: 100, after: null }),
        'leaderboard',
        TOP,
      ],
      [
        'top posts, the next page',
        ({ leaderboard }) => leaderboard.page('top', null, { limit: 100, after: boardCursor('regular') }),
        'leaderboard',
        TOP,
      ],
      [
        'the posts of a week',
        ({ weekly }) =>
          weekly.runningBoard('2026-W47', { order: 'top', search: null, limit: 100, after: null }),
        'leaderboard',
        'by week, publicRank, _id',
      ],
      [
        'the likes that a person gave to comments on a post',
        ({ commentLikes }) => commentLikes.on('post', 'ann'),
        'comment-likes',
        'by userId, postId, likedAt, _id',
      ],
      [
        'the posts of a person',
        ({ leaderboard }) => leaderboard.ownPostsOf('ann', { limit: 100, after: null }),
        'leaderboard',
        'by ownerId, publishedAt DESC, _id DESC',
      ],
      [
        'the posts of a person, the next page',
        ({ leaderboard }) => leaderboard.ownPostsOf('ann', { limit: 100, after: CURSOR }),
        'leaderboard',
        'by ownerId, publishedAt DESC, _id DESC',
      ],
      [
        'the public posts of a person',
        ({ leaderboard }) => leaderboard.publicPostsOf('ann', { limit: 100, after: CURSOR }),
        'leaderboard',
        'by ownerId, isPublic, publishedAt DESC, _id DESC',
      ],
      [
        'the accounts to delete',
        ({ accounts }) => accounts.dueDeletions(new Date(0)),
        'accounts',
        'by deletionDueAt, _id',
      ],
      [
        'unpublished photos',
        ({ photos }) => photos.unpublished(new Date(0), new Date(0)),
        'photos',
        'by isPublished, admittedAt, _id',
      ],
    ])('reads %s from an index, without sorting', async (_, ask, name, index) => {
      for (const plan of await plansOf(name, ask)) {
        expect(plan.length).toBeGreaterThan(0);
        for (const step of plan) {
          const used = /^SEARCH documents USING INDEX (.*) \(/.exec(step)?.[1];
          // Posts are shown with their boosts as of the last moment.
          const ofMoments = name === 'leaderboard' ? ['by boostEndsAt, _id', 'by tierSince, _id'] : [];
          expect([...(typeof index === 'string' ? [index] : index), ...ofMoments]).toContain(used);
        }
      }
    });

    it.each([
      ['recent', null, 'by ownerId, tier, publishedAt DESC, _id DESC'],
      ['recent', boardCursor('none'), 'by ownerId, tier, publishedAt DESC, _id DESC'],
      ['top', null, 'by ownerId, tier, rank, _id'],
      ['top', boardCursor('none'), 'by ownerId, tier, rank, _id'],
    ] as const)(
      'reads the posts that a search finds from an index, without sorting: %s after %j',
      async (order, after, index) => {
        await settle(30);
        await put('leaderboard', TIERS, (tier) => ({ tier, isPublic: true }));
        const plans = await plansOf('leaderboard', ({ leaderboard }) =>
          leaderboard.page(order, 'some', { limit: 100, after }),
        );
        // Before and after that, the last and the next moment at which a boost begins or ends.
        const [ended = [], changed = [], boosted = [], ...others] = plans.slice(4, -4);
        expect([...ended, ...changed]).toEqual(
          MOVED.map((name) => expect.stringContaining(`USING INDEX ${name} (`)),
        );
        const merge = (plan: readonly string[]) =>
          plan.filter((step) => /(?:SEARCH|SCAN) documents/.test(step));
        const inIndex = (name: string) =>
          expect.stringContaining(`SEARCH documents USING COVERING INDEX ${name} (`);
        const byId = expect.stringContaining(
          'SEARCH documents USING INDEX sqlite_autoindex_documents_1 (id=?)',
        );
        // Key and id of the first document of each person, those of the next one of a person, and the results.
        const steps = (name: string) => [...Array.from({ length: 4 }, () => inIndex(name)), byId];
        expect(merge(boosted)).toEqual(steps('by ownerId, boostEndsAt, _id, sparse'));
        expect(others.map(merge)).toEqual([steps(index)]);
      },
    );

    it.each([
      ['recent', 'by tier, publishedAt DESC, _id DESC, ownerId'],
      ['top', 'by tier, rank, _id, ownerId'],
    ] as const)('reads %s posts for a common text from an index alone', async (order, index) => {
      await settle(1000);
      await put('leaderboard', TIERS, (tier) => ({ tier, isPublic: true }));
      const plans = await plansOf('leaderboard', ({ leaderboard }) =>
        leaderboard.page(order, 'some', { limit: 100, after: null }),
      );
      const inIndex = [expect.stringContaining(`SEARCH documents USING COVERING INDEX ${index} (`)];
      expect(plans.filter((plan) => plan.join('').includes('tier, '))).toEqual([inIndex, inIndex, inIndex]);
    });

    it('continues a range of a list at the cursor, because an index starts from the first bound of a field', () => {
      const where = { at: { $gte: '2026-11-01', $lt: '2026-12-01' } };
      const query: Query = { where, sort: { at: 1 }, after: ['2026-11-21', 'an id'], limit: 20 };
      expect(selectsOf(query).map(({ values }) => values)).toEqual([
        ['2026-11-21', 'an id', '2026-11-01', '2026-12-01'],
        ['2026-11-21', '2026-11-01', '2026-12-01'],
      ]);
    });

    it('finds a person’s unpublished photos by one index for uploads and one for claims', async () => {
      const [plan = []] = await plansOf('photos', ({ photos }) => photos.unpublishedOf('ann'));
      expect(plan).toContain('MULTI-INDEX OR');
      expect(plan.filter((step) => step.includes('documents'))).toEqual([
        expect.stringContaining('USING INDEX by uploader, claimedBy, _id ('),
        expect.stringContaining('USING INDEX by claimedBy, _id ('),
      ]);
    });

    it('finds lines of the audit trail by the keys of their lists, without sorting', async () => {
      const filters = { types: ['Liked', 'Unliked'] };
      const list = readers.audit.list(filters, { role: 'owner', hidden: new Set() });
      const plans = await plansOf('audit', () => adminPage(list, { limit: 50, after: ['0', '29s'] }));
      const steps = plans.map((plan) => plan.filter((step) => /"?(?:list of|documents)/.test(step)));
      const inList = expect.stringContaining(
        'SEARCH list of keys USING PRIMARY KEY (text=? AND id>? AND id<?)',
      );
      const byId = expect.stringContaining(
        'SEARCH documents USING INDEX sqlite_autoindex_documents_1 (id=?)',
      );
      expect(steps).toEqual([[inList, inList, byId]]);
    });

    it('finds people by the suffixes of their names in an index, without sorting', async () => {
      await put('names', ['ann'], (accountId) =>
        Object.fromEntries([['accountId', accountId], ...ENDING_FIELDS.map((field) => [field, 'ann'])]),
      );
      const plans = await plansOf('names', ({ names }) => names.named('ann'));
      expect(plans).toEqual(
        ENDING_FIELDS.map((field) => [
          expect.stringContaining(
            `SEARCH documents USING COVERING INDEX by ${field}, _id, sparse, accountId (`,
          ),
        ]),
      );
    });

    it('looks for near-copies by an index for each quarter of the hash, page by page', async () => {
      const copies = Array.from({ length: 1000 }, (_, index) => `photo-${index}`);
      const bands = { a: '0123', b: '', c: '', d: '' };
      const picture = { perceptualHash: '0123000000000000' };
      await put('photos', copies, () => ({ isPublished: true, claimedBy: 'bob', picture, bands }));
      const plans = await plansOf('photos', ({ photos }) => photos.hasNearCopy('0123456789abcdef', 'ann'));
      expect(plans).toHaveLength(2);
      for (const plan of plans) {
        expect(plan).toContain('MULTI-INDEX OR');
        expect(plan.filter((step) => step.includes('documents'))).toEqual(
          ['a', 'b', 'c', 'd'].map((band) =>
            expect.stringContaining(`SEARCH documents USING INDEX by bands.${band}, _id (<expr>=?`),
          ),
        );
      }
    });
  });
});
