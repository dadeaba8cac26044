import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ServerSecret } from '../../src/infrastructure/sessions/server-secret.js';
import { SqliteSessionStore } from '../../src/infrastructure/sessions/sqlite-session-store.js';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { textsIn } from '../support/leftovers.js';
import { sessionsContract } from './sessions.contract.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder();

describe('SqliteSessionStore', () => {
  sessionsContract(() => Promise.resolve(new SqliteSessionStore(path.join(folder, 'sessions.db'))));
});

describe('the file of SqliteSessionStore', () => {
  it('of a version that kept no proofs is read on, and its sessions have none', async () => {
    const file = path.join(folder, 'earlier.db');
    const at = new Date('2026-11-21T12:00:00.000Z');
    const session = {
      tokenHash: 'a'.repeat(64),
      id: crypto.randomUUID(),
      accountId: 'ann',
      createdAt: at,
      lastUsedAt: at,
      expiresAt: new Date('2026-11-22T12:00:00.000Z'),
      userAgent: null,
      address: null,
      proof: null,
    };
    const before = new SqliteSessionStore(file);
    await before.add(session);
    await before.close();
    const database = openSqlite(file, { durability: 'full' });
    database.exec('ALTER TABLE sessions DROP COLUMN proof');
    database.close();
    const sessions = new SqliteSessionStore(file);
    expect(await sessions.find(session.tokenHash, at)).toEqual(session);
    await sessions.renew(session.tokenHash, at, 'shown');
    expect(await sessions.find(session.tokenHash, at)).toMatchObject({ proof: 'shown' });
    await sessions.close();
  });

  it('leaves no trace of ended sessions in any file after scrub', async () => {
    const sessions = new SqliteSessionStore(path.join(folder, 'sessions.db'));
    const at = new Date('2026-11-21T12:00:00.000Z');
    const marks = Array.from({ length: 3000 }, (_, index) => ({
      tokenHash: hash('sha256', String(index)),
      userAgent: `agent-${hash('sha256', `a${index}`)}${'.'.repeat(index % 200)}`,
      address: `2001:db8::${(index + 4096).toString(16)}`,
    }));
    for (const [index, { tokenHash, userAgent, address }] of marks.entries()) {
      const times = { createdAt: at, lastUsedAt: at, expiresAt: at };
      const id = crypto.randomUUID();
      await sessions.add({
        tokenHash,
        id,
        accountId: `a${index % 7}`,
        userAgent,
        address,
        proof: null,
        ...times,
      });
      if (index % 3 === 0) await sessions.touch(marks[index >> 1]?.tokenHash ?? '', at, `moved-${index}`);
    }
    const stays = await sessions.ofAccount('a6', new Date(0));
    for (let account = 0; account < 6; account += 1) await sessions.removeAll(`a${account}`, null);
    await sessions.scrub();
    const kept = new Set(stays.map(({ userAgent }) => userAgent));
    const texts = await textsIn(folder);
    const found = marks.filter(({ userAgent }) => texts.some((text) => text.includes(userAgent)));
    expect(found.map(({ userAgent }) => userAgent).toSorted()).toEqual([...kept].toSorted());
    const addresses = new Set(stays.map(({ address }) => address));
    const seen = new Set(texts.flatMap((text) => text.match(/2001:db8::[0-9a-f]{4}|moved-\d+/g) ?? []));
    for (const address of seen) expect(addresses.has(address)).toBe(true);
    await sessions.close();
  });
});

describe('the server’s secret', () => {
  it('is created once, readable by its owner only, and reused (V13.3.2)', async () => {
    const file = path.join(folder, 'deeper', 'secret.key');
    const first = ServerSecret.keptIn(file).hmac('email', 'ann@example.org');
    expect(ServerSecret.keptIn(file).hmac('email', 'ann@example.org')).toEqual(first);
    expect((await readFile(file)).length).toBe(32);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('has a different hash for every purpose and every split into parts (V9.2.4)', () => {
    const secret = new ServerSecret(Buffer.alloc(32, 7));
    const hashes = [
      secret.hmac('email', 'ab', 'c'),
      secret.hmac('email', 'a', 'bc'),
      secret.hmac('claim', 'ab', 'c'),
      new ServerSecret(Buffer.alloc(32, 8)).hmac('email', 'ab', 'c'),
    ];
    expect(new Set(hashes.map((bytes) => bytes.toString('hex'))).size).toBe(4);
  });

  it('rejects a secret that is too short', () => {
    expect(() => new ServerSecret(Buffer.alloc(31))).toThrow(RangeError);
  });
});
