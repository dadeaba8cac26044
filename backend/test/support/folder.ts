import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The path of a folder that exists, and is empty, while a test runs; with `per: 'file'` the tests of a file (or of a
 * `describe`) share it. The path is unique and known before the folder exists, so that constants can be made from it.
 */
export function useFolder({ per = 'test' }: { readonly per?: 'test' | 'file' } = {}): string {
  const folder = path.join(tmpdir(), `footnote-${crypto.randomUUID()}`);
  const [before, after] = per === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];

  before(async () => {
    await mkdir(folder, { mode: 0o700 });
  });
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  return folder;
}
