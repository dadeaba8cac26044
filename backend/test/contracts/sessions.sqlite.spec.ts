import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import { SqliteSessionStore } from '../../src/infrastructure/sessions/sqlite-session-store.js';
import { sessionsContract } from './sessions.contract.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'footnote-sessions-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('SqliteSessionStore', () => {
  sessionsContract(() => Promise.resolve(new SqliteSessionStore(path.join(folder, 'sessions.db'))));
});

describe('the server’s secret', () => {
  it('is made once, for its owner’s eyes only, and found again', async () => {
    const file = path.join(folder, 'deeper', 'secret.key');
    const first = ServerSecret.keptIn(file).hmac('email', 'ann@example.org');
    expect(ServerSecret.keptIn(file).hmac('email', 'ann@example.org')).toEqual(first);
    expect((await readFile(file)).length).toBe(32);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('gives every purpose, and every way to cut a text into parts, a hash of its own', () => {
    const secret = new ServerSecret(Buffer.alloc(32, 7));
    const hashes = [
      secret.hmac('email', 'ab', 'c'),
      secret.hmac('email', 'a', 'bc'),
      secret.hmac('claim', 'ab', 'c'),
      new ServerSecret(Buffer.alloc(32, 8)).hmac('email', 'ab', 'c'),
    ];
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4);
  });

  it('refuses a secret that is too short', () => {
    expect(() => new ServerSecret(Buffer.alloc(31))).toThrow(RangeError);
  });
});
