import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { TestTimer } from '../../support/timer.js';
import { FRONTEND } from '../../../src/api/pages/built-frontend.js';
import { OldAssets, SharedAssets } from '../../../src/api/pages/shared-assets.js';
import { FolderImageStore } from '../../../src/infrastructure/images/folder-image-store.js';
import { SqliteKernelStore } from '../../../src/infrastructure/kernel-store/sqlite-kernel-store.js';
import { ALONE, SERVING } from '../../../src/kernel/active-role.js';
import { TestClock } from '../../support/app.js';
import { useFolder } from '../../support/folder.js';

const DAY = 86_400_000;

describe('the files of the frontend that several processes share', () => {
  const folder = useFolder();
  let images: FolderImageStore;
  let store: SqliteKernelStore;
  let clock: TestClock;
  let own: string[];
  let timer: TestTimer;
  beforeEach(async () => {
    images = new FolderImageStore(path.join(folder, 'images'));
    store = new SqliteKernelStore(path.join(folder, 'kernel.db'));
    clock = new TestClock();
    timer = new TestTimer();
    const built = await readdir(path.join(FRONTEND, 'assets'));
    own = built.filter((name) => /\.(?:js|css|woff2)$/.test(name)).sort();
  });
  afterEach(() => store.close());

  const processOf = (role = SERVING) => new SharedAssets(images, store, clock, role, timer);
  const sweep = () => new OldAssets(images, store, clock).sweep();
  const stored = async () => {
    const names: string[] = [];
    for await (const name of images.assets()) names.push(name);
    return names.sort();
  };
  /** Another build, of which a process has started now. */
  const other = async (...assets: string[]) => {
    await store.put('frontend-build', assets.join(), { at: clock.now().toISOString(), assets });
    for (const name of assets) await images.putAsset(name, Buffer.from(`content of ${name}`));
  };

  it('keeps trying while the store is away at the start', async () => {
    const put = jest.spyOn(images, 'putAsset').mockRejectedValueOnce(new Error('away'));
    const process = processOf();
    await expect(process.keepSoon()).rejects.toThrow('away');
    await timer.begun(5000);
    await timer.advance(5000);
    await process.onModuleDestroy();
    put.mockRestore();
    expect(await stored()).toEqual(own);
  });

  it('asks the store for no name that no build has, and for builds once in ten seconds', async () => {
    await images.putAsset('87654321.js', Buffer.from('of no build'));
    const list = jest.spyOn(store, 'list');
    const process = processOf();
    for (let tries = 0; tries < 3; tries += 1) expect(await process.find('87654321.js')).toBeNull();
    expect(list).toHaveBeenCalledTimes(1);
    await other('12345678.js');
    await timer.advance(10_000);
    expect(await process.find('12345678.js')).not.toBeNull();
    list.mockRestore();
  });

  it('are stored once for a build, by no process that is alone', async () => {
    await processOf(ALONE).keep();
    expect(await stored()).toEqual([]);
    await processOf().keep();
    expect(await stored()).toEqual(own);
    const put = jest.spyOn(images, 'putAsset');
    await images.deleteAsset(own[0]!);
    await processOf().keep();
    expect(put.mock.calls.map(([name]) => name)).toEqual([own[0]]);
  });

  it('are found by the name of a file, and by nothing else', async () => {
    await other('font-of-12345678.woff2');
    const found = await processOf().find('font-of-12345678.woff2');
    expect(found?.plain.headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(found?.plain.body.toString()).toBe('content of font-of-12345678.woff2');
    for (const name of ['12345678.js', '../kernel.db', '12345678.js.br'])
      expect(await processOf().find(name)).toBeNull();
  });

  it('are deleted when no process has had their build for 30 days', async () => {
    await other('shared12.js', 'older123.js');
    clock.advance(DAY);
    await other('shared12.js', 'newer123.js');
    await processOf().keep();
    clock.advance(29 * DAY);
    await sweep();
    expect(await stored()).toEqual([...own, 'newer123.js', 'older123.js', 'shared12.js'].sort());
    await processOf().keep();
    clock.advance(1);
    await sweep();
    expect(await stored()).toEqual([...own, 'newer123.js', 'shared12.js'].sort());
    clock.advance(DAY);
    await sweep();
    expect(await stored()).toEqual(own);
  });
});
