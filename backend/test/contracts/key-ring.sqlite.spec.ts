import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { SqliteKeyRing } from '../../src/infrastructure/key-ring/sqlite-key-ring.js';
import { useFolder } from '../support/folder.js';
import { keyRingContract } from './key-ring.contract.js';

const folder = useFolder();
const open = () => new SqliteKeyRing(path.join(folder, 'keys.db'));

keyRingContract('SQLite', open);

describe('SqliteKeyRing', () => {
  let ring: SqliteKeyRing;
  beforeEach(() => {
    ring = open();
  });
  afterEach(() => ring.close());

  const filesWith = async (key: Buffer) => {
    const names = await readdir(folder);
    const files = await Promise.all(names.map((name) => readFile(path.join(folder, name))));
    return files.filter((bytes) => bytes.includes(key)).length;
  };

  it('leaves no trace of destroyed keys among many others, open or closed', async () => {
    const keys = new Map<string, Buffer>();
    for (let person = 0; person < 400; person += 1) {
      keys.set(`person-${person}`, (await ring.create(`person-${person}`)) as Buffer);
    }
    const gone = [...keys.keys()].filter((_, index) => index % 9 === 0);
    for (const person of gone) await ring.destroy(person);
    await ring.create('a late one');
    const isThere = async (person: string) => (await filesWith(keys.get(person) as Buffer)) > 0;
    const found = async () => (await Promise.all(gone.map(isThere))).filter(Boolean).length;
    expect(await found()).toBe(0);
    await ring.close();
    expect(await found()).toBe(0);
    expect(await isThere('person-1')).toBe(true);
  });

  it('leaves no trace of a destroyed key in any file', async () => {
    const others = await Promise.all(['bob', 'eve'].map((person) => ring.create(person)));
    const key = (await ring.create('ann')) as Buffer;
    expect(await filesWith(key)).toBeGreaterThan(0);
    await ring.destroy('ann');
    expect(await filesWith(key)).toBe(0);
    for (const other of others) expect(await filesWith(other as Buffer)).toBe(1);
  });
});
