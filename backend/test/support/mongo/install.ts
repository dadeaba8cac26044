import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What to do when the tests find no server. */
export const NEEDS_A_SERVER =
  'The MongoDB tests need a server: set MONGODB_URL, or install a JDK (17 or newer) and Maven';

/** The folder of the sources beside this file; the build does not copy them. */
const SOURCES = path.resolve(import.meta.dirname, '../../../../test/support/mongo');
const CACHE = path.resolve(SOURCES, '../../../../.cache/mongo');

/**
 * The class path of the test server, which Maven downloads and compiles on first use; cached in `.cache/mongo` of the repository.
 * @throws Error when Java 17 or Maven is missing or the registry can't be reached
 */
export async function installMongoTestServer(): Promise<string> {
  const java = path.join(SOURCES, 'java');
  const sources = (await readdir(java)).sort().map((file) => path.join(java, file));
  const pom = path.join(SOURCES, 'pom.xml');
  const contents = await Promise.all([pom, ...sources].map((file) => readFile(file)));
  const hash = createHash('sha256').update(Buffer.concat(contents)).digest('hex').slice(0, 16);
  const folder = path.join(CACHE, hash);
  if (!existsSync(folder)) await make(folder, pom, sources);
  // Our classes precede the server's own.
  return [path.join(folder, 'classes'), path.join(folder, 'lib', '*')].join(path.delimiter);
}

/** Creates the folder under another name and then renames it, because test files run at the same time. */
async function make(folder: string, pom: string, sources: readonly string[]): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(path.join(CACHE, 'draft-'));
  const lib = path.join(draft, 'lib');
  try {
    await command('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${lib}`]);
    await command('javac', ['-d', path.join(draft, 'classes'), '-cp', path.join(lib, '*'), ...sources]);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

async function command(name: string, parameters: readonly string[]): Promise<void> {
  try {
    await run(name, parameters);
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: string | number; stdout?: string; stderr?: string };
    const reason =
      code === 'ENOENT' ? `${name} is not installed` : `${name} failed: ${stdout ?? ''}${stderr ?? ''}`;
    throw new Error(`${NEEDS_A_SERVER}: ${reason}`, { cause: error });
  }
}
