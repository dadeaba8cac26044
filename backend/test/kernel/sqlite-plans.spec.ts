import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CqrsModule, QueryBus } from '@nestjs/cqrs';
import { Test, type TestingModule } from '@nestjs/testing';
import type { ViewReader } from '../../src/kernel/document-store.js';
import type { Query, Scalar } from '../../src/kernel/query.js';
import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import type { SqliteView } from '../../src/infrastructure/document-store/sqlite-view.js';
import {
  FindDueDeletions,
  FindDueDeletionsHandler,
  FindAccountOfRequest,
  FindAccountOfRequestHandler,
} from '../../src/projections/accounts/accounts.queries.js';
import { PublicPeopleHandler } from '../../src/projections/accounts/people.queries.js';
import { FindPosts, FindPostsHandler } from '../../src/projections/leaderboard/leaderboard.queries.js';
import {
  FindUnpublishedPhotos,
  FindUnpublishedPhotosHandler,
  FindUnpublishedPhotosOf,
  FindUnpublishedPhotosOfHandler,
  HasNearCopy,
  HasNearCopyHandler,
} from '../../src/projections/photos/photos.queries.js';
import {
  FindOwnPosts,
  FindOwnPostsHandler,
  FindProfilePosts,
  FindProfilePostsHandler,
} from '../../src/projections/profiles/profiles.queries.js';
import { ENDING_FIELDS } from '../../src/projections/names/names.projection.js';
import { SearchAuthors, SearchAuthorsHandler } from '../../src/projections/names/names.queries.js';
import { PublicViews, Views } from '../../src/kernel/projection.js';
import type { Projection } from '../../src/projections/projection.js';
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
  FindDueDeletionsHandler,
  FindAccountOfRequestHandler,
  FindOwnPostsHandler,
  FindPostsHandler,
  FindPostsOfWeekHandler,
  FindProfilePostsHandler,
  FindUnpublishedPhotosHandler,
  FindUnpublishedPhotosOfHandler,
  HasNearCopyHandler,
  PublicPeopleHandler,
  SearchAuthorsHandler,
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
      views.set(name, await store.open({ name, generation: 'v1-1', indexes, create: true }));
    }
    watched = new WatchedViews(views);
    app = await Test.createTestingModule({
      imports: [CqrsModule.forRoot()],
      providers: [
        ...HANDLERS,
        { provide: Views, useValue: watched },
        { provide: PublicViews, useValue: watched },
      ],
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

  /** Makes so many authors, all of whom a search for "some" finds. */
  const settle = async (count: number): Promise<void> => {
    const people = Array.from({ length: count }, (_, index) => `person-${index}`);
    await put('authors', people, () => ({ posts: 1 }));
    await put('names', people, (accountId) => ({ accountId, e0: `some${accountId}`, isVerified: true }));
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

  const planOf = (name: string, query: Query): string[] => viewOf(name).planOf(query);

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
        'by week, publicRank, _id',
      ],
      [
        'the account of a reset',
        new FindAccountOfRequest('reset', 'id'),
        'accounts',
        'by reset.resetId, _id',
      ],
      [
        'the account of a verification',
        new FindAccountOfRequest('verification', 'id'),
        'accounts',
        'by verification.verificationId, _id',
      ],
      [
        'the posts of a person',
        new FindOwnPosts('ann', 100, null),
        'leaderboard',
        'by ownerId, publishedAt DESC, _id DESC',
      ],
      [
        'the posts of a person, the next page',
        new FindOwnPosts('ann', 100, PLACE),
        'leaderboard',
        'by ownerId, publishedAt DESC, _id DESC',
      ],
      [
        'the public posts of a person',
        new FindProfilePosts('ann', 100, PLACE),
        'leaderboard',
        'by ownerId, isPublic, publishedAt DESC, _id DESC',
      ],
      [
        'the accounts that are to be deleted',
        new FindDueDeletions(new Date(0)),
        'accounts',
        'by deletionDueAt, _id',
      ],
      [
        'photos that nobody published',
        new FindUnpublishedPhotos(new Date(0), new Date(0)),
        'photos',
        'by isPublished, admittedAt, _id',
      ],
    ])('reads %s from an index and sorts nothing', async (_, query, name, index) => {
      for (const plan of await plansOf(name, query)) {
        expect(plan.length).toBeGreaterThan(0);
        for (const step of plan) expect(step).toContain(`SEARCH documents USING INDEX ${index} (`);
      }
    });

    it.each([
      ['recent', null, 'by ownerId, isPublic, publishedAt DESC, _id DESC'],
      ['recent', PLACE, 'by ownerId, isPublic, publishedAt DESC, _id DESC'],
      ['top', null, 'by ownerId, isPublic, rank, _id'],
      ['top', PLACE, 'by ownerId, isPublic, rank, _id'],
    ] as const)(
      'reads posts of everybody that a search finds from an index and sorts nothing: %s after %j',
      async (order, after, index) => {
        await settle(30);
        const plans = await plansOf('leaderboard', new FindPosts(order, 100, 'some', after));
        expect(plans).toHaveLength(30);
        for (const step of plans.flat()) expect(step).toContain(`SEARCH documents USING INDEX ${index} (`);
      },
    );

    it('finds the photos that a person has not published by an index for each way in which they are theirs', async () => {
      const [plan = []] = await plansOf('photos', new FindUnpublishedPhotosOf('ann'));
      expect(plan).toContain('MULTI-INDEX OR');
      expect(plan.filter((step) => step.includes('documents'))).toEqual([
        expect.stringContaining('USING INDEX by uploader, claimedBy, _id ('),
        expect.stringContaining('USING INDEX by claimedBy, _id ('),
      ]);
    });

    it('finds people by the endings of their names in an index and sorts nothing', async () => {
      expect(await plansOf('names', new SearchAuthors('ann'))).toEqual(
        ENDING_FIELDS.map((field) => [
          expect.stringContaining(`SEARCH documents USING INDEX by isVerified, ${field}, _id (`),
        ]),
      );
    });

    it('looks for near-copies by an index for each quarter of the hash, page after page', async () => {
      const copies = Array.from({ length: 1000 }, (_, index) => `photo-${index}`);
      const bands = { a: '0123', b: '', c: '', d: '' };
      const picture = { perceptualHash: '0123000000000000' };
      await put('photos', copies, () => ({ isPublished: true, claimedBy: 'bob', picture, bands }));
      const plans = await plansOf('photos', new HasNearCopy('0123456789abcdef', 'ann'));
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
