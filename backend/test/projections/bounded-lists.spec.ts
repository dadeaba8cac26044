import { wholeCatalogue } from '../../src/domain/events.js';
import type { Catalogue, Recorded } from '../../src/kernel/event.js';
import type { EventFold } from '../../src/kernel/projection.js';
import { projections } from '../../src/projections/projections.js';
import { exampleData } from '../support/example-data.js';

/** No list in a document may be longer, and no record. */
const LONGEST = 200;
const TIMES = LONGEST + 100;
const START = Date.UTC(2026, 10, 21, 12);
const WEEK_MS = 7 * 86_400_000;

/** Records that stay short for another reason: the currencies of payments, and the boosts of a post, each of which was paid for. */
const SHORT = new Set(['money', 'gains']);
/** Fields that do not take many values: operators set them. */
const FEW = new Set(['model', 'promptVersion']);

type Data = Readonly<Record<string, unknown>>;
type Folds = Readonly<Record<string, EventFold<object, string, object>>>;

/** The data of an example, in which other people reply. */
function dataOf(type: string): Data {
  const data: Data = exampleData(type);
  return 'parent' in data ? { ...data, parent: { commentId: 'parentId', authorId: 'parentAuthorId' } } : data;
}

/** One of many events, `ms` milliseconds after each other, with an id of its own in this field. */
function eventOf(
  type: string,
  { number, field, ms }: { number: number; field: string; ms: number },
): Recorded {
  const numbered = (value: unknown, name: string): unknown => {
    if (name === 'perceptualHash') return '0123456789abcdef';
    if (value === field && name === field) return `${field}-${number}`;
    if (Array.isArray(value)) return value.map((item) => numbered(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, numbered(part, key)]));
  };
  const at = new Date(START + number * ms).toISOString();
  const metadata = {
    at,
    actor: { kind: 'user', id: 'accountId' },
    requestId: null,
    $correlationId: 'c',
    version: 1,
  };
  const data = numbered(dataOf(type), '');
  const place = { id: `e${number}`, stream: 's-1', revision: number, position: number + 1 };
  return { ...place, type, data, metadata } as unknown as Recorded;
}

/** The ids in an example, which are the names of their fields. */
function idsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return value === name ? [name] : [];
  if (typeof value !== 'object' || value === null) return [];
  const parts = Object.entries(value).map(([key, part]) => idsIn(part, Array.isArray(value) ? name : key));
  return [...new Set(parts.flat())];
}

function longestIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.entries(value).filter(([name]) => !SHORT.has(name));
  return Math.max(parts.length, ...parts.map(([, part]) => longestIn(part)));
}

/** The longest list or record in a document after one event, and others so many times. */
function longestAfter(
  on: Folds,
  [first, second]: readonly [string, string],
  { field, ms, times }: { readonly field: string; readonly ms: number; readonly times: number },
): number {
  const documents = new Map<string, object | null>();
  const fold = (event: Recorded) => {
    const { ids, fold: folded } = on[event.type] as EventFold<object, string, object>;
    for (const id of ids(event as never))
      documents.set(id, folded(documents.get(id) ?? null, event as never, id));
  };
  fold(eventOf(first, { number: 0, field: '', ms }));
  for (let number = 1; number <= times; number += 1) fold(eventOf(second, { number, field, ms }));
  return Math.max(0, ...[...documents.values()].map(longestIn));
}

describe('lists in documents', () => {
  const isKnown = (type: string) => type in (wholeCatalogue as Catalogue);

  it.each(projections.map(({ name }) => name))('do not grow without a bound: %s', (name) => {
    const { on } = projections.find((one) => one.name === name) as (typeof projections)[number];
    const folds = on as unknown as Folds;
    const types = Object.keys(folds).filter(isKnown);
    const unbounded: unknown[] = [];
    const isBeginning = (type: string) => {
      const event = eventOf(type, { number: 0, field: '', ms: 1 });
      return folds[type]
        ?.ids(event as never)
        .some((id) => folds[type]?.fold(null, event as never, id) !== null);
    };
    for (const second of types) {
      for (const first of isBeginning(second) ? [second] : types.filter(isBeginning)) {
        for (const field of ['', ...idsIn(dataOf(second)).filter((id) => !FEW.has(id))]) {
          for (const ms of [1, WEEK_MS]) {
            const grown = [3, 6].map((times) => longestAfter(folds, [first, second], { field, ms, times }));
            if (grown[0] === grown[1]) continue;
            const longest = longestAfter(folds, [first, second], { field, ms, times: TIMES });
            if (longest > LONGEST) unbounded.push([first, second, field, longest]);
          }
        }
      }
    }
    expect(unbounded).toEqual([]);
  });
});
