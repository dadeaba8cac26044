import { cp, mkdir, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digestOf, verifiedManifest } from '../../src/backup/manifest.js';
import type { HealthReport } from '../../src/api/health/kernel-health.js';
import { carryOut, operatorCommands } from '../../src/control/operator-commands.js';
import { FolderImageStore } from '../../src/infrastructure/images/folder-image-store.js';
import { RENDITION_WIDTHS, type Renditions } from '../../src/infrastructure/images/image-store.port.js';
import { IDENTITY_STREAM } from '../../src/kernel/log/log-identity.js';
import { type RunningApp, startApp, useApp } from '../support/app.js';
import { EMBEDDED, TAKEN_AT, backUp, restore, useDataFolders } from '../support/backups.js';
import { deleteDue, erased, leave } from '../support/erasure.js';
import { useFolder } from '../support/folder.js';
import { mailBoxOf } from '../support/mails.js';
import { registered, verified } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { published } from '../support/publications.js';
import { settled } from '../support/settled.js';
import type { Post } from '../../src/projections/leaderboard/shown-posts.js';

const app = useApp({ storage: EMBEDDED });
const folder = useFolder();
const newDataDir = useDataFolders();
const backup = path.join(folder, 'backup');

/** Runs a site on a data folder that a backup was restored into. */
async function runRestored<Result>(
  dataDir: string,
  use: (site: RunningApp) => Promise<Result>,
): Promise<Result> {
  await using site = await startApp({ dataDir, clock: app.clock, storage: EMBEDDED });
  await settled(site);
  return use(site);
}

const restoredEvents = async ({ adapters }: RunningApp) => {
  const events = await adapters.storage.log.readStream(IDENTITY_STREAM);
  return events.filter(({ type }) => type === 'LogRestored').map(({ data }) => data);
};

