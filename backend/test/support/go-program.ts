import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const CACHE = path.resolve(import.meta.dirname, '../../../../.cache/go');

/** A program for tests that Go builds, such as `github.com/stripe/stripe-mock@v0.203.0`. */
export class GoProgram {
  private readonly folder: string;
  private readonly name: string;

  /** @param module with its version; the last part of its path is the name of the program */
  constructor(private readonly module: string) {
    this.folder = path.join(CACHE, module.replaceAll('/', '-'));
    this.name = path.basename(module).replace(/@.*/, '');
  }

  /** Where it is once it is installed. */
  get file(): string {
    return path.join(this.folder, process.platform === 'win32' ? `${this.name}.exe` : this.name);
  }

  /**
   * Builds it on first use, in a folder that is then renamed, because test files run at the same time.
   * @throws Error when Go is missing or the module can't be downloaded
   */
  async install(): Promise<void> {
    if (existsSync(this.folder)) return;
    await mkdir(CACHE, { recursive: true });
    const draft = await mkdtemp(path.join(CACHE, 'draft-'));
    try {
      await run('go', ['install', this.module], { env: { ...process.env, GOBIN: draft } });
      await rename(draft, this.folder);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      if (existsSync(this.folder)) return;
      const { code, stderr } = error as { code?: string | number; stderr?: string };
      const reason = code === 'ENOENT' ? 'go is not installed' : `go install failed: ${stderr ?? ''}`;
      throw new Error(`The tests on ${this.name} need Go: ${reason}`, { cause: error });
    }
  }
}
