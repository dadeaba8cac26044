import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqliteKeyRing } from '../../src/infrastructure/engine/sqlite-key-ring.js';
import { keyRingContract } from './key-ring.contract.js';

async function make() {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-keys-'));
  const file = path.join(folder, 'keys.db');
  let ring = new SqliteKeyRing(file);
  return {
    folder,
    ring,
    reopen: async () => {
      await ring.close();
      ring = new SqliteKeyRing(file);
      return ring;
    },
    destroy: async () => {
      await ring.close();
      await rm(folder, { recursive: true });
    },
  };
}

keyRingContract('SQLite', make);

describe('SqliteKeyRing', () => {
  it('leaves no byte of a destroyed key in any of its files', async () => {
    const { folder, ring, destroy } = await make();
    try {
      const others = await Promise.all(['bob', 'eve'].map((person) => ring.obtain(person)));
      const key = (await ring.obtain('ann')) as Buffer;
      const holders = async (wanted: Buffer) => {
        const files = await Promise.all(
          (await readdir(folder)).map((file) => readFile(path.join(folder, file))),
        );
        return files.filter((bytes) => bytes.includes(wanted)).length;
      };
      expect(await holders(key)).toBeGreaterThan(0);
      await ring.destroy('ann');
      expect(await holders(key)).toBe(0);
      for (const other of others) expect(await holders(other as Buffer)).toBe(1);
    } finally {
      await destroy();
    }
  });
});
