import { hash, randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '@footnote/backend/composition/storage.js';
import { writeHistory } from '@footnote/backend/test/support/history.js';
import { event } from '@footnote/backend/test/support/history-teller.js';
import { KeepAlive } from './likes/keep-alive.js';
import { type Person, chapter, publication, setStage } from './likes/stage.js';
import { type Bench, inScratchFolder, quantile } from './scratch.js';
import { startFootnote, viewsComplete } from './server-process.js';

const EVENTS = 100_000;
const SECONDS = 10;
const WARM_UP = 3;
const PAUSE_MS = 2;
const OWNERS = 60;
/** Members who have liked and said much. */
const BUSY = 2;
const LIKES = 10_000;
const COMMENTS = 2000;
const POSTS = 500;
const TEXT = 'The light on the left is wonderful, and so is the calm of the whole picture.';
const HOUR_MS = 60 * 60_000;
const AUDIT = '/api/rtm-sys/audit/export?format=';
const PERSONAL = '/api/user/export';

/** The files that are asked for at the same time, each by another owner or member. */
const LOADS: Readonly<Record<string, readonly string[]>> = {
  nothing: [],
  'an audit file': [`${AUDIT}csv`],
  'a personal export': [PERSONAL],
  'all places': [`${AUDIT}csv`, `${AUDIT}ndjson`, PERSONAL, PERSONAL],
  '60 audit files': Array.from({ length: OWNERS }, () => `${AUDIT}csv`),
};

/**
 * How long a visitor waits for the board while files are generated: audit files with every event of the log, and exports of
 * members with 12,500 events.
 */
export const benchExports: Bench = (print, { events = EVENTS, seconds = SECONDS }) =>
  inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'data');
    const { people, crowded } = await setStage(dataDir, events, path.join(folder, 'rows.ndjson'));
    const [, ...members] = people;
    const owners = await appoint(dataDir);
    await keepBusy(dataDir, members.slice(0, BUSY), crowded);
    const server = await startFootnote(dataDir);
    const figures: Record<string, Figures> = {};
    try {
      await viewsComplete(server);
      await measure(server.url, [], [], WARM_UP);
      for (const [name, files] of Object.entries(LOADS)) {
        const cookies = files.map((file, index) =>
          file === PERSONAL ? `session=${members[index % BUSY]?.token}` : `admin=${owners[index]}`,
        );
        figures[name] = await measure(server.url, files, cookies, seconds);
        const { p50, p99, worst, megabytes, took } = figures[name];
        print(
          `${name.padEnd(18)}p50 ${inMs(p50)}   p99 ${inMs(p99)}   worst ${inMs(worst)}   ` +
            `${megabytes.toFixed(1)} MB of files in ${took.toFixed(1)} s`,
        );
      }
    } finally {
      await server.stop();
    }
    return { milliseconds: figures };
  });

interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly megabytes: number;
  /** Seconds until the last file was there, or the measurement was over. */
  readonly took: number;
}

/** Asks for the board until all files are there, but no longer than so many seconds. */
async function measure(
  url: string,
  files: readonly string[],
  cookies: readonly string[],
  seconds: number,
): Promise<Figures> {
  const begun = performance.now();
  const over = new AbortController();
  let bytes = 0;
  const downloads = files.map(async (file, index) => {
    const headers = { cookie: cookies[index] ?? '' };
    const response = await fetch(`${url}${file}`, { headers, signal: over.signal });
    if (response.status !== 200)
      throw new Error(`${file} answered ${response.status}: ${await response.text()}`);
    for await (const piece of response.body ?? []) bytes += piece.length;
  });
  const reads = new AbortController();
  const end = sleep(seconds * 1000, undefined, { signal: over.signal }).catch(() => undefined);
  const all = downloads.length > 0 ? Promise.all(downloads) : end;
  const waits: number[] = [];
  const reader = await KeepAlive.to(url, '203.0.113.7');
  const reading = (async () => {
    while (!reads.signal.aborted) {
      const asked = performance.now();
      const { status } = await reader.send('GET', '/api/posts');
      if (status !== 200) throw new Error(`the board answered ${status}`);
      waits.push(performance.now() - asked);
      await sleep(PAUSE_MS);
    }
  })();
  await Promise.race([all, end]);
  reads.abort();
  await reading;
  over.abort();
  reader.close();
  await all.catch(() => undefined);
  return {
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    worst: Math.max(...waits),
    megabytes: bytes / 1_000_000,
    took: (performance.now() - begun) / 1000,
  };
}

/** Lets members like thousands of posts, say much about one, and publish some. */
async function keepBusy(dataDir: string, members: readonly Person[], postId: string): Promise<void> {
  const { log, codec, close } = await openStorage(
    { dataDir, eventstoreUrl: null, mongodbUrl: null },
    { seconds: 0, tell: () => undefined },
  );
  for (const { id: userId } of members) {
    const likes = Array.from({ length: LIKES }, () => randomUUID()).map((liked) =>
      chapter(`like-${liked}-${userId}`, userId, event('Liked', { postId: liked, userId })),
    );
    await writeHistory(log, codec, likes);
    const comments = Array.from({ length: COMMENTS }, () => randomUUID()).map((commentId) => {
      const said = { commentId, postId, postOwnerId: userId, authorId: userId, parent: null, text: TEXT };
      return chapter(`comment-${commentId}`, userId, event('CommentPosted', said));
    });
    await writeHistory(log, codec, comments);
    const posts = Array.from({ length: POSTS }, () => publication(randomUUID(), userId));
    await writeHistory(log, codec, posts);
  }
  await close();
}

/** Owners who are signed in to the back office. Returns their tokens. */
async function appoint(dataDir: string): Promise<readonly string[]> {
  const { log, codec, adminSessions, close } = await openStorage(
    { dataDir, eventstoreUrl: null, mongodbUrl: null },
    { seconds: 0, tell: () => undefined },
  );
  const owners = Array.from({ length: OWNERS }, () => ({
    adminId: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }));
  await writeHistory(
    log,
    codec,
    owners.map(({ adminId }, index) =>
      chapter(
        `admin-${adminId}`,
        adminId,
        event('AdminCreated', { adminId, username: `owner${index}`, email: null, passwordHash: 'none' }),
      ),
    ),
  );
  const appointed = owners.map(({ adminId }) =>
    event('AdminAppointed', { adminId, role: 'owner', accountId: null, invitationId: null }),
  );
  const roles = chapter('adminRoles-all', 'bench', ...appointed);
  const last = await log.readLast(roles.stream);
  await writeHistory(log, codec, [{ ...roles, expected: last ? last.revision : 'noStream' }]);
  const now = new Date();
  for (const { adminId, token } of owners) {
    await adminSessions.add({
      tokenHash: hash('sha256', token),
      id: randomUUID(),
      accountId: adminId,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + HOUR_MS),
      userAgent: 'bench',
      address: '127.0.0.1',
      proof: JSON.stringify({ factor: { kind: 'none' }, changes: 0 }),
    });
  }
  await close();
  return owners.map(({ token }) => token);
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(1).padStart(7)} ms`;
}
