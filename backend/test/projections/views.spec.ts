import { projections } from '../../src/projections/projections.js';
import type { Stored, ViewReader } from '../../src/kernel/document-store.js';
import type { Query } from '../../src/kernel/query.js';
import { wholeList } from '../../src/projections/whole-list.js';

describe('the views', () => {
  it('keep their names, under which data folders hold them', () =>
    expect(projections.map(({ name }) => name)).toEqual([
      'accounts',
      'people',
      'photos',
      'refusals',
      'leaderboard',
      'ratings',
      'likes',
      'comments',
      'comment-likes',
      'weekly',
      'names',
      'authors',
      'activity',
      'timelines',
    ]));
});

describe('a whole list', () => {
  type Row = Stored<{ readonly age: number }>;
  /** A view of so many documents that notes what it is asked. */
  const viewOf = (size: number) => {
    const asked: Query[] = [];
    const rows = Array.from({ length: size }, (_, place): Row => {
      return { _id: `d${String(place).padStart(5, '0')}`, _position: 1, age: Math.floor(place / 10) };
    });
    const find = (query: Query) => {
      asked.push(query);
      const start = query.after ? rows.findIndex(({ _id }) => _id === query.after?.[1]) + 1 : 0;
      return Promise.resolve(rows.slice(start, start + query.limit));
    };
    return { view: { find } as unknown as ViewReader<Row>, rows, asked };
  };

  it.each([
    [0, 1],
    [999, 1],
    [1000, 2],
    [1001, 2],
    [2500, 3],
  ])('of %d is read in pages of a thousand: %d', async (size, pages) => {
    const { view, rows, asked } = viewOf(size);
    expect(await wholeList(view, { age: { $gte: 0 } }, { age: 1 })).toEqual(rows);
    expect(asked).toHaveLength(pages);
    expect(asked[0]).toEqual({ where: { age: { $gte: 0 } }, sort: { age: 1 }, limit: 1000 });
    if (pages > 1) expect(asked[1]?.after).toEqual([99, 'd00999']);
  });

  it.each([
    [2500, 1500, 2],
    [2500, 1000, 1],
    [10, 1500, 1],
    [10, 0, 0],
  ])('of %d reads %d at most, in %d pages', async (size, most, pages) => {
    const { view, rows, asked } = viewOf(size);
    expect(await wholeList(view, {}, { age: 1 }, most)).toEqual(rows.slice(0, most));
    expect(asked).toHaveLength(pages);
    if (most === 1500) expect(asked.at(-1)?.limit).toBe(pages === 2 ? 500 : 1000);
  });
});
