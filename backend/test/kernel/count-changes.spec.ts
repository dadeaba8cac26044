import type { Stored } from '../../src/kernel/document-store.js';
import type { Recorded } from '../../src/kernel/event.js';
import type { CountDocument, Projection } from '../../src/kernel/projection.js';
import { foldAndCount, stepsOf } from '../../src/kernel/views/view-fold.js';
import { looseProjection } from '../support/test-kernel.js';

interface Owned {
  readonly owner: string;
}

/** Who claimed a name last, counted by owner and in all. A claim may be of several names; nobody gives it up. */
const names: Projection<object> = {
  ...looseProjection<Owned>({
    name: 'names',
    on: {
      UsernameClaimed: {
        ids: ({ data }) => String(data['usernameHash']).split(' '),
        fold: (document, { data }) => {
          const owner = String(data['accountId']);
          if (owner === 'nobody') return null;
          return document?.owner === owner ? document : { owner };
        },
      },
    },
  }),
  counts: {
    keyOf: (document) => (document as Owned).owner,
    countedIn: (owner) => [
      { id: 'count of owners', name: owner },
      { id: 'count of all', name: 'all' },
    ],
  },
};

const claim = (position: number, usernameHash: string, accountId: string): Recorded =>
  ({
    id: `e${position}`,
    position,
    type: 'UsernameClaimed',
    data: { usernameHash, accountId },
  }) as unknown as Recorded;

type Documents = Map<string, Stored<object>>;

/** The changes of one batch, in the order in which a store writes them. */
const changesOf = async (events: readonly Recorded[], stored: Documents = new Map()) => {
  const { documents } = await foldAndCount(
    names,
    stepsOf(names, events).steps,
    async () => stored,
    new Set(),
  );
  return documents;
};

const written = (stored: Documents, changes: Awaited<ReturnType<typeof changesOf>>): Documents => {
  const after = new Map(stored);
  for (const { id, position, document } of changes) {
    if (document === null) after.delete(id);
    else after.set(id, { ...document, _id: id, _position: position });
  }
  return after;
};

const countsOf = (documents: Documents) =>
  Object.fromEntries(
    ['count of owners', 'count of all'].map((id) => [
      id,
      (documents.get(id) as unknown as CountDocument | undefined)?.counts,
    ]),
  );

const STORY = [
  claim(1, 'a b', 'ann'),
  claim(2, 'c', 'bob'),
  claim(3, 'b', 'bob'),
  claim(4, 'a', 'ann'),
  claim(5, 'c', 'nobody'),
  claim(6, 'b a', 'bob'),
];

describe('the counts of a view', () => {
  it('count documents that are added, changed and deleted, and leave out zero', async () => {
    const counts = await Promise.all(
      STORY.map(async (_, index) => countsOf(written(new Map(), await changesOf(STORY.slice(0, index + 1))))),
    );
    expect(counts).toEqual([
      { 'count of owners': { ann: 2 }, 'count of all': { all: 2 } },
      { 'count of owners': { ann: 2, bob: 1 }, 'count of all': { all: 3 } },
      { 'count of owners': { ann: 1, bob: 2 }, 'count of all': { all: 3 } },
      { 'count of owners': { ann: 1, bob: 2 }, 'count of all': { all: 3 } },
      { 'count of owners': { ann: 1, bob: 1 }, 'count of all': { all: 2 } },
      { 'count of owners': { bob: 2 }, 'count of all': { all: 2 } },
    ]);
  });

  it('keep the document of a count that has become zero, with its position', async () => {
    const changes = await changesOf([claim(1, 'a', 'ann'), claim(2, 'a', 'nobody')]);
    expect(changes).toContainEqual({
      id: 'count of all',
      position: 2,
      before: null,
      document: { counts: {} },
    });
  });

  it('are written before the documents that they count', async () => {
    const ids = (await changesOf(STORY)).map(({ id }) => id);
    expect(ids.slice(0, 2).toSorted()).toEqual(['count of all', 'count of owners']);
  });

  it.each([1, 2, 3, 6])('are the same when the log is folded in batches of %d', async (size) => {
    let stored: Documents = new Map();
    for (let at = 0; at < STORY.length; at += size) {
      stored = written(stored, await changesOf(STORY.slice(at, at + size), stored));
    }
    expect(stored).toEqual(written(new Map(), await changesOf(STORY)));
  });

  it('are right when a store stops after any write of any batch and a batch of another size follows', async () => {
    const whole = written(new Map(), await changesOf(STORY));
    for (let end = 1; end <= STORY.length; end += 1) {
      const batch = await changesOf(STORY.slice(0, end));
      for (let writes = 0; writes <= batch.length; writes += 1) {
        let stored = written(new Map(), batch.slice(0, writes));
        stored = written(stored, await changesOf(STORY, stored));
        expect(stored).toEqual(whole);
      }
    }
  });

  it('do not change with a document that stays the same', async () => {
    const stored = written(new Map(), await changesOf([claim(1, 'a', 'ann')]));
    expect(await changesOf([claim(2, 'a', 'ann')], stored)).toEqual([]);
  });
});
