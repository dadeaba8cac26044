import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import { Generations, nextGeneration, versionOf } from '../../src/kernel/views/generations.js';
import { looseProjection } from '../support/test-kernel.js';
import { useFolder } from '../support/folder.js';

const ofVersion = (version: number) => looseProjection<object>({ name: 'tally', version, on: {} });

const folder = useFolder();

describe('the name of a generation', () => {
  it('contains the version and the build number, which grows by one', () => {
    expect(nextGeneration(2, [])).toBe('v2-1');
    expect(nextGeneration(2, ['v1-7', 'v2-1', 'v2-3', 'v20-9'])).toBe('v2-4');
    expect(versionOf('v12-3')).toBe(12);
  });

  it.each(['', 'v1', '1-1', 'v1-1x', 'xv1-1', 'v-1'])('is never %j', (name) => {
    expect(() => versionOf(name)).toThrow(/generation/);
  });
});

describe('the generations of a view', () => {
  let store: SqliteDocumentStore;
  let generations: Generations;
  beforeEach(() => {
    store = new SqliteDocumentStore(folder);
    generations = new Generations(store, { info: () => undefined, error: () => undefined });
  });
  afterEach(() => store.close());

  /** Builds these one by one, and has queries read each in turn. */
  const built = async (...names: readonly string[]) => {
    for (const generation of names) {
      await store.open({ name: 'tally', generation, indexes: [], create: true });
      await generations.switch('tally', generation);
    }
  };
  const present = (version: number) => generations.present(ofVersion(version));

  it('start empty', async () => {
    expect(await present(1)).toBeNull();
    expect(await generations.fresh(ofVersion(1))).toBe('v1-1');
  });

  it('are read in the version of the program', async () => {
    await built('v1-1', 'v2-1');
    expect(await present(2)).toBe('v2-1');
    expect(await store.current('tally')).toBe('v2-1');
  });

  it('roll back to the previous one for the previous program, and forward again only by a new build', async () => {
    await built('v1-1', 'v2-1');
    expect(await present(1)).toBe('v1-1');
    expect(await store.current('tally')).toBe('v1-1');
    expect(await generations.fresh(ofVersion(2))).toBe('v2-2');
  });

  it('never roll back to another version', async () => {
    await built('v1-1', 'v2-1');
    expect(await present(3)).toBe('v2-1');
    expect(await store.current('tally')).toBe('v2-1');
    await built('v3-1');
    expect(await present(1)).toBe('v3-1');
    expect(await store.current('tally')).toBe('v3-1');
  });

  it('never roll back to a removed generation', async () => {
    await built('v1-1', 'v2-1');
    await store.drop('tally', 'v1-1');
    expect(await present(1)).toBe('v2-1');
    expect(await store.current('tally')).toBe('v2-1');
  });

  it('keep the current build when the previous one has the same version', async () => {
    await built('v1-1', 'v1-2');
    expect(await present(1)).toBe('v1-2');
  });

  it('are switched by one process at a time, and the switch returns the previous one', async () => {
    await built('v1-1');
    for (const generation of ['v2-1', 'v2-2', 'v3-1']) {
      await store.open({ name: 'tally', generation, indexes: [], create: true });
    }
    expect(await generations.switch('tally', 'v2-1')).toBe('v1-1');
    const flip = store.flip.bind(store);
    store.flip = async (name, from, to) => {
      await flip(name, from, 'v3-1');
      return flip(name, from, to);
    };
    await expect(generations.switch('tally', 'v2-2')).rejects.toThrow(/another process/);
  });

  it('are dropped except those to keep', async () => {
    await built('v1-1', 'v2-1', 'v2-2');
    await generations.keepOnly(ofVersion(2), ['v2-2', null, 'v1-1']);
    expect((await store.generations('tally')).toSorted()).toEqual(['v1-1', 'v2-2']);
  });

  describe('beside another process that reads version 1', () => {
    /** What the row of progress says of the version that is asked for. */
    let folded: string | null;
    beforeEach(() => {
      folded = null;
      const others = {
        isRead: async (_: string, version: number) => version === 1,
        folded: async () => folded,
      };
      generations = new Generations(store, { info: () => undefined, error: () => undefined }, others);
    });

    it('of that version are not dropped, also not those that it builds', async () => {
      await built('v1-1', 'v2-1', 'v2-2');
      for (const generation of ['v1-2', 'v2-3', 'v3-1']) {
        await store.open({ name: 'tally', generation, indexes: [], create: true });
      }
      await generations.sweep(ofVersion(2));
      expect((await store.generations('tally')).toSorted()).toEqual(['v1-1', 'v1-2', 'v2-1', 'v2-2']);
      await generations.keepOnly(ofVersion(2), ['v2-2']);
      expect((await store.generations('tally')).toSorted()).toEqual(['v1-1', 'v1-2', 'v2-2']);
    });

    it('are folded on as the row of progress says, whatever the pointer names', async () => {
      await built('v1-1', 'v2-1', 'v2-2');
      folded = 'v1-1';
      expect(await present(1)).toBe('v1-1');
      await generations.sweep(ofVersion(1));
      expect((await store.generations('tally')).toSorted()).toEqual(['v1-1', 'v2-1', 'v2-2']);
      folded = 'v1-7';
      expect(await present(2)).toBe('v2-2');
    });

    it('never get the name of one that the row of progress names, also if that is dropped', async () => {
      await built('v2-1');
      folded = 'v1-1';
      expect(await generations.fresh(ofVersion(1))).toBe('v1-2');
    });

    it('are read each by its program, and the pointer stays with the newest build', async () => {
      await built('v1-1', 'v2-1');
      expect([await present(1), await present(2)]).toEqual(['v1-1', 'v2-1']);
      expect(await store.current('tally')).toBe('v2-1');
    });
  });
});
