import fc from 'fast-check';
import type { DocumentStore, Stored, View } from '../../src/kernel/document-store.js';
import { type Query, mergeOf, valueAt } from '../../src/kernel/query.js';
import { page } from './query-model.js';

interface Entry {
  readonly owner: string | null;
  readonly isOpen: boolean;
  readonly name: string | null;
  readonly rank: number | null;
}

/** The part of the contract about lists of many values, which are merged. Call it within a `describe`. */
export function documentMergesContract(storeOf: () => DocumentStore): void {
  let serial = 0;

  const filled = async (entries: readonly Entry[]): Promise<View<Entry>> => {
    const indexes = [
      { fields: { owner: 1, isOpen: 1, name: -1 } },
      { fields: { owner: 1, isOpen: 1, rank: 1 } },
      { fields: { owner: 1, _id: 1 }, isSparse: true },
    ] as const;
    const generation = `v1-${(serial += 1)}`;
    const view = await storeOf().open<Entry>({ name: 'entries', generation, indexes, create: true });
    await view.buildIndexes();
    await view.commit({ from: 0, to: 1, documents: documentsOf(entries), parked: [] });
    return view;
  };

  /** Their ids have another order than they have themselves. */
  const documentsOf = (entries: readonly Entry[]) =>
    entries.map((document, index) => ({
      id: `e${String((index * 389) % 1000).padStart(3, '0')}`,
      position: 1,
      document,
    }));

  const expectPages = async (view: View<Entry>, entries: readonly Entry[], query: Query) => {
    expect(mergeOf(query)).not.toBeNull();
    const stored = documentsOf(entries).map(({ id, document }) => ({ ...document, _id: id, _position: 1 }));
    const [field = ''] = Object.keys(query.sort ?? {});
    const found: Stored<Entry>[] = [];
    for (let after: Query['after']; ;) {
      const part = await view.find({ ...query, ...(after && { after }) });
      const names = await view.pick({ ...query, ...(after && { after }) }, ['name']);
      expect(names).toEqual(part.map(({ _id, name }) => expect.objectContaining({ _id, name })));
      expect(part.length).toBeLessThanOrEqual(query.limit);
      found.push(...part);
      const last = part.at(-1);
      if (!last) break;
      after = field === '_id' ? [last._id] : [valueAt(last, field), last._id];
    }
    expect(found).toEqual(page(stored, { ...query, limit: 1000 }));
  };

  describe('merges', () => {
    const value = <Value>(...values: readonly Value[]) => fc.option(fc.constantFrom(...values), { freq: 9 });
    const entry: fc.Arbitrary<Entry> = fc.record({
      owner: value('ann', 'bob', 'cleo', ''),
      isOpen: fc.boolean(),
      name: value('', 'a', 'b', '\u{ffff}', '\u{10ffff}'),
      rank: value(-1, 0, 1, 2.5),
    });

    it('list the documents of several values in one order, page by page, each once and without nulls', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(entry, { maxLength: 30 }),
          fc.uniqueArray(fc.constantFrom('ann', 'bob', 'cleo', '', 'nobody'), { minLength: 2 }),
          fc.constantFrom<Pick<Query, 'where' | 'sort'>>(
            { where: { name: { $gte: '' } }, sort: { name: -1 } },
            { where: { name: { $gte: 'a', $lt: '\u{10ffff}' } }, sort: { name: 1 } },
            { where: { rank: { $gte: 0 } }, sort: { rank: 1 } },
            { where: { rank: { $gte: -1 } }, sort: { rank: -1 } },
            { where: {}, sort: { _id: -1 } },
            { where: { _id: { $gte: 'e1', $lt: 'e7' } }, sort: { _id: 1 } },
          ),
          fc.integer({ min: 1, max: 9 }),
          async (entries, owners, { where, sort }, limit) => {
            const view = await filled(entries);
            const open = { isOpen: true, owner: { $in: [...owners, 'ann', 'ann'] }, ...where };
            await expectPages(view, entries, { where: open, sort: sort ?? {}, limit });
            await view.close();
          },
        ),
        { numRuns: 60 },
      );
    });

    it('list the documents of a thousand values', async () => {
      const names = Array.from({ length: 1000 }, (_, index) => `name ${(index * 7) % 250}`);
      const entries = names.map((name, index) => ({
        owner: `owner ${index % 950}`,
        isOpen: index % 3 > 0,
        name,
        rank: index % 40,
      }));
      const view = await filled(entries);
      const owner = { $in: entries.map((one) => one.owner) };
      for (const query of [
        { where: { owner, isOpen: true, name: { $gte: '' } }, sort: { name: -1 }, limit: 331 },
        { where: { owner, isOpen: true, rank: { $gte: 0 } }, sort: { rank: 1 }, limit: 101 },
        { where: { owner, isOpen: true }, sort: { _id: -1 }, limit: 331 },
      ] as const) {
        await expectPages(view, entries, query);
      }
      await view.close();
    });

    it('list the documents with one of some texts in their lists, once, as the lists are built and change', async () => {
      const tags = fc.option(fc.uniqueArray(fc.constantFrom('red', 'green', 'blue', ''), { maxLength: 3 }));
      await fc.assert(
        fc.asyncProperty(
          fc.array(tags, { minLength: 12, maxLength: 12 }),
          fc.uniqueArray(fc.constantFrom('red', 'green', 'blue', '', 'none')),
          fc.constantFrom({}, { _id: { $gte: 'd2', $lt: 'd5' } }),
          fc.constantFrom(1 as const, -1 as const),
          async (lists, wanted, ids, direction) => {
            const [first, later] = [lists.slice(0, 6), lists.slice(6)];
            const indexes = [{ fields: { tags: 1 }, isList: true }] as const;
            const spec = { name: 'tagged', generation: `v1-${(serial += 1)}`, indexes };
            const build = await storeOf().build(spec);
            await build.write(
              first.map((list, index) => ({
                id: `d${index}`,
                position: 1,
                body: JSON.stringify({ tags: list }),
                isNew: true,
              })),
            );
            await build.finish({ checkpoint: 1, origin: null, parked: [] });
            await build.close();
            const view = await storeOf().open<{ tags: readonly string[] | null }>(spec);
            // The first one stays, the second goes, the others change, and one comes.
            const changes = later.map((list, index) => ({
              id: `d${index + 1}`,
              position: 2,
              document: index === 0 ? null : { tags: list },
            }));
            await view.commit({ from: 1, to: 2, documents: changes, parked: [] });
            const stored = [
              { _id: 'd0', _position: 1, tags: first[0] ?? null },
              ...changes.flatMap(({ id, document }) =>
                document ? [{ _id: id, _position: 2, ...document }] : [],
              ),
            ];
            const where = { tags: { $has: wanted }, ...ids };
            const all = page(stored, { where, sort: { _id: direction }, limit: 9 });
            const two = await view.find({ where, sort: { _id: direction }, limit: 2 });
            const after = two.map(({ _id }) => _id).slice(-1);
            const rest =
              after.length > 0 ? await view.find({ where, sort: { _id: direction }, limit: 9, after }) : [];
            expect([...two, ...rest]).toEqual(all);
            expect(await view.count(where)).toBe(all.length);
            expect(await view.count(where, 1)).toBe(Math.min(1, all.length));
            await view.close();
          },
        ),
        { numRuns: 40 },
      );
    });
  });
}
