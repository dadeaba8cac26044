import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { KnownDocument, Stored, View } from '../../src/kernel/document-store.js';
import { type Query, comparePlaces, matches, placeIn } from '../../src/kernel/query.js';
import type { ReadChange } from '../../src/kernel/recorded-reads.js';
import { CurrentViews } from '../../src/kernel/views/current-views.js';
import type { DocumentChange } from '../../src/kernel/views/query-dependencies.js';
import { type Thing, filter, sort, things } from '../contracts/document-store.arbitraries.js';
import { amount } from '../support/scope.js';
import { looseProjection } from '../support/test-kernel.js';

const projection = looseProjection<Thing>({ name: 'things', indexes: [], on: {} });

interface Question {
  readonly ask: () => Promise<unknown>;
  readonly fresh: () => unknown;
  readonly isFind?: true;
}

const idsOf = (found: unknown) => (found as readonly Stored<Thing>[]).map(({ _id }) => _id);

/** A view in memory. `asked` counts the calls. */
class Shelf {
  asked = 0;
  constructor(readonly documents = new Map<string, Stored<Thing>>()) {}

  readonly view = {
    getMany: async (ids: readonly string[]) => {
      this.asked += 1;
      return new Map(
        ids.flatMap((id) => (this.documents.has(id) ? [[id, this.documents.get(id)]] : [])) as never,
      );
    },
    find: async (query: Query, known?: KnownDocument<Thing>) => {
      this.asked += 1;
      return this.find(query).map((found) => known?.(found._id, found._position) ?? found);
    },
    pick: async (query: Query, fields: readonly (keyof Thing)[]) => {
      this.asked += 1;
      return this.find(query).map((found) => ({
        _id: found._id,
        ...Object.fromEntries(fields.map((field) => [field, found[field]])),
      }));
    },
    count: async (where: Query['where'], most = Infinity) => {
      this.asked += 1;
      return Math.min(most, this.find({ where: where ?? {}, limit: 1000 }).length);
    },
  } as unknown as View<object>;

  find({ where = {}, sort: order, limit, after }: Query): Stored<Thing>[] {
    return [...this.documents.values()]
      .filter((document) => matches(document, where))
      .filter((document) => !after || comparePlaces(placeIn(document, order), after, order) > 0)
      .toSorted((one, other) => comparePlaces(placeIn(one, order), placeIn(other, order), order))
      .slice(0, limit);
  }

  /** Applies changes; `null` deletes. Returns what a fold tells about them. */
  changes(changed: readonly (readonly [string, number, Thing | null])[]): readonly DocumentChange[] {
    return changed.map(([id, position, document]) => ({
      id,
      position,
      before: this.documents.get(id) ?? null,
      document,
    }));
  }

  apply(changes: readonly DocumentChange[]): void {
    for (const { id, position, document } of changes) {
      if (document) this.documents.set(id, { ...document, _id: id, _position: position });
      else this.documents.delete(id);
    }
  }
}

function setUp(documents: readonly (readonly [string, number, Thing])[] = []) {
  const shelf = new Shelf();
  shelf.apply(shelf.changes(documents));
  const views = new CurrentViews();
  views.show('things', shelf.view);
  const recorded = views.records.of('things');
  const change = (changes: readonly DocumentChange[]) => {
    recorded.expect(changes);
    shelf.apply(changes);
    recorded.settle();
  };
  return { shelf, views, recorded, reader: views.of(projection), records: views.records, change };
}

const ann = { text: 'ann', score: 1 };
const bob = { text: 'bob', score: 2 };

