import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CqrsModule, QueryBus } from '@nestjs/cqrs';
import { Test, type TestingModule } from '@nestjs/testing';
import type { ViewReader } from '../../src/infrastructure/document-store/document-store.port.js';
import type { Query, Scalar } from '../../src/infrastructure/document-store/query.js';
import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import type { SqliteView } from '../../src/infrastructure/document-store/sqlite-view.js';
import {
  FindLogins,
  FindLoginsHandler,
  FindVerification,
  FindVerificationHandler,
} from '../../src/projections/accounts/accounts.queries.js';
import {
  PublicPeopleHandler,
  SearchPeople,
  SearchPeopleHandler,
} from '../../src/projections/accounts/people.queries.js';
import { FindPosts, FindPostsHandler } from '../../src/projections/leaderboard/leaderboard.queries.js';
import {
  FindUnpublishedPhotos,
  FindUnpublishedPhotosHandler,
  HasNearCopy,
  HasNearCopyHandler,
} from '../../src/projections/photos/photos.queries.js';
import { type Projection, Views } from '../../src/projections/projection.js';
import { projections } from '../../src/projections/projections.js';
import {
  FindPostsOfWeek,
  FindPostsOfWeekHandler,
} from '../../src/projections/weekly/running-week.queries.js';

/** Hands out the views and keeps what is asked of them. */
class WatchedViews extends Views {
  readonly asked: { readonly name: string; readonly query: Query }[] = [];

  constructor(private readonly views: ReadonlyMap<string, SqliteView<object>>) {
    super();
  }

  of<Document extends object>({ name }: Projection<Document>): ViewReader<Document> {
    const view = this.views.get(name) as unknown as ViewReader<Document>;
    return {
      get: (id) => view.get(id),
      getMany: (ids) => view.getMany(ids),
      count: (where) => view.count(where),
      find: (query) => {
        this.asked.push({ name, query });
        return view.find(query);
      },
    };
  }
}

const HANDLERS = [
  FindLoginsHandler,
  FindPostsHandler,
  FindPostsOfWeekHandler,
  FindUnpublishedPhotosHandler,
  FindVerificationHandler,
  HasNearCopyHandler,
  PublicPeopleHandler,
  SearchPeopleHandler,
];

