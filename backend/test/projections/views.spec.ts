import { projections } from '../../src/projections/projections.js';
import type { Stored, ViewReader } from '../../src/kernel/document-store.js';
import type { Query } from '../../src/kernel/query.js';
import { wholeList } from '../../src/projections/whole-list.js';

describe('the views', () => {
  it('keep their names, which data folders use', () =>
    expect(projections.map(({ name }) => name)).toEqual([
      'accounts',
      'people',
      'photos',
      'leaderboard',
      'ratings',
      'likes',
      'comments',
      'comment-likes',
      'weekly',
      'standings',
      'names',
      'activity',
      'inbox',
      'audit',
      'timelines',
      'payments',
      'boost-gains',
      'payment-ids',
      'payment-movements',
      'stripe-events',
      'reconciliations',
      'raters',
      'rater-pairs',
      'rating-queue',
      'acts',
      'blocked-pictures',
      'moderated-posts',
      'reports',
      'proposals',
      'conduct',
      'review-queue',
      'appeals',
      'statistics',
      'visitors',
      'cohorts',
      'report-times',
      'judges',
    ]));
});

describe('reading a whole list', () => {
  type Row = Stored<{ readonly age: number }>;
  /** A view with this many documents that records its queries. */
  const viewOf = (size: number) => {
    const queries: Query[] = [];
    const rows = Array.from({ length: size }, (_, index): Row => {
      return { _id: `d${String(index).padStart(5, '0')}`, _position: 1, age: Math.floor(index / 10) };
    });
    const find = (query: Query) => {
      queries.push(query);
      const start = query.after ? rows.findIndex(({ _id }) => _id === query.after?.[1]) + 1 : 0;
      return Promise.resolve(rows.slice(start, start + query.limit));
    };
    return { view: { find } as unknown as ViewReader<Row>, rows, queries };
  };

  it.each([
    [0, [undefined]],
    [199, [undefined]],
    [200, [undefined, [19, 'd00199']]],
    [201, [undefined, [19, 'd00199']]],
    [500, [undefined, [19, 'd00199'], [39, 'd00399']]],
  ])('of %d uses pages of two hundred, after %j', async (size, cursors) => {
    const { view, rows, queries } = viewOf(size);
    expect(await wholeList(view, { age: { $gte: 0 } }, { age: 1 })).toEqual(rows);
    expect(queries.map(({ after }) => after)).toEqual(cursors);
    expect(queries[0]).toEqual({ where: { age: { $gte: 0 } }, sort: { age: 1 }, limit: 200 });
  });

  it.each([
    [500, 300, [200, 100]],
    [500, 200, [200]],
    [10, 300, [200]],
    [10, 0, []],
  ])('of %d reads at most %d, in pages of %j', async (size, most, limits) => {
    const { view, rows, queries } = viewOf(size);
    expect(await wholeList(view, {}, { age: 1 }, most)).toEqual(rows.slice(0, most));
    expect(queries.map(({ limit }) => limit)).toEqual(limits);
  });
});
