import type { Type } from '@nestjs/common';
import type { Stored, ViewReader } from '../../src/kernel/document-store.js';
import type { Query } from '../../src/kernel/query.js';
import { Views } from '../../src/kernel/projection.js';
import type { Projection } from '../../src/projections/view.js';
import { projections } from '../../src/projections/projections.js';
import { counts, covers, indexesOfAlternatives, isCounted, isServed } from '../support/served-by-index.js';
import { classesOfReaders } from '../support/story-site.js';
import { askEverything } from '../support/every-query.js';
import { readersOver } from '../support/readers.js';

function stored<Document>(document: object): Stored<Document> {
  return { _id: 'ann', _position: 1, ...document } as unknown as Stored<Document>;
}

/** The fields of a post on which later queries depend. */
const POST = {
  isPublic: true,
  isSheetPublic: true,
  moderation: { cause: { actId: 'act', reason: 'other' } },
  week: '2026-W47',
  rank: '026 999999999 2026-11-21T09:00:00.000Z',
  tier: 'none',
  boosts: [],
  picture: {},
  aiTenths: null,
  voteTenths: 0,
  voteCount: 0,
};

/** The counts of posts in the lists that {@link POST} is in: there is another one in each hour. */
const COUNTS = { '026': 2, '999999999': 2, '2026-11': 2, '21T09': 2, '2026-11-21T09': 2 };

/** Records every list. Returns a document where a later query depends on it, so that this query runs, too. */
class SpyingViews extends Views {
  readonly asked: { readonly view: string; readonly query: Query; readonly isCount: boolean }[] = [];

  of<Document extends object>({ name }: Projection<Document>): ViewReader<Document> {
    return {
      get: () =>
        Promise.resolve(
          name === 'leaderboard'
            ? stored<Document>({ ...POST, publicRank: 'rank' })
            : name === 'weekly'
              ? stored<Document>({ closing: 'closing' })
              : null,
        ),
      getMany: (ids) => {
        const isHere = name === 'leaderboard';
        const document = { isPublic: false, counts: COUNTS };
        return Promise.resolve(new Map(isHere ? ids.map((id) => [id, stored<Document>(document)]) : []));
      },
      count: (where) => {
        this.asked.push({ view: name, query: { where, limit: 1 }, isCount: true });
        return Promise.resolve(name === 'leaderboard' ? 1 : 0);
      },
      find: (query) => {
        this.asked.push({ view: name, query, isCount: false });
        return Promise.resolve([]);
      },
      pick: (query) => {
        this.asked.push({ view: name, query, isCount: false });
        if (name !== 'names') return Promise.resolve([]);
        // Many people have one of the texts.
        const found = JSON.stringify(query.where).includes('common') ? query.limit : 1;
        return Promise.resolve(Array.from({ length: found }, () => stored<Document>({ accountId: 'ann' })));
      },
    };
  }
}

type Methods = Record<string, (...args: unknown[]) => unknown>;

function methodsOf({ name, prototype }: Type): { name: string; methods: Methods; method: string }[] {
  const methods = prototype as Methods;
  return Object.getOwnPropertyNames(methods)
    .filter((method) => method !== 'constructor')
    .map((method) => ({ name: `${name}.${method}`, methods, method }));
}

/** Records whether a method is called, until `restore`: other test files use the same classes. */
function noteCalls({ name, methods, method }: ReturnType<typeof methodsOf>[number]) {
  const original = methods[method] as Methods[string];
  const restore = () => {
    methods[method] = original;
  };
  const note = { name, isCalled: false, restore };
  methods[method] = function noted(this: unknown, ...args) {
    note.isCalled = true;
    return original.apply(this, args);
  };
  return note;
}

describe('the declared indexes', () => {
  const views = new SpyingViews();
  let unasked: string[];

  beforeAll(async () => {
    const methods = (await classesOfReaders()).flatMap(methodsOf);
    const notes = methods.map(noteCalls);
    await askEverything(readersOver(views));
    for (const { restore } of notes) restore();
    unasked = notes.filter(({ isCalled }) => !isCalled).map(({ name }) => name);
  });

  it('are checked for every method of every reader', () => {
    expect(unasked).toEqual([]);
  });

  it.each(projections.map(({ name, indexes }) => [name, indexes] as const))(
    'serve every list of %s: equality conditions first, then the sort',
    (name, indexes) => {
      const lists = views.asked.filter(({ view }) => view === name);
      for (const { query, isCount } of lists) {
        const isDone = isCount ? isCounted(indexes, query) : isServed(indexes, query);
        expect({ view: name, query, isServed: isDone }).toMatchObject({ isServed: true });
      }
      // A view without lists needs no index, and every index must serve a list.
      for (const index of indexes) {
        const isUsed = lists.some(
          ({ query, isCount }) =>
            (isCount && counts(index, query)) ||
            covers(index, query) ||
            indexesOfAlternatives(indexes, query).includes(index),
        );
        expect({ view: name, index, isUsed }).toMatchObject({ isUsed: true });
      }
    },
  );

  it('are distinguished from indexes that do not serve a query', () => {
    const index = { fields: { open: 1, score: -1 } } as const;
    const served: Query[] = [
      { where: { open: true }, sort: { score: -1 }, limit: 1 },
      { where: { open: true }, sort: { score: 1 }, limit: 1 },
      { where: { $and: [{ open: { $in: [true] } }] }, sort: { score: -1, _id: -1 }, limit: 1 },
      { where: { open: true, score: { $lt: 3 } }, sort: { score: -1 }, limit: 1 },
      { sort: { open: 1, score: -1 }, limit: 1 },
      { sort: { open: -1, score: 1 }, limit: 1 },
    ];
    const unserved: Query[] = [
      { where: { open: true }, limit: 1, sort: { name: 1 } },
      { where: { score: 3 }, sort: { open: 1 }, limit: 1 },
      { where: { open: true, name: 'a' }, sort: { score: -1 }, limit: 1 },
      { where: { open: true }, sort: { score: -1, _id: 1 }, limit: 1 },
      { where: { open: { $ne: true } }, sort: { score: -1 }, limit: 1 },
      { sort: { open: 1, score: 1 }, limit: 1 },
      { where: { open: true, $or: [{ name: 'a' }] }, limit: 1 },
    ];
    expect(served.map((query) => isServed([index], query))).toEqual(served.map(() => true));
    expect(unserved.map((query) => isServed([index], query))).toEqual(unserved.map(() => false));
  });
});
