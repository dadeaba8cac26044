import { existsSync } from 'node:fs';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { verifiedManifest } from '../../src/backup/manifest.js';
import { FolderImageStore } from '../../src/infrastructure/images/folder-image-store.js';
import { RENDITION_WIDTHS, type Renditions } from '../../src/infrastructure/images/image-store.port.js';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import { Sqlite, openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { type Storage, openStorage } from '../../src/composition/storage.js';
import { TAKEN_AT, backUp } from '../support/backups.js';
import { useFolder } from '../support/folder.js';
import { photoRated } from '../support/made-up.js';
import { METADATA, embedded, useKernel } from '../support/test-kernel.js';

const RENDITIONS = Object.fromEntries(
  RENDITION_WIDTHS.map((width) => [width, Buffer.from(`of ${width}`)]),
) as unknown as Renditions;

const testKernel = useKernel();
const folder = useFolder();
const target = path.join(folder, 'copies', 'monday');

describe('a backup', () => {
  const { copyTo } = Sqlite.prototype;
  let images: FolderImageStore;
  beforeEach(async () => {
    images = new FolderImageStore(path.join(testKernel.dataDir, 'images'));
    const secret = ServerSecret.keptIn(path.join(testKernel.dataDir, 'secret'));
    await secret.requireSame(testKernel.storage.kernel);
    await testKernel.storage.keys.adopt('this-log');
  });
  afterEach(() => {
    Sqlite.prototype.copyTo = copyTo;
  });

  const register = (accountId: string) =>
    testKernel.write(`account-${accountId}`, 'AccountRegistered', {
      accountId,
      email: `${accountId}@example.org`,
      emailHash: accountId,
      username: accountId,
      passwordHash: 'p',
    });
  const rate = (photoId: string) =>
    testKernel.write(`photo-${photoId}`, 'PhotoRated', photoRated(photoId).data);
  const deletePhoto = async (photoId: string) => {
    await testKernel.write(`photo-${photoId}`, 'PhotoDeleted', { photoId });
    await images.delete(photoId);
  };
  const uploaded = async () => {
    const photoId = crypto.randomUUID();
    await rate(photoId);
    await images.put(photoId, RENDITIONS);
    return photoId;
  };
  /** Does something before or after each copy of a database, as a server would meanwhile. */
  const meanwhile = (when: 'before' | 'after', act: (name: string) => Promise<unknown>) => {
    Sqlite.prototype.copyTo = async function (file) {
      if (when === 'before') await act(path.basename(file));
      await copyTo.call(this, file);
      if (when === 'after') await act(path.basename(file));
    };
  };
  /** Opens the copies beside a copy of themselves: an open store changes its files. */
  const inCopy = async <Result>(use: (storage: Storage) => Promise<Result>): Promise<Result> => {
    const storage = await openStorage(embedded(target), { seconds: 0, tell: () => undefined });
    try {
      return await use(storage);
    } finally {
      await storage.close();
    }
  };
  const picturesOf = async (place: string) => {
    const found: string[] = [];
    for await (const { photoId } of new FolderImageStore(path.join(place, 'images')).stored())
      found.push(photoId);
    return found.toSorted();
  };

  it('says what it holds, and is closed to other users', async () => {
    await register('ann');
    await register('bob');
    await testKernel.storage.keys.destroy('bob');
    const photoId = await uploaded();
    await images.putCard(photoId, { tag: 'card', bytes: Buffer.from('card') });
    // As a salvage leaves them that was killed.
    for (const name of ['events.db.new', 'events.db.new-reading']) {
      await writeFile(path.join(testKernel.dataDir, name), 'half a file');
    }
    const { manifest, missing } = await backUp(testKernel.dataDir, target);
    expect(missing).toEqual([]);
    expect(manifest).toMatchObject({
      program: '1.2.3',
      takenAt: TAKEN_AT.toISOString(),
      log: 'this-log',
      head: 3,
      events: 3,
      keys: 2,
      pictures: { count: 1, bytes: 'of 160of 320of 480of 640of 1280'.length },
    });
    expect(await verifiedManifest(target)).toEqual(manifest);
    expect((await readdir(target)).toSorted()).toEqual([
      'events.db',
      'images',
      'kernel.db',
      'keys.db',
      'manifest.json',
      'secret',
      'sent-mails.db',
    ]);
    for (const name of await readdir(target, { recursive: true })) {
      expect(name).not.toContain('card');
    }
    expect((await stat(target)).mode & 0o777).toBe(0o700);
    expect(await readFile(path.join(target, 'secret'))).toEqual(
      await readFile(path.join(testKernel.dataDir, 'secret')),
    );
    expect(await readdir(path.dirname(target))).toEqual(['monday']);
  });

  it('fits together, whatever is written between its copies', async () => {
    let people = 0;
    await register('ann');
    const write = async () => {
      people += 1;
      const position = await register(`person-${people}`);
      const { kernel } = testKernel.storage;
      await kernel.moveCheckpoint('reaction-mails', await kernel.checkpoint('reaction-mails'), position);
    };
    meanwhile('before', write);
    const { manifest } = await backUp(testKernel.dataDir, target);
    expect(people).toBe(4);
    await inCopy(async ({ log, kernel, keys, codec }) => {
      const events = await log.readAll(0, 100);
      expect(events).toHaveLength(manifest.events);
      const subjects = events.flatMap((event) => codec.subjectOf(event) ?? []);
      expect([...(await keys.find(subjects)).keys()].toSorted()).toEqual([...new Set(subjects)].toSorted());
      expect(await kernel.checkpoint('reaction-mails')).toBeLessThanOrEqual(await log.head());
    });
  });

  it('has no person whose key is destroyed without the event that says why', async () => {
    await register('ann');
    let isErased = false;
    meanwhile('after', async (name) => {
      if (name !== 'events.db' || isErased) return;
      isErased = true;
      await testKernel.write('account-ann', 'AccountDeleted', {
        accountId: 'ann',
        emailHash: 'ann',
        pictureId: null,
      });
      await testKernel.storage.keys.destroy('ann');
    });
    await backUp(testKernel.dataDir, target);
    await inCopy(async ({ log, keys }) => {
      expect((await keys.find(['ann'])).get('ann')).toBe('destroyed');
      expect((await log.readLast('account-ann'))?.type).toBe('AccountDeleted');
    });
  });

  it('has the pictures that its log has: new ones, and those that were deleted later', async () => {
    const [kept, earlier, later] = [await uploaded(), await uploaded(), await uploaded()];
    const stray = crypto.randomUUID();
    await images.put(stray, RENDITIONS);
    let added = '';
    meanwhile('before', async (name) => {
      if (name !== 'events.db') return;
      await deletePhoto(earlier);
      added = await uploaded();
    });
    const copyWhile = Sqlite.prototype.copyTo;
    Sqlite.prototype.copyTo = async function (file) {
      await copyWhile.call(this, file);
      if (path.basename(file) !== 'events.db') return;
      await deletePhoto(later);
      await uploaded();
    };
    const { missing } = await backUp(testKernel.dataDir, target);
    expect(await picturesOf(target)).toEqual([kept, later, added].toSorted());
    expect(missing).toEqual([]);
  });

  it('keeps the files of a deleted post under legal hold, also if they are deleted meanwhile', async () => {
    const [held, lifted] = [await uploaded(), await uploaded()];
    const escalation = { ownerId: 'ann', actId: 'act', adminId: 'eve' };
    for (const postId of [held, lifted]) {
      const hold = { postId, ...escalation, reason: 'minor', note: null };
      await testKernel.write(`post-${postId}`, 'PostEscalated', hold);
      const deleted = { postId, ownerId: 'ann', imageHash: 'h', because: 'owner' };
      await testKernel.write(`post-${postId}`, 'PostDeleted', deleted);
    }
    const lift = { postId: lifted, ...escalation, isPublic: false, because: null };
    await testKernel.write(`post-${lifted}`, 'LegalHoldLifted', lift);
    meanwhile('after', async (name) => {
      if (name !== 'events.db') return;
      await images.delete(held);
      await images.delete(lifted);
    });
    await backUp(testKernel.dataDir, target);
    expect(await picturesOf(target)).toEqual([held]);
  });

  it('waits for the files of a picture whose event was first, and lists those that never come', async () => {
    const [late, lost] = [crypto.randomUUID(), crypto.randomUUID()];
    await rate(late);
    await rate(lost);
    let waits = 0;
    const pause = async () => {
      waits += 1;
      if (waits === 3) await images.put(late, RENDITIONS);
    };
    const { missing, manifest } = await backUp(testKernel.dataDir, target, { timer: { pause } });
    expect(missing).toEqual([lost]);
    expect(manifest.pictures.count).toBe(1);
  });

  it('keeps pictures that an event may name that cannot be decoded', async () => {
    const stray = crypto.randomUUID();
    await images.put(stray, RENDITIONS);
    await testKernel.storage.log.append('photo-x', 'noStream', [
      {
        id: crypto.randomUUID(),
        type: 'PhotoRated',
        data: photoRated(stray).data,
        metadata: { ...METADATA, version: 99 },
      },
    ]);
    await backUp(testKernel.dataDir, target);
    expect(await picturesOf(target)).toEqual([stray]);
  });

  it('goes into a new or an empty folder outside of the data folder', async () => {
    await writeFile(path.join(folder, 'a-file'), 'mine');
    const refusals = [
      [folder, 'is not empty'],
      [path.join(folder, 'a-file'), 'is not empty'],
      [path.join(testKernel.dataDir, 'copy'), 'is inside the data folder'],
    ] as const;
    for (const [place, reason] of refusals) {
      await expect(backUp(testKernel.dataDir, place)).rejects.toThrow(reason);
    }
    await expect(backUp(folder, target)).rejects.toThrow(/events[.]db is missing/);
    expect(await readdir(folder)).toEqual(['a-file']);
  });

  it('leaves nothing when it fails, and does not touch one that is being written', async () => {
    await register('ann');
    meanwhile('after', async (name) => {
      if (name === 'keys.db') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    await expect(backUp(testKernel.dataDir, target)).rejects.toThrow('There is no room for the backup');
    expect(await readdir(path.dirname(target))).toEqual([]);
    Sqlite.prototype.copyTo = copyTo;
    let second: Promise<unknown> = Promise.resolve();
    meanwhile('after', async (name) => {
      if (name === 'keys.db')
        second = backUp(testKernel.dataDir, target).catch((error: Error) => error.message);
    });
    await backUp(testKernel.dataDir, target);
    expect(await second).toContain('another backup is running, or was cut');
    expect(existsSync(path.join(target, 'manifest.json'))).toBe(true);
  });

  it('is refused if a file is damaged, or if it is not the copy of its file', async () => {
    await register('ann');
    await testKernel.storage.close();
    const keys = path.join(testKernel.dataDir, 'keys.db');
    const whole = await readFile(keys);
    await writeFile(keys, Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 7)]));
    await expect(backUp(testKernel.dataDir, target)).rejects.toThrow(/keys[.]db is damaged/);
    await writeFile(keys, whole);
    meanwhile('after', async (name) => {
      if (name !== 'keys.db') return;
      const source = openSqlite(keys, { durability: 'full' });
      // A row that was there before, as far as its number says.
      source.run('INSERT INTO keys (rowid, person) VALUES (0, ?)', 'zoe');
      source.close();
    });
    await expect(backUp(testKernel.dataDir, target)).rejects.toThrow('has 1 keys, and the data folder 2');
    await testKernel.reopen();
  });
});
