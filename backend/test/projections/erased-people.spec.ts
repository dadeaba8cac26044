import { isDeepStrictEqual } from 'node:util';
import { wholeCatalogue } from '../../src/domain/events.js';
import type { Catalogue, Recorded } from '../../src/kernel/event.js';
import type { EventFold } from '../../src/kernel/projection.js';
import { projections } from '../../src/projections/projections.js';
import { exampleData } from '../support/example-data.js';

const metadata = {
  at: '2026-11-21T12:00:00.000Z',
  actor: { kind: 'admin', id: 'adminId' },
  requestId: null,
  $correlationId: 'c1',
  version: 1,
};

/** An event of this type whose personal fields can be read, or cannot any more. */
function eventOf(type: string, isErased: boolean): Recorded {
  const fields = (wholeCatalogue as Catalogue)[type]?.personal?.fields ?? [];
  const gone = Object.fromEntries(isErased ? fields.map((field) => [field, null]) : []);
  const data = { ...exampleData(type, gone), perceptualHash: '0123456789abcdef' };
  return { id: 'e1', stream: 's-1', revision: 0, position: 2, type, data, metadata } as unknown as Recorded;
}

type Folds = Readonly<Record<string, EventFold<object, string, object>>>;

/** The documents that two events leave, by id. */
function documentsOf(on: Folds, types: readonly string[], isErased: boolean): Map<string, object> {
  const documents = new Map<string, object>();
  for (const type of types) {
    const event = eventOf(type, isErased);
    for (const id of on[type]?.ids(event as never) ?? []) {
      const after = on[type]?.fold(documents.get(id) ?? null, event as never, id);
      if (after) documents.set(id, after);
      else documents.delete(id);
    }
  }
  return documents;
}

describe('a document of erased people', () => {
  const isPersonal = (type: string) => 'personal' in ((wholeCatalogue as Catalogue)[type] ?? {});

  it.each(projections.map(({ name }) => name))(
    'reads like one that is built without their keys: %s',
    (name) => {
      const { on, ofLiving } = projections.find((one) => one.name === name) as (typeof projections)[number];
      const types = Object.keys(on);
      const different: unknown[] = [];
      for (const first of types) {
        for (const second of types.filter((type) => isPersonal(type) || isPersonal(first))) {
          const built = documentsOf(on as unknown as Folds, [first, second], true);
          for (const [id, document] of documentsOf(on as unknown as Folds, [first, second], false)) {
            const place = { _id: id, _position: 2 };
            const stored = { ...document, ...place };
            const read = ofLiving ? ofLiving(stored, (person) => typeof person === 'string') : stored;
            const there = built.get(id);
            const expected = there ? { ...there, ...place } : null;
            if (!isDeepStrictEqual(read, expected)) different.push({ first, second, read, expected });
            const living = ofLiving ? ofLiving(stored, () => false) : stored;
            if (!isDeepStrictEqual(living, stored)) different.push({ first, second, living, stored });
          }
        }
      }
      expect(different).toEqual([]);
    },
  );
});
