import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '@footnote/backend/composition/storage.js';
import { FolderImageStore } from '@footnote/backend/infrastructure/images/folder-image-store.js';
import { writeHistory } from '@footnote/backend/test/support/history.js';
import { type Chapter, event } from '@footnote/backend/test/support/history-teller.js';
import { scene } from '@footnote/backend/test/support/photos.js';
import sharp from 'sharp';
import { KeepAlive } from './likes/keep-alive.js';
import { type Stage, chapter, publication, registration, setStage } from './likes/stage.js';
import { type Bench, inScratchFolder, quantile } from './scratch.js';
import { startFootnote, viewsComplete } from './server-process.js';

const EVENTS = 100_000;
const SECONDS = 8;
const VISITORS = 16;
/** Between two requests of the signed-in person. */
const PAUSE_MS = 20;
const AUTHORS = 300;
const POSTS_OF_THE_WEEK = 6000;
/** The posts that visitors want share cards of. None was drawn before, and each takes about a quarter of a second. */
const CARDS = 400;
const THREAD = { roots: 40, replies: 25 } as const;

interface Board {
  readonly stage: Stage;
  /** Posts of this week, with photos. */
  readonly cards: readonly string[];
  /** A post with a long thread of comments. */
  readonly discussed: string;
}

/** The address of a page by the number of the request. */
type Page = (board: Board, turn: number) => string;

const search: Page = () => '/api/posts?search=in';
const week: Page = () => '/api/leaderboard/weekly?limit=100';
const weekSearch: Page = () => '/api/leaderboard/weekly?search=in';
const comments: Page = ({ discussed }) => `/api/posts/${discussed}/comments`;
const card: Page = ({ cards }, turn) => `/api/posts/${cards[turn % cards.length]}/card.png`;

const LOADS: Readonly<Record<string, readonly Page[]>> = {
  nothing: [],
  search: [search],
  week: [week],
  'search in a week': [weekSearch],
  comments: [comments],
  'share cards': [card],
  'all of them': [search, week, weekSearch, comments, card],
};

/** What the signed-in person reads, in turn. */
const READS: readonly Page[] = [
  () => '/api/posts?sort=recent',
  ({ stage: { posts } }, turn) => `/api/posts/${posts[turn % posts.length]}`,
  week,
  ({ stage: { posts } }, turn) => `/api/posts/${posts[turn % posts.length]}/comments`,
];

/**
 * How long a signed-in person waits for answers while 16 visitors of different networks ask for the most expensive pages,
 * each for the next one as soon as it has an answer. The limits are on. The visitors share the machine with the server.
 */
