import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { HealthReport } from '../../src/api/health/kernel-health.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { FolderMailer } from '../../src/infrastructure/mail/folder-mailer.js';
import { newAdmin, signedInAdmin } from '../support/admins.js';
import { TestClock, startApp } from '../support/app.js';
import { ADMIN_PASSWORD, Desk } from '../support/desk.js';
import { useFolder } from '../support/folder.js';
import { verified } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { publishPost } from '../support/posts.js';
import { settled } from '../support/settled.js';
import { ServerProcess, until } from './server-process.js';

const KILLED = path.join(import.meta.dirname, 'killed-server.js');
const MOST_STEPS = 100;
/** The server starts twice for each step. */
const TIMEOUT_MS = 20 * 60_000;

const before = useFolder({ per: 'file' });
const copies = useFolder();

describe('a server that is killed at each step of a decision', () => {
  /** Where the admins find the server that runs now. */
  const site = { url: '' };
  const moe = new Desk(site);
  const olga = new Desk(site);
  let annId: string;
  let reported: string;
  let appealed: string;
  let server: ServerProcess | null = null;

  beforeAll(async () => {
    const storage = { env: {}, stop: () => Promise.resolve() };
    const app = await startApp({ dataDir: before, storage, clock: new TestClock(new Date()) });
    site.url = app.url;
    for (const [name, role, desk] of [
      ['moe', 'moderator', moe],
      ['olga', 'owner', olga],
    ] as const) {
      await newAdmin(app, name, role);
      await signedInAdmin(app, name, ADMIN_PASSWORD, desk);
    }
    const person = (name: string) => verified(app, `${name}@example.org`);
    annId = (await person('ann')).user.id;
    for (let posts = 0; posts < 3; posts += 1) await publishPost(app, annId, 7);

    const dora = await person('dora');
    reported = (await dora.browser.publishPhoto(await jpegPhoto(1))).body.id;
    for (const name of ['bob', 'cleo']) {
      const { browser } = await person(name);
      await browser.report(reported, { reason: 'Look.', category: 'spam' });
    }
    await moe.claim(reported);

    const eve = await person('eve');
    const { body } = await moe.hide(await publishPost(app, eve.user.id, 7));
    appealed = body.actId ?? '';
    await eve.browser.appeal(appealed, 'These are my own feet.');
    await settled(app);
    await app.server.close();
  });
  afterEach(() => server?.kill());

  const start = async (dataDir: string, killed?: Readonly<Record<string, string>>) => {
    server = await ServerProcess.start(dataDir, killed, killed && { program: KILLED });
    site.url = server.url;
    return server;
  };

  it.each([
    [
      'suspends a person and hides their posts',
      () => olga.post(`/api/rtm-sys/users/${annId}/suspend`, { reason: 'spam', hidePosts: true }),
      ['AccountSuspended', 'PostHidden', 'PostHidden', 'PostHidden'],
      [
        'ann@example.org: Your account is suspended',
        'ann@example.org: Your post was hidden',
        'ann@example.org: Your post was hidden',
        'ann@example.org: Your post was hidden',
      ],
    ],
    [
      'removes a post that two people reported',
      () => moe.review(reported, { decision: 'remove', reason: 'spam' }),
      ['ReviewDecided', 'PostRemoved', 'ReportReviewed', 'ReportReviewed', 'PictureBlocked'],
      [
        'bob@example.org: Your report was right',
        'cleo@example.org: Your report was right',
        'dora@example.org: Your post was removed',
      ],
    ],
    [
      'grants an appeal',
      () => olga.decideAppeal(appealed, true),
      ['AppealDecided', 'PostActUndone'],
      ['eve@example.org: Your appeal was granted'],
    ],
  ])(
    'that %s has done all that follows once after the restart',
    async (_, decide, [decision = '', ...others], mails) => {
      const known = await consequencesIn(before);
      for (let step = 1, isKilled = true; isKilled; step += 1) {
        expect(step).toBeLessThan(MOST_STEPS);
        const dataDir = path.join(copies, String(step));
        await cp(before, dataDir, { recursive: true });
        const first = await start(dataDir, { KILL_AFTER: decision, KILL_STEP: String(step) });
        let hasEnded = false;
        void first.ended.then(() => (hasEnded = true));
        await decide().catch(() => null);
        await until('it is killed or has finished', async () => hasEnded || hasSettled(first));
        isKilled = hasEnded;
        await first.kill();

        const second = await start(dataDir);
        await until('it has finished', () => hasSettled(second));
        // As the browser does when the answer was lost.
        expect((await decide()).status).toBe(200);
        await until('it has finished again', () => hasSettled(second));
        await second.kill();
        const { events, sent } = await consequencesIn(dataDir);
        expect(events.slice(known.events.length).toSorted()).toEqual([decision, ...others].toSorted());
        expect(sent.slice(known.sent.length).toSorted()).toEqual(mails.toSorted());
      }
    },
    TIMEOUT_MS,
  );
});

/** Whether all reactions have handled all events, including those that resulted from them. */
async function hasSettled(server: ServerProcess): Promise<boolean> {
  const report = async () => (await server.browser().get<HealthReport>('/health')).body;
  try {
    const { log, reactions } = await report();
    const head = log.head ?? Infinity;
    const areDone = reactions.every(
      ({ position, waiting, error }) => position >= head && waiting === 0 && error === null,
    );
    return areDone && (await report()).log.head === head;
  } catch {
    // It is killed.
    return false;
  }
}

/** The types of all events in order, and all mails, oldest first. */
async function consequencesIn(dataDir: string): Promise<{ events: string[]; sent: string[] }> {
  const log = new SqliteEventLog(path.join(dataDir, 'events.db'));
  const box = new FolderMailer(path.join(dataDir, 'mail'), { name: '', address: '' }, new TestClock());
  try {
    const events = await log.readAll(0, Number.MAX_SAFE_INTEGER);
    const sent = (await box.list(Number.MAX_SAFE_INTEGER)).reverse();
    return {
      events: events.map(({ type }) => type),
      sent: sent.map(({ to, subject }) => `${to}: ${subject}`),
    };
  } finally {
    await log.close();
  }
}
