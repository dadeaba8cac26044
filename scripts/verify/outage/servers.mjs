// The three processes of a run: the log server, the document server and Footnote on both.
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { start } from '../../process.mjs';
import { built, dist } from './built.mjs';

/**
 * A server that can be killed, frozen and restarted with its data.
 *
 * @typedef {object} Target
 * @property {string} name
 * @property {string} url  of a log, or of an unused database
 * @property {() => Promise<void>} kill  ends it without notice
 * @property {() => Promise<void>} restart  starts the killed server on its port and waits until it listens
 * @property {() => void} freeze  stops it without ending it: connections stay, nothing is answered
 * @property {() => void} thaw
 * @property {() => Promise<void>} stop
 */

/** The server of `EVENTSTORE_CMD`, or the stand-in for EventStoreDB, in its own process. @returns {Promise<Target>} */
export async function startLogServer(folder) {
  const servers = await built('test/support/eventstore/log-server.js');
  return { name: 'log', ...(await servers.startLogServer(folder)) };
}

/** The server with MongoDB's protocol that the tests use, with its data in a file. @returns {Promise<Target>} */
export async function startDocumentServer(folder) {
  const { startMongoTestServer } = await built('test/support/mongo/mongo-server.js');
  const { freeze, thaw, ...server } = await startMongoTestServer(join(folder, 'documents.mv'));
  // It ends with its input, but not while it is frozen.
  process.once('exit', thaw);
  const stop = () => {
    // A stopped process does not see its signal.
    thaw();
    return server.stop();
  };
  return { ...server, name: 'documents', url: server.database(), freeze, thaw, stop };
}

/** Footnote as `npm start` runs it, on both servers, without rate limits. */
export function startFootnote(folder, log, documents) {
  return startSite(join(folder, 'data'), { EVENTSTORE_URL: log.url, MONGODB_URL: documents.url });
}

/**
 * Footnote on a data folder, without rate limits.
 *
 * @param {string} dataDir
 * @param {Record<string, string>} settings
 * @param {string} program  that of `npm start` by default
 */
export async function startSite(dataDir, settings = {}, program = join(dist, 'src/main.js')) {
  const child = start(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      ...settings,
    },
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const url = await addressIn(child, /listening on (http:\S+)/, 'Footnote', () => errors);
  // Why a request got 500.
  const failures = [];
  createInterface(child.stdout).on(
    'line',
    (line) => line.includes('a request failed') && failures.push(line),
  );
  return {
    url,
    pid: child.pid,
    dataDir,
    errors: () => errors,
    failures,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    signal: (name) => child.kill(name),
    stop: () => ended(child, 'SIGTERM'),
  };
}

/** Waits for the line that tells the address. */
async function addressIn(child, pattern, name, errors = () => '') {
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const found = pattern.exec(line)?.[1];
      if (found) resolve(found);
    });
    child.once('close', (code) =>
      reject(new Error(`${name} ended with ${code} before it listened. ${errors()}`)),
    );
  });
}

async function ended(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, 'exit');
  child.kill(signal);
  await over;
}
