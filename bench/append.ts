import path from 'node:path';
import { SqliteEventLog } from '@footnote/backend/infrastructure/event-log/sqlite-event-log.js';
import Database from 'better-sqlite3';
import { v7 } from 'uuid';
import { appendRate, smallEvent } from './append-rate.js';
import { type Bench, inScratchFolder, median, perSecond, rate } from './scratch.js';

const ROUNDS = 5;
const APPENDS = { 1: 2000, 64: 32_000 } as const;

const SCHEMA = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL, UNIQUE (stream, revision)
  ) STRICT`;

/**
 * Measures appends of one small event to a new stream, by 1 and by 64 concurrent writers, compared with a bare loop that
 * inserts the same rows into the same table with as many syncs (one for 1 row, one for 64 rows). Rounds alternate; the
 * ratio is the median of the rounds.
 */
export const benchAppend: Bench = async (print) => {
  const figures: Record<string, unknown> = {};
  for (const writers of [1, 64] as const) {
    const logs: number[] = [];
    const bares: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bares.push(await inScratchFolder(async (folder) => bareLoop(folder, writers, APPENDS[writers])));
      logs.push(await inScratchFolder((folder) => throughTheLog(folder, writers, APPENDS[writers])));
    }
    const ratio = median(logs.map((log, round) => log / (bares[round] ?? Number.NaN)));
    print(`${String(writers).padStart(2)} writers: ${rate(median(logs))} appends/s through the log`);
    print(`            ${rate(median(bares))} rows/s in the bare loop, ratio ${ratio.toFixed(2)}`);
    figures[`writers${writers}`] = { appendsPerSecond: median(logs), barePerSecond: median(bares), ratio };
  }
  return figures;
};

async function throughTheLog(folder: string, writers: number, total: number): Promise<number> {
  const log = new SqliteEventLog(path.join(folder, 'events.db'));
  const figure = await appendRate(writers, total, (number) =>
    log.append(`like-${number}`, 'noStream', [smallEvent(v7())]),
  );
  await log.close();
  return figure;
}

function bareLoop(folder: string, group: number, total: number): number {
  const database = new Database(path.join(folder, 'bare.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(SCHEMA);
  const insert = database.prepare(
    'INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const start = performance.now();
  for (let row = 0; row < total;) {
    database.exec('BEGIN IMMEDIATE');
    for (const end = row + group; row < end; row += 1) {
      const { id, type, data, metadata } = smallEvent(v7());
      insert.run(`like-${row}`, 0, id, type, JSON.stringify(data), JSON.stringify(metadata));
    }
    database.exec('COMMIT');
  }
  const elapsed = performance.now() - start;
  database.close();
  return perSecond(total, elapsed);
}
