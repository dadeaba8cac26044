import fc from 'fast-check';
import type { Filter, Query, Scalar } from '../../src/kernel/query.js';

/** Documents to query: a field of each type, one of them nested, any of them null or missing. */
export interface Thing {
  readonly text?: string | null;
  readonly score?: number | null;
  readonly open?: boolean | null;
  readonly author?: { readonly id?: string | null };
}

const TEXTS = [
  '',
  'a',
  'ab',
  'abc',
  'b',
  'B',
  'ä',
  '%',
  '_',
  '\u{d7ff}x',
  '\u{ffff}',
  '\u{10ffff}',
  '\u{10ffff}a',
  '🦶',
];
const NUMBERS = [-1.5, -1, 0, 0.1, 1, 2, 10, 5_000_000_000];
const FIELDS = { text: TEXTS, score: NUMBERS, open: [false, true], 'author.id': TEXTS } as const;
const ids = TEXTS.filter((text) => text !== '').map((text) => `${text}!`);

const perhaps = <Value>(values: readonly Value[]) =>
  fc.option(fc.oneof(fc.constantFrom(...values), fc.constant(null)), { nil: undefined });

const thing: fc.Arbitrary<Thing> = fc
  .record({
    text: perhaps(TEXTS),
    score: perhaps(NUMBERS),
    open: perhaps([true, false]),
    author: fc.option(fc.record({ id: perhaps(TEXTS) }), { nil: undefined }),
  })
  // As a store returns it: undefined fields are missing.
  .map((made) => JSON.parse(JSON.stringify(made)) as Thing);

/** Documents with their ids and positions. */
export const things = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 1, max: 9 }), thing),
  {
    selector: ([id]) => id,
    maxLength: 12,
  },
);

const anyScalar: fc.Arbitrary<Scalar> = fc.constantFrom<Scalar>(null, true, false, ...NUMBERS, ...TEXTS);

const condition = fc
  .constantFrom('text', 'score', 'open', 'author.id', '_id', '_position', 'missing.altogether')
  .chain((field): fc.Arbitrary<Filter> => {
    const own: readonly Scalar[] =
      field in FIELDS ? FIELDS[field as keyof typeof FIELDS] : [...ids, 1, 2, 5, '5'];
    const scalar = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...own, null) },
      { weight: 1, arbitrary: anyScalar },
    );
    const bound = fc.constantFrom<string | number>(...TEXTS, ...NUMBERS);
    return fc
      .oneof(
        scalar,
        scalar.map(($eq) => ({ $eq })),
        scalar.map(($ne) => ({ $ne })),
        fc.array(scalar, { maxLength: 4 }).map(($in) => ({ $in })),
        fc
          .tuple(fc.constantFrom('$lt', '$lte', '$gt', '$gte'), bound)
          .map(([operator, operand]) => ({ [operator]: operand })),
        fc.tuple(bound, bound).map(([$gte, $lt]) => ({ $gte, $lt })),
        fc.constantFrom(...TEXTS).map(($prefix) => ({ $prefix })),
        fc.constantFrom(...TEXTS).map(($contains) => ({ $contains })),
      )
      .map((comparison) => ({ [field]: comparison }) as Filter);
  });

/** Any filter of the query language. */
export const { filter } = fc.letrec<{ filter: Filter; filters: Filter[] }>((tie) => ({
  filters: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
  filter: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    condition,
    fc.constant({}),
    tie('filters').map(($and) => ({ $and })),
    tie('filters').map(($or) => ({ $or })),
    fc.tuple(condition, condition).map(([one, two]) => ({ ...one, ...two })),
  ),
}));

/** Any sort of the query language. */
export const sort = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom('text', 'score', 'open', 'author.id', '_position'), fc.constantFrom(1, -1)),
    {
      selector: ([field]) => field,
      maxLength: 3,
    },
  )
  .chain((fields) =>
    fc.constantFrom<[string, 1 | -1][]>([], [['_id', 1]], [['_id', -1]]).map((end) => [...fields, ...end]),
  )
  .map((fields) => Object.fromEntries(fields) as NonNullable<Query['sort']>);
