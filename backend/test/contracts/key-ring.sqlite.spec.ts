import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SqliteKeyRing } from '../../src/infrastructure/key-ring/sqlite-key-ring.js';
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
  it('leaves no trace of destroyed keys among many others, open or closed', async () => {
    const { folder, ring, destroy } = await make();
    try {
      const keys = new Map<string, Buffer>();
      for (let person = 0; person < 400; person += 1) {
        keys.set(`person-${person}`, (await ring.create(`person-${person}`)) as Buffer);
      }
      const gone = [...keys.keys()].filter((_, index) => index % 9 === 0);
      for (const person of gone) await ring.destroy(person);
      await ring.create('a late one');
      const isThere = async (person: string) => {
        const files = await Promise.all(
          (await readdir(folder)).map((file) => readFile(path.join(folder, file))),
        );
        return files.some((bytes) => bytes.includes(keys.get(person) as Buffer));
      };
      const found = async () => (await Promise.all(gone.map(isThere))).filter(Boolean).length;
      expect(await found()).toBe(0);
      await ring.close();
      expect(await found()).toBe(0);
      expect(await isThere('person-1')).toBe(true);
    } finally {
      await destroy();
    }
  });

  it('leaves no trace of a destroyed key in any file', async () => {
    const { folder, ring, destroy } = await make();
    try {
      const others = await Promise.all(['bob', 'eve'].map((person) => ring.create(person)));
      const key = (await ring.create('ann')) as Buffer;
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
