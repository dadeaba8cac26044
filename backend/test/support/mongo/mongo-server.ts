import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { MongoConnection, type MongoSettings } from '../../../src/infrastructure/mongo/connection.js';
import { DEADLINE_MS } from '../deadline.js';
import { steadyPort } from '../steady-port.js';
import { NEEDS_A_SERVER, installMongoTestServer } from './install.js';

/** A server that speaks MongoDB's protocol: that of `MONGODB_URL`, or one started for these tests. */
export interface MongoUnderTest {
  /** Its name in reports of times. */
  readonly name: string;
  /** Whether it is MongoDB itself, which can explain its plans. */
  readonly isReal: boolean;
  /** Its port, for a proxy; in a replica set that of the first member. */
  readonly port: number;
  /** The URL of an unused database, which is removed in the end. `port` is that of a proxy. */
  database(port?: number): string;
  /** Removes the databases and stops the server, if these tests started it. */
  stop(): Promise<void>;
}

/** A server of the tests themselves, which they may kill and restart. */
export interface MongoTestServer extends MongoUnderTest {
  /** Kills the server without notice, as a power cut would. */
  kill(): Promise<void>;
  /** Stops the server without ending it: connections stay, nothing is answered. {@link thaw} continues it. */
  freeze(): void;
  thaw(): void;
  /** Restarts the killed server, on the same port and with its data. */
  restart(): Promise<void>;
}

type Server = ChildProcessByStdio<Writable, Readable, null>;

const DATABASE_OF_URL = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/;

/** Longer than a test may take, so that its deadline alone ends what a busy machine delays. Tests of outages set their own. */
const TIMEOUT = 2 * DEADLINE_MS;

let serial = 0;

/** A connection to a database of the server. */
export function connectTo(url: string, settings: MongoSettings = {}): MongoConnection {
  return new MongoConnection(url, { timeout: TIMEOUT, expires: false, ...settings });
}

/**
 * The server that tests run on.
 * @throws Error when `MONGODB_URL` is not set and Java or Maven is missing
 */
export async function startMongo(): Promise<MongoUnderTest> {
  const url = process.env['MONGODB_URL'];
  const server = url ? realMongo(url) : await startMongoTestServer();
  process.stderr.write(`These tests run on ${server.name}.\n`);
  return server;
}

/**
 * The test server, regardless of `MONGODB_URL`: for tests that kill their server.
 * @param file the file of its data; without one, it keeps them in memory
 * @throws Error when Java or Maven is missing
 */
export async function startMongoTestServer(file?: string): Promise<MongoTestServer> {
  const classPath = await installMongoTestServer();
  let server = await launch(classPath, file ? await steadyPort() : 0, file);
  const { port } = server;
  return {
    name: `mongo-java-server ${file ? 'on a file' : 'in memory'}, a test server whose times do not predict those of MongoDB`,
    isReal: false,
    port,
    database: (through = port) => `mongodb://127.0.0.1:${through}/${nextDatabase()}?directConnection=true`,
    kill: () => end(server.process, 'SIGKILL'),
    freeze: () => void server.process.kill('SIGSTOP'),
    thaw: () => void server.process.kill('SIGCONT'),
    restart: async () => {
      server = await launch(classPath, port, file);
    },
    stop: () => end(server.process, 'SIGTERM'),
  };
}

function realMongo(url: string): MongoUnderTest {
  const [, server = '', options = '?'] = DATABASE_OF_URL.exec(url) ?? [];
  const databases: string[] = [];
  return {
    name: 'the server of MONGODB_URL',
    isReal: true,
    port: Number(/:(\d+)(?:,|$)/.exec(server)?.[1] ?? 27_017),
    database: (through) => {
      const name = nextDatabase();
      const direct = `${server}/${name}${options}`;
      databases.push(direct);
      if (through === undefined) return direct;
      const [, credentials = ''] = /^mongodb:\/\/([^@/]*@)?/.exec(server) ?? [];
      return `mongodb://${credentials}127.0.0.1:${through}/${name}${options}&directConnection=true`;
    },
    stop: async () => {
      for (const database of databases) {
        const mongo = connectTo(database);
        await mongo.dropDatabase();
        await mongo.close();
      }
    },
  };
}

function nextDatabase(): string {
  serial += 1;
  return `footnote_test_${crypto.randomUUID().slice(0, 8)}_${serial}`;
}

async function launch(
  classPath: string,
  port: number,
  file?: string,
): Promise<{ process: Server; port: number }> {
  const quiet = '-Dorg.slf4j.simpleLogger.defaultLogLevel=off';
  const parameters = [quiet, '-cp', classPath, 'Main', String(port), ...(file ? [file] : [])];
  const server: Server = spawn('java', parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = once(server, 'exit').then(
    ([code]) =>
      Promise.reject(new Error(`the MongoDB test server ended with ${String(code)} before it listened`)),
    (error: Error) => Promise.reject(new Error(`${NEEDS_A_SERVER}: ${error.message}`, { cause: error })),
  );
  const [line] = (await Promise.race([once(createInterface(server.stdout), 'line'), failed])) as [string];
  failed.catch(() => undefined);
  return { process: server, port: Number(line.split(' ').at(-1)) };
}

async function end(server: Server, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}
