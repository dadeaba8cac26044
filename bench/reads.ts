import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setStage } from './likes/stage.js';
import { type Ask, flood } from './reads/flood.js';
import { type Bench, inScratchFolder, median, rate } from './scratch.js';
import { type ServerProcess, startFootnote, startServer, viewsComplete } from './server-process.js';

const EVENTS = 100_000;
const ROUNDS = 5;
const CONNECTIONS = 64;
const SECONDS = 2;
const WARM_UP_MS = 500;

const BARE = fileURLToPath(new URL('./reads/bare.process.js', import.meta.url));

/** Footnote with request logs. */
const SETTINGS = { LOG_LEVEL: 'info' };

type Sides = Readonly<Record<'kept' | 'composed' | 'bare', ServerProcess>>;

/**
 * Measures public reads by 64 clients: answers that are kept, answers that are composed each time, and Node's own server
 * that sends the same status, headers and body and writes the same log line. The sides take turns.
 */
export const benchReads: Bench = (print, { events = EVENTS, seconds = SECONDS }) =>
  inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'ours');
    const { posts, people } = await setStage(dataDir, events, path.join(folder, 'rows.ndjson'));
    const first = await startFootnote(dataDir);
    await viewsComplete(first);
    const asks = await asksOn(first.url, posts[0] ?? '', people[0]?.id ?? '');
    await first.stop();
    const figures: Record<string, object> = {};
    const kept = await startFootnote(dataDir, SETTINGS);
    const bare = await startServer(
      [BARE, kept.url, ...new Set(Object.values(asks).map((ask) => ask.path))],
      {},
    );
    try {
      for (const [name, ask] of Object.entries(asks)) {
        figures[name] = await compared(name, ask, { kept, bare }, seconds, print);
      }
    } finally {
      await kept.stop();
      await bare.stop();
    }
    const composed = await startFootnote(dataDir, { ...SETTINGS, ANSWER_CACHE_MB: '0' });
    try {
      for (const [name, ask] of Object.entries(asks)) {
        if (!ask.headers)
          figures[`${name}, composed`] = await compared(name, ask, { composed }, seconds, print);
      }
    } finally {
      await composed.stop();
    }
    return figures;
  });

async function asksOn(url: string, postId: string, userId: string): Promise<Readonly<Record<string, Ask>>> {
  const board: Ask = { path: '/api/posts?sort=top&limit=50' };
  const etag = (
    await fetch(`${url}${board.path}`, { headers: { 'accept-encoding': 'identity' } })
  ).headers.get('etag');
  return {
    board,
    'board, 304': { ...board, headers: { 'if-none-match': etag ?? '' } },
    post: { path: `/api/posts/${postId}` },
    rank: { path: `/api/posts/${postId}/rank` },
    comments: { path: `/api/posts/${postId}/comments` },
    profile: { path: `/api/users/${userId}` },
    week: { path: '/api/leaderboard/weekly?limit=50' },
    'Hall of Fame': { path: '/api/leaderboard/weeks' },
  };
}

async function compared(
  name: string,
  ask: Ask,
  sides: Partial<Sides>,
  seconds: number,
  print: (line: string) => void,
): Promise<object> {
  const rounds = Object.entries(sides).map(([side, server]) => ({
    side,
    server,
    rates: [] as number[],
    cpuUs: [] as number[],
  }));
  for (const { server } of rounds) await flood(server.url, ask, CONNECTIONS, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { server, rates, cpuUs } of rounds) {
      const before = await server.cpuMs();
      const count = await flood(server.url, ask, CONNECTIONS, seconds * 1000);
      rates.push(count / seconds);
      cpuUs.push((((await server.cpuMs()) - before) * 1000) / count);
    }
  }
  const [ours, bare] = rounds;
  const ratio = bare && median(bare.rates.map((figure, index) => (ours?.rates[index] ?? 0) / figure));
  const told = rounds.map(
    ({ side, rates, cpuUs }) => `${side} ${rate(median(rates))}/s ${median(cpuUs).toFixed(0).padStart(4)} us`,
  );
  print(
    `  ${name.padEnd(14)}${told.join('   ')}${ratio === undefined ? '' : `   ratio ${ratio.toFixed(2)}`}`,
  );
  return { ratio, ...Object.fromEntries(rounds.map(({ side, rates }) => [side, median(rates)])) };
}
