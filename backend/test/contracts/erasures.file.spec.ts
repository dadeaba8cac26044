import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FileErasureList, erasuresIn } from '../../src/infrastructure/erasures/file-erasure-list.js';
import { useFolder } from '../support/folder.js';
import { ann, bob, erasuresContract } from './erasures.contract.js';

const folder = useFolder();
const file = path.join(folder, 'erasures.jsonl');

describe('the list of erased people', () => {
  erasuresContract(
    () => new FileErasureList(file),
    () => readFile(file, 'utf8'),
  );

  it('is there from the start, for its user only, and empty', async () => {
    await new FileErasureList(file).open();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe('');
  });

  it('begins a line of its own after one that a crash has cut', async () => {
    await new FileErasureList(file).add(ann);
    await new FileErasureList(file).add(bob);
    await truncate(file, (await stat(file)).size - 12);
    expect(await erasuresIn(file)).toEqual([ann]);
    await new FileErasureList(file).add(bob);
    expect(await erasuresIn(file)).toEqual([ann, bob]);
  });

  it('is also what mongoexport writes of the list of several processes', async () => {
    await writeFile(file, `${JSON.stringify({ _id: 'account ann', ...ann })}\n`);
    expect(await erasuresIn(file)).toEqual([ann]);
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