export const benchWaits: Bench = (print, { events = EVENTS, seconds = SECONDS }) =>
  inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'data');
    const board = await fill(dataDir, await setStage(dataDir, events, path.join(folder, 'rows.ndjson')));
    // One with the limits on tells no stranger about its views.
    const first = await startFootnote(dataDir);
    await viewsComplete(first);
    await first.stop();
    const server = await startFootnote(dataDir, {
      RATE_LIMITS: 'on',
      TRUSTED_PROXIES: '1',
      ALLOW_SANDBOX: 'yes',
    });
    const figures: Record<string, Figures> = {};
    try {
      for (const [name, pages] of Object.entries(LOADS)) {
        const measured = await measure(server.url, board, pages, seconds);
        figures[name] = measured;
        tell(print, name, measured, figures['nothing'] ?? measured);
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
  /** How many answers the visitors got a second, and how many of all were refused. */
  readonly served: number;
  readonly refused: number;
}

let turns = 0;

async function measure(url: string, board: Board, pages: readonly Page[], seconds: number): Promise<Figures> {
  const end = performance.now() + seconds * 1000;
  const isOver = () => performance.now() >= end;
  let [served, refused] = [0, 0];
  const visitors = pages.length === 0 ? [] : Array.from({ length: VISITORS }, (_, number) => number);
  const load = visitors.map(async (number) => {
    const connection = await KeepAlive.to(url, `198.51.${number}.7`);
    for (let own = number; !isOver(); own += 1) {
      const page = pages[own % pages.length]?.(board, turns++) ?? '';
      const { status, body } = await connection.send('GET', page);
      if (status === 200) served += 1;
      else if (status === 429 || status === 503) refused += 1;
      else throw new Error(`${page} answered ${status}: ${body}`);
    }
    connection.close();
  });
  const reader = readOn(url, board, isOver);
  const [waits] = await Promise.all([reader, ...load]);
  return {
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    worst: Math.max(...waits),
    served: served / seconds,
    refused,
  };
}

/** Reads one page after the other as a signed-in person. Returns how long each answer took, in milliseconds. */
async function readOn(url: string, board: Board, isOver: () => boolean): Promise<number[]> {
  const [person] = board.stage.people;
  const connection = await KeepAlive.to(url, '203.0.113.7');
  const waits: number[] = [];
  for (let turn = 0; !isOver(); turn += 1) {
    const page = READS[turn % READS.length]?.(board, turn) ?? '';
    const begun = performance.now();
    const { status, body } = await connection.send('GET', page, person?.token);
    if (status !== 200) throw new Error(`${page} answered ${status}: ${body}`);
    waits.push(performance.now() - begun);
    await sleep(PAUSE_MS);
  }
  connection.close();
  return waits;
}

/** Adds a full week, photos for share cards and a long thread to the stage. */
async function fill(dataDir: string, stage: Stage): Promise<Board> {
  const { log, codec, close } = await openStorage(
    { dataDir, eventstoreUrl: null, mongodbUrl: null },
    { seconds: 0, tell: () => undefined },
  );
  const authors = Array.from({ length: AUTHORS }, () => randomUUID());
  const posts = Array.from({ length: POSTS_OF_THE_WEEK }, () => randomUUID());
  const [discussed = ''] = posts;
  await writeHistory(log, codec, authors.flatMap(registration));
  await writeHistory(
    log,
    codec,
    posts.map((postId, index) => publication(postId, authors[index % AUTHORS] ?? '')),
  );
  await writeHistory(log, codec, threadOn(discussed, authors));
  await close();
  const images = new FolderImageStore(path.join(dataDir, 'images'));
  const photo = await sharp(scene(1, 1280, 960))
    .webp()
    .toBuffer();
  const cards = posts.slice(0, CARDS);
  for (const postId of cards) await images.put(postId, { 320: photo, 640: photo, 1280: photo });
  return { stage, cards, discussed };
}

function* threadOn(postId: string, authors: readonly string[]): Generator<Chapter> {
  const [postOwnerId = ''] = authors;
  const said = (index: number, parent: { commentId: string; authorId: string } | null) => {
    const [commentId, authorId] = [randomUUID(), authors[index % AUTHORS] ?? ''];
    const text = 'The light on the left is wonderful, and so is the calm of the whole picture.';
    const posted = event('CommentPosted', { commentId, postId, postOwnerId, authorId, parent, text });
    return { commentId, authorId, posted: chapter(`comment-${commentId}`, authorId, posted) };
  };
  for (let root = 0; root < THREAD.roots; root += 1) {
    const { posted, ...parent } = said(root, null);
    yield posted;
    for (let reply = 1; reply <= THREAD.replies; reply += 1) yield said(root + reply, parent).posted;
  }
}

function tell(print: (line: string) => void, name: string, figures: Figures, quiet: Figures): void {
  const { p50, p99, worst, served, refused } = figures;
  print(
    `${name.padEnd(18)}p50 ${inMs(p50)}   p99 ${inMs(p99)} (${(p99 / quiet.p99).toFixed(1)}x)   worst ${inMs(worst)}` +
      `   visitors: ${served.toFixed(0)} answers/s, ${refused} refused`,
  );
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(1).padStart(7)} ms`;
}
