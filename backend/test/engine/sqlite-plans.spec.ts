import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CqrsModule, QueryBus } from '@nestjs/cqrs';
import { Test, type TestingModule } from '@nestjs/testing';
import type { IndexSpec, ViewReader } from '../../src/infrastructure/document-store/document-store.port.js';
import type { Filter, Query, Scalar } from '../../src/infrastructure/document-store/query.js';
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
import {
  FindPosts,
  FindPostsHandler,
  FindPostsOfWeek,
  FindPostsOfWeekHandler,
} from '../../src/projections/leaderboard/leaderboard.queries.js';
import {
  FindUnpublishedPhotos,
  FindUnpublishedPhotosHandler,
  HasNearCopy,
  HasNearCopyHandler,
} from '../../src/projections/photos/photos.queries.js';
import { type Projection, Views } from '../../src/projections/projection.js';
import { projections } from '../../src/projections/projections.js';

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

  const planOf = (name: string, query: Query): string[] => {
    const view = views.get(name);
    if (!view) throw new Error(`there is no view ${name}`);
    return view.planOf(query);
  };

  it('dump', async () => {
    const bus = app.get(QueryBus);
    await views.get('people')?.commit({ from: 0, to: 1, parked: [], documents: [{ id: 'ann', position: 1, document: { isVerified: true, searchText: 'ann' } }] });
    for (const after of [null, ['x', 'y']]) for (const search of [null, 'ann']) for (const order of ['recent', 'top'] as const)
      await bus.execute(new FindPosts(order, 10, search, after));
    await bus.execute(new FindPostsOfWeek('2026-W47', 10));
    await bus.execute(new FindLogins('x'));
    await bus.execute(new FindVerification('x'));
    await bus.execute(new SearchPeople('x'));
    await bus.execute(new HasNearCopy('0123456789abcdef', 'x'));
    await bus.execute(new FindUnpublishedPhotos(new Date(), new Date()));
    for (const { name, query } of watched.asked) console.log(name, JSON.stringify(query).slice(0, 300), planOf(name, query));
  });
  it('dump2', () => {
    for (const { name, indexes } of projections) for (const { fields } of indexes as IndexSpec[]) {
      const list = Object.entries(fields);
      const where: Filter = Object.fromEntries(list.slice(0, -1).map(([f]) => [f, true as Scalar]));
      const [last] = list.slice(-1);
      const query: Query = { where, sort: Object.fromEntries([last!]), limit: 10 };
      console.log(name, JSON.stringify(query), planOf(name, query), planOf(name, { ...query, after: ['x', 'y'] }));
    }
  });
});
