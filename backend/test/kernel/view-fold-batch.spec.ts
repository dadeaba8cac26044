import type { Stored } from '../../src/kernel/document-store.js';
import type { Recorded } from '../../src/kernel/event.js';
import { foldSteps, stepsOf } from '../../src/kernel/views/view-fold.js';
import { looseProjection } from '../support/test-kernel.js';

interface Tally {
  readonly count: number;
}

/** Counts claims by username; one event may contain several. */
const tally = looseProjection<Tally>({
  name: 'tally',
  on: {
    UsernameClaimed: {
      ids: ({ data }) => {
        if (typeof data['usernameHash'] !== 'string') throw new TypeError('a claim needs a username');
        return data['usernameHash'].split(' ');
      },
      fold: (document, { data }) => {
        if (data['accountId'] === 'breaks') throw new Error('cannot be folded');
        return data['accountId'] === 'nobody' ? null : { count: (document?.count ?? 0) + 1 };
      },
    },
  },
});

const claim = (position: number, usernameHash: string | null, accountId = 'somebody'): Recorded =>
  ({
    id: `e${position}`,
    stream: 'story',
    revision: position,
    position,
    type: 'UsernameClaimed',
    data: { usernameHash, accountId },
  }) as unknown as Recorded;

const folded = (
  events: readonly Recorded[],
  stored: Readonly<Record<string, { count: number; position: number }>> = {},
  alreadyParked: readonly string[] = [],
) => {
  const kept = new Map(
    Object.entries(stored).map(([id, { count, position }]) => [id, { _id: id, _position: position, count }]),
  );
  const { documents, parked } = foldSteps(stepsOf(tally, events).steps, kept, new Set(alreadyParked));
  return { documents: documents.map(({ before: _, ...after }) => after), parked };
};

describe('folding a batch', () => {
  it('returns each changed document once, in its final state, with the position of its last event', () =>
    expect(folded([claim(1, 'ada'), claim(2, 'bob'), claim(3, 'ada')])).toEqual({
      documents: [
        { id: 'ada', position: 3, document: { count: 2 } },
        { id: 'bob', position: 2, document: { count: 1 } },
      ],
      parked: [],
    }));

  it('folds an event into every document that it concerns', () =>
    expect(folded([claim(1, 'ada bob')]).documents).toEqual([
      { id: 'ada', position: 1, document: { count: 1 } },
      { id: 'bob', position: 1, document: { count: 1 } },
    ]));

  it('continues from the stored document, without the fields of the store', () =>
    expect(folded([claim(8, 'ada')], { ada: { count: 3, position: 7 } }).documents).toEqual([
      { id: 'ada', position: 8, document: { count: 4 } },
    ]));

  it('skips events that a document has already seen', () => {
    const stored = { ada: { count: 3, position: 7 } };
    expect(folded([claim(6, 'ada'), claim(7, 'ada')], stored).documents).toEqual([]);
  });

  it('deletes a document, and may create it again', () => {
    expect(folded([claim(1, 'ada'), claim(2, 'ada', 'nobody')]).documents).toEqual([
      { id: 'ada', position: 2, document: null },
    ]);
    const again = [claim(1, 'ada'), claim(2, 'ada', 'nobody'), claim(3, 'ada')];
    expect(folded(again).documents).toEqual([{ id: 'ada', position: 3, document: { count: 1 } }]);
  });

  it('skips events that the projection does not fold', () => {
    const other = { ...claim(1, 'ada'), type: 'EmailClaimed' };
    expect(stepsOf(tally, [other])).toEqual({ steps: [], parked: [] });
  });
});

describe('a document whose fold throws', () => {
  const broken = {
    documentId: 'ada',
    position: 2,
    eventType: 'UsernameClaimed',
    error: 'cannot be folded',
  };

  it('is parked once, in its last good state, and the other documents continue', () =>
    expect(
      folded([
        claim(1, 'ada bob'),
        claim(2, 'ada', 'breaks'),
        claim(2, 'bob'),
        claim(3, 'ada bob'),
        claim(4, 'ada', 'breaks'),
      ]),
    ).toEqual({
      documents: [
        { id: 'ada', position: 1, document: { count: 1 } },
        { id: 'bob', position: 3, document: { count: 3 } },
      ],
      parked: [broken],
    }));

  it('is never folded again once it is parked', () =>
    expect(folded([claim(3, 'ada bob')], { ada: { count: 1, position: 1 } }, ['ada'])).toEqual({
      documents: [{ id: 'bob', position: 3, document: { count: 1 } }],
      parked: [],
    }));

  it('is parked with the message, whatever was thrown', () => {
    const projection = looseProjection<Tally>({
      name: 'tally',
      on: {
        UsernameClaimed: {
          ids: () => ['ada'],
          fold: () => {
            throw 'plain words';
          },
        },
      },
    });
    const { steps } = stepsOf(projection, [claim(2, 'ada')]);
    expect(foldSteps(steps, new Map(), new Set()).parked).toEqual([{ ...broken, error: 'plain words' }]);
  });
});

describe('an event whose document ids cannot be computed', () => {
  it('is parked under its own id, and the other events continue', () => {
    const { steps, parked } = stepsOf(tally, [claim(1, null), claim(2, 'ada')]);
    expect(parked).toEqual([
      {
        documentId: 'event:e1',
        position: 1,
        eventType: 'UsernameClaimed',
        error: 'a claim needs a username',
      },
    ]);
    expect(steps.map(({ id }) => id)).toEqual(['ada']);
  });

  it('is parked whole if one of them is empty', () => {
    const { steps, parked } = stepsOf(tally, [claim(1, 'ada  bob'), claim(2, 'ada')]);
    expect(parked).toEqual([
      { documentId: 'event:e1', position: 1, eventType: 'UsernameClaimed', error: 'a document has no id' },
    ]);
    expect(steps.map(({ event }) => event.id)).toEqual(['e2']);
  });
});

describe('an event that changes nothing', () => {
  const kept = looseProjection<Tally>({
    name: 'kept',
    on: { UsernameClaimed: { ids: () => ['ada'], fold: (document) => document } },
  });
  const changes = (before: Stored<Tally> | null) =>
    foldSteps(stepsOf(kept, [claim(2, 'ada')]).steps, new Map(before ? [['ada', before]] : []), new Set());

  it('writes nothing, and keeps the position of the last event that changed the document', () =>
    expect(changes({ count: 1, _id: 'ada', _position: 1 })).toEqual({ documents: [], parked: [] }));

  it('removes nothing when the document does not exist', () =>
    expect(changes(null)).toEqual({ documents: [], parked: [] }));
});
