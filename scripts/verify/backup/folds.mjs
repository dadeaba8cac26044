// Compares every document of a stopped site with a fold of its log.
import { isDeepStrictEqual } from 'node:util';
import { built } from '../outage/built.mjs';

const PAGE = 1000;

/**
 * @param {string} dataDir  of a site that does not run
 * @returns {Promise<{ events: object[], documents: number, differences: string[] }>} the events, decoded
 */
export async function compareFolds(dataDir) {
  const { openStorage } = await built('src/composition/storage.js');
  const { projections } = await built('src/projections/projections.js');
  const settings = { dataDir, eventstoreUrl: null, mongodbUrl: null };
  const storage = await openStorage(settings, { seconds: 0, tell: () => undefined });
  try {
    const { events, undecodable } = await storage.codec.decode(
      await storage.log.readAll(0, Number.MAX_SAFE_INTEGER),
    );
    const differences = undecodable.map(({ position, reason }) => `event ${position}: ${reason}`);
    let documents = 0;
    for (const projection of projections) {
      const expected = await folded(projection, events);
      const stored = await storedIn(storage.store, projection);
      documents += stored.size;
      for (const id of new Set([...expected.keys(), ...stored.keys()])) {
        if (!isDeepStrictEqual(expected.get(id), stored.get(id)))
          differences.push(`${projection.name} ${id}`);
      }
    }
    return { events, documents, differences };
  } finally {
    await storage.close();
  }
}

/** As JSON keeps them: without fields that are undefined. */
async function folded(projection, events) {
  const { MemoryFolds } = await built('src/kernel/views/memory-folds.js');
  const fold = new MemoryFolds().of(projection);
  fold.add(events);
  const documents = new Map();
  const counts = new Map();
  for (const [id, document] of fold.documents()) {
    const { _id, _position, ...fields } = document;
    documents.set(id, JSON.parse(JSON.stringify(fields)));
    const key = projection.counts?.keyOf(document) ?? null;
    for (const count of key === null ? [] : projection.counts.countedIn(key)) {
      const known = counts.get(count.id) ?? {};
      counts.set(count.id, { ...known, [count.name]: (known[count.name] ?? 0) + 1 });
    }
  }
  for (const [id, ofNames] of counts) documents.set(id, { counts: ofNames });
  return documents;
}

async function storedIn(store, { name, indexes }) {
  const generation = await store.current(name);
  if (generation === null) throw new Error(`The view ${name} is not built.`);
  const view = await store.open({ name, generation, indexes });
  const found = new Map();
  for (let after; ;) {
    const page = await view.find({ sort: { _id: 1 }, limit: PAGE, ...(after && { after }) });
    for (const { _id, _position, ...fields } of page) {
      // A count of nothing may be left.
      if (!isDeepStrictEqual(fields, { counts: {} })) found.set(_id, fields);
    }
    if (page.length === 0) break;
    after = [page.at(-1)._id];
  }
  await view.close();
  return found;
}