describe('what SQLite makes of queries', () => {
  let folder: string;
  let store: SqliteDocumentStore;
  const views = new Map<string, SqliteView<object>>();
  let watched: WatchedViews;
  let app: TestingModule;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'footnote-plans-'));
    store = new SqliteDocumentStore(folder);
    for (const { name, indexes } of projections) {
      views.set(name, await store.open({ name, generation: 'v1-1', indexes }));
    }
    watched = new WatchedViews(views);
    app = await Test.createTestingModule({
      imports: [CqrsModule.forRoot()],
      providers: [...HANDLERS, { provide: Views, useValue: watched }],
    }).compile();
    await app.init();
  });
  afterAll(async () => {
    await app.close();
    await store.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    watched.asked.length = 0;
  });

  /** Makes so many people, all of whom a search for "some" finds, the only ones. */
  const settle = async (count: number): Promise<void> => {
    const view = await store.open({ name: 'people', generation: 'v1-1', indexes: [] });
    const from = await view.checkpoint();
    const before = await view.find({ limit: 1000 });
    const documents = [
      ...before.map(({ _id: id }) => ({ id, position: from + 1, document: null })),
      ...Array.from({ length: count }, (_, index) => ({
        id: `person-${from}-${index}`,
        position: from + 1,
        document: { isVerified: true, searchText: `somebody${index}` },
      })),
    ];
    await view.commit({ from, to: from + 1, documents, parked: [] });
    await view.close();
  };

  const planOf = (name: string, query: Query): string[] => {
    const view = views.get(name);
    if (!view) throw new Error(`there is no view ${name}`);
    return view.planOf(query);
  };

  /** The plans of the queries that a query of the application leads to on a view. */
  const plansOf = async (name: string, query: object): Promise<string[][]> => {
    await app.get(QueryBus).execute(query as Parameters<QueryBus['execute']>[0]);
    const asked = watched.asked.filter((known) => known.name === name);
    expect(asked.length).toBeGreaterThan(0);
    return asked.map(({ query: found }) => planOf(name, found));
  };

  const indexCases = projections.flatMap(({ name, indexes }) =>
    indexes.map(({ fields }) => [`${name} by ${Object.keys(fields).join(', ')}`, name, fields] as const),
  );

  describe.each(indexCases)('for the list of %s', (_, name, fields) => {
    const known = Object.entries(fields).slice(0, -1);
    const [[last, direction]] = Object.entries(fields).slice(-1) as [[string, 1 | -1]];
    const nameOfIndex = [...Object.entries(fields), ['_id', direction] as const]
      .map(([field, order]) => (order === 1 ? field : `${field} DESC`))
      .join(', ');

    const listed = (value: Scalar, turn: 1 | -1, after?: readonly Scalar[]): string[] =>
      planOf(name, {
        where: Object.fromEntries(known.map(([field]) => [field, value])),
        sort: { [last]: (direction * turn) as 1 | -1 },
        limit: 100,
        ...(after && { after }),
      });

    it.each<[string, Scalar]>([
      ['texts', 'x'],
      ['numbers', 7],
      ['booleans', true],
      ['nulls', null],
    ])(
      'reads the first page of %s from the index, forwards and backwards, and sorts nothing',
      (_type, value) => {
        for (const turn of [1, -1] as const) {
          const way = known.length > 0 ? 'SEARCH' : 'SCAN';
          expect(listed(value, turn)).toEqual([
            expect.stringContaining(`${way} documents USING INDEX by ${nameOfIndex}`),
          ]);
        }
      },
    );

    it.each<[string, Scalar]>([
      ['a text', 'x'],
      ['a number', 7],
      ['null', null],
    ])('finds the place after %s in the index and sorts nothing', (_type, value) => {
      for (const turn of [1, -1] as const) {
        const plan = listed('x', turn, [value, 'id']);
        expect(plan.length).toBeGreaterThan(0);
        for (const step of plan) expect(step).toContain(`SEARCH documents USING INDEX by ${nameOfIndex}`);
      }
    });
  });

  describe('for what the application asks', () => {
    const RECENT = 'by isPublic, publishedAt DESC, _id DESC';
    const TOP = 'by isPublic, rank, _id';
    const PLACE = ['a key', 'an id'];

    it.each([
      ['recent posts', new FindPosts('recent', 100, null, null), 'leaderboard', RECENT],
      ['recent posts, the next page', new FindPosts('recent', 100, null, PLACE), 'leaderboard', RECENT],
      ['top posts', new FindPosts('top', 100, null, null), 'leaderboard', TOP],
      ['top posts, the next page', new FindPosts('top', 100, null, PLACE), 'leaderboard', TOP],
      [
        'the posts of a week',
        new FindPostsOfWeek('2026-W47', 100),
        'leaderboard',
        'by week, isPublic, rank, _id',
      ],
      [
        'the accounts of an address',
        new FindLogins('hash'),
        'accounts',
        'by emailHash, emailVerified, createdAt DESC, _id DESC',
      ],
      [
        'the account of a verification',
        new FindVerification('id'),
        'accounts',
        'by verification.verificationId, _id',
      ],
      [
        'photos that nobody published',
        new FindUnpublishedPhotos(new Date(0), new Date(0)),
        'photos',
        'by isPublished, ratedAt, _id',
      ],
    ])('reads %s from an index and sorts nothing', async (_, query, name, index) => {
      for (const plan of await plansOf(name, query)) {
        expect(plan.length).toBeGreaterThan(0);
        for (const step of plan) expect(step).toContain(`SEARCH documents USING INDEX ${index} (`);
      }
    });

    it.each([
      ['one person', 1, 'recent', null, 'by ownerId, isPublic, publishedAt DESC, _id DESC'],
      ['one person, the next page', 1, 'recent', PLACE, 'by ownerId, isPublic, publishedAt DESC, _id DESC'],
      ['one person by rank', 1, 'top', null, 'by ownerId, isPublic, rank, _id'],
      ['one person by rank, the next page', 1, 'top', PLACE, 'by ownerId, isPublic, rank, _id'],
      // Of many people the board is walked in its order, so that a page ends where it is full.
      ['many people', 30, 'recent', null, RECENT],
      ['many people, the next page', 30, 'recent', PLACE, RECENT],
      ['many people by rank', 30, 'top', null, TOP],
      ['many people by rank, the next page', 30, 'top', PLACE, TOP],
    ] as const)(
      'reads posts of %s that a search finds from an index and sorts nothing',
      async (_, count, order, after, index) => {
        await settle(count);
        const [plan] = await plansOf('leaderboard', new FindPosts(order, 100, 'some', after));
        const steps = plan?.filter((step) => step.includes('documents')) ?? [];
        expect(steps.length).toBeGreaterThan(0);
        for (const step of steps) expect(step).toContain(`SEARCH documents USING INDEX ${index} (`);
        expect(plan?.join()).not.toContain('TEMP B-TREE');
      },
    );

    it('reads people in the order of their ids when it looks into their names, which no index can serve', async () => {
      expect(await plansOf('people', new SearchPeople('ann'))).toEqual([
        ['SCAN documents USING INDEX sqlite_autoindex_documents_1'],
      ]);
    });

    it('looks for near-copies by an index for each quarter of the hash', async () => {
      const [plan = []] = await plansOf('photos', new HasNearCopy('0123456789abcdef', 'ann'));
      expect(plan).toContain('MULTI-INDEX OR');
      expect(plan.filter((step) => step.includes('documents'))).toEqual(
        ['a', 'b', 'c', 'd'].map((band) => `SEARCH documents USING INDEX by bands.${band}, _id (<expr>=?)`),
      );
    });
  });
});
