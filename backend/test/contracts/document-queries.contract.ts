import fc from 'fast-check';
import type { DocumentStore, Stored, View } from '../../src/kernel/document-store.js';
import { type Filter, type Query, UnsupportedQueryError, matches, valueAt } from '../../src/kernel/query.js';
import { type Thing, filter, sort, things } from './document-store.arbitraries.js';
import { page } from './query-model.js';

/** The part of the contract about the query language. Call it within a `describe`; each test gets its own store. */
export function documentQueriesContract(storeOf: () => DocumentStore): void {
  let serial = 0;

  const filled = async (documents: readonly (readonly [string, number, Thing])[]): Promise<View<Thing>> => {
    const indexes = [{ fields: { text: 1 }, also: ['score'] }, { fields: { open: 1, score: -1 } }] as const;
    const view = await storeOf().open<Thing>({
      name: 'things',
      generation: `v1-${(serial += 1)}`,
      indexes,
      create: true,
    });
    await view.commit({
      from: 0,
      to: 9,
      documents: documents.map(([id, position, document]) => ({ id, position, document })),
      parked: [],
    });
    return view;
  };

  const stored = (documents: readonly (readonly [string, number, Thing])[]): Stored<Thing>[] =>
    documents.map(([id, position, document]) => ({ ...document, _id: id, _position: position }));

  const picked = ({ _id, text = null, score = null }: Stored<Thing>) => ({ _id, text, score });

  const idsOf = (found: readonly Stored<Thing>[]) => found.map(({ _id }) => _id);

  describe('queries', () => {
    const five = [
      ['none', 1, {}],
      ['null', 2, { text: null, score: null, open: null }],
      ['low', 3, { text: 'foot', score: 1, open: true }],
      ['high', 4, { text: 'footnote', score: 2, open: false }],
      ['top', 5, { text: 'Foot_%', score: 10, open: true, author: { id: 'ann' } }],
    ] as const;

    it.each<[string, Filter, string[]]>([
      ['a value', { text: 'foot' }, ['low']],
      ['a nested value', { 'author.id': 'ann' }, ['top']],
      ['null, which includes a missing field', { text: null }, ['none', 'null']],
      ['true, which differs from 1', { open: true }, ['low', 'top']],
      ['1, which differs from true', { open: 1 }, []],
      ['true, where a document has 1', { score: true }, []],
      ['$ne, which includes a missing field', { text: { $ne: 'foot' } }, ['high', 'none', 'null', 'top']],
      ['$ne null', { text: { $ne: null } }, ['high', 'low', 'top']],
      ['$in', { score: { $in: [1, 10, 99] } }, ['low', 'top']],
      ['$in with null', { score: { $in: [1, null] } }, ['low', 'none', 'null']],
      ['$in with an empty list', { score: { $in: [] } }, []],
      ['$lt, which excludes null', { score: { $lt: 2 } }, ['low']],
      ['a range', { score: { $gt: 1, $lte: 10 } }, ['high', 'top']],
      ['a range of another type', { score: { $gt: '' } }, []],
      ['a range of numbers over booleans', { open: { $gte: 0 } }, []],
      ['$prefix, case-sensitive and literal', { text: { $prefix: 'foot' } }, ['high', 'low']],
      ['$contains, literal', { text: { $contains: '_%' } }, ['top']],
      ['$and', { $and: [{ open: true }, { score: { $gt: 1 } }] }, ['top']],
      ['$or beside a field', { open: true, $or: [{ score: 1 }, { score: 2 }] }, ['low']],
      ['the id', { _id: { $in: ['low', 'missing'] } }, ['low']],
      ['the position', { _position: { $gte: 4 } }, ['high', 'top']],
      ['the position, which is not a string', { _position: '4' }, []],
      ['everything', {}, ['high', 'low', 'none', 'null', 'top']],
    ])('find and count %s', async (_, where, expected) => {
      const view = await filled(five);
      expect(idsOf(await view.find({ where, limit: 1000 }))).toEqual(expected);
      expect(await view.count(where)).toBe(expected.length);
      expect(await view.count(where, 2)).toBe(Math.min(2, expected.length));
    });

    it('sort null first when ascending and last when descending, and break ties by id in the direction of the last field', async () => {
      const view = await filled(five);
      expect(idsOf(await view.find({ sort: { score: 1 }, limit: 9 }))).toEqual([
        'none',
        'null',
        'low',
        'high',
        'top',
      ]);
      expect(idsOf(await view.find({ sort: { score: -1 }, limit: 9 }))).toEqual([
        'top',
        'high',
        'low',
        'null',
        'none',
      ]);
    });

    it('sort and compare strings by UTF-8 bytes, not by UTF-16 code units', async () => {
      const texts = ['Z', 'a', 'ä', '\u{fffd}', '🦶'];
      const view = await filled(texts.toReversed().map((text, index) => [`id${index}`, 1, { text }]));
      const found = async (query: Partial<Query>) =>
        (await view.find({ sort: { text: 1 }, limit: 9, ...query })).map(({ text }) => text);
      expect(await found({})).toEqual(texts);
      expect(await found({ sort: { text: -1 } })).toEqual(texts.toReversed());
      expect(await found({ where: { text: { $gt: '\u{fffd}' } } })).toEqual(['🦶']);
      expect(await found({ where: { text: { $lte: '\u{fffd}' } } })).toEqual(texts.slice(0, 4));
    });

    it('sort null before false before true, and continue a page after each', async () => {
      const view = await filled([
        ['yes', 1, { open: true }],
        ['no', 1, { open: false }],
        ['none', 1, {}],
      ]);
      for (const [ordering, order] of [
        [{ open: 1 }, ['none', 'no', 'yes']],
        [{ open: -1 }, ['yes', 'no', 'none']],
      ] as const) {
        const all = await view.find({ sort: ordering, limit: 9 });
        expect(idsOf(all)).toEqual(order);
        for (const [index, { open = null, _id }] of all.entries()) {
          expect(idsOf(await view.find({ sort: ordering, limit: 9, after: [open, _id] }))).toEqual(
            order.slice(index + 1),
          );
        }
      }
    });

    it('return at most the limit', async () => {
      expect(await (await filled(five)).find({ limit: 2 })).toHaveLength(2);
    });

    it.each<[string, object]>([
      ['an unknown operator', { where: { text: { $regex: 'a' } }, limit: 1 }],
      ['an unknown logical operator', { where: { $nor: [{ text: 'a' }] }, limit: 1 }],
      ['an empty $and', { where: { $and: [] }, limit: 1 }],
      ['an empty $or', { where: { $or: [] }, limit: 1 }],
      ['an $or that is not a list', { where: { $or: { text: 'a' } }, limit: 1 }],
      ['a null filter in a list', { where: { $and: [null] }, limit: 1 }],
      ['a filter that is a list', { where: [], limit: 1 }],
      ['an empty condition', { where: { text: {} }, limit: 1 }],
      ['a condition of undefined', { where: { text: undefined }, limit: 1 }],
      ['a condition that is a list', { where: { text: ['a'] }, limit: 1 }],
      ['a condition that is a date', { where: { text: new Date(0) }, limit: 1 }],
      ['not a number', { where: { score: Number.NaN }, limit: 1 }],
      ['an $in that is not a list', { where: { text: { $in: 'a' } }, limit: 1 }],
      ['an $in of objects', { where: { text: { $in: [{}] } }, limit: 1 }],
      ['a range with null', { where: { score: { $lt: null } }, limit: 1 }],
      ['a range with a boolean', { where: { score: { $gt: true } }, limit: 1 }],
      ['a $prefix of a number', { where: { text: { $prefix: 1 } }, limit: 1 }],
      ['a $contains of null', { where: { text: { $contains: null } }, limit: 1 }],
      ['a $has that is not a list', { where: { text: { $has: 'a' } }, sort: { _id: 1 }, limit: 1 }],
      ['a $has of numbers', { where: { text: { $has: [1] } }, sort: { _id: 1 }, limit: 1 }],
      ['a $has in another order', { where: { text: { $has: ['a'] } }, sort: { score: 1 }, limit: 1 }],
      ['a $has in no order', { where: { text: { $has: ['a'] } }, limit: 1 }],
      [
        'a $has with another field',
        { where: { text: { $has: ['a'] }, score: 1 }, sort: { _id: 1 }, limit: 1 },
      ],
      [
        'a $has as an alternative',
        { where: { $or: [{ text: { $has: ['a'] } }] }, sort: { _id: 1 }, limit: 1 },
      ],
      ['a field with an SQL injection', { where: { "a') OR 1 --": 1 }, limit: 1 }],
      ['a field with an empty part', { where: { 'a..b': 1 }, limit: 1 }],
      ['a sort with an unknown direction', { sort: { text: 2 }, limit: 1 }],
      ['a sort by a bad field', { sort: { 'text; DROP TABLE documents': 1 }, limit: 1 }],
      ['no limit', {}],
      ['a limit of 0', { limit: 0 }],
      ['a limit of 1001', { limit: 1001 }],
      ['a limit that is not whole', { limit: 1.5 }],
      ['an "after" that is too short', { sort: { text: 1 }, limit: 1, after: ['a'] }],
      ['an "after" that is too long', { sort: { _id: 1 }, limit: 1, after: ['a', 'b'] }],
      ['an "after" of objects', { limit: 1, after: [{}] }],
      ['an "after" whose id is not a string', { limit: 1, after: [null] }],
    ])('reject %s (V1.2.4)', async (_, query) => {
      const view = await filled(five);
      await expect(view.find(query as Query)).rejects.toBeInstanceOf(UnsupportedQueryError);
      await expect(view.pick(query as Query, ['text'])).rejects.toBeInstanceOf(UnsupportedQueryError);
      expect(await view.count({})).toBe(5);
    });

    it('takes a document that is known, unless it reads that it is older, and reads the others', async () => {
      const view = await filled(five);
      const all = await view.find({ sort: { _id: 1 }, limit: 9 });
      const [first, second] = all.map((document) => ({ ...document, score: -1 }));
      const older = second && { ...second, _position: -1 };
      const known = (id: string, position?: number) => {
        if (id === first?._id) return first;
        return id === older?._id && position === older._position ? older : undefined;
      };
      const found = await view.find({ sort: { _id: 1 }, limit: 9 }, known);
      expect(found).toEqual([first, ...all.slice(1)]);
    });

    it('reject a count with an unknown operator', async () => {
      const view = await filled(five);
      await expect(view.count({ text: { $size: 1 } as never })).rejects.toBeInstanceOf(UnsupportedQueryError);
    });

    it('agree with a simple model of the language for any query', async () => {
      await fc.assert(
        fc.asyncProperty(
          things,
          fc.array(fc.record({ where: filter, sort, limit: fc.integer({ min: 1, max: 4 }) }), {
            minLength: 8,
            maxLength: 8,
          }),
          async (documents, queries) => {
            const view = await filled(documents);
            const all = stored(documents);
            for (const query of queries) {
              expect(await view.find(query)).toEqual(page(all, query));
              const known = (id: string) => all.slice(1).find(({ _id }) => _id === id);
              expect(await view.find(query, known)).toEqual(page(all, query));
              expect(await view.pick(query, ['text', 'score'])).toEqual(page(all, query).map(picked));
              expect(await view.count(query.where)).toBe(
                all.filter((document) => matches(document, query.where)).length,
              );
            }
            await view.close();
          },
        ),
        { numRuns: 60 },
      );
    });

    it('page through all matches exactly once, in order', async () => {
      await fc.assert(
        fc.asyncProperty(
          things,
          fc.array(
            fc.record({
              where: fc.oneof(fc.constant({}), filter),
              sort,
              limit: fc.integer({ min: 1, max: 3 }),
            }),
            {
              minLength: 6,
              maxLength: 6,
            },
          ),
          async (documents, queries) => {
            const view = await filled(documents);
            for (const query of queries) {
              const places = [...new Set([...Object.keys(query.sort), '_id'])];
              const seen: Stored<Thing>[] = [];
              for (let found = await view.find(query); found.length > 0;) {
                seen.push(...found);
                const last = found.at(-1) as Stored<Thing>;
                found = await view.find({ ...query, after: places.map((field) => valueAt(last, field)) });
              }
              expect(idsOf(seen)).toEqual(idsOf(page(stored(documents), { ...query, limit: 1000 })));
            }
            await view.close();
          },
        ),
        { numRuns: 60 },
      );
    });
  });
}
