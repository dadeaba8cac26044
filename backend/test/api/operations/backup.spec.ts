import { readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { verifiedManifest } from '../../../src/backup/manifest.js';
import type { HealthReport } from '../../../src/api/health/kernel-health.js';
import { carryOut, operatorCommands } from '../../../src/control/operator-commands.js';
import { NOBODY } from '../../../src/domain/admin/person.js';
import { Post } from '../../../src/domain/post/post.js';
import { FolderImageStore } from '../../../src/infrastructure/images/folder-image-store.js';
import { RENDITION_WIDTHS, type Renditions } from '../../../src/infrastructure/images/image-store.port.js';
import { SqliteKeyRing } from '../../../src/infrastructure/key-ring/sqlite-key-ring.js';
import { useOwnApp } from '../../support/app.js';
import { EMBEDDED, backUp, restore, useDataFolders, useWholeBackup } from '../../support/backups.js';
import { useFolder } from '../../support/folder.js';
import { registered, verified } from '../../support/people.js';
import { send } from '../../support/posts.js';
import { METADATA } from '../../support/test-kernel.js';
import { published } from '../../support/publications.js';

const app = useOwnApp('is backed up', { storage: EMBEDDED });
const folder = useFolder();
const newDataDir = useDataFolders();
const backup = path.join(folder, 'backup');

describe('a backup', () => {
  it('lists posts whose files were gone before the backup', async () => {
    const { browser } = await verified(app, 'files.gone@example.org');
    const postId = await published(browser, 21);
    await app.adapters.images.delete(postId);
    const { missing } = await backUp(app.dataDir, backup);
    expect(missing).toEqual([postId]);
    const dataDir = await newDataDir();
    expect(await restore(backup, dataDir)).toMatchObject({ postsWithoutFiles: [postId] });
  });

  it('has the note of its last backup from the server, which the security log records', async () => {
    const commands = operatorCommands(app.server);
    const takenAt = app.clock.now().toISOString();
    expect(await carryOut(commands, { command: 'backup', names: [] })).toEqual([]);
    expect((await app.browser().get<HealthReport>('/health')).body.lastBackup).toBeNull();
    await carryOut(commands, { command: 'backup', names: [takenAt] });
    expect((await app.browser().get<HealthReport>('/health')).body.lastBackup).toEqual({
      takenAt,
      hoursAgo: 0,
    });
  });
});

describe('a restore', () => {
  const RENDITIONS = Object.fromEntries(
    RENDITION_WIDTHS.map((width) => [width, Buffer.from('x')]),
  ) as unknown as Renditions;
  const { expectRefusal, changeManifest } = useWholeBackup(app, backup, newDataDir);

  it('needs an empty data folder', async () => {
    const dataDir = await newDataDir();
    await writeFile(path.join(dataDir, 'notes.txt'), 'mine');
    await expect(restore(backup, dataDir)).rejects.toThrow('is not empty');
    expect(await readdir(dataDir)).toEqual(['notes.txt']);
  });

  it('refuses a backup that was cut, or is of another format', async () => {
    await truncate(path.join(backup, 'events.db'), 8192);
    await expectRefusal(/events[.]db is not the file of this backup/);
    await rm(path.join(backup, 'events.db'));
    await expectRefusal(/events[.]db is missing/);
    await changeManifest((manifest) => Object.assign(manifest, { format: 2 }));
    await expectRefusal('it has the format 2, and this program reads 1');
    await changeManifest((manifest) => Object.assign(manifest, { format: 1, files: {} }));
    await expectRefusal(/manifest[.]json is damaged/);
    await writeFile(path.join(backup, 'manifest.json'), '{"format":');
    await expectRefusal(/manifest[.]json is damaged/);
    await rm(path.join(backup, 'manifest.json'));
    await expectRefusal('is no complete backup');
  });

  it('refuses pictures that are cut, that are missing, or that the log does not know', async () => {
    const images = path.join(backup, 'images');
    const file = (await readdir(images, { recursive: true })).find((name) => name.endsWith('640.webp'));
    const picture = path.join(images, file ?? '');
    const bytes = await readFile(picture);
    await truncate(picture, 10);
    await expectRefusal('pictures with');
    await writeFile(picture, bytes);
    const stranger = crypto.randomUUID();
    await new FolderImageStore(images).put(stranger, RENDITIONS);
    await expectRefusal('pictures with');
    await changeManifest(({ pictures }) => {
      const known = pictures as { count: number; bytes: number };
      known.count += 1;
      known.bytes += RENDITION_WIDTHS.length;
    });
    await expectRefusal(`does not know the picture ${stranger}`);
  });

  it('refuses a log that is not the one of the manifest', async () => {
    const { head } = await verifiedManifest(backup);
    await changeManifest((manifest) => Object.assign(manifest, { head: head + 1 }));
    await expectRefusal('is not the one of its manifest');
  });

  it('destroys the keys of the people on the list, sets that of a legal hold aside, and names those whose events cannot be read', async () => {
    const [ann, bob] = [
      await verified(app, 'ann.listed@example.org'),
      await registered(app, 'bob@example.org'),
    ];
    const [postId, actId, adminId] = [
      await published(ann.browser, 22),
      crypto.randomUUID(),
      crypto.randomUUID(),
    ];
    await app.adapters.storage.keys.create(adminId);
    const hold = { postId, actId, adminId, decider: NOBODY, reason: 'minor', note: 'Reported.' } as const;
    await send(app, Post.EscalatePost(hold));
    await app.adapters.storage.log.append(`account-${bob.user.id}`, 'any', [
      { id: crypto.randomUUID(), type: 'ProfileChanged', data: {}, metadata: { ...METADATA, version: 99 } },
    ]);
    const damaged = path.join(folder, 'damaged');
    await backUp(app.dataDir, damaged);
    const list = path.join(folder, 'list.jsonl');
    const erasures = [ann.user.id, bob.user.id].map((id) => ({ at: METADATA.at, kind: 'account', id }));
    await writeFile(list, erasures.map((erasure) => `${JSON.stringify(erasure)}\n`).join(''));
    const dataDir = await newDataDir();
    expect(await restore(damaged, dataDir, { list })).toMatchObject({ erased: 1, unreadable: [bob.user.id] });
    const keys = new SqliteKeyRing(path.join(dataDir, 'keys.db'));
    const found = await keys.find([ann.user.id, bob.user.id]);
    const waiting = await keys.living('held-');
    await keys.close();
    expect([[...found.values()], waiting]).toEqual([['destroyed', 'destroyed'], [`held-${ann.user.id}`]]);
  });

  it('needs a list of erasures that is there and whole', async () => {
    const dataDir = await newDataDir();
    const list = path.join(folder, 'list.jsonl');
    await expect(restore(backup, dataDir, { list })).rejects.toThrow(`${list} is missing`);
    await writeFile(list, 'rubbish\n');
    await expect(restore(backup, dataDir, { list })).rejects.toThrow(`Line 1 of ${list} is damaged`);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
