import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FileBreachedPasswords } from '../../src/infrastructure/breached-passwords/file-breached-passwords.js';
import { useFolder } from '../support/folder.js';

describe('the file of breached passwords', () => {
  const folder = useFolder();
  const file = path.join(folder, 'breached.txt');
  const hashesOf = (passwords: readonly string[]) =>
    passwords.map((password) => hash('sha1', password).toUpperCase()).toSorted();
  const passwords = Array.from({ length: 200 }, (_, index) => `password ${index}`);
  const others = Array.from({ length: 200 }, (_, index) => `another ${index}`);
  const found = (list: FileBreachedPasswords, wanted: readonly string[]) =>
    Promise.all(wanted.map((password) => list.has(password)));

  it.each([
    ['as it is downloaded', (one: string, index: number) => `${one}:${index ** 3}\r\n`],
    ['without counts', (one: string) => `${one}\n`],
    ['in lower case', (one: string) => `${one.toLowerCase()}:1\n`],
  ])('is searched %s', async (_, line) => {
    await writeFile(file, hashesOf(passwords).map(line).join(''));
    const list = new FileBreachedPasswords(file);
    await list.check();
    expect(await found(list, passwords)).toEqual(passwords.map(() => true));
    expect(await found(list, others)).toEqual(others.map(() => false));
  });

  it('may have one line, without an end', async () => {
    await writeFile(file, hashesOf(['one']).join('\n'));
    const list = new FileBreachedPasswords(file);
    await list.check();
    expect(await found(list, ['one', 'two', 'three'])).toEqual([true, false, false]);
  });

  it.each([
    ['empty', '', 'SHA-1'],
    ['a list of passwords', 'password\n123456\n', 'SHA-1'],
    ['not sorted', hashesOf(passwords).toReversed().join('\n'), 'not sorted'],
  ])('is refused at the start if it is %s', async (_, content, message) => {
    await writeFile(file, content);
    await expect(new FileBreachedPasswords(file).check()).rejects.toThrow(message);
  });

  it('is refused at the start if it is missing', async () => {
    await expect(new FileBreachedPasswords(file).check()).rejects.toThrow('ENOENT');
  });

  it('is not needed', async () => {
    const list = new FileBreachedPasswords(null);
    await list.check();
    expect(await list.has('password')).toBe(false);
  });
});
