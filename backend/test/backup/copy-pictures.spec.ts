import path from 'node:path';
import { copyPictures } from '../../src/backup/copy-pictures.js';
import { FolderImageStore } from '../../src/infrastructure/images/folder-image-store.js';
import type { Renditions } from '../../src/infrastructure/images/image-store.port.js';
import { useFolder } from '../support/folder.js';

const idOf = (number: number) => `3f1c9a52-7d0e-4b86-9c41-00000000000${number}`;
const photo = (text: string): Renditions => ({
  320: Buffer.from(text),
  640: Buffer.from('b'),
  1280: Buffer.from('c'),
});
/** A log that names these pictures, and calls some of them deleted. */
const log = (named: readonly number[], gone: readonly number[] = []) => {
  const [names, deleted] = [new Set(named.map(idOf)), new Set(gone.map(idOf))];
  return {
    names: (photoId: string) => names.has(photoId),
    mayBeGone: (photoId: string) => deleted.has(photoId),
    *needed() {
      for (const photoId of names) if (!deleted.has(photoId)) yield photoId;
    },
  };
};

describe('a copy of the pictures', () => {
  const folder = useFolder();
  const from = () => new FolderImageStore(path.join(folder, 'images'));
  const to = () => new FolderImageStore(path.join(folder, 'copies'));

  it('has what the log names and does not call deleted; what only the copy has stays', async () => {
    for (const number of [1, 2, 5]) await from().put(idOf(number), photo('a'));
    for (const number of [3, 4]) await to().put(idOf(number), photo('a'));
    const copied = await copyPictures(from(), to(), log([1, 2, 4], [2, 4]));
    expect(copied).toEqual({ copied: 1, unchanged: 0, deleted: 1, missing: [] });
    const left = await Promise.all([1, 2, 3, 4, 5].map((number) => to().exists(idOf(number))));
    expect(left).toEqual([true, false, true, false, false]);
  });

  it('reports what the log needs and is in neither place', async () => {
    await from().put(idOf(1), { 320: Buffer.from('a'), 640: Buffer.from('b') } as Renditions);
    await to().put(idOf(2), photo('a'));
    const copied = await copyPictures(from(), to(), log([1, 2, 3]));
    expect(copied).toEqual({ copied: 0, unchanged: 0, deleted: 0, missing: [idOf(1), idOf(3)] });
  });

  it('keeps no copy that reads back otherwise', async () => {
    class Faulty extends FolderImageStore {
      protected override write(photoId: string, renditions: Renditions): Promise<void> {
        return super.write(photoId, { ...renditions, 640: Buffer.from('x') });
      }
    }
    await from().put(idOf(1), photo('a'));
    const copying = copyPictures(from(), new Faulty(path.join(folder, 'copies')), log([1]));
    await expect(copying).rejects.toThrow('reads back with other bytes');
    expect(await to().exists(idOf(1))).toBe(false);
  });
});
