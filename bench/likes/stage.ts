import { hash, randomBytes, randomUUID } from 'node:crypto';
import { anonymousUsername, USERNAME_BYTES } from '@footnote/backend/domain/account/anonymous-username.js';
import { weekOf } from '@footnote/backend/domain/week/iso-week.js';
import { type Storage, openStorage } from '@footnote/backend/composition/storage.js';
import { createLog, randomHistory, writeHistory } from '@footnote/backend/test/support/history.js';
import { type Chapter, event } from '@footnote/backend/test/support/history-teller.js';
import { postPublished } from '@footnote/backend/test/support/made-up.js';
import { PeerRows } from './peer-rows.js';

const PEOPLE = 64;
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
/** The numbers of earlier presses of the timed hearts. Even, so that the posts have no likes. */
const PRESSES = [10, 1000, 10_000, 50_000] as const;
const PRESSES_AN_APPEND = 500;

/** A person who is signed in and may write. */
export interface Person {
  readonly id: string;
  /** The token in the session cookie. */
  readonly token: string;
}

/** The people and posts of the measured requests. The posts have no likes yet. */
export interface Stage {
  readonly people: readonly Person[];
  /** One post for each person, shared by all. */
  readonly posts: readonly string[];
  /** The post that all people press. */
  readonly crowded: string;
  /** One post for each person, pressed by that person only. */
  readonly watched: readonly string[];
  /** Posts by how often the first person has pressed their hearts. */
  readonly pressed: readonly { readonly presses: number; readonly postId: string }[];
  /** The number of events in the log. */
  readonly events: number;
}

/**
 * Fills a new data folder with a generated history of at least `events` events, and with the people, their sessions and
 * the posts. Writes the rows of a program without a log to `rowsFile`.
 */
export async function setStage(
  dataDir: string,
  events: number,
  rowsFile: string,
  eventstoreUrl: string | null = null,
): Promise<Stage> {
  const storage = await openStorage(
    { dataDir, eventstoreUrl, mongodbUrl: null },
    { seconds: 0, tell: () => undefined },
  );
  const rows = new PeerRows(rowsFile);
  try {
    const people = Array.from({ length: PEOPLE }, () => ({
      id: randomUUID(),
      token: randomBytes(32).toString('base64url'),
    }));
    const posts = people.map(() => randomUUID());
    const watched = people.map(() => randomUUID());
    const crowded = randomUUID();
    const pressed = PRESSES.map((presses) => ({ presses, postId: randomUUID() }));
    const everyPost = [...posts, ...watched, crowded, ...pressed.map(({ postId }) => postId)];
    const [first] = people;
    if (!first) throw new Error('the stage has no people');
    const owner = randomUUID();
    await createLog(storage);
    const written = await write(storage, rows, [
      randomHistory(1, events),
      [owner, ...people.map(({ id }) => id)].flatMap(registration),
      everyPost.map((postId) => publication(postId, owner)),
      pressed.flatMap(({ presses, postId }) => pressesOf(postId, first.id, presses)),
    ]);
    for (const person of people) await signIn(storage, rows, person);
    return { people, posts, crowded, watched, pressed, events: written };
  } finally {
    await rows.close();
    await storage.close();
  }
}

async function write(
  { log, codec }: Storage,
  rows: PeerRows,
  histories: readonly Iterable<Chapter>[],
): Promise<number> {
  let written = 0;
  for (const history of histories) written += await writeHistory(log, codec, rows.noting(history));
  return written;
}

async function signIn({ sessions }: Storage, rows: PeerRows, { id, token }: Person): Promise<void> {
  const now = new Date();
  const session = {
    tokenHash: hash('sha256', token),
    id: randomUUID(),
    accountId: id,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + MONTH_MS),
    userAgent: 'bench',
    address: '127.0.0.1',
    proof: null,
  };
  await sessions.add(session);
  rows.session(session);
}

export function registration(accountId: string): Chapter[] {
  const emailHash = randomBytes(32).toString('hex');
  const username = anonymousUsername(randomBytes(USERNAME_BYTES));
  const email = `${accountId}@example.org`;
  return [
    chapter(`email-${emailHash}`, accountId, event('EmailClaimed', { emailHash, accountId })),
    chapter(
      `account-${accountId}`,
      accountId,
      event('AccountRegistered', { accountId, email, emailHash, username, passwordHash: 'none' }),
      event('EmailVerified', { accountId }),
    ),
  ];
}

export function publication(postId: string, ownerId: string): Chapter {
  const now = new Date();
  const changes = { ownerId, publishedAt: now.toISOString(), week: weekOf(now, 'UTC') };
  return chapter(`post-${postId}`, ownerId, postPublished(postId, changes));
}

function pressesOf(postId: string, userId: string, presses: number): Chapter[] {
  const chapters: Chapter[] = [];
  for (let count = 0; count < presses; count += PRESSES_AN_APPEND) {
    const length = Math.min(PRESSES_AN_APPEND, presses - count);
    const events = Array.from({ length }, (_, index) =>
      event(index % 2 === 0 ? 'Liked' : 'Unliked', { postId, userId }),
    );
    const appended = chapter(`like-${postId}-${userId}`, userId, ...events);
    chapters.push({ ...appended, expected: count === 0 ? 'noStream' : count - 1 });
  }
  return chapters;
}

export function chapter(
  stream: string,
  by: string,
  ...events: readonly { type: string; data: object }[]
): Chapter {
  const metadata = {
    at: new Date().toISOString(),
    actor: { kind: 'user' as const, id: by },
    requestId: 'bench',
    $correlationId: 'bench',
    $causationId: 'bench',
  };
  return {
    stream,
    expected: 'noStream',
    events: events.map(({ type, data }) => ({ id: randomUUID(), type, data, metadata })),
  };
}