describe('a site that was restored', () => {
  it('has everything that was acknowledged before the backup, with its pictures, and nothing that is not so any more', async () => {
    const { browser: ann, user } = await verified(app, 'ann@example.org');
    const { browser: bob } = await verified(app, 'bob@example.org');
    const postId = await published(ann, 1);
    expect((await bob.get(`/api/posts/${postId}/card.png`)).status).toBe(200);
    let isOver = false;
    const said: string[] = [];
    const speaking = (async () => {
      while (!isOver) {
        const text = `A calm remark, number ${said.length}`;
        const { status } = await bob.post(`/api/posts/${postId}/comments`, { text });
        if (status === 201) said.push(text);
      }
    })();
    while (said.length < 3) await new Promise(setImmediate);
    const before = [...said];
    const { manifest } = await backUp(app.dataDir, backup);
    const { length: lastSaid } = said;
    while (said.length < lastSaid + 2) await new Promise(setImmediate);
    isOver = true;
    await speaking;

    const dataDir = await newDataDir();
    expect(await restore(backup, dataDir, { clock: app.clock })).toEqual({
      erased: 0,
      unreadable: [],
      pictures: 1,
      postsWithoutFiles: [],
    });
    await runRestored(dataDir, async (site) => {
      expect(await restoredEvents(site)).toEqual([
        { takenAt: TAKEN_AT.toISOString(), head: manifest.head, erasures: false },
      ]);
      const visitor = site.browser();
      const { body } = await visitor.get<{ comments: { text: string }[] }>(
        `/api/posts/${postId}/comments?limit=100`,
      );
      const texts = JSON.stringify(body);
      expect(before.filter((text) => !texts.includes(text))).toEqual([]);
      const shown = await visitor.get<Post>(`/api/posts/${postId}`);
      expect(shown.body).toMatchObject({ id: postId, userId: user.id });
      expect((await visitor.get(shown.body.imageUrl)).status).toBe(200);
      // Sessions of the time after the backup would be back, too, and with them those that were ended.
      const names = await readdir(dataDir, { recursive: true });
      expect(names.filter((name) => name.includes('card.'))).toEqual([]);
      expect((await visitor.login('ann@example.org')).status).toBe(200);
      const health = await visitor.get<HealthReport>('/health');
      expect(health.body.lastBackup?.takenAt).toBe(TAKEN_AT.toISOString());
      expect(health.body.status).toBe('ok');
    });
    expect((await bob.get(`/api/posts/${postId}`)).status).toBe(200);
  });

  it('has ended all sessions', async () => {
    const { browser } = await registered(app, 'cookie@example.org');
    await backUp(app.dataDir, backup);
    const dataDir = await newDataDir();
    await restore(backup, dataDir, { clock: app.clock });
    await runRestored(dataDir, async ({ adapters }) => {
      const { id } = (await browser.me()).body;
      expect(await adapters.storage.sessions.ofAccount(id, app.clock.now())).toEqual([]);
    });
  });

  it('erases again whom the list names, with posts and pictures, and without a second goodbye', async () => {
    const email = 'erased.later@example.org';
    const { browser, user } = await verified(app, email);
    const postId = await published(browser, 11);
    await backUp(app.dataDir, backup);
    const later = await verified(app, 'came.and.went@example.org');
    await leave(app, browser);
    await leave(app, later.browser);
    expect(await deleteDue(app)).toBe(2);
    await erased(app, user.id);
    await erased(app, later.user.id);
    const list = path.join(app.dataDir, 'erasures.jsonl');
    const listed = (await readFile(list, 'utf8')).trim().split('\n');
    expect(listed.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(
      expect.arrayContaining([user.id, later.user.id]),
    );

    const dataDir = await newDataDir();
    expect(await restore(backup, dataDir, { list, clock: app.clock })).toMatchObject({
      erased: 1,
      unreadable: [],
      postsWithoutFiles: [],
    });
    expect(await readFile(path.join(dataDir, 'erasures.jsonl'), 'utf8')).toBe(await readFile(list, 'utf8'));
    await runRestored(dataDir, async (site) => {
      await erased(site, user.id);
      expect((await restoredEvents(site)).at(-1)).toMatchObject({ erasures: true });
      expect((await site.browser().login(email)).status).toBe(401);
      expect((await site.browser().get(`/api/posts/${postId}`)).status).toBe(404);
      expect((await site.texts()).filter((text) => text.includes(email))).toEqual([]);
      expect((await readdir(dataDir, { recursive: true })).filter((name) => name.includes(postId))).toEqual(
        [],
      );
      expect(await mailBoxOf(site).read(`deleted-${user.id}`)).toBeNull();
      const deleted = await site.adapters.storage.log.readStream(`account-${user.id}`);
      expect(deleted.filter(({ type }) => type === 'AccountDeleted')).toHaveLength(1);
    });
  });

  it('has people back who were erased later, and says so, without a list', async () => {
    const email = 'back.again@example.org';
    const { browser, user } = await verified(app, email);
    await backUp(app.dataDir, backup);
    await leave(app, browser);
    await deleteDue(app);
    await erased(app, user.id);
    const dataDir = await newDataDir();
    await restore(backup, dataDir, { clock: app.clock });
    await runRestored(dataDir, async (site) => {
      expect((await restoredEvents(site)).at(-1)).toMatchObject({ erasures: false });
      expect((await site.browser().login(email)).status).toBe(200);
    });
  });

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
  let whole: string;
  beforeAll(async () => {
    const { browser } = await verified(app, 'whole@example.org');
    await published(browser, await jpegPhoto(31));
    whole = path.join(await newDataDir(), 'whole');
    await backUp(app.dataDir, whole);
  });
  beforeEach(() => cp(whole, backup, { recursive: true }));

  const expectRefusal = async (reason: string | RegExp) => {
    const dataDir = await newDataDir();
    await expect(restore(backup, dataDir)).rejects.toThrow(reason);
    expect(await readdir(dataDir)).toEqual([]);
  };
  /** Changes the manifest as somebody would who swaps files. */
  const changeManifest = async (change: (manifest: Record<string, unknown>) => unknown) => {
    const file = path.join(backup, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    change(manifest);
    await writeFile(file, JSON.stringify(manifest));
  };
  const asIfItsOwn = async (name: string) => {
    const digest = await digestOf(path.join(backup, name));
    await changeManifest(({ files }) => Object.assign(files as object, { [name]: digest }));
  };

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
    const files = (await readdir(images, { recursive: true })).filter((name) => name.endsWith('640.webp'));
    const picture = path.join(images, files[0] ?? '');
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

  it('refuses keys, a kernel store or a secret of another site', async () => {
    await using other = await startApp({ storage: EMBEDDED });
    await registered(other, 'other@example.org');
    const theirs = path.join(folder, 'theirs');
    await backUp(other.dataDir, theirs);
    const reasons = {
      'keys.db': 'The keys belong to another log',
      'kernel.db': /The secret is not the one|comes from another log/,
      secret: 'The secret is not the one',
      'events.db': /belong|comes from another log/,
    };
    for (const [name, reason] of Object.entries(reasons)) {
      await rm(backup, { recursive: true });
      await cp(whole, backup, { recursive: true });
      await cp(path.join(theirs, name), path.join(backup, name));
      await expectRefusal(`${name} is not the file of this backup`);
      await asIfItsOwn(name);
      await expectRefusal(reason);
    }
  });

  it('refuses a log that is not the one of the manifest', async () => {
    const { head } = await verifiedManifest(backup);
    await changeManifest((manifest) => Object.assign(manifest, { head: head + 1 }));
    await expectRefusal('is not the one of its manifest');
  });

  it('needs a list of erasures that is there and whole', async () => {
    const dataDir = await newDataDir();
    const list = path.join(folder, 'list.jsonl');
    await expect(restore(backup, dataDir, { list })).rejects.toThrow(`${list} is missing`);
    await writeFile(list, 'rubbish\n');
    await expect(restore(backup, dataDir, { list })).rejects.toThrow(`Line 1 of ${list} is damaged`);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('needs no secret in the backup if the settings have it', async () => {
    const secret = 'a secret of the settings that is long enough';
    await using site = await startApp({ storage: EMBEDDED, env: { APP_SECRET: secret } });
    await registered(site, 'ann@example.org');
    const theirs = path.join(folder, 'theirs');
    await mkdir(theirs);
    await backUp(site.dataDir, theirs, { appSecret: secret });
    expect(await readdir(theirs)).not.toContain('secret');
    await expect(restore(theirs, await newDataDir())).rejects.toThrow('The secret is not the one');
    await restore(theirs, await newDataDir(), { env: { APP_SECRET: secret } });
  });
});
