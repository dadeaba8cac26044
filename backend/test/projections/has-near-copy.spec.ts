import type { View, ViewReader } from '../../src/kernel/document-store.js';
import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import { bandsOf, hammingDistance } from '../../src/projections/photos/near-copy.js';
import { type PhotoDocument, photos, PhotosReader } from '../../src/projections/photos/photos.js';
import { Views } from '../../src/kernel/projection.js';
import { folding } from '../support/given.js';
import { photoAdmitted } from '../support/made-up.js';
import { useFolder } from '../support/folder.js';

const HASH = '0123456789abcdef';
/** One bit away. */
const COPY = '0123456789abcdee';
/** Shares a quarter, but is far away. */
const STRANGER = '0123ba9876543210';

/** Returns the one view and counts the lists that are read from it. */
class CountingViews extends Views {
  lists = 0;

  constructor(private readonly view: View<PhotoDocument>) {
    super();
  }

  of<Document extends object>(): ViewReader<Document> {
    const view = this.view as unknown as ViewReader<Document>;
    return {
      get: (id) => view.get(id),
      getMany: (ids) => view.getMany(ids),
      count: (where) => view.count(where),
      pick: (query, fields) => view.pick(query, fields),
      find: (query) => {
        this.lists += 1;
        return view.find(query);
      },
    };
  }
}

const folder = useFolder();

describe('the search for a near-copy', () => {
  let store: SqliteDocumentStore;
  let view: View<PhotoDocument>;
  let views: CountingViews;

  beforeEach(async () => {
    store = new SqliteDocumentStore(folder);
    view = await store.open<PhotoDocument>({
      name: 'photos',
      generation: 'v1-1',
      indexes: photos.indexes,
      create: true,
    });
    views = new CountingViews(view);
  });
  afterEach(() => store.close());

  const admitted = folding(photos, photoAdmitted('p1')).document('p1');
  if (!admitted) throw new Error('an admitted photo has a document');

  /** Fills the view with published photos of these hashes, with ids in the same order. */
  const published = async (hashes: readonly string[], ownerId = 'bob', isPublished = true) => {
    const from = await view.checkpoint();
    const documents = hashes.map((perceptualHash, index) => ({
      id: `${from}-${String(index).padStart(5, '0')}`,
      position: from + 1,
      document: {
        ...admitted,
        claimedBy: ownerId,
        isPublished,
        picture: { ...admitted.picture, perceptualHash },
        bands: bandsOf(perceptualHash),
      },
    }));
    await view.commit({ from, to: from + 1, documents, parked: [] });
  };
  const strangers = (count: number) => Array.from({ length: count }, () => STRANGER);
  const hasCopy = (ownerId = 'ann') => new PhotosReader(views).hasNearCopy(HASH, ownerId);

  it('finds one behind any number of pictures that share a quarter', async () => {
    await published([...strangers(2000), COPY]);
    expect(await hasCopy()).toBe(true);
    expect(views.lists).toBe(3);
  });

  it('stops at the first match', async () => {
    await published([COPY, ...strangers(2000)]);
    expect(await hasCopy()).toBe(true);
    expect(views.lists).toBe(1);
  });

  it('ends when there is no match', async () => {
    await published(strangers(1500));
    expect(await hasCopy()).toBe(false);
    expect(views.lists).toBe(2);
  });

  it.each([
    ['0123456789abcd00', 7, true],
    ['0123456789abcd10', 8, false],
  ])('compares %s, %d bits away: %s', async (hash, distance, isCopy) => {
    expect(hammingDistance(hash, HASH)).toBe(distance);
    await published([hash]);
    expect(await hasCopy()).toBe(isCopy);
  });

  it('skips unpublished photos', async () => {
    await published([COPY], 'bob', false);
    expect(await hasCopy()).toBe(false);
  });

  it('skips photos of the same person', async () => {
    await published([COPY], 'ann');
    expect(await hasCopy('ann')).toBe(false);
    expect(await hasCopy('bob')).toBe(true);
  });
});
