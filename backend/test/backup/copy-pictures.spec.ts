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
const NOTHING_GONE = { mayBeGone: () => false };

describe('a copy of the pictures', () => {
  const folder = useFolder();
  const from = () => new FolderImageStore(path.join(folder, 'images'));
  const to = () => new FolderImageStore(path.join(folder, 'copies'));

  it('leaves out what the log calls deleted, deletes it from the copy, and keeps what only the copy has', async () => {
    for (const number of [1, 2]) await from().put(idOf(number), photo('a'));
    for (const number of [3, 4]) await to().put(idOf(number), photo('a'));
    const gone = new Set([idOf(2), idOf(4)]);
    const copied = await copyPictures(from(), to(), { mayBeGone: (photoId) => gone.has(photoId) });
    expect(copied).toEqual({ copied: 1, unchanged: 0, deleted: 1, incomplete: [] });
    const left = await Promise.all([1, 2, 3, 4].map((number) => to().exists(idOf(number))));
    expect(left).toEqual([true, false, true, false]);
  });

  it('reports a picture that lacks files', async () => {
    await from().put(idOf(1), { 320: Buffer.from('a'), 640: Buffer.from('b') } as Renditions);
    expect(await copyPictures(from(), to(), NOTHING_GONE)).toMatchObject({
      copied: 0,
      incomplete: [idOf(1)],
    });
  });

  it('keeps no copy that reads back otherwise', async () => {
    class Faulty extends FolderImageStore {
      protected override write(photoId: string, renditions: Renditions): Promise<void> {
        return super.write(photoId, { ...renditions, 640: Buffer.from('x') });
      }
    }
    await from().put(idOf(1), photo('a'));
    const copying = copyPictures(from(), new Faulty(path.join(folder, 'copies')), NOTHING_GONE);
    await expect(copying).rejects.toThrow('reads back with other bytes');
    expect(await to().exists(idOf(1))).toBe(false);
  });
});
