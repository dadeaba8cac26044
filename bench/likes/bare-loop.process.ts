import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { SqliteDocumentStore } from '@footnote/backend/infrastructure/document-store/sqlite-document-store.js';
import type { Recorded } from '@footnote/backend/kernel/event.js';
import { leaderboard } from '@footnote/backend/projections/leaderboard/leaderboard.js';
import { likes } from '@footnote/backend/projections/likes.js';
import { timelines } from '@footnote/backend/projections/timelines.js';
import Database from 'better-sqlite3';
import { type FastifyRequest, fastify } from 'fastify';
import { BareView } from './bare-view.js';

/**
 * The minimum work of a durable like on the same files: Fastify, the session from the cookie, input checks, one synced
 * transaction for all likes that arrived together, and one transaction for each view that a like changes.
 * Its argument is a data folder that the real server has used.
 */

interface Press {
  readonly type: 'Liked' | 'Unliked';
  readonly postId: string;
  readonly userId: string;
  readonly requestId: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const COOKIE = /(?:^|; )session=([\w-]{43})(?:;|$)/;

const [dataDir = ''] = process.argv.slice(2);
const log = open('events.db');
const lastOf = log.prepare(
  'SELECT revision, type FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
);
const insert = log.prepare(
  'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
);
const sessionOf = open('sessions.db').prepare(
  'SELECT account_id AS accountId FROM sessions WHERE token_hash = ? AND expires_at > ?',
);
const store = new SqliteDocumentStore(path.join(dataDir, 'views'));
const board = await BareView.of(store, leaderboard);
const views = [board, await BareView.of(store, likes), await BareView.of(store, timelines)];
let pending: Press[] = [];
let isFlushing = false;

const server = fastify();
server.post('/api/posts/:id/like', (request, reply) => press('Liked', request, reply));
server.delete('/api/posts/:id/like', (request, reply) => press('Unliked', request, reply));
server.get('/api/posts/:id', async ({ params }) => ({
  likesCount: (await board.get((params as { id: string }).id))?.likesCount,
}));
process.stdout.write(`listening on ${await server.listen({ port: 0, host: '127.0.0.1' })}\n`);

function open(file: string) {
  const database = new Database(path.join(dataDir, file));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  return database;
}

async function press(type: Press['type'], request: FastifyRequest, reply: { code(status: number): unknown }) {
  const { headers } = request;
  const { id: postId } = request.params as { id: string };
  if (headers.origin !== `http://${headers.host}`) return refuse(reply, 403);
  const token = COOKIE.exec(headers.cookie ?? '')?.[1];
  const tokenHash = token && createHash('sha256').update(token).digest('hex');
  const session = tokenHash && (sessionOf.get(tokenHash, Date.now()) as { accountId: string } | undefined);
  if (!session) return refuse(reply, 401);
  if (!UUID.test(postId)) return refuse(reply, 404);
  await new Promise<void>((resolve, reject) => {
    pending.push({ type, postId, userId: session.accountId, requestId: request.id, resolve, reject });
    if (!isFlushing) setImmediate(() => void flush());
    isFlushing = true;
  });
  return { success: true };
}

function refuse(reply: { code(status: number): unknown }, status: number) {
  reply.code(status);
  return { message: 'refused' };
}

async function flush(): Promise<void> {
  const batch = pending;
  pending = [];
  try {
    const events = append(batch);
    for (const view of views) await view.commit(events);
    for (const { resolve } of batch) resolve();
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
  isFlushing = pending.length > 0;
  if (isFlushing) setImmediate(() => void flush());
}

/** Writes the changes of all presses in one transaction. */
function append(batch: readonly Press[]): Recorded[] {
  const events: Recorded[] = [];
  log.exec('BEGIN IMMEDIATE');
  for (const { type, postId, userId, requestId } of batch) {
    const stream = `like-${postId}-${userId}`;
    const last = lastOf.get(stream) as { revision: number; type: string } | undefined;
    if ((last?.type ?? 'Unliked') === type) continue;
    const event = {
      stream,
      revision: (last?.revision ?? -1) + 1,
      id: randomUUID(),
      type,
      data: { postId, userId },
      metadata: {
        at: new Date().toISOString(),
        actor: { kind: 'user' as const, id: userId },
        requestId,
        $correlationId: requestId,
        $causationId: requestId,
        version: 1,
      },
    };
    const { lastInsertRowid } = insert.run(
      stream,
      event.revision,
      event.id,
      type,
      JSON.stringify(event.data),
      JSON.stringify(event.metadata),
    );
    events.push({ ...event, position: Number(lastInsertRowid) });
  }
  log.exec('COMMIT');
  return events;
}
