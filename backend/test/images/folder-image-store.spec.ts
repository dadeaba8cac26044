import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { FolderImageStore } from '../../src/infrastructure/images/folder-image-store.js';
import { imageStoreContract } from './image-store.contract.js';

const ID = '3f1c9a52-7d0e-4b86-9c41-2a5d8e7f6b10';
const RENDITIONS = { 320: Buffer.from('a'), 640: Buffer.from('b'), 1280: Buffer.from('c') };

describe('FolderImageStore', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footnote-images-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  describe('keeps the contract', () => {
    imageStoreContract(() => Promise.resolve(new FolderImageStore(join(folder, 'images'))));
  });

  it('lays photos in shards by the end of their id and leaves no unfinished file', async () => {
    await new FolderImageStore(folder).put(ID, RENDITIONS);
    expect((await readdir(join(folder, '10', '6b', ID))).sort()).toEqual([
      '1280.webp',
      '320.webp',
      '640.webp',
    ]);
  });

  it('finds what another process put there', async () => {
    await new FolderImageStore(folder).put(ID, RENDITIONS);
    expect((await new FolderImageStore(folder).open(ID, 640))?.bytes.toString()).toBe('b');
  });

  it('makes its folder, and may be given it relative to where the process stands', async () => {
    const store = new FolderImageStore(relative(process.cwd(), join(folder, 'not', 'yet', 'there')));
    await store.put(ID, RENDITIONS);
    expect(await readdir(join(folder, 'not', 'yet', 'there', '10', '6b'))).toEqual([ID]);
  });

  it('does not count a photo that lacks a rendition, and puts it whole', async () => {
    const store = new FolderImageStore(folder);
    await store.put(ID, RENDITIONS);
    await rm(join(folder, '10', '6b', ID, '640.webp'));

    expect(await store.exists(ID)).toBe(false);
    expect(await store.open(ID, 640)).toBeNull();

    await store.put(ID, RENDITIONS);
    expect(await store.exists(ID)).toBe(true);
  });

  it('removes the unfinished file and says so when a rendition cannot be written', async () => {
    const place = join(folder, '10', '6b', ID);
    await mkdir(join(place, '640.webp'), { recursive: true }); // a folder stands where the file must go
    await writeFile(join(place, '640.webp', 'in-the-way'), '');

    await expect(new FolderImageStore(folder).put(ID, RENDITIONS)).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);

    expect((await readdir(place)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('touches nothing outside its folder for an id that climbs', async () => {
    const store = new FolderImageStore(join(folder, 'images'));
    await writeFile(join(folder, 'neighbour'), 'stays');
    await expect(store.delete('../neighbour')).rejects.toThrow('UUID');
    expect((await stat(join(folder, 'neighbour'))).isFile()).toBe(true);
  });
});
