import { cp, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { digestOf } from '../../../src/backup/manifest.js';
import type { HealthReport } from '../../../src/api/health/kernel-health.js';
import { IDENTITY_STREAM } from '../../../src/kernel/log/identity-stream.js';
import { type RunningApp, startApp, useOwnApp } from '../../support/app.js';
import {
  EMBEDDED,
  TAKEN_AT,
  backUp,
  restore,
  useDataFolders,
  useWholeBackup,
} from '../../support/backups.js';
import { deleteDue, erased, leave } from '../../support/erasure.js';
import { useFolder } from '../../support/folder.js';
import { mailBoxOf } from '../../support/mails.js';
import { registered, verified } from '../../support/people.js';
import { published } from '../../support/publications.js';
import { settled } from '../../support/settled.js';
import type { Post } from '../../../src/projections/leaderboard/shown-posts.js';

const app = useOwnApp('is backed up', { storage: EMBEDDED });
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
  // Awaited, or the site would be stopped before.
  return await use(site);
}

const restoredEvents = async ({ adapters }: RunningApp) => {
  const events = await adapters.storage.log.readStream(IDENTITY_STREAM);
  return events.filter(({ type }) => type === 'LogRestored').map(({ data }) => data);
};

describe('a site that was restored', () => {
  it('has everything that was acknowledged before the backup, with its pictures, and no session', async () => {
    const { browser: ann, user } = await verified(app, 'ann@example.org');
    const { browser: bob } = await verified(app, 'bob@example.org');
    const postId = await published(ann, 1);
    expect((await bob.get(`/api/posts/${postId}/card.png`)).status).toBe(200);
    const said: string[] = [];
    const say = async () => {
      const text = `A calm remark, number ${said.length}.`;
      const { status } = await bob.post(`/api/posts/${postId}/comments`, { text });
      expect(status).toBe(201);
      said.push(text);
    };
    for (let time = 0; time < 3; time += 1) await say();
    const before = [...said];
    const meanwhile = (async () => {
      for (let time = 0; time < 10; time += 1) await say();
    })();
    const { manifest } = await backUp(app.dataDir, backup).finally(() => meanwhile);

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
      const names = await readdir(dataDir, { recursive: true });
      expect(names.filter((name) => name.includes('card.'))).toEqual([]);
      // Sessions of the time after the backup would be back, too, and with them those that were ended.
      expect(await site.adapters.storage.sessions.ofAccount(user.id, app.clock.now())).toEqual([]);
      expect((await visitor.login('ann@example.org')).status).toBe(200);
      const health = await visitor.get<HealthReport>('/health');
      expect(health.body.lastBackup?.takenAt).toBe(TAKEN_AT.toISOString());
      expect(health.body.status).toBe('ok');
    });
    expect((await bob.get(`/api/posts/${postId}`)).status).toBe(200);
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
});

describe('a restore', () => {
  const { copyWhole, expectRefusal, changeManifest } = useWholeBackup(app, backup, newDataDir);
  const asIfItsOwn = async (name: string) => {
    const digest = await digestOf(path.join(backup, name));
    await changeManifest(({ files }) => Object.assign(files as object, { [name]: digest }));
  };

  it('refuses keys, a kernel store or a secret of another site', async () => {
    await using other = await startApp({ storage: EMBEDDED });
    await registered(other, 'other@example.org');
    const theirs = path.join(folder, 'theirs');
    await backUp(other.dataDir, theirs);
    const reasons = {
      'keys.db': 'The keys belong to another log',
      'kernel.db': /The secret is not the one|comes from another log/,
      secret: 'The secret is not the one',
      'events.db': 'is not the one of its manifest',
    };
    for (const [name, reason] of Object.entries(reasons)) {
      await rm(backup, { recursive: true });
      await copyWhole();
      await cp(path.join(theirs, name), path.join(backup, name));
      await expectRefusal(`${name} is not the file of this backup`);
      await asIfItsOwn(name);
      await expectRefusal(reason);
    }
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
