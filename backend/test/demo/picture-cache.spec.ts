import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PictureCache } from '../../src/demo/picture-cache.js';
import { useFolder } from '../support/folder.js';

describe('the cache of the demo’s pictures', () => {
  const folder = useFolder();
  let made: string[] = [];
  beforeEach(() => {
    made = [];
  });
  /** A result of a cache of its own, as in another process. */
  const drawn = (name: string) =>
    new PictureCache(folder).result('drawing', name, async () => {
      made.push(name);
      return { jpeg: Buffer.from(`feet of ${name}`), width: 960 };
    });
  const onlyFile = async () => path.join(folder, (await readdir(folder))[0]!);

  it('makes a result once, also for those who come later', async () => {
    const first = await drawn('ann');
    expect(await drawn('ann')).toEqual(first);
    expect(await drawn('ben')).not.toEqual(first);
    expect(made).toEqual(['ann', 'ben']);
  });

  it.each<[string, (file: string, content: Buffer) => Promise<unknown>]>([
    ['cut', (file, content) => writeFile(file, content.subarray(0, -1))],
    ['empty', (file) => writeFile(file, '')],
    ['changed', (file, content) => writeFile(file, content.fill(0, content.length - 4))],
    [
      'a copy of another',
      async (file) => {
        await drawn('ben');
        const other = (await readdir(folder)).find((name) => !file.endsWith(name))!;
        await writeFile(file, await readFile(path.join(folder, other)));
        made = ['ann'];
      },
    ],
  ])('makes it again when its file is %s, and keeps that', async (_, damage) => {
    const first = await drawn('ann');
    const file = await onlyFile();
    await damage(file, await readFile(file));
    expect([await drawn('ann'), await drawn('ann')]).toEqual([first, first]);
    expect(made).toEqual(['ann', 'ann']);
  });

  it('does without files that cannot be written', async () => {
    await drawn('ann');
    const file = await onlyFile();
    await rm(file);
    await mkdir(file);
    const again = [await drawn('ann'), await drawn('ann')];
    expect(again[0]).toEqual(again[1]);
    expect(made).toEqual(['ann', 'ann', 'ann']);
  });
});
