import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Installs the packages of a folder with a lock file of its own, unless they are there already. */
export async function installed(folder: string): Promise<void> {
  const writtenAt = async (file: string) =>
    (await stat(path.join(folder, file)).catch(() => null))?.mtimeMs ?? 0;
  if ((await writtenAt('node_modules/.package-lock.json')) > (await writtenAt('package-lock.json'))) return;
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
}
