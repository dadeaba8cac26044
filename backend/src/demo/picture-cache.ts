import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import sharp from 'sharp';

/** What the results depend on: our code, and the versions of the libraries. */
const MAKERS = [
  './drawing/',
  './random.js',
  '../infrastructure/images/',
  '../infrastructure/judge/',
  '../shared/',
  '../../../package.json',
];
const SEAL_BYTES = 32;

/**
 * Results of deterministic work on the pictures of the demo, in files that all demos of this machine share. They only save
 * time: what is missing or damaged is made again, and what cannot be written is kept in memory.
 */
export class PictureCache {
  private readonly maker = makerOf();
  private readonly unwritten = new Map<string, Buffer>();

  constructor(private readonly folder = path.join(cacheFolder(), 'footnote', 'demo-pictures')) {}

  /** The result of a step of the work for its input. */
  async result<Result>(step: string, input: string | Buffer, make: () => Promise<Result>): Promise<Result> {
    const name = createHash('sha256').update(`${this.maker} ${step} `).update(input).digest('hex');
    const file = path.join(this.folder, name);
    const kept = this.unwritten.get(name) ?? (await readFile(file).catch(() => Buffer.alloc(0)));
    const body = kept.subarray(SEAL_BYTES);
    if (kept.equals(sealed(name, body))) return deserialize(body) as Result;
    const made = await make();
    const content = sealed(name, serialize(made));
    const draft = `${file}.${randomUUID()}`;
    try {
      await mkdir(this.folder, { recursive: true });
      await writeFile(draft, content);
      await rename(draft, file);
    } catch {
      this.unwritten.set(name, content);
      await rm(draft, { force: true }).catch(() => undefined);
    }
    return made;
  }
}

/** A part of a file and a copy of another file do not fit the seal in front. */
function sealed(name: string, body: Buffer): Buffer {
  return Buffer.concat([createHash('sha256').update(name).update(body).digest(), body]);
}

function makerOf(): string {
  const hash = createHash('sha256').update(JSON.stringify([sharp.versions, process.versions.v8]));
  for (const maker of MAKERS) {
    const place = new URL(maker, import.meta.url);
    const names = maker.endsWith('/') ? readdirSync(place).filter((name) => name.endsWith('.js')) : [''];
    for (const name of names.toSorted()) hash.update(readFileSync(new URL(name, place)));
  }
  return hash.digest('hex');
}

function cacheFolder(): string {
  // Others can write to the temporary folder: without a home, each run has a cache of its own.
  const { HOME, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const usual = path.join(
    HOME || path.join(tmpdir(), randomUUID()),
    process.platform === 'darwin' ? 'Library/Caches' : '.cache',
  );
  return XDG_CACHE_HOME || (process.platform === 'win32' && LOCALAPPDATA) || usual;
}
