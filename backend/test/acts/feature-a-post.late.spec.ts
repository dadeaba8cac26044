import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const root = path.join(import.meta.dirname, '../../../..');
const patch = path.join(root, 'backend/test/acts/feature-a-post.patch');

/** What the patch, the compilers and the program need. */
const COPIED = ['backend', 'frontend', 'tsconfig.base.json', 'package.json'];
const MADE = /\/(?:node_modules|test-results|playwright-report)(?:\/|$)/;

/** CONTRIBUTING.md shows this act as its example. */
describe('a new act', () => {
  let copy: string;
  const inCopy = (folder: string, ...args: string[]) =>
    run(process.execPath, args, { cwd: path.join(copy, folder), maxBuffer: 2 ** 26 });
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');

  beforeAll(async () => {
    copy = await mkdtemp(path.join(tmpdir(), 'footnote-act-'));
    const filter = (file: string) => !MADE.test(file.slice(root.length));
    for (const name of COPIED)
      await cp(path.join(root, name), path.join(copy, name), { recursive: true, filter });
    for (const folder of ['.', 'backend', 'frontend']) {
      const modules = path.join(root, folder, 'node_modules');
      await symlink(modules, path.join(copy, folder, 'node_modules'));
    }
    await run('git', ['apply', patch], { cwd: copy });
  });

  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('changes three files', async () => {
    const files = [...(await readFile(patch, 'utf8')).matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file]) => file);
    expect(files.length).toBe(3);
    expect(files).toContain('backend/src/domain/acts/content-acts.ts');
  });

  it('compiles, and is done, mailed, shown and undone', async () => {
    await inCopy('backend', compiler, '--build');
    await inCopy('backend', 'dist/src/tools/openapi.js');
    await inCopy('frontend', 'scripts/client.mjs');
    await inCopy('frontend', compiler, '-p', 'tsconfig.json', '--noEmit');
    const { stdout } = await inCopy('backend', 'dist/test/acts/feature-a-post.play.js');
    expect(stdout).toBe('played\n');
  });
});
