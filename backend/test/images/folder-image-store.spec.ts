import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { FolderImageStore } from '../../src/infrastructure/images/folder-image-store.js';
import { imageStoreContract } from './image-store.contract.js';
import { useFolder } from '../support/folder.js';

const ID = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
const RENDITIONS = { 320: Buffer.from('a'), 640: Buffer.from('b'), 1280: Buffer.from('c') };

const folder = useFolder();

describe('FolderImageStore', () => {
  describe('fulfils the contract', () => {
    imageStoreContract(() => Promise.resolve(new FolderImageStore(join(folder, 'images'))));
  });

  it('stores photos in shards by the end of their id and leaves no temporary file', async () => {
    await new FolderImageStore(folder).put(ID, RENDITIONS);
    expect((await readdir(join(folder, '10', '6b', ID))).sort()).toEqual([
      '1280.webp',
      '320.webp',
      '640.webp',
    ]);
    expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
  });

  it('keeps one share card beside the photo, also after a crash left two', async () => {
    const store = new FolderImageStore(folder);
    const photo = join(folder, '10', '6b', ID);
    await store.put(ID, RENDITIONS);
    await writeFile(join(photo, 'card.left.png'), 'left');
    await store.putCard(ID, { tag: 'first', bytes: Buffer.from('1') });
    await store.putCard(ID, { tag: 'second', bytes: Buffer.from('2') });
    expect((await readdir(photo)).filter((name) => !name.endsWith('.webp'))).toEqual(['card.second.png']);
    expect(await store.exists(ID)).toBe(true);
  });

  it('finds photos of another process', async () => {
    await new FolderImageStore(folder).put(ID, RENDITIONS);
    expect((await new FolderImageStore(folder).open(ID, 640))?.bytes.toString()).toBe('b');
  });

  it('creates its folder, which can be relative to the working directory', async () => {
    const store = new FolderImageStore(relative(process.cwd(), join(folder, 'not', 'yet', 'there')));
    await store.put(ID, RENDITIONS);
    expect(await readdir(join(folder, 'not', 'yet', 'there', '10', '6b'))).toEqual([ID]);
  });

  it('treats a photo with a missing rendition as missing, and can store it again', async () => {
    const store = new FolderImageStore(folder);
    await store.put(ID, RENDITIONS);
    await rm(join(folder, '10', '6b', ID, '640.webp'));

    expect(await store.exists(ID)).toBe(false);
    expect(await store.open(ID, 640)).toBeNull();

    await store.put(ID, RENDITIONS);
    expect(await store.exists(ID)).toBe(true);
  });

  it('copies a photo of an older version as it is, and none that is not complete', async () => {
    const store = new FolderImageStore(join(folder, 'images'));
    const copies = join(folder, 'copies');
    await store.put(ID, RENDITIONS);
    expect(await store.copyTo(new FolderImageStore(copies), ID)).toBe(true);
    expect((await readdir(join(copies, '10', '6b', ID))).length).toBe(3);
    await rm(join(folder, 'images', '10', '6b', ID, '640.webp'));
    expect(await store.copyTo(new FolderImageStore(copies), ID)).toBe(false);
  });

  it('removes the temporary file and throws when a rendition cannot be written', async () => {
    const photo = join(folder, '10', '6b', ID);
    await mkdir(join(photo, '640.webp'), { recursive: true }); // a folder with the name of the file
    await writeFile(join(photo, '640.webp', 'in-the-way'), '');

    await expect(new FolderImageStore(folder).put(ID, RENDITIONS)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);

    expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
  });

  it('is prepared without the unfinished files of a crash; in a shared folder, without those of yesterday', async () => {
    const unfinished = join(folder, '.unfinished');
    const leave = async () => {
      await mkdir(unfinished, { recursive: true });
      for (const name of ['old', 'new']) await writeFile(join(unfinished, name), '');
      await utimes(join(unfinished, 'old'), 0, 0);
    };
    await leave();
    await new FolderImageStore(folder, true).prepare();
    expect(await readdir(unfinished)).toEqual(['new']);
    await leave();
    await new FolderImageStore(folder).prepare();
    expect(await readdir(unfinished)).toEqual([]);
  });

  it('touches nothing outside its folder for an id with parent folders', async () => {
    const store = new FolderImageStore(join(folder, 'images'));
    await writeFile(join(folder, 'neighbour'), 'stays');
    await expect(store.delete('../neighbour')).rejects.toThrow('UUID');
    expect((await stat(join(folder, 'neighbour'))).isFile()).toBe(true);
  });
});
