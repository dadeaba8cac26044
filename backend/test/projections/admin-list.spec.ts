import type { Stored, ViewReader } from '../../src/kernel/document-store.js';
import type { Query } from '../../src/kernel/query.js';
import {
  type AdminList,
  type AdminPart,
  adminCount,
  adminPage,
  containing,
  equal,
  filtered,
} from '../../src/projections/admin-list.js';

interface Row {
  readonly at: string;
  readonly number: number;
}

/** A list of this many rows of which every `nth` fits; all do for null. */
const listOf = (size: number, nth: number | null) => {
  const rows = Array.from({ length: size }, (_, index): Stored<Row> => {
    const at = String(index).padStart(6, '0');
    return { _id: `r${at}`, _position: 1, at, number: index };
  });
  const view = {
    find: ({ limit, after }: Query) => {
      const start = after ? rows.findIndex(({ _id }) => _id === after[1]) + 1 : 0;
      return Promise.resolve(rows.slice(start, start + limit));
    },
    count: () => Promise.resolve(size),
  } as unknown as ViewReader<Row>;
  const list: AdminList<Row> = {
    name: 'rows',
    view,
    where: {},
    sort: { field: 'at', direction: 1, type: 'text' },
    fits: nth === null ? null : ({ number }) => number % nth === 0,
  };
  return list;
};

/** The numbers on all pages, and how long each page is. */
const readAll = async (list: AdminList<Row>, limit: number) => {
  const numbers: number[] = [];
  const lengths: number[] = [];
  for (let after: AdminPart['after'] = null; ;) {
    const { rows, next }: Awaited<ReturnType<typeof adminPage<Row>>> = await adminPage(list, {
      limit,
      after,
    });
    numbers.push(...rows.map(({ number }) => number));
    lengths.push(rows.length);
    if (!next) return { numbers, lengths };
    after = next;
  }
};

describe('a list of the back office', () => {
  it('comes page by page, without gaps', async () => {
    const { numbers, lengths } = await readAll(listOf(5, null), 2);
    expect(numbers).toEqual([0, 1, 2, 3, 4]);
    expect(lengths).toEqual([2, 2, 1]);
  });

  it('has one page if it fits on it', async () => {
    expect((await readAll(listOf(2, null), 2)).lengths).toEqual([2]);
  });

  it('finds rare rows, on shorter pages where it has to look for long', async () => {
    const { numbers, lengths } = await readAll(listOf(12_000, 3000), 2);
    expect(numbers).toEqual([0, 3000, 6000, 9000]);
    expect(Math.max(...lengths)).toBe(2);
    expect(lengths.length).toBeLessThan(6);
  });

  it.each([
    [7, null, '7'],
    [10_000, null, '10000'],
    [10_001, null, '10000+'],
    [1200, 3, '400'],
    [30_000, 1000, '10+'],
  ])('of %d rows, of which every %sth fits, has the length %s', async (size, nth, count) => {
    expect(await adminCount(listOf(size, nth))).toBe(count);
  });

  describe('with filters', () => {
    const order = listOf(0, null);
    const row = { _id: 'r', _position: 1, at: 'Monday', number: 7 };
    const odd = { fits: ({ number }: Row) => number % 2 === 1 };

    it('reads the first that an index serves, and tests the others', () => {
      const { where, fits } = filtered<Row>(order, [odd, ...equal<Row>({ number: 7, at: 'Monday' })]);
      expect(where).toEqual({ number: 7 });
      expect(fits?.(row)).toBe(true);
      expect(fits?.({ ...row, number: 8 })).toBe(false);
      expect(fits?.({ ...row, at: 'Sunday' })).toBe(false);
    });

    it('tests nothing where an index serves all of them', () => {
      const values = { number: undefined, at: 'Monday' };
      expect(filtered<Row>(order, [false, ...equal<Row>(values)])).toMatchObject({
        where: { at: 'Monday' },
        fits: null,
      });
    });

    it('reads the whole list where an index serves none', () => {
      const { where, fits } = filtered<Row>(order, [odd], { number: { $gt: 0 } });
      expect(where).toEqual({ number: { $gt: 0 } });
      expect(fits?.({ ...row, number: 8 })).toBe(false);
    });

    it('finds a part of a text in any case', () => {
      const parts = ['mon', 'MONDAY', 'sun'].map((part) => containing<Row>(part, ({ at }) => at));
      expect(parts.map((part) => part && part.fits(row))).toEqual([true, true, false]);
      expect(containing<Row>('', ({ at }) => at)).toBe(false);
    });
  });
});