describe('recorded reads', () => {
  const question = fc.oneof(
    fc
      .record({ where: filter, sort, limit: fc.integer({ min: 1, max: 5 }), from: fc.option(fc.nat(11)) })
      .map((find) => ({ find })),
    fc.record({ where: filter, most: fc.option(fc.integer({ min: 1, max: 5 })) }).map((count) => ({ count })),
    things.map((found) => ({ ids: found.map(([id]) => id) })),
  );
  const steps = fc.array(
    fc
      .tuple(things, fc.array(fc.boolean(), { maxLength: 12 }))
      .map(([changed, deleted]) =>
        changed.map(([id, , thing], index) => [id, thing, deleted[index] === true] as const),
      ),
    { minLength: 1, maxLength: 8 },
  );

  it('report each change that changes their result, and answer from memory what a store would', async () => {
    await fc.assert(
      fc.asyncProperty(
        things,
        fc.array(question, { minLength: 1, maxLength: 6 }),
        steps,
        async (first, asked, changed) => {
          const { shelf, reader, records, change } = setUp(first);
          const questions = asked.map((one): Question => {
            if ('ids' in one) {
              return {
                ask: async () => [...(await reader.getMany(one.ids)).values()],
                fresh: () => one.ids.flatMap((id) => shelf.documents.get(id) ?? []),
              };
            }
            if ('count' in one) {
              const { where, most } = one.count;
              return {
                ask: () => reader.count(where, most ?? undefined),
                fresh: () => Math.min(most ?? Infinity, shelf.find({ where, limit: 1000 }).length),
              };
            }
            const { from, ...query } = one.find;
            const start = from === null ? undefined : first[from];
            const after = start && placeIn({ ...start[2], _id: start[0], _position: start[1] }, query.sort);
            const whole: Query = { ...query, ...(after && { after }) };
            return { ask: () => reader.find(whole), fresh: () => shelf.find(whole), isFind: true };
          });
          const record = async (one: Question) => {
            const reported = new Set<ReadChange>();
            const { result, record: held } = await records.record(one.ask, (found) => reported.add(found));
            expect(result).toEqual(one.fresh());
            return { ...one, reported, result, held };
          };
          let known = await Promise.all(questions.map(record));
          let position = 10;
          for (const step of changed) {
            change(
              shelf.changes(
                step.map(
                  ([id, thing, isDeleted]) => [id, (position += 1), isDeleted ? null : thing] as const,
                ),
              ),
            );
            const isStale = ({ reported, result, fresh, isFind }: (typeof known)[number]) => {
              if (reported.size === 0) return !isDeepStrictEqual(result, fresh());
              // The same documents are found, in the same order.
              return (
                isFind && !reported.has('selection') && !isDeepStrictEqual(idsOf(result), idsOf(fresh()))
              );
            };
            expect(known.filter(isStale)).toEqual([]);
            known = await Promise.all(
              known.map(async (one) => {
                if (one.reported.size === 0) return one;
                const again = await record(one);
                one.held.forget();
                return again;
              }),
            );
          }
        },
      ),
      { numRuns: amount(150, 3000) },
    );
  });

  it('stay quiet about a document outside of what was found', async () => {
    const { shelf, reader, records, change } = setUp([
      ['a', 1, ann],
      ['b', 2, bob],
    ]);
    const reported: ReadChange[] = [];
    await records.record(
      () => reader.find({ where: { text: { $ne: 'x' } }, sort: { score: 1 }, limit: 1 }),
      (one) => reported.push(one),
    );
    change(shelf.changes([['b', 3, { ...bob, score: 3 }]]));
    expect(reported).toEqual([]);
    change(shelf.changes([['a', 4, { ...ann, open: true }]]));
    expect(new Set(reported)).toEqual(new Set(['document']));
    reported.length = 0;
    change(shelf.changes([['b', 4, { ...bob, score: 4 }]]));
    expect(reported).toEqual([]);
    change(shelf.changes([['b', 5, { ...bob, score: 0 }]]));
    expect(new Set(reported)).toEqual(new Set(['selection']));
  });

  describe('of a view with figures', () => {
    const counted = { ...projection, figures: ['score'] };
    const readers = (views: CurrentViews, ids = ['a', 'b']): readonly (() => Promise<unknown>)[] => {
      const reader = views.of(counted);
      return [
        () => reader.getMany(ids),
        () => reader.find({ where: { text: { $ne: 'x' } }, sort: { score: 1 }, limit: 2 }),
        () => reader.count({ score: { $gt: 1 } }),
        () => reader.pick({ limit: 5 }, ['score'] as never[]),
      ];
    };

    const FIGURES = ['figures'];
    it.each<readonly [what: string, after: object | null, expected: readonly (readonly string[])[]]>([
      ['figures', { score: 5 }, [FIGURES, FIGURES, FIGURES, FIGURES]],
      ['another field', { text: 'eve' }, [['document'], ['document', 'selection'], [], ['selection']]],
      [
        'both',
        { score: 5, open: true },
        [['document'], ['document', 'selection'], ['selection'], ['selection']],
      ],
      ['existence', null, [['document'], ['document', 'selection'], [], ['selection']]],
    ])('say what a change means: %s', async (_, after, expected) => {
      const before = { ...ann, author: { id: 'x' } };
      const { shelf, views, records, change } = setUp([
        ['a', 1, before],
        ['b', 2, bob],
      ]);
      const said = await Promise.all(
        readers(views).map(async (work) => {
          const reported = new Set<ReadChange>();
          await records.record(work, (one) => reported.add(one));
          return reported;
        }),
      );
      // As a fold may make it: equal parts are made again.
      change(shelf.changes([['a', 3, after && { ...before, author: { id: 'x' }, ...after }]]));
      expect(said.map((reported) => [...reported])).toEqual(expected);
    });

    it('say more than "figures" as soon as anything else of what was found changes', async () => {
      await fc.assert(
        fc.asyncProperty(things, steps, async (first, changed) => {
          const { shelf, views, records, change } = setUp(first);
          const rest = ({ score: _, _position: __, ...others }: Stored<Thing>) => others;
          const known = await Promise.all(
            readers(
              views,
              first.map(([id]) => id),
            )
              .slice(0, 2)
              .map(async (work) => {
                const reported = new Set<ReadChange>();
                const { result } = await records.record(work, (one) => reported.add(one));
                return { reported, shown: result instanceof Map ? [...result.values()] : result };
              }),
          );
          let position = 10;
          for (const step of changed) {
            change(
              shelf.changes(
                step.map(([id, thing, isDeleted]) => {
                  const before = shelf.documents.get(id);
                  const after = before && thing.open ? { ...rest(before), score: thing.score } : thing;
                  return [id, (position += 1), isDeleted ? null : (after as Thing)] as const;
                }),
              ),
            );
            for (const { reported, shown } of known) {
              if (reported.has('document') || reported.has('selection')) continue;
              const before = (shown as readonly Stored<Thing>[]).map(rest);
              const now = before.map(({ _id }) => shelf.documents.get(_id));
              expect(now.map((one) => one && rest(one))).toEqual(before);
            }
          }
        }),
        { numRuns: amount(150, 3000) },
      );
    });

    it('say "selection" when only figures change while the store is asked: the rest may change unseen', async () => {
      for (const which of [1, 2]) {
        const { shelf, views, records, change } = setUp([['a', 1, ann]]);
        const reported = new Set<ReadChange>();
        const reading = records.record(readers(views)[which]!, (one) => reported.add(one));
        change(shelf.changes([['a', 3, { ...ann, score: 2 }]]));
        await reading;
        expect(reported).toContain('selection');
      }
    });
  });

  it('depend on the whole view for picked fields', async () => {
    const { shelf, reader, records, change } = setUp([
      ['a', 1, ann],
      ['b', 2, bob],
    ]);
    const reported: ReadChange[] = [];
    const { result } = await records.record(
      () => reader.pick({ where: { text: 'ann' }, limit: 5 }, ['score'] as never[]),
      (one) => reported.push(one),
    );
    expect(result).toEqual([{ _id: 'a', score: 1 }]);
    change(shelf.changes([['b', 3, { ...bob, score: 3 }]]));
    expect(new Set(reported)).toEqual(new Set(['selection']));
  });

  it('ask the store once, while something depends on the answer', async () => {
    const { shelf, reader, records } = setUp([['a', 1, ann]]);
    const ask = async () => {
      await reader.find({ where: { text: 'ann' }, limit: 5 });
      await reader.getMany(['a', 'missing']);
      await reader.count({ text: 'ann' });
    };
    const first = await records.record(ask, () => undefined);
    expect(shelf.asked).toBe(3);
    const second = await records.record(ask, () => undefined);
    expect(shelf.asked).toBe(3);
    first.record.forget();
    second.record.forget();
    await records.record(ask, () => undefined);
    expect(shelf.asked).toBe(6);
  });

  it('keep nothing that was read while a commit was under way', async () => {
    const { shelf, recorded, reader, records } = setUp([['a', 1, ann]]);
    const changes = shelf.changes([['a', 2, bob]]);
    recorded.expect(changes);
    const reported: ReadChange[] = [];
    const { result } = await records.record(
      () => reader.get('a'),
      (one) => reported.push(one),
    );
    expect(result).toMatchObject(ann);
    shelf.apply(changes);
    recorded.settle();
    expect(reported).toEqual(['document']);
    expect(
      (
        await records.record(
          () => reader.get('a'),
          () => undefined,
        )
      ).result,
    ).toMatchObject(bob);
  });

  it('report everything when queries read another generation', async () => {
    const { views, reader, records } = setUp([['a', 1, ann]]);
    const reported: ReadChange[] = [];
    await records.record(
      () => reader.get('a'),
      (one) => reported.push(one),
    );
    const other = new Shelf();
    views.show('things', other.view);
    expect(reported).toEqual(['selection']);
    expect(
      (
        await records.record(
          () => reader.get('a'),
          () => undefined,
        )
      ).result,
    ).toBeNull();
  });

  it('depend on the whole view after too many documents', async () => {
    const { shelf, reader, records, change } = setUp();
    const reported: ReadChange[] = [];
    const ids = Array.from({ length: 501 }, (_, index) => `d${index}`);
    await records.record(
      () => reader.getMany(ids),
      (one) => reported.push(one),
    );
    change(shelf.changes([['elsewhere', 1, ann]]));
    expect(new Set(reported)).toEqual(new Set(['selection']));
  });

  it('depend on the whole view when too many queries name no value', async () => {
    const { shelf, reader, records, change } = setUp();
    const reported: number[] = [];
    for (let score = 0; score <= 1000; score += 1) {
      await records.record(
        () => reader.find({ where: { score: { $gt: score } }, limit: 1 }),
        () => reported.push(score),
      );
    }
    change(shelf.changes([['elsewhere', 1, { score: 0 }]]));
    expect(new Set(reported)).toEqual(new Set([1000]));
  });

  it('record nothing when the work fails', async () => {
    const { shelf, reader, records, change } = setUp([['a', 1, ann]]);
    const reported: ReadChange[] = [];
    const work = async () => {
      await reader.get('a');
      throw new Error('no answer');
    };
    await expect(records.record(work, (one) => reported.push(one))).rejects.toThrow('no answer');
    change(shelf.changes([['a', 2, bob]]));
    expect(reported).toEqual([]);
  });

  describe('of a view that many people read', () => {
    const remembering = (mostIdle = 2) => {
      const parts = setUp([
        ['a', 1, ann],
        ['b', 2, bob],
      ]);
      const reader = parts.views.of({ ...projection, isRemembered: true });
      parts.recorded.mostIdle = mostIdle;
      return { ...parts, reader };
    };

    it('stay in memory, and change with the store', async () => {
      const { shelf, reader, change } = remembering();
      expect(await reader.get('a')).toMatchObject(ann);
      expect((await reader.getMany(['a', 'a'])).get('a')).toMatchObject(ann);
      expect(shelf.asked).toBe(1);
      change(shelf.changes([['a', 3, bob]]));
      expect(await reader.get('a')).toEqual({ ...bob, _id: 'a', _position: 3 });
      change(shelf.changes([['a', 4, null]]));
      expect(await reader.get('a')).toBeNull();
      expect(shelf.asked).toBe(1);
    });

    it('are known to a query at the position that the store has', async () => {
      const { shelf, reader } = remembering();
      const known = await reader.get('a');
      const found = await reader.find({ sort: { _id: 1 }, limit: 2 });
      expect(found[0]).toBe(known);
      shelf.apply(shelf.changes([['a', 3, bob]]));
      // As if another process had written it.
      expect((await reader.find({ sort: { _id: 1 }, limit: 1 }))[0]).toMatchObject({ ...bob, _position: 3 });
    });

    it('are asked for again each time while a commit is under way', async () => {
      const { shelf, reader, recorded } = remembering();
      await reader.get('a');
      const changes = shelf.changes([['a', 3, bob]]);
      recorded.expect(changes);
      expect(await reader.get('a')).toMatchObject(ann);
      expect(await reader.find({ where: { text: 'ann' }, limit: 1 })).toHaveLength(1);
      shelf.apply(changes);
      expect(await reader.get('a')).toMatchObject(bob);
      recorded.settle();
      expect(await reader.get('a')).toMatchObject(bob);
      expect(shelf.asked).toBe(4);
    });

    it('are not kept if they were read before a commit and arrive after it', async () => {
      const { shelf, reader, change } = remembering();
      const reading = reader.get('a');
      change(shelf.changes([['a', 3, bob]]));
      await reading;
      expect(await reader.get('a')).toMatchObject(bob);
      const finding = reader.find({ sort: { _id: -1 }, limit: 1 });
      change(shelf.changes([['b', 4, ann]]));
      await finding;
      expect(await reader.get('b')).toMatchObject(ann);
    });

    it('leave for others, those that were read again last', async () => {
      const { shelf, reader } = remembering();
      for (const id of ['a', 'a', 'b', 'c', 'a']) await reader.get(id);
      expect(shelf.asked).toBe(3);
      await reader.get('b');
      expect(shelf.asked).toBe(4);
    });

    it('do not leave while recorded work depends on them', async () => {
      const { shelf, reader, records, change } = remembering();
      const reported: ReadChange[] = [];
      await reader.get('a');
      await records.record(
        () => reader.get('a'),
        (one) => reported.push(one),
      );
      for (const id of ['b', 'c', 'd', 'e']) await reader.get(id);
      change(shelf.changes([['a', 3, bob]]));
      expect(new Set(reported)).toEqual(new Set(['document']));
    });

    it('are those of the generation that queries read', async () => {
      const { reader, views } = remembering();
      await reader.get('a');
      views.show('things', new Shelf().view);
      expect(await reader.get('a')).toBeNull();
    });
  });

  describe('remembered work', () => {
    const remembering = () => {
      const parts = setUp([['a', 1, ann]]);
      let isOver = false;
      const remembered = parts.records.remembered(
        async () => ((await parts.reader.get('a')) as Thing | null)?.text ?? null,
        () => isOver,
      );
      return { ...parts, remembered, end: () => (isOver = true) };
    };

    it('runs again only after a change, or when its result is over', async () => {
      const { shelf, remembered, change, end } = remembering();
      expect([await remembered(), await remembered(), shelf.asked]).toEqual(['ann', 'ann', 1]);
      change(shelf.changes([['a', 2, bob]]));
      expect(await remembered()).toBe('bob');
      const { asked } = shelf;
      end();
      await remembered();
      await remembered();
      // What it depends on was in memory.
      expect(shelf.asked).toBe(asked);
    });

    it('ends when what it has read ends, and so does work that uses it', async () => {
      const { records } = setUp();
      let [now, runs] = ['2026-01-01', 0];
      const remembered = records.remembered(
        async () => {
          records.holdsUntil(now === '2026-01-01' ? '2026-01-02' : null);
          return (runs += 1);
        },
        (_, endsAt) => endsAt !== null && now >= endsAt,
      );
      await remembered();
      const { record } = await records.record(remembered, () => undefined);
      expect([record.endsAt, runs]).toEqual(['2026-01-02', 1]);
      now = '2026-01-02';
      expect([await remembered(), await remembered()]).toEqual([2, 2]);
    });

    it('passes its changes on to recorded work', async () => {
      const { shelf, remembered, records, change } = remembering();
      const reported: ReadChange[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        await records.record(remembered, (one) => reported.push(one));
      }
      change(shelf.changes([['a', 2, bob]]));
      expect(reported.length).toBeGreaterThanOrEqual(2);
      expect(new Set(reported)).toEqual(new Set(['document']));
    });
  });
});
