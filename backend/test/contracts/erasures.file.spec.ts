import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Erasure } from '../../src/infrastructure/erasures/erasure-list.port.js';
import { FileErasureList, erasuresIn } from '../../src/infrastructure/erasures/file-erasure-list.js';
import { useFolder } from '../support/folder.js';

const ann: Erasure = { at: '2026-11-21T12:00:00.000Z', kind: 'account', id: 'ann' };
const bob: Erasure = { at: '2026-11-22T12:00:00.000Z', kind: 'account', id: 'bob' };
const cleo: Erasure = { at: '2026-11-23T12:00:00.000Z', kind: 'admin', id: 'ann' };

const folder = useFolder();
const file = path.join(folder, 'erasures.jsonl');

describe('the list of erased people', () => {
  it('has everybody once, also for a program that is started again, and nothing but ids and times', async () => {
    const list = new FileErasureList(file);
    await list.open();
    await Promise.all([list.add(ann), list.add(bob), list.add({ ...ann, at: bob.at })]);
    const noted = { ...cleo, email: 'cleo@example.org' };
    await new FileErasureList(file).add(noted);
    await new FileErasureList(file).add(bob);
    expect(await erasuresIn(file)).toEqual([ann, bob, cleo]);
    expect(await readFile(file, 'utf8')).not.toContain('example.org');
  });

  it('is there from the start, for its user only, and empty', async () => {
    await new FileErasureList(file).open();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await erasuresIn(file)).toEqual([]);
    expect(await erasuresIn(path.join(folder, 'none'))).toEqual([]);
  });

  it('begins a line of its own after one that a crash has cut', async () => {
    await new FileErasureList(file).add(ann);
    await new FileErasureList(file).add(bob);
    await truncate(file, (await stat(file)).size - 12);
    expect(await erasuresIn(file)).toEqual([ann]);
    await new FileErasureList(file).add(bob);
    expect(await erasuresIn(file)).toEqual([ann, bob]);
  });

  it.each([
    'rubbish\n',
    '{"at":"x","kind":"account","id":"ann"}\n',
    '{"at":"2026-11-21","kind":"post","id":"a"}\n',
  ])('is refused with the number of a line that is damaged: %j', async (line) => {
    await writeFile(file, `${JSON.stringify(ann)}\n`);
    await appendFile(file, line);
    await expect(new FileErasureList(file).open()).rejects.toThrow(`Line 2 of ${file} is damaged`);
  });
});
