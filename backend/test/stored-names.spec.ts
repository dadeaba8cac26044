import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { Projector } from '../src/kernel/views/projector.js';
import { Reactor } from '../src/kernel/reactions/reactor.js';
import { type RunningApp, TestClock, startApp } from './support/app.js';
import { heard, buyBoost } from './support/payments.js';
import { verified } from './support/people.js';
import { jpegPhoto } from './support/photos.js';
import { commentOn, rate } from './support/posts.js';
import { settled } from './support/settled.js';

/** A data folder of an earlier build, with what it held; in the source, not in `dist`. */
const STORED = path.join(import.meta.dirname, '../../test/stored-folder.json.br');

/** The generation of each view, the position of each reaction, and the mails. */
interface Held {
  readonly views: Readonly<Record<string, string | null>>;
  readonly reactions: Readonly<Record<string, number>>;
  readonly mails: readonly string[];
}

/** What is committed: JSON, compressed. */
interface Stored extends Held {
  /** The contents of the files, in base64, by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly postId: string;
  /** When the folder was left, ISO 8601. */
  readonly leftAt: string;
}

async function heldBy({ server, dataDir }: RunningApp): Promise<Held> {
  const reactions = server.get(Reactor).health();
  return {
    views: Object.fromEntries(
      server
        .get(Projector)
        .health()
        .map(({ name, generation }) => [name, generation]),
    ),
    reactions: Object.fromEntries(reactions.map(({ name, position }) => [name, position])),
    mails: (await readdir(path.join(dataDir, 'mail'))).toSorted(),
  };
}

const EMAIL = 'ann@example.org';

/** Two people, a post with a rating, a like, comments and a report, and a boost that was paid. */
async function story(app: RunningApp): Promise<string> {
  const ann = await verified(app, EMAIL);
  const bob = await verified(app, 'bob@example.org');
  const { body: post } = await ann.browser.publishPhoto(await jpegPhoto());
  await buyBoost(app, ann.browser, 'mega', post.id);
  await bob.browser.like(post.id);
  await bob.browser.report(post.id, { reason: 'An advert.', category: 'spam' });
  await rate(app, post.id, ann.user.id, 8, bob.user.id);
  await commentOn(app, post.id, ann.user.id);
  await heard(app);
  return post.id;
}

/** Fills a folder and writes it down: only if the format of what is stored has changed on purpose. */
async function writeStored(): Promise<void> {
  const app = await startApp();
  const postId = await story(app);
  await settled(app);
  const held = await heldBy(app);
  await app.server.close();
  const found = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [path.relative(app.dataDir, file), readFileSync(file, 'base64')]);
  const stored: Stored = {
    ...held,
    postId,
    leftAt: app.clock.now().toISOString(),
    files: Object.fromEntries(files),
  };
  await writeFile(STORED, brotliCompressSync(JSON.stringify(stored)));
  await app.stop();
}

async function unpacked({ files }: Stored): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'footnote-stored-'));
  for (const [name, contents] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(dataDir, name)), { recursive: true });
    await writeFile(path.join(dataDir, name), contents, { encoding: 'base64', mode: 0o600 });
  }
  return dataDir;
}

describe('a data folder of an earlier build', () => {
  it('opens: only views whose version rose are built again, no reaction starts over, no mail is sent', async () => {
    if (process.env['UPDATE_RECORDS'] === '1') await writeStored();
    const stored = JSON.parse(brotliDecompressSync(readFileSync(STORED)).toString()) as Stored;
    const dataDir = await unpacked(stored);
    const app = await startApp({ dataDir, clock: new TestClock(new Date(stored.leftAt)) });
    try {
      await settled(app);
      const now = await heldBy(app);
      expect(now.mails).toEqual(stored.mails);
      expect(Object.keys(now.reactions)).toEqual(expect.arrayContaining(Object.keys(stored.reactions)));
      const versions = new Map(
        app.server
          .get(Projector)
          .health()
          .map(({ name, version }) => [name, version]),
      );
      const same = Object.entries(stored.views).filter(([name, generation]) =>
        generation?.startsWith(`v${versions.get(name)}-`),
      );
      expect(now.views).toMatchObject(Object.fromEntries(same));
      expect(Object.keys(now.views)).toEqual(expect.arrayContaining(Object.keys(stored.views)));
      const ann = app.browser();
      expect((await ann.login(EMAIL)).status).toBe(200);
      expect((await ann.viewPost(stored.postId)).body).toMatchObject({ likesCount: 1, isBoosted: true });
    } finally {
      await app.stop();
    }
  });
});
