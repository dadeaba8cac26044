import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { DataSource } from 'typeorm';
import { database } from './database.js';

/**
 * Creates the tables and fills them from a file with one JSON array for each line, the table name first. `npm run bench`
 * writes that file.
 */

const BATCH = 5000;

const INSERTS: Readonly<Record<string, string>> = {
  users: `INSERT INTO users (id, email, "createdAt")
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::timestamptz[])`,
  posts: `INSERT INTO posts (id, "ownerId", "publishedAt")
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[])`,
  sessions: `INSERT INTO sessions ("tokenHash", "userId", "expiresAt")
    SELECT * FROM unnest($1::text[], $2::uuid[], $3::timestamptz[])`,
  likes: `INSERT INTO likes ("postId", "userId", "createdAt")
    SELECT l.* FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS l (post, person, at)
    JOIN posts ON posts.id = l.post JOIN users ON users.id = l.person`,
};

/** The tables whose rows refer to users and posts. */
const REFERRING = new Set(['sessions', 'likes']);

const COUNT_LIKES = `UPDATE posts SET "likesCount" = counted.likes
  FROM (SELECT "postId", count(*) AS likes FROM likes GROUP BY 1) AS counted WHERE posts.id = counted."postId"`;

const [file = ''] = process.argv.slice(2);
const source = await new DataSource(database).initialize();
await source.synchronize();
const waiting = new Map<string, string[][]>();
for await (const line of createInterface(createReadStream(file))) {
  const [table = '', ...values] = JSON.parse(line) as string[];
  const rows = waiting.get(table) ?? [];
  waiting.set(table, rows);
  rows.push(values);
  if (rows.length === BATCH) await insert(table);
}
for (const table of Object.keys(INSERTS)) await insert(table);
await source.query(COUNT_LIKES);
await source.query('VACUUM ANALYZE');
await source.destroy();

async function insert(table: string): Promise<void> {
  if (REFERRING.has(table)) for (const referred of ['users', 'posts']) await insert(referred);
  const rows = waiting.get(table) ?? [];
  waiting.delete(table);
  const [first] = rows;
  if (!first) return;
  const columns = first.map((_, index) => rows.map((row) => row[index]));
  await source.query(INSERTS[table] ?? '', columns);
}
